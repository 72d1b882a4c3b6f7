# SPDX-License-Identifier: MIT
"""The report: reasons of skips, the counts that runners print, and a last line of its own."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

LINE = "line to show"


def pytest_configure(config):
    if "s" not in config.option.reportchars:
        config.option.reportchars += "s"  # the reason of each skip


@pytest.fixture
def show(record_property):
    """Puts a line into the report, such as how many known answers a runner executed."""

    def record(line):
        record_property(LINE, line)

    return record


def pytest_terminal_summary(terminalreporter):
    reports = terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", [])
    lines = [
        (report.nodeid.removeprefix("tests/"), text)
        for report in reports
        for name, text in report.user_properties
        if name == LINE
    ]
    if lines:
        terminalreporter.section("counts")
    for test, text in lines:
        terminalreporter.write_line(f"{test}  {text}")


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config):
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if not reporter or not hasattr(reporter, "stats") or config.option.collectonly:
        return
    number = {kind: len(reporter.stats.get(kind, [])) for kind in ("passed", "failed", "error")}
    if skipped := len(reporter.stats.get("skipped", [])):
        print(f"{skipped} skipped: the reasons are above")
    print(f"{number['passed']} passed, {number['failed'] + number['error']} failed", flush=True)
