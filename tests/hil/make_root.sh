#!/bin/bash
# Makes the Debian root of the checks (once) and installs the product in it by its own `make install` (every time).
# Usage: make_root.sh FOLDER
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
SOURCE=$(cd "$HERE/../.." && pwd)
ROOT=$(realpath -m "$1")

[ "$(id -u)" -eq 0 ] || { echo "make hil: this makes a chroot; run it as root" >&2; exit 1; }

packages=systemd,systemd-sysv,dbus,udev,kmod,python3,python3-venv,python3-dev,python3-numpy,python3-opencv,make
# swig and gcc build lgpio, which Debian does not have and which has no wheel for this Python.
packages=$packages,gcc,libc6-dev,swig,ca-certificates,procps,iproute2
# What picamera2 stands on: on Raspberry Pi OS it comes by apt as well, on Debian only libcamera does.
packages=$packages,python3-libcamera,libcamera-ipa,python3-pip,python3-pil,libcap-dev
if [ ! -e "$ROOT/.whole" ]; then
  rm -rf "$ROOT"
  command -v mmdebstrap >/dev/null || apt-get -qq install -y --no-install-recommends mmdebstrap >/dev/null
  mirror=$(awk '/^URIs:/ { print $2; exit } /^deb / { print $2; exit }' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1)
  mmdebstrap --quiet --variant=minbase --include="$packages" trixie "$ROOT" "$mirror"
  echo "$packages" >"$ROOT/.whole"
fi

# What this machine's package clients need to reach their registries; taken out again below.
borrowed=()
borrow() {
  [ -f "$1" ] && [ ! -e "$ROOT$2" ] || return 0
  install -D -m 644 "$1" "$ROOT$2"
  borrowed+=("$ROOT$2")
}
cp /etc/resolv.conf /etc/hosts "$ROOT/etc/"
for file in /etc/pip.conf /root/.config/pip/pip.conf $(python3 -m pip config get global.constraint 2>/dev/null); do
  borrow "$file" "$file"
done
# Under a name of its own, for the root has authorities too, and this machine may trust one more.
borrow "${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}" /root/authorities.crt

finish() {
  umount "$ROOT/proc" "$ROOT/dev" 2>/dev/null || true
  rm -f "${borrowed[@]}"
}
trap finish EXIT
mount --bind /proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
inside() {
  chroot "$ROOT" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
    PIP_FIND_LINKS= PIP_DEFAULT_TIMEOUT=60 PIP_CERT=/root/authorities.crt "$@"
}

if [ "$(cat "$ROOT/.whole")" != "$packages" ]; then
  inside apt-get -qq update
  inside apt-get -qq install -y --no-install-recommends ${packages//,/ } >/dev/null
  echo "$packages" >"$ROOT/.whole"
fi
# For the system's Python, as apt would put it on a Pi.
inside python3 -c 'import importlib.metadata as m; m.version("picamera2")' 2>/dev/null ||
  inside python3 -m pip install -q --break-system-packages --root-user-action ignore picamera2

rm -rf "$ROOT/src"
mkdir -p "$ROOT/src"
(cd "$SOURCE" && tar --exclude=.git --exclude=.venv --exclude='__pycache__' --exclude='.*_cache' -cf - .) | tar -xf - -C "$ROOT/src"
inside make -s -C /src install
