"""The gate: a policy, the evidence, and one of three answers."""
