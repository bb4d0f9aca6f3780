// Mistake: the loser of the first place is forgotten
// Verdict: wrong_answer
// Message: For the second place there are two
    // Solution 1:
    const bool a_wins =
        a.first > b.first || (a.first == b.first && a.first_expert < b.first_expert);
    const Best winner = a_wins ? a : b;
    const Best loser = a_wins ? b : a;
    const bool stays = winner.second > loser.first ||
                       (winner.second == loser.first && winner.second_expert < loser.first_expert);
    return {winner.first, winner.second, winner.first_expert,
            winner.second_expert};
    // end of Solution 1
