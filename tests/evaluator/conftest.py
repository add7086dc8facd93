"""The model service on loopback, for every test of the evaluator."""

from tests.messages_api import messages_api

__all__ = ["messages_api"]
