//! A place of an area in every space that it has.

use landwright_core::space::tera::{CellInWorld, PosInWorld, Zone};

use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::geometry::CellVolumes;

/// A space and the place in it.
pub(crate) fn in_words(document: &AreaDocument, pos: PosInWorld) -> Vec<(&'static str, String)> {
    let metres = pos.to_m();
    let mut lines = vec![
        ("World", format!("{}, {}, {}", pos.x, pos.y, pos.z)),
        ("Metres", format!("{:.2}, {:.2}, {:.2}", metres.x, metres.y, metres.z)),
    ];
    if let Some((zone, cell)) = document.area().cell_at(pos) {
        let (square, inner) = (cell.square(), cell.cell_in_square());
        lines.push(("Zone", format!("{}, {}", zone.x, zone.y)));
        lines.push(("Square", format!("{}, {}", square.x(), square.y())));
        lines.push(("Cell", format!("{}, {} of the square", inner.x(), inner.y())));
    }
    lines
}

/// In one line, for the status bar.
pub(crate) fn in_a_line(document: &AreaDocument, [x, y]: [f64; 2]) -> String {
    let pos = PosInWorld { x, y, z: 0.0 };
    let world = format!("({x:.0}, {y:.0})  {:.1}, {:.1} m", x / 25.0, y / 25.0);
    match document.area().cell_at(pos) {
        Some((zone, cell)) => {
            let (square, inner) = (cell.square(), cell.cell_in_square());
            let (sx, sy, cx, cy) = (square.x(), square.y(), inner.x(), inner.y());
            let (zx, zy) = (zone.x, zone.y);
            format!("{world}  zone {zx}, {zy}  square {sx}, {sy}  cell {cx}, {cy}")
        }
        None => world,
    }
}

/// The volumes of the cell under a place, as far as they are known without waiting.
pub(crate) fn volumes(document: &AreaDocument, [x, y]: [f64; 2]) -> CellVolumes {
    let cell = CellInWorld::of(PosInWorld { x, y, z: 0.0 });
    cell.map_or(CellVolumes::NoGeometry, |cell| document.volumes_of(cell))
}

/// The other areas that have a zone.
pub(crate) fn sharing(document: &AreaDocument, zone: Zone) -> Vec<&str> {
    let sharing = document.sharing.iter().filter(|(_, zones)| zones.contains(&zone));
    sharing.map(|(name, _)| name.as_str()).collect()
}
