// Attack: has the kernel ask a thread of its own, and no filter, what becomes of the serving code's system calls
// Verdict: forbidden or timed_out or crashed
// Stage: run
#include "square_port.hpp"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

void square(const std::int64_t* input, std::int64_t* output, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) output[i] = input[i] * input[i];
    sock_filter code[] = {{BPF_LD | BPF_W | BPF_ABS, 0, 0, 0},
                          {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_sendmsg},
                          {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_sendto},
                          {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_USER_NOTIF},
                          {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}};
    const sock_fprog program{5, code};
    const int asked = static_cast<int>(
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
    std::thread([asked] {
        for (;;) {
            seccomp_notif question{};
            if (ioctl(asked, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) return;
            seccomp_notif_resp answer{};
            answer.id = question.id;
            answer.val = 0;
            ioctl(asked, SECCOMP_IOCTL_NOTIF_SEND, &answer);
        }
    }).detach();
}
