// Runs a program and says whether the virtual GPU reported an error on the way, whichever process
// of the program it was in and however that ended (`workbook run --error-exitcode`).
#pragma once

#include <string>

namespace workbook::cli {

class ErrorWatch {
  public:
    ErrorWatch();
    ~ErrorWatch();
    ErrorWatch(const ErrorWatch&) = delete;
    ErrorWatch& operator=(const ErrorWatch&) = delete;

    // The variable of the program's environment that tells the virtual GPU where to report an
    // error.
    std::string variable() const;
    // The exit code: `on_error` if an error was reported, else the program's own. A signal that
    // ended the program ends this process, too.
    int run(char* const* command, char* const* environment, int on_error);

  private:
    bool heard_of_error();

    int ends_[2] = {-1, -1}; // of a pipe
};

} // namespace workbook::cli
