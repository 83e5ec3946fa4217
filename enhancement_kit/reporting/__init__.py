"""The reports of a run: results and verdicts, Allure, JUnit, the conformance report and its page."""
