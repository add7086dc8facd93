"""The detectors, one module each with its `DETECTOR`; a new one is a new file in this folder."""
