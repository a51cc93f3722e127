"""One service at a time, whoever made the lock."""

import os
from pathlib import Path

import pytest

from pi_companion.devices.lock import LOCK_NAME, only_one
from pi_companion.errors import DeviceError

SERVICE = 12345


def test_a_second_one_is_refused_while_the_first_holds_it(tmp_path: Path) -> None:
    path = tmp_path / LOCK_NAME
    with only_one(path), pytest.raises(DeviceError, match=f"process {os.getpid()}"), only_one(path):
        pass
    with only_one(path):
        pass


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for another user")
@pytest.mark.parametrize("left_by_root", [False, True])
def test_a_lock_that_root_made_is_the_services_own(tmp_path: Path, *, left_by_root: bool) -> None:
    """`sudo pi-companion picture` comes before the service's first start."""
    os.chown(tmp_path, SERVICE, SERVICE)
    path = tmp_path / LOCK_NAME
    if left_by_root:
        path.touch(0o600)
    with only_one(path):
        pass
    assert (path.stat().st_uid, path.stat().st_gid) == (SERVICE, SERVICE)
