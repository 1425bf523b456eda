//! The fields of things by name, whatever a thing keeps them in.

use crate::format::number::F32;
use crate::format::rose::ifo::spawn::Monsters;
use crate::format::text::ShortText;

use super::thing::{Kind, Thing};

fields! {
    /// A field of a thing. Those of monsters stand for every line of both lists of a spawn.
    pub enum Field;
    Name "name" "Name; for a point of the ZON, the target name that warps use",
    WarpId "warp-id" "Row of WARP.STB, or 0",
    EventId "event-id" "Number of an event, or 0",
    ObjectType "object-type" "Stored kind of object; the game uses the list instead",
    ObjectId "object-id" "Object id: a row of the table of its kind",
    CellX "cell-x" "Cell in its block, from the west",
    CellY "cell-y" "Cell in its block, from the north",
    RotationX "rotation-x" "Rotation as a quaternion: x",
    RotationY "rotation-y" "Rotation as a quaternion: y",
    RotationZ "rotation-z" "Rotation as a quaternion: z",
    RotationW "rotation-w" "Rotation as a quaternion: w",
    X "x" "Position, in cm of the file: to the east",
    Y "y" "Position, in cm of the file: to the north",
    Z "z" "Position, in cm: height",
    ScaleX "scale-x" "Scale, 1 for original size: x",
    ScaleY "scale-y" "Scale, 1 for original size: y",
    ScaleZ "scale-z" "Scale, 1 for original size: z",
    AiId "ai-id" "Row of FILE_AI.STB, or 0",
    Conversation "conversation" "Conversation file of an NPC",
    Path "path" "File of a sound or effect",
    SpawnName "spawn-name" "Name of a spawn",
    Interval "interval" "Interval in seconds between spawns of monsters, or plays of a sound",
    Limit "limit" "Limit: how many monsters of a spawn are alive at once",
    Range "range" "Range around a spawn where monsters appear, in metres; range of a sound",
    TacticPoints "tactic-points" "When a spawn switches to its tactic list",
    MonsterName "monster-name" "Names of the monsters of a spawn, for people",
    MonsterId "monster-id" "Rows of LIST_NPC.STB of the monsters of a spawn",
    MonsterCount "monster-count" "How many of each monster of a spawn appear",
    Trigger "trigger" "Trigger of a QSD that an event object starts",
    Function "function" "Script function of an event object; EMPTY for none",
    StartX "start-x" "A corner of water, in cm of the file: to the east",
    StartY "start-y" "A corner of water, in cm of the file: to the north",
    StartZ "start-z" "A corner of water: its height in cm",
    EndX "end-x" "The other corner of water, in cm of the file: to the east",
    EndY "end-y" "The other corner of water, in cm of the file: to the north",
    EndZ "end-z" "The other corner of water: its height in cm",
}

/// What a field holds, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'t> {
    I16(i16),
    I32(i32),
    U32(u32),
    Float(F32),
    Text(&'t ShortText),
}

/// A field to be written to.
#[derive(Debug)]
pub(super) enum Slot<'t> {
    I16(&'t mut i16),
    I32(&'t mut i32),
    U32(&'t mut u32),
    Float(&'t mut F32),
    Text(&'t mut ShortText),
}

impl Slot<'_> {
    pub(super) fn value(&self) -> Value<'_> {
        match self {
            Slot::I16(value) => Value::I16(**value),
            Slot::I32(value) => Value::I32(**value),
            Slot::U32(value) => Value::U32(**value),
            Slot::Float(value) => Value::Float(**value),
            Slot::Text(text) => Value::Text(text),
        }
    }
}

impl Field {
    /// Whether it says where in the plane a thing stands.
    pub(super) fn is_place(self) -> bool {
        matches!(
            self,
            Field::X | Field::Y | Field::StartX | Field::StartY | Field::EndX | Field::EndY
        )
    }

    pub(super) fn is_of_monsters(self) -> bool {
        matches!(self, Field::MonsterName | Field::MonsterId | Field::MonsterCount)
    }

    /// The fields that things of a kind have.
    pub fn of_kind(kind: Kind) -> impl Iterator<Item = Field> {
        Field::ALL.iter().copied().filter(move |field| field.is_of(kind))
    }

    pub fn is_of(self, kind: Kind) -> bool {
        match self {
            Field::Name | Field::X | Field::Y | Field::Z => kind != Kind::Water,
            Field::WarpId
            | Field::EventId
            | Field::ObjectType
            | Field::ObjectId
            | Field::CellX
            | Field::CellY
            | Field::RotationX
            | Field::RotationY
            | Field::RotationZ
            | Field::RotationW
            | Field::ScaleX
            | Field::ScaleY
            | Field::ScaleZ => !matches!(kind, Kind::Water | Kind::Point),
            Field::AiId | Field::Conversation => kind == Kind::Npc,
            Field::Path => matches!(kind, Kind::Sound | Kind::Effect),
            Field::Interval | Field::Range => matches!(kind, Kind::Sound | Kind::Spawn),
            Field::SpawnName
            | Field::Limit
            | Field::TacticPoints
            | Field::MonsterName
            | Field::MonsterId
            | Field::MonsterCount => kind == Kind::Spawn,
            Field::Trigger | Field::Function => kind == Kind::Event,
            Field::StartX
            | Field::StartY
            | Field::StartZ
            | Field::EndX
            | Field::EndY
            | Field::EndZ => kind == Kind::Water,
        }
    }
}

/// The same look-up to read and to write.
macro_rules! look_up {
    ($thing:expr, $field:expr, $monsters:ident, $to:ident, [$($m:tt)?]) => {
        match $thing {
            Thing::Point(point) => match $field {
                Field::Name => $to!(Text, & $($m)? point.name),
                Field::X => $to!(Float, & $($m)? point.position_file_cm_x_height_y[0]),
                Field::Z => $to!(Float, & $($m)? point.position_file_cm_x_height_y[1]),
                Field::Y => $to!(Float, & $($m)? point.position_file_cm_x_height_y[2]),
                _ => Vec::new(),
            },
            Thing::Water(water) => match $field {
                Field::StartX => $to!(Float, & $($m)? water.start_x_height_y[0]),
                Field::StartZ => $to!(Float, & $($m)? water.start_x_height_y[1]),
                Field::StartY => $to!(Float, & $($m)? water.start_x_height_y[2]),
                Field::EndX => $to!(Float, & $($m)? water.end_x_height_y[0]),
                Field::EndZ => $to!(Float, & $($m)? water.end_x_height_y[1]),
                Field::EndY => $to!(Float, & $($m)? water.end_x_height_y[2]),
                _ => Vec::new(),
            },
            Thing::Npc(npc) => match $field {
                Field::AiId => $to!(U32, & $($m)? npc.ai_id),
                Field::Conversation => $to!(Text, & $($m)? npc.conversation_file),
                field => object_field!(npc.object, field, $to, [$($m)?]),
            },
            Thing::Sound(sound) => match $field {
                Field::Path => $to!(Text, & $($m)? sound.path),
                Field::Range => $to!(U32, & $($m)? sound.range),
                Field::Interval => $to!(U32, & $($m)? sound.interval_s),
                field => object_field!(sound.object, field, $to, [$($m)?]),
            },
            Thing::Effect(effect) => match $field {
                Field::Path => $to!(Text, & $($m)? effect.path),
                field => object_field!(effect.object, field, $to, [$($m)?]),
            },
            Thing::Spawn(spawn) => match $field {
                Field::SpawnName => $to!(Text, & $($m)? spawn.name),
                Field::Interval => $to!(U32, & $($m)? spawn.interval_s),
                Field::Limit => $to!(U32, & $($m)? spawn.limit),
                Field::Range => $to!(U32, & $($m)? spawn.range_m),
                Field::TacticPoints => $to!(U32, & $($m)? spawn.tactic_points),
                field if field.is_of_monsters() => {
                    let lists = spawn.basic.$monsters().chain(spawn.tactic.$monsters());
                    lists.flat_map(|line| monster_field!(line, field, $to, [$($m)?])).collect()
                }
                field => object_field!(spawn.object, field, $to, [$($m)?]),
            },
            Thing::Event(event) => match $field {
                Field::Trigger => $to!(Text, & $($m)? event.quest_trigger),
                Field::Function => $to!(Text, & $($m)? event.script_function),
                field => object_field!(event.object, field, $to, [$($m)?]),
            },
            Thing::Deco(object)
            | Thing::Cnst(object)
            | Thing::Animated(object)
            | Thing::Warp(object)
            | Thing::Collision(object) => object_field!(object, $field, $to, [$($m)?]),
        }
    };
}

macro_rules! object_field {
    ($object:expr, $field:expr, $to:ident, [$($m:tt)?]) => {
        match $field {
            Field::Name => $to!(Text, & $($m)? $object.name),
            Field::WarpId => $to!(I16, & $($m)? $object.warp_id),
            Field::EventId => $to!(I16, & $($m)? $object.event_id),
            Field::ObjectType => $to!(I32, & $($m)? $object.object_type.0),
            Field::ObjectId => $to!(I32, & $($m)? $object.object_id),
            Field::CellX => $to!(I32, & $($m)? $object.cell_x),
            Field::CellY => $to!(I32, & $($m)? $object.cell_y),
            Field::RotationX => $to!(Float, & $($m)? $object.rotation_xyzw[0]),
            Field::RotationY => $to!(Float, & $($m)? $object.rotation_xyzw[1]),
            Field::RotationZ => $to!(Float, & $($m)? $object.rotation_xyzw[2]),
            Field::RotationW => $to!(Float, & $($m)? $object.rotation_xyzw[3]),
            Field::X => $to!(Float, & $($m)? $object.position_file_cm[0]),
            Field::Y => $to!(Float, & $($m)? $object.position_file_cm[1]),
            Field::Z => $to!(Float, & $($m)? $object.position_file_cm[2]),
            Field::ScaleX => $to!(Float, & $($m)? $object.scale[0]),
            Field::ScaleY => $to!(Float, & $($m)? $object.scale[1]),
            Field::ScaleZ => $to!(Float, & $($m)? $object.scale[2]),
            _ => Vec::new(),
        }
    };
}

macro_rules! monster_field {
    ($line:expr, $field:expr, $to:ident, [$($m:tt)?]) => {
        match $field {
            Field::MonsterName => $to!(Text, & $($m)? $line.name),
            Field::MonsterId => $to!(U32, & $($m)? $line.monster_id),
            Field::MonsterCount => $to!(U32, & $($m)? $line.count),
            _ => Vec::new(),
        }
    };
}

macro_rules! value {
    (Text, $field:expr) => {
        vec![Value::Text($field)]
    };
    ($type:ident, $field:expr) => {
        vec![Value::$type(*$field)]
    };
}

macro_rules! slot {
    ($type:ident, $field:expr) => {
        vec![Slot::$type($field)]
    };
}

impl Thing {
    /// What a field holds: nothing where the thing has no such field, and several values where
    /// it is one of monsters.
    pub fn values(&self, field: Field) -> Vec<Value<'_>> {
        look_up!(self, field, iter, value, [])
    }

    pub fn value(&self, field: Field) -> Option<Value<'_>> {
        self.values(field).into_iter().next()
    }

    /// Gives a field what another thing of the kind has in it.
    pub(super) fn take_field(&mut self, other: &Thing, field: Field) {
        for (slot, value) in self.slots(field).into_iter().zip(other.values(field)) {
            match (slot, value) {
                (Slot::I16(own), Value::I16(other)) => *own = other,
                (Slot::I32(own), Value::I32(other)) => *own = other,
                (Slot::U32(own), Value::U32(other)) => *own = other,
                (Slot::Float(own), Value::Float(other)) => *own = other,
                (Slot::Text(own), Value::Text(other)) => own.clone_from(other),
                _ => {}
            }
        }
    }

    pub(super) fn slots(&mut self, field: Field) -> Vec<Slot<'_>> {
        look_up!(self, field, iter_mut, slot, [mut])
    }
}

/// The field of one line of a spawn.
pub(super) fn monster_slot(line: &mut Monsters, field: Field) -> Option<Slot<'_>> {
    let slots: Vec<Slot<'_>> = monster_field!(line, field, slot, [mut]);
    slots.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_one_name_in_scripts_sheets_and_find() {
        for (written, field) in [
            ("spawn_name", Field::SpawnName),
            ("Spawn-Name", Field::SpawnName),
            ("monster", Field::MonsterId),
            ("warp", Field::WarpId),
            ("OBJECT_ID", Field::ObjectId),
        ] {
            assert_eq!(written.parse(), Ok(field), "{written}");
            let json = serde_json::Value::from(written);
            assert_eq!(serde_json::from_value::<Field>(json).unwrap(), field, "{written}");
        }
        for field in Field::ALL {
            assert_eq!(serde_json::to_value(field).unwrap(), field.name());
        }
        let error = "spwan-name".parse::<Field>().unwrap_err();
        assert!(error.starts_with("there is no field spwan-name; did you mean spawn-name?"));
    }
}
