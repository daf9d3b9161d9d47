"""The old name of `scoring.web`, for one version: ``scoring.pad.app`` can still be imported."""

import sys
from warnings import warn

import scoring.web.app

warn("scoring.pad.app is now scoring.web.app", DeprecationWarning, stacklevel=2)
__path__: list[str] = []  # so that scoring.pad.app can be imported
sys.modules[f"{__name__}.app"] = scoring.web.app
