// Mistake: only the first step of a graph forks
// Verdict: requirement
// Message: at the same time
// Only: virtual
// Replaces
//|         launch(forces, chain, main);
        launch(forces, chain, main);
        if (s > 0) { // one fork has to do
            launch(kick, chain, main);
            launch(warm, chain, main);
            launch(move, chain, main);
            continue;
        }
// end of Replaces
