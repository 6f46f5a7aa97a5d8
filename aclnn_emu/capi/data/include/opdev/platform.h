/* opdev/platform.h: which chip a unit test runs for.
   A file of aclnn_emu: what CANN's op_api unit tests use of this header, on the emulator's controls. */
#ifndef ACLNN_EMU_OPDEV_PLATFORM_H
#define ACLNN_EMU_OPDEV_PLATFORM_H

#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>

#include "acl/acl.h"
#include "aclnn_emu.h"
#include "gtest/gtest.h"

/* Architectures by their number; DAV_2201 is that of Ascend910B and Ascend910_93. */
enum class NpuArch : uint32_t {
    DAV_1001 = 1001,
    DAV_1002 = 1002,
    DAV_1003 = 1003,
    DAV_1004 = 1004,
    DAV_1999 = 1999,
    DAV_2002 = 2002,
    DAV_2003 = 2003,
    DAV_2004 = 2004,
    DAV_2006 = 2006,
    DAV_2102 = 2102,
    DAV_2103 = 2103,
    DAV_2104 = 2104,
    DAV_2201 = 2201,
    DAV_3002 = 3002,
    DAV_3003 = 3003,
    DAV_3004 = 3004,
    DAV_3102 = 3102,
    DAV_3103 = 3103,
    DAV_3113 = 3113,
    DAV_3502 = 3502,
    DAV_3505 = 3505,
    DAV_3510 = 3510,
    DAV_3801 = 3801,
    DAV_5101 = 5101,
    DAV_5102 = 5102,
    DAV_5161 = 5161,
    DAV_9201 = 9201,
    DAV_9202 = 9202,
    DAV_9301 = 9301,
    DAV_RESV = 0xFFFF
};

namespace op {

enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,
    ASCEND910_93,
    ASCEND950,
    ASCEND350,
    ASCEND910E,
    ASCEND310,
    ASCEND310P,
    ASCEND310B,
    ASCEND310C,
    ASCEND610LITE,
    KIRINX90,
    KIRIN9030,
    RESERVED_VERSION = 99999
};

/* The chips that the emulator has. */
struct AclnnEmuChip {
    SocVersion version;
    NpuArch arch;
    const char *name;   /* for aclnnEmuSetSoc */
    const char *prefix; /* how what aclrtGetSocName answers begins */
};

/* The longer of two prefixes comes first, as does the chip that stands for its architecture. */
inline constexpr AclnnEmuChip ACLNN_EMU_CHIPS[] = {
    {SocVersion::ASCEND910B, NpuArch::DAV_2201, "Ascend910B", "Ascend910B"},
    {SocVersion::ASCEND910_93, NpuArch::DAV_2201, "Ascend910_93", "Ascend910_93"},
    {SocVersion::ASCEND910, NpuArch::DAV_1001, "Ascend910", "Ascend910"},
    {SocVersion::ASCEND310P, NpuArch::DAV_2002, "Ascend310P", "Ascend310P"},
    {SocVersion::ASCEND310B, NpuArch::DAV_3002, "Ascend310B", "Ascend310B"},
    {SocVersion::ASCEND950, NpuArch::DAV_3510, "Ascend950", "Ascend950"},
};

/* The chip's name, or the number of one that the emulator does not have. */
inline std::ostream &operator<<(std::ostream &out, SocVersion version)
{
    for (const AclnnEmuChip &chip : ACLNN_EMU_CHIPS) {
        if (chip.version == version) {
            return out << chip.name;
        }
    }
    return out << "op::SocVersion " << static_cast<int>(version);
}

/* What a test asks about the chip that the emulator is now. */
class PlatformInfo {
public:
    SocVersion GetSocVersion() const
    {
        const AclnnEmuChip *chip = Chip();
        return chip == nullptr ? SocVersion::RESERVED_VERSION : chip->version;
    }

    NpuArch GetCurNpuArch() const
    {
        const AclnnEmuChip *chip = Chip();
        return chip == nullptr ? NpuArch::DAV_RESV : chip->arch;
    }

    std::string GetSocLongVersion() const
    {
        const char *name = aclrtGetSocName();
        return name == nullptr ? "" : name;
    }

private:
    const AclnnEmuChip *Chip() const
    {
        const std::string name = GetSocLongVersion();
        for (const AclnnEmuChip &chip : ACLNN_EMU_CHIPS) {
            if (name.compare(0, std::strlen(chip.prefix), chip.prefix) == 0) {
                return &chip;
            }
        }
        return nullptr;
    }
};

inline const PlatformInfo &GetCurrentPlatformInfo()
{
    static const PlatformInfo info;
    return info;
}

/* Become this chip; a failure of the test when the emulator does not have it, or has something in use. */
inline void AclnnEmuBecome(const AclnnEmuChip *chip, const std::string &asked)
{
    if (chip == nullptr) {
        ADD_FAILURE() << "not emulated: the chip " << asked;
        return;
    }
    const aclError status = aclnnEmuSetSoc(chip->name);
    if (status != ACL_SUCCESS) {
        const char *text = aclGetRecentErrMsg();
        ADD_FAILURE() << "aclnnEmuSetSoc(" << chip->name << ") answers " << status << ": " << (text ? text : "");
    }
}

/* From now on the process runs for this chip. */
inline void SetPlatformSocVersion(SocVersion version)
{
    const AclnnEmuChip *found = nullptr;
    for (const AclnnEmuChip &chip : ACLNN_EMU_CHIPS) {
        found = chip.version == version ? &chip : found;
    }
    AclnnEmuBecome(found, "op::SocVersion " + std::to_string(static_cast<int>(version)));
}

/* From now on the process runs for the chip that stands for this architecture. */
inline void SetPlatformNpuArch(NpuArch arch)
{
    const AclnnEmuChip *found = nullptr;
    for (const AclnnEmuChip &chip : ACLNN_EMU_CHIPS) {
        found = found == nullptr && chip.arch == arch ? &chip : found;
    }
    AclnnEmuBecome(found, "NpuArch " + std::to_string(static_cast<uint32_t>(arch)));
}

/* How many cube cores the chip has. By it the vendor's library chooses between kernels that compute the same; the
   emulator has one of them, and no status depends on it. */
inline void SetCubeCoreNum(uint32_t) {}

/* Another chip for as long as this object lives. */
class SocVersionManager {
public:
    explicit SocVersionManager(SocVersion version) : before_(GetCurrentPlatformInfo().GetSocVersion())
    {
        SetPlatformSocVersion(version);
    }
    ~SocVersionManager() { SetPlatformSocVersion(before_); }
    SocVersionManager(const SocVersionManager &) = delete;
    SocVersionManager &operator=(const SocVersionManager &) = delete;

private:
    SocVersion before_;
};

/* The same by architecture. */
class NpuArchManager {
public:
    explicit NpuArchManager(NpuArch arch) : before_(GetCurrentPlatformInfo().GetSocVersion())
    {
        SetPlatformNpuArch(arch);
    }
    ~NpuArchManager() { SetPlatformSocVersion(before_); }
    NpuArchManager(const NpuArchManager &) = delete;
    NpuArchManager &operator=(const NpuArchManager &) = delete;

private:
    SocVersion before_;
};

} // namespace op

#endif
