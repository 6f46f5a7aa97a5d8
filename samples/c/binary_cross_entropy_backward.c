/* The gradient of the binary cross-entropy through both phases, in C11.
 *
 *   aclnn-emu cc samples/c/binary_cross_entropy_backward.c -o bce && aclnn-emu run ./bce
 */
#include <inttypes.h>
#include <stdio.h>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_backward.h"

enum { COUNT = 4 };

/* Stop at the first failure and say which call it was and why. */
#define TRY(call)                                                                       \
    do {                                                                                \
        int status = (call);                                                            \
        if (status != ACL_SUCCESS) {                                                    \
            const char *why = aclGetRecentErrMsg();                                     \
            fprintf(stderr, "%s failed: %d\n%s\n", #call, status, why ? why : "");      \
            return status;                                                              \
        }                                                                               \
    } while (0)

typedef struct {
    void *address;
    aclTensor *tensor;
} Operand;

/* A 2 x 2 tensor of floats in device memory, filled with one number. */
static int make_operand(float number, Operand *made)
{
    const int64_t shape[] = {2, 2};
    const int64_t strides[] = {2, 1};
    float values[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        values[i] = number;
    }
    TRY(aclrtMalloc(&made->address, sizeof values, ACL_MEM_MALLOC_HUGE_FIRST));
    TRY(aclrtMemcpy(made->address, sizeof values, values, sizeof values, ACL_MEMCPY_HOST_TO_DEVICE));
    made->tensor =
        aclCreateTensor(shape, 2, ACL_FLOAT, strides, 0, ACL_FORMAT_ND, shape, 2, made->address);
    return made->tensor == NULL;
}

static int compute(aclrtStream stream, float result[COUNT])
{
    enum { GRAD, SELF, TARGET, WEIGHT, OUT, OPERANDS };
    const float numbers[OPERANDS] = {0.1F, 0.3F, 0.5F, 1.0F, 0.0F};
    Operand operands[OPERANDS];
    for (int i = 0; i < OPERANDS; ++i) {
        TRY(make_operand(numbers[i], &operands[i]));
    }

    uint64_t workspace_size = 0;
    aclOpExecutor *executor = NULL;
    TRY(aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(
        operands[GRAD].tensor, operands[SELF].tensor, operands[TARGET].tensor, operands[WEIGHT].tensor,
        0, operands[OUT].tensor, &workspace_size, &executor));
    void *workspace = NULL;
    if (workspace_size > 0) {
        TRY(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    TRY(aclnnBinaryCrossEntropyBackward(workspace, workspace_size, executor, stream));
    TRY(aclrtSynchronizeStream(stream)); /* before this the output is not there */

    const size_t bytes = COUNT * sizeof(float);
    TRY(aclrtMemcpy(result, bytes, operands[OUT].address, bytes, ACL_MEMCPY_DEVICE_TO_HOST));
    for (int i = 0; i < OPERANDS; ++i) {
        TRY(aclDestroyTensor(operands[i].tensor));
        TRY(aclrtFree(operands[i].address));
    }
    if (workspace != NULL) {
        TRY(aclrtFree(workspace));
    }
    return 0;
}

int main(void)
{
    aclrtStream stream = NULL;
    float result[COUNT] = {0};
    TRY(aclInit(NULL));
    TRY(aclrtSetDevice(0));
    TRY(aclrtCreateStream(&stream));
    TRY(compute(stream, result));
    for (int i = 0; i < COUNT; ++i) {
        printf("result[%d] is: %f\n", i, (double)result[i]);
    }
    TRY(aclrtDestroyStream(stream));
    TRY(aclrtResetDevice(0));
    TRY(aclFinalize());
    return 0;
}
