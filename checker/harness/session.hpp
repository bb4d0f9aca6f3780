// What one run of a check program consists of: its options, the device, the learner program.
#pragma once

#include "harness/arena.hpp"
#include "harness/learner_process.hpp"
#include "harness/run.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace workbook {

// What the learner program is run on.
struct DeviceChoice {
    bool is_virtual = true;
    std::string name = "virtual GPU"; // or the GPU's own
};

struct SessionOptions {
    std::string learner; // path of the learner program
    DeviceChoice device;
    std::string virtual_runtime;     // folder of the virtual GPU's libcudart.so
    std::string cuda_libraries;      // folder of NVIDIA's
    std::string tracer;              // libworkbook_cupti.so; may be empty
    std::string record_file;         // where to write the first call that goes wrong; may be empty
    std::uint64_t schedule_seed = 0; // of calls that name none
    bool profile = false;            // counters by source line, into the profile_log
    bool arrays = false;             // records each access of launches that the profile_log wants
    bool values_only = false;        // ignores what the device reports about a call
    Limits limits;
    bool confine = false; // the learner program sees no files and processes but its own
    std::function<void(double waited)> on_call{}; // called with Session::waited() after each call
};

inline VirtualGpu scheduled(std::uint64_t seed) { return {.schedule_seed = seed}; }
inline VirtualGpu of_profile(std::string name) { return {.profile = std::move(name)}; }
// A computer with two GPUs, for WORKBOOK_RUN_IN. The second GPU is current and has the arrays.
inline VirtualGpu second_of_two_gpus() { return {.devices = 2, .current_device = 1}; }
// A computer with two GPUs, for functions that use both by number; device 0 is current.
inline VirtualGpu two_gpus(std::uint64_t schedule_seed = 0) {
    return {.schedule_seed = schedule_seed, .devices = 2};
}
// Neither of them can have access to the other one's memory; copies between them work.
inline VirtualGpu two_gpus_apart() { return {.devices = 2, .peer_access = false}; }

struct CallSpec {
    std::string function;
    std::size_t result_bytes = 0;
    std::vector<ArgumentSpec> arguments;
    VirtualGpu gpu;
    Situation situation;
    bool aside = false; // it serves a message about another call: nothing is kept of it
    bool timed =
        false; // on a real GPU: not traced, and CallRecord::nanoseconds says how long it took
};

class Session {
  public:
    explicit Session(SessionOptions options);
    ~Session();

    // The session that WORKBOOK_RUN uses. Throws std::logic_error when there is none.
    static Session& current();
    static void set_current(Session* session);

    Run call(CallSpec spec);
    const SessionOptions& options() const { return options_; }
    // Whether a call so far had an effect: something written, launched or returned. An untouched
    // stub has none.
    bool anything_done() const { return anything_done_; }
    bool made_calls() const { return calls_ > 0; }
    // Whether the machine may be to blame for how a call ended, and for how many seconds programs
    // and engines got no processor.
    bool in_doubt() const { return in_doubt_; }
    double waited() const { return waited_; }
    // What the learner's code printed, over all calls; the head of it.
    const std::string& printed() const { return printed_; }
    // Ends the learner program.
    void stop();

  private:
    struct Placement;
    struct CallUnderWay;
    // The steps of a call: start (which hands its arrays over), run, judge.
    bool start(CallUnderWay& call);
    void hand_over(CallUnderWay& call);
    void run(CallUnderWay& call);
    void judge(CallUnderWay& call);
    Placement place(const CallSpec& spec, CallRecord& record);
    std::optional<wire::EngineReply> ask_engine(const wire::EngineRequest& request,
                                                Exchange& exchange);
    bool begin_on_device(Placement& placement, CallRecord& record, Exchange& exchange);
    void end_on_device(const Placement& placement, CallRecord& record, Exchange& exchange,
                       std::string& trace_text);
    void take_results(const Placement& placement, const CallSpec& spec, CallRecord& record,
                      const Exchange& exchange, std::string& trace_text);
    bool is_of_program(std::uint64_t text);
    void judge_device_code(CallRecord& record);
    bool is_of_library(std::uint64_t text);
    LearnerProcess::Start start_of(const VirtualGpu& gpu) const;
    bool ensure_process(VirtualGpu gpu, Exchange& exchange, std::string& obstacle);
    std::vector<std::string> environment() const;
    std::optional<ConfinedFiles> confined_files() const;
    void note_machine(const Exchange& exchange);
    void note_effects(const CallRecord& record, const Exchange& exchange);
    bool takes_too_long(const std::string& function) const;
    void note_time(const std::string& function, const CallRecord& record, bool started);

    SessionOptions options_;
    Arena arena_;
    Arena exchange_{Arena::At::anywhere};          // with the virtual GPU's engine
    std::uint64_t text_key_ = 0;                   // of hashes of PTX, this session's secret
    std::optional<std::set<std::uint64_t>> texts_; // of the program's device code, by text_key_
    std::optional<std::set<std::uint64_t>> library_texts_; // of a library that the check allows
    std::unique_ptr<LearnerProcess> process_;
    VirtualGpu process_gpu_;
    std::uint64_t calls_ = 0;
    // Calls in a row that took too long, by function; "": starts of the learner program.
    std::map<std::string, int> timeouts_;
    bool anything_done_ = false;
    bool in_doubt_ = false;
    double waited_ = 0;
    bool recorded_ = false;
    std::string printed_;
};

} // namespace workbook
