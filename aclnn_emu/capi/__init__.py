"""The C interface: headers, libraries and the toolkit folder that C programs, C++ programs and ctypes use.

`toolkit` writes the folder: `headers` and `overloads` make its headers, `stubs` the C source of its libraries. The
libraries hold no logic: each function packs its arguments into 64-bit slots and calls `bridge` in the embedded
interpreter, which calls the C-named face. `suite` builds and runs whole folders of programs against a toolkit.
"""
