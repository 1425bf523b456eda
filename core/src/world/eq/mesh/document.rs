//! A navigation mesh as it is edited: whole tiles change, with undo and a journal.

use std::sync::Arc;

use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::eq::nav::tile::{self, Tile};
use crate::format::eq::nav::{self, Content, Nav};
use crate::format::error::Malformed;
use crate::world::Document;

/// A mesh that is edited. A clone costs next to nothing.
#[derive(Debug, Clone)]
pub struct EditedMesh(Arc<Nav>);

/// What takes the place of tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Each in its own place.
    Tiles(Vec<(usize, Tile)>),
    /// All between the first ones and the last ones, so many of each.
    Between { first: usize, last: usize, tiles: Vec<Tile> },
}

const TILES: u8 = 0;
const BETWEEN: u8 = 1;

impl EditedMesh {
    pub fn new(nav: Nav) -> EditedMesh {
        EditedMesh(Arc::new(nav))
    }

    pub fn nav(&self) -> &Nav {
        &self.0
    }

    pub fn content(&self) -> &Content {
        &self.0.content
    }

    /// The same file with different content.
    pub fn with_content(&self, content: Content) -> EditedMesh {
        let Nav { stream, tail, .. } = &*self.0;
        EditedMesh::new(Nav { content, stream: stream.clone(), tail: tail.clone() })
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        nav::write(&self.0)
    }

    /// The tiles of this mesh in a different file; `None` where that differs in more than tiles.
    pub fn over(&self, file: &EditedMesh) -> Option<EditedMesh> {
        let (own, other) = (self.content(), file.content());
        let is_same = own.grid == other.grid && own.rest == other.rest;
        is_same.then(|| file.with_content(own.clone()))
    }
}

fn n_common<'t>(
    a: impl Iterator<Item = &'t Tile>,
    b: impl Iterator<Item = &'t Tile>,
    most: usize,
) -> usize {
    a.zip(b).take(most).take_while(|(a, b)| a == b).count()
}

impl Document for EditedMesh {
    const KIND: [u8; 4] = *b"eqnv";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let own = &self.content().tiles;
        match edit {
            Edit::Tiles(tiles) => {
                let places = tiles.iter().map(|(place, _)| *place);
                Edit::Tiles(
                    places.filter_map(|place| Some((place, own.get(place)?.clone()))).collect(),
                )
            }
            Edit::Between { first, last, .. } => {
                let between = own.get(*first..own.len().saturating_sub(*last));
                let tiles = between.unwrap_or_default().to_vec();
                Edit::Between { first: *first, last: *last, tiles }
            }
        }
    }

    fn put(&mut self, edit: &Edit) {
        let own = &mut Arc::make_mut(&mut self.0).content.tiles;
        match edit {
            Edit::Tiles(tiles) => {
                for (place, tile) in tiles {
                    if let Some(slot) = own.get_mut(*place) {
                        slot.clone_from(tile);
                    }
                }
            }
            Edit::Between { first, last, tiles } => {
                let end = own.len().saturating_sub(*last);
                own.splice((*first).min(end)..end, tiles.iter().cloned());
            }
        }
    }

    fn edit_to(&self, new: &EditedMesh) -> Option<Edit> {
        let (own, new) = (&self.content().tiles, &new.content().tiles);
        if own.len() == new.len() {
            let pairs = own.iter().zip(new).enumerate();
            let tiles = pairs.filter(|(_, (own, new))| own != new);
            let tiles: Vec<_> = tiles.map(|(place, (_, new))| (place, new.clone())).collect();
            return (!tiles.is_empty()).then_some(Edit::Tiles(tiles));
        }
        let most = own.len().min(new.len());
        let first = n_common(own.iter(), new.iter(), most);
        let last = n_common(own.iter().rev(), new.iter().rev(), most - first);
        let tiles = new.get(first..new.len() - last).unwrap_or_default().to_vec();
        Some(Edit::Between { first, last, tiles })
    }

    fn no_edit(&self) -> Edit {
        Edit::Tiles(Vec::new())
    }

    fn n_bytes(edit: &Edit) -> usize {
        let of = |tile: &Tile| {
            size_of::<Tile>()
                + tile.vertices.len() * 12
                + tile.polygons.len() * 32
                + tile.links.len() * 12
                + tile.details.len() * 12
                + tile.detail_vertices.len() * 12
                + tile.detail_triangles.len() * 4
                + tile.boxes.len() * 16
                + tile.connections.len() * 36
                + tile.tail.0.len()
        };
        size_of::<Edit>()
            + match edit {
                Edit::Tiles(tiles) => tiles.iter().map(|(_, tile)| of(tile)).sum::<usize>(),
                Edit::Between { tiles, .. } => tiles.iter().map(of).sum(),
            }
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        match edit {
            Edit::Tiles(tiles) => {
                out.put_u8(TILES);
                out.put_count(tiles.len());
                for (place, tile) in tiles {
                    out.put_count(*place);
                    tile::write(tile, out);
                }
            }
            Edit::Between { first, last, tiles } => {
                out.put_u8(BETWEEN);
                out.put_count(*first);
                out.put_count(*last);
                out.put_count(tiles.len());
                tiles.iter().for_each(|tile| tile::write(tile, out));
            }
        }
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let n_own = self.content().tiles.len();
        let mut bytes = Bytes::new(data);
        let start = bytes.clone();
        let edit = match bytes.u8("kind of an edit")? {
            TILES => {
                let n_tiles = bytes.u32("number of tiles")?;
                let least = tile::LEAST_SIZE + 4;
                Edit::Tiles(bytes.items("tiles", n_tiles.into(), least, |bytes| {
                    let place = up_to(bytes, "place of a tile", n_own.checked_sub(1))?;
                    Ok((place, tile::read(bytes)?))
                })?)
            }
            BETWEEN => {
                let first = up_to(&mut bytes, "first tiles", Some(n_own))?;
                let last = up_to(&mut bytes, "last tiles", n_own.checked_sub(first))?;
                let n_tiles = bytes.u32("number of tiles")?;
                let tiles = bytes.items("tiles", n_tiles.into(), tile::LEAST_SIZE, tile::read)?;
                Edit::Between { first, last, tiles }
            }
            kind => {
                let (found, expected) = (kind.into(), "0 or 1");
                return Err(
                    start.error("kind of an edit", Malformed::Unexpected { found, expected })
                );
            }
        };
        bytes.finish()?;
        Ok(edit)
    }
}

/// A number that leads into the mesh.
fn up_to(
    bytes: &mut Bytes<'_>,
    field: &'static str,
    most: Option<usize>,
) -> Result<usize, ReadError> {
    let start = bytes.clone();
    let found = bytes.u32(field)?;
    match usize::try_from(found) {
        Ok(place) if most.is_some_and(|most| place <= most) => Ok(place),
        _ => {
            let (found, expected) = (found.into(), "a place in the mesh");
            Err(start.error(field, Malformed::Unexpected { found, expected }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::space::eq::area::Area;
    use crate::world::eq::mesh::action::{Action, AddConnection, RemoveTile, SetArea};

    fn isle() -> EditedMesh {
        let files = sample::eq::files().unwrap();
        let file = files.iter().find(|file| file.path == "isle.nav").unwrap();
        EditedMesh::new(nav::read(&file.bytes).unwrap())
    }

    fn after(mesh: &EditedMesh, action: &Action) -> EditedMesh {
        let mut content = mesh.content().clone();
        action.apply(&mut content).unwrap();
        mesh.with_content(content)
    }

    fn actions() -> [Action; 3] {
        let jump = AddConnection {
            from: [0.0, -30.0, 0.0],
            to: [0.0, 30.0, 0.0],
            radius: 4.0,
            both_ways: true,
            area: Area::Normal,
        };
        let set = SetArea { polygons: Some(vec![0, 1]), inside: None, area: Area::Disabled };
        [
            Action::AddConnection(jump),
            Action::SetArea(set),
            Action::RemoveTile(RemoveTile { tile: 1 }),
        ]
    }

    #[test]
    fn an_edit_is_undone_by_the_same_swap_and_the_file_is_as_it_was() {
        let before = isle();
        let bytes = before.to_bytes();
        for action in actions() {
            let after = after(&before, &action);
            let mut edit = before.edit_to(&after).unwrap();
            let mut document = before.clone();
            document.swap(&mut edit);
            assert_eq!(document.content(), after.content(), "{action:?}");
            assert_ne!(document.to_bytes(), bytes);
            document.swap(&mut edit);
            assert_eq!(document.to_bytes(), bytes, "{action:?}");
        }
        assert!(before.edit_to(&before.clone()).is_none());
    }

    #[test]
    fn a_journal_keeps_an_edit_and_one_that_does_not_fit_is_refused() {
        let before = isle();
        for action in actions() {
            let edit = before.edit_to(&after(&before, &action)).unwrap();
            let mut bytes = Vec::new();
            EditedMesh::write_edit(&edit, &mut bytes);
            assert_eq!(before.read_edit(&bytes).as_ref(), Ok(&edit));
            for len in (0..bytes.len()).step_by(7) {
                assert!(before.read_edit(&bytes[..len]).is_err(), "{len}");
            }
            bytes[1..5].copy_from_slice(&u32::MAX.to_le_bytes());
            assert!(before.read_edit(&bytes).is_err());
        }
    }

    #[test]
    fn tiles_go_into_a_file_that_differs_in_nothing_else() {
        let before = isle();
        let [jump, area, _] = actions();
        let (ours, theirs) = (after(&before, &jump), after(&before, &area));
        assert_eq!(ours.over(&theirs).unwrap().content(), ours.content());
        let mut other = before.content().clone();
        other.grid.most_tiles += 1;
        assert!(ours.over(&before.with_content(other)).is_none());
    }
}
