"""Each file here prints a figure of ours beside a peer's, measured in the same run."""
