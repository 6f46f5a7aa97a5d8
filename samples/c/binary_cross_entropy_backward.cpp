// The gradient of the binary cross-entropy in C++17: every resource is an object that gives itself back.
//
//   aclnn-emu cc samples/c/binary_cross_entropy_backward.cpp -o bce && aclnn-emu run ./bce

#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_backward.h"

namespace {

// A status that is not 0 becomes an exception that carries the library's own explanation.
void check(int status, const char *call)
{
    if (status != ACL_SUCCESS) {
        const char *why = aclGetRecentErrMsg();
        throw std::runtime_error(std::string(call) + " failed: " + std::to_string(status) + "\n" + (why ? why : ""));
    }
}

class Session {
public:
    explicit Session(int32_t device) : device_(device)
    {
        check(aclInit(nullptr), "aclInit");
        check(aclrtSetDevice(device_), "aclrtSetDevice");
    }
    ~Session()
    {
        aclrtResetDevice(device_);
        aclFinalize();
    }
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

private:
    int32_t device_;
};

class Stream {
public:
    Stream() { check(aclrtCreateStream(&stream_), "aclrtCreateStream"); }
    ~Stream() { aclrtDestroyStream(stream_); }
    Stream(const Stream &) = delete;
    Stream &operator=(const Stream &) = delete;

    aclrtStream get() const { return stream_; }
    void synchronize() const { check(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream"); }

private:
    aclrtStream stream_ = nullptr;
};

struct FreeDevice {
    void operator()(void *address) const { aclrtFree(address); }
};
using DeviceMemory = std::unique_ptr<void, FreeDevice>;

DeviceMemory allocate(std::size_t bytes)
{
    void *address = nullptr;
    if (bytes > 0) {
        check(aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    }
    return DeviceMemory(address);
}

struct DestroyTensor {
    void operator()(aclTensor *tensor) const { aclDestroyTensor(tensor); }
};

// Device memory and the tensor that describes it.
class FloatTensor {
public:
    FloatTensor(std::vector<int64_t> shape, const std::vector<float> &values)
        : bytes_(values.size() * sizeof(float)), memory_(allocate(bytes_))
    {
        check(aclrtMemcpy(memory_.get(), bytes_, values.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");
        tensor_.reset(aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape.data(),
                                      shape.size(), memory_.get()));
        if (!tensor_) {
            throw std::runtime_error("aclCreateTensor gave no tensor");
        }
    }

    aclTensor *get() const { return tensor_.get(); }

    std::vector<float> read() const
    {
        std::vector<float> values(bytes_ / sizeof(float));
        check(aclrtMemcpy(values.data(), bytes_, memory_.get(), bytes_, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
        return values;
    }

private:
    std::size_t bytes_;
    DeviceMemory memory_;
    std::unique_ptr<aclTensor, DestroyTensor> tensor_;
};

std::vector<float> gradient(const Stream &stream)
{
    const std::vector<int64_t> shape = {2, 2};
    const FloatTensor grad(shape, std::vector<float>(4, 0.1F));
    const FloatTensor self(shape, std::vector<float>(4, 0.3F));
    const FloatTensor target(shape, std::vector<float>(4, 0.5F));
    const FloatTensor weight(shape, std::vector<float>(4, 1.0F));
    const FloatTensor out(shape, std::vector<float>(4, 0.0F));

    uint64_t workspaceSize = 0;
    aclOpExecutor *executor = nullptr;
    check(aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(grad.get(), self.get(), target.get(), weight.get(), 0,
                                                          out.get(), &workspaceSize, &executor),
          "phase 1");
    const DeviceMemory workspace = allocate(workspaceSize);
    check(aclnnBinaryCrossEntropyBackward(workspace.get(), workspaceSize, executor, stream.get()), "phase 2");
    stream.synchronize(); // before this the output is not there, and nothing may be given back
    return out.read();
}

} // namespace

int main()
{
    try {
        const Session session(0);
        const Stream stream;
        const std::vector<float> result = gradient(stream);
        for (std::size_t i = 0; i < result.size(); ++i) {
            std::printf("result[%zu] is: %f\n", i, static_cast<double>(result[i]));
        }
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
