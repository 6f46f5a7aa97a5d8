"""Texts of phase 1: what an operator refuses."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

MESSAGES: tuple[Message, ...] = (
    Message(
        "ACLNN-PARAM-001", "EZ1001",
        "{op}: parameter {param} is a null pointer, and it is required.",
        "Create it before phase 1 and check what its aclCreate... call returned.",
    ),
    Message(
        "ACLNN-PARAM-002", "EZ1001",
        "{op}: parameter {param} has {got} dimensions (view shape {shape}); at most {allowed} are allowed.",
        "Reshape the view so that it has at most {allowed} dimensions, for instance by merging neighbours.",
    ),
    Message(
        "ACLNN-PARAM-003", "EZ1001",
        "{op}: parameter {param} has dtype {got}, which {soc} does not take here; allowed: {allowed}.",
        "Cast the tensor with aclnnCast first, or choose a chip profile that has the dtype.",
    ),
    Message(
        "ACLNN-PARAM-004", "EZ1001",
        "{op}: parameter {param} has dtype {got}; it must have the dtype of {reference}, {allowed}.",
        "Cast one of the two tensors, or create {param} with dtype {allowed}.",
    ),
    Message(
        "ACLNN-PARAM-005", "EZ1001",
        "{op}: parameter {param} has format {got}; it must have the format of {reference}, {allowed}.",
        "Pass the same aclFormat to aclCreateTensor for both tensors.",
    ),
    Message(
        "ACLNN-PARAM-006", "EZ1001",
        "{op}: parameter {param} has view shape {got}; it must be the view shape of {reference}, {allowed}.",
        "Create {param} with view shape {allowed}.",
    ),
    Message(
        "ACLNN-PARAM-007", "EZ1001",
        "{op}: parameter {param} has view shape {got}, which does not broadcast to {target}, {allowed}.",
        "From the right, each size of {param} must be 1 or equal to that of {target}, and {param} must not"
        " have more dimensions than {target} or enlarge it.",
    ),
    Message(
        "ACLNN-PARAM-008", "EZ1001",
        "{op}: parameter {param} has view shape {got}, which does not broadcast with {other} ({reference}).",
        "From the right, sizes must be equal or one of them must be 1.",
    ),
    Message(
        "ACLNN-PARAM-009", "EZ1001",
        "{op}: parameter {param} has view shape {got}; the result has shape {allowed}.",
        "Create {param} with view shape {allowed}.",
    ),
    Message(
        "ACLNN-PARAM-010", "EZ1001",
        "{op}: parameter {param} is {got}; allowed: {allowed}.",
        "Pass one of the allowed values.",
    ),
    Message(
        "ACLNN-PARAM-011", "EZ1001",
        "{op}: parameter {param} has dtype {got}, which has no promotion with {other}, the dtype of the"
        " parameters before it.",
        "Cast one of them with aclnnCast so that the pair promotes.",
    ),
    Message(
        "ACLNN-PARAM-012", "EZ1001",
        "{op}: dtype {got} cannot be cast to {allowed}, which parameter {param} asks for.",
        "Casts from complex to real, from floating to integer and from non-bool to bool are refused here;"
        " choose another dtype for {param}, or use aclnnCast to force the conversion.",
    ),
    Message(
        "ACLNN-PARAM-013", "EZ1001",
        "{op}: parameter {param} has a negative size in its view shape {got}.",
        "Sizes are 0 or more; compute them before aclCreateTensor, which does not look at them.",
    ),
    Message(
        "ACLNN-PARAM-015", "EZ1001",
        "{op}: parameter {param} is {got}; axis {axis} is outside {low} to {high}, the axes of {tensor} with"
        " view shape {shape}.",
        "Name only axes that {tensor} has; negative numbers count from the last axis.",
    ),
    Message(
        "ACLNN-PARAM-016", "EZ1001",
        "{op}: parameter {param} is {got}; it names axis {axis} of {tensor} (view shape {shape}) more than once.",
        "Name each axis once; a negative number and the axis it stands for are the same axis.",
    ),
    Message(
        "ACLNN-PARAM-017", "EZ1001",
        "{op}: parameter {param} has dtype {got}, but parameter {reference} says {allowed}.",
        "Create {param} with dtype {allowed}, or pass its dtype as {reference}.",
    ),
    Message(
        "ACLNN-PARAM-018", "EZ1001",
        "{op}: parameter {param} is an empty list.",
        "Put at least one tensor into the list.",
    ),
    Message(
        "ACLNN-PARAM-020", "EZ1001",
        "{op}: parameter {param} has dtype {got}; with the promoted dtype BOOL it must be integral or BOOL.",
        "Create {param} as an integer or BOOL scalar.",
    ),
    Message(
        "ACLNN-PARAM-021", "EZ1001",
        "{op}: the promoted dtype with {param} is {got}, which is not computed here; allowed: {allowed}.",
        "Choose a scalar or tensor dtype that promotes to one of these.",
    ),
    Message(
        "ACLNN-PARAM-022", "EZ1001",
        "{op}: parameter {param} is {got}, which {soc} does not take here; allowed: {allowed}.",
        "Pass one of the allowed aclDataType values.",
    ),
    Message(
        "ACLNN-PARAM-023", "EZ1001",
        "{op}: parameter {param} has the private format {got}.",
        "Convert the tensor to ND, or create it with ACL_FORMAT_ND.",
    ),
    Message(
        "ACLNN-PARAM-024", "EZ1001",
        "{op}: parameter {param} is {got}; with {rank} dimensions the allowed range is {low} to {high}.",
        "Choose a dimension that the tensors have.",
    ),
    Message(
        "ACLNN-PARAM-025", "EZ1001",
        "{op}: parameter {param} has view shape {got}; next to {reference} ({other}) only dimension {dim} may"
        " differ.",
        "Give all tensors the same rank and the same sizes outside the dimension that is joined.",
    ),
    Message(
        "ACLNN-PARAM-026", "EZ1001",
        "{op}: the tensors promote to {got}, which is not joined here.",
        "Cast the tensors to a smaller complex or a real dtype first.",
    ),
    Message(
        "ACLNN-PARAM-027", "EZ1001",
        "{op}: parameter {param} is a strided view, but parameter {out} has the packed dtype {dtype}.",
        "Make {param} contiguous first, for instance with aclnnInplaceCopy into a fresh tensor.",
    ),
    Message(
        "ACLNN-PARAM-040", "EZ1001",
        "{op}: {soc} does not have this operator.",
        "Choose a chip profile that has it; aclnn-emu op {op} names the products.",
    ),
    Message(
        "ACLNN-PARAM-041", "EZ1001",
        "{op}: parameter {param} has dtype {got}; with {reference} of dtype {dtype} the result is {allowed}.",
        "Create {param} with dtype {allowed}.",
    ),
    Message(
        "ACLNN-PARAM-042", "EZ1001",
        "{op}: parameter {param} is {got}; it must not be below {low}.",
        "Create {param} with a value of {low} or more.",
    ),
    Message(
        "ACLNN-PARAM-043", "EZ1001",
        "{op}: parameter {param} is {got}; it must be a number other than 0.",
        "Create {param} with a value that is neither 0 nor NaN.",
    ),
    Message(
        "ACLNN-PARAM-044", "EZ1001",
        "{op}: parameter {param} has view shape {got}; the size of dimension {dim} must be even.",
        "Split along a dimension with an even size.",
    ),
    Message(
        "ACLNN-PARAM-045", "EZ1001",
        "{op}: parameter {param} has no dimensions; at least {allowed} is needed.",
        "Create {param} with a dimension, for instance as [1].",
    ),
    Message(
        "ACLNN-PARAM-046", "EZ1001",
        "{op}: parameter {param} has view shape {got}; with {reference} of view shape {shape} it must have 1 or"
        " {allowed} elements.",
        "Give {param} one element, or one for each channel (dimension 1) of {reference}.",
    ),
    Message(
        "ACLNN-PARAM-047", "EZ9999",
        "{op}: with parameter {param} {got} the operator is not emulated.",
        "Pass another value of {param}; docs/deviations.md says what is emulated.",
    ),
    Message(
        "ACLNN-PARAM-048", "EZ1001",
        "{op}: parameter {param} has {got} elements; it needs at least {allowed}, those of {reference}.",
        "Create {param} with the view shape of {reference}.",
    ),
    Message(
        "ACLNN-PARAM-060", "EZ1001",
        "{op}: parameter {param} has dtype BF16, which {soc} does not have.",
        "Use FLOAT or FLOAT16, or choose a chip profile that has BF16.",
    ),
    Message(
        "ACLNN-PARAM-061", "EZ1001",
        "{op}: parameter {param} asks for arithmetic in {got}, which the kernel does not have; it has: {allowed}.",
        "Cast the operand with aclnnCast first.",
    ),
    Message(
        "ACLNN-PARAM-062", "EZ1001",
        "{op}: parameter {param} has {got} dimensions (view shape {shape}); it must have {allowed}.",
        "Create {param} with {allowed} dimensions.",
    ),
    Message(
        "ACLNN-PARAM-063", "EZ1001",
        "{op}: parameter {param} leads to {got}; complex numbers have no such operation.",
        "Use real operands.",
    ),
    Message(
        "ACLNN-PARAM-064", "EZ1001",
        "{op}: parameters {param} and {other} are both BOOL.",
        "Cast one of them to an integer or floating type with aclnnCast.",
    ),
    Message(
        "ACLNN-PARAM-065", "EZ1001",
        "{op}: parameters {param} and {other} are both null pointers, and one is required.",
        "Create at least one of the two bounds.",
    ),
    Message(
        "ACLNN-PARAM-066", "EZ1001",
        "{op}: parameter {param} is {got}; with an integer base, which the promoted dtype {dtype} is, it must not be"
        " negative.",
        "Use a floating base, or an exponent of 0 or more.",
    ),
    Message(
        "ACLNN-PARAM-067", "EZ1001",
        "{op}: parameter {param} is {got}, which {dtype}, the promoted dtype, does not hold.",
        "Choose a smaller value or a wider dtype.",
    ),
    Message(
        "ACLNN-PARAM-068", "EZ1001",
        "{op}: parameter {param} has dtype {got}; it must be an integer type.",
        "Create {param} with an integer dtype.",
    ),
    Message(
        "ACLNN-PARAM-069", "EZ1001",
        "{op}: parameter {param} has {got} elements (view shape {shape}); the result has {allowed}.",
        "Create {param} with as many elements as the inputs broadcast to.",
    ),
    Message(
        "ACLNN-PARAM-070", "EZ1001",
        "{op}: parameter {param} and the factors promote to {got}, which is not computed here.",
        "Cast one of them with aclnnCast so that they promote to a floating type, INT32 or INT64.",
    ),
    Message(
        "ACLNN-PARAM-080", "EZ1001",
        "{op}: with reduction 0 (none) parameter {param} has dtype {got}; next to {reference} of dtype {other} it must not"
        " be a floating type.",
        "Cast {reference} to a floating type, or {param} to an integer type.",
    ),
    Message(
        "ACLNN-PARAM-081", "EZ1001",
        "{op}: with reduction 1 (mean) parameter {param} has dtype {got} and {reference} has {other}; one of them must be"
        " a floating type.",
        "Cast one of them to a floating type with aclnnCast.",
    ),
    Message(
        "ACLNN-PARAM-082", "EZ9999",
        "{kernel}: target holds {got}, which is no class and is not ignored; classes are 0 to {high}.",
        "Give each sample a class that there is, or pass its number as ignoreIndex.",
    ),
    Message(
        "ACLNN-PARAM-083", "EZ1001",
        "{op}: parameter {param} has view shape {got}; it must have one element.",
        "Create {param} with view shape [1].",
    ),
    Message(
        "ACLNN-PARAM-084", "EZ1001",
        "{op}: parameter {param} has view shape {got}; with {reference} of view shape {shape} it must be {allowed}.",
        "Create {param} with view shape {allowed}.",
    ),
    Message(
        "ACLNN-PARAM-085", "EZ1001",
        "{op}: parameter {param} has view shape {got}, which has no classes.",
        "Give {param} at least one class.",
    ),
    Message(
        "ACLNN-PARAM-086", "EZ1001",
        "{op}: parameter {param} is {got}; it must not be above the upper bound, {high}.",
        "Change the two bounds.",
    ),
    Message(
        "ACLNN-PARAM-087", "EZ9999",
        "{op}: parameter {param} has view shape {got}; the kernel takes a last dimension of 2 to {width} and at most {rows}"
        " rows of it.",
        "Split the tensor, or compute with other operators.",
    ),
    Message(
        "ACLNN-PARAM-088", "EZ1001",
        "{op}: parameter {param} holds {got} numbers; {reference} has {allowed} samples.",
        "Pass one length for each sample.",
    ),
    Message(
        "ACLNN-PARAM-089", "EZ1001",
        "{op}: parameter {param} holds {got}; {reference} of view shape {shape} has room for {allowed}.",
        "Pass lengths of {allowed} at most, or make {reference} larger.",
    ),
    Message(
        "ACLNN-PARAM-090", "EZ1001",
        "{op}: parameter {param} has dtype {got}, which {soc} takes up to {classes} classes, {samples} samples and"
        " {labels} labels only.",
        "Cast {param} to FLOAT, or split the batch.",
    ),
    Message(
        "ACLNN-PARAM-091", "EZ9999",
        "{kernel}: {param} holds {got}; it must be from {low} to {high}.",
        "Look at the values of {param}: lengths are not negative, labels are classes.",
    ),
)  # fmt: skip
