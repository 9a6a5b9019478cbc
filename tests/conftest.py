"""What holds for the whole run of the tests."""

import gc


def pytest_collection_finish() -> None:
    """Half of some tests' time would go to the garbage collector.

    Thousands of tests are a million objects, which each `gc.collect()` of a test would go through again; and values
    a hundred thousand deep are made of many objects, after each 700 of which it would look at some.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
