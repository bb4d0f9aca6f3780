// Mistake: launches the kernels of each step into the stream
// Verdict: requirement
// Message: a graph was instantiated never
// Only: virtual
    // Solution 3:
    (void)side;
    for (int i = 0; i < visits * times; ++i)
        for (int s = 0; s < steps; ++s)
            for (const Part part : {forces, kick, warm, move}) launch(part, chains[i / times], main);
    // end of Solution 3
