//! What is in the way of keeping two copies of a zone in step.

use crate::problem::counted::counted;
use std::fmt;

use crate::space::rose::block::BlockCoord;

use super::super::Zone;
use super::super::aspect::{Aspect, Differs};
use super::super::thing::{Kind, Thing, ThingId};

/// Something that an edit touches and that is not the same in both copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// There is no file of the block, or no ZON.
    NoFile { block: Option<BlockCoord> },
    /// A thing that was changed, moved or deleted here is another there.
    Thing {
        /// Here, where it was.
        id: ThingId,
        kind: Kind,
        block: Option<BlockCoord>,
        /// In the list, from 0.
        index: usize,
        /// What became of it here.
        now: Now,
        there: There,
    },
    /// Things were added or deleted, and their list is longer or shorter there: the places of new
    /// things would not be the same.
    Length {
        kind: Kind,
        block: Option<BlockCoord>,
        before: usize,
        here: usize,
        there: usize,
        /// The places there of what is not here, where all of both is compared.
        only_there: Vec<usize>,
    },
    /// Things came into a list or went out of it, and the other list that they are of can't follow.
    Together { kind: Kind, block: Option<BlockCoord> },
    /// So many cells that were changed here are others there.
    Ground { file: String, n: usize },
    /// So many cells were given tiles that are others in the lists of the ZON there.
    Tiles { file: String, n: usize },
    /// Another part of a file.
    Other { block: Option<BlockCoord>, what: String },
}

/// What became of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Now {
    There,
    Deleted,
}

/// What stands in the place of a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum There {
    Nothing,
    /// With the fields that differ.
    Other(Vec<Differs>),
    /// It stands elsewhere in its list, or in the one of another block, with the fields that differ.
    Elsewhere {
        block: Option<BlockCoord>,
        index: usize,
        fields: Vec<Differs>,
    },
}

impl Difference {
    /// The block that it is in; `None` for the ZON, and for ground, whose file says it.
    pub fn block(&self) -> Option<BlockCoord> {
        match self {
            Difference::NoFile { block }
            | Difference::Thing { block, .. }
            | Difference::Length { block, .. }
            | Difference::Together { block, .. }
            | Difference::Other { block, .. } => *block,
            Difference::Ground { file, .. } | Difference::Tiles { file, .. } => {
                BlockCoord::from_file_name(file)
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::NoFile { block } => write!(f, "{} is missing there", File(*block)),
            Difference::Thing { kind, block, index, now, there, .. } => {
                let (file, said) = (File(*block), said_of_thing(*block, *now, there));
                write!(f, "{file}: {kind} {index}{said}")
            }
            Difference::Length { kind, block, before, here, there, only_there } => {
                let file = File(*block);
                let here_counted = counted(*here, "entry", "entries");
                write!(f, "{file}: its list of {kind} has {here_counted} here")?;
                if before != here {
                    write!(f, ", and had {before}")?;
                }
                write!(f, "; {there} there")?;
                let places: Vec<String> = only_there.iter().map(usize::to_string).collect();
                match places.as_slice() {
                    [] => Ok(()),
                    [place] => write!(f, "; place {place} is not here"),
                    places => write!(f, "; places {} are not here", places.join(", ")),
                }
            }
            Difference::Together { kind, block } => {
                let file = File(*block);
                write!(
                    f,
                    "{file}: its list of {kind} stays, because the list that things are exchanged \
                    with stays"
                )
            }
            Difference::Ground { file, n } => {
                let cells = if *n == 1 { "cell is different" } else { "cells are different" };
                write!(f, "{file}: {n} of its changed {cells} there")
            }
            Difference::Tiles { file, n } => {
                let tiles = if *n == 1 { "tile is different" } else { "tiles are different" };
                write!(f, "{file}: {n} of its changed {tiles} in the ZON there")
            }
            Difference::Other { block, what } => {
                write!(f, "{}: {what} is not the same there", File(*block))
            }
        }
    }
}

/// As a person knows it.
pub(in crate::world::zone) struct File(pub(in crate::world::zone) Option<BlockCoord>);

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(block) => write!(f, "{block}.IFO"),
            None => f.write_str("the ZON"),
        }
    }
}

fn said_of_thing(block: Option<BlockCoord>, now: Now, there: &There) -> String {
    let is = match now {
        Now::There => "is",
        Now::Deleted => "was",
    };
    let each = |fields: &[Differs]| {
        let one = |Differs { aspect, here, there }: &Differs| {
            format!("{aspect} {is} {here} here and {there} there")
        };
        fields.iter().map(one).collect::<Vec<String>>().join(", ")
    };
    let (deleted, and) = match now {
        Now::There => ("", ""),
        Now::Deleted => (" was deleted here", ", and"),
    };
    match there {
        There::Nothing => match now {
            Now::There => " is missing there".to_owned(),
            Now::Deleted => " was deleted here, and can't be found there".to_owned(),
        },
        There::Other(fields) if fields.is_empty() => {
            format!("{deleted}{and} is a different thing there")
        }
        There::Other(fields) => format!("{deleted}: {}", each(fields)),
        There::Elsewhere { block: other, index, fields } => {
            let place = match *other == block {
                true => format!("place {index} of its list"),
                false => format!("place {index} in {}", File(*other)),
            };
            let fields =
                if fields.is_empty() { String::new() } else { format!(": {}", each(fields)) };
            format!("{deleted}{and} is at {place} there{fields}")
        }
    }
}

impl Difference {
    /// The same, with a thing called as whoever shows it calls it.
    pub fn in_words(&self, called: impl Fn(ThingId) -> String) -> String {
        match self {
            Difference::Thing { id, block, now, there, .. } => {
                let said = said_of_thing(*block, *now, there);
                format!("{}: {}{said}", File(*block), called(*id))
            }
            other => other.to_string(),
        }
    }
}

/// In what a thing of a copy is not what one was before: what that has come to be, and what it is
/// there. Where that says nothing, whatever else it is.
pub(super) fn differences_of(
    zone: &Zone,
    (before, now): (&Thing, &Thing),
    there: &Thing,
) -> Vec<Differs> {
    let is_in_the_way = |aspect: &Aspect| !aspect.is_same(before, there);
    let differs = |aspect: Aspect| aspect.differs(zone, now, there);
    let in_the_way: Vec<Differs> =
        Aspect::of_kind(now.kind()).filter(is_in_the_way).filter_map(differs).collect();
    if !in_the_way.is_empty() {
        return in_the_way;
    }
    Aspect::of_kind(now.kind()).filter_map(differs).collect()
}
