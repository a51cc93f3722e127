#!/bin/sh
# Installs the companion as a service, or brings an installed one up to date; safe to run again at any time.
# Settings and matches that are there already are left as they are. Usage: sudo systemd/install.sh
set -eu
umask 022

SOURCE=$(cd "$(dirname "$0")/.." && pwd)
ROOT=/opt/pi-companion
SETTINGS=/etc/pi-companion
STATE=/var/lib/pi-companion
NAME=pi-companion

say() { printf '%s\n' "$*"; }
fail() { printf 'install: %s\n' "$*" >&2; exit 1; }
running() { [ -d /run/systemd/system ]; }

[ "$(id -u)" -eq 0 ] || fail "this changes the system; run it with sudo"
command -v apt-get >/dev/null || fail "wanted Raspberry Pi OS or Debian, but there is no apt-get"

packages() {
  say "Packages of the system"
  # The camera's library is built for the system's Python and its numpy, so these come from apt, never from pip.
  # python3-paho-mqtt speaks to a club's broker; small, and not missed by who has none.
  wanted="python3 python3-venv python3-numpy python3-opencv python3-paho-mqtt"
  export DEBIAN_FRONTEND=noninteractive
  missing=""
  for package in $wanted; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
  done
  # Only Raspberry Pi OS has all of these; elsewhere there is no Pi to use them on.
  for package in python3-picamera2 python3-gpiozero python3-lgpio python3-spidev; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed && continue
    apt-cache show "$package" >/dev/null 2>&1 && missing="$missing $package"
  done
  [ -z "$missing" ] && return
  apt-get -qq update || fail "apt-get update failed; see to the network and run this again"
  # shellcheck disable=SC2086 - a list of words
  apt-get -qq install -y --no-install-recommends $missing >/dev/null || fail "apt could not install$missing"
}

user() {
  say "The user $NAME"
  for group in video render gpio spi i2c; do
    getent group "$group" >/dev/null || groupadd --system "$group"
  done
  getent passwd "$NAME" >/dev/null || useradd --system --user-group --home-dir "$STATE" --no-create-home \
    --shell /usr/sbin/nologin "$NAME"
  # Whoever installs may read the matches without sudo, from the next login on.
  if [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then usermod -a -G "$NAME" "$SUDO_USER"; fi
}

wants_matrices() {
  wiring=$(sed -n 's/^[[:space:]]*wiring[[:space:]]*=[[:space:]]*"\([^"]*\)".*/\1/p' "$SETTINGS/settings.toml" 2>/dev/null) || true
  [ -n "$wiring" ] && grep -qs '^kind[[:space:]]*=[[:space:]]*"matrix"' "$wiring"
}

program() {
  say "The program in $ROOT"
  install -d -m 755 "$ROOT"
  # Built beside the old one and swapped in, so that a failure leaves the old one at work.
  rm -rf "$ROOT/venv.new"
  python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' ||
    fail "wanted Python 3.11 to 3.13, but the system has $(python3 -V)"
  python3 -m venv --system-site-packages "$ROOT/venv.new"
  # What comes from apt goes there by other names, so pip would complain that it is missing.
  pip="$ROOT/venv.new/bin/python -m pip install -q --disable-pip-version-check --no-cache-dir --no-warn-conflicts"
  built=$(mktemp -d)
  cp -r "$SOURCE/pi_companion" "$SOURCE/pyproject.toml" "$SOURCE/README.md" "$SOURCE/LICENSE" "$built"
  # --no-deps: pip must have no reason to put another numpy beside the one that the camera's library was built with.
  $pip --no-deps "$built" || fail "pip could not build the program; see to the network and run this again"
  rm -rf "$built"
  "$ROOT/venv.new/bin/python" -c 'from importlib.metadata import version; v = version("gpiozero"); assert int(v[0]) >= 2' \
    2>/dev/null || $pip --no-deps 'gpiozero>=2.0' colorzero
  # The page; none of what these need concerns the camera.
  $pip 'segno>=1.6' 'starlette>=0.41' 'uvicorn>=0.30' || fail "pip could not fetch the page's libraries; run this again"
  # The PDFs; Pillow, which this needs, comes with picamera2.
  $pip 'fpdf2>=2.8.7' || fail "pip could not fetch what writes the PDFs; run this again"
  # PYPI=1 lets the package build its C library in, where the system has none and no wheel fits (swig and gcc needed);
  # by itself pip would build it with the system's setuptools, of which Debian has half beside python3-pip.
  "$ROOT/venv.new/bin/python" -c 'import lgpio' 2>/dev/null || PYPI=1 $pip --use-pep517 --no-deps lgpio 2>/dev/null ||
    say "  lgpio is not to be had here: buttons and lights will not work, everything else will"
  if wants_matrices; then
    $pip 'luma.led_matrix>=1.7' || fail "pip could not fetch what drives the matrices; run this again"
  fi
  "$ROOT/venv.new/bin/python" -c 'import cv2, numpy, gpiozero, pi_companion.service' ||
    fail "the program does not start with this system's libraries; report the lines above"
  stop
  rm -rf "$ROOT/venv"
  mv "$ROOT/venv.new" "$ROOT/venv"
  # A virtual environment knows its own path; after the move its scripts must be told the new one.
  grep -rlI "$ROOT/venv.new" "$ROOT/venv/bin" "$ROOT/venv/pyvenv.cfg" | xargs -r sed -i "s|$ROOT/venv.new|$ROOT/venv|g"
  rm -rf "$ROOT/share"
  install -d -m 755 "$ROOT/share"
  cp -r "$SOURCE/hardware" "$SOURCE/calibration" "$SOURCE/systemd" "$SOURCE/README.md" "$SOURCE/LICENSE" "$ROOT/share"
  ln -sfn "$ROOT/venv/bin/pi-companion" /usr/local/bin/pi-companion
}

stop() {
  if running && systemctl is-active -q "$NAME"; then systemctl stop "$NAME"; fi
}

files() {
  say "Settings in $SETTINGS, matches in $STATE"
  install -d -m 755 "$SETTINGS"
  install -d -m 750 -o "$NAME" -g "$NAME" "$STATE"
  [ -e "$SETTINGS/settings.toml" ] || install -m 644 "$SOURCE/systemd/settings.toml" "$SETTINGS/settings.toml"
  install -m 644 "$SOURCE/systemd/settings.toml" "$SETTINGS/settings.toml.example"
  install -D -m 644 "$SOURCE/systemd/60-pi-companion.rules" /etc/udev/rules.d/60-pi-companion.rules
  install -D -m 644 "$SOURCE/systemd/pi-companion.service" /etc/systemd/system/pi-companion.service
}

start() {
  if ! running; then
    systemctl enable -q "$NAME" 2>/dev/null || ln -sfn /etc/systemd/system/pi-companion.service \
      /etc/systemd/system/multi-user.target.wants/pi-companion.service
    say "systemd does not run here; the service starts with the machine."
    return
  fi
  udevadm control --reload && udevadm trigger --subsystem-match=gpio --subsystem-match=spidev || true
  systemctl daemon-reload
  systemctl enable -q "$NAME"
  systemctl restart "$NAME" || fail "the service does not start; see: journalctl -u $NAME -n 20"
}

packages
user
program
files
install -d /etc/systemd/system/multi-user.target.wants
start
say "Installed: $("$ROOT/venv/bin/pi-companion" --version)."
[ -e "$STATE/board.toml" ] || say "Next: open http://$(uname -n).local:8080/ and show it your board (README, Going live).
The PINs: sudo journalctl -u $NAME | grep PIN"
