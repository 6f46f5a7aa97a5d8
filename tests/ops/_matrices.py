"""Calls of the operators over matrices: products, sums of products, products of vectors, linear algebra."""

from _case import NEW_SOCS, call, s, t
from _draw import F32

A, B, C = t(F32, (2, 3)), t(F32, (3, 4)), t(F32, (2, 4))
A3, B3, C3 = t(F32, (5, 2, 3)), t(F32, (5, 3, 4)), t(F32, (5, 2, 4))
ONE, TWO, HALF = s(F32, 1.0), s(F32, 2.0), s(F32, 0.5)
VEC, VEC3, VEC4 = t(F32, (2,)), t(F32, (3,)), t(F32, (4,))
SCALED = {"beta": HALF, "alpha": TWO}

# cubeMathType 1 is what every chip takes with FLOAT operands.
MM = call("aclnnMm", self=A, mat2=B, out=C, cubeMathType=1)
MATMUL = call("aclnnMatmul", self=A, mat2=B, out=C, cubeMathType=1)
BMM = call("aclnnBatchMatMul", self=A3, mat2=B3, out=C3, cubeMathType=1)
MV = call("aclnnMv", self=A, vec=VEC3, out=VEC, cubeMathType=1)
PRODUCTS = (MM, MATMUL, BMM, MV)

ADDMM = call("aclnnAddmm", self=C, mat1=A, mat2=B, **SCALED, out=t(F32, (2, 4)), cubeMathType=1)
INPLACE_ADDMM = call("aclnnInplaceAddmm", selfRef=C, mat1=A, mat2=B, **SCALED, cubeMathType=1)
BADDBMM = call("aclnnBaddbmm", self=C3, batch1=A3, batch2=B3, **SCALED, out=t(F32, (5, 2, 4)), cubeMathType=1)
INPLACE_BADDBMM = call("aclnnInplaceBaddbmm", selfRef=C3, batch1=A3, batch2=B3, **SCALED, cubeMathType=1)
ADDBMM = call("aclnnAddbmm", self=C, batch1=A3, batch2=B3, **SCALED, out=t(F32, (2, 4)), cubeMathType=1)
INPLACE_ADDBMM = call("aclnnInplaceAddbmm", selfRef=C, batch1=A3, batch2=B3, **SCALED, cubeMathType=1)
SUMS = (ADDMM, INPLACE_ADDMM, BADDBMM, INPLACE_BADDBMM, ADDBMM, INPLACE_ADDBMM)

GEMM = call(
    "aclnnGemm", A=A, B=B, C=C, alpha=2.0, beta=0.5, transA=0, transB=0, out=t(F32, (2, 4)), cubeMathType=1
)  # fmt: skip
EINSUM = call("aclnnEinsum", tensors=[t(1, (2,)), t(1, (3,))], equation="i,j->ij", output=t(1, (2, 3)))
OTHER_PRODUCTS = (GEMM, EINSUM)

DOT = call("aclnnDot", self=VEC3, tensor=t(F32, (3,)), out=t(F32, ()))
GER = call("aclnnGer", self=VEC, vec2=VEC3, out=A)
_FACTORS = {"betaOptional": HALF, "alphaOptional": TWO}
ADDR = call("aclnnAddr", self=A, vec1=VEC, vec2=VEC3, **_FACTORS, out=t(F32, (2, 3)))
INPLACE_ADDR = call("aclnnInplaceAddr", selfRef=A, vec1=VEC, vec2=VEC3, **_FACTORS)
ADDMV = call("aclnnAddmv", self=VEC, mat=A, vec=VEC3, alpha=TWO, beta=HALF, out=t(F32, (2,)), cubeMathType=1)
CROSS = call("aclnnLinalgCross", self=A, other=t(F32, (2, 3)), dim=1, out=t(F32, (2, 3)))
VECTORS = (DOT, GER, ADDR, INPLACE_ADDR, ADDMV, CROSS)

SQUARE, SQUARES = t(F32, (3, 3)), t(F32, (2, 3, 3))
LINALG_QR = call("aclnnLinalgQr", self=t(F32, (4, 3)), mode=0, Q=t(F32, (4, 3)), R=SQUARE)
QR = call("aclnnQr", self=t(F32, (4, 3)), some=True, Q=t(F32, (4, 3)), R=SQUARE)
CHOLESKY = call("aclnnLinalgCholesky", self=SQUARE, upper=False, out=t(F32, (3, 3)))
INVERSE = call("aclnnInverse", self=SQUARES, out=t(F32, (2, 3, 3)))
SVD = call(
    "aclnnSvd", input=t(F32, (4, 3)), fullMatrices=False, computeUV=True, sigma=VEC3, u=t(F32, (4, 3)), v=SQUARE
)  # fmt: skip
SLOGDET = call("aclnnSlogdet", self=SQUARES, signOut=VEC, logOut=t(F32, (2,)))
LOGDET = call("aclnnLogdet", self=SQUARES, out=VEC)
SOLVE = call(
    "aclnnTriangularSolve", self=t(F32, (3, 2)), A=SQUARE, upper=True, transpose=False, unitriangular=False,
    xOut=t(F32, (3, 2)), mOut=t(F32, (3, 3)),
)  # fmt: skip
LINALG = (LINALG_QR, QR, CHOLESKY, INVERSE, SVD, SLOGDET, LOGDET, SOLVE)

CDIST = call("aclnnCdist", x1=A, x2=t(F32, (4, 3)), p=2.0, compute_mode=2, out=t(F32, (2, 4)))
PDIST = call("aclnnPdist", self=t(F32, (4, 3)), p=2.0, out=t(F32, (6,)))
PDIST_FORWARD = call("aclnnPdistForward", self=t(F32, (4, 3)), pScalar=TWO, out=t(F32, (6,)))
_POINTS, _OF_POINTS, _NEAREST = t(F32, (2, 3, 2)), t(F32, (2, 3)), t(3, (2, 3))
CHAMFER_GRAD = call(
    "aclnnChamferDistanceBackward", xyz1=_POINTS, xyz2=t(F32, (2, 3, 2)), idx1=_NEAREST, idx2=t(3, (2, 3)),
    gradDist1=_OF_POINTS, gradDist2=t(F32, (2, 3)), gradXyz1=t(F32, (2, 3, 2)), gradXyz2=t(F32, (2, 3, 2)),
)  # fmt: skip
DISTANCES = (CDIST, PDIST, PDIST_FORWARD, CHAMFER_GRAD)

FAMILY = (*PRODUCTS, *SUMS, *OTHER_PRODUCTS, *VECTORS, *LINALG, *DISTANCES)
ONLY_ON = {"aclnnLinalgCholesky": NEW_SOCS, "aclnnCdist": NEW_SOCS, "aclnnChamferDistanceBackward": NEW_SOCS}
NULL_IS_INNER = {"aclnnLinalgQr", "aclnnQr", "aclnnTriangularSolve", "aclnnPdistForward"}
