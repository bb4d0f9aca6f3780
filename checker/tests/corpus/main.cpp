// corpus_... NAME runs one case, --list names them all.
#include "corpus.hpp"

#include <cstring>
#include <map>
#include <string>

namespace {
std::map<std::string, corpus::Body>& cases() {
    static std::map<std::string, corpus::Body> all;
    return all;
}
} // namespace

corpus::Registration::Registration(const char* name, Body body) { cases()[name] = body; }

int main(int argc, char** argv) {
    const std::string name = argc == 2 ? argv[1] : "";
    if (name == "--list") {
        for (const auto& [known, body] : cases()) std::puts(known.c_str());
        return 0;
    }
    const auto found = cases().find(name);
    if (found == cases().end()) {
        std::fprintf(stderr, "usage: %s --list | NAME\n", argv[0]);
        return 2;
    }
    found->second();
    cudaDeviceSynchronize();
    return 0;
}
