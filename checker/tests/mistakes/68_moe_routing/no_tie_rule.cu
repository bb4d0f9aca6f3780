// Mistake: expert numbers are not compared
// Verdict: wrong_answer
// Message: Of equal scores, the lower expert comes first
    // Solution 1:
    const bool a_wins =
        a.first > b.first;
    const Best winner = a_wins ? a : b;
    const Best loser = a_wins ? b : a;
    const bool stays = winner.second > loser.first;
    return {winner.first, stays ? winner.second : loser.first, winner.first_expert,
            stays ? winner.second_expert : loser.first_expert};
    // end of Solution 1
