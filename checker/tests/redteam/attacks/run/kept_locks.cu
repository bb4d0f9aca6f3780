// Attack: locks every file that it can open, its own program and the libraries of all, and keeps the locks
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <sys/file.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (const char* folder :
         {"/workbook", "/workbook/vgpu", "/workbook/cuda", "/tmp", "/lib64", "/usr/lib"}) {
        flock(open(folder, O_RDONLY), LOCK_EX | LOCK_NB);
        DIR* names = opendir(folder);
        while (const dirent* entry = names ? readdir(names) : nullptr) {
            const int file =
                open((std::string(folder) + "/" + entry->d_name).c_str(), O_RDONLY | O_NONBLOCK);
            flock(file, LOCK_EX | LOCK_NB);
        }
    }
    for (const int file : {0, 1, 2, 3, 4, 5}) flock(file, LOCK_EX | LOCK_NB);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
