"""Variables of the process itself: of Python, pytest, the C library, and where things are."""

from __future__ import annotations

from enhancement_kit.local.variables.row import CHOSEN, CLEARED, HARMLESS, NOWHERE, REFUSED, Variable, each

PROCESS_ROWS = (
    # cleared or refused
    Variable(
        "SSLKEYLOGFILE",
        "OpenSSL, urllib3",
        "keys of connections are written to a file; nothing starts where it cannot be written",
        CLEARED,
        hostile=each(NOWHERE, "SSLKEYLOGFILE"),
    ),
    Variable(
        "ALLURE_TESTPLAN_PATH",
        "allure-pytest",
        "scenarios that a file does not name are left out without a word",
        CLEARED,
        hostile=each(NOWHERE, "ALLURE_TESTPLAN_PATH"),
    ),
    Variable(
        "PYTHONINSPECT",
        "Python",
        "Python asks for commands at its end, and the exit code of the run is lost",
        REFUSED,
        remedy="Python then loses the exit code of a run; unset it",
    ),
    Variable(
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD",
        "pytest",
        "pytest loads no plugin that the kit needs",
        REFUSED,
        remedy="pytest then loads none of the plugins that the kit needs; unset it",
    ),
    # harmless
    *(
        Variable(name, "Python", effect, HARMLESS, hostile=each(value, name))
        for name, effect, value in (
            ("PYTHONOPTIMIZE", "asserts are left out; steps use claim()", "2"),
            ("PYTHONWARNINGS", "warnings become errors; pytest sets its own filters for each test", "error"),
            ("PYTHONWARNDEFAULTENCODING", "a warning at each file that is opened without an encoding", "1"),
            ("PYTHONDEVMODE", "further checks and warnings", "1"),
            ("PYTHONDONTWRITEBYTECODE", "whether caches are written", "1"),
            ("PYTHONPYCACHEPREFIX", "where caches are written", "/nonexistent"),
            ("PYTHONUTF8", "the encoding of texts where the code names none", "0"),
            ("PYTHONCOERCECLOCALE", "the encoding of texts where the code names none", "0"),
            ("PYTHONIOENCODING", "the encoding of the terminal", "ascii"),
            ("PYTHONINTMAXSTRDIGITS", "numbers of more digits are refused", "640"),
            ("PYTHONSAFEPATH", "the current directory is no place for modules", "1"),
            ("PYTHONNOUSERSITE", "packages of the user", "1"),
            ("PYTHONUSERBASE", "packages of the user", "/nonexistent"),
            ("PYTHONFAULTHANDLER", "a trace when the process crashes", "1"),
            ("PYTHONNODEBUGRANGES", "columns in traces", "1"),
            ("PYTHONASYNCIODEBUG", "logs of asyncio", "1"),
            ("PYTHONUNBUFFERED", "when output is written", "1"),
            ("PYTHONBREAKPOINT", "what breakpoint() calls", "no.such.debugger"),
            ("PYTHONSTARTUP", "a file that interactive sessions run", NOWHERE),
            ("PYTHON_COLORS", "colours of traces", "0"),
        )
    ),
    Variable("PYTHONHASHSEED", "Python", "the order of sets", HARMLESS, hostile=each("random", "PYTHONHASHSEED")),
    *(
        Variable(name, reader, effect, HARMLESS, hostile=each(value, name))
        for name, reader, effect, value in (
            ("LC_ALL", "Python, programs", "the language and the encoding of texts", "C"),
            ("LANG", "Python, programs", "the language and the encoding of texts", "tr_TR.UTF-8"),
            ("LANGUAGE", "gettext: argparse", "the language of texts", "de"),
            ("TZ", "Python, programs", "the local time; the kit uses UTC", "Pacific/Kiritimati"),
            ("COLUMNS", "pytest, argparse", "the width of texts", "1"),
            ("LINES", "pytest", "the height of the terminal", "1"),
            ("TERM", "pytest", "colours", "dumb"),
            ("NO_COLOR", "pytest", "colours", "1"),
            ("FORCE_COLOR", "pytest", "colours", "1"),
            ("PY_COLORS", "pytest", "colours", "1"),
            ("PYTEST_THEME_MODE", "pytest", "colours", "light"),
            ("PYTEST_VERSION", "pytest", "pytest sets it", "0"),
            ("PYTEST_CURRENT_TEST", "pytest", "pytest sets it", "hostile"),
            ("PYTEST_XDIST_AUTO_NUM_WORKERS", "pytest-xdist", "how many processes `-n auto` starts", "1"),
            ("PY_IGNORE_IMPORTMISMATCH", "pytest", "whether a module may come from another file", "1"),
            ("ALLURE_INDENT_OUTPUT", "allure-pytest", "how its files are indented", "1"),
            ("JSON_SCHEMA_DEBUG", "jsonschema", "its own tests", "1"),
            ("AIOHTTP_NOSENDFILE", "aiohttp", "how files are sent", "1"),
            ("AIOHTTP_NO_EXTENSIONS", "aiohttp", "how requests are parsed", "1"),
            ("EXECNET_DEBUG", "execnet", "a log of execnet, beside the output", "1"),
            ("CI", "pytest", "how much pytest shows of a failure", "true"),
            ("TRAVIS", "pytest-xdist", "how many processes `-n auto` starts", "true"),
            ("BUILD_NUMBER", "pytest", "how much pytest shows of a failure", "1"),
            ("SOURCE_DATE_EPOCH", "builds", "the time of what is built; the kit builds nothing", "0"),
            ("PAGER", "help of Python", "nothing of a run", NOWHERE),
            ("HOSTALIASES", "the C library", "names of hosts; a default run looks up none", NOWHERE),
            ("RES_OPTIONS", "the C library", "names of hosts; a default run looks up none", "timeout:1"),
            ("LOCALDOMAIN", "the C library", "names of hosts; a default run looks up none", "invalid"),
            ("USER", "pytest", "names of temporary folders", "hostile/user"),
            ("LOGNAME", "pytest", "names of temporary folders", "hostile/user"),
        )
    ),
    # what and where to run
    *(
        Variable(name, reader, effect, CHOSEN)
        for name, reader, effect in (
            ("HOME", "Python, programs", "where caches of builds are; it need be neither set nor writable"),
            ("TMPDIR", "Python, programs", "where temporary folders are"),
            ("TEMP", "Python", "where temporary folders are"),
            ("TMP", "Python", "where temporary folders are"),
            ("PATH", "Python, programs", "which programs are found"),
            ("XDG_CACHE_HOME", "the kit", "where caches of builds are"),
            ("KUBEBUILDER_ASSETS", "the kit", "where the programs of lane real-api are"),
            ("ARTIFACT_DIR", "the kit", "where artifacts are written"),
            ("PYTHONPATH", "Python", "which modules are found"),
            ("PYTHONHOME", "Python", "which modules are found"),
            ("PYTEST_ADDOPTS", "pytest", "options, as if they stood in the command"),
            ("PYTEST_PLUGINS", "pytest", "further plugins, as with -p"),
            ("PYTEST_THEME", "pytest", "colours; pytest names one that does not exist"),
            ("PYTEST_DEBUG", "pytest", "a trace of pytest itself"),
            ("PYTEST_DEBUG_TEMPROOT", "pytest", "where temporary folders of tests are"),
            ("PYTEST_XDIST_WORKER", "pytest-xdist", "pytest-xdist sets it in its processes"),
            ("PYTEST_XDIST_WORKER_COUNT", "pytest-xdist", "pytest-xdist sets it in its processes"),
            ("PYTEST_XDIST_TESTRUNUID", "pytest-xdist", "pytest-xdist sets it in its processes"),
            ("OPENSSL_CONF", "OpenSSL", "algorithms that a policy of the machine allows, read when Python starts"),
            ("DOCKER_*", "kind", "which Docker is used"),
            ("KIND_*", "kind", "which containers kind makes"),
        )
    ),
)
