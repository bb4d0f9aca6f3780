"""What holds for every page, and the list of what does not.

axe-core looks for what keeps a page from readers who do not see it, see few colours, or have no mouse: it stands in
.workbook/axe, where ./workbook setup --with-tests puts it. What axe-core does not ask for is in RULES.
"""

import json
import pathlib

SKIPPED = 77
failures = []
axe_script = next((pathlib.Path(__file__).resolve().parents[3] / ".workbook" / "axe").glob("*/axe.min.js"), None)


def check(holds, what):
    if not holds:
        failures.append(what)
        print("FAILED:", what)


# Each picture has its sentence, ids are unique.
RULES = """(() => {
  const complaints = [], ids = new Set();
  for (const one of document.querySelectorAll('[id]')) {
    if (ids.has(one.id)) complaints.push('two elements have the id ' + one.id);
    ids.add(one.id);
  }
  for (const one of document.querySelectorAll('svg, [role=img]'))
    if (!one.getAttribute('aria-label')) complaints.push('a picture has no sentence');
  return [...new Set(complaints)].slice(0, 10);
})()"""

# All of its rules; of the second colours only what depends on them. A page in a page is audited for itself.
RUN_ONLY = {"light": "", "dark": "runOnly: ['color-contrast'], "}
AXE = """axe.run(document, {RUN_ONLYresultTypes: ['violations'], iframes: false, elementRef: false}).then(found => found.violations.map(
  one => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 150)).join(' | ')}` +
    (one.nodes.length > 3 ? ` and ${one.nodes.length - 3} more` : '')))"""


def audit(browser, page):
    """Of the page that is open, which is called `page`; in light colours and in dark ones."""
    for scheme in ("light", "dark"):
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        complaints = browser.run(RULES)
        if axe_script:
            if not browser.run("typeof axe === 'object'"):
                browser.run(axe_script.read_text(encoding="utf-8") + ";0")
            complaints += browser.run(AXE.replace("RUN_ONLY", RUN_ONLY[scheme]))
        check(not complaints, f"{page}, {scheme}: {json.dumps(complaints, indent=1)}")


def exit_code():
    """What the test ends with."""
    if failures:
        return 1
    if not axe_script:
        print("skipped: axe-core is not in .workbook/axe; all other checks passed. ./workbook setup --with-tests fetches it.")
        return SKIPPED
    return 0
