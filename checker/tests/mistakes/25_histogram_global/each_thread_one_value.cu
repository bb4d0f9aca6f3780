// Mistake: the loop is left after one round: values beyond the grid are never looked at
// Verdict: wrong_answer
// Message: element
// Replaces
//|         }
        }
        break;
// end of Replaces
