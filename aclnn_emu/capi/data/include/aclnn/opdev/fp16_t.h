/* aclnn/opdev/fp16_t.h: a half precision number for C++ programs.
   A file of aclnn_emu, written for programs that keep half precision values in host memory. */
#ifndef ACLNN_EMU_ACLNN_OPDEV_FP16_T_H
#define ACLNN_EMU_ACLNN_OPDEV_FP16_T_H

#ifdef __cplusplus
#include <cstdint>
#include <cstring>

namespace op {

/* IEEE 754 binary16. Arithmetic is done in float; a conversion rounds to nearest even. */
struct fp16_t {
    uint16_t val;

    fp16_t() : val(0) {}
    template <typename T> fp16_t(const T &number) : val(Round(static_cast<float>(number))) {}
    fp16_t(const fp16_t &) = default;
    fp16_t &operator=(const fp16_t &) = default;
    template <typename T> fp16_t &operator=(const T &number)
    {
        val = Round(static_cast<float>(number));
        return *this;
    }

    operator float() const { return Widen(val); }
    float toFloat() const { return Widen(val); }

private:
    static uint16_t Round(float number)
    {
        uint32_t bits;
        std::memcpy(&bits, &number, sizeof(bits));
        const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000U);
        bits &= 0x7FFFFFFFU;
        if (bits > 0x7F800000U) { /* NaN */
            return static_cast<uint16_t>(sign | 0x7E00U);
        }
        if (bits >= 0x477FF000U) { /* rounds to infinity */
            return static_cast<uint16_t>(sign | 0x7C00U);
        }
        if (bits < 0x38800000U) { /* below the smallest normal half: count steps of 2^-24 */
            float magnitude;
            std::memcpy(&magnitude, &bits, sizeof(magnitude));
            magnitude += 0.5F; /* the sum's last bit is 2^-24, so the addition itself rounds */
            std::memcpy(&bits, &magnitude, sizeof(bits));
            return static_cast<uint16_t>(sign | (bits - 0x3F000000U));
        }
        bits += 0xC8000FFFU + ((bits >> 13) & 1U); /* exponent bias 127 -> 15, half a step, ties to even */
        return static_cast<uint16_t>(sign | (bits >> 13));
    }

    static float Widen(uint16_t half)
    {
        const uint32_t sign = static_cast<uint32_t>(half & 0x8000U) << 16;
        const uint32_t exponent = (half >> 10) & 0x1FU;
        const uint32_t fraction = half & 0x3FFU;
        if (exponent == 0) {
            const float magnitude = static_cast<float>(fraction) * 5.9604644775390625e-8F; /* 2^-24 */
            return sign ? -magnitude : magnitude;
        }
        const uint32_t wide = exponent == 0x1FU ? 0x7F800000U : (exponent + 112U) << 23;
        const uint32_t bits = sign | wide | (fraction << 13);
        float number;
        std::memcpy(&number, &bits, sizeof(number));
        return number;
    }
};

} // namespace op
#endif

#endif
