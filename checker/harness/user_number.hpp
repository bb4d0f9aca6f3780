// The number of a user for one program, for as long as it runs.
#pragma once

namespace workbook {

// For a checker that runs as root: a user's number that no other checker of this machine has now.
// The kernel counts a user's processes together, so two programs with one number would share a
// limit.
class UserNumber {
  public:
    UserNumber(); // if all are taken: one of them
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
