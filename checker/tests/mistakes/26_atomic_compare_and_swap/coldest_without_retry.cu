// Mistake: a thread that was too late leaves, though its reading may be the coldest
// Verdict: wrong_answer
// Message: expected value
    // Solution 4
    auto* const word = reinterpret_cast<Word*>(coldest);
    const Word seen = look_at(word);
    if (is_colder(mine, to_candidate(seen))) {
        atomicCAS(word, seen, to_word(mine));
    }
    // end of Solution 4
