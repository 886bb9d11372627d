"""What each game's `greedy` thinks of a position: opinions, kept away from the rules."""
