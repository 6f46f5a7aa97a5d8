"""What pyproject.toml cannot say: the folder ``samples/`` is installed as ``aclnn_emu.samples``.

So ``aclnn-emu demo`` finds in a wheel the very files that readers of the repository find under ``samples/``.
"""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["aclnn_emu", "aclnn_emu.*"]), "aclnn_emu.samples"],
    package_dir={"aclnn_emu.samples": "samples"},
)
