"""The simulated AWS: moto in this process, every call recorded, corrected where moto is less strict than AWS."""

from __future__ import annotations

from enhancement_kit.cloud.simulated.cloud import SimulatedCloud
from enhancement_kit.cloud.simulated.served import ServedCloud

__all__ = ["ServedCloud", "SimulatedCloud"]
