// Linked with all attacks: calls the early() of those of early/ before all other initialisers of the program.
[[gnu::weak]] void early();

namespace {
__attribute__((constructor(101))) void begin() {
    if (early != nullptr) early();
}
} // namespace
