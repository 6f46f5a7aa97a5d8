/* aclnn/opdev/float4_e2m1.h: a number of four bits (two for the exponent, one for the fraction) for C++ programs.
   A file of aclnn_emu. The values are 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives. */
#ifndef ACLNN_EMU_ACLNN_OPDEV_FLOAT4_E2M1_H
#define ACLNN_EMU_ACLNN_OPDEV_FLOAT4_E2M1_H

#ifdef __cplusplus
#include <cmath>
#include <cstdint>

namespace op {

/* The code stands in the low four bits. Conversion rounds to nearest even and saturates at 6. */
struct Float4E2M1 {
    uint8_t value;

    Float4E2M1() : value(0) {}
    explicit Float4E2M1(float number) : value(Round(number)) {}
    operator float() const
    {
        const float magnitude = Magnitude(value & 7);
        return (value & 8) ? -magnitude : magnitude;
    }

private:
    static float Magnitude(int code)
    {
        static const float numbers[8] = {0.0F, 0.5F, 1.0F, 1.5F, 2.0F, 3.0F, 4.0F, 6.0F};
        return numbers[code];
    }

    static uint8_t Round(float number)
    {
        const uint8_t sign = std::signbit(number) ? 8 : 0;
        const float magnitude = std::fabs(number);
        int code = 0;
        while (code < 7 && !(magnitude <= Middle(code) && (magnitude < Middle(code) || code % 2 == 0))) {
            ++code;
        }
        return static_cast<uint8_t>(sign | code);
    }

    static float Middle(int code) { return (Magnitude(code) + Magnitude(code + 1)) / 2; }
};

} // namespace op
#endif

#endif
