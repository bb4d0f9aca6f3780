// Attack: keeps the memory of each channel that it has closed, which counts for no process
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include "tests/redteam/attacks/raw_engine.hpp"
#include <cstdio>
#include <fcntl.h>
#include <set>
#include <sys/mman.h>
#include <sys/stat.h>

static int staging_of_new_channel() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return -1;
    raw_engine::send_packet(workbook::wire::door_descriptor, {.kind = raw_engine::Kind::hello}, {},
                            ends[1]);
    close(ends[1]);
    const vgpu::calls::Hello hello;
    raw_engine::send_packet(ends[0], {.kind = raw_engine::Kind::hello},
                            raw_engine::Bytes().put(hello).all());
    char room[256];
    iovec part = {room, sizeof room};
    alignas(cmsghdr) char control[CMSG_SPACE(2 * sizeof(int))] = {};
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    int files[2] = {-1, -1};
    if (recvmsg(ends[0], &message, 0) > 0 && CMSG_FIRSTHDR(&message) != nullptr)
        std::memcpy(files, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof files);
    close(files[0]);
    close(ends[0]);
    return files[1];
}

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    std::set<ino_t> files;
    for (int i = 0; i < 300; ++i) {
        const int staging = staging_of_new_channel();
        struct stat status {};
        if (staging < 0 || fstat(staging, &status) != 0) continue;
        files.insert(status.st_ino);
        if (fallocate(staging, 0, 0, status.st_size) == 0)
            mmap(nullptr, 1 << 20, PROT_READ, MAP_SHARED, staging, 0);
        close(staging);
        usleep(200);
    }
    if (files.size() > 100) std::printf("BREACH: %zu files of a mebibyte\n", files.size());
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
