/* op_api_ut_common/inner/precision.h: an operator's two phases on data, and a look at the result.
   A file of aclnn_emu; inside of op_api_ut.h. */
#ifndef ACLNN_EMU_OP_API_UT_COMMON_INNER_PRECISION_H
#define ACLNN_EMU_OP_API_UT_COMMON_INNER_PRECISION_H

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn_emu.h"
#include "gtest/gtest.h"
#include "op_api_ut_common/inner/data.h"
#include "op_api_ut_common/inner/objects.h"

namespace aclnn_emu_ut {

/* A tensor with memory. */
struct Block {
    AclnnEmuTensorFacts facts;
    Role role;
    void *memory; /* of the device; null for an empty tensor */
    Bytes bytes;  /* what is copied there, later what came back */
};

/* One run of both phases on a stream of device 0. It initialises what is not initialised yet, and undoes only that. */
class Run : public Objects {
public:
    explicit Run(unsigned char mark) : mark_(mark)
    {
        initialised_ = aclInit(nullptr) == ACL_SUCCESS;
        int32_t device = 0;
        if (initialised_ || aclrtGetDevice(&device) != ACL_SUCCESS) {
            has_device_ = Passed("aclrtSetDevice", aclrtSetDevice(0));
        }
        Passed("aclrtCreateStream", aclrtCreateStream(&stream_));
    }
    ~Run() override { Close(); }

    /* Whether nothing went wrong up to here. */
    bool Ready() const { return passed_; }
    aclrtStream Stream() const { return stream_; }
    const std::vector<Block> &Blocks() const { return blocks_; }

    /* Report a failure of the test unless the status is 0. */
    bool Passed(const std::string &function, int status)
    {
        if (status != 0) {
            const char *text = aclGetRecentErrMsg();
            Fail(function + " answers " + std::to_string(status) + (text == nullptr ? "" : std::string(": ") + text));
        }
        return status == 0;
    }

    /* A tensor with data, or with marked memory for a result. */
    aclTensor *Make(const TensorDesc &desc, Role role) override
    {
        Block block{desc.Facts(), role, nullptr, {}};
        std::string trouble;
        if (role == Role::output) {
            block.bytes.assign(Count(StorageOf(block.facts)) * aclDataTypeSize(block.facts.type), mark_);
        } else {
            block.bytes = Fill(block.facts, static_cast<unsigned>(blocks_.size()), trouble);
        }
        if (!trouble.empty()) {
            Fail("tensor " + std::to_string(blocks_.size()) + ": " + trouble);
        }
        const size_t size = block.bytes.size();
        block.memory = Allocate(size);
        if (block.memory != nullptr) {
            Passed("aclrtMemcpy", aclrtMemcpy(block.memory, size, block.bytes.data(), size, ACL_MEMCPY_HOST_TO_DEVICE));
        }
        blocks_.push_back(block);
        return desc.Over(block.memory);
    }

    void *Workspace(uint64_t size) { return Allocate(static_cast<size_t>(size)); }

    /* Wait, fetch the data, give back what was taken. */
    bool Finish()
    {
        if (Passed("aclrtSynchronizeStream", aclrtSynchronizeStream(stream_))) {
            for (Block &block : blocks_) {
                const size_t size = block.bytes.size();
                if (size != 0) {
                    Passed("aclrtMemcpy",
                           aclrtMemcpy(block.bytes.data(), size, block.memory, size, ACL_MEMCPY_DEVICE_TO_HOST));
                }
            }
        }
        Close();
        return passed_;
    }

private:
    void Fail(const std::string &text)
    {
        passed_ = false;
        ADD_FAILURE() << "TestPrecision: " << text;
    }

    void *Allocate(size_t size)
    {
        void *memory = nullptr;
        if (size != 0 && Passed("aclrtMalloc", aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST))) {
            memories_.push_back(memory);
        }
        return memory;
    }

    void Close()
    {
        Destroy();
        for (; !memories_.empty(); memories_.pop_back()) {
            (void)aclrtFree(memories_.back());
        }
        if (stream_ != nullptr) {
            (void)aclrtDestroyStream(stream_);
            stream_ = nullptr;
        }
        if (has_device_) {
            (void)aclrtResetDevice(0);
            has_device_ = false;
        }
        if (initialised_) {
            (void)aclFinalize();
            initialised_ = false;
        }
    }

    unsigned char mark_;
    bool passed_ = true;
    bool initialised_ = false;
    bool has_device_ = false;
    aclrtStream stream_ = nullptr;
    std::vector<void *> memories_;
    std::vector<Block> blocks_;
};

/* Another engine and the threaded schedule for as long as this object lives; then what the environment says. Nothing
   changes while the test itself has something on the device. */
class OtherSettings {
public:
    OtherSettings()
    {
        Configure(Variable("ACLNN_EMU_ENGINE", "auto") == "reference" ? "tiled" : "reference", "threaded");
    }
    ~OtherSettings() { Configure(Variable("ACLNN_EMU_ENGINE", "auto"), Variable("ACLNN_EMU_SCHEDULE", "deferred")); }
    OtherSettings(const OtherSettings &) = delete;
    OtherSettings &operator=(const OtherSettings &) = delete;

private:
    static constexpr aclError IN_USE = 500001;

    static std::string Variable(const char *name, const char *otherwise)
    {
        const char *found = std::getenv(name);
        return found == nullptr ? otherwise : found;
    }

    static void Configure(const std::string &engine, const std::string &schedule)
    {
        const std::string json = R"({"engine": ")" + engine + R"(", "schedule": ")" + schedule + R"("})";
        const aclError status = aclnnEmuConfigure(json.c_str());
        if (status != ACL_SUCCESS && status != IN_USE) {
            ADD_FAILURE() << "TestPrecision: aclnnEmuConfigure(" << json << ") answers " << status;
        }
    }
};

/* Where in the storage the elements are that are to be looked at. */
inline std::vector<size_t> CheckedPlaces(const AclnnEmuTensorFacts &facts)
{
    std::vector<size_t> places = Places(facts);
    if (facts.checked >= 0 && static_cast<size_t>(facts.checked) < places.size()) {
        places.resize(static_cast<size_t>(facts.checked));
    }
    return places;
}

/* A failure of the test for the first element that the operator did not write, or wrote differently in the runs. */
inline void CompareRuns(const std::string &name, const Block &first, const Block &second)
{
    if (first.bytes == second.bytes) {
        return;
    }
    const std::vector<size_t> places = CheckedPlaces(first.facts);
    const size_t size = aclDataTypeSize(first.facts.type);
    for (size_t i = 0; i < places.size(); ++i) {
        const unsigned char *one = &first.bytes[places[i] * size], *two = &second.bytes[places[i] * size];
        if (std::memcmp(one, two, size) != 0) {
            const bool marked = *one == 0xA5 && *two == 0x5A && std::memcmp(one, one + 1, size - 1) == 0;
            ADD_FAILURE() << name << ", element " << i
                          << (marked ? " was not written" : " is another in the second run: other engine and schedule");
            return;
        }
    }
}

/* A failure of the test when more than the allowed share of the elements is too far from the golden. */
inline void CompareGolden(const std::string &name, const Block &block)
{
    const AclnnEmuTensorFacts &facts = block.facts;
    const std::vector<size_t> places = CheckedPlaces(facts);
    if (facts.golden.size() < places.size()) {
        ADD_FAILURE() << name << ": Golden has " << facts.golden.size() << " numbers for " << places.size();
        return;
    }
    size_t far = 0, worst = 0;
    long double found = 0;
    const bool known = WithNumber(facts.type, [&](auto like) {
        using Number = decltype(like);
        for (size_t i = places.size(); i-- > 0;) {
            const long double got = From<Number>(&block.bytes[places[i] * sizeof(Number)]), golden = facts.golden[i];
            const bool same = got == golden || (std::isnan(got) && std::isnan(golden));
            if (!same && !(std::fabs(got - golden) <= facts.absolute + facts.relative * std::fabs(golden))) {
                ++far;
                worst = i;
                found = got;
            }
        }
    });
    if (!known || Parts(facts.type) != 1) {
        ADD_FAILURE() << name << ": Golden cannot be compared with aclDataType " << static_cast<int>(facts.type);
    } else if (static_cast<double>(far) > facts.share * static_cast<double>(places.size())) {
        ADD_FAILURE() << name << ": " << far << " of " << places.size() << " elements differ from Golden; element "
                      << worst << " is " << found << ", expected " << facts.golden[worst];
    }
}

/* Look at the data of two runs; see OpApiUt::TestPrecision. */
inline void Compare(const std::string &api, const Run &first, const Run &second)
{
    for (size_t i = 0; i < first.Blocks().size(); ++i) {
        const Block &one = first.Blocks()[i];
        const std::string name = "TestPrecision: " + api + ", tensor " + std::to_string(i);
        CompareRuns(name, one, second.Blocks()[i]);
        if (one.facts.has_golden) {
            CompareGolden(name, one);
        }
    }
}

} // namespace aclnn_emu_ut

#endif
