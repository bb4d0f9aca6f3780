"""json, gradescope, classroom50: each against its schema, and against the report."""

import json

import jsonschema

from common import hidden_names, require, require_harmless, same, strings_of


class JsonFormats:
    def __init__(self, root):
        schemas = root / "checker/tests/formats/schemas"
        self.validators = {
            "json": self.validator(root / "docs/reference/grade.schema.json"),
            "class": self.validator(root / "docs/reference/class.schema.json"),
            "gradescope": self.validator(schemas / "gradescope.schema.json"),
            "classroom50": self.validator(schemas / "classroom50.schema.json"),
        }

    @staticmethod
    def validator(path):
        schema = json.loads(path.read_text(encoding="utf-8"))
        jsonschema.Draft7Validator.check_schema(schema)
        return jsonschema.Draft7Validator(schema)

    def valid(self, path, name):
        value = json.loads(path.read_text(encoding="utf-8"))
        for error in self.validators[name].iter_errors(value):
            require(False, f"{list(error.absolute_path)}: {error.message[:300]}")
        for text in strings_of(value):
            require_harmless(text)
        return value

    def check_json(self, path, report):
        value = self.valid(path, "json")
        same(value, report, "the report")
        points = sum(lesson["points"] for lesson in value["lessons"])
        require(abs(points - value["points"]) < 1e-3, "points are no sum")
        for lesson in value["lessons"]:
            for case in lesson["cases"]:
                require(0 <= case["points"] <= case["max_points"] + 1e-9, "a case's points")

    def check_class(self, path, table):
        value = self.valid(path, "class")
        same(value, table, "the table")
        names = [lesson["lesson"] for lesson in value["lessons"]]
        for row in value["submissions"]:
            same([result["lesson"] for result in row["results"]], names, "lessons")
            same(row["points"] is None, not row["complete"], "points where they are not complete")
        same(value["complete"], all(row["complete"] for row in value["submissions"]), "complete")

    def check_gradescope(self, path, report):
        value = self.valid(path, "gradescope")
        same(value["score"], report["points"], "score")
        same(value["extra_data"]["complete"], report["complete"], "complete")
        if not report["complete"]:
            require("INCOMPLETE" in value["output"], "it does not say that it is incomplete")
        seen = [test for test in value["tests"] if test["visibility"] == "visible"]
        same([test["extra_data"]["lesson"] for test in seen],
             [lesson["lesson"] for lesson in report["lessons"]], "lessons")
        for test, lesson in zip(seen, report["lessons"]):
            same(test["score"], lesson["points"], "score")
            same(test["max_score"], lesson["max_points"], "max_score")
            same(test["status"] == "passed", lesson["verdict"] == "passed", "status")
            require(lesson["printed"] in test["output"], "what the code printed is missing")
            # Students see this one, so hidden cases are counted there and not named.
            secrets = [name for name in hidden_names(lesson) if "secretly" in name]
            secrets += [message["text"] for message in lesson["messages"] if message["case"] in secrets]
            for secret in secrets:
                require(secret not in test["output"], f"hidden, but shown: {secret}")

    def check_classroom50(self, path, report):
        value = self.valid(path, "classroom50")
        same(value["classroom"], "cuda-2026", "classroom")
        same(value["review"], value["commit"], "review")
        same(value["datetime"], report["started_at"], "datetime")
        same(value["score"], sum(test["score"] for test in value["tests"]), "score")
        same(value["max-score"], sum(test["max-score"] for test in value["tests"]), "max-score")
        for test, lesson in zip(value["tests"], report["lessons"], strict=True):
            same(test["test-name"], lesson["lesson"], "test-name")
            same(test["passed"], lesson["verdict"] == "passed", "passed")
            require(abs(test["score"] / 100 - lesson["points"]) < 0.01, "score")
            require(test["score"] / 100 <= lesson["points"] + 1e-4, "more than was earned")
