//! A place of a zone in every space that it has.

use landwright_core::space::rose::position::PosInFileCm;

use crate::model::zone::document::ZoneDocument;

/// A space and the place in it.
pub(crate) fn in_words(document: &ZoneDocument, at: PosInFileCm) -> Vec<(&'static str, String)> {
    let grid = document.zone().grid();
    let world = grid.world_from_file(at);
    let mut lines = vec![
        ("File", format!("{:.1}, {:.1}, {:.1} cm", at.x, at.y, at.z)),
        ("World", format!("{:.1}, {:.1} cm", world.x, world.y)),
        (
            "Metres",
            format!("{:.2}, {:.2}, {:.2} m", world.x / 100.0, world.y / 100.0, at.z / 100.0),
        ),
    ];
    if let Some((block, cell)) = grid.cell_at(world) {
        lines.push(("Block", block.to_string()));
        lines.push(("Cell", format!("{}, {}", cell.x, cell.y)));
    }
    if let Some(ground_cm) = document.zone().ground_cm(world) {
        lines.push(("Ground", format!("{ground_cm:.1} cm")));
    }
    lines
}

/// In one line, for the status bar.
pub(crate) fn in_a_line(document: &ZoneDocument, [x, y]: [f64; 2]) -> String {
    let grid = document.zone().grid();
    let world = grid.world_from_file(PosInFileCm { x, y, z: 0.0 });
    let (east, north) = (world.x / 100.0, world.y / 100.0);
    let mut line = format!("({x:.0}, {y:.0}) cm  world {:.0}, {:.0}", world.x, world.y);
    line += &format!("  {east:.1}, {north:.1} m");
    match grid.cell_at(world) {
        Some((block, cell)) if document.zone().has_block(block) => {
            line += &format!("  block {block}  cell {}, {}", cell.x, cell.y);
        }
        _ => line += "  beside the zone",
    }
    if let Some(ground_cm) = document.zone().ground_cm(world) {
        line += &format!("  ground {:.1} m", ground_cm / 100.0);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::zone::tests::opened_sample;

    #[test]
    fn a_place_is_told_in_every_space() {
        let model = opened_sample();
        let document = model.active_zone().unwrap();
        let line = in_a_line(document, [-31_250.0, 32_250.0]);
        assert!(line.starts_with("(-31250, 32250) cm  world 488750, 552250  4887.5, 5522.5 m"));
        assert!(line.contains("  block 30_30  cell 35, "), "{line}");
        assert!(in_a_line(document, [0.0, 9e6]).ends_with("  beside the zone"));
        let at = PosInFileCm { x: -31_250.0, y: 32_250.0, z: 5.0 };
        let spaces: Vec<&str> = in_words(document, at).iter().map(|(space, _)| *space).collect();
        assert_eq!(spaces, ["File", "World", "Metres", "Block", "Cell", "Ground"]);
    }
}
