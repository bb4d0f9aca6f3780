// Mistake: the walk ends at the last node, before it is dealt with
// Verdict: wrong_answer
// Message: a list of
    // Solution 2
    std::int64_t total = 0;
    for (Node* node = first; node != nullptr && node->next != nullptr; node = node->next) {
        total += node->value;
        node->value = total;
    }
    // end of Solution 2
