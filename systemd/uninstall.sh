#!/bin/sh
# Removes the companion's service and program; safe to run again. Settings and matches stay unless --purge is given
# and the question is answered with yes. Usage: sudo systemd/uninstall.sh [--purge]
set -eu

NAME=pi-companion
say() { printf '%s\n' "$*"; }
fail() { printf 'uninstall: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" -eq 0 ] || fail "this changes the system; run it with sudo"
case "${1:-}" in "" | --purge) ;; *) fail "there is no option $1; there is --purge" ;; esac

if [ -d /run/systemd/system ]; then
  systemctl disable -q --now "$NAME" 2>/dev/null || true
fi
rm -f /etc/systemd/system/multi-user.target.wants/$NAME.service /etc/systemd/system/$NAME.service
rm -f /etc/udev/rules.d/60-$NAME.rules
[ "$(readlink /usr/local/bin/$NAME 2>/dev/null)" != /opt/$NAME/venv/bin/$NAME ] || rm -f /usr/local/bin/$NAME
rm -rf "/opt/${NAME:?}"
[ ! -d /run/systemd/system ] || systemctl daemon-reload

if [ "${1:-}" = --purge ]; then
  printf 'Remove all matches in /var/lib/%s and the settings in /etc/%s for good? Type yes: ' "$NAME" "$NAME"
  read -r answer || answer=no
  if [ "$answer" = yes ]; then
    rm -rf "/var/lib/${NAME:?}" "/etc/${NAME:?}"
    if getent passwd "$NAME" >/dev/null; then userdel "$NAME"; fi
    say "Removed, matches and settings too."
    exit 0
  fi
fi
say "Removed. Matches are still in /var/lib/$NAME, settings in /etc/$NAME."
