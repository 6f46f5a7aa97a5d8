/* op_api_ut_common/tensor_desc.h: descriptions of the tensors that an operator takes.
   A file of aclnn_emu: the interface of CANN's op_api unit tests, on the public C interface. */
#ifndef ACLNN_EMU_OP_API_UT_COMMON_TENSOR_DESC_H
#define ACLNN_EMU_OP_API_UT_COMMON_TENSOR_DESC_H

#include <cassert>
#include <cstdint>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "aclnn/aclnn_base.h"

using namespace std; /* unit tests count on it */

/* What a TensorDesc says. A long double holds every number of every C++ type that a test writes, exactly. */
struct AclnnEmuTensorFacts {
    std::vector<int64_t> view;
    aclDataType type = ACL_FLOAT;
    aclFormat format = ACL_FORMAT_NCHW;
    std::vector<int64_t> strides; /* empty: contiguous */
    int64_t offset = 0;           /* elements */
    std::vector<int64_t> storage; /* empty: the view's */

    long double low = -2, high = 2;  /* TestPrecision draws data from this range ... */
    std::vector<long double> values; /* ... unless there are values */
    bool has_values = false;
    int64_t checked = -1; /* TestPrecision looks at so many elements of the result; -1: at all */

    std::vector<long double> golden; /* what TestPrecision expects, when has_golden */
    bool has_golden = false;
    double relative = 0, share = 0, absolute = 1e-8; /* and how near */
};

class TensorDesc {
public:
    TensorDesc(const std::vector<int64_t> &view_dims = {1, 1, 16, 16}, aclDataType data_type = ACL_FLOAT,
               aclFormat format = ACL_FORMAT_NCHW, const std::vector<int64_t> &strides = {}, int64_t offset = 0,
               const std::vector<int64_t> &storage_dims = {})
    {
        facts_.view = view_dims;
        facts_.type = data_type;
        facts_.format = format;
        facts_.strides = strides;
        facts_.offset = offset;
        facts_.storage = storage_dims;
    }

    TensorDesc &ViewDims(const std::vector<int64_t> &view_dims)
    {
        facts_.view = view_dims;
        return *this;
    }

    TensorDesc &Format(aclFormat format)
    {
        facts_.format = format;
        return *this;
    }

    /* Numbers of TestPrecision's input are drawn from low to high, both included; from -2 to 2 without this. */
    template <typename Number>
    TensorDesc &ValueRange(Number low, Number high)
    {
        facts_.low = static_cast<long double>(low);
        facts_.high = static_cast<long double>(high);
        return *this;
    }

    /* The numbers of TestPrecision's input: as many as the view, or else the storage, has elements. */
    template <typename Number>
    TensorDesc &Value(const std::vector<Number> &values)
    {
        facts_.values.assign(values.begin(), values.end());
        facts_.has_values = true;
        return *this;
    }

    /* How near a number x must be to the golden g: |x - g| <= absolute + relative * |g|, for all but a share. */
    TensorDesc &Precision(float relative, float share, float absolute = 1e-08F)
    {
        facts_.relative = static_cast<double>(relative);
        facts_.share = static_cast<double>(share);
        facts_.absolute = static_cast<double>(absolute);
        return *this;
    }

    /* TestPrecision looks at the first `count` elements of the result only. */
    TensorDesc &ValidCount(int32_t count)
    {
        facts_.checked = count;
        return *this;
    }

    /* The result that TestPrecision expects, in the order of the view. Not in CANN's interface: this header
       defines ACLNN_EMU_GOLDEN, which a test that is also built elsewhere can ask for. */
#define ACLNN_EMU_GOLDEN 1
    template <typename Number>
    TensorDesc &Golden(const std::vector<Number> &values)
    {
        facts_.golden.assign(values.begin(), values.end());
        facts_.has_golden = true;
        return *this;
    }

    /* A new tensor over this memory; the caller destroys it. */
    aclTensor *Over(void *memory) const
    {
        const std::vector<int64_t> &storage = facts_.storage.empty() ? facts_.view : facts_.storage;
        return aclCreateTensor(facts_.view.data(), facts_.view.size(), facts_.type,
                               facts_.strides.empty() ? nullptr : facts_.strides.data(), facts_.offset,
                               facts_.format, storage.data(), storage.size(), memory);
    }

    /* A new tensor without memory, enough for phase 1; the caller destroys it. */
    aclTensor *ToAclTypeRawPtr() const { return Over(nullptr); }

    std::unique_ptr<aclTensor, void (*)(aclTensor *)> ToAclType() const
    {
        return {ToAclTypeRawPtr(), [](aclTensor *tensor) { (void)aclDestroyTensor(tensor); }};
    }

    const AclnnEmuTensorFacts &Facts() const { return facts_; }

private:
    AclnnEmuTensorFacts facts_;
};

class TensorListDesc {
public:
    TensorListDesc(const std::vector<TensorDesc> &tensors) : tensors_(tensors) {}
    TensorListDesc(int count, const TensorDesc &tensor) : tensors_(static_cast<size_t>(count), tensor) {}

    const std::vector<TensorDesc> &Get() const { return tensors_; }

    /* A new list; the caller destroys it, which destroys the tensors. */
    aclTensorList *ToAclTypeRawPtr() const
    {
        std::vector<const aclTensor *> tensors;
        for (const TensorDesc &tensor : tensors_) {
            tensors.push_back(tensor.ToAclTypeRawPtr());
        }
        return aclCreateTensorList(tensors.data(), tensors.size());
    }

    std::unique_ptr<aclTensorList, void (*)(aclTensorList *)> ToAclType() const
    {
        return {ToAclTypeRawPtr(), [](aclTensorList *list) { (void)aclDestroyTensorList(list); }};
    }

private:
    std::vector<TensorDesc> tensors_;
};

/* A new object as described; the caller destroys it. */
inline aclTensor *DescToAclContainer(const TensorDesc &desc)
{
    return desc.ToAclTypeRawPtr();
}

inline aclTensorList *DescToAclContainer(const TensorListDesc &desc)
{
    return desc.ToAclTypeRawPtr();
}

inline void Release(aclTensor *tensor)
{
    (void)aclDestroyTensor(tensor);
}

inline void Release(aclTensorList *list)
{
    (void)aclDestroyTensorList(list);
}

#endif
