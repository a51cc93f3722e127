#!/bin/bash
# Installs, upgrades and removes the service in a fresh Debian, each twice, and says what became of it.
# Usage: fresh_root.sh FOLDER [SUITE]; the folder gets a root of about 700 MB, made once and copied for each run.
set -eu
SOURCE=$(cd "$(dirname "$0")/../.." && pwd)
SUITE=${2:-trixie}
BASE=$(realpath -m "$1")/$SUITE
ROOT=$BASE.tried
NAME=pi-companion

[ "$(id -u)" -eq 0 ] || { echo "make test-install: this makes a chroot; run it as root" >&2; exit 2; }

if [ ! -e "$BASE/.whole" ]; then
  echo "Debian $SUITE in $BASE"
  rm -rf "$BASE"
  mkdir -p "$BASE"
  command -v mmdebstrap >/dev/null || apt-get -qq install -y --no-install-recommends mmdebstrap >/dev/null
  mirror=$(awk '/^URIs:/ { print $2; exit } /^deb / { print $2; exit }' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1)
  # What every Debian and Raspberry Pi OS has; the packages that the program wants are not among it.
  mmdebstrap --quiet --variant=minbase --include=systemd,udev,make,ca-certificates,passwd "$SUITE" "$BASE" "$mirror"
  touch "$BASE/.whole"
fi
rm -rf "$ROOT"
cp -a --reflink=auto "$BASE" "$ROOT"

# What this machine's own package clients need to reach their registries; it goes with the copy.
lend() { if [ -f "$1" ]; then install -D -m 644 "$1" "$ROOT$2"; fi; }
cp /etc/resolv.conf /etc/hosts "$ROOT/etc/"
for file in /etc/pip.conf /root/.config/pip/pip.conf $(python3 -m pip config get global.constraint 2>/dev/null); do
  lend "$file" "$file"
done
for file in /etc/apt/apt.conf.d/*proxy*; do lend "$file" "$file"; done
lend "${PIP_CERT:-/etc/ssl/certs/ca-certificates.crt}" /root/authorities.crt

finish() {
  umount "$ROOT/proc" "$ROOT/dev" 2>/dev/null || true
  rm -rf "$ROOT"
}
trap finish EXIT
mount --bind /proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
mkdir "$ROOT/src"
(cd "$SOURCE" && tar --exclude=.git --exclude=.venv --exclude='__pycache__' --exclude='.*_cache' --exclude=./tests \
  --exclude=./build -cf - .) | tar -xf - -C "$ROOT/src"
inside() {
  chroot "$ROOT" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PIP_CERT=/root/authorities.crt \
    PIP_DEFAULT_TIMEOUT=60 "$@"
}

failed=0
check() {
  if (shift; "$@") >/dev/null 2>&1; then echo "  good  $1"; else echo "  BAD   $1"; failed=1; fi
}
there() { [ -e "$ROOT$1" ] || [ -L "$ROOT$1" ]; }
gone() { ! there "$1"; }
same() { [ "$(cat "$ROOT$1")" = "$2" ]; }
owned() { [ "$(inside stat -c %U:%a "$1")" = "$2" ]; }
SETTINGS=/etc/$NAME/settings.toml
MATCH=/var/lib/$NAME/journal.sqlite
UNIT=/etc/systemd/system/$NAME.service
WANTED=/etc/systemd/system/multi-user.target.wants/$NAME.service

stands() {
  check "$1: the program runs" inside $NAME legal "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
  check "$1: the unit is there, starts with the machine, and systemd understands it" \
    inside sh -c "test -L $WANTED && systemd-analyze verify $UNIT"
  check "$1: exposed to no more than 2.0" inside systemd-analyze security --offline=true --threshold=20 $UNIT
  check "$1: settings are there" there $SETTINGS
  check "$1: matches belong to the service's own user" owned /var/lib/$NAME $NAME:750
  check "$1: the settings are read, and doctor looks at everything" \
    sh -c "chroot $ROOT $NAME --settings $SETTINGS --json doctor | grep -q '\"check\": \"board\"'"
}

quietly() { "$@" >"$ROOT/last.log" 2>&1 || { cat "$ROOT/last.log"; echo "  BAD   $*"; failed=1; }; }

echo "Install"
quietly inside make -s -C /src install
stands install
echo "Install again, with settings and a match that are somebody's"
echo '# somebody wrote this' >"$ROOT$SETTINGS"
echo 'a match' >"$ROOT$MATCH"
quietly inside make -s -C /src install
stands "install again"
check "install again: settings are as they were" same $SETTINGS '# somebody wrote this'
check "install again: the match is as it was" same $MATCH 'a match'
echo "Upgrade to another version"
sed -i 's/^version = .*/version = "99.0.0"/' "$ROOT/src/pyproject.toml"
quietly inside make -s -C /src upgrade
stands upgrade
check "upgrade: it is the new version" sh -c "chroot $ROOT $NAME --version | grep -q 99.0.0"
check "upgrade: settings are as they were" same $SETTINGS '# somebody wrote this'
check "upgrade: the match is as it was" same $MATCH 'a match'
echo "An upgrade that cannot be built"
cp "$ROOT/src/pyproject.toml" "$ROOT/pyproject.toml"
echo 'this is no TOML' >>"$ROOT/src/pyproject.toml"
check "broken upgrade: it says so" sh -c "! chroot $ROOT make -s -C /src upgrade"
cp "$ROOT/pyproject.toml" "$ROOT/src/pyproject.toml"
stands "broken upgrade"
echo "Uninstall, twice"
for turn in once twice; do
  quietly inside make -s -C /src uninstall
  for path in /opt/$NAME $UNIT $WANTED /usr/local/bin/$NAME /etc/udev/rules.d/60-$NAME.rules; do
    check "uninstall $turn: $path is gone" gone $path
  done
  check "uninstall $turn: settings stay" same $SETTINGS '# somebody wrote this'
  check "uninstall $turn: the match stays" same $MATCH 'a match'
done
echo "Purge: no, then yes"
quietly sh -c "echo no | chroot $ROOT make -s -C /src uninstall ARGS=--purge"
check "purge, no: the match stays" same $MATCH 'a match'
quietly sh -c "echo yes | chroot $ROOT make -s -C /src uninstall ARGS=--purge"
check "purge, yes: matches are gone" gone /var/lib/$NAME
check "purge, yes: settings are gone" gone /etc/$NAME
check "purge, yes: the user is gone" sh -c "! chroot $ROOT getent passwd $NAME"
[ "$failed" -eq 0 ] && echo "Debian $SUITE: all good" || echo "Debian $SUITE: not all good"
exit "$failed"
