//! TERA's files in words.

use landwright_core::format::tera::apd::Apd;
use landwright_core::format::tera::zgd::{OPEN_SKY, Volume, Zgd, overlap};
use landwright_core::format::tera::{CELLS_PER_ZONE, SQUARES_PER_ZONE};
use landwright_core::problem::counted::{counted, grouped};

use super::sheet::{Range, Sheet, counts, percent};

pub(super) fn zgd(zgd: &Zgd, sheet: &mut Sheet) {
    let n_cells = CELLS_PER_ZONE * CELLS_PER_ZONE;
    sheet.section("Zone");
    sheet.row("size", format!("{CELLS_PER_ZONE} × {CELLS_PER_ZONE} cells of 16 units"));
    sheet.row("volumes", grouped(zgd.volumes().len() as u64));
    if let (Some(min), Some(max)) = (
        zgd.volumes().iter().map(|volume| volume.z).min(),
        zgd.volumes().iter().map(|volume| volume.z).max(),
    ) {
        sheet.row("floors", format!("{min} to {max}"));
    }
    let under_sky = zgd.volumes().iter().filter(|volume| volume.height >= OPEN_SKY).count();
    sheet.row("under open sky", counted(under_sky, "volume", "volumes"));
    let closed =
        zgd.volumes().iter().map(|volume| volume.height).filter(|height| *height < OPEN_SKY);
    if let (Some(min), Some(max)) = (closed.clone().min(), closed.max()) {
        sheet.row("other heights", format!("{min} to {max}"));
    }
    let n_overlapping = zgd.cells().filter(|cell| overlap(cell)).count();
    if n_overlapping > 0 {
        sheet.row("overlapping", format!("volumes of {}", counted(n_overlapping, "cell", "cells")));
    }
    sheet.list("Cells by volumes", counts(zgd.cells().map(<[Volume]>::len)), |(n, count)| {
        let words = match n {
            0 => "without a floor",
            1 => "one floor",
            _ => "floors on top of each other",
        };
        vec![n.to_string(), grouped(count as u64), percent(count, n_cells), words.to_owned()]
    });
}

pub(super) fn apd(apd: &Apd, sheet: &mut Sheet) {
    let nodes = || 0..apd.n_nodes() as u32;
    let edges = || nodes().flat_map(|node| apd.edges(node).map(move |(_, target)| (node, target)));
    let leads_back =
        |(node, target): &(u32, u32)| apd.edges(*target).any(|(_, back)| back == *node);
    sheet.section("Path graph");
    sheet.row("nodes", grouped(apd.n_nodes() as u64));
    sheet.row("edges", grouped(apd.n_edges() as u64));
    let n_one_way = edges().filter(|edge| !leads_back(edge)).count();
    let share = percent(n_one_way, apd.n_edges());
    sheet.row("one-way edges", format!("{}, {share} of all", grouped(n_one_way as u64)));
    let n_nowhere = edges().filter(|(_, target)| *target as usize >= apd.n_nodes()).count();
    if n_nowhere > 0 {
        sheet.row("edges to missing nodes", grouped(n_nowhere as u64));
    }
    for (axis, label) in ["x", "y", "z"].into_iter().enumerate() {
        let on_axis = apd.positions().iter().filter_map(|position| position.get(axis).copied());
        sheet.row(label, Range::of(on_axis).to_string());
    }

    sheet.list("Zones", apd.zones(), |zone| {
        let n_nodes: usize = zone.squares().iter().map(|square| usize::from(square.count)).sum();
        let n_squares = zone.squares().iter().filter(|square| square.count > 0).count();
        let n_all = SQUARES_PER_ZONE * SQUARES_PER_ZONE;
        let place = format!("{}, {}", zone.x, zone.y);
        let squares =
            format!("in {} of {} squares", grouped(n_squares as u64), grouped(n_all as u64));
        vec![place, counted(n_nodes, "node", "nodes"), squares]
    });
    let degrees = counts(nodes().map(|node| apd.edges(node).count()));
    sheet.list("Nodes by edges", degrees, |(n, count)| {
        vec![n.to_string(), grouped(count as u64), percent(count, apd.n_nodes())]
    });
}
