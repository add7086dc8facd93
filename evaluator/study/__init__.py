"""The study that ships: a fictional body of law, golden questions, answers and their truth."""
