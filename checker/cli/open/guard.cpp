#include "cli/open/guard.hpp"

#include "cli/course.hpp"

#include <fmt/core.h>

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace workbook::cli::open {
namespace {

bool is_own(const std::string& host, int port) {
    return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
}

// As long for a key that is nearly right as for any other.
bool is_same(const std::string& given, const std::string& key) {
    if (given.size() != key.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < key.size(); ++i)
        difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(key[i]);
    return difference == 0;
}

std::string key_in(const std::string& path) {
    if (!path.starts_with('/')) return "";
    return path.substr(1, path.find('/', 1) - 1);
}

} // namespace

std::string new_key() {
    std::array<unsigned char, 16> bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw UserError(fmt::format("The system gives no random numbers ({}), so the pages cannot "
                                    "be protected.",
                                    std::strerror(errno)));
    std::string key;
    for (const unsigned char byte : bytes) key += fmt::format("{:02x}", byte);
    return key;
}

std::string refusal(const Asked& asked, int port, const std::string& key) {
    if (!is_own(asked.host, port))
        return "Refused: the request was made to another host. Open the address that `./workbook "
               "open` has printed.";
    constexpr std::string_view scheme = "http://";
    if (!asked.origin.empty() &&
        (!asked.origin.starts_with(scheme) || !is_own(asked.origin.substr(scheme.size()), port)))
        return "Refused: the request comes from a page that is not the workbook's.";
    if (!is_same(key_in(asked.path), key))
        return "Refused: the address has not the key of this `./workbook open`. Open the address "
               "that it has printed.";
    return "";
}

std::string behind_key(const std::string& path, const std::string& key) {
    const std::size_t begin = key.size() + 2; // both slashes
    return path.size() <= begin ? "" : path.substr(begin);
}

} // namespace workbook::cli::open
