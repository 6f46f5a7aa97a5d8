/* op_api_ut_common/inner/data.h: the bytes of a described tensor.
   A file of aclnn_emu; inside of op_api_ut.h. */
#ifndef ACLNN_EMU_OP_API_UT_COMMON_INNER_DATA_H
#define ACLNN_EMU_OP_API_UT_COMMON_INNER_DATA_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/fp16_t.h"
#include "op_api_ut_common/tensor_desc.h"

namespace aclnn_emu_ut {

using Bytes = std::vector<unsigned char>;

/* The upper half of a float, rounded to nearest even: a bfloat16. */
struct BFloat16 {
    explicit BFloat16(float number = 0)
    {
        uint32_t word = 0;
        std::memcpy(&word, &number, sizeof(word));
        const bool nan = (word & 0x7FFFFFFFU) > 0x7F800000U;
        bits = static_cast<uint16_t>(nan ? (word >> 16) | 0x40U : (word + 0x7FFFU + ((word >> 16) & 1U)) >> 16);
    }
    explicit operator float() const
    {
        const uint32_t word = static_cast<uint32_t>(bits) << 16;
        float number = 0;
        std::memcpy(&number, &word, sizeof(number));
        return number;
    }
    uint16_t bits;
};

/* Call `use` with a value of the C++ type that an element is made of; false when there is no such type here.
   Numbers of complex types are pairs, see Parts. */
template <typename Use>
bool WithNumber(aclDataType type, Use use)
{
    switch (type) {
        case ACL_FLOAT:
        case ACL_COMPLEX64: use(float()); return true;
        case ACL_DOUBLE:
        case ACL_COMPLEX128: use(double()); return true;
        case ACL_FLOAT16: use(op::fp16_t()); return true;
        case ACL_BF16: use(BFloat16()); return true;
        case ACL_BOOL: use(bool()); return true;
        case ACL_INT8: use(int8_t()); return true;
        case ACL_INT16: use(int16_t()); return true;
        case ACL_INT32: use(int32_t()); return true;
        case ACL_INT64: use(int64_t()); return true;
        case ACL_UINT8: use(uint8_t()); return true;
        case ACL_UINT16: use(uint16_t()); return true;
        case ACL_UINT32: use(uint32_t()); return true;
        case ACL_UINT64: use(uint64_t()); return true;
        default: return false;
    }
}

inline size_t Parts(aclDataType type)
{
    return type == ACL_COMPLEX64 || type == ACL_COMPLEX128 ? 2 : 1;
}

/* The number as the type has it; integers saturate. */
template <typename Number>
Number To(long double value)
{
    if constexpr (std::is_same_v<Number, bool>) {
        return value != 0;
    } else if constexpr (std::is_integral_v<Number>) {
        constexpr auto low = static_cast<long double>(std::numeric_limits<Number>::min());
        constexpr auto high = static_cast<long double>(std::numeric_limits<Number>::max());
        return static_cast<Number>(std::isnan(value) ? 0 : std::clamp(value, low, high));
    } else if constexpr (std::is_floating_point_v<Number>) {
        return static_cast<Number>(value);
    } else {
        return Number(static_cast<float>(value));
    }
}

template <typename Number>
long double From(const unsigned char *bytes)
{
    Number number{};
    std::memcpy(static_cast<void *>(&number), bytes, sizeof(number));
    if constexpr (std::is_arithmetic_v<Number>) {
        return static_cast<long double>(number);
    } else {
        return static_cast<long double>(static_cast<float>(number));
    }
}

inline const std::vector<int64_t> &StorageOf(const AclnnEmuTensorFacts &facts)
{
    return facts.storage.empty() ? facts.view : facts.storage;
}

/* The number of elements; 0 when a dimension is below 1. */
inline size_t Count(const std::vector<int64_t> &dims)
{
    size_t count = 1;
    for (const int64_t dim : dims) {
        count *= dim < 0 ? 0 : static_cast<size_t>(dim);
    }
    return count;
}

/* Where in the storage each element of the view is, in the order of the view. */
inline std::vector<size_t> Places(const AclnnEmuTensorFacts &facts)
{
    const size_t rank = facts.view.size();
    std::vector<int64_t> strides = facts.strides;
    if (strides.empty()) {
        strides.assign(rank, 1);
        for (size_t i = rank; i-- > 1;) {
            strides[i - 1] = strides[i] * facts.view[i];
        }
    }
    std::vector<size_t> places(Count(facts.view));
    std::vector<int64_t> index(rank, 0);
    int64_t place = facts.offset;
    for (size_t &next : places) {
        next = static_cast<size_t>(place);
        for (size_t axis = rank; axis-- > 0;) {
            place += strides[axis];
            if (++index[axis] < facts.view[axis]) {
                break;
            }
            place -= strides[axis] * index[axis];
            index[axis] = 0;
        }
    }
    return places;
}

/* So many numbers are drawn for a large tensor, then they repeat: a prime, so that no dimension repeats with them. */
constexpr size_t PERIOD = 65521;

/* The bytes of the storage, with the described values or with numbers drawn from the range (the same for the same
   seed). Empty, with a word in `trouble`, when that is not possible. */
inline Bytes Fill(const AclnnEmuTensorFacts &facts, unsigned seed, std::string &trouble)
{
    const size_t count = Count(StorageOf(facts)), parts = Parts(facts.type);
    const size_t views = Count(facts.view), given = facts.values.size();
    Bytes bytes(count * aclDataTypeSize(facts.type));
    if (facts.has_values && given != views && given != count) {
        trouble = "Value has " + std::to_string(given) + " numbers for a tensor of " + std::to_string(views);
        return {};
    }
    std::mt19937 random(seed);
    const long double low = facts.low, width = facts.high - facts.low;
    const bool known = WithNumber(facts.type, [&](auto like) {
        using Number = decltype(like);
        const auto put = [&bytes](size_t place, long double value) {
            const Number number = To<Number>(value);
            std::memcpy(&bytes[place * sizeof(number)], static_cast<const void *>(&number), sizeof(number));
        };
        if (facts.has_values) {
            const std::vector<size_t> places = given == views ? Places(facts) : std::vector<size_t>();
            for (size_t i = 0; i < given; ++i) {
                put((places.empty() ? i : places[i]) * parts, facts.values[i]);
            }
            return;
        }
        /* Whole numbers are drawn with the same chance for each. */
        const long double step = std::is_integral_v<Number> ? width + 1 : width;
        const size_t numbers = count * parts, drawn = std::min(numbers, PERIOD);
        for (size_t i = 0; i < drawn; ++i) {
            const long double next = low + step * (random() / 4294967296.0L);
            put(i, std::is_integral_v<Number> ? std::floor(next) : next);
        }
        for (size_t i = drawn; i < numbers; i += drawn) {
            std::memcpy(&bytes[i * sizeof(Number)], bytes.data(), std::min(drawn, numbers - i) * sizeof(Number));
        }
    });
    if (!known) {
        trouble = "no data can be made for aclDataType " + std::to_string(static_cast<int>(facts.type));
        return {};
    }
    return bytes;
}

} // namespace aclnn_emu_ut

#endif
