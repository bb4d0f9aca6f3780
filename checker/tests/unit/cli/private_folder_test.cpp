// Tests of cli/private_folder.hpp.
#include "cli/private_folder.hpp"

#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

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

constexpr const char* mark = ".workbook-private";

// A private folder of a process that can be killed.
struct Killed {
    pid_t process;
    fs::path path;
    Killed() {
        int ends[2];
        REQUIRE(pipe(ends) == 0);
        process = fork();
        if (process == 0) {
            const PrivateFolder folder;
            std::ofstream(folder.path() / "file") << "text";
            fs::create_directories(folder.path() / "inner/folder");
            const std::string text = folder.path().string();
            if (write(ends[1], text.data(), text.size()) > 0) pause();
            _exit(0);
        }
        char text[4096];
        const ssize_t size = read(ends[0], text, sizeof text);
        REQUIRE(size > 0);
        path = std::string(text, static_cast<std::size_t>(size));
        close(ends[0]);
        close(ends[1]);
    }
    void kill() {
        ::kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
        process = 0;
    }
    ~Killed() {
        if (process > 0) kill();
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

TEST_CASE("a relative temporary folder, and an empty name of one") {
    const OtherTemporary temporary;
    const auto before = fs::current_path();
    fs::current_path(temporary.folder.path());
    fs::create_directory("near");
    setenv("TMPDIR", "near", 1);
    {
        const PrivateFolder folder;
        CHECK(folder.path().is_absolute());
        CHECK(fs::equivalent(folder.path().parent_path(), "near"));
    }
    CHECK(fs::is_empty("near"));
    settle_temporary_folder();
    CHECK(std::getenv("TMPDIR") == (fs::current_path() / "near").string());
    fs::current_path(before);
    setenv("TMPDIR", "", 1);
    settle_temporary_folder();
    CHECK(std::getenv("TMPDIR") == nullptr);
}

TEST_CASE("what a killed process leaves is removed, what a living one has is not") {
    const OtherTemporary temporary;
    const PrivateFolder ours;
    Killed killed;
    CHECK(remove_abandoned_folders() == 0);
    killed.kill();
    CHECK(remove_abandoned_folders() == 1);
    CHECK_FALSE(fs::exists(killed.path));
    CHECK(fs::exists(ours.path()));
}

TEST_CASE("folders of the user's own stay, whatever they are called") {
    const OtherTemporary temporary;
    const auto& root = temporary.folder.path();
    Killed killed;
    killed.kill();
    const auto own = [&](const std::string& name, bool marked, fs::perms permissions) {
        fs::create_directory(root / name);
        std::ofstream(root / name / "file") << "text";
        if (marked) fs::copy(killed.path / mark, root / name / mark);
        fs::permissions(root / name, permissions);
    };
    own("workbook-graded", true, fs::perms(0700)); // the names are not of that form
    own(".workbook-private-a.cdef", true, fs::perms(0700));
    own(".workbook-private-unmark", false, fs::perms(0700)); // nothing says whose it is
    own(".workbook-private-others", true, fs::perms(0755));  // others may use it
    own(".workbook-private-strang", false, fs::perms(0700));
    std::ofstream(root / ".workbook-private-strang" / mark) << "text";
    fs::create_directory_symlink(killed.path, root / ".workbook-private-linked");
    CHECK(remove_abandoned_folders({killed.path / "inner"}) == 0); // the command needs it
    CHECK(remove_abandoned_folders({root / "elsewhere", killed.path, ""}) == 0);
    CHECK(remove_abandoned_folders({root / "elsewhere", root, ""}) == 1);
    CHECK(std::distance(fs::directory_iterator(root), fs::directory_iterator()) == 6);
    for (const std::string name :
         {"workbook-graded", ".workbook-private-a.cdef", ".workbook-private-unmark",
          ".workbook-private-others", ".workbook-private-strang"})
        CHECK(fs::exists(root / name / "file"));
}
