//! The ROSE zone as a document: one map, made of a ZON and the files of each of its blocks.
//!
//! Everything that has a place is a *thing* with an id that stays: objects of every kind, planes
//! of water, and the event points of the ZON. Ids are given in the order of the files as they
//! were opened, none twice. Lists of ids say what stands in which file, and in which order.
//! Positions are the bits of the files: a thing that nobody touched is written as it was read.

pub mod thing;
pub mod numbers;
mod frame;
mod base;
pub mod part;
pub mod load;
pub mod save;
pub mod edit;
mod pieces;
mod whole;
mod reread;
pub mod ground;
mod difference;
pub mod index;
pub mod refusal;
pub mod field;
pub mod holds;
pub mod setting;
pub mod condition;
pub mod selection;
mod lists;
pub mod place;
pub mod turn;
pub mod arrange;
pub mod set;
pub mod add;
pub mod aspect;
pub mod files;
pub mod region;
pub mod terrain;
pub mod action;
pub mod script;
pub mod schema;
pub mod names;
pub mod preview;
pub mod picture;
pub mod exchange;
pub mod step;
pub mod merge;

use std::sync::Arc;

use crate::format::ReadError;
use crate::format::bytes::Bytes;
use crate::format::rose::blocks::{BlockKind, Body};
use crate::format::rose::grid::Grid;
use crate::format::rose::ifo::map_info::MapInfo;
use crate::format::rose::ifo::water::OldWaterPatch;
use crate::format::rose::zon::economy::Economy;
use crate::format::rose::zon::event::EventPosition;
use crate::format::rose::zon::info::ZoneInfo;
use crate::format::rose::{ifo, zon};
use crate::format::text::{CodePage, ShortText};
use crate::space::rose::ZoneGrid;
use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::PosInWorldCm;
use crate::world::column::Column;

use self::base::Base;
use self::frame::{BodyId, Content, Frame, HeldBody, List, ListId, Row};
use self::thing::{Kind, Thing, ThingId};
use crate::world::numbered::Table;

/// A ROSE zone. A clone is a snapshot and costs next to nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Zone {
    base: Arc<Base>,
    things: Table<Placed>,
    lists: Table<List>,
    bodies: Table<HeldBody>,
    /// The ZON first, then the IFO of each block in the order of the base.
    frames: Table<Frame>,
    /// Of all blocks one after another, each from the north-west: see [`Base`].
    heights: Column,
    tiles: Column,
    /// The three bytes of a TIL that the painter's brush remembers, as one word.
    brushes: Column,
    walks: Column,
}

/// A thing, and the list that it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Placed {
    thing: Thing,
    list: ListId,
}

/// Where a thing stands in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    pub id: ThingId,
    pub kind: Kind,
    /// The block whose IFO lists it; `None` for the ZON.
    pub block: Option<BlockCoord>,
    /// Counted from 0.
    pub index: u32,
}

impl Zone {
    /// What a person knows it by: the name of its ZON, or of its folder.
    pub fn name(&self) -> &str {
        &self.base.name
    }

    /// What the texts of its files are in.
    pub fn code_page(&self) -> CodePage {
        self.base.code_page
    }

    pub fn grid(&self) -> ZoneGrid {
        self.base.grid
    }

    /// Every thing that is there, by id.
    pub fn things(&self) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.things.iter().map(|(id, placed)| (ThingId(id), &placed.thing))
    }

    pub fn n_things(&self) -> usize {
        self.things.iter().count()
    }

    pub fn thing(&self, id: ThingId) -> Option<&Thing> {
        self.things.get(id.0).map(|placed| &placed.thing)
    }

    pub fn contains(&self, id: ThingId) -> bool {
        self.things.get(id.0).is_some()
    }

    /// Ids that were given so far; some of their things may be gone.
    pub fn n_ids(&self) -> u32 {
        self.things.len() as u32
    }

    /// A thing as it was opened, if it was there.
    fn thing_as_opened(&self, id: ThingId) -> Option<&Thing> {
        self.base.opened.0.get(id.0).map(|placed| &placed.thing)
    }

    /// The block in whose file a thing is; `None` for what is in the ZON.
    pub fn block_of(&self, id: ThingId) -> Option<BlockCoord> {
        self.list_of(id)?.block
    }

    /// Every thing in the order of the files: the ZON, and then block by block.
    pub fn listed(&self) -> impl Iterator<Item = Listed> {
        let lists =
            self.frames.iter().flat_map(|(_, frame)| frame.rows.iter().filter_map(Row::list));
        lists.filter_map(|list| self.lists.get(list.0)).flat_map(|list| {
            let List { kind, block, things } = &**list;
            (0..).zip(things).map(|(index, id)| Listed {
                id: *id,
                kind: *kind,
                block: *block,
                index,
            })
        })
    }

    /// The event points of its ZON in the order of the file; `None` where it has no such list that
    /// can be read.
    pub fn points(&self) -> Option<Vec<(ThingId, &EventPosition)>> {
        let rows = self.frame(None)?.rows.iter().filter_map(Row::list);
        let mut lists = rows.filter_map(|list| self.lists.get(list.0));
        let list = lists.find(|list| list.kind == Kind::Point)?;
        let point = |id: &ThingId| match self.thing(*id)? {
            Thing::Point(point) => Some((*id, point)),
            _ => None,
        };
        Some(list.things.iter().filter_map(point).collect())
    }

    /// Where a thing stands in its file.
    pub fn listed_at(&self, id: ThingId) -> Option<Listed> {
        let List { kind, block, things } = self.list_of(id)?;
        let index = things.iter().position(|other| *other == id)? as u32;
        Some(Listed { id, kind: *kind, block: *block, index })
    }

    /// The file that a thing is in.
    pub fn file_of_thing(&self, id: ThingId) -> &str {
        let block = self.list_of(id).and_then(|list| list.block);
        self.base.frame_path(block).map_or(self.name(), |path| path.as_str())
    }

    /// The ZON, or the IFO of a block, where it was read.
    pub fn path_of(&self, block: Option<BlockCoord>) -> Option<&str> {
        self.frame(block)?;
        self.base.frame_path(block).map(|path| path.as_str())
    }

    /// How many things of a kind the file of a block lists.
    pub fn n_listed(&self, block: BlockCoord, kind: Kind) -> usize {
        let rows = self.frame(Some(block)).into_iter().flat_map(|frame| &frame.rows);
        let lists = rows.filter_map(Row::list).filter_map(|list| self.lists.get(list.0));
        lists.filter(|list| list.kind == kind).map(|list| list.things.len()).sum()
    }

    /// How many bytes stand behind the fields of a file.
    pub fn n_slack(&self, block: Option<BlockCoord>) -> usize {
        let rows = self.frame(block).into_iter().flat_map(|frame| &frame.rows);
        rows.map(|row| row.slack.0.len()).sum()
    }

    /// The lists of a file that can't be read though their kind is known, and why.
    pub fn unreadable_lists(&self, block: Option<BlockCoord>) -> Vec<(BlockKind, ReadError)> {
        let rows = self.frame(block).into_iter().flat_map(|frame| &frame.rows);
        let unreadable = rows.filter_map(|row| {
            let Content::Opaque(bytes) = &row.content else { return None };
            let mut bytes = Bytes::new(&bytes.0);
            let error = match block {
                Some(_) if row.kind == ifo::AREA => return None,
                Some(_) => <ifo::Body as Body>::read(row.kind, &mut bytes).err()?,
                None => <zon::Body as Body>::read(row.kind, &mut bytes).err()?,
            };
            Some((row.kind, error))
        });
        unreadable.collect()
    }

    /// Every block of which there is any file, from west to east.
    pub fn blocks(&self) -> impl Iterator<Item = BlockCoord> {
        self.base.blocks.iter().map(|block| block.coord)
    }

    /// Whether one IFO was opened, and what stands in other blocks was not looked at.
    pub fn is_of_one_ifo(&self) -> bool {
        self.base.is_of_one_ifo
    }

    pub fn has_block(&self, block: BlockCoord) -> bool {
        self.base.block(block).is_some()
    }

    /// Whether things can stand in a block: its IFO is there and was read.
    pub fn has_ifo(&self, block: BlockCoord) -> bool {
        self.frame(Some(block)).is_some()
    }

    /// Other ZONs in its folder: the zone has nothing of them.
    pub fn other_zons(&self) -> impl Iterator<Item = &str> {
        self.base.other_zons.iter().map(|path| path.as_str())
    }

    pub fn has_zon(&self) -> bool {
        self.frame(None).is_some()
    }

    /// The block that a place is in, and the zone has.
    pub fn block_at(&self, pos_in_world_cm: PosInWorldCm) -> Option<BlockCoord> {
        self.grid().block_at(pos_in_world_cm).filter(|block| self.has_block(*block))
    }

    pub fn map_info(&self, block: BlockCoord) -> Option<&MapInfo> {
        match self.ifo_body(block, ifo::MAP_INFO)?.1 {
            ifo::Body::MapInfo(info) => Some(info),
            _ => None,
        }
    }

    /// The grid of water that the game drew before there were planes.
    pub fn old_water(&self, block: BlockCoord) -> Option<&Grid<OldWaterPatch>> {
        match self.ifo_body(block, ifo::OLD_WATER)?.1 {
            ifo::Body::OldWater(water) => Some(water),
            _ => None,
        }
    }

    pub fn info(&self) -> Option<&ZoneInfo> {
        match self.zon_body(zon::INFO)?.1 {
            zon::Body::Info(info) => Some(info),
            _ => None,
        }
    }

    pub fn economy(&self) -> Option<&Economy> {
        match self.zon_body(zon::ECONOMY)?.1 {
            zon::Body::Economy(economy) => Some(economy),
            _ => None,
        }
    }

    pub fn textures(&self) -> &[ShortText] {
        match self.zon_body(zon::TEXTURES) {
            Some((_, zon::Body::Textures(textures))) => textures,
            _ => &[],
        }
    }

    /// What the tiles of the blocks lead to.
    pub fn ground_tiles(&self) -> &[zon::tile::Tile] {
        match self.zon_body(zon::TILES) {
            Some((_, zon::Body::Tiles(tiles))) => tiles,
            _ => &[],
        }
    }

    fn list_of(&self, id: ThingId) -> Option<&List> {
        let list = self.things.get(id.0)?.list;
        self.lists.get(list.0).map(|list| &**list)
    }

    fn frame(&self, block: Option<BlockCoord>) -> Option<&Frame> {
        self.frames.get(self.base.frame_number(block)?).map(|frame| &**frame)
    }

    fn ifo_body(&self, block: BlockCoord, kind: BlockKind) -> Option<(BodyId, &ifo::Body)> {
        match self.held_body(Some(block), kind)? {
            (id, HeldBody::Ifo(body)) => Some((id, body)),
            (_, HeldBody::Zon(_)) => None,
        }
    }

    fn zon_body(&self, kind: BlockKind) -> Option<(BodyId, &zon::Body)> {
        match self.held_body(None, kind)? {
            (id, HeldBody::Zon(body)) => Some((id, body)),
            (_, HeldBody::Ifo(_)) => None,
        }
    }

    fn held_body(&self, block: Option<BlockCoord>, kind: BlockKind) -> Option<(BodyId, &HeldBody)> {
        let rows = self.frame(block)?.rows.iter().filter(|row| row.kind == kind);
        let body = rows.filter_map(|row| match row.content {
            Content::Body(body) => Some(body),
            _ => None,
        });
        let body = body.into_iter().next()?;
        self.bodies.get(body.0).map(|held| (body, &**held))
    }
}

#[cfg(test)]
pub(crate) mod tests;
