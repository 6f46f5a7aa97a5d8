/* What the stubs of all libraries share. A file of aclnn_emu. */
#ifndef ACLNN_EMU_CORE_H
#define ACLNN_EMU_CORE_H

#include <stdint.h>
#include <string.h>

/* One exported function: how the interpreter knows it, how many slots it has before the one for its result, and the
   Python object that does it, found at the first call. */
typedef struct {
    const char *name;
    const char *signature;
    int32_t result;
    void *call;
} emu_function;

/* Slots: the inputs, the addresses for outputs (in whose places the outputs come back), and at `result` the
   function's failure value on entry and what it returns on exit. Whatever goes wrong leaves that as it was. */
__attribute__((visibility("default"))) void aclnn_emu_call(emu_function *function, uint64_t *slots);

#define EMU_POINTER(x) ((uint64_t)(uintptr_t)(x))
#define EMU_INTEGER(x) ((uint64_t)(int64_t)(x))

static inline uint64_t emu_double(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof(bits));
    return bits;
}

static inline double emu_number(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof(number));
    return number;
}

#endif
