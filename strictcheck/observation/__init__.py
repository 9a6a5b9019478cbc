"""One call or one block of code, in one context, and everything that came of it."""
