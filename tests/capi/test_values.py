"""How values travel between C and the emulator: arrays, scalars, structures, strings, every kind of output."""

from __future__ import annotations

import pytest
from _programs import Case, Programs

CASES = [
    Case(
        "arrays",
        "const int64_t i[] = {-1, 1LL << 40}; const float f[] = {0.5F}; const bool b[] = {true, false, true};"
        "uint64_t n = 9; SHOW(aclGetIntArraySize(aclCreateIntArray(i, 2), &n)); SHOW(n);"
        "SHOW(aclGetFloatArraySize(aclCreateFloatArray(f, 1), &n)); SHOW(n);"
        "SHOW(aclGetBoolArraySize(aclCreateBoolArray(b, 3), &n)); SHOW(n);"
        "SHOW(aclGetIntArraySize(aclCreateIntArray(nullptr, 0), &n)); SHOW(n);",
        "0 2 0 1 0 3 0 0",
    ),
    Case(
        "shapes, strides and offset come back",
        "const int64_t dims[] = {2, 3}, strides[] = {1, 2}, storage[] = {10};"
        "aclTensor *x = aclCreateTensor(dims, 2, ACL_INT64, strides, 4, ACL_FORMAT_NCHW, storage, 1, nullptr);"
        "int64_t *got = nullptr, offset = 0; uint64_t n = 0; aclFormat format; aclDataType type;"
        "SHOW(aclGetViewShape(x, &got, &n)); SHOW(n); SHOW(got[0] * 10 + got[1]); delete[] got;"
        "SHOW(aclGetViewStrides(x, &got, &n)); SHOW(got[0] * 10 + got[1]); std::free(got);"
        "SHOW(aclGetStorageShape(x, &got, &n)); SHOW(n); SHOW(got[0]); delete[] got;"
        "SHOW(aclGetViewOffset(x, &offset)); SHOW(offset); SHOW(aclGetFormat(x, &format)); SHOW(format);"
        "SHOW(aclGetDataType(x, &type)); SHOW(type);",
        "0 2 23 0 12 0 1 10 0 4 0 0 0 9",
    ),
    Case(
        "a tensor described anew keeps its sizes",
        "const int64_t dims[] = {2, 3}, strides[] = {1, 2}; int64_t *got; uint64_t n;"
        "aclTensor *x = aclCreateTensor(dims, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 2, nullptr);"
        "SHOW(aclInitTensor(x, nullptr, 0, ACL_FLOAT16, strides, 0, ACL_FORMAT_ND, nullptr, 0, nullptr));"
        "aclGetViewStrides(x, &got, &n); SHOW(n); SHOW(got[0] * 10 + got[1]);"
        "SHOW(aclInitTensor(x, dims, 1, ACL_FLOAT16, strides, 0, ACL_FORMAT_ND, nullptr, 0, nullptr));"
        "aclGetViewStrides(x, &got, &n); SHOW(n); SHOW(got[0]);",
        "0 2 12 0 1 1",
    ),
    Case(
        "refused creations give null",
        "SHOW(aclCreateTensor(nullptr, 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr) == nullptr);"
        "SHOW(aclCreateScalar(nullptr, ACL_FLOAT) == nullptr); SHOW(aclCreateScalar(host, ACL_STRING) == nullptr);"
        "SHOW(aclCreateScalar(host, (aclDataType)-1) == nullptr);"
        "SHOW(aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr) != nullptr);",
        "1 1 1 1 1",
    ),
    Case(
        "scalars of every width",
        "start(); aclTensor *x = tensor(memory); bool good = true;"
        "const float f = 2; const double d = 2; const int8_t s8 = 2; const int16_t s16 = 2; const int32_t s32 = 2;"
        "const int64_t s64 = 2; const uint8_t u8 = 2; const uint16_t half = 0x4000, brain = 0x4000;"
        "const std::pair<const void *, aclDataType> all[] = {{&f, ACL_FLOAT}, {&d, ACL_DOUBLE}, {&s8, ACL_INT8},"
        "{&s16, ACL_INT16}, {&s32, ACL_INT32}, {&s64, ACL_INT64}, {&u8, ACL_UINT8}, {&half, ACL_FLOAT16},"
        "{&brain, ACL_BF16}};"
        "for (auto &one : all) { aclScalar *two = aclCreateScalar(const_cast<void *>(one.first), one.second);"
        "aclrtMemcpy(memory, 16, host, 16, ACL_MEMCPY_HOST_TO_DEVICE); float got[4];"
        "SHOW(aclnnInplaceMulsGetWorkspaceSize(x, two, &size, &executor)); void *room = nullptr;"
        "if (size) aclrtMalloc(&room, size, ACL_MEM_MALLOC_HUGE_FIRST);"
        "good &= aclnnInplaceMuls(room, size, executor, stream) == 0 && aclrtSynchronizeStream(stream) == 0;"
        "aclrtMemcpy(got, 16, memory, 16, ACL_MEMCPY_DEVICE_TO_HOST); good &= got[1] == -4; } SHOW(good);",
        "0 0 0 0 0 0 0 0 0 1",
    ),
    Case(
        "structures in and out",
        "start(); aclrtMallocConfig cfg = {nullptr, 1}; void *p = nullptr;"
        "SHOW(aclrtMallocWithCfg(&p, 16, ACL_MEM_MALLOC_HUGE_FIRST, &cfg)); aclrtMallocAttribute attribute;"
        "attribute.attr = ACL_RT_MEM_ATTR_DEVICE_ID; attribute.value.deviceId = 1; cfg.attrs = &attribute;"
        "SHOW(aclrtMallocWithCfg(&p, 16, ACL_MEM_MALLOC_HUGE_FIRST, &cfg)); attribute.value.deviceId = 0;"
        "SHOW(aclrtMallocWithCfg(&p, 16, ACL_MEM_MALLOC_HUGE_FIRST, &cfg)); aclrtPtrAttributes where;"
        "SHOW(aclrtPointerGetAttributes(p, &where)); SHOW(where.location.id); SHOW(where.location.type);"
        "SHOW(where.pageSize);",
        "100000 107000 0 0 0 1 4096",
    ),
    Case(
        "floats by value and by pointer",
        "start(); SHOW(aclFloat16ToFloat(0xC000) == -2.0F); SHOW(aclFloatToFloat16(-2.0F)); aclrtEvent a, b;"
        "aclrtCreateEventWithFlag(&a, ACL_EVENT_TIME_LINE); aclrtCreateEventWithFlag(&b, ACL_EVENT_TIME_LINE);"
        "aclrtRecordEvent(a, stream); aclrtRecordEvent(b, stream); aclrtSynchronizeStream(stream); float ms = -1;"
        "SHOW(aclrtEventElapsedTime(&ms, a, b)); SHOW(ms >= 0 && ms < 1);",
        "1 49152 0 1",
    ),
    Case(
        "data buffers",
        "aclDataBuffer *b = aclCreateDataBuffer(host, 1ULL << 33); SHOW(aclGetDataBufferAddr(b) == host);"
        "SHOW(aclGetDataBufferSizeV2(b) == 1ULL << 33); SHOW(aclGetDataBufferSize(b));"
        "SHOW(aclUpdateDataBuffer(b, nullptr, 5)); SHOW(aclGetDataBufferAddr(b) == nullptr);"
        "SHOW(aclDestroyDataBuffer(b)); SHOW(aclDestroyDataBuffer(b)); SHOW(aclDestroyDataBuffer((aclDataBuffer *)8));",
        "1 1 0 0 1 0 100000 100000",
    ),
    Case(
        "page-locked memory is host memory",
        "start(); void *p = nullptr; SHOW(aclrtMallocHost(&p, 16)); std::memset(p, 1, 16);"
        "SHOW(aclrtMemcpy(memory, 16, p, 16, ACL_MEMCPY_HOST_TO_DEVICE)); SHOW(aclrtFreeHost(p));"
        "SHOW(aclrtFreeHost(p));",
        "0 0 0 107000",
    ),
    Case(
        "negative numbers and large sizes",
        "SHOW(aclrtSetDevice(-1)); SHOW(aclrtSetDevice(0)); void *p = nullptr;"
        "SHOW(aclrtMalloc(&p, SIZE_MAX / 2, ACL_MEM_MALLOC_HUGE_FIRST)); SHOW(p == nullptr);"
        "SHOW(aclDataTypeSize((aclDataType)-1)); SHOW(aclDataTypeSize(ACL_COMPLEX128));",
        "107001 0 207001 1 0 16",
    ),
    Case(
        "handles and contexts come back",
        "start(); aclrtContext made = nullptr, now = nullptr; SHOW(aclrtCreateContext(&made, 1));"
        "SHOW(aclrtGetCurrentContext(&now)); SHOW(made == now); int32_t device = -1; SHOW(aclrtGetDevice(&device));"
        "SHOW(device); SHOW(aclrtDestroyContext(made)); SHOW(aclrtSetCurrentContext(made));",
        "0 0 1 0 1 0 107000",
    ),
    Case(
        "callbacks of a subscribed thread",
        "start(); static int seen = 0; SHOW(aclrtSubscribeReport((uint64_t)pthread_self(), stream));"
        "SHOW(aclrtLaunchCallback([](void *p) { seen = *(int *)p; }, new int(6), ACL_CALLBACK_NO_BLOCK, stream));"
        "SHOW(aclrtProcessReport(1000)); SHOW(seen); SHOW(aclrtSynchronizeStream(stream));",
        "0 0 0 6 0",
    ),
    Case(
        "a callback may call",
        "start(); SHOW(aclrtLaunchHostFunc(stream, [](void *) { int32_t d = -1; SHOW(aclrtGetDevice(&d)); }, nullptr));"
        "SHOW(aclrtSynchronizeStream(stream));",
        "0 0 0",
    ),
    Case(
        "configuration file by name",
        'SHOW(aclInit("/no/such/file.json") != 0); says("/no/such/file.json"); SHOW(aclInit(nullptr));',
        "1 told 0",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(programs: Programs, case: Case) -> None:
    programs.check(case)


OVERLOADS = """\
#include <cstdio>
#include "acl/acl_rt_api.h"
int main()
{
    float host[4] = {1, 2, 3, 4}, back[4] = {}, *device = nullptr;
    aclrtStream stream;
    aclrtEvent event;
    aclrtPtrAttributes where;
    int bad = aclInit(nullptr) + aclrtSetDevice(0) + aclrtCreateStream(&stream, 0, 0);
    bad += aclrtMalloc(&device, sizeof host);
    bad += aclrtMemcpy(device, sizeof host, host, sizeof host, ACL_MEMCPY_HOST_TO_DEVICE);
    bad += aclrtMemcpyAsync(back, sizeof back, device, sizeof back, ACL_MEMCPY_DEVICE_TO_HOST, stream);
    bad += aclrtSynchronizeStream(stream, 1000) + aclrtCreateEvent(&event, ACL_EVENT_SYNC);
    bad += aclrtPointerGetAttributes(device, &where) + aclrtSynchronizeDevice(1000);
    size_t sizes[1] = {16}, failed = 0;
    aclrtMemcpyBatchAttr attribute = {};
    float *sources[1] = {host}, *targets[1] = {device};
    bad += aclrtMemcpyBatch(targets, sizes, sources, sizes, 1, attribute, &failed) == 0; // not emulated
    std::printf("%d %g\\n", bad, back[3]);
}
"""


def test_overloads_of_cpp(programs: Programs) -> None:
    assert programs.output(OVERLOADS, "-Wall", "-Wextra", "-Werror") == ["0 4"]
