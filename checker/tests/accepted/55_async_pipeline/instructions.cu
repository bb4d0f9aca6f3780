// Accepted: the instructions themselves: cp.async, which fills with zeros what it does not read, wait_all, wait_group; stages by pointers
    // Solution 1
    const auto to = static_cast<unsigned>(__cvta_generic_to_shared(place));
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(source), "n"(sizeof(Piece)),
                 "r"(there ? static_cast<int>(sizeof(Piece)) : 0)
                 : "memory");
    (void)pipe;
    // end of Solution 1
    // Solution 2
    for (int left = rounds, p = 0; left > 0; --left, ++p) {
        if (p > 0) __syncthreads();
        copy_tiles<Piece>(stage, x, by, bx, p, pipe);
        asm volatile("cp.async.wait_all;" ::: "memory");
        __syncthreads();
        add_products(stage, sums);
    }
    // end of Solution 2
    // Solution 3
    Tiles *now = &stages[0], *later = &stages[1];
    if (rounds > 0) copy_tiles<Piece>(*now, x, by, bx, 0, pipe);
    for (int p = 0; p < rounds; ++p) {
        asm volatile("cp.async.wait_all;" ::: "memory");
        __syncthreads();
        if (p < rounds - 1) copy_tiles<Piece>(*later, x, by, bx, p + 1, pipe);
        add_products(*now, sums);
        Tiles* const done = now;
        now = later;
        later = done;
    }
    // end of Solution 3
    // Solution 4
    int into = 0, from = 0, next = 0;
    const auto begin = [&] {
        if (next < rounds) copy_tiles<Piece>(stages[into], x, by, bx, next, pipe);
        asm volatile("cp.async.commit_group;");
        ++next;
        into = into + 1 == count ? 0 : into + 1;
    };
    while (next < count - 1) begin();
    for (int p = 0; p < rounds; ++p) {
        asm volatile("cp.async.wait_group %0;" ::"n"(count - 2) : "memory");
        __syncthreads();
        begin();
        add_products(stages[from], sums);
        from = from + 1 == count ? 0 : from + 1;
    }
    // end of Solution 4
