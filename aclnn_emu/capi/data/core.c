/* Starts the interpreter once and hands calls to it. A file of aclnn_emu, compiled into libascendcl.so.
   settings.h, made for the build: EMU_PROGRAM, EMU_LIBPYTHON, EMU_VERSION, EMU_USER_SITE, EMU_FIRST, EMU_BYTES. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "core.h"
#include "settings.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define DONE 0xAC1

/* Made by cffi; they answer 0 where Python raised or did not start. */
extern int32_t aclnn_emu_bind(const char *name, const char *signature);
extern int32_t aclnn_emu_dispatch(int32_t number, uint64_t *slots);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int usable = 0;

/* Touching device memory from the host stops the program at once, as on hardware. Where the range is taken
   already (a sanitizer's shadow) nothing more can be done. */
static void reserve_device_addresses(void)
{
    void *got = mmap((void *)EMU_FIRST, EMU_BYTES, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == MAP_FAILED) {
        return;
    }
    if (got != (void *)EMU_FIRST) { /* a kernel that does not know the flag took the address as a hint */
        munmap(got, EMU_BYTES);
        return;
    }
    madvise(got, EMU_BYTES, MADV_DONTDUMP);
}

/* At exit(), also where the program returned from main without cleaning up. Nobody finalises the interpreter: other
   threads may still be calling. */
static void end(void)
{
    PyGILState_STATE state = PyGILState_Ensure();
    PyObject *module = PyImport_ImportModule("aclnn_emu.embedded");
    PyObject *done = module != NULL ? PyObject_CallMethod(module, "ended", NULL) : NULL;

    if (done == NULL) {
        PyErr_Print();
    }
    Py_XDECREF(done);
    Py_XDECREF(module);
    PyGILState_Release(state);
}

static int start_interpreter(void)
{
    PyConfig config;
    PyPreConfig before;
    PyStatus status;

    /* Extension modules look for the interpreter's symbols in the global scope, also when a program loaded
       this library into a scope of its own. */
    if (dlopen(EMU_LIBPYTHON, RTLD_NOW | RTLD_GLOBAL) == NULL) {
        fprintf(stderr, "aclnn_emu: %s\n", dlerror());
        return 0;
    }
    PyPreConfig_InitIsolatedConfig(&before);
    before.utf8_mode = 1;
    status = Py_PreInitialize(&before);
    if (!PyStatus_Exception(status)) {
        PyConfig_InitIsolatedConfig(&config);
        config.user_site_directory = EMU_USER_SITE;
        status = PyConfig_SetBytesString(&config, &config.program_name, EMU_PROGRAM);
        if (!PyStatus_Exception(status)) {
            status = PyConfig_SetBytesString(&config, &config.executable, EMU_PROGRAM);
        }
        if (!PyStatus_Exception(status)) {
            status = Py_InitializeFromConfig(&config);
        }
        PyConfig_Clear(&config);
    }
    if (PyStatus_Exception(status)) {
        fprintf(stderr, "aclnn_emu: Python (%s) does not start: %s\n", EMU_PROGRAM,
                status.err_msg ? status.err_msg : "no reason given");
        return 0;
    }
    PyEval_SaveThread();
    atexit(end);
    return 1;
}

static void start(void)
{
    reserve_device_addresses();
    if (!Py_IsInitialized()) {
        usable = start_interpreter();
        return;
    }
    usable = strncmp(Py_GetVersion(), EMU_VERSION ".", sizeof(EMU_VERSION)) == 0;
    if (!usable) {
        fprintf(stderr, "aclnn_emu: this toolkit was built for Python %s and this process is Python %.20s; "
                "build it with this Python: aclnn-emu toolkit build DIR\n", EMU_VERSION, Py_GetVersion());
    }
}

void aclnn_emu_call(emu_function *function, uint64_t *slots)
{
    const uint64_t failure = slots[function->result];
    int32_t number = __atomic_load_n(&function->number, __ATOMIC_ACQUIRE);
    if (number == 0) {
        pthread_once(&once, start);
        if (!usable) {
            return;
        }
        number = aclnn_emu_bind(function->name, function->signature);
        if (number <= 0) {
            return;
        }
        __atomic_store_n(&function->number, number, __ATOMIC_RELEASE);
    }
    if (aclnn_emu_dispatch(number, slots) != DONE) {
        slots[function->result] = failure;
    }
}
