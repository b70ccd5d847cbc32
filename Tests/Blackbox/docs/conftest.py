import shutil

import pytest
from navstate import ROOT


@pytest.fixture
def outside():
    """The folder for packages that are built as folders beside a clone. They share the build, which is kept."""
    if shutil.which("swift") is None:
        pytest.skip("needs a Swift toolchain")
    folder = ROOT / ".build" / "outside"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "navstate").exists():
        (folder / "navstate").symlink_to("../..")
    return folder
