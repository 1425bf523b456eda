//! Grids, doors and zone points of the zone as a server's tables have them, good ones and odd ones.

use std::fmt::Write;

/// How a grid is walked: its type and type2, and its waypoints in the server's axes, x being the client's y.
type Grid = ([u8; 2], &'static [(&'static str, [f32; 3])]);

const GRIDS: [Grid; 2] = [
    (
        [0, 1],
        &[
            ("on the grass", [-70.0, -20.0, 0.0]),
            ("at the lake", [-70.0, 0.0, 0.0]),
            ("over the bridge", [0.0, -60.0, 5.0]),
        ],
    ),
    (
        [2, 0],
        &[
            ("in the tunnel", [50.0, 30.0, 0.0]),
            ("in the wall of the tunnel", [70.0, 50.0, 3.0]),
            ("high above the hill", [60.0, 50.0, 55.0]),
            ("on the border of two regions of the lake", [-10.0, -60.5, -5.0]),
        ],
    ),
];

/// As a dump has them: each grid, and its waypoints in a table of their own.
pub(super) fn grids() -> String {
    let mut out =
        "-- Grids of the isle\nINSERT INTO `grid` (`id`, `zoneid`, `type`, `type2`) VALUES\n"
            .to_owned();
    for (idx, ([wander, pause], _)) in GRIDS.iter().enumerate() {
        let end = if idx + 1 == GRIDS.len() { ';' } else { ',' };
        // A string takes everything.
        let _ = writeln!(out, "({}, 9, {wander}, {pause}){end}", idx + 1);
    }
    out += "INSERT INTO `grid_entries` (`gridid`, `zoneid`, `number`, `x`, `y`, `z`, `heading`, `pause`) VALUES\n";
    let waypoints: Vec<_> = (1..)
        .zip(&GRIDS)
        .flat_map(|(grid, (_, waypoints))| {
            (1..).zip(*waypoints).map(move |(n, own)| (grid, n, own))
        })
        .collect();
    for (idx, (grid, number, (what, [x, y, z]))) in waypoints.iter().enumerate() {
        let end = if idx + 1 == waypoints.len() { ';' } else { ',' };
        let _ = writeln!(out, "({grid}, 9, {number}, {x}, {y}, {z}, -1, 10){end} -- {what}");
    }
    out
}

/// At the tunnel, off the zone, and with a heading that no compass has.
pub(super) fn doors() -> String {
    "doorid,zone,version,name,pos_y,pos_x,pos_z,heading,opentype,dest_zone,incline,size\n\
     1,isle,0,DOOR1,20,50,0,128,5,NONE,0,100\n\
     2,isle,0,DOOR1,0,500,0,0,5,NONE,0,100\n\
     3,isle,0,DOOR1,80,50,0,640,5,NONE,0,100\n"
        .to_owned()
}

/// Of none of them, the number is the one that the zone's line leads to.
pub(super) fn zone_points() -> String {
    "id,zone,version,number,y,x,z,heading,target_y,target_x,target_z,target_heading,target_zone_id\n\
     1,isle,0,2,97,0,5,0,-400,120,3,999,37\n\
     2,isle,0,3,0,0,0,0,-400,120,3,700,37\n"
        .to_owned()
}
