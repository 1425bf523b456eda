//! What can be wrong with the ground of a Ragnarok map, and between the files that make one map: its
//! RSW, GND and GAT.

mod compare;
pub mod object;

use crate::format::ragnarok::gat::Gat;
use crate::format::ragnarok::gnd::{Gnd, WaterGrid};
use crate::format::ragnarok::rsw::Rsw;
use crate::problem::counted::{counted, grouped};
use crate::problem::{Place, Problem, Rule, Severity, Thing};

pub const RULES: &[&Rule] =
    &[&ID, &DAMAGED, &SHAPE, &MISSING, &object::BROKEN, &SIZE, &SWAPPED, &HEIGHTS, &WATER];

const ID: Rule = Rule {
    code: "gnd-nowhere",
    severity: Severity::Error,
    title: "Ground with a missing surface, texture or lightmap",
    explanation: "\
A cube of the ground refers to a surface by number, and a surface refers to a texture and a \
lightmap. One of these numbers is past the end of its list. A client reads unrelated memory there, \
or crashes.

Most likely a tool deleted an entry from a list and left the numbers as they were. Take the GND \
from a backup, or set the number to an existing entry, or to -1 for none.",
};

const DAMAGED: Rule = Rule {
    code: "gnd-damaged",
    severity: Severity::Error,
    title: "Ground that is damaged as a whole",
    explanation: "\
The ground has no cubes at all, or many of its heights can't be those of a landscape. Most likely \
there are missing or extra bytes in the middle of the file, and everything after them is read from \
the wrong place.

Take the file from its source again, or from a backup.",
};

const SHAPE: Rule = Rule {
    code: "gnd-lightmap-shape",
    severity: Severity::Hint,
    title: "Lightmaps that are not 8 × 8",
    explanation: "\
The header of the lightmaps states a different shape than 8 × 8 texels with one channel each. \
Clients and Landwright read them as 8 × 8 all the same, which is how they are in the file.

Set the shape to 8, 8, 1.",
};

const MISSING: Rule = Rule {
    code: "rsw-file-missing",
    severity: Severity::Warning,
    title: "Map without its ground or its cells",
    explanation: "\
An RSW names the GND and the GAT of its map. One of them is missing, both beside the RSW and in \
the roots of the project, where other files of its kind are. A client can't enter the map.

The name in the RSW may be that of a different map that the RSW was copied from. Or the file is \
missing.",
};

const SIZE: Rule = Rule {
    code: "scene-size",
    severity: Severity::Error,
    title: "Ground and cells of different sizes",
    explanation: "\
A cube of the GND is two by two tiles of the GAT, so a GAT is twice as wide and high as its GND. \
Here it is not: players see the ground in a different place than they walk on it.

One of them is from a different map or a different version of this one. Take both from the same \
source.",
};

const SWAPPED: Rule = Rule {
    code: "scene-swapped",
    severity: Severity::Error,
    title: "Cells with width and height swapped",
    explanation: "\
A cube of the GND is two by two tiles of the GAT. Here the GAT is as wide as the GND is high, and as \
high as it is wide. Most likely its header has the two numbers swapped, so every row of tiles begins \
in the wrong place.

Take the GAT from its source again, or from a backup. If only the header is wrong, swap its two \
numbers with `landwright inspect --json` and `landwright build`.",
};

const HEIGHTS: Rule = Rule {
    code: "scene-heights",
    severity: Severity::Warning,
    title: "Ground and cells at different heights",
    explanation: "\
Most walkable tiles are at the height of the ground of the GND. Here many are not, so players \
hover over the ground or sink into it. Bridges and stairs are models, so a few such tiles are \
usual.

The ground was changed and the GAT was not, or one of them is from a different version of the map. \
Take the heights of the GAT from the ground.",
};

const WATER: Rule = Rule {
    code: "scene-water",
    severity: Severity::Hint,
    title: "Water tiles above the water",
    explanation: "\
Tiles of the GAT are marked as water, but all their corners are above the water level in the RSW. \
Servers treat them as water all the same.

The water level or the ground was changed later. Paint the tiles to match.",
};

/// One corner in so many that is no number of a landscape is too much.
const ONE_IN: usize = 50;
/// No ground lies farther up or down.
const FAR: f32 = 1e6;
/// Of the corners of tiles, so many in a hundred may lie elsewhere than the ground. Six real maps
/// had 0 to 6.
const MOST_APART: usize = 30;

/// What is wrong with ground by itself.
pub fn check_ground(file: &str, gnd: &Gnd) -> Vec<Problem> {
    let mut problems: Vec<Problem> = damaged(gnd)
        .map(|message| Problem::new(&DAMAGED, Place::file(file), message))
        .into_iter()
        .collect();
    if !gnd.lightmaps.is_empty() && gnd.lightmap_shape != [8, 8, 1] {
        let [width, height, channels] = gnd.lightmap_shape;
        let message =
            format!("the header says that the lightmaps are {width} × {height} × {channels}");
        problems.push(Problem::new(&SHAPE, Place::file(file), message));
    }
    let lists = [
        ("cube", "surface", beyond_of_cubes(gnd)),
        (
            "surface",
            "texture",
            beyond(gnd.surfaces.iter().map(|one| one.texture.into()), gnd.textures.len()),
        ),
        (
            "surface",
            "lightmap",
            beyond(gnd.surfaces.iter().map(|one| one.lightmap.into()), gnd.lightmaps.len()),
        ),
    ];
    for (thing, what, beyond) in lists {
        let Some((idx, id, n_more)) = beyond else { continue };
        let index = u32::try_from(idx).unwrap_or(u32::MAX);
        let more = match n_more {
            0 => String::new(),
            n => format!(", and so in {}", counted(n, "more place", "more places")),
        };
        let message = format!("{thing} {idx} has {what} {id}, which does not exist{more}");
        problems.push(Problem::new(&ID, Place::thing(file, Thing::object(thing, index)), message));
    }
    problems
}

fn damaged(gnd: &Gnd) -> Option<String> {
    if gnd.cubes().is_empty() {
        return Some(format!("{} × {} cubes can't be a ground", gnd.width(), gnd.height()));
    }
    let corners = gnd.cubes().iter().flat_map(|cube| cube.altitude);
    let n_odd = corners.filter(|corner| corner.get().is_nan() || corner.get().abs() >= FAR).count();
    let n_corners = gnd.cubes().len() * 4;
    (n_odd * ONE_IN > n_corners)
        .then(|| format!("{n_odd} of {n_corners} corners have heights that no ground has"))
}

/// The first number that is beyond a list, where it stands, and how many more there are. Numbers
/// below 0 are none.
fn beyond(ids: impl Iterator<Item = i32>, len: usize) -> Option<(usize, i32, usize)> {
    let is_beyond = |id: i32| usize::try_from(id).is_ok_and(|id| id >= len);
    let mut beyond = ids.enumerate().filter(|(_, id)| is_beyond(*id));
    let (idx, id) = beyond.next()?;
    Some((idx, id, beyond.count()))
}

fn beyond_of_cubes(gnd: &Gnd) -> Option<(usize, i32, usize)> {
    let ids = gnd.cubes().iter().flat_map(|cube| [cube.top, cube.north, cube.east]);
    beyond(ids, gnd.surfaces.len()).map(|(idx, id, n_more)| (idx / 3, id, n_more))
}

/// A file that an RSW names: what was found of it.
#[derive(Debug)]
pub enum Beside<T> {
    Found(T),
    /// It is not there, where other files of its kind are.
    Missing,
    /// Nothing is known of it: it can't be read, or there is no place to look.
    Unknown,
}

impl<T> Beside<T> {
    fn found(&self) -> Option<&T> {
        match self {
            Beside::Found(found) => Some(found),
            Beside::Missing | Beside::Unknown => None,
        }
    }
}

/// What is wrong between the files of a map.
pub fn check_scene(file: &str, rsw: &Rsw, gnd: &Beside<Gnd>, gat: &Beside<Gat>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut tell = |rule, message: String| {
        problems.push(Problem::new(rule, Place::file(file), message));
    };
    let names = &rsw.names;
    for (is_missing, name, what) in [
        (matches!(gnd, Beside::Missing), &names.gnd, "ground"),
        (matches!(gat, Beside::Missing), &names.gat, "cells"),
    ] {
        if is_missing {
            let name = name.as_bytes().escape_ascii();
            tell(&MISSING, format!("its {what} `{name}` is missing"));
        }
    }
    if let (Some(gnd), Some(gat)) = (gnd.found(), gat.found()) {
        problems.extend(check_pair(file, gnd, gat));
    }
    let of_ground = || gnd.found()?.water().and_then(WaterGrid::level);
    let level = rsw.water_level().or_else(of_ground);
    if let (Some(gat), Some(level)) = (gat.found(), level)
        && let Some(((x, y), n)) = compare::water_above(gat, level.get())
    {
        let n = counted(n, "tile is", "tiles are");
        let message = format!("{n} water above the water level {level}, the first at ({x}, {y})");
        problems.push(Problem::new(&WATER, Place::file(file), message));
    }
    problems
}

/// What is wrong between the ground and the cells of a map.
pub fn check_pair(file: &str, gnd: &Gnd, gat: &Gat) -> Option<Problem> {
    let wanted = [u64::from(gnd.width()) * 2, u64::from(gnd.height()) * 2];
    let size = [u64::from(gat.width()), u64::from(gat.height())];
    let [[width, height], [is_wide, is_high]] = [wanted, size];
    let (rule, message) = if size == wanted {
        let heights = compare::heights(gat, gnd);
        if heights.n_apart * 100 <= heights.n_corners * MOST_APART {
            return None;
        }
        let [n_apart, n] = [heights.n_apart, heights.n_corners].map(|n| grouped(n as u64));
        (&HEIGHTS, format!("{n_apart} of {n} walkable corners are off the ground"))
    } else {
        let is_swapped = [height, width] == size;
        (
            if is_swapped { &SWAPPED } else { &SIZE },
            format!(
                "the GAT has {is_wide} × {is_high} tiles, but the GND is for {width} × {height}"
            ),
        )
    };
    Some(Problem::new(rule, Place::file(file), message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::F32;
    use crate::format::ragnarok::gat::{Terrain, Version};
    use crate::sample::ragnarok::{Plan, island, scene};

    fn codes(problems: &[Problem]) -> Vec<&'static str> {
        problems.iter().map(|problem| problem.code).collect()
    }

    fn sound() -> (Rsw, Gnd, Gat) {
        let plan = Plan { seed: 1, width: 60, height: 44, version: Version::V1_2 };
        let gat = island(plan).gat;
        let gnd = scene::ground(&gat, 1);
        (scene::scene(&gat, 1, 3), gnd, gat)
    }

    #[test]
    fn numbers_that_lead_nowhere_are_found_and_odd_ground_is_fine() {
        let (_, mut gnd, _) = sound();
        assert_eq!(codes(&check_ground("a.gnd", &gnd)), [""; 0]);
        gnd.cubes_mut()[7].east = 1_000_000;
        gnd.cubes_mut()[8].north = 1_000_000;
        gnd.surfaces[3].texture = 400;
        gnd.surfaces[4].lightmap = 65_535;
        gnd.lightmap_shape = [8, 8, 3];
        let problems = check_ground("a.gnd", &gnd);
        assert_eq!(codes(&problems)[1..], ["gnd-nowhere"; 3]);
        assert_eq!(problems[0].code, "gnd-lightmap-shape");
        let expected = "cube 7 has surface 1000000, which does not exist, and so in 1 more place";
        assert_eq!(problems[1].message, expected);
    }

    #[test]
    fn ground_without_cubes_or_with_wild_heights_is_damaged() {
        let (_, mut gnd, _) = sound();
        gnd.cubes_mut()[0].altitude = [F32::new(f32::NAN); 4];
        assert_eq!(codes(&check_ground("a.gnd", &gnd)), [""; 0], "one may be odd");
        for cube in gnd.cubes_mut() {
            cube.altitude[1] = F32::new(1e30);
        }
        assert_eq!(codes(&check_ground("a.gnd", &gnd)), ["gnd-damaged"]);
        assert_eq!(codes(&check_ground("a.gnd", &Gnd::default())), ["gnd-damaged"]);
    }

    #[test]
    fn files_of_one_map_that_do_not_fit_are_found() {
        let (rsw, gnd, gat) = sound();
        let check =
            |gnd: &Beside<Gnd>, gat: &Beside<Gat>| codes(&check_scene("a.rsw", &rsw, gnd, gat));
        let found = || Beside::Found(gnd.clone());
        assert_eq!(check(&found(), &Beside::Found(gat.clone())), [""; 0]);
        assert_eq!(check(&Beside::Missing, &Beside::Unknown), ["rsw-file-missing"]);
        let narrow = Gat::filled(Version::V1_2, 58, 44, gat.tiles()[0]);
        assert_eq!(check(&found(), &Beside::Found(narrow)), ["scene-size"]);
        let swapped = Gat::new(Version::V1_2, 44, 60, gat.tiles().to_vec()).unwrap();
        assert_eq!(check(&found(), &Beside::Found(swapped)), ["scene-swapped"]);
        let mut high = gat.clone();
        for tile in high.tiles_mut() {
            tile.altitude = tile.altitude.map(|altitude| F32::new(altitude.get() - 3.0));
        }
        assert_eq!(check(&found(), &Beside::Found(high)), ["scene-heights"]);
        let mut wet = gat.clone();
        let dry = wet.tiles_mut().iter_mut().find(|tile| tile.altitude[0].get() < -9.0);
        let dry = dry.unwrap();
        dry.terrain = Terrain::WATER;
        assert_eq!(check(&found(), &Beside::Found(wet)), ["scene-water"]);
    }
}
