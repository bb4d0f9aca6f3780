"""The workflows in docs/ci: YAML that says what docs/ci/README.md promises.

    workflows.py FILE...
"""

import re
import sys

try:
    import yaml
except ImportError as error:
    sys.exit(f"{sys.executable}: {error}. `./workbook setup --with-tests` installs what these tests need.")


def problems_of(workflow):
    triggers = workflow.get("on", workflow.get(True))  # YAML 1.1 takes the word "on" for true
    if "pull_request_target" in triggers or "pull_request" in triggers:
        yield "strangers can start it"
    if workflow.get("permissions") != {"contents": "read"}:
        yield "more permissions than reading contents"
    publishes = any("permissions" in job for job in workflow["jobs"].values())
    for name, job in workflow["jobs"].items():
        if "env" in job:
            yield f"{name}: environment of a whole job"
        if "timeout-minutes" not in job:
            yield f"{name}: no limit of time"
        for step in job["steps"]:
            yield from (f"{name}, {step['name']}: {problem}" for problem in problems_of_step(step))
        problems = problems_of_publishing(job) if publishes else problems_of_grading(job)
        yield from (f"{name}: {problem}" for problem in problems)


def checkouts(job):
    return sorted(step["with"]["path"] for step in job["steps"] if step.get("uses", "").startswith("actions/checkout@"))


def problems_of_grading(job):
    if "workbook grade" not in job["steps"][-1].get("run", "").replace("--device auto ", ""):
        yield "grading is not the last step"
    if checkouts(job) != ["submission", "workbook"]:
        yield f"checkouts in {checkouts(job)}"


def problems_of_publishing(job):
    """Of a workflow that may publish pages: no student's file is near, and the job that may do it runs no script."""
    scripts = [step["run"] for step in job["steps"] if "run" in step]
    if "permissions" in job:
        if job["permissions"] != {"pages": "write", "id-token": "write"}:
            yield "more permissions than publishing pages"
        if scripts or checkouts(job):
            yield "a script or a checkout where pages may be published"
    elif checkouts(job) != ["workbook"]:
        yield f"checkouts in {checkouts(job)}"
    if any("grade" in script for script in scripts):
        yield "grades where pages are published"


def problems_of_step(step):
    if "${{" in step.get("run", ""):
        yield "a value becomes part of a script"
    action = step.get("uses", "")
    if action and not re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action):
        yield "not pinned to a commit"
    if action.startswith("actions/checkout@") and step["with"].get("persist-credentials") is not False:
        yield "the checkout keeps its token"
    secrets = re.search(r"secrets\.|github\.token", str({**step, "with": {}}))
    if secrets or ("secrets." in str(step) and not action.startswith("actions/checkout@")):
        yield "a secret where a student's code could be"
    if "run" in step and "working-directory" not in step:
        yield "runs in no checkout"


def main(paths):
    count = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for problem in problems_of(yaml.safe_load(file)):
                print(f"{path}: {problem}")
                count += 1
    print(f"{len(paths)} workflows, {count} problems")
    return 1 if count or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
