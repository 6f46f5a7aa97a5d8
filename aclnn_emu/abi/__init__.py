"""The C interface as data: names, numbers, prototypes and texts of the CANN headers; no behaviour.

    enums       the enums of the headers (aclDataType, aclrtMemcpyKind ...)
    status      the status codes, by family; status_name(code)
    constants   the remaining macros (ACL_EVENT_SYNC ...)
    prototypes  every function and operator of the headers, read from data/ when asked for
    explain     what a status code means, why it comes, what to do
    messages    the texts of our own errors

The lowest layer: it imports nothing else of the package, and importing it loads none of the above.
"""
