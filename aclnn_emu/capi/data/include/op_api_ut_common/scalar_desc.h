/* op_api_ut_common/scalar_desc.h: descriptions of the scalars that an operator takes.
   A file of aclnn_emu: the interface of CANN's op_api unit tests, on the public C interface. */
#ifndef ACLNN_EMU_OP_API_UT_COMMON_SCALAR_DESC_H
#define ACLNN_EMU_OP_API_UT_COMMON_SCALAR_DESC_H

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "aclnn/opdev/fp16_t.h"

using namespace std; /* unit tests count on it */

/* A number of a data type, which follows from the C++ type of the number. */
class ScalarDesc {
public:
    ScalarDesc(bool value) { Keep(value, ACL_BOOL); }
    ScalarDesc(int8_t value) { Keep(value, ACL_INT8); }
    ScalarDesc(uint8_t value) { Keep(value, ACL_UINT8); }
    ScalarDesc(int16_t value) { Keep(value, ACL_INT16); }
    ScalarDesc(uint16_t value) { Keep(value, ACL_UINT16); }
    ScalarDesc(int32_t value) { Keep(value, ACL_INT32); }
    ScalarDesc(uint32_t value) { Keep(value, ACL_UINT32); }
    ScalarDesc(int64_t value) { Keep(value, ACL_INT64); }
    ScalarDesc(uint64_t value) { Keep(value, ACL_UINT64); }
    ScalarDesc(double value) { Keep(value, ACL_DOUBLE); }

    /* type: ACL_FLOAT, or ACL_FLOAT16 to round the number; another one gives no scalar (a null pointer). */
    ScalarDesc(float value, aclDataType type = ACL_FLOAT)
    {
        if (type == ACL_FLOAT16) {
            Keep(op::fp16_t(value).val, type);
        } else {
            Keep(value, type);
            known_ = type == ACL_FLOAT;
        }
    }

    /* A new scalar; the caller destroys it. */
    aclScalar *ToAclTypeRawPtr() const
    {
        unsigned char copy[sizeof(bytes_)]; /* acl takes a pointer to what it may change */
        std::memcpy(copy, bytes_, sizeof(copy));
        return known_ ? aclCreateScalar(copy, type_) : nullptr;
    }

    std::unique_ptr<aclScalar, void (*)(aclScalar *)> ToAclType() const
    {
        return {ToAclTypeRawPtr(), [](aclScalar *scalar) { (void)aclDestroyScalar(scalar); }};
    }

private:
    template <typename Number>
    void Keep(Number value, aclDataType type)
    {
        std::memcpy(bytes_, &value, sizeof(value));
        type_ = type;
    }

    unsigned char bytes_[8] = {};
    aclDataType type_ = ACL_DT_UNDEFINED;
    bool known_ = true;
};

/* A list of scalars. */
class ScalarListDesc {
public:
    ScalarListDesc(const std::vector<ScalarDesc> &values) : values_(values) {}
    ScalarListDesc(int count, const ScalarDesc &value) : values_(static_cast<size_t>(count), value) {}

    /* A new list; the caller destroys it, which destroys the scalars. */
    aclScalarList *ToAclTypeRawPtr() const
    {
        std::vector<const aclScalar *> scalars;
        for (const ScalarDesc &value : values_) {
            scalars.push_back(value.ToAclTypeRawPtr());
        }
        return aclCreateScalarList(scalars.data(), scalars.size());
    }

    std::unique_ptr<aclScalarList, void (*)(aclScalarList *)> ToAclType() const
    {
        return {ToAclTypeRawPtr(), [](aclScalarList *list) { (void)aclDestroyScalarList(list); }};
    }

private:
    std::vector<ScalarDesc> values_;
};

/* A new object as described; the caller destroys it. */
inline aclScalar *DescToAclContainer(const ScalarDesc &desc)
{
    return desc.ToAclTypeRawPtr();
}

inline aclScalarList *DescToAclContainer(const ScalarListDesc &desc)
{
    return desc.ToAclTypeRawPtr();
}

inline void Release(aclScalar *scalar)
{
    (void)aclDestroyScalar(scalar);
}

inline void Release(aclScalarList *list)
{
    (void)aclDestroyScalarList(list);
}

#endif
