//! Ways to places of a zone: by what a person writes, and after a warp, into another zone as well.

use std::path::Path;

use landwright_core::space::rose::block::BlockCoord;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::vfs::folder::Folder;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::document::ZoneDocument;
use crate::model::Model;
use crate::model::document::DocumentId;

/// Where a warp leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WarpTarget {
    pub zone: u32,
    /// Name of an event point, as bytes.
    pub point: Vec<u8>,
}

impl Model {
    /// Opens the zone that the selected warp leads to.
    pub(super) fn follow_warp(&mut self, id: DocumentId) {
        let Some(document) = self.zone(id) else { return };
        let Some(target) = document.warp() else { return };
        let names = document.names.clone();
        if names.own_zone == Some(target.zone) {
            let point = document.point_named(&target.point);
            match (point, self.zone_mut(id)) {
                (Some(point), Some(document)) => {
                    document.select([point].into());
                    document.show_thing(point);
                }
                _ => self.log.warn("the warp leads to a point that this zone has not"),
            }
            return;
        }
        let game = document.game_folder().map(Path::to_owned);
        let file = names.file_of_zone(target.zone).cloned();
        match (game, file) {
            (Some(game), Some(file)) => {
                let code_page = document.zone().code_page();
                let found = Folder::open(&game, code_page).and_then(|game| game.locate(&file));
                match found {
                    Ok(Some(path)) => {
                        self.points_to_show.insert(path.clone(), target.point);
                        self.open(path);
                    }
                    _ => self.log.warn(format!("{file} is not in {}", game.display())),
                }
            }
            (None, _) => self.log.warn("the zone is in no folder of a game yet"),
            (_, None) => {
                let zone = target.zone;
                self.log.warn(format!("LIST_ZONE.STB has no file for zone {zone}"));
            }
        }
    }

    /// Shows the point at which somebody arrives who followed a warp.
    pub(in crate::model) fn arrive(&mut self, path: &Path, id: DocumentId) {
        let Some(point) = self.points_to_show.remove(path) else { return };
        let Some(document) = self.zone_mut(id) else { return };
        if let Some(point) = document.point_named(&point) {
            document.select([point].into());
            document.show_thing(point);
        }
    }

    pub(in crate::model) fn go_to_in_zone(&mut self, id: DocumentId, text: &str) {
        let Some(document) = self.zone_mut(id) else { return };
        if let Some(thing) = document.thing_in(text) {
            document.select([thing].into());
            document.show_thing(thing);
            return;
        }
        match document.place_in(text) {
            Some(place) => document.show_place(place),
            None => {
                let said = "is no place; write x, y in cm of the files, a block such as 33_32, \
                            or a thing such as #12";
                self.log.warn(format!("`{text}` {said}"));
            }
        }
    }
}

impl ZoneDocument {
    /// Where the one warp that is selected leads.
    pub fn warp(&self) -> Option<WarpTarget> {
        let id = self.selection.first().filter(|_| self.selection.len() == 1)?;
        let object = self.zone().thing(*id).filter(|thing| thing.kind() == Kind::Warp)?.object()?;
        let warp = self.names.warps.as_ref()?.get(&u32::try_from(object.warp_id).ok()?)?;
        Some(WarpTarget { zone: warp.zone, point: warp.point.clone() })
    }

    fn point_named(&self, name: &[u8]) -> Option<ThingId> {
        let mut things = self.zone().things();
        let is_it = |thing: &Thing| match thing {
            Thing::Point(point) => point.name.as_bytes() == name,
            _ => false,
        };
        things.find(|(_, thing)| is_it(thing)).map(|(id, _)| id)
    }

    /// A thing by its number in a text such as `#12`.
    fn thing_in(&self, text: &str) -> Option<ThingId> {
        let id = ThingId(text.trim().strip_prefix('#')?.trim().parse().ok()?);
        self.zone().contains(id).then_some(id)
    }

    /// A place in a text: the middle of a block, or two numbers.
    fn place_in(&self, text: &str) -> Option<[f64; 2]> {
        let text = text.trim();
        if text.starts_with('#') {
            return None;
        }
        if let Some(block) = BlockCoord::from_file_name(text) {
            let PosInFileCm { x, y, .. } = self.zone().grid().middle_of_block(block);
            return self.zone().has_block(block).then_some([x, y]);
        }
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.');
        let mut numbers = text
            .split(|c: char| !is_part(c))
            .filter(|part| part.chars().any(|c| c.is_ascii_digit()))
            .map(|part| part.parse::<f64>().ok());
        let (x, y) = (numbers.next()??, numbers.next()??);
        Some([x, y])
    }
}
