"""What is known, for other tools: labels, verdicts, calibration data, whole studies."""
