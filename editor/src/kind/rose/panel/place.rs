//! A place of a zone in every space that it has.

use landwright_core::space::rose::position::PosInFileCm;

use crate::kind::rose::document::ZoneDocument;

/// Each space and the place in it.
type Spaces = Vec<(&'static str, String)>;

/// Where something is.
pub(crate) fn in_words(document: &ZoneDocument, at: PosInFileCm) -> Spaces {
    let world = document.zone().grid().world_from_file(at);
    let mut lines = spaces(document, at, Some(at.z));
    if let Some(ground_cm) = document.zone().ground_cm(world) {
        lines.push(("Ground", format!("{ground_cm:.1} cm")));
    }
    lines
}

/// A place on the ground; beside the zone there is none, and nothing is as high as it.
pub(crate) fn on_ground_in_words(document: &ZoneDocument, [x, y]: [f64; 2]) -> Spaces {
    let at = PosInFileCm { x, y, z: 0.0 };
    let world = document.zone().grid().world_from_file(at);
    spaces(document, at, document.zone().ground_cm(world))
}

fn spaces(document: &ZoneDocument, at: PosInFileCm, z_cm: Option<f64>) -> Spaces {
    let grid = document.zone().grid();
    let world = grid.world_from_file(at);
    let z = z_cm.map(|z| format!(", {z:.1}")).unwrap_or_default();
    let z_m = z_cm.map(|z| format!(", {:.2}", z / 100.0)).unwrap_or_default();
    let mut lines = vec![
        ("File", format!("{:.1}, {:.1}{z} cm", at.x, at.y)),
        ("World", format!("{:.1}, {:.1} cm", world.x, world.y)),
        ("Metres", format!("{:.2}, {:.2}{z_m} m", world.x / 100.0, world.y / 100.0)),
    ];
    if let Some((block, cell)) = grid.cell_at(world) {
        lines.push(("Block", block.to_string()));
        lines.push(("Cell", format!("{}, {}", cell.x, cell.y)));
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
    use crate::kind::rose::tests::opened_sample;

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

    #[test]
    fn a_place_on_the_ground_is_as_high_as_that_and_beside_the_zone_it_has_no_height() {
        let model = opened_sample();
        let document = model.active_zone().unwrap();
        let said = |at| on_ground_in_words(document, at);
        let at = [-31_250.0, 32_250.0];
        let [file, _, metres, ..] = &said(at)[..] else { panic!() };
        let world =
            document.zone().grid().world_from_file(PosInFileCm { x: at[0], y: at[1], z: 0.0 });
        let ground_cm = document.zone().ground_cm(world).unwrap();
        assert!(ground_cm.abs() > 1.0, "{ground_cm}");
        assert_eq!(file.1, format!("-31250.0, 32250.0, {ground_cm:.1} cm"));
        assert_eq!(metres.1, format!("4887.50, 5522.50, {:.2} m", ground_cm / 100.0));
        let beside = said([0.0, 9e6]);
        assert_eq!(beside[0].1, "0.0, 9000000.0 cm");
        assert_eq!(beside[2].1.matches(',').count(), 1, "{beside:?}");
    }
}
