// Tests of cli/private_folder.hpp.
#include "cli/private_folder.hpp"

#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <optional>

using namespace workbook::cli;
namespace fs = std::filesystem;

namespace {

// Another temporary folder, as long as this lives.
struct OtherTemporary {
    TemporaryFolder folder;
    std::optional<std::string> before;
    OtherTemporary() {
        if (const char* value = std::getenv("TMPDIR")) before = value;
        setenv("TMPDIR", folder.path().c_str(), 1);
    }
    ~OtherTemporary() {
        if (before)
            setenv("TMPDIR", before->c_str(), 1);
        else
            unsetenv("TMPDIR");
    }
};

} // namespace

TEST_CASE("a temporary folder that is not there is named") {
    const OtherTemporary temporary;
    setenv("TMPDIR", "/no/such/folder", 1);
    CHECK_THROWS_WITH(PrivateFolder(), "There is no folder /no/such/folder: name another one in "
                                       "TMPDIR, or unset it.");
    CHECK(remove_abandoned_folders() == 0);
}

TEST_CASE("what a killed process leaves is removed, what a living one has is not") {
    const OtherTemporary temporary;
    const auto& root = temporary.folder.path();
    const PrivateFolder ours;
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        const PrivateFolder theirs;
        std::ofstream(theirs.path() / "file") << "text";
        if (write(ends[1], "x", 1) == 1) pause();
        _exit(0);
    }
    char byte = 0;
    REQUIRE(read(ends[0], &byte, 1) == 1);
    fs::create_directory(root / "workbook-notes");  // its name is not of that form
    fs::create_directory(root / "workbook-a.cdef"); // nor is this
    fs::create_directory_symlink("/etc", root / "workbook-abcdef");
    CHECK(remove_abandoned_folders() == 0);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    close(ends[0]);
    close(ends[1]);
    CHECK(remove_abandoned_folders() == 1);
    CHECK(fs::exists(ours.path()));
    CHECK(fs::exists(root / "workbook-notes"));
    CHECK(fs::exists(root / "workbook-a.cdef"));
    CHECK(fs::is_symlink(root / "workbook-abcdef"));
}
