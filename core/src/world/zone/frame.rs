//! The files of a zone that hold lists: their tables of blocks, and which list stands where.

use std::collections::{BTreeMap, VecDeque};

use crate::format::number::F32;
use crate::format::rose::blocks::{self, Block, BlockFile, BlockKind};
use crate::format::rose::ifo::water::WaterPlanes;
use crate::format::rose::{ifo, zon};
use crate::format::text::Opaque;
use crate::space::rose::block::BlockCoord;

use super::Zone;
use super::thing::{Kind, Thing, ThingId};

/// A file with a table of blocks, without what is listed in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    /// In the order of the table.
    pub(super) rows: Vec<Row>,
    pub(super) gap: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) kind: BlockKind,
    /// Where the body stands among the others; see [`Block`]. 0 where there is none.
    pub(super) place: u32,
    pub(super) content: Content,
    pub(super) slack: Opaque,
}

/// What a row of a table leads to, by number of the tables of the zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Content {
    Things(ListId),
    Water {
        size: F32,
        planes: ListId,
    },
    /// A body that is no list of things.
    Body(BodyId),
    Opaque(Opaque),
    Absent,
}

impl Frame {
    /// For each row, the one of its kind at the same place among those of that kind in another file.
    pub(super) fn twins<'f>(&self, other: &'f Frame) -> Vec<Option<&'f Row>> {
        let mut of_kind: BTreeMap<u32, VecDeque<&Row>> = BTreeMap::new();
        for row in &other.rows {
            of_kind.entry(row.kind.0).or_default().push_back(row);
        }
        let mut twin = |row: &Row| of_kind.get_mut(&row.kind.0)?.pop_front();
        self.rows.iter().map(&mut twin).collect()
    }

    /// Of its first list of planes of water.
    pub(super) fn water_size(&self) -> Option<F32> {
        self.rows.iter().find_map(|row| match row.content {
            Content::Water { size, .. } => Some(size),
            _ => None,
        })
    }

    pub(super) fn water_size_mut(&mut self) -> Option<&mut F32> {
        self.rows.iter_mut().find_map(|row| match &mut row.content {
            Content::Water { size, .. } => Some(size),
            _ => None,
        })
    }
}

impl Row {
    pub(super) fn list(&self) -> Option<ListId> {
        match self.content {
            Content::Things(list) | Content::Water { planes: list, .. } => Some(list),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ListId(pub(super) u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BodyId(pub(super) u32);

/// Things in the order of their file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct List {
    pub(super) kind: Kind,
    /// The block whose IFO it is in; `None` for the ZON.
    pub(super) block: Option<BlockCoord>,
    pub(super) things: Vec<ThingId>,
}

/// A body that is no list of things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum HeldBody {
    Ifo(ifo::Body),
    Zon(zon::Body),
}

/// What a file is made of: the bodies of an IFO or of a ZON.
pub(super) trait FrameBody: blocks::Body + Clone {
    /// The things of a body; the size of water stands beside them.
    fn into_things(self) -> Result<(Vec<Thing>, Option<F32>), Self>;
    fn of_things(kind: BlockKind, water_size: Option<F32>, things: Vec<Thing>) -> Option<Self>;
    fn held(self) -> HeldBody;
    fn of_held(held: &HeldBody) -> Option<Self>;
}

impl FrameBody for ifo::Body {
    fn into_things(self) -> Result<(Vec<Thing>, Option<F32>), ifo::Body> {
        fn each<T>(list: Vec<T>, thing: fn(T) -> Thing) -> Vec<Thing> {
            list.into_iter().map(thing).collect()
        }
        let things = match self {
            ifo::Body::Deco(list) => each(list, Thing::Deco),
            ifo::Body::Npc(list) => each(list, Thing::Npc),
            ifo::Body::Cnst(list) => each(list, Thing::Cnst),
            ifo::Body::Sound(list) => each(list, Thing::Sound),
            ifo::Body::Effect(list) => each(list, Thing::Effect),
            ifo::Body::Animated(list) => each(list, Thing::Animated),
            ifo::Body::Spawn(list) => each(list, Thing::Spawn),
            ifo::Body::Warp(list) => each(list, Thing::Warp),
            ifo::Body::Collision(list) => each(list, Thing::Collision),
            ifo::Body::Event(list) => each(list, Thing::Event),
            ifo::Body::WaterPlanes(water) => {
                return Ok((each(water.planes, Thing::Water), Some(water.size)));
            }
            body @ (ifo::Body::MapInfo(_) | ifo::Body::OldWater(_)) => return Err(body),
        };
        Ok((things, None))
    }

    fn of_things(
        kind: BlockKind,
        water_size: Option<F32>,
        things: Vec<Thing>,
    ) -> Option<ifo::Body> {
        fn each<T>(things: Vec<Thing>, own: fn(Thing) -> Option<T>) -> Vec<T> {
            things.into_iter().filter_map(own).collect()
        }
        macro_rules! list {
            ($kind:ident) => {
                ifo::Body::$kind(each(things, |thing| match thing {
                    Thing::$kind(own) => Some(own),
                    _ => None,
                }))
            };
        }
        Some(match kind {
            ifo::DECO => list!(Deco),
            ifo::NPC => list!(Npc),
            ifo::CNST => list!(Cnst),
            ifo::SOUND => list!(Sound),
            ifo::EFFECT => list!(Effect),
            ifo::ANIMATED => list!(Animated),
            ifo::SPAWN => list!(Spawn),
            ifo::WARP => list!(Warp),
            ifo::COLLISION => list!(Collision),
            ifo::EVENT => list!(Event),
            ifo::WATER_PLANES => {
                let planes = each(things, |thing| match thing {
                    Thing::Water(plane) => Some(plane),
                    _ => None,
                });
                ifo::Body::WaterPlanes(WaterPlanes { size: water_size?, planes })
            }
            _ => return None,
        })
    }

    fn held(self) -> HeldBody {
        HeldBody::Ifo(self)
    }

    fn of_held(held: &HeldBody) -> Option<ifo::Body> {
        match held {
            HeldBody::Ifo(body) => Some(body.clone()),
            HeldBody::Zon(_) => None,
        }
    }
}

impl FrameBody for zon::Body {
    fn into_things(self) -> Result<(Vec<Thing>, Option<F32>), zon::Body> {
        match self {
            zon::Body::EventPositions(list) => {
                Ok((list.into_iter().map(Thing::Point).collect(), None))
            }
            body => Err(body),
        }
    }

    fn of_things(kind: BlockKind, _: Option<F32>, things: Vec<Thing>) -> Option<zon::Body> {
        let points = things.into_iter().filter_map(|thing| match thing {
            Thing::Point(point) => Some(point),
            _ => None,
        });
        (kind == zon::EVENT_POSITIONS).then(|| zon::Body::EventPositions(points.collect()))
    }

    fn held(self) -> HeldBody {
        HeldBody::Zon(self)
    }

    fn of_held(held: &HeldBody) -> Option<zon::Body> {
        match held {
            HeldBody::Zon(body) => Some(body.clone()),
            HeldBody::Ifo(_) => None,
        }
    }
}

impl Zone {
    /// Takes a file in: its things get numbers in their order.
    pub(super) fn take_in<B: FrameBody>(
        &mut self,
        file: BlockFile<B>,
        block: Option<BlockCoord>,
    ) -> Frame {
        let rows = file.blocks.into_iter().map(|row| self.row_of(row, block)).collect();
        Frame { rows, gap: file.gap }
    }

    fn row_of<B: FrameBody>(&mut self, row: Block<B>, block: Option<BlockCoord>) -> Row {
        let kind = row.kind();
        match row {
            Block::Known { place, body, slack } => {
                let content = match body.into_things() {
                    Ok((things, water_size)) => {
                        let list = self.new_list(kind, block, things);
                        match water_size {
                            Some(size) => Content::Water { size, planes: list },
                            None => Content::Things(list),
                        }
                    }
                    Err(body) => Content::Body(BodyId(self.bodies.push(body.held()))),
                };
                Row { kind, place, content, slack }
            }
            Block::Opaque { place, bytes, .. } => {
                Row { kind, place, content: Content::Opaque(bytes), slack: Opaque::default() }
            }
            Block::Absent { .. } => {
                Row { kind, place: 0, content: Content::Absent, slack: Opaque::default() }
            }
        }
    }

    fn new_list(
        &mut self,
        kind: BlockKind,
        block: Option<BlockCoord>,
        things: Vec<Thing>,
    ) -> ListId {
        let is_own =
            |own: &&Kind| own.block_kind() == kind && (**own == Kind::Point) == block.is_none();
        let kind = Kind::ALL.iter().find(is_own).copied().unwrap_or(Kind::Deco);
        let list = ListId(self.lists.push(List { kind, block, things: Vec::new() }));
        let ids = things.into_iter().map(|thing| self.new_thing(thing, list)).collect();
        self.lists.set(list.0, Some(List { kind, block, things: ids }.into()));
        list
    }

    /// The file that is saved.
    pub(super) fn file_of<B: FrameBody>(&self, frame: &Frame) -> BlockFile<B> {
        let blocks = frame.rows.iter().filter_map(|row| self.row_to_block(row)).collect();
        BlockFile { blocks, gap: frame.gap.clone() }
    }

    /// A row whose list or body is lost can't be written; no edit makes one.
    fn row_to_block<B: FrameBody>(&self, row: &Row) -> Option<Block<B>> {
        let Row { kind, place, content, slack } = row;
        let body = match content {
            Content::Things(list) => B::of_things(*kind, None, self.things_of(*list))?,
            Content::Water { size, planes } => {
                B::of_things(*kind, Some(*size), self.things_of(*planes))?
            }
            Content::Body(body) => B::of_held(self.bodies.get(body.0)?)?,
            Content::Opaque(bytes) => {
                return Some(Block::Opaque { place: *place, kind: *kind, bytes: bytes.clone() });
            }
            Content::Absent => return Some(Block::Absent { kind: *kind }),
        };
        Some(Block::Known { place: *place, body, slack: slack.clone() })
    }

    fn things_of(&self, list: ListId) -> Vec<Thing> {
        let ids = self.lists.get(list.0).map(|list| list.things.as_slice()).unwrap_or_default();
        ids.iter().filter_map(|id| Some(self.thing(*id)?.clone())).collect()
    }
}
