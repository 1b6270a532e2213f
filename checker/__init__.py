"""Prüfstand's checker: observe a program on one side, judge what was seen on the other."""

from __future__ import annotations

from checker.model import Case, Check, Component, Exercise, SameObject

__all__ = ["Case", "Check", "Component", "Exercise", "SameObject"]

__version__ = "0.1.0"
