#include "harness/user_number.hpp"

#include <cstddef>
#include <cstdio>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace workbook {
namespace {

constexpr unsigned first_number = 64'000, numbers = 1'000;

// A socket's name without a file: one process has it at a time, and it is free when that one ends,
// however it does. A learner program has a network of its own and cannot take it. -1: it is taken.
int lock_of(unsigned number) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    const int length =
        std::snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "workbook/user/%u", number);
    const int lock = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const auto bytes =
        static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + static_cast<unsigned>(length));
    if (lock < 0 || bind(lock, reinterpret_cast<const sockaddr*>(&name), bytes) == 0) return lock;
    close(lock);
    return -1;
}

} // namespace

UserNumber::UserNumber() {
    const auto own = static_cast<unsigned>(getpid());
    for (unsigned i = 0; i < numbers && lock_ < 0; ++i) {
        number_ = first_number + (own + i) % numbers;
        lock_ = lock_of(number_);
    }
}

UserNumber::~UserNumber() {
    if (lock_ >= 0) close(lock_);
}

} // namespace workbook
