"""Durations as Kubernetes shows them to people."""

from __future__ import annotations


def human_duration(seconds: int) -> str:
    """Return a duration as duration.HumanDuration prints it."""
    seconds = max(seconds, 0)
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if seconds < 120:
        return f"{seconds}s"
    if minutes < 10:
        return f"{minutes}m" + (f"{seconds % 60}s" if seconds % 60 else "")
    if minutes < 180:
        return f"{minutes}m"
    if hours < 8:
        return f"{hours}h" + (f"{minutes % 60}m" if minutes % 60 else "")
    if hours < 48:
        return f"{hours}h"
    if hours < 192:
        return f"{days}d" + (f"{hours % 24}h" if hours % 24 else "")
    if days < 365 * 2:
        return f"{days}d"
    years, rest = divmod(days, 365)
    return f"{years}y" + (f"{rest}d" if years < 8 and rest else "")
