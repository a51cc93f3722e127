#!/bin/bash
# Runs the tests as a Pi's processor would: in a Debian trixie for arm64, under QEMU's user-mode emulation.
# Usage: run.sh FOLDER [pytest's arguments]; the folder is made once, about 1.5 GB. It is slow: see the README beside.
set -eu
SOURCE=$(cd "$(dirname "$0")/../.." && pwd)
ROOT=$(realpath -m "$1")
shift
[ $# -gt 0 ] || set -- -m "not slow"

# A Pi 4's. QEMU's own choice of processor signs every pointer, in software, and takes twenty times as long.
export QEMU_CPU=${QEMU_CPU:-cortex-a72}

say() { printf '%s\n' "$*"; }
fail() { printf 'make test-arm64: %s\n' "$*" >&2; exit 2; }

[ "$(id -u)" -eq 0 ] || fail "this makes a chroot; run it as root"

emulation() {
  [ "$(uname -m)" != aarch64 ] || return 0
  mountpoint -q /proc/sys/fs/binfmt_misc || mount -t binfmt_misc none /proc/sys/fs/binfmt_misc ||
    fail "this kernel knows no foreign programs (binfmt_misc), so their processor cannot be emulated for them"
  [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] ||
    apt-get -qq install -y --no-install-recommends qemu-user-static binfmt-support >/dev/null
  # F: the kernel holds the emulator open, so that it is found inside the chroot as well.
  grep -q '^flags:.*F' /proc/sys/fs/binfmt_misc/qemu-aarch64 ||
    fail "wanted QEMU for arm64 among the kernel's foreign programs (Debian: qemu-user-static and binfmt-support)"
}

debian() {
  [ ! -e "$ROOT/.whole" ] || return 0
  say "Debian trixie for arm64 in $ROOT"
  command -v mmdebstrap >/dev/null || apt-get -qq install -y --no-install-recommends mmdebstrap >/dev/null
  mirror=$(awk '/^URIs:/ { print $2; exit } /^deb / { print $2; exit }' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1)
  # numpy and OpenCV from apt, as on a Pi.
  mmdebstrap --quiet --mode=root --variant=minbase --architectures=arm64 \
    --include=python3,python3-numpy,python3-opencv,procps trixie "$ROOT" "$mirror"
  touch "$ROOT/.whole"
}

# What is not from apt on a Pi either, fetched by this machine's pip for the other processor.
libraries() {
  rm -rf "$ROOT/libraries"
  wanted=$(python3 - "$SOURCE/pyproject.toml" <<'PYTHON'
import sys, tomllib
project = tomllib.load(open(sys.argv[1], "rb"))["project"]
apt = ("numpy", "opencv")
tests = [name for name in project["optional-dependencies"]["dev"] if name.startswith(("pytest>", "hypothesis", "paho"))]
print(*[name for name in project["dependencies"] if not name.startswith(apt)], *tests)
PYTHON
  )
  # shellcheck disable=SC2086 - a list of words
  python3 -m pip install -qq --disable-pip-version-check --root-user-action=ignore --target "$ROOT/libraries" \
    --platform manylinux_2_28_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 \
    --implementation cp --python-version 3.13 --abi cp313 --abi abi3 --abi none --only-binary=:all: \
    --constraint "$SOURCE/constraints.txt" $wanted
  # The package too, which is the same for every processor: programs ask for its version.
  python3 -m pip install -qq --disable-pip-version-check --root-user-action=ignore --no-deps --target "$ROOT/libraries" \
    "$SOURCE"
}

source_of_this_tree() {
  rm -rf "$ROOT/src"
  mkdir -p "$ROOT/src"
  (cd "$SOURCE" && tar --exclude=.git --exclude=.venv --exclude='__pycache__' --exclude='.*_cache' --exclude=./build \
    -cf - .) | tar -xf - -C "$ROOT/src"
}

finish() { umount "$ROOT/proc" "$ROOT/dev" 2>/dev/null || true; }

emulation
debian
libraries
source_of_this_tree
trap finish EXIT
mount --bind /proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
inside() {
  # The tests of one tree are those of its own sources, so these come first.
  chroot "$ROOT" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 QEMU_CPU="$QEMU_CPU" \
    OMP_NUM_THREADS=1 PYTHONPATH=/src:/libraries PYTHONPYCACHEPREFIX=/var/cache/python PYTHONUNBUFFERED=1 \
    sh -c 'cd /src && exec "$@"' sh "$@"
}
inside python3 -c '
import cv2, numpy, platform
print(platform.machine(), "Python", platform.python_version(), "numpy", numpy.__version__, "OpenCV", cv2.__version__)'
# How long things take says nothing where every instruction is emulated.
timed=()
if [ "$(uname -m)" != aarch64 ]; then timed=(--deselect tests/rules/test_decision_time.py --ignore tests/bench); fi
inside python3 -m pytest -q -p no:cacheprovider "${timed[@]}" "$@"
