/* op_api_ut_common/op_api_ut.h: unit tests of operators over GoogleTest.
   A file of aclnn_emu: the interface of CANN's op_api unit tests, on the public C interface.

     auto ut = OP_API_UT(aclnnAbs, INPUT(self_desc), OUTPUT(out_desc));
     uint64_t workspace_size = 0;
     EXPECT_EQ(ut.TestGetWorkspaceSize(&workspace_size), ACL_SUCCESS);
     ut.TestPrecision();
*/
#ifndef ACLNN_EMU_OP_API_UT_COMMON_OP_API_UT_H
#define ACLNN_EMU_OP_API_UT_COMMON_OP_API_UT_H

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "gtest/gtest.h"

#include "op_api_ut_common/array_desc.h"
#include "op_api_ut_common/inner/precision.h"
#include "op_api_ut_common/scalar_desc.h"
#include "op_api_ut_common/tensor_desc.h"

namespace ge {

/* What graph functions answer; some tests compare with it. */
constexpr uint32_t GRAPH_SUCCESS = 0;
constexpr uint32_t GRAPH_FAILED = 0xFFFFFFFF;

} // namespace ge

namespace aclnn_emu_ut {

/* Leave in the test's record what a phase 1 answered: "aclnnAbs 161002". */
inline void RecordCall(const std::string &api, aclnnStatus status)
{
    const testing::TestInfo *test = testing::UnitTest::GetInstance()->current_test_info();
    if (test != nullptr) {
        const int number = test->result()->test_property_count();
        testing::Test::RecordProperty("aclnn_call_" + std::to_string(number), api + " " + std::to_string(status));
    }
}

/* A call of a phase 1, made by the constructor. */
template <typename Phase1>
struct Call {
    template <typename... Arguments>
    Call(Phase1 phase_1, uint64_t *workspace_size, aclOpExecutor **executor, const Arguments &...arguments)
        : status(phase_1(arguments..., workspace_size, executor))
    {}
    aclnnStatus status;
};

} // namespace aclnn_emu_ut

/* One call of an operator, described: phase 1 as often as wanted, and both phases on data.
   Phase1, Phase2: the functions; Inputs, Outputs, More: tuples of descriptions and plain values. */
template <typename Phase1, typename Phase2, typename Inputs, typename Outputs, typename More>
class OpApiUt {
public:
    OpApiUt(std::string api, Phase1 phase_1, Phase2 phase_2, Inputs inputs, Outputs outputs, More more)
        : api_(std::move(api)),
          phase_1_(phase_1),
          phase_2_(phase_2),
          inputs_(std::move(inputs)),
          outputs_(std::move(outputs)),
          more_(std::move(more))
    {}

    /* Phase 1 on tensors without memory; its status. Tensors and executor are destroyed. */
    aclnnStatus TestGetWorkspaceSize(uint64_t *workspace_size)
    {
        aclnn_emu_ut::Objects objects;
        aclOpExecutor *executor = nullptr;
        const aclnnStatus status = CallPhase1(objects, workspace_size, &executor);
        if (executor != nullptr) {
            (void)aclDestroyAclOpExecutor(executor);
        }
        return status;
    }

    /* Phase 1 on tensors without memory; its status. The executor is the caller's, and so is its end. */
    aclnnStatus TestGetWorkspaceSize(uint64_t *workspace_size, aclOpExecutor **executor)
    {
        objects_ = std::make_shared<aclnn_emu_ut::Objects>(); /* alive as long as the executor may need them */
        return CallPhase1(*objects_, workspace_size, executor);
    }

    /* The same under the name that some tests use; what `executor` was is of no importance. */
    aclnnStatus TestGetWorkspaceSizeWithNNopbaseInner(uint64_t *workspace_size, aclOpExecutor *executor)
    {
        return TestGetWorkspaceSize(workspace_size, &executor);
    }

    /* Both phases on data, twice: as configured, and by the other engine under the threaded schedule.
       A failure of the test: a call that answers another status than 0, an element of the result that the
       operator does not write, a difference between the two runs, a difference to TensorDesc::Golden. */
    void TestPrecision()
    {
        const std::unique_ptr<aclnn_emu_ut::Run> first = RunOnData(0xA5);
        const aclnn_emu_ut::OtherSettings other;
        const std::unique_ptr<aclnn_emu_ut::Run> second = first ? RunOnData(0x5A) : nullptr;
        if (second) {
            aclnn_emu_ut::Compare(api_, *first, *second);
        }
    }

private:
    aclnnStatus CallPhase1(aclnn_emu_ut::Objects &objects, uint64_t *workspace_size, aclOpExecutor **executor)
    {
        return CallPhase1(objects, workspace_size, executor, std::make_index_sequence<std::tuple_size_v<Inputs>>(),
                          std::make_index_sequence<std::tuple_size_v<Outputs>>(),
                          std::make_index_sequence<std::tuple_size_v<More>>());
    }

    template <size_t... In, size_t... Out, size_t... Rest>
    aclnnStatus CallPhase1(aclnn_emu_ut::Objects &objects, uint64_t *workspace_size, aclOpExecutor **executor,
                           std::index_sequence<In...>, std::index_sequence<Out...>, std::index_sequence<Rest...>)
    {
        using aclnn_emu_ut::Convert;
        using aclnn_emu_ut::Role;
        const Role role = sizeof...(Out) == 0 ? Role::both : Role::input;
        /* In braces, so that objects come to be in the order of the parameters. */
        const aclnn_emu_ut::Call<Phase1> call{phase_1_,
                                              workspace_size,
                                              executor,
                                              Convert(std::get<In>(inputs_), objects, role)...,
                                              Convert(std::get<Out>(outputs_), objects, Role::output)...,
                                              std::get<Rest>(more_)...};
        aclnn_emu_ut::RecordCall(api_, call.status);
        return call.status;
    }

    /* The finished run with its data, or null after a failure, which is reported.
       mark: what the memory of the results is filled with before. */
    std::unique_ptr<aclnn_emu_ut::Run> RunOnData(unsigned char mark)
    {
        auto run = std::make_unique<aclnn_emu_ut::Run>(mark);
        uint64_t size = 0;
        aclOpExecutor *executor = nullptr;
        if (!run->Ready() || !run->Passed(api_ + "GetWorkspaceSize", CallPhase1(*run, &size, &executor))) {
            return nullptr;
        }
        void *workspace = run->Workspace(size);
        if (!run->Passed(api_, phase_2_(workspace, size, executor, run->Stream())) || !run->Finish()) {
            return nullptr;
        }
        return run;
    }

    std::string api_;
    Phase1 phase_1_;
    Phase2 phase_2_;
    Inputs inputs_;
    Outputs outputs_;
    More more_;
    std::shared_ptr<aclnn_emu_ut::Objects> objects_;
};

#define INPUT(...) std::make_tuple(__VA_ARGS__)
#define OUTPUT(...) std::make_tuple(__VA_ARGS__)

/* A call of the operator `api`; what follows the outputs is passed behind them. */
#define OP_API_UT(api, input, output, ...) \
    OpApiUt(#api, api##GetWorkspaceSize, api, input, output, std::make_tuple(__VA_ARGS__))

#endif
