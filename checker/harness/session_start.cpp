// How a session starts the learner program: its environment, its files where it is confined, and
// the engine of the virtual GPU beside it.
#include "harness/gpu.hpp"
#include "harness/session.hpp"

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>

namespace workbook {
namespace {

// The folders of a search path, as LD_LIBRARY_PATH is one.
std::vector<std::string> folders_of(const char* path) {
    std::vector<std::string> folders;
    std::istringstream stream(path ? path : "");
    for (std::string folder; std::getline(stream, folder, ':');)
        if (!folder.empty()) folders.push_back(folder);
    return folders;
}

} // namespace

std::optional<ConfinedFiles> Session::confined_files() const {
    if (!options_.confine) return std::nullopt;
    ConfinedFiles files;
    files.program = options_.learner;
    files.cuda_libraries = options_.cuda_libraries;
    if (options_.device.is_virtual) {
        files.virtual_runtime = options_.virtual_runtime;
        return files;
    }
    files.tracer = options_.tracer;
    files.libraries = folders_of(std::getenv("LD_LIBRARY_PATH")); // the driver's may be there
    // Or the loader's cache alone knows where.
    if (const std::string folder = driver_folder();
        !folder.empty() && !folder.starts_with("/usr/lib") && !folder.starts_with("/lib"))
        files.libraries.push_back(folder);
    files.real_gpu = true;
    return files;
}

// Takes from the caller's environment only what programs need to find their files. A confined
// program has only one folder for them.
std::vector<std::string> Session::environment() const {
    std::vector<std::string> variables;
    const bool confined = options_.confine;
    for (const char* name : {"PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "CUDA_VISIBLE_DEVICES",
                             "CUDA_CACHE_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS"})
        if (const char* value = std::getenv(name))
            variables.push_back(
                std::string(name) + "=" +
                (confined && value[0] == '/' ? Confinement::temporary_folder : value));
    // The toolkit's other libraries are needed with the virtual runtime, too: NVRTC loads a part of
    // itself by name, which no run path of the learner's program helps to find.
    std::string libraries = options_.cuda_libraries;
    if (confined && !libraries.empty()) libraries = Confinement::cuda_libraries;
    if (options_.device.is_virtual)
        libraries = (confined ? Confinement::virtual_runtime : options_.virtual_runtime) +
                    (libraries.empty() ? "" : ":" + libraries);
    if (const char* inherited = std::getenv("LD_LIBRARY_PATH"))
        if (!confined || !options_.device.is_virtual)
            libraries += (libraries.empty() ? "" : ":") + std::string(inherited);
    if (!libraries.empty()) variables.push_back("LD_LIBRARY_PATH=" + libraries);
    variables.push_back(std::string(wire::serve_variable) + "=1");
    if (options_.device.is_virtual) {
        variables.push_back(std::string(wire::door_variable) + "=" +
                            std::to_string(wire::door_descriptor));
    } else if (!options_.tracer.empty())
        variables.push_back(std::string(wire::tracer_variable) + "=" +
                            (confined ? Confinement::tracer : options_.tracer));
    return variables;
}

LearnerProcess::Start Session::start_of(const VirtualGpu& gpu) const {
    LearnerProcess::Start start;
    start.program = options_.learner;
    start.environment = environment();
    start.arena = arena_.descriptor();
    start.limits = options_.limits;
    start.confined = confined_files();
    if (!options_.device.is_virtual) return start;
    EngineProcess::Start& engine = start.engine.emplace();
    engine.folder = options_.virtual_runtime;
    engine.setup.count_lines = options_.profile;
    engine.setup.keep_arrays = options_.arrays ? 1 : 0;
    engine.setup.schedule_seed = gpu.schedule_seed;
    engine.setup.text_key = text_key_;
    const auto set_name = [](auto& field, const std::string& profile) {
        if (profile.size() >= sizeof field)
            throw std::length_error("the profile's name is too long: " + profile);
        std::memcpy(field, profile.c_str(), profile.size() + 1);
    };
    engine.setup.devices = gpu.devices;
    engine.setup.current_device = gpu.current_device;
    engine.setup.sampling = gpu.sampling ? 1 : 0;
    engine.setup.no_peer_access = gpu.peer_access ? 0 : 1;
    set_name(engine.setup.profile, gpu.profile);
    set_name(engine.setup.other_profile, gpu.other_profile);
    engine.arena = arena_.descriptor();
    engine.limits = options_.limits;
    engine.confine = options_.confine;
    start.exchange = &exchange_;
    return start;
}

bool Session::ensure_process(VirtualGpu gpu, Exchange& exchange, std::string& obstacle) {
    if (!options_.device.is_virtual) gpu = {};
    if (process_ && process_gpu_ == gpu) return true;
    process_.reset();
    arena_.begin_call(); // a program that starts finds nothing of a call there
    try {
        process_ = LearnerProcess::start(start_of(gpu), exchange);
        note_machine(exchange);
    } catch (const CannotConfine& failure) {
        obstacle = std::string("the learner program cannot be confined here: ") + failure.what();
    } catch (const CannotStart& failure) {
        obstacle = failure.what();
    }
    process_gpu_ = std::move(gpu);
    return process_ != nullptr;
}

} // namespace workbook
