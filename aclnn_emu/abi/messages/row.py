"""One row of the message table."""

from __future__ import annotations

import attrs


@attrs.frozen
class Message:
    """A text with an id.

    Attributes:
        id: our own stable id, ``GROUP-TOPIC-NNN``, for instance ``ACLNN-PARAM-004``.
        code: the code that CANN prints beside such a text (EZ1001, EE1003, EH0008 ...).
        text: what happened, as a ``str.format`` template over named values.
        solution: what the reader does next, as a template over the same values.
    """

    id: str
    code: str
    text: str
    solution: str
