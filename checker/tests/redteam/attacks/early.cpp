// Linked with an attack of early/: calls its early() before all other initialisers of the program.
void early();

namespace {
__attribute__((constructor(101))) void begin() { early(); }
} // namespace
