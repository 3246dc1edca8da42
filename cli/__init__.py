"""The command line `judge`: the only part that prints, reads the environment, or ends the process."""
