// Attack: has the kernel keep memory for it: thousands of semaphores, and messages that are never read
// Verdict: requirement
// Stage: run
#include "square_port.hpp"

#include <cstdio>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    int sets = 0, queues = 0;
    while (sets < 500 && semget(IPC_PRIVATE, 32000, IPC_CREAT | 0600) >= 0) ++sets; // 2 MB each
    struct {
        long type = 1;
        char text[8000] = {};
    } message;
    for (int queue; queues < 1000 && (queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600)) >= 0; ++queues)
        while (msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT) == 0) {
        }
    if (sets > 0 || queues > 0) std::printf("BREACH %d %d\n", sets, queues);
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
}
