// A holder for the Raspberry Pi camera at the end of a square arm, looking down at the board. All lengths in mm.
// Print two parts (or one by one: part = "plate" or "clamp"), without supports. Screws: four M2×8 with nuts for the
// camera, one M4×30 with a wing nut for the hinge, two M4×16 for the clamp.

part = "both";          // "plate", "clamp" or "both"

arm = 20;               // side of the square arm (wood or aluminium), measure yours
gap = 0.4;              // room between arm and clamp
wall = 4;
hinge_d = 4.4;          // hole of the hinge's M4 screw
hinge_w = 8;            // width of the plate's tongue

// Camera Modules 2 and 3: 25 × 24 mm, holes of 2.2 mm, 21 mm apart across and 12.5 mm along.
camera_w = 25;
camera_h = 24;
hole_d = 2.3;
hole_across = 21;
hole_along = 12.5;
hole_edge = 2;          // from the upper edge of the camera's board to the middle of the first holes
cable_w = 17;

$fn = 48;

module plate() {
  frame = 4;
  difference() {
    union() {
      cube([camera_w + 2 * frame, camera_h + 2 * frame, 3]);
      translate([(camera_w + 2 * frame - hinge_w) / 2, camera_h + 2 * frame - 0.01, 0]) tongue();
    }
    // The lens looks down through the plate; parts on the back of the camera's board need room too.
    translate([frame + 4, frame + 2, -1]) cube([camera_w - 8, camera_h - 7, 5]);
    translate([frame + (camera_w - cable_w) / 2, -1, 1.2]) cube([cable_w, frame + 4, 5]);
    for (x = [0, hole_across], y = [0, hole_along])
      translate([frame + (camera_w - hole_across) / 2 + x, frame + camera_h - hole_edge - y, -1])
        cylinder(d = hole_d, h = 5);
  }
}

module tongue() {
  difference() {
    union() {
      cube([hinge_w, 10, 3]);
      translate([0, 10, 0]) rotate([0, 90, 0]) translate([-6, 0, 0]) cylinder(d = 12, h = hinge_w);
      translate([0, 4, 0]) cube([hinge_w, 6, 6]);
    }
    translate([-1, 10, 6]) rotate([0, 90, 0]) cylinder(d = hinge_d, h = hinge_w + 2);
    translate([-1, -1, -20]) cube([hinge_w + 2, 30, 20]);
  }
}

module clamp() {
  inner = arm + gap;
  outer = inner + 2 * wall;
  fork = hinge_w + 0.6;
  difference() {
    union() {
      cube([outer, outer, 25]);
      translate([(outer - fork) / 2 - wall, outer - 0.01, 0]) cube([fork + 2 * wall, 14, 14]);
      translate([outer - 0.01, 0, 0]) cube([10, wall, 25]);
      translate([outer - 0.01, wall + 3, 0]) cube([10, wall, 25]);
    }
    translate([wall, wall, -1]) cube([inner, inner, 27]);
    // The slot that the two screws close.
    translate([outer - wall - 1, wall, -1]) cube([wall + 12, 3, 27]);
    for (z = [7, 18]) translate([outer + 5.5, -1, z]) rotate([-90, 0, 0]) cylinder(d = 4.4, h = 2 * wall + 8);
    translate([(outer - fork) / 2, outer + 1, -1]) cube([fork, 20, 16]);
    translate([-1, outer + 8, 7]) rotate([0, 90, 0]) cylinder(d = hinge_d, h = outer + 2);
  }
}

if (part != "clamp") plate();
if (part != "plate") translate([50, 0, 0]) clamp();
