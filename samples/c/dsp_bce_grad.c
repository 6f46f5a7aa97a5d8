/* The gradient of the binary cross-entropy on the DSP FT78NE, shared version: the host fills the DSP's memory, the
   eight cores compute, the host reads the result and compares it with the formula in double.

       aclnn-emu cc dsp_bce_grad.c -o dsp && aclnn-emu run ./dsp
*/
#include <binary_cross_entropy_grad.h>
#include <dsp_emu.h>
#include <stdio.h>

#define SIZE 1024

static float x[SIZE], y[SIZE], weight[SIZE], result[SIZE];

static double formula(int i, double dloss)
{
    const double p = x[i];
    return dloss / SIZE * weight[i] * (p - y[i]) / (p * (1 - p) + 1e-12);
}

int main(void)
{
    /* Addresses of the DSP: numbers for the host, which must not follow them. */
    float *dsp_x = (float *)0xA0000000;
    float *dsp_y = (float *)0xB0000000;
    float *dsp_weight = (float *)0xC0000000;
    float *dsp_dloss = (float *)0xD0000000;
    float *dsp_dx = (float *)0xE0000000;
    const float dloss = 0.5F;
    long long param[3] = {SIZE, 1, 1}; /* input_size, reduction: mean, weight_defined */
    double largest = 0;

    for (int i = 0; i < SIZE; ++i) {
        x[i] = (float)(i + 1) / (SIZE + 1);
        y[i] = (float)(i % 2);
        weight[i] = 1.0F + (float)(i % 4) / 4;
    }
    if (dsp_emu_open("FT78NE") || dsp_emu_write(dsp_x, x, sizeof(x)) || dsp_emu_write(dsp_y, y, sizeof(y)) ||
        dsp_emu_write(dsp_weight, weight, sizeof(weight)) || dsp_emu_write(dsp_dloss, &dloss, sizeof(dloss))) {
        return 1;
    }

    fp_binary_cross_entropy_grad_s(dsp_x, dsp_y, dsp_weight, dsp_dloss, dsp_dx, param, 0xff);

    if (dsp_emu_read(result, dsp_dx, sizeof(result))) {
        return 1;
    }
    for (int i = 0; i < SIZE; ++i) {
        const double difference = result[i] / formula(i, dloss) - 1;
        largest = difference > largest ? difference : -difference > largest ? -difference : largest;
        if (i % 256 == 255) {
            printf("dx[%d] is: %.9f, in double: %.12f\n", i, (double)result[i], formula(i, dloss));
        }
    }
    printf("largest relative difference: %.1e, right: %s\n", largest, largest < 1e-6 ? "yes" : "no");

    /* The function cannot report; its findings are kept, and those that matter go to standard error. */
    dsp_emu_set("messages", "none");
    fp_binary_cross_entropy_grad_s(dsp_x, x, dsp_weight, dsp_dloss, dsp_dx, param, 0xff);
    if (dsp_emu_diagnostic_count() == 1 && dsp_emu_diagnostic_code(0) == DSP_EMU_UNMAPPED) {
        printf("a host array as input_y: %s\n", dsp_emu_diagnostic_text(0));
    }
    return 0;
}
