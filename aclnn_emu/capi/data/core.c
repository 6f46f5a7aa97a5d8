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
#define BRIDGE "aclnn_emu.capi.bridge"

/* Made by cffi: loads the bridge where nobody has, and gives the thread a Python state that stays as long as the
   thread, and with it the thread's device and error texts. Answers 0 where Python raised or did not start. */
extern int32_t aclnn_emu_enter(void);

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

/* cffi's start takes the version tag of the type of capsules for a lock that is open at 0, and stops the process where
   it is not. Whoever looked up an attribute of a capsule (importing torch does) gave the type a tag; this takes it back. */
static void open_lock_of_cffi(void)
{
#if PY_VERSION_HEX < 0x030C0000
    PyGILState_STATE state = PyGILState_Ensure();
    PyType_Modified(&PyCapsule_Type);
    PyGILState_Release(state);
#endif
}

static int enter(void)
{
    pthread_once(&once, start);
    if (!usable) {
        return 0;
    }
    open_lock_of_cffi();
    return aclnn_emu_enter() == DONE;
}

/* The Python object behind a function, kept for ever; NULL where there is none, or with an exception set. */
static PyObject *bind(emu_function *function)
{
    PyObject *found = NULL;
    PyObject *bridge = PyImport_ImportModule(BRIDGE);
    if (bridge != NULL) {
        found = PyObject_CallMethod(bridge, "bind", "ss", function->name, function->signature);
        Py_DECREF(bridge);
    }
    if (found == Py_None) {
        Py_CLEAR(found);
    }
    if (found != NULL) {
        __atomic_store_n(&function->call, found, __ATOMIC_RELEASE);
    }
    return found;
}

/* None is a null pointer, everything else a number. */
static int store(uint64_t *slot, PyObject *answer)
{
    uint64_t word = 0;
    if (answer != Py_None) {
        word = PyLong_AsUnsignedLongLongMask(answer);
        if (word == (uint64_t)-1 && PyErr_Occurred()) {
            return 0;
        }
    }
    *slot = word;
    return 1;
}

/* What the function returns, or a tuple of that and its outputs. */
static int take(const emu_function *function, uint64_t *slots, PyObject *answer)
{
    const int32_t result = function->result;
    Py_ssize_t outputs, i;
    if (!PyTuple_Check(answer)) {
        return store(&slots[result], answer);
    }
    outputs = PyTuple_GET_SIZE(answer) - 1;
    if (outputs < 0 || outputs > result) {
        PyErr_Format(PyExc_SystemError, "%s has an answer of %zd parts", function->name, outputs + 1);
        return 0;
    }
    for (i = 0; i < outputs; i++) {
        if (!store(&slots[result - outputs + i], PyTuple_GET_ITEM(answer, i + 1))) {
            return 0;
        }
    }
    return store(&slots[result], PyTuple_GET_ITEM(answer, 0));
}

static int run(const emu_function *function, PyObject *call, uint64_t *slots)
{
    const int32_t count = function->result;
    PyObject *words[count + 1]; /* the first place belongs to the callee */
    PyObject *answer = NULL;
    int32_t made = 0;
    int done = 0;
    while (made < count && (words[made + 1] = PyLong_FromUnsignedLongLong(slots[made])) != NULL) {
        made++;
    }
    if (made == count) {
        answer = PyObject_Vectorcall(call, words + 1, (size_t)count | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    }
    while (made > 0) {
        Py_DECREF(words[made--]);
    }
    if (answer != NULL) {
        done = take(function, slots, answer);
        Py_DECREF(answer);
    }
    return done;
}

/* The exception becomes a text for the program; the function's failure value says the rest. */
static void keep_fault(const emu_function *function)
{
    PyObject *kind, *error, *trace, *bridge, *kept = NULL;
    PyErr_Fetch(&kind, &error, &trace);
    PyErr_NormalizeException(&kind, &error, &trace);
    if (trace != NULL) {
        PyException_SetTraceback(error, trace);
    }
    bridge = PyImport_ImportModule(BRIDGE);
    if (bridge != NULL) {
        kept = PyObject_CallMethod(bridge, "keep_fault", "sO", function->name, error);
    }
    if (kept == NULL) {
        PyErr_Print();
    }
    Py_XDECREF(kept);
    Py_XDECREF(bridge);
    Py_XDECREF(trace);
    Py_XDECREF(error);
    Py_XDECREF(kind);
}

void aclnn_emu_call(emu_function *function, uint64_t *slots)
{
    PyObject *call = __atomic_load_n((PyObject **)&function->call, __ATOMIC_ACQUIRE);
    const uint64_t failure = slots[function->result];
    PyGILState_STATE state;
    if ((call == NULL || PyGILState_GetThisThreadState() == NULL) && !enter()) {
        return;
    }
    state = PyGILState_Ensure();
    if (call == NULL) {
        call = bind(function);
    }
    if ((call == NULL || !run(function, call, slots)) && PyErr_Occurred()) {
        slots[function->result] = failure;
        keep_fault(function);
    }
    PyGILState_Release(state);
}
