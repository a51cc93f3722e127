#!/bin/bash
# Boots User Mode Linux on a root, which stays as it is, and runs guest/checks.py in it.
# Usage: boot.sh ROOT KERNEL; the exit status is that of the checks. What the guest's journal says is in $OUT/journal.txt.
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(realpath "$1")
KERNEL=$(realpath "$2")
OUT=${OUT:-/tmp/pi-companion-hil}
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
case "$KERNEL" in *.xz) xz -dkc "$KERNEL" >"$WORK/linux" ;; *) cp "$KERNEL" "$WORK/linux" ;; esac
chmod +x "$WORK/linux"
mkdir -p "$WORK/out" "$OUT" "$ROOT/mnt"
cp -r "$HERE/guest" "$WORK/guest"
head -c 256 /dev/urandom >"$WORK/chance"
install -m 755 "$HERE/guest/init.sh" "$ROOT/hil-init"
TMPDIR=${UMLTMP:-/dev/shm} timeout -k 5 "${SECONDS_AT_MOST:-1500}" "$WORK/linux" mem=2G root=/dev/root rootfstype=hostfs \
  rootflags="$ROOT" ro init=/hil-init hil="$WORK" con=null con0=null,fd:1 quiet loglevel=3 systemd.show_status=0 \
  systemd.log_level=warning v4l2loopback.video_nr=0 v4l2loopback.exclusive_caps=1 v4l2loopback.card_label=Table \
  vivid.n_devs=0 panic=1 systemd.condition_needs_update=no </dev/null || true
cp -r "$WORK/out/." "$OUT"
exit "$(cat "$WORK/out/status" 2>/dev/null || echo 125)"
