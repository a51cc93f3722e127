#!/bin/bash
# First process of the guest: the root from outside is only read, all that is written lies in memory; then systemd.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t tmpfs -o size=75% memory /mnt
mkdir -p /mnt/upper /mnt/work /mnt/root
mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work overlay /mnt/root
cd /mnt/root || exit 1
mount -t proc proc proc
outside=$(sed -n 's/.*\bhil=\([^ ]*\).*/\1/p' proc/cmdline)
umount /mnt/root/proc 2>/dev/null || umount -l proc 2>/dev/null
# systemd-tmpfiles would empty these in the overlay, file by file.
mount -t tmpfs -o mode=1777 memory tmp
mount -t tmpfs -o mode=1777 memory var/tmp
mkdir -p hil old
folder() { mount -t hostfs -o "hostfs=$1" "$2" "$2" 2>/dev/null || mount -t hostfs -o "$1" "$2" "$2"; }
folder "$outside" hil
cp hil/tests/hil/guest/*.service hil/tests/hil/guest/hil.target etc/systemd/system/
if [ -d hil/card ]; then
  # A card that outlives the machine: what was not synced when the power went is lost, as on a real one.
  folder "$outside/card" var/lib/pi-companion
else
  # A card of its own that can be filled; the companion calls less than 100 MB nearly full.
  mount -t tmpfs -o size=160m memory var/lib/pi-companion
fi
chroot . chown -R pi-companion:pi-companion /var/lib/pi-companion
pivot_root . old
exec chroot . /lib/systemd/systemd --unit=hil.target </dev/console >/dev/console 2>&1
