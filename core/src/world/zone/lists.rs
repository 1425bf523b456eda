//! Lists of things: putting things into them, taking them out, and moving them between files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::format::rose::blocks::{Block, BlockFile};
use crate::format::rose::{ifo, zon};
use crate::format::text::Opaque;
use crate::space::rose::block::BlockCoord;

use super::frame::{Content, FrameBody, List, Row};
use super::refusal::Refusal;
use super::thing::{Kind, Thing, ThingId};
use super::{ListId, Placed, Zone};

/// More than ten times the things of the largest zone that people work on. A copy of everything, made
/// again and again, ends here and not where the memory does.
pub(super) const MOST_THINGS: usize = 250_000;

impl Zone {
    /// Puts another thing of the same kind in the place of one.
    pub(super) fn replace(&mut self, id: ThingId, thing: Thing) {
        if let Some(list) = self.things.get(id.0).map(|placed| placed.list) {
            self.things.set(id.0, Some(Arc::new(Placed { thing, list })));
        }
    }

    /// New things at the end of the lists where they belong, by their places.
    pub(super) fn add_things(&mut self, things: Vec<Thing>) -> Result<Vec<ThingId>, Refusal> {
        let (n, n_new) = (self.n_things(), things.len());
        if n_new > 0 && n.saturating_add(n_new) > MOST_THINGS {
            return Err(Refusal::TooMany { n, n_new });
        }
        let mut ids = Vec::new();
        let mut by_list: BTreeMap<ListId, Vec<ThingId>> = BTreeMap::new();
        let mut lists = BTreeMap::new();
        for thing in things {
            let home = (self.home_of(&thing)?, thing.kind());
            let list = match lists.get(&home) {
                Some(list) => *list,
                None => *lists.entry(home).or_insert(self.list_for(home.0, home.1)?),
            };
            let id = self.new_thing(thing, list);
            by_list.entry(list).or_default().push(id);
            ids.push(id);
        }
        for (list, ids) in by_list {
            self.change_list(list, |list| list.extend(ids));
        }
        Ok(ids)
    }

    /// The block in whose file a thing belongs by its place; `None` for points of the ZON.
    fn home_of(&self, thing: &Thing) -> Result<Option<BlockCoord>, Refusal> {
        if thing.kind() == Kind::Point {
            return Ok(None);
        }
        let at = thing.pos_in_file_cm();
        let block = self.block_at(self.grid().world_from_file(at));
        block.map(Some).ok_or(Refusal::Nowhere { x: at.x, y: at.y })
    }

    /// Deletes things. Tells what named those behind them by their places.
    pub(super) fn delete_things(&mut self, ids: &[ThingId]) -> Vec<String> {
        let notes = self.lightmap_notes(ids);
        self.unlist(ids);
        for id in ids {
            self.things.set(id.0, None);
        }
        notes
    }

    pub(super) fn unlist(&mut self, ids: &[ThingId]) {
        let gone: BTreeSet<ThingId> = ids.iter().copied().collect();
        let lists = ids.iter().filter_map(|id| Some(self.things.get(id.0)?.list));
        let lists: BTreeSet<ListId> = lists.collect();
        for list in lists {
            self.change_list(list, |things| things.retain(|id| !gone.contains(id)));
        }
    }

    /// Moves things to the ends of the lists of other blocks.
    pub(super) fn move_to_blocks(
        &mut self,
        moves: &[(ThingId, BlockCoord)],
    ) -> Result<Vec<String>, Refusal> {
        let ids: Vec<ThingId> = moves.iter().map(|(id, _)| *id).collect();
        let notes = self.lightmap_notes(&ids);
        self.unlist(&ids);
        let mut by_list: BTreeMap<ListId, Vec<ThingId>> = BTreeMap::new();
        for (id, block) in moves {
            let Some(placed) = self.things.get(id.0).cloned() else { continue };
            let list = self.list_for(Some(*block), placed.thing.kind())?;
            let thing = placed.thing.clone();
            self.things.set(id.0, Some(Arc::new(Placed { thing, list })));
            by_list.entry(list).or_default().push(*id);
        }
        for (list, ids) in by_list {
            self.change_list(list, |list| list.extend(ids));
        }
        Ok(notes)
    }

    fn change_list(&mut self, list: ListId, change: impl FnOnce(&mut Vec<ThingId>)) {
        if let Some(held) = self.lists.get(list.0) {
            let mut new = List::clone(held);
            change(&mut new.things);
            self.lists.set(list.0, Some(Arc::new(new)));
        }
    }

    /// Where new things of a kind go in a file, which gets a list for them if it has none.
    pub(super) fn list_for(
        &mut self,
        block: Option<BlockCoord>,
        kind: Kind,
    ) -> Result<ListId, Refusal> {
        let none = || block.map_or(Refusal::NoZon, Refusal::NoIfo);
        let frame = self.frame(block).ok_or_else(none)?;
        let rows = frame.rows.iter().filter(|row| row.kind == kind.block_kind());
        if let Some(list) = rows.filter_map(Row::list).next() {
            return Ok(list);
        }
        let list = match block {
            Some(_) => self.add_list::<ifo::Body>(block, kind),
            None => self.add_list::<zon::Body>(block, kind),
        };
        list.ok_or_else(|| {
            let file = self.base.frame_path(block).map_or("the zone", |path| path.as_str());
            Refusal::OpaqueList { file: file.to_owned(), kind }
        })
    }

    /// Gives a file a list, as the format does it.
    fn add_list<B: FrameBody>(&mut self, block: Option<BlockCoord>, kind: Kind) -> Option<ListId> {
        let mut frame = self.frame(block)?.clone();
        let block_kind = kind.block_kind();
        let mut file: BlockFile<B> = self.file_of(&frame);
        let n_before = file.blocks.len();
        let (_, water_size) = file.body_or_insert(block_kind)?.clone().into_things().ok()?;
        let is_it = |row: &Block<B>| row.kind() == block_kind && row.body().is_some();
        let at = file.blocks.iter().position(is_it)?;
        if file.blocks.len() == n_before {
            frame.rows.remove(at);
        }
        let list = ListId(self.lists.push(List { kind, block, things: Vec::new() }));
        let content = match water_size {
            Some(size) => Content::Water { size, planes: list },
            None => Content::Things(list),
        };
        frame
            .rows
            .insert(at, Row { kind: block_kind, place: 0, content, slack: Opaque::default() });
        for (row, block) in frame.rows.iter_mut().zip(&file.blocks) {
            if let Block::Known { place, .. } | Block::Opaque { place, .. } = block {
                row.place = *place;
            }
        }
        let number = self.base.frame_number(block)?;
        self.frames.set(number, Some(Arc::new(frame)));
        Some(list)
    }

    /// What names deco and cnst by their places and is about to lead elsewhere: a note for each
    /// kind, however many files it is about.
    fn lightmap_notes(&self, ids: &[ThingId]) -> Vec<String> {
        let gone: BTreeSet<ThingId> = ids.iter().copied().collect();
        let named = ids.iter().filter_map(|id| Some(self.things.get(id.0)?.list));
        let lists: BTreeSet<ListId> = named.collect();
        let mut shifted: BTreeMap<Kind, Vec<Shifted<'_>>> = BTreeMap::new();
        for list in lists.into_iter().filter_map(|list| self.lists.get(list.0)) {
            let (Some(block), Some(first)) =
                (list.block, list.things.iter().position(|id| gone.contains(id)))
            else {
                continue;
            };
            let [object, building] = self.lightmaps(block);
            let lit = match list.kind {
                Kind::Deco => object,
                Kind::Cnst => building,
                _ => None,
            };
            let Some((file, lit)) = lit else { continue };
            let n = lit.objects.iter().filter(|object| object.id as usize > first).count();
            if n > 0 {
                shifted.entry(list.kind).or_default().push(Shifted { file, from: first + 1, n });
            }
        }
        shifted.into_iter().map(|(kind, files)| note(kind, &files)).collect()
    }

    /// The same for all that was done until it became another zone.
    pub fn lightmaps_led_elsewhere(&self, after: &Zone) -> Vec<String> {
        let mut shifted: BTreeMap<Kind, Vec<Shifted<'_>>> = BTreeMap::new();
        for block in self.blocks() {
            let lits = self.lightmaps(block).into_iter().zip([Kind::Deco, Kind::Cnst]);
            for (lit, kind) in lits {
                let Some((file, lit)) = lit else { continue };
                let (was, is) = (self.ids_of(block, kind), after.ids_of(block, kind));
                let leads_elsewhere = |place: usize| was.get(place) != is.get(place);
                let Some(first) = (0..was.len()).find(|place| leads_elsewhere(*place)) else {
                    continue;
                };
                let places = lit.objects.iter().filter_map(|object| object.id.checked_sub(1));
                let n = places.filter(|place| leads_elsewhere(*place as usize)).count();
                if n > 0 {
                    shifted.entry(kind).or_default().push(Shifted { file, from: first + 1, n });
                }
            }
        }
        shifted.into_iter().map(|(kind, files)| note(kind, &files)).collect()
    }

    fn ids_of(&self, block: BlockCoord, kind: Kind) -> &[ThingId] {
        let rows = self.frame(Some(block)).into_iter().flat_map(|frame| &frame.rows);
        let mut lists = rows.filter_map(Row::list).filter_map(|list| self.lists.get(list.0));
        lists.find(|list| list.kind == kind).map_or(&[], |list| list.things.as_slice())
    }
}

/// Lightmaps of a file that are about to lead elsewhere.
struct Shifted<'a> {
    file: &'a str,
    /// The first place in its list that changes, from 1.
    from: usize,
    n: usize,
}

/// So many files are named in a note.
const MOST_FILES: usize = 3;

fn note(kind: Kind, files: &[Shifted<'_>]) -> String {
    let n: usize = files.iter().map(|file| file.n).sum();
    let lightmaps = if n == 1 { "lightmap" } else { "lightmaps" };
    if let [Shifted { file, from, .. }] = files {
        return format!(
            "{n} {lightmaps} of {file} for {kind} are on different objects, from place {from} on: \
             have them made again"
        );
    }
    let places = files.iter().take(MOST_FILES);
    let places: Vec<String> =
        places.map(|Shifted { file, from, .. }| format!("{file} from place {from} on")).collect();
    let more = match files.len().saturating_sub(MOST_FILES) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    format!(
        "{n} {lightmaps} in {} files for {kind} are on different objects: have them made again \
        ({}{more})",
        files.len(),
        places.join(", ")
    )
}
