#!/bin/bash
# First process of the guest: the root from outside is only read, all that is written lies in memory; then systemd.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t tmpfs -o size=75% memory /mnt
mkdir -p /mnt/upper /mnt/work /mnt/root
mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work overlay /mnt/root
cd /mnt/root || exit 1
mount -t proc proc proc
outside=$(sed -n 's/.*\bhil=\([^ ]*\).*/\1/p' proc/cmdline)
umount proc
# systemd-tmpfiles would empty these in the overlay, file by file.
mount -t tmpfs -o mode=1777 memory tmp
mount -t tmpfs -o mode=1777 memory var/tmp
mkdir -p hil old
mount -t hostfs -o "hostfs=$outside" hil hil 2>/dev/null || mount -t hostfs -o "$outside" hil hil
cp hil/guest/*.service hil/guest/hil.target etc/systemd/system/
# The record lies on a card of its own that can be filled; the companion calls less than 100 MB nearly full.
mount -t tmpfs -o size=160m memory var/lib/pi-companion
chroot . chown pi-companion:pi-companion /var/lib/pi-companion
pivot_root . old
exec chroot . /lib/systemd/systemd --unit=hil.target </dev/console >/dev/console 2>&1
