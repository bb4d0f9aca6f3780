// Mistake: the running total in an int
// Verdict: wrong_answer
// Message: a list of
    // Solution 2
    int total = 0;
    for (Node* node = first; node != nullptr; node = node->next) {
        total += static_cast<int>(node->value);
        node->value = total;
    }
    // end of Solution 2
