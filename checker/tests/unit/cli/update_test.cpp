#include "cli/update/update.hpp"

#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/process.hpp"
#include "example_course.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sys/wait.h>
#include <unistd.h>

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

TEST_CASE("an update that is killed is undone by the script that it left") {
    TwoVersions versions;
    const std::string script = update_folder(versions.course) / "undo.sh";
    const pid_t process = fork();
    if (process == 0) {
        versions.apply(4, [&] {
            // As long as it lives, nobody undoes it.
            _exit(run_process({"sh", script}).succeeded() ? 9 : 1);
        });
    }
    int status = 0;
    waitpid(process, &status, 0);
    REQUIRE(WEXITSTATUS(status) == 9);
    CHECK(versions.content() == "new a,new b,new with space,old gone,-,mine");
    SECTION("by the launcher") { CHECK(run_process({"sh", script}).succeeded()); }
    SECTION("by the next update") { CHECK(undo_unfinished_update(versions.course)); }
    CHECK(versions.content() == before);
    CHECK_FALSE(std::filesystem::exists(update_folder(versions.course)));
    CHECK_FALSE(undo_unfinished_update(versions.course));
}

TEST_CASE("a new version with a link in it is not taken") {
    TwoVersions versions;
    std::filesystem::create_symlink("/etc/passwd", versions.version.folder / "docs/link");
    CHECK_THROWS_AS(versions.apply(0, [] {}), UserError);
    CHECK(versions.content() == before);
}
