//! Spawn points of the zone as a server's table has them, good ones and odd ones.

use std::fmt::Write;

/// In the server's axes: x is the client's y.
const SPAWNS: [(&str, [f32; 3], f32); 10] = [
    ("on the grass", [-70.0, -20.0, 3.75], 0.0),
    ("on the bridge", [0.0, -60.0, 8.75], 128.0),
    ("under the bridge, in the lake", [0.0, -60.0, -10.0], 64.0),
    ("in the tunnel", [50.0, 30.0, 3.75], 256.0),
    ("on the hill", [60.0, 50.0, 33.75], 511.0),
    ("too high above the grass", [-70.0, 0.0, 14.0], 0.0),
    ("far above the grass", [-70.0, 0.0, 45.0], 0.0),
    ("in the ground", [-30.0, 0.0, -6.0], 0.0),
    ("outside of everything", [500.0, 0.0, 3.0], 0.0),
    ("with an odd heading", [-70.0, -20.0, 3.75], 700.0),
];

const COLUMNS: &str = "x,y,z,heading,id,spawngroupID,zone,version,respawntime,variance,pathgrid";

pub(super) fn csv() -> String {
    let mut out = format!("{COLUMNS}\n");
    for (number, (_, [x, y, z], heading)) in SPAWNS.iter().enumerate() {
        // A string takes everything.
        let _ =
            writeln!(out, "{x},{y},{z},{heading},{},{},isle,0,640,0,0", number + 1, number + 101);
    }
    out
}

pub(super) fn sql() -> String {
    let mut out = "-- Spawn points of the isle\nINSERT INTO `spawn2` (`id`, `spawngroupID`, `zone`, \
                   `version`, `x`, `y`, `z`, `heading`, `respawntime`, `variance`, `pathgrid`) VALUES\n"
        .to_owned();
    for (number, (what, [x, y, z], heading)) in SPAWNS.iter().enumerate() {
        let end = if number + 1 == SPAWNS.len() { ';' } else { ',' };
        let (id, group) = (number + 1, number + 101);
        let values = format!("{id}, {group}, 'isle', 0, {x}, {y}, {z}, {heading}, 640, 0, 0");
        let _ = writeln!(out, "({values}){end} -- {what}");
    }
    out
}
