"""Random consumers (contexts) and producers (lazy functions); `generate.strategies` draws them with Hypothesis."""
