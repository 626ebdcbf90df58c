"""Small changes of the sources that each break a rule: `make mutants` looks for a test that notices."""
