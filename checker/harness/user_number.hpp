// The number of a user for one program, for as long as it runs.
#pragma once

namespace workbook {

// As root: a number that no other checker of this machine has at the moment. A user's processes are
// counted together, so two programs with one number would take them from each other.
class UserNumber {
  public:
    UserNumber(); // where all are taken: one of them
    ~UserNumber();
    UserNumber(const UserNumber&) = delete;
    UserNumber& operator=(const UserNumber&) = delete;

    unsigned number() const { return number_; }
    bool is_shared() const { return lock_ < 0; }

  private:
    unsigned number_ = 0;
    int lock_ = -1;
};

} // namespace workbook
