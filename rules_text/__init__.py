"""Own-worded editions of the games' rulebooks, and the data that goes with them."""
