#!/bin/bash
# Makes the lines; /run/sim/gpioN/pull is what is wired outside (pull-up, pull-down), /run/sim/gpioN/value what is driven.
set -e
# The guest has few interrupts to draw chance from, and numpy would wait minutes for it; a Pi has a source of its own.
/usr/bin/python3 -c 'import fcntl, struct; fcntl.ioctl(open("/dev/random", "wb"), 0x40085203, struct.pack("ii256s", 2048, 256, open("/hil/chance", "rb").read(256)))'
mountpoint -q /sys/kernel/config || mount -t configfs config /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo 54 >$chip/bank0/num_lines
echo pinctrl-bcm2711 >$chip/bank0/label
echo 1 >$chip/live
mkdir -p /run/sim
device=/sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank0/chip_name)
for number in $(seq 2 27); do ln -s "$device/sim_gpio$number" /run/sim/gpio$number; done
for try in $(seq 50); do [ -e /dev/gpiochip0 ] && break; sleep 0.1; done
chgrp gpio /dev/gpiochip0 && chmod 660 /dev/gpiochip0
if [ -e /dev/video0 ]; then chgrp video /dev/video0 && chmod 660 /dev/video0; fi
