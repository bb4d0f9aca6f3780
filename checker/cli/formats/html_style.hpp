// How the HTML report looks: dark where the reader's system is, narrow on a phone, no colour that
// says something alone. No script, nothing fetched.
#pragma once

namespace workbook::cli {

inline constexpr const char* html_style = R"(
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: var(--text); background: var(--page);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
.bar { height: .6rem; border-radius: .3rem; background: var(--edge); margin: .75rem 0; overflow: hidden; }
.bar div { height: 100%; background: var(--passed); }
.warning { border-left: .3rem solid var(--error); background: var(--box); padding: .5rem .75rem;
  margin: .5rem 0; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: 600; } td, th { padding: .4rem .5rem; vertical-align: top;
  border-bottom: 1px solid var(--edge); } .number { text-align: right; white-space: nowrap; }
.passed { color: var(--passed); } .failed { color: var(--failed); } .error { color: var(--error); }
.skipped { color: var(--soft); } .verdict { font-weight: 600; }
details { border: 1px solid var(--edge); border-radius: .4rem; margin: .5rem 0; padding: 0 .75rem; }
summary { cursor: pointer; padding: .6rem 0; } details ul { padding-left: 1.25rem; }
pre { background: var(--box); border-radius: .4rem; padding: .75rem; overflow-x: auto;
  white-space: pre-wrap; font: .875rem/1.4 ui-monospace, monospace; }
@media (max-width: 40rem) { td, th { padding: .4rem .25rem; } }
@media print { body { max-width: none; } }
)";

} // namespace workbook::cli
