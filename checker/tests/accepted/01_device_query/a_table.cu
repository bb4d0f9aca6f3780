// Accepted: a table that is searched
    // Solution 1:
    struct Row {
        int major, minor, cores;
    };
    constexpr Row rows[] = {{3, 0, 192},  {3, 2, 192},  {3, 5, 192},  {3, 7, 192},  {5, 0, 128},
                            {5, 2, 128},  {5, 3, 128},  {6, 0, 64},   {6, 1, 128},  {6, 2, 128},
                            {7, 0, 64},   {7, 2, 64},   {7, 5, 64},   {8, 0, 64},   {8, 6, 128},
                            {8, 7, 128},  {8, 9, 128},  {9, 0, 128},  {10, 0, 128}, {10, 3, 128},
                            {11, 0, 128}, {12, 0, 128}, {12, 1, 128}};
    for (const Row& row : rows) {
        if (row.major == major && row.minor == minor) return row.cores;
    }
    return 0;
    // end of Solution 1
