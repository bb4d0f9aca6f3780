// Mistake: the two lowest scores
// Verdict: wrong_answer
// Message: the result is
    // Solution 1:
    const bool a_wins =
        a.first < b.first || (a.first == b.first && a.first_expert < b.first_expert);
    const Best winner = a_wins ? a : b;
    const Best loser = a_wins ? b : a;
    const bool stays = winner.second > loser.first ||
                       (winner.second == loser.first && winner.second_expert < loser.first_expert);
    return {winner.first, stays ? winner.second : loser.first, winner.first_expert,
            stays ? winner.second_expert : loser.first_expert};
    // end of Solution 1
