"""The text banks of the synthetic practice, written for this project; every name is made up."""
