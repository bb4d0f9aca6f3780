// Whose submission it is, from the names that platforms give to what they hand out.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

struct NamedSubmission {
    std::string student; // as the platform writes it; may be empty
    std::string id;      // the platform's number of the student or of the submission
    std::string file;    // the name that the file was handed in under; empty: it is a folder's name
    bool late = false;
    std::string upload{}; // the platform's number of this one file: a later one's is higher
};

// "Lovelace Ada_12345_assignsubmission_file_", and with a file's name behind it where Moodle was
// told to make no folders.
std::optional<NamedSubmission> moodle_submission(const std::string& name);

// "lovelaceada_12345_67890_square_port.cu", "lovelaceada_LATE_12345_67890_square_port-1.cu": a
// file, or a folder unpacked from one.
std::optional<NamedSubmission> canvas_submission(const std::string& name);

// The people that Gradescope's submission_metadata.yml has for each folder, by the folder's name.
struct Submitters {
    std::string names, ids, emails; // of several people separated by "; "
};
std::map<std::string, Submitters> gradescope_submitters(const std::string& yaml);

// What GitHub Classroom and its successors put before each user's name: "hw1-" of "hw1-ada" and
// "hw1-grace-hopper". Empty where the names have none in common.
std::string common_assignment(const std::vector<std::string>& names);

} // namespace workbook::cli
