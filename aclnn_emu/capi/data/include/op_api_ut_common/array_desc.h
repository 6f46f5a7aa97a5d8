/* op_api_ut_common/array_desc.h: descriptions of the arrays that an operator takes.
   A file of aclnn_emu: the interface of CANN's op_api unit tests, on the public C interface. */
#ifndef ACLNN_EMU_OP_API_UT_COMMON_ARRAY_DESC_H
#define ACLNN_EMU_OP_API_UT_COMMON_ARRAY_DESC_H

#include <cstdint>
#include <memory>
#include <vector>

#include "aclnn/aclnn_base.h"

using namespace std; /* unit tests count on it */

/* What IntArrayDesc, FloatArrayDesc and BoolArrayDesc share: numbers, and how acl makes and unmakes such an array. */
template <typename Number, typename Array, Array *(*Create)(const Number *, uint64_t),
          aclnnStatus (*Destroy)(const Array *)>
class AclnnEmuArrayDesc {
public:
    AclnnEmuArrayDesc(const std::vector<Number> &values) : values_(values) {}
    AclnnEmuArrayDesc(int count, Number value) : values_(static_cast<size_t>(count), value) {}

    const std::vector<Number> &Get() const { return values_; }

    /* A new array; the caller destroys it. */
    Array *ToAclTypeRawPtr() const
    {
        /* Copied, because vector<bool> has no data(); one element more, because an empty array has an address, too. */
        const std::unique_ptr<Number[]> plain(new Number[values_.size() + 1]());
        for (size_t i = 0; i < values_.size(); ++i) {
            plain[i] = values_[i];
        }
        return Create(plain.get(), values_.size());
    }

    std::unique_ptr<Array, void (*)(Array *)> ToAclType() const
    {
        return {ToAclTypeRawPtr(), [](Array *array) { (void)Destroy(array); }};
    }

private:
    std::vector<Number> values_;
};

using IntArrayDesc = AclnnEmuArrayDesc<int64_t, aclIntArray, aclCreateIntArray, aclDestroyIntArray>;
using FloatArrayDesc = AclnnEmuArrayDesc<float, aclFloatArray, aclCreateFloatArray, aclDestroyFloatArray>;
using BoolArrayDesc = AclnnEmuArrayDesc<bool, aclBoolArray, aclCreateBoolArray, aclDestroyBoolArray>;

/* A new array as described; the caller destroys it. */
inline aclIntArray *DescToAclContainer(const IntArrayDesc &desc)
{
    return desc.ToAclTypeRawPtr();
}

inline aclFloatArray *DescToAclContainer(const FloatArrayDesc &desc)
{
    return desc.ToAclTypeRawPtr();
}

inline aclBoolArray *DescToAclContainer(const BoolArrayDesc &desc)
{
    return desc.ToAclTypeRawPtr();
}

inline void Release(aclIntArray *array)
{
    (void)aclDestroyIntArray(array);
}

inline void Release(aclFloatArray *array)
{
    (void)aclDestroyFloatArray(array);
}

inline void Release(aclBoolArray *array)
{
    (void)aclDestroyBoolArray(array);
}

#endif
