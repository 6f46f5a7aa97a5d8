"""Texts of refused parameters that single families of operators have: ACLNN-PARAM-100 and up."""

from __future__ import annotations

from aclnn_emu.abi.messages.row import Message

MESSAGES: tuple[Message, ...] = (
    Message(
        "ACLNN-PARAM-100", "EZ1001",
        "{op}: parameter {param} names axis {axis} of {tensor} (view shape {shape}), which has no elements.",
        "An axis of size 0 has no largest, smallest or middle element; reduce an axis that has elements.",
    ),
    Message(
        "ACLNN-PARAM-101", "EZ1001",
        "{op}: parameter {param} has view shape {got}, without elements, and {other} is {value}.",
        "Pass a tensor that has elements, or name one axis that has some.",
    ),
    Message(
        "ACLNN-PARAM-102", "EZ1001",
        "{op}: parameter {param} has a complex dtype.",
        "Pass real numbers, for instance the absolute values by aclnnAbs.",
    ),
    Message(
        "ACLNN-PARAM-103", "EZ1001",
        "{op}: parameter {param} has {got} dimensions (view shape {shape}); at least {allowed} are needed.",
        "Create {param} with {allowed} dimensions or more.",
    ),
    Message(
        "ACLNN-PARAM-104", "EZ1001",
        "{op}: parameter {param} is a scalar of dtype {got}; allowed: {allowed}.",
        "Create {param} with one of the allowed dtypes.",
    ),
    Message(
        "ACLNN-PARAM-105", "EZ1001",
        "{op}: parameter {param} is {got}; axis {axis} of {tensor} has {size} elements, so it must lie in 1 to {size}.",
        "Count from 1 for the smallest element.",
    ),
    Message(
        "ACLNN-PARAM-106", "EZ1001",
        "{op}: parameter {param} has dtype BF16 and size 1 along axis {axis} (view shape {shape}).",
        "Cast it with aclnnCast first, or copy it: of one element it is the element itself.",
    ),
    Message(
        "ACLNN-PARAM-107", "EZ1001",
        "{op}: parameters min {low} and max {high} are no range of finite numbers.",
        "Pass finite limits, min not above max; equal limits stand for those of the data.",
    ),
    Message(
        "ACLNN-PARAM-108", "EZ1001",
        "{op}: parameter {param} has {got} elements; bins is {bins}.",
        "Create {param} with one element for each bin.",
    ),
    Message(
        "ACLNN-PARAM-109", "EZ1001",
        "{op}: the result would have {got} elements; at most {allowed} are counted.",
        "Pass a smaller {param} and a smaller out.",
    ),
    Message(
        "ACLNN-PARAM-110", "EZ1001",
        "{op}: parameter {param} has size {got} in its last dimension (view shape {shape}); {soc} takes 1 to {allowed}.",
        "Split the last dimension, or use aclnnSoftmax.",
    ),
    Message(
        "ACLNN-PARAM-120", "EZ1001",
        "{op}: parameter {param} has {got} members; at most {allowed} are taken.",
        "Split the list and call the operator for each part.",
    ),
    Message(
        "ACLNN-PARAM-121", "EZ1001",
        "{op}: parameter {param} has dtype {got}; with {reference} of dtype {dtype} {soc} wants {allowed}.",
        "Create {param} with that dtype, or cast {reference}.",
    ),
    Message(
        "ACLNN-PARAM-122", "EZ1001",
        "{op}: parameter {param} has {got} members; {reference} has {allowed}.",
        "Give all lists the same number of members.",
    ),
    Message(
        "ACLNN-PARAM-123", "EZ1001",
        "{op}: parameter {param} has view shape {shape}, {got} elements; it must have {allowed}.",
        "Create {param} with as many elements.",
    ),
    Message(
        "ACLNN-PARAM-124", "EZ1001",
        "{op}: parameter {param} is {got}, which is beyond the range of {dtype}, the dtype of {reference}.",
        "Choose a value that {dtype} holds.",
    ),
    Message(
        "ACLNN-PARAM-125", "EZ1001",
        "{op}: parameter {param} is not contiguous (view shape {shape}, strides {strides}), and the operator writes"
        " it without looking at strides.",
        "Pass contiguous tensors here, and copy the result with aclnnInplaceCopy.",
    ),
    Message(
        "ACLNN-PARAM-127", "EZ1001",
        "{op}: parameter {param} has no elements, and the kernel needs some.",
        "Leave empty tensors out, or do not call the operator for them.",
    ),
    Message(
        "ACLNN-PARAM-128", "EZ1001",
        "{op}: parameter {param} is {got} and dampening {dampening}; nesterov needs a positive momentum and no"
        " dampening.",
        "Set dampening to 0 and {param} above 0, or nesterov to false.",
    ),
    Message(
        "ACLNN-PARAM-129", "EZ1001",
        "{op}: parameter {param} is {got} while momentumBufferListOptionalRef is {list}; a momentum other than 0 and"
        " the list go together.",
        "Pass the list with a positive {param}, or neither.",
    ),
    Message(
        "ACLNN-PARAM-140", "EZ1001",
        "{op}: parameter {param} has {got} values; it must have {allowed}.",
        "Give {param} {allowed} values.",
    ),
    Message(
        "ACLNN-PARAM-141", "EZ1001",
        "{op}: parameter {param} has {got} dimensions (view shape {shape}); at least {allowed} are needed.",
        "Create {param} with {allowed} or more dimensions.",
    ),
    Message(
        "ACLNN-PARAM-142", "EZ1001",
        "{op}: parameter {param} is {got}; view shape {shape} of {tensor} does not expand to it.",
        "Name every size; where {tensor} has another size than 1, name the same.",
    ),
    Message(
        "ACLNN-PARAM-143", "EZ1001",
        "{op}: the values of parameter {param} add up to {got}; dimension {dim} of {tensor} has size {allowed}.",
        "Choose sizes that add up to {allowed}.",
    ),
    Message(
        "ACLNN-PARAM-144", "EZ1001",
        "{op}: parameter {param} has {got} members; {allowed} are needed.",
        "Create {param} with a tensor for each part.",
    ),
    Message(
        "ACLNN-PARAM-145", "EZ1001",
        "{op}: parameter {param} is {got}, with start {start} and end {end}; it must not be 0 and must lead from start"
        " to end.",
        "Change the sign of {param}, or the two bounds.",
    ),
    Message(
        "ACLNN-PARAM-146", "EZ1001",
        "{op}: parameter {param} is {got}; with view shape {shape} of {tensor} each side must be below the size of its"
        " dimension.",
        "Pad less, or repeat the operator.",
    ),
    Message(
        "ACLNN-PARAM-147", "EZ1001",
        "{op}: parameter {param} is {got}; dimension {dim} of {tensor}, of size {size}, would end up below 0.",
        "Cut less from that dimension.",
    ),
    Message(
        "ACLNN-PARAM-148", "EZ1001",
        "{op}: parameter {param} has view shape {got}; only the batch, dimension 0 of {allowed} dimensions, may be empty.",
        "Create {param} with sizes above 0, but for the batch.",
    ),
    Message(
        "ACLNN-PARAM-149", "EZ1001",
        "{op}: parameter {param} is {got}; the size of dimension 1 of {tensor}, {size}, must be a multiple of it.",
        "Choose a divisor of {size}.",
    ),
    Message(
        "ACLNN-PARAM-150", "EZ1001",
        "{op}: parameter {param} has view shape {got}; with more than 2 dimensions all sizes must be equal.",
        "Create {param} with equal sizes.",
    ),
    Message(
        "ACLNN-PARAM-151", "EZ9999",
        "{kernel}: the repeats add up to {got}; the result has {allowed}.",
        "Pass the sum of the repeats as outputSize, and an out of that size.",
    ),
    Message(
        "ACLNN-PARAM-152", "EZ9999",
        "{kernel}: the repeats hold {got}; none may be negative.",
        "Repeat each element 0 or more times.",
    ),
    Message(
        "ACLNN-PARAM-153", "EZ1001",
        "{op}: parameter {param} has view shape {got}; with an empty {reference} it must be empty too.",
        "Create {param} with the shape of the result.",
    ),
    Message(
        "ACLNN-PARAM-154", "EZ1001",
        "{op}: parameter {param} is {got}; the BF16 gradient takes 0 to {high} on each side, unless the rows are not"
        " padded at all.",
        "Pad less, or use FLOAT.",
    ),
    Message(
        "ACLNN-PARAM-155", "EZ1001",
        "{op}: parameter {param} is {got}; at most one bit may be set.",
        "Set the bit of one dimension, or none.",
    ),
    Message(
        "ACLNN-PARAM-156", "EZ9999",
        "{op}: parameters {param} and {other} do not fit view shape {shape} of {tensor}.",
        "{param} names each axis once; {other} has as many elements as {tensor}.",
    ),
    Message(
        "ACLNN-PARAM-157", "EZ9999",
        "{op}: parameter {param} is {got}; place {place} is outside dimension {dim} of size {size}.",
        "Choose a place that self has.",
    ),
    Message(
        "ACLNN-PARAM-160", "EZ9999",
        "{op}: parameter {param} holds {got} at position {position}; of {size} places, {low} to {high} can be named.",
        "Keep indices within the range; a card would read or write beside the tensor, skip the element or stop.",
    ),
    Message(
        "ACLNN-PARAM-161", "EZ1001",
        "{op}: parameter {param} has view shape {got}; apart from dimension {dim} no size may exceed that of"
        " {reference}, {allowed}.",
        "Create {param} with sizes of at most those of {reference}.",
    ),
    Message(
        "ACLNN-PARAM-162", "EZ1001",
        "{op}: parameter {param} has view shape {got}, so there is nothing in dimension {dim} for {reference} to"
        " choose from.",
        "Pass a {param} that has elements, or an empty {reference}.",
    ),
    Message(
        "ACLNN-PARAM-163", "EZ1001",
        "{op}: parameter {param} has view shape {got}; its first {count} sizes must be those of {reference},"
        " {allowed}.",
        "Give both tensors the same leading sizes.",
    ),
    Message(
        "ACLNN-PARAM-164", "EZ1001",
        "{op}: parameter {param} has view shape {got}; its last size must lie between 1 and {high}, the dimensions"
        " of {reference}.",
        "Make each row of {param} a place in the first dimensions of {reference}.",
    ),
    Message(
        "ACLNN-PARAM-165", "EZ1001",
        "{op}: parameter {param} has dtype {got}, reduce is {reduce} and includeSelf {include}; {soc} computes only"
        " FLOAT with reduce 1 (add) and includeSelf true.",
        "Use aclnnScatterAdd, or aclnnScatter with a reduce, for other dtypes and reductions.",
    ),
    Message(
        "ACLNN-PARAM-166", "EZ1001",
        "{op}: parameter {param} has {got} members; {reference} has {allowed} dimensions to index.",
        "Pass at most one index tensor for each dimension.",
    ),
    Message(
        "ACLNN-PARAM-167", "EZ1001",
        "{op}: parameter {param} has view shape {got}; a mask there must have {allowed}, the sizes of the dimensions of"
        " {reference} that it covers.",
        "Give the mask the sizes of the dimensions that it stands for.",
    ),
    Message(
        "ACLNN-PARAM-168", "EZ1001",
        "{op}: parameter {param} has dtype BF16 and view shape {shape}; {soc} does not sort a single BF16, which"
        " dimension {dim} asks for.",
        "Cast it to FLOAT with aclnnCast, or leave the call out: the order of one element is known.",
    ),
    Message(
        "ACLNN-PARAM-169", "EZ9999",
        "{op}: the mask names {count} elements, and parameter {param} has {room}.",
        "Pass a {param} with at least as many elements as the mask has set.",
    ),
    Message(
        "ACLNN-PARAM-170", "EZ1001",
        "{op}: parameter {param} has view shape {got}; no size may be above {allowed}.",
        "Work on the tensor in parts.",
    ),
    Message(
        "ACLNN-PARAM-180", "EZ9999",
        "{op}: parameter {param} has the private format {got}; for that the operator is not emulated.",
        "Pass the tensor in ND.",
    ),
    Message(
        "ACLNN-PARAM-181", "EZ1001",
        "{op}: parameter {param} has view shape {got}; its k axis must have {allowed} elements as that of {reference}, whose"
        " view shape is {shape}.",
        "The columns of the left matrix and the rows of the right one must be as many.",
    ),
    Message(
        "ACLNN-PARAM-182", "EZ1001",
        "{op}: parameter {param} is {got} with a FLOAT operand, and {soc} multiplies FLOAT16 only.",
        "Pass cubeMathType 1 or 2 to let FLOAT lose precision, or cast the operands to FLOAT16.",
    ),
    Message(
        "ACLNN-PARAM-183", "EZ1001",
        "{op}: parameter {param} is {state}, and the product of {reference} of view shape {shape} is {other}.",
        "Pass {param} with elements where the product has some, and without where it has none.",
    ),
    Message(
        "ACLNN-PARAM-184", "EZ1001",
        "{op}: parameter {param} has view shape {got}; the last two sizes must be equal.",
        "Pass square matrices.",
    ),
    Message(
        "ACLNN-PARAM-185", "EZ1001",
        "{op}: scalar {param} has dtype {got}, and the tensors promote to {dtype}: BOOL goes with BOOL only, and a floating"
        " number not with integers.",
        "Create the scalar with the dtype of the tensors.",
    ),
    Message(
        "ACLNN-PARAM-186", "EZ1001",
        "{op}: with {flag} parameter {param} has dtype {got}; only FLOAT is taken there.",
        "Cast the tensors to FLOAT, or write the diagonal yourself and leave {flag} out.",
    ),
    Message(
        "ACLNN-PARAM-187", "EZ1001",
        "{op}: axis {axis} has {got} elements; a vector product needs 3.",
        "Name an axis of size 3.",
    ),
    Message(
        "ACLNN-PARAM-188", "EZ1001",
        "{op}: parameter {param} is {got!r}; the operator knows the equations {allowed}, in whatever letters.",
        "Compute other sums with aclnnMatmul, aclnnBatchMatMul and aclnnReduceSum.",
    ),
    Message(
        "ACLNN-PARAM-189", "EZ1001",
        "{op}: parameter {param} has matrices of {got} columns; at most {allowed} are taken.",
        "Pass smaller matrices.",
    ),
    Message(
        "ACLNN-PARAM-190", "EZ1001",
        "{op}: parameter {param} has view shape {got}; axis {axis} has no elements.",
        "Leave empty tensors out.",
    ),
    Message(
        "ACLNN-PARAM-191", "EZ1001",
        "{op}: parameter {param} has {got} members; it must have {allowed}.",
        "Pass a list of {allowed} tensors.",
    ),
    Message(
        "ACLNN-PARAM-192", "EZ1001",
        "{op}: parameter {param} has format {got}; only ND is taken.",
        "Create the tensor with ACL_FORMAT_ND.",
    ),
    Message(
        "ACLNN-PARAM-193", "EZ9999",
        "{kernel}: a matrix has no inverse.",
        "Pass matrices of full rank.",
    ),
    Message(
        "ACLNN-PARAM-194", "EZ9999",
        "{kernel}: a matrix holds an infinity or NaN, for which there is no decomposition.",
        "Look for the operator that made these values.",
    ),
    Message(
        "ACLNN-PARAM-195", "EZ1001",
        "{op}: parameter {param} is {got}; a norm needs a number that is not negative.",
        "Pass 0 or more; infinity takes the largest difference.",
    ),
    Message(
        "ACLNN-PARAM-200", "EZ1001",
        "{op}: parameter {param} is {got}; it must lie between {low} and {high}.",
        "Pass a value of this range.",
    ),
    Message(
        "ACLNN-PARAM-201", "EZ1001",
        "{op}: parameter {param} is {got}; it must be {relation} {low}.",
        "Pass a larger value.",
    ),
    Message(
        "ACLNN-PARAM-202", "EZ1001",
        "{op}: parameter {param} has view shape {got}; it must be {allowed}.",
        "Create {param} with view shape {allowed}.",
    ),
    Message(
        "ACLNN-PARAM-203", "EZ1001",
        "{op}: parameter {param} is {got}; it must be {relation} parameter {other}, {allowed}.",
        "Choose {param} and {other} so that the range is not empty.",
    ),
    Message(
        "ACLNN-PARAM-204", "EZ1001",
        "{op}: parameter {param} has {got} elements; a bit for each of {count} elements, in blocks of 128 bits, takes"
        " {allowed} bytes.",
        "Create {param} as UINT8 with {allowed} elements.",
    ),
    Message(
        "ACLNN-PARAM-205", "EZ1001",
        "{op}: parameter {param} must be a null pointer.",
        "Pass nullptr; the parameter is reserved.",
    ),
    Message(
        "ACLNN-PARAM-206", "EZ1001",
        "{op}: parameter {param} is {got}; without replacement at most {allowed} places can be drawn, the size of the"
        " last dimension of self.",
        "Draw fewer samples, or with replacement.",
    ),
    Message(
        "ACLNN-PARAM-207", "EZ1001",
        "{op}: the last dimension of {param} has size {got}; at most {allowed} categories are allowed.",
        "Split the categories into groups.",
    ),
    Message(
        "ACLNN-PARAM-208", "EZ9999",
        "{op}: {soc} has no kernel for this operator.",
        "Choose a chip profile that has it; aclnn-emu op {op} names the products.",
    ),
    Message(
        "ACLNN-PARAM-209", "EZ9999",
        "{op}: parameter {param} has {got} elements; only 1 or {allowed}, as many as the output has, are emulated.",
        "Expand {param} to the shape of the output.",
    ),
    Message(
        "ACLNN-PARAM-210", "EZ9999",
        "{op}: parameter {param} is {got}; only {allowed}, the number of elements, is emulated.",
        "Pass the number of elements of the tensor.",
    ),
)  # fmt: skip
