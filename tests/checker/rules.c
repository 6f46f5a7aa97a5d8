/* A wrong and a right program for many rules of the checker; docs/rules shows the functions.
   usage: rules wrong|right [ID]: one after the other, each on a fresh machine. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn_emu.h"
#include "aclnnop/aclnn_abs.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_binary_cross_entropy.h"
#include "aclnnop/aclnn_neg.h"

#define H2D ACL_MEMCPY_HOST_TO_DEVICE
#define D2H ACL_MEMCPY_DEVICE_TO_HOST

/* Initialise, choose device 0, make a stream. */
static aclrtStream start(void)
{
    aclrtStream stream = NULL;
    aclInit(NULL);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    return stream;
}

/* Device memory that nobody has written. */
static void *dev_malloc(size_t nbytes)
{
    void *memory = NULL;
    aclrtMalloc(&memory, nbytes, ACL_MEM_MALLOC_HUGE_FIRST);
    return memory;
}

static float ones[1024];

/* Device memory of `nbytes` bytes of ones. */
static void *filled(size_t nbytes)
{
    void *memory = dev_malloc(nbytes);
    aclrtMemcpy(memory, nbytes, ones, nbytes, H2D);
    return memory;
}

/* A tensor of n elements over an address. */
static aclTensor *vec(void *address, int64_t n, aclDataType dtype)
{
    return aclCreateTensor(&n, 1, dtype, NULL, 0, ACL_FORMAT_ND, &n, 1, address);
}

/* Four FLOAT elements over an address. */
static aclTensor *four(void *address)
{
    return vec(address, 4, ACL_FLOAT);
}

/* A tensor of n elements that is a view of `storage` elements. */
static aclTensor *view(void *address, int64_t n, int64_t stride, int64_t offset, int64_t storage)
{
    return aclCreateTensor(&n, 1, ACL_FLOAT, &stride, offset, ACL_FORMAT_ND, &storage, 1, address);
}

/* Phase 1 of out = -x. */
static aclOpExecutor *plan_neg(aclTensor *x, aclTensor *out)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    aclnnNegGetWorkspaceSize(x, out, &size, &executor);
    return executor;
}

/* out = -x: both phases. */
static void negate(aclTensor *x, aclTensor *out, aclrtStream stream)
{
    aclnnNeg(NULL, 0, plan_neg(x, out), stream);
}

/* Phase 1 of out = x + y with an INT32 x, which needs a workspace for the cast. */
static aclOpExecutor *plan_mixed(void *out, uint64_t *size)
{
    float alpha = 1;
    aclOpExecutor *executor = NULL;
    aclnnAddGetWorkspaceSize(vec(filled(16), 4, ACL_INT32), four(filled(16)), aclCreateScalar(&alpha, ACL_FLOAT), four(out),
                             size, &executor);
    return executor;
}

static void wrong_acl_life_101(void)
{
    aclrtStream stream = start();
    aclTensor *x = four(filled(16));
    aclDestroyTensor(x);
    negate(x, four(dev_malloc(16)), stream);
}

static void right_acl_life_101(void)
{
    aclrtStream stream = start();
    aclTensor *x = four(filled(16));
    negate(x, four(dev_malloc(16)), stream);
    aclDestroyTensor(x);
}

static void wrong_acl_life_102(void)
{
    start();
    aclTensor *x = four(filled(16));
    aclDestroyTensor(x);
    aclDestroyTensor(x);
}

static void right_acl_life_102(void)
{
    start();
    aclTensor *x = four(filled(16));
    aclDestroyTensor(x);
    x = NULL;
    aclDestroyTensor(x);
}

static void wrong_acl_life_103(void)
{
    start();
    aclTensor *both[] = {four(filled(16)), four(filled(16))};
    aclTensorList *list = aclCreateTensorList((const aclTensor *const *)both, 2);
    aclDestroyTensorList(list);
    aclDestroyTensor(both[0]);
}

static void right_acl_life_103(void)
{
    start();
    aclTensor *both[] = {four(filled(16)), four(filled(16))};
    aclTensorList *list = aclCreateTensorList((const aclTensor *const *)both, 2);
    aclDestroyTensorList(list);
}

static void wrong_acl_life_104(void)
{
    aclrtStream stream = start();
    aclTensor *x = four(filled(16));
    aclOpExecutor *executor = plan_neg(x, four(dev_malloc(16)));
    aclDestroyTensor(x);
    aclnnNeg(NULL, 0, executor, stream);
}

static void right_acl_life_104(void)
{
    aclrtStream stream = start();
    aclTensor *x = four(filled(16));
    aclOpExecutor *executor = plan_neg(x, four(dev_malloc(16)));
    aclnnNeg(NULL, 0, executor, stream);
    aclDestroyTensor(x);
}

static void wrong_acl_life_107(void)
{
    start();
    void *memory = dev_malloc(16);
    aclrtResetDevice(0);
    aclrtFree(memory);
}

static void right_acl_life_107(void)
{
    aclrtStream stream = start();
    void *memory = dev_malloc(16);
    aclrtFree(memory);
    aclrtDestroyStream(stream);
    aclrtResetDevice(0);
}

static void wrong_acl_life_108(void)
{
    start();
    void *memory = dev_malloc(16);
    aclrtFree(memory);
    aclrtFree(memory);
}

static void right_acl_life_108(void)
{
    start();
    void *memory = dev_malloc(16);
    aclrtFree(memory);
}

static void wrong_acl_life_110(void)
{
    aclInit(NULL); /* library A */
    aclInit(NULL); /* library B */
    aclFinalize(); /* library B ends what A still uses */
}

static void right_acl_life_110(void)
{
    aclInit(NULL);
    aclFinalize();
}

static void wrong_acl_life_112(void)
{
    aclrtStream stream = start();
    aclrtDestroyStream(stream);
    aclrtSynchronizeStream(stream);
}

static void right_acl_life_112(void)
{
    aclrtStream stream = start();
    aclrtSynchronizeStream(stream);
    aclrtDestroyStream(stream);
}

static void wrong_acl_sync_101(void)
{
    float host[4];
    aclrtStream stream = start();
    void *out = dev_malloc(16);
    negate(four(filled(16)), four(out), stream);
    aclrtMemcpy(host, 16, out, 16, D2H);
}

static void right_acl_sync_101(void)
{
    float host[4];
    aclrtStream stream = start();
    void *out = dev_malloc(16);
    negate(four(filled(16)), four(out), stream);
    aclrtSynchronizeStream(stream);
    aclrtMemcpy(host, 16, out, 16, D2H);
}

static void wrong_acl_sync_102(void)
{
    aclrtStream stream = start();
    void *x = filled(16);
    negate(four(x), four(dev_malloc(16)), stream);
    aclrtMemcpy(x, 16, ones, 16, H2D); /* the next batch */
}

static void right_acl_sync_102(void)
{
    aclrtStream stream = start();
    void *x = filled(16);
    negate(four(x), four(dev_malloc(16)), stream);
    aclrtSynchronizeStream(stream);
    aclrtMemcpy(x, 16, ones, 16, H2D);
}

static void wrong_acl_sync_103(void)
{
    aclrtStream stream = start();
    void *x = filled(16);
    negate(four(x), four(dev_malloc(16)), stream);
    aclrtFree(x);
}

static void right_acl_sync_103(void)
{
    aclrtStream stream = start();
    void *x = filled(16);
    negate(four(x), four(dev_malloc(16)), stream);
    aclrtSynchronizeStream(stream);
    aclrtFree(x);
}

static void wrong_acl_sync_104(void)
{
    uint64_t size = 0;
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_mixed(dev_malloc(16), &size);
    void *workspace = dev_malloc(size);
    aclnnAdd(workspace, size, executor, stream);
    aclrtFree(workspace);
}

static void right_acl_sync_104(void)
{
    uint64_t size = 0;
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_mixed(dev_malloc(16), &size);
    void *workspace = dev_malloc(size);
    aclnnAdd(workspace, size, executor, stream);
    aclrtSynchronizeStream(stream);
    aclrtFree(workspace);
}

static void wrong_acl_sync_105(void)
{
    void *batch = NULL;
    aclrtStream stream = start();
    aclrtMallocHost(&batch, 16);
    memset(batch, 1, 16);
    aclrtMemcpyAsync(dev_malloc(16), 16, batch, 16, H2D, stream);
    memset(batch, 2, 16); /* the next batch, too early */
    aclrtSynchronizeStream(stream);
}

static void right_acl_sync_105(void)
{
    void *batch = NULL;
    aclrtStream stream = start();
    aclrtMallocHost(&batch, 16);
    memset(batch, 1, 16);
    aclrtMemcpyAsync(dev_malloc(16), 16, batch, 16, H2D, stream);
    aclrtSynchronizeStream(stream);
    memset(batch, 2, 16);
}

static void wrong_acl_sync_106(void)
{
    void *batch = NULL;
    aclrtStream stream = start();
    aclrtMallocHost(&batch, 16);
    aclrtMemcpyAsync(dev_malloc(16), 16, batch, 16, H2D, stream);
    aclrtFreeHost(batch);
}

static void right_acl_sync_106(void)
{
    void *batch = NULL;
    aclrtStream stream = start();
    aclrtMallocHost(&batch, 16);
    aclrtMemcpyAsync(dev_malloc(16), 16, batch, 16, H2D, stream);
    aclrtSynchronizeStream(stream);
    aclrtFreeHost(batch);
}

static void wrong_acl_sync_107(void)
{
    aclrtEvent event = NULL;
    aclrtStream stream = start();
    aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC);
    aclrtStreamWaitEvent(stream, event);
    aclrtSynchronizeStream(stream); /* nobody records the event */
}

static void right_acl_sync_107(void)
{
    aclrtEvent event = NULL;
    aclrtStream stream = start(), other = NULL;
    aclrtCreateStream(&other);
    aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC);
    aclrtStreamWaitEvent(stream, event);
    aclrtRecordEvent(event, other);
    aclrtSynchronizeStream(stream);
}

static void wrong_acl_race_101(void)
{
    aclrtStream one = start(), two = NULL;
    aclrtCreateStream(&two);
    void *between = filled(16);
    negate(four(filled(16)), four(between), one);
    negate(four(between), four(dev_malloc(16)), two);
}

static void right_acl_race_101(void)
{
    aclrtEvent event = NULL;
    aclrtStream one = start(), two = NULL;
    aclrtCreateStream(&two);
    aclrtCreateEvent(&event);
    void *between = filled(16);
    negate(four(filled(16)), four(between), one);
    aclrtRecordEvent(event, one);
    aclrtStreamWaitEvent(two, event);
    negate(four(between), four(dev_malloc(16)), two);
}

static void wrong_acl_race_102(void)
{
    aclrtStream one = start(), two = NULL;
    aclrtCreateStream(&two);
    void *out = dev_malloc(32);
    negate(four(filled(16)), view(out, 4, 1, 0, 8), one);
    negate(four(filled(16)), view(out, 4, 1, 2, 8), two);
}

static void right_acl_race_102(void)
{
    aclrtStream one = start(), two = NULL;
    aclrtCreateStream(&two);
    void *out = dev_malloc(32);
    negate(four(filled(16)), view(out, 4, 1, 0, 8), one); /* the first half */
    negate(four(filled(16)), view(out, 4, 1, 4, 8), two); /* the other half */
}

static void wrong_acl_race_103(void)
{
    aclrtStream one = start(), two = NULL;
    aclrtCreateStream(&two);
    void *x = filled(16);
    negate(four(x), four(dev_malloc(16)), one);
    aclrtMemsetAsync(x, 16, 0, 16, two);
}

static void right_acl_race_103(void)
{
    aclrtStream one = start();
    void *x = filled(16);
    negate(four(x), four(dev_malloc(16)), one);
    aclrtMemsetAsync(x, 16, 0, 16, one);
}

static void wrong_acl_race_104(void)
{
    uint64_t size = 0;
    aclrtStream one = start(), two = NULL;
    aclrtCreateStream(&two);
    void *workspace = dev_malloc(4096);
    aclOpExecutor *first = plan_mixed(dev_malloc(16), &size), *second = plan_mixed(dev_malloc(16), &size);
    aclnnAdd(workspace, size, first, one);
    aclnnAdd(workspace, size, second, two);
}

static void right_acl_race_104(void)
{
    uint64_t size = 0;
    aclrtStream one = start();
    void *workspace = dev_malloc(4096);
    aclOpExecutor *first = plan_mixed(dev_malloc(16), &size), *second = plan_mixed(dev_malloc(16), &size);
    aclnnAdd(workspace, size, first, one);
    aclnnAdd(workspace, size, second, one);
}

static void wrong_acl_mem_101(void)
{
    aclrtStream stream = start();
    negate(vec(filled(4096), 1024, ACL_FLOAT), vec(dev_malloc(1024), 1024, ACL_FLOAT), stream);
}

static void right_acl_mem_101(void)
{
    aclrtStream stream = start();
    negate(vec(filled(4096), 1024, ACL_FLOAT), vec(dev_malloc(4096), 1024, ACL_FLOAT), stream);
}

static void wrong_acl_mem_102(void)
{
    aclrtStream stream = start();
    negate(four(ones), four(dev_malloc(16)), stream);
}

static void right_acl_mem_102(void)
{
    aclrtStream stream = start();
    negate(four(filled(16)), four(dev_malloc(16)), stream);
}

static void wrong_acl_mem_103(void)
{
    aclrtStream stream = start();
    void *x = filled(16);
    aclrtFree(x);
    negate(four(x), four(dev_malloc(16)), stream);
}

static void right_acl_mem_103(void)
{
    aclrtStream stream = start();
    void *x = filled(16);
    negate(four(x), four(dev_malloc(16)), stream);
    aclrtSynchronizeStream(stream);
    aclrtFree(x);
}

static void wrong_acl_mem_104(void)
{
    aclrtStream stream = NULL;
    start();
    void *x = filled(16); /* on device 0 */
    aclrtSetDevice(1);
    aclrtCreateStream(&stream);
    negate(four(x), four(dev_malloc(16)), stream);
}

static void right_acl_mem_104(void)
{
    aclrtStream stream = NULL;
    start();
    aclrtSetDevice(1);
    aclrtCreateStream(&stream);
    negate(four(filled(16)), four(dev_malloc(16)), stream);
}

static void wrong_acl_mem_105(void)
{
    start();
    plan_neg(view(filled(40), 5, 2, 0, 5), vec(dev_malloc(20), 5, ACL_FLOAT));
}

static void right_acl_mem_105(void)
{
    start();
    plan_neg(view(filled(40), 5, 2, 0, 10), vec(dev_malloc(20), 5, ACL_FLOAT));
}

static void wrong_acl_mem_106(void)
{
    start();
    aclrtMemcpy(dev_malloc(16), 1024, ones, 16, H2D);
}

static void right_acl_mem_106(void)
{
    start();
    aclrtMemcpy(dev_malloc(16), 16, ones, 16, H2D);
}

static void wrong_acl_mem_107(void)
{
    start();
    aclrtMemcpy(dev_malloc(16), 16, ones, 16, D2H);
}

static void right_acl_mem_107(void)
{
    start();
    aclrtMemcpy(dev_malloc(16), 16, ones, 16, H2D);
}

static void wrong_acl_mem_108(void)
{
    aclrtStream stream = start();
    void *x = filled(16); /* four floats */
    negate(vec(x, 4, ACL_FLOAT16), vec(dev_malloc(16), 4, ACL_FLOAT16), stream);
    aclrtSynchronizeStream(stream);
    aclrtFree(x);
}

static void right_acl_mem_108(void)
{
    aclrtStream stream = start();
    void *x = filled(64); /* 32 FLOAT16 in two batches of 16 */
    negate(vec(x, 16, ACL_FLOAT16), vec(dev_malloc(32), 16, ACL_FLOAT16), stream);
    aclTensor *second = vec((char *)x + 32, 16, ACL_FLOAT16);
    negate(second, vec(dev_malloc(32), 16, ACL_FLOAT16), stream);
    aclrtSynchronizeStream(stream);
    aclrtFree(x);
}

static void wrong_acl_mem_110(void)
{
    aclrtStream stream = start();
    void *x = filled(32);
    negate(view(x, 4, 1, 0, 8), view(x, 4, 1, 1, 8), stream);
}

static void right_acl_mem_110(void)
{
    aclrtStream stream = start();
    void *x = filled(32);
    negate(view(x, 4, 1, 0, 8), view(x, 4, 1, 0, 8), stream); /* in place */
}

static void wrong_acl_init_101(void)
{
    aclrtStream stream = start();
    void *x = dev_malloc(16);
    aclrtMemcpy(x, 16, ones, 4, H2D); /* 4 elements are 16 bytes */
    negate(four(x), four(dev_malloc(16)), stream);
}

static void right_acl_init_101(void)
{
    aclrtStream stream = start();
    void *x = dev_malloc(16);
    aclrtMemcpy(x, 16, ones, 16, H2D);
    negate(four(x), four(dev_malloc(16)), stream);
}

static void wrong_acl_init_102(void)
{
    float host[4];
    aclrtStream stream = start();
    void *out = dev_malloc(32);
    negate(four(filled(16)), view(out, 4, 1, 4, 8), stream);
    aclrtSynchronizeStream(stream);
    aclrtMemcpy(host, 16, out, 16, D2H); /* the result begins 16 bytes later */
}

static void right_acl_init_102(void)
{
    float host[4];
    aclrtStream stream = start();
    void *out = dev_malloc(32);
    negate(four(filled(16)), view(out, 4, 1, 4, 8), stream);
    aclrtSynchronizeStream(stream);
    aclrtMemcpy(host, 16, (char *)out + 16, 16, D2H);
}

static void wrong_acl_exec_101(void)
{
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_neg(four(filled(16)), four(dev_malloc(16)));
    aclnnNeg(NULL, 0, executor, stream);
    aclnnNeg(NULL, 0, executor, stream);
}

static void right_acl_exec_101(void)
{
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_neg(four(filled(16)), four(dev_malloc(16)));
    aclSetAclOpExecutorRepeatable(executor);
    aclnnNeg(NULL, 0, executor, stream);
    aclnnNeg(NULL, 0, executor, stream);
    aclDestroyAclOpExecutor(executor);
}

static void wrong_acl_exec_102(void)
{
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_neg(four(filled(16)), four(dev_malloc(16)));
    aclnnNeg(NULL, 0, executor, stream);
    aclDestroyAclOpExecutor(executor);
}

static void right_acl_exec_102(void)
{
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_neg(four(filled(16)), four(dev_malloc(16)));
    aclnnNeg(NULL, 0, executor, stream);
}

static void wrong_acl_exec_104(void)
{
    uint64_t size = 0;
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_mixed(dev_malloc(16), &size);
    aclnnAdd(NULL, size, executor, stream);
}

static void right_acl_exec_104(void)
{
    uint64_t size = 0;
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_mixed(dev_malloc(16), &size);
    aclnnAdd(dev_malloc(size), size, executor, stream);
}

static void wrong_acl_exec_107(void)
{
    uint64_t size = 0;
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_mixed(dev_malloc(16), &size);
    aclnnAdd(dev_malloc(size), size - 512, executor, stream);
}

static void right_acl_exec_107(void)
{
    uint64_t size = 0;
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_mixed(dev_malloc(16), &size);
    aclnnAdd(dev_malloc(size), size, executor, stream);
}

static void wrong_acl_exec_108(void)
{
    uint64_t size = 0;
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_mixed(dev_malloc(16), &size);
    aclnnAdd(dev_malloc(16), size, executor, stream);
}

static void right_acl_exec_108(void)
{
    uint64_t size = 0;
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_mixed(dev_malloc(16), &size);
    aclnnAdd(dev_malloc(size), size, executor, stream);
}

static void wrong_acl_exec_109(void)
{
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_neg(four(filled(16)), four(dev_malloc(16)));
    aclnnAbs(NULL, 0, executor, stream);
}

static void right_acl_exec_109(void)
{
    aclrtStream stream = start();
    aclOpExecutor *executor = plan_neg(four(filled(16)), four(dev_malloc(16)));
    aclnnNeg(NULL, 0, executor, stream);
}

static void *work_of_wrong_acl_thread_101(void *nothing)
{
    (void)nothing;
    return dev_malloc(16);
}

static void wrong_acl_thread_101(void)
{
    pthread_t worker;
    start();
    pthread_create(&worker, NULL, work_of_wrong_acl_thread_101, NULL);
    pthread_join(worker, NULL);
}

static void *work_of_right_acl_thread_101(void *nothing)
{
    (void)nothing;
    aclrtSetDevice(0);
    return dev_malloc(16);
}

static void right_acl_thread_101(void)
{
    pthread_t worker;
    start();
    pthread_create(&worker, NULL, work_of_right_acl_thread_101, NULL);
    pthread_join(worker, NULL);
}

static void wrong_acl_thread_102(void)
{
    aclrtStream stream = start(); /* on device 0 */
    aclrtSetDevice(1);
    aclrtDestroyStream(stream);
}

static void right_acl_thread_102(void)
{
    aclrtStream stream = start();
    aclrtSetDevice(1);
    aclrtSetDevice(0);
    aclrtDestroyStream(stream);
}

/* The library that aclnnAdd is from. */
static const char *our_library(void)
{
    static Dl_info info;
    dladdr((void *)aclnnAdd, &info);
    return info.dli_fname;
}

/* A copy of it with the same name in another folder, as a second toolkit has it. */
static void *load_copy(void)
{
    char folder[] = "/tmp/toolkitXXXXXX", path[64], bytes[4096];
    const char *name = strrchr(our_library(), '/');
    size_t count;
    snprintf(path, sizeof(path), "%s%s", mkdtemp(folder), name);
    FILE *from = fopen(our_library(), "rb"), *to = fopen(path, "wb");
    while ((count = fread(bytes, 1, sizeof(bytes), from)) > 0) {
        fwrite(bytes, 1, count, to);
    }
    fclose(from);
    fclose(to);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    unlink(path);
    rmdir(folder);
    return library;
}

static void wrong_acl_thread_105(void)
{
    void *library = load_copy();
    aclInit(NULL);
    dlclose(library);
}

static void right_acl_thread_105(void)
{
    void *library = dlopen(our_library(), RTLD_NOW | RTLD_LOCAL);
    aclInit(NULL);
    dlclose(library);
}

static void wrong_acl_leak_101(void)
{
    aclInit(NULL);
    aclrtSetDevice(0);
    dev_malloc(16);
    aclrtResetDevice(0);
}

static void right_acl_leak_101(void)
{
    aclInit(NULL);
    aclrtSetDevice(0);
    aclrtFree(dev_malloc(16));
    aclrtResetDevice(0);
}

static void wrong_acl_leak_106(void)
{
    aclInit(NULL);
    aclrtSetDevice(0);
    four(NULL);
    aclFinalize();
}

static void right_acl_leak_106(void)
{
    aclInit(NULL);
    aclrtSetDevice(0);
    aclDestroyTensor(four(NULL));
    aclFinalize();
}

static void wrong_aclnn_param_106(void)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    start();
    aclTensor *x = four(filled(16));
    aclnnBinaryCrossEntropyGetWorkspaceSize(x, x, x, 3, four(dev_malloc(16)), &size, &executor);
}

static void right_aclnn_param_106(void)
{
    uint64_t size = 0;
    aclOpExecutor *executor = NULL;
    start();
    aclTensor *x = four(filled(16));
    aclnnBinaryCrossEntropyGetWorkspaceSize(x, x, x, 0, four(dev_malloc(16)), &size, &executor);
}

#define PAIR(name) {#name, wrong_##name, right_##name}
static const struct {
    const char *name;
    void (*wrong)(void);
    void (*right)(void);
} programs[] = {
    PAIR(acl_life_101), PAIR(acl_life_102), PAIR(acl_life_103), PAIR(acl_life_104), PAIR(acl_life_107), PAIR(acl_life_108),
    PAIR(acl_life_110), PAIR(acl_life_112), PAIR(acl_sync_101), PAIR(acl_sync_102), PAIR(acl_sync_103), PAIR(acl_sync_104),
    PAIR(acl_sync_105), PAIR(acl_sync_106), PAIR(acl_sync_107), PAIR(acl_race_101), PAIR(acl_race_102), PAIR(acl_race_103),
    PAIR(acl_race_104), PAIR(acl_mem_101), PAIR(acl_mem_102), PAIR(acl_mem_103), PAIR(acl_mem_104), PAIR(acl_mem_105),
    PAIR(acl_mem_106), PAIR(acl_mem_107), PAIR(acl_mem_108), PAIR(acl_mem_110), PAIR(acl_init_101), PAIR(acl_init_102),
    PAIR(acl_exec_101), PAIR(acl_exec_102), PAIR(acl_exec_104), PAIR(acl_exec_107), PAIR(acl_exec_108), PAIR(acl_exec_109),
    PAIR(acl_thread_101), PAIR(acl_thread_102), PAIR(acl_thread_105), PAIR(acl_leak_101), PAIR(acl_leak_106), PAIR(aclnn_param_106),
};

int main(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof(ones) / sizeof(*ones); i++) {
        ones[i] = 1;
    }
    for (size_t i = 0; argc > 1 && i < sizeof(programs) / sizeof(*programs); i++) {
        if (argc == 2 || strcmp(argv[2], programs[i].name) == 0) {
            (strcmp(argv[1], "wrong") == 0 ? programs[i].wrong : programs[i].right)();
            aclnnEmuReset();
        }
    }
    return 0;
}
