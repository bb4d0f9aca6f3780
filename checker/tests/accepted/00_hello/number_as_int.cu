// Accepted: the number as an int, in a line that is printed in two pieces of a text
    // Solution 1:
    const int t = static_cast<int>(threadIdx.x);
    printf("Hello from "
           "thread %d\n",
           t);
    // end of Solution 1
