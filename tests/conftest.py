"""What holds for the whole run of the tests."""

import gc

# By default the garbage collector runs whenever there are 700 objects more: for values a hundred thousand deep, a third
# of the time would go to it.
gc.set_threshold(50_000)
