#!/bin/bash
# Makes the Debian root of the checks (once) and installs the product in it by its own `make install` (every time).
# Usage: make_root.sh FOLDER
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
SOURCE=$(cd "$HERE/../.." && pwd)
ROOT=$(realpath -m "$1")

[ "$(id -u)" -eq 0 ] || { echo "make hil: this makes a chroot; run it as root" >&2; exit 1; }

if [ ! -e "$ROOT/.whole" ]; then
  command -v mmdebstrap >/dev/null || apt-get -qq install -y --no-install-recommends mmdebstrap >/dev/null
  mirror=$(awk '/^URIs:/ { print $2; exit } /^deb / { print $2; exit }' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1)
  # swig and gcc build lgpio, which Debian does not have and which has no wheel for this Python.
  packages=systemd,systemd-sysv,dbus,udev,kmod,python3,python3-venv,python3-dev,python3-numpy,python3-opencv,make
  packages=$packages,gcc,libc6-dev,swig,ca-certificates,procps,iproute2
  mmdebstrap --quiet --variant=minbase --include=$packages trixie "$ROOT" "$mirror"
  touch "$ROOT/.whole"
fi

# What this machine's package clients need to reach their registries; taken out again below.
borrowed=()
borrow() {
  [ -f "$1" ] && [ ! -e "$ROOT$1" ] || return 0
  install -D -m 644 "$1" "$ROOT$1"
  borrowed+=("$ROOT$1")
}
cp /etc/resolv.conf /etc/hosts "$ROOT/etc/"
for file in /etc/pip.conf /root/.config/pip/pip.conf /etc/ssl/certs/ca-certificates.crt ${PIP_CERT:-} \
  $(python3 -m pip config get global.cert 2>/dev/null) $(python3 -m pip config get global.constraint 2>/dev/null); do
  borrow "$file"
done

finish() {
  umount "$ROOT/proc" "$ROOT/dev" 2>/dev/null || true
  [ ${#borrowed[@]} -eq 0 ] || rm -f "${borrowed[@]}"
}
trap finish EXIT
mount --bind /proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
rm -rf "$ROOT/src"
mkdir -p "$ROOT/src"
(cd "$SOURCE" && tar --exclude=.git --exclude=.venv --exclude='__pycache__' --exclude='.*_cache' -cf - .) | tar -xf - -C "$ROOT/src"
chroot "$ROOT" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PIP_FIND_LINKS= \
  PIP_DEFAULT_TIMEOUT=60 ${PIP_CERT:+PIP_CERT=$PIP_CERT} make -s -C /src install
chroot "$ROOT" /usr/local/bin/pi-companion calibrate --start /src/tests/data/vision/game4/f0001.jpg \
  -o /etc/pi-companion/board.toml
