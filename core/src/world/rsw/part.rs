//! The parts of objects and of the world that are compared and merged one by one: every field, and
//! all that nobody edits as one part.

use serde::{Deserialize, Serialize};

use crate::format::bytes::Put;
use crate::format::ragnarok::rsw::Rsw;
use crate::format::ragnarok::rsw::object::Object;
use crate::format::text::{CodePage, to_hex};
use crate::world::rsw::field::{
    Field, Value, WorldField, slot_of, slot_of_world, value_of, value_of_world,
};

/// What the part is called that nobody edits.
const REST: &str = "other bytes";

/// A part of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    Field(Field),
    Rest,
}

/// A part of a world. Nobody edits those that are no fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorldPart {
    Field(WorldField),
    Ini,
    Scene,
    Bound(Bound),
    Numbers,
    Tree,
    Tail,
}

/// A side of the rectangle that a scene says it has, in the order of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    Top,
    Bottom,
    Left,
    Right,
}

impl Part {
    pub(super) fn all() -> impl Iterator<Item = Part> {
        Field::ALL.iter().copied().map(Part::Field).chain([Part::Rest])
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Part::Field(field) => field.name(),
            Part::Rest => REST,
        }
    }

    /// All of its bytes; `None` where such objects have no such part.
    pub(super) fn bytes_of(self, object: &Object) -> Option<Vec<u8>> {
        match (self, object) {
            (Part::Field(field), object) => value_of(object, field).map(Value::to_bytes),
            (Part::Rest, Object::Model(model)) => {
                let mut bytes = Vec::new();
                bytes.put_i32(model.block_type);
                bytes.put_u8(model.flag);
                bytes.put_i32(model.number);
                Some(bytes)
            }
            (Part::Rest, _) => None,
        }
    }

    /// In words on several sides: what reads alike and is not is shown with all of its bytes.
    pub(super) fn shown<const N: usize>(
        self,
        sides: [&Object; N],
        code_page: CodePage,
    ) -> [String; N] {
        let bytes = sides.map(|object| self.bytes_of(object).unwrap_or_default());
        let words = sides.map(|object| match self {
            Part::Field(field) => value_of(object, field).map(|value| value.shown(code_page)),
            Part::Rest => None,
        });
        told_apart(words, &bytes)
    }

    /// Gives an object the part as another one of its kind has it.
    pub(super) fn copy(self, to: &mut Object, from: &Object) {
        match (self, to, from) {
            (Part::Field(field), to, from) => {
                if let (Some(slot), Some(value)) = (slot_of(to, field), value_of(from, field)) {
                    slot.copy(value);
                }
            }
            (Part::Rest, Object::Model(to), Object::Model(from)) => {
                (to.block_type, to.flag, to.number) = (from.block_type, from.flag, from.number);
            }
            (Part::Rest, _, _) => {}
        }
    }
}

impl WorldPart {
    const OTHERS: [WorldPart; 9] = [
        WorldPart::Ini,
        WorldPart::Scene,
        WorldPart::Bound(Bound::Top),
        WorldPart::Bound(Bound::Bottom),
        WorldPart::Bound(Bound::Left),
        WorldPart::Bound(Bound::Right),
        WorldPart::Numbers,
        WorldPart::Tree,
        WorldPart::Tail,
    ];

    pub(super) fn all() -> impl Iterator<Item = WorldPart> {
        WorldField::ALL.iter().copied().map(WorldPart::Field).chain(WorldPart::OTHERS)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            WorldPart::Field(field) => field.name(),
            WorldPart::Ini => "ini",
            WorldPart::Scene => "scene",
            WorldPart::Bound(Bound::Top) => "top",
            WorldPart::Bound(Bound::Bottom) => "bottom",
            WorldPart::Bound(Bound::Left) => "left",
            WorldPart::Bound(Bound::Right) => "right",
            WorldPart::Numbers => "numbers",
            WorldPart::Tree => "tree",
            WorldPart::Tail => "bytes after the end",
        }
    }

    /// Whether two worlds have the part alike.
    pub(super) fn is_same(self, a: &Rsw, b: &Rsw) -> bool {
        match self {
            WorldPart::Field(field) => {
                let bytes = |world| value_of_world(world, field).map(Value::to_bytes);
                bytes(a) == bytes(b)
            }
            WorldPart::Ini => a.names.ini == b.names.ini,
            WorldPart::Scene => a.names.scene == b.names.scene,
            WorldPart::Bound(bound) => bound.of(a) == bound.of(b),
            WorldPart::Numbers => a.numbers == b.numbers,
            WorldPart::Tree => a.tree == b.tree,
            WorldPart::Tail => a.tail == b.tail,
        }
    }

    pub(super) fn shown<const N: usize>(
        self,
        sides: [&Rsw; N],
        code_page: CodePage,
    ) -> [String; N] {
        if let WorldPart::Bound(bound) = self {
            return sides.map(|world| bound.of(world).to_string());
        }
        let WorldPart::Field(field) = self else {
            let first = sides.first().copied();
            let is_first = |world| first.is_some_and(|first| self.is_same(first, world));
            let words = |world| if is_first(world) { "as before" } else { "different" };
            return sides.map(|world| words(world).to_owned());
        };
        let value = |world| value_of_world(world, field);
        let bytes = sides.map(|world| value(world).map(Value::to_bytes).unwrap_or_default());
        told_apart(sides.map(|world| value(world).map(|value| value.shown(code_page))), &bytes)
    }

    /// Gives a world the part as another one has it.
    pub(super) fn copy(self, to: &mut Rsw, from: &Rsw) {
        match self {
            WorldPart::Field(field) => {
                if let (Some(slot), Some(value)) =
                    (slot_of_world(to, field), value_of_world(from, field))
                {
                    slot.copy(value);
                }
            }
            WorldPart::Ini => to.names.ini = from.names.ini,
            WorldPart::Scene => to.names.scene = from.names.scene,
            WorldPart::Bound(bound) => {
                let [top, bottom, left, right] = &mut to.bounds;
                let slot = match bound {
                    Bound::Top => top,
                    Bound::Bottom => bottom,
                    Bound::Left => left,
                    Bound::Right => right,
                };
                *slot = bound.of(from);
            }
            WorldPart::Numbers => to.numbers.clone_from(&from.numbers),
            WorldPart::Tree => to.tree.clone_from(&from.tree),
            WorldPart::Tail => to.tail.clone_from(&from.tail),
        }
    }
}

impl Bound {
    fn of(self, world: &Rsw) -> i32 {
        let [top, bottom, left, right] = world.bounds;
        match self {
            Bound::Top => top,
            Bound::Bottom => bottom,
            Bound::Left => left,
            Bound::Right => right,
        }
    }
}

fn told_apart<const N: usize>(words: [Option<String>; N], bytes: &[Vec<u8>; N]) -> [String; N] {
    let each = || words.iter().zip(bytes);
    let mut pairs = each().flat_map(|one| each().map(move |other| (one, other)));
    let is_clear = words.iter().all(Option::is_some)
        && pairs.all(|((word, bytes), (other, others))| (word == other) == (bytes == others));
    let mut shown = words.into_iter().zip(bytes).map(|(word, bytes)| match word {
        Some(word) if is_clear => word,
        _ => format!("hex:{}", to_hex(bytes)),
    });
    std::array::from_fn(|_| shown.next().unwrap_or_default())
}
