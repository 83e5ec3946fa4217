"""Implementations under test."""
