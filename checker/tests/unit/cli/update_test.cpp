// Tests of cli/update.
#include "cli/update/update.hpp"

#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/process.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

using namespace workbook::cli;

namespace {

// Three texts change, one comes, one goes.
struct TwoVersions {
    TemporaryFolder folder;
    Course course = example_course(folder.path());
    NewVersion version;

    TwoVersions() {
        for (const std::string name : {"a", "b", "with space", "gone"})
            folder.write("docs/" + name, "old " + name);
        std::filesystem::permissions(folder.path() / "docs/a", std::filesystem::perms(0555));
        folder.write("mine", "mine");
        folder.write("exercises/stubs.sha256", "");
        version.folder = update_folder(course) / "unpacked";
        for (const std::string name : {"a", "b", "with space", "new"})
            folder.write(".workbook/update/unpacked/docs/" + name, "new " + name);
        folder.write(".workbook/update/unpacked/exercises/stubs.sha256", "");
        version.removed = {"docs/gone"};
    }

    std::string content() const {
        std::string text;
        for (const std::string name : {"a", "b", "with space", "gone", "new"})
            text += file_text(folder.path() / "docs" / name).value_or("-") + ",";
        return text + file_text(folder.path() / "mine").value_or("-");
    }

    // Called back for the `number`th file.
    UpdateReport apply(int number, const std::function<void()>& what) {
        return apply_update(course, version, [&](const std::string&) {
            if (--number == 0) what();
        });
    }
};

const std::string before = "old a,old b,old with space,old gone,-,mine";
const std::string after = "new a,new b,new with space,-,new new,mine";

} // namespace

TEST_CASE("an update puts all files in place and keeps what it replaced") {
    TwoVersions versions;
    const auto report = versions.apply(0, [] {});
    CHECK(versions.content() == after);
    CHECK(report.replaced.size() == 3);
    CHECK(report.added == std::vector<std::string>{"docs/new"});
    CHECK(report.removed == std::vector<std::string>{"docs/gone"});
    CHECK(file_text(report.kept / "docs/with space") == "old with space");
    CHECK(file_text(report.kept / "docs/gone") == "old gone");
    CHECK_FALSE(std::filesystem::exists(update_folder(versions.course)));
}

TEST_CASE("an update that is interrupted leaves everything as it was") {
    for (int number = 1; number <= 5; ++number) {
        TwoVersions versions;
        CHECK_THROWS_AS(versions.apply(number, [] { throw Interrupted{2}; }), Interrupted);
        CHECK(versions.content() == before);
        CHECK_FALSE(std::filesystem::exists(update_folder(versions.course)));
    }
}

TEST_CASE("what is saved while an update is at work stays") {
    for (const std::string name : {"docs/b", "docs/new", "docs/gone"}) {
        TwoVersions versions;
        CHECK_THROWS_AS(versions.apply(1, [&] { versions.folder.write(name, "saved"); }),
                        UserError);
        CHECK(file_text(versions.folder.path() / name) == "saved");
        versions.folder.write(name, "old " + std::filesystem::path(name).filename().string());
        if (name == "docs/new") std::filesystem::remove(versions.folder.path() / name);
        CHECK(versions.content() == before);
        CHECK_FALSE(std::filesystem::exists(update_folder(versions.course)));
    }
}

namespace {

// In a process that dies in the middle, before the fourth file.
void update_and_die(TwoVersions& versions) {
    const std::string script = update_folder(versions.course) / "undo.sh";
    const std::string lock = versions.folder.path() / ".workbook/update.lock";
    const pid_t process = fork();
    if (process == 0) {
        const int descriptor = open(lock.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
        if (flock(descriptor, LOCK_EX) != 0) _exit(1);
        versions.apply(4, [&] {
            // As long as its process lives, it is not undone.
            _exit(run_process({"sh", script}).succeeded() ? 9 : 1);
        });
    }
    int status = 0;
    waitpid(process, &status, 0);
    REQUIRE(WEXITSTATUS(status) == 9);
    REQUIRE(versions.content() == "new a,new b,new with space,old gone,-,mine");
}

std::string content_of_kept(const TwoVersions& versions) {
    std::string text;
    const auto kept = versions.folder.path() / ".workbook/kept";
    if (!std::filesystem::exists(kept)) return text;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kept))
        if (entry.is_regular_file())
            text += entry.path().filename().string() + ": " + *file_text(entry.path()) + "\n";
    return text;
}

} // namespace

TEST_CASE("an update that is killed is undone by the script that it left") {
    TwoVersions versions;
    update_and_die(versions);
    const auto link = versions.folder.path() / "link";
    std::filesystem::create_hard_link(versions.folder.path() / "docs/a", link);
    const std::string script = update_folder(versions.course) / "undo.sh";
    SECTION("by the launcher") { CHECK(run_process({"sh", script}).succeeded()); }
    SECTION("by the next update") { CHECK(undo_unfinished_update(versions.course)); }
    SECTION("where the process's number is another's by now") {
        const auto text = *file_text(script);
        const auto at = text.find("process=");
        REQUIRE(!replace_file(script,
                              text.substr(0, at) + "process=1" + text.substr(text.find('\n', at))));
        CHECK(run_process({"sh", script}).succeeded());
    }
    CHECK(versions.content() == before);
    CHECK(file_text(link) == "new a"); // a shell that reads it now as its script goes on with it
    CHECK_FALSE(std::filesystem::exists(update_folder(versions.course)));
    CHECK_FALSE(undo_unfinished_update(versions.course));
    CHECK(content_of_kept(versions).empty());
}

TEST_CASE("what was written after an update was killed is kept when that is undone") {
    TwoVersions versions;
    update_and_die(versions);
    versions.folder.write("docs/a", "changed");
    versions.folder.write("docs/new", "my own");
    const auto undone = run_process({"sh", update_folder(versions.course) / "undo.sh"});
    CHECK(undone.succeeded());
    CHECK(undone.output.find("what you have written since is in .workbook/kept/undone-") !=
          std::string::npos);
    CHECK(versions.content() == before);
    const auto kept = content_of_kept(versions);
    CHECK(kept.find("a: changed\n") != std::string::npos);
    CHECK(kept.find("new: my own\n") != std::string::npos);
    CHECK(std::ranges::count(kept, '\n') == 2);
}

TEST_CASE("an undo that fails says what to do, and can be run again") {
    TwoVersions versions;
    update_and_die(versions);
    const auto script = update_folder(versions.course) / "undo.sh";
    const auto in_the_way = versions.folder.path() / "docs/a";
    std::filesystem::remove(in_the_way);
    std::filesystem::create_directory(in_the_way);
    const auto failed = run_process({"sh", script});
    CHECK(failed.exit_code == 1);
    CHECK(failed.output.find("had replaced is in .workbook/update/old.") != std::string::npos);
    CHECK_THROWS_AS(undo_unfinished_update(versions.course), UserError);
    std::filesystem::remove(in_the_way);
    CHECK(run_process({"sh", script}).succeeded());
    CHECK(versions.content() == before);
}

TEST_CASE("what an update replaced is not lost where it cannot be put away") {
    TwoVersions versions;
    versions.folder.write(".workbook/kept", "no folder");
    const auto report = versions.apply(0, [] {});
    CHECK(versions.content() == after);
    CHECK(report.kept == update_folder(versions.course) / "old");
    CHECK(report.of_kept == "Not a directory");
    CHECK(file_text(report.kept / "docs/gone") == "old gone");
    CHECK_FALSE(std::filesystem::exists(versions.version.folder));
    CHECK_THROWS_AS(undo_unfinished_update(versions.course), UserError);
    std::filesystem::remove(versions.folder.path() / ".workbook/kept");
    CHECK_FALSE(undo_unfinished_update(versions.course));
    CHECK(content_of_kept(versions).find("gone: old gone\n") != std::string::npos);
}

TEST_CASE("a new version with a link in it is not taken") {
    TwoVersions versions;
    std::filesystem::create_symlink("/etc/passwd", versions.version.folder / "docs/link");
    CHECK_THROWS_AS(versions.apply(0, [] {}), UserError);
    CHECK(versions.content() == before);
}
