"""What parses YAML: libyaml, or Python itself where there is none, as in a browser."""

from __future__ import annotations

from typing import Any

import yaml

LOADER: type[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
DUMPER: type[Any] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
