// Tests of vgpu/runtime/device_model.hpp and device_limits.hpp: what an H200 answers.
#include "vgpu/runtime/device_limits.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

using namespace vgpu::runtime;

TEST_CASE("each profile is the card that it is named after") {
    CHECK(profile_list() == "t4, a100, h200 and rtx4090");
    CHECK(find_model("h100") == nullptr);
    CHECK(find_model("") == nullptr);
    CHECK(default_model().profile == "h200");
    struct Card {
        const char* profile;
        std::uint32_t architecture, sms, threads, blocks;
        std::uint64_t shared, optin;
    };
    for (const Card& card : {Card{"t4", 75, 40, 1024, 16, 64 << 10, 64 << 10},
                             Card{"a100", 80, 108, 2048, 32, 164 << 10, 163 << 10},
                             Card{"h200", 90, 132, 2048, 32, 228 << 10, 227 << 10},
                             Card{"rtx4090", 89, 128, 1536, 24, 100 << 10, 99 << 10}}) {
        INFO(card.profile);
        const DeviceModel* model = find_model(card.profile);
        REQUIRE(model != nullptr);
        CHECK(model->architecture == card.architecture);
        CHECK(model->sm_count == card.sms);
        CHECK(model->max_threads_per_sm == card.threads);
        CHECK(model->max_blocks_per_sm == card.blocks);
        CHECK(model->shared_per_sm == card.shared);
        CHECK(model->shared_per_block_optin == card.optin);
        CHECK(model->registers_per_sm == 65536);
        CHECK(model->max_block[2] == 64);
        CHECK(device_attribute(*model, cudaDevAttrMultiProcessorCount) ==
              static_cast<int>(card.sms));
    }
}

TEST_CASE("every attribute of the toolkit's header has an answer, other numbers have none") {
    const DeviceModel& model = default_model();
    for (const AttributeName& attribute : attribute_names()) {
        INFO(attribute.name);
        CHECK(device_attribute(model, attribute.number).has_value());
    }
    for (const int number : {-1, 0, 44, 146, 500, 9999})
        CHECK_FALSE(device_attribute(model, number).has_value());
    CHECK(device_attribute(model, cudaDevAttrPciBusId, 3) == 3);
    for (const OwnAnswer& own : own_answers()) {
        CHECK(device_attribute(model, own.attribute) == own.value);
        CHECK(std::string(own.why).size() > 10);
    }
}

// The header names each attribute as `cudaDevAttrX = number,`.
TEST_CASE("the table has the names and numbers of the toolkit's header") {
    std::ifstream header(WORKBOOK_CUDA_INCLUDE "/driver_types.h");
    REQUIRE(header);
    std::map<std::string, int> theirs;
    for (std::string line; std::getline(header, line);) {
        std::istringstream words(line);
        std::string name, equals;
        int number = 0;
        if (words >> name >> equals >> number && name.starts_with("cudaDevAttr") && equals == "=")
            theirs[name] = number;
    }
    REQUIRE(theirs.size() > 90);
    std::map<std::string, int> ours;
    for (const AttributeName& attribute : attribute_names())
        ours[attribute.name] = attribute.number;
    for (const auto& [name, number] : theirs) {
        INFO(name);
        if (number == cudaDevAttrMax || name == "cudaDevAttrMax") continue;
        // Older names of a number that has been given back.
        if (name == "cudaDevAttrCooperativeMultiDeviceLaunch" ||
            name == "cudaDevAttrMaxTimelineSemaphoreInteropSupported")
            continue;
        CHECK(ours.contains(name));
        if (ours.contains(name)) CHECK(ours[name] == number);
    }
}

// Lines `number name value` of device_attributes.txt. Numbers that the header does not name answer
// there too; what they mean is not documented.
TEST_CASE("the profile h200 answers what an H200 answered") {
    std::ifstream file(WORKBOOK_SILICON_ANSWERS "/device_attributes.txt");
    REQUIRE(file);
    const DeviceModel& model = *find_model("h200");
    std::map<int, const char*> own;
    for (const OwnAnswer& answer : own_answers()) own[answer.attribute] = answer.why;
    std::size_t compared = 0;
    for (std::string line; std::getline(file, line) && !line.starts_with("# properties");) {
        std::istringstream words(line);
        int number = 0, value = 0;
        std::string name;
        if (!(words >> number >> name >> value) || name == "-") continue;
        INFO(line);
        ++compared;
        if (!own.contains(number)) CHECK(device_attribute(model, number) == value);
    }
    CHECK(compared == attribute_names().size());
}

// `number code value; code value after setting 1; ... 1000; 100000; 100000000; -1`
TEST_CASE("limits become what an H200 made of them") {
    std::ifstream file(WORKBOOK_SILICON_ANSWERS "/device_attributes.txt");
    std::string line;
    while (std::getline(file, line) && !line.starts_with("# limits")) {
    }
    const DeviceModel& model = *find_model("h200");
    int compared = 0;
    while (std::getline(file, line) && !line.starts_with('#')) {
        INFO(line);
        std::replace(line.begin(), line.end(), ';', ' ');
        std::istringstream words(line);
        int number = 0;
        std::string code;
        std::uint64_t standard = 0, now = 0;
        REQUIRE((words >> number >> code >> standard));
        if (number > cudaLimitPersistingL2CacheSize) continue; // of a newer driver
        const auto limit = device_limit(model, static_cast<cudaLimit>(number));
        REQUIRE(limit.has_value() == (code == "cudaSuccess"));
        if (!limit) continue;
        CHECK(limit->standard == standard);
        for (const std::uint64_t wish : {1ul, 1000ul, 100000ul, 100000000ul}) {
            REQUIRE((words >> code >> now));
            // As many launches as there is memory for.
            if (number == cudaLimitDevRuntimePendingLaunchCount && wish > 1000000) continue;
            const auto after = limit->after(wish);
            CHECK(after.has_value() == (code == "cudaSuccess"));
            if (after) CHECK(*after == now);
            ++compared;
        }
    }
    CHECK(compared >= 23);
}
