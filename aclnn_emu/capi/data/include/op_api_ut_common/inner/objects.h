/* op_api_ut_common/inner/objects.h: from descriptions to acl's objects, and their end.
   A file of aclnn_emu; inside of op_api_ut.h. */
#ifndef ACLNN_EMU_OP_API_UT_COMMON_INNER_OBJECTS_H
#define ACLNN_EMU_OP_API_UT_COMMON_INNER_OBJECTS_H

#include <utility>
#include <vector>

#include "op_api_ut_common/array_desc.h"
#include "op_api_ut_common/scalar_desc.h"
#include "op_api_ut_common/tensor_desc.h"

namespace aclnn_emu_ut {

/* What an operator does with a tensor; `both` when the call names no output. */
enum class Role { input, output, both };

/* Makes acl's objects and destroys them at its own end. */
class Objects {
public:
    Objects() = default;
    Objects(const Objects &) = delete;
    Objects &operator=(const Objects &) = delete;
    virtual ~Objects() { Destroy(); }

    /* A tensor; here one without memory. */
    virtual aclTensor *Make(const TensorDesc &desc, Role) { return desc.ToAclTypeRawPtr(); }

    /* Destroy the object, too, when the others are destroyed. */
    template <typename Object>
    Object *Keep(Object *object)
    {
        undo_.push_back({object, [](void *kept) { Release(static_cast<Object *>(kept)); }});
        return object;
    }

protected:
    void Destroy()
    {
        for (; !undo_.empty(); undo_.pop_back()) {
            undo_.back().second(undo_.back().first);
        }
    }

private:
    std::vector<std::pair<void *, void (*)(void *)>> undo_;
};

inline aclTensor *Convert(const TensorDesc &desc, Objects &objects, Role role)
{
    return objects.Keep(objects.Make(desc, role));
}

inline aclTensorList *Convert(const TensorListDesc &desc, Objects &objects, Role role)
{
    std::vector<const aclTensor *> tensors; /* the list will destroy them */
    for (const TensorDesc &tensor : desc.Get()) {
        tensors.push_back(objects.Make(tensor, role));
    }
    return objects.Keep(aclCreateTensorList(tensors.data(), tensors.size()));
}

inline aclScalar *Convert(const ScalarDesc &desc, Objects &objects, Role)
{
    return objects.Keep(desc.ToAclTypeRawPtr());
}

inline aclScalarList *Convert(const ScalarListDesc &desc, Objects &objects, Role)
{
    return objects.Keep(desc.ToAclTypeRawPtr());
}

inline aclIntArray *Convert(const IntArrayDesc &desc, Objects &objects, Role)
{
    return objects.Keep(desc.ToAclTypeRawPtr());
}

inline aclFloatArray *Convert(const FloatArrayDesc &desc, Objects &objects, Role)
{
    return objects.Keep(desc.ToAclTypeRawPtr());
}

inline aclBoolArray *Convert(const BoolArrayDesc &desc, Objects &objects, Role)
{
    return objects.Keep(desc.ToAclTypeRawPtr());
}

/* What a test passes that is no description goes to the operator as it is. */
template <typename Other>
Other Convert(const Other &other, Objects &, Role)
{
    return other;
}

} // namespace aclnn_emu_ut

#endif
