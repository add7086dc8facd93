"""The adjudicating app: decides, blind to verdicts and names, what people's labels leave open."""
