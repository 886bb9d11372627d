"""Learning, tournaments, ratings, speed, and the `jivezoo` command."""
