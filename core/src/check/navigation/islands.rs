//! Parts of a mesh to which nobody walks.

use crate::check::found::Found;
use crate::check::navigation::{place, shown};
use crate::nav::eq::mesh::Mesh;
use crate::nav::eq::mesh::islands::Islands;
use crate::problem::counted::counted;
use crate::problem::{Rule, Severity};
use crate::space::eq::height_second;

pub(super) const ISLAND: Rule = Rule {
    code: "nav-island",
    severity: Severity::Hint,
    title: "Part of a mesh to which nobody walks",
    explanation: "\
No polygon leads from the largest part of the mesh to this one. Monsters there stay there, and those who follow \
somebody onto it stand still.

Roofs, tables and ledges are such parts in every zone, and right. A room behind a door, the top of a ladder or the \
far side of a river needs a connection: `landwright path` says where the gap is. Parts below 200 square units \
are not told.",
};

/// Smaller parts are tables and crates.
const LEAST: f64 = 200.0;
/// The gap is looked for around so many of the largest.
const MOST_GAPS: usize = 50;

pub(super) fn check(file: &str, mesh: &Mesh, found: &mut Found) {
    let islands = Islands::of(mesh);
    let of = |island: usize| -> Vec<bool> {
        (0..mesh.polygons.len()).map(|own| islands.of_polygon(own) == Some(island)).collect()
    };
    let large =
        islands.all.iter().enumerate().skip(1).filter(|(_, island)| island.surface >= LEAST);
    let mut mainland = None;
    for (number, island) in large {
        let n = counted(island.n_polygons, "polygon", "polygons");
        let gap = (number <= MOST_GAPS).then(|| {
            let mainland = mainland.get_or_insert_with(|| of(0));
            mesh.gap(mainland, &of(number))
        });
        let gap = gap.flatten().map_or_else(String::new, |gap| {
            let at = |point| shown(height_second(point));
            let off = (f64::from(gap.distance) * 10.0).round() / 10.0;
            format!("; the gap is {off} units, from {} to {}", at(gap.from.at), at(gap.to.at))
        });
        let surface = island.surface.round();
        let message =
            format!("{n} of {surface} square units are cut off from the largest part{gap}");
        found.add(&ISLAND, || place(file, "polygon", island.first), || (message, Vec::new()));
    }
}
