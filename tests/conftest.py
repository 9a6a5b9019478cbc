"""What holds for the whole run of the tests."""

import gc


def pytest_collection_finish() -> None:
    """Thousands of tests are a million objects, which each `gc.collect()` of a test would go through again."""
    gc.collect()
    gc.freeze()
