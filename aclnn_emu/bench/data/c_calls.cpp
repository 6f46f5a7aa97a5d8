// What calls cost from C++, in microseconds, best and median: processor time of the whole process, so that a busy
// computer does not count. `aclnn-emu bench` builds and runs it. An argument says how many rounds there are of each call.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_add.h"

namespace {

std::size_t rounds = 9;

double seconds()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void report(const char *name, double best, double median, int failures)
{
    std::printf("%-40s %10.3f %10.3f\n", name, best * 1e6, median * 1e6);
    if (failures != 0) {
        std::fprintf(stderr, "%s failed\n", name);
        std::exit(1);
    }
}

template <typename Call> void measure(const char *name, int times, Call call)
{
    int failures = call() != 0; // the first call of a function binds it
    std::vector<double> each(rounds);
    for (double &round : each) {
        const double begin = seconds();
        for (int i = 0; i < times; ++i) {
            failures += call() != 0;
        }
        round = (seconds() - begin) / times;
    }
    std::sort(each.begin(), each.end());
    report(name, each.front(), each[each.size() / 2], failures);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1) {
        rounds = std::max(1, std::atoi(argv[1]));
    }
    const double begin = seconds();
    aclrtStream stream = nullptr;
    int failures = aclInit(nullptr) + aclrtSetDevice(0) + aclrtCreateStream(&stream);
    const double start = seconds() - begin;
    report("start and init", start, start, failures);

    const int64_t shape[] = {4};
    const float numbers[4] = {1, 2, 3, 4};
    const float one = 1;
    void *memory[3];
    aclTensor *tensors[3];
    for (int i = 0; i < 3; ++i) {
        failures += aclrtMalloc(&memory[i], sizeof numbers, ACL_MEM_MALLOC_HUGE_FIRST);
        failures += aclrtMemcpy(memory[i], sizeof numbers, numbers, sizeof numbers, ACL_MEMCPY_HOST_TO_DEVICE);
        tensors[i] = aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, memory[i]);
    }
    const aclScalar *alpha = aclCreateScalar(const_cast<float *>(&one), ACL_FLOAT);

    int32_t device = 0;
    measure("aclDataTypeSize", 20000, [&] { return aclDataTypeSize(ACL_FLOAT) != 4; });
    measure("aclrtGetDevice", 20000, [&] { return aclrtGetDevice(&device); });
    measure("aclCreateTensor and aclDestroyTensor", 5000, [&] {
        return aclDestroyTensor(
            aclCreateTensor(shape, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, 1, memory[0]));
    });
    measure("aclrtMemcpy, 16 bytes to the device", 5000, [&] {
        return aclrtMemcpy(memory[0], sizeof numbers, numbers, sizeof numbers, ACL_MEMCPY_HOST_TO_DEVICE);
    });
    const auto add = [&] {
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        const int status = aclnnAddGetWorkspaceSize(tensors[0], tensors[1], alpha, tensors[2], &size, &executor);
        return status ? status : aclnnAdd(nullptr, size, executor, stream);
    };
    measure("aclnnAdd of 4 elements, both phases", 2000, add);
    failures += aclrtSynchronizeStream(stream);
    measure("the same and a synchronise", 2000, [&] {
        const int status = add();
        return status ? status : aclrtSynchronizeStream(stream);
    });
    return failures;
}
