// Mistake: ends the whole program
// Verdict: exited
// Message: exit
// Replaces
//| #include <cstdio>
#include <cstdio>
#include <cstdlib>
// end of Replaces
    // Solution 1
    if (status != cudaSuccess) {
        std::fprintf(stderr, "%s:%u: %s\n", where.file_name(), where.line(), cudaGetErrorString(status));
        std::exit(1);
    }
    // end of Solution 1
