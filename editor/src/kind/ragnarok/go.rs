//! Going to a cell that somebody typed.

use crate::model::Model;
use crate::view::id::DocumentId;

impl Model {
    pub(super) fn go_to_typed_cell(&mut self, id: DocumentId, text: &str) {
        match cell_in(text) {
            Some(cell) => {
                let Some(document) = self.map_mut(id) else { return };
                let map = document.map().rect();
                if map.contains(cell) {
                    document.show_cell(cell);
                } else {
                    let (x, y, width, height) = (cell.x, cell.y, map.width, map.height);
                    let said = format!("({x}, {y}) is outside the map of {width} × {height}");
                    self.log.warn(said);
                }
            }
            None => self.log.warn(format!("`{text}` is not a cell; write it as 120, 85")),
        }
    }
}

/// A cell in a text: two numbers, whatever is around them.
fn cell_in(text: &str) -> Option<landwright_core::space::ragnarok::TilePos> {
    let mut numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse::<u32>().ok());
    let (x, y) = (numbers.next()??, numbers.next()??);
    numbers.next().is_none().then_some(landwright_core::space::ragnarok::TilePos { x, y })
}

#[cfg(test)]
mod tests {
    use landwright_core::space::ragnarok::TilePos;

    use super::*;

    #[test]
    fn cells_are_found_in_what_people_paste() {
        assert_eq!(cell_in("120, 85"), Some(TilePos { x: 120, y: 85 }));
        assert_eq!(cell_in("(3 4)"), Some(TilePos { x: 3, y: 4 }));
        assert_eq!(cell_in("prontera 120"), None);
        assert_eq!(cell_in("1 2 3"), None);
    }
}
