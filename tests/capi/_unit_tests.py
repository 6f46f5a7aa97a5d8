"""Test files of an operator author: each is built and run by the tests of ``aclnn-emu ut``."""

from __future__ import annotations

HEAD = """\
#include "{header}"
#include "gtest/gtest.h"
#include "op_api_ut_common/op_api_ut.h"
#include "op_api_ut_common/tensor_desc.h"
#include "op_api_ut_common/scalar_desc.h"
#include "opdev/platform.h"
"""

# What every kind of case looks like; the header is where the vendor's tree has it, and is not there.
ABS = (
    HEAD.format(header="../../../op_api/aclnn_abs.h")
    + """
class l2_abs_test : public testing::Test {
protected:
    static void SetUpTestCase() { cout << "set up" << endl; }
};

TEST_F(l2_abs_test, success)
{
    auto self_desc = TensorDesc({2, 3}, ACL_FLOAT, ACL_FORMAT_ND).ValueRange(-2.0, 2.0);
    auto out_desc = TensorDesc(self_desc).Precision(0.0001, 0.0001);
    auto ut = OP_API_UT(aclnnAbs, INPUT(self_desc), OUTPUT(out_desc));
    uint64_t workspace_size = 0;
    aclnnStatus aclRet = ut.TestGetWorkspaceSize(&workspace_size);
    EXPECT_EQ(aclRet, ACL_SUCCESS);
    ut.TestPrecision();
}

TEST_F(l2_abs_test, null_and_wrong_type)
{
    auto desc = TensorDesc({2, 3}, ACL_FLOAT, ACL_FORMAT_ND);
    uint64_t size = 0;
    EXPECT_EQ(OP_API_UT(aclnnAbs, INPUT((aclTensor*)nullptr), OUTPUT(desc)).TestGetWorkspaceSize(&size),
              ACLNN_ERR_PARAM_NULLPTR);
    auto wrong = TensorDesc({2, 3}, ACL_COMPLEX64, ACL_FORMAT_ND);
    EXPECT_EQ(OP_API_UT(aclnnAbs, INPUT(wrong), OUTPUT(wrong)).TestGetWorkspaceSize(&size), 161002);
}

TEST_F(l2_abs_test, wrong_expectation)
{
    auto desc = TensorDesc({2, 3}, ACL_FLOAT, ACL_FORMAT_ND);
    uint64_t size = 0;
    aclnnStatus aclRet = OP_API_UT(aclnnAbs, INPUT(desc), OUTPUT(desc)).TestGetWorkspaceSize(&size);
    EXPECT_EQ(aclRet, ACLNN_ERR_PARAM_INVALID);
}

TEST_F(l2_abs_test, crash)
{
    abort();
}

TEST_F(l2_abs_test, leaves)
{
    exit(3);
}

TEST_F(l2_abs_test, behind_the_crash)
{
    EXPECT_TRUE(true);
}

TEST_F(l2_abs_test, asks_to_be_skipped)
{
    GTEST_SKIP() << "not today";
}

// TEST_F(l2_abs_test, commented_out) { nothing(); }
"""
)

NUMBERS = (
    HEAD.format(header="aclnnop/aclnn_add.h")
    + """
#include "aclnnop/aclnn_abs.h"

static const vector<float> ones = {-1, 2, -3};

TEST(golden, right_and_near)
{
    auto self = TensorDesc({3}, ACL_FLOAT16, ACL_FORMAT_ND).Value(ones);
    auto out = TensorDesc(self).Golden(vector<float>{-2.001F, 4, -6}).Precision(0.001, 0);
    OP_API_UT(aclnnAdd, INPUT(self, self, ScalarDesc(1.0f)), OUTPUT(out)).TestPrecision();
}

TEST(golden, one_is_wrong)
{
    auto self = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND).Value(ones);
    auto out = TensorDesc(self).Golden(vector<float>{-2, 4, -5});
    OP_API_UT(aclnnAdd, INPUT(self, self, ScalarDesc(1.0f)), OUTPUT(out)).TestPrecision();
}

TEST(golden, a_third_may_be_wrong)
{
    auto self = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND).Value(ones);
    auto out = TensorDesc(self).Golden(vector<float>{-2, 4, -5}).Precision(0, 0.34);
    OP_API_UT(aclnnAdd, INPUT(self, self, ScalarDesc(1.0f)), OUTPUT(out)).TestPrecision();
}

TEST(golden, views_and_types)
{
    auto self = TensorDesc({2, 2}, ACL_INT32, ACL_FORMAT_ND, {1, 2}, 1, {6}).Value(vector<int>{9, 1, 2, 3, 4, 9});
    auto out = TensorDesc({2, 2}, ACL_BF16, ACL_FORMAT_ND).Golden(vector<int>{2, 6, 4, 8});
    OP_API_UT(aclnnAdd, INPUT(self, self, ScalarDesc(1)), OUTPUT(out)).TestPrecision();
}

TEST(golden, in_place)
{
    auto self = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND).Value(ones).Golden(vector<float>{-2, 4, -6});
    auto other = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND).Value(ones);
    OP_API_UT(aclnnInplaceAdd, INPUT(self, other, ScalarDesc(1.0f)), OUTPUT()).TestPrecision();
}

TEST(golden, phase_1_fails)
{
    auto self = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND);
    OP_API_UT(aclnnAbs, INPUT(self), OUTPUT(TensorDesc({2}, ACL_FLOAT, ACL_FORMAT_ND))).TestPrecision();
}

TEST(golden, too_few_values)
{
    auto self = TensorDesc({4}, ACL_FLOAT, ACL_FORMAT_ND).Value(ones);
    OP_API_UT(aclnnAbs, INPUT(self), OUTPUT(TensorDesc({4}, ACL_FLOAT, ACL_FORMAT_ND))).TestPrecision();
}

// An operator that writes nothing.
aclnnStatus forgetGetWorkspaceSize(const aclTensor *self, aclTensor *out, uint64_t *size, aclOpExecutor **executor)
{
    return aclnnAbsGetWorkspaceSize(self, out, size, executor);
}
aclnnStatus forget(void *workspace, uint64_t size, aclOpExecutor *executor, aclrtStream stream)
{
    (void)aclDestroyAclOpExecutor(executor);
    return workspace == nullptr && size == 0 && stream != nullptr ? 0 : 1;
}

TEST(golden, not_written)
{
    auto self = TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND).Value(ones);
    OP_API_UT(forget, INPUT(self), OUTPUT(TensorDesc({3}, ACL_FLOAT, ACL_FORMAT_ND))).TestPrecision();
}
"""
)

CHIPS = (
    HEAD.format(header="../../../../op_host/op_api/aclnn_abs.h")
    + """
static aclnnStatus OfBfloat16()
{
    auto desc = TensorDesc({2}, ACL_BF16, ACL_FORMAT_ND);
    uint64_t size = 0;
    return OP_API_UT(aclnnAbs, INPUT(desc), OUTPUT(desc)).TestGetWorkspaceSize(&size);
}

TEST(chip, of_the_option)
{
    op::SetPlatformNpuArch(op::GetCurrentPlatformInfo().GetCurNpuArch());
    EXPECT_EQ(op::GetCurrentPlatformInfo().GetSocVersion(), op::SocVersion::ASCEND310P);
}

TEST(chip, by_version_and_by_architecture)
{
    const auto before = op::GetCurrentPlatformInfo().GetSocVersion();
    {
        op::SocVersionManager manager(op::SocVersion::ASCEND950);
        EXPECT_EQ(op::GetCurrentPlatformInfo().GetCurNpuArch(), NpuArch::DAV_3510);
        op::NpuArchManager inner(NpuArch::DAV_1001);
        EXPECT_EQ(op::GetCurrentPlatformInfo().GetSocVersion(), op::SocVersion::ASCEND910);
        EXPECT_EQ(OfBfloat16(), ACLNN_ERR_PARAM_INVALID);
    }
    EXPECT_EQ(op::GetCurrentPlatformInfo().GetSocVersion(), before);
    op::SetPlatformSocVersion(op::SocVersion::ASCEND910B);
    EXPECT_EQ(OfBfloat16(), ACL_SUCCESS);
}

TEST(chip, printed)
{
    std::ostringstream text;
    text << op::SocVersion::ASCEND910_93 << ", " << op::SocVersion::KIRINX90;
    EXPECT_EQ(text.str(), "Ascend910_93, op::SocVersion 11");
}

TEST(chip, that_there_is_not)
{
    op::SetPlatformSocVersion(op::SocVersion::KIRINX90);
}
"""
)

INTERNAL = (
    HEAD.format(header="../../../op_api/aclnn_sleep.h")
    + """
#include "../../../op_api/inside.h"
#include "../../../op_api/acl_stft.h"
#include "opdev/make_op_executor.h"
#include "op_api_ut_common/inner/rts_interface.h"

class inside_test : public testing::Test {
protected:
    void SetUp() override { auto unique = CREATE_EXECUTOR(); }
};

TEST_F(inside_test, by_its_fixture)
{
    EXPECT_EQ(helper(), ACLNN_ERR_INNER);
}

TEST(inside, by_its_body)
{
    l0op::Abs(nullptr);
}

TEST(outside, not_emulated)
{
    uint64_t size = 0;
    EXPECT_NE(OP_API_UT(aclnnSleep, INPUT((aclIntArray*)nullptr), OUTPUT()).TestGetWorkspaceSize(&size), 161002);
}

TEST(outside, goes_on_after_a_refusal)
{
    uint64_t size = 0;
    OP_API_UT(aclnnSleep, INPUT((aclIntArray*)nullptr), OUTPUT()).TestGetWorkspaceSize(&size);
    EXPECT_NE(aclStftGetWorkspaceSize, nullptr);
    abort();
}

TEST(outside, does_not_compile)
{
    no_such_function("}{");
}

TEST(outside, does_not_compile_in_a_header)
{
    uint64_t size = 0;
    OP_API_UT(aclnnSleep, INPUT(1.5), OUTPUT()).TestGetWorkspaceSize(&size);
}
"""
)

ENDLESS = (
    HEAD.format(header="aclnnop/aclnn_sleep.h")
    + """
TEST(endless, loop)
{
    for (volatile int i = 0;; ++i) {
    }
}

TEST(endless, loop_after_a_refusal)
{
    uint64_t size = 0;
    OP_API_UT(aclnnSleep, INPUT((aclIntArray*)nullptr), OUTPUT()).TestGetWorkspaceSize(&size);
    for (volatile int i = 0;; ++i) {
    }
}
"""
)

LINKS_NOT = (
    HEAD.format(header="aclnnop/aclnn_abs.h")
    + """
void nowhere();
TEST(links, this_case_not)
{
    nowhere();
}

TEST(links, this_one_does)
{
}
"""
)

NO_START = (
    HEAD.format(header="aclnnop/aclnn_abs.h")
    + """
static const bool ended = (std::_Exit(4), true);
TEST(starts, never)
{
    EXPECT_TRUE(ended);
}
"""
)

SOURCES = {
    "abs/tests/ut/op_api/test_aclnn_abs.cpp": ABS,
    "numbers.cpp": NUMBERS,
    "chips.cpp": CHIPS,
    "inside.cpp": INTERNAL,
    "links_not.cpp": LINKS_NOT,
    "no_start.cpp": NO_START,
    "broken.cpp": HEAD.format(header="no_such_header.h")
    + "TEST(broken, file) { EXPECT_EQ(0, ACL_SUCCESS); }\n",
    "no_test.cpp": '#include "op_api_ut_common/op_api_ut.h"\n// TEST(no, test) {}\n',
}

# What becomes of each case, and what its reason contains.
EXPECTED = {
    "l2_abs_test.success": ("passed", ""),
    "l2_abs_test.null_and_wrong_type": ("passed", ""),
    "l2_abs_test.wrong_expectation": ("failed", "161002"),
    "l2_abs_test.crash": ("crashed", "SIGABRT"),
    "l2_abs_test.leaves": ("crashed", "exit status 3"),
    "l2_abs_test.behind_the_crash": ("passed", ""),
    "l2_abs_test.asks_to_be_skipped": ("skipped", "not today"),
    "golden.right_and_near": ("passed", ""),
    "golden.one_is_wrong": ("failed", "1 of 3 elements differ from Golden; element 2 is -6, expected -5"),
    "golden.a_third_may_be_wrong": ("passed", ""),
    "golden.views_and_types": ("passed", ""),
    "golden.in_place": ("passed", ""),
    "golden.phase_1_fails": ("failed", "aclnnAbsGetWorkspaceSize answers 161002"),
    "golden.too_few_values": ("failed", "Value has 3 numbers for a tensor of 4"),
    "golden.not_written": ("failed", "forget, tensor 1, element 0 was not written"),
    "chip.by_version_and_by_architecture": ("passed", ""),
    "chip.of_the_option": ("passed", ""),
    "chip.printed": ("passed", ""),
    "chip.that_there_is_not": ("not emulated", "the chip op::SocVersion 11"),
    "inside_test.by_its_fixture": ("skipped", "internal functions (CREATE_EXECUTOR)"),
    "inside.by_its_body": ("skipped", "internal functions (l0op::)"),
    "outside.not_emulated": ("not emulated", "aclnnSleep"),
    "outside.goes_on_after_a_refusal": ("not emulated", "aclnnSleep"),
    "outside.does_not_compile": ("not built", "no_such_function"),
    "outside.does_not_compile_in_a_header": ("not built", "aclIntArray"),
    "links.this_case_not": ("not built", "undefined reference to `nowhere()'"),
    "links.this_one_does": ("passed", ""),
    "starts.never": ("crashed", "exit status 4"),
    "broken.file": ("not built", "no_such_header.h"),
}
