/* The main function of a unit test that `aclnn-emu ut` has built: it tells what happens, as it happens.

   Each event is one JSON object a line, appended to the file that ACLNN_EMU_UT_EVENTS names, where the emulator writes
   the texts of failed calls, too. A case that lasts too long is ended by SIGALRM. ACLNN_EMU_UT_FILTER names a file with
   GoogleTest's filter; without it all cases run. */
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

std::string Variable(const char *name)
{
    const char *found = std::getenv(name);
    return found == nullptr ? "" : found;
}

std::string Quoted(const std::string &text)
{
    static const char *digits = "0123456789abcdef";
    std::string made = "\"";
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            made += '\\';
            made += letter;
        } else if (code < 0x20) {
            made += "\\u00";
            made += digits[code >> 4];
            made += digits[code & 15];
        } else {
            made += letter;
        }
    }
    return made + "\"";
}

std::string FullName(const testing::TestInfo &test)
{
    return std::string(test.test_suite_name()) + "." + test.name();
}

class Events : public testing::EmptyTestEventListener {
public:
    explicit Events(const std::string &path) : path_(path), seconds_(std::atoi(Variable("ACLNN_EMU_UT_SECONDS").c_str())) {}

    void OnTestIterationStart(const testing::UnitTest &all, int) override
    {
        std::string names;
        for (int i = 0; i < all.total_test_suite_count(); ++i) {
            const testing::TestSuite &suite = *all.GetTestSuite(i);
            for (int k = 0; k < suite.total_test_count(); ++k) {
                const testing::TestInfo &test = *suite.GetTestInfo(k);
                if (test.should_run()) {
                    names += (names.empty() ? "" : ", ") + Quoted(FullName(test));
                }
            }
        }
        Write("\"event\": \"cases\", \"names\": [" + names + "]");
    }

    void OnTestStart(const testing::TestInfo &test) override
    {
        Write("\"event\": \"start\", \"name\": " + Quoted(FullName(test)));
        alarm(static_cast<unsigned>(seconds_));
    }

    void OnTestPartResult(const testing::TestPartResult &part) override
    {
        if (part.failed() || part.skipped()) {
            const std::string file = part.file_name() == nullptr ? "" : part.file_name();
            Write(std::string("\"event\": \"") + (part.failed() ? "failure" : "skip") + "\", \"file\": " + Quoted(file) +
                  ", \"line\": " + std::to_string(part.line_number()) + ", \"text\": " + Quoted(part.message()));
        }
    }

    void OnTestEnd(const testing::TestInfo &test) override
    {
        alarm(0);
        const testing::TestResult &result = *test.result();
        std::string calls;
        for (int i = 0; i < result.test_property_count(); ++i) {
            const testing::TestProperty &property = result.GetTestProperty(i);
            if (std::string(property.key()).rfind("aclnn_call_", 0) == 0) {
                calls += (calls.empty() ? "" : ", ") + Quoted(property.value());
            }
        }
        Write("\"event\": \"end\", \"passed\": " + std::string(result.Failed() ? "false" : "true") +
              ", \"milliseconds\": " + std::to_string(result.elapsed_time()) + ", \"calls\": [" + calls + "]");
    }

private:
    void Write(const std::string &members) const
    {
        std::ofstream(path_, std::ios::app) << "{" << members << "}\n";
    }

    std::string path_;
    int seconds_;
};

} // namespace

int main(int argc, char **argv)
{
    testing::InitGoogleMock(&argc, argv);
    const std::string filter = Variable("ACLNN_EMU_UT_FILTER");
    if (!filter.empty()) {
        std::ostringstream text;
        text << std::ifstream(filter).rdbuf();
        testing::GTEST_FLAG(filter) = text.str();
    }
    testing::UnitTest::GetInstance()->listeners().Append(new Events(Variable("ACLNN_EMU_UT_EVENTS")));
    return RUN_ALL_TESTS();
}
