//! The levels of monsters and NPCs, which LIST_NPC has and no file of a zone: `level>=5`.

use std::borrow::Cow;
use std::rc::Rc;

use landwright_core::format::file::Kind;
use landwright_core::format::file::query::Query;
use landwright_core::format::file::record::naming::{is_same_name, means};
use landwright_core::format::file::record::{Field, Record, Value, Values};
use landwright_core::world::zone::condition::LEVEL;
use landwright_core::world::zone::field::Field as OfThing;
use landwright_core::world::zone::names::Names;

/// Fields with rows of LIST_NPC, by the kind of thing.
const ROWS: [(&str, OfThing); 2] = [("spawn", OfThing::MonsterId), ("npc", OfThing::ObjectId)];

/// Besides the monsters of both lists, spawns have those of the second alone.
const TACTIC: &str = "tactic_monster";

/// The tables with levels, or that none is at hand.
#[derive(Debug, Clone)]
pub(super) enum Levels {
    NotAsked,
    NotAtHand,
    Of(Rc<Names>),
}

/// Whether any query asks for the level of something.
pub(super) fn are_asked(queries: &[Query]) -> bool {
    queries.iter().any(|query| is_level(&query.field))
}

/// Whether a field of a thing is its level.
pub(super) fn is_of(thing: &str, kind: Kind, field: &str) -> bool {
    kind == Kind::Ifo && is_level(field) && ROWS.iter().any(|(name, _)| *name == thing)
}

pub(super) fn is_level(field: &str) -> bool {
    is_same_name(field, LEVEL)
}

impl Levels {
    /// A thing with its levels as one more field.
    pub(super) fn add<'r>(&self, mut record: Record<'r>) -> Record<'r> {
        let Levels::Of(names) = self else { return record };
        let row = ROWS.iter().find(|(thing, _)| *thing == record.thing);
        let (Some((thing, rows)), Some(npcs)) = (row, &names.npcs) else { return record };
        let fields = record.fields.0.iter();
        let fields =
            fields.filter(|field| means(rows.name(), thing, &field.name) || field.name == TACTIC);
        let values = fields.flat_map(|field| field.values.as_slice());
        let mut levels: Vec<i64> = values
            .filter_map(|value| match value {
                Value::Integer(id) => npcs.get(u32::try_from(*id).ok()?)?.level.map(i64::from),
                _ => None,
            })
            .collect();
        levels.sort_unstable();
        levels.dedup();
        let values = Values::List(levels.into_iter().map(Value::Integer).collect());
        record.fields.0.push(Field { name: Cow::Borrowed(LEVEL), column: None, values });
        record
    }
}
