/* op_api_ut_common/inner/types.h: data types and their names.
   A file of aclnn_emu: the interface of CANN's op_api unit tests, on the public C interface. */
#ifndef ACLNN_EMU_OP_API_UT_COMMON_INNER_TYPES_H
#define ACLNN_EMU_OP_API_UT_COMMON_INNER_TYPES_H

#include <map>
#include <string>

#include "acl/acl_base.h"

/* The name of a data type, as NumPy would say it; "unknown" for one without. */
inline const std::string &String(aclDataType data_type)
{
    static const std::map<aclDataType, std::string> names = {
        {ACL_DT_UNDEFINED, "undefined"}, {ACL_FLOAT, "float32"},         {ACL_FLOAT16, "float16"},
        {ACL_BF16, "bfloat16"},          {ACL_DOUBLE, "double"},         {ACL_INT8, "int8"},
        {ACL_INT16, "int16"},            {ACL_INT32, "int32"},           {ACL_INT64, "int64"},
        {ACL_UINT8, "uint8"},            {ACL_UINT16, "uint16"},         {ACL_UINT32, "uint32"},
        {ACL_UINT64, "uint64"},          {ACL_BOOL, "bool"},             {ACL_STRING, "string"},
        {ACL_COMPLEX64, "complex64"},    {ACL_COMPLEX128, "complex128"}};
    static const std::string unknown = "unknown";
    const auto found = names.find(data_type);
    return found == names.end() ? unknown : found->second;
}

#endif
