//! What stands in a zone: everything that has a place, whatever list of whatever file it is in.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::rose::blocks::BlockKind;
use crate::format::rose::ifo::ambience::{Effect, Sound};
use crate::format::rose::ifo::object::{Object, ObjectType};
use crate::format::rose::ifo::scripted::{EventObject, Npc};
use crate::format::rose::ifo::spawn::Spawn;
use crate::format::rose::ifo::water::WaterPlane;
use crate::format::rose::zon::event::EventPosition;
use crate::format::rose::{ifo, zon};
use crate::space::rose::position::PosInFileCm;
use crate::world::sum::nearest;

/// A thing, for the life of the document; `#123` in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThingId(pub u32);

/// A thing with all its fields, as its file holds them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thing {
    Deco(Object),
    Npc(Npc),
    Cnst(Object),
    Sound(Sound),
    Effect(Effect),
    Animated(Object),
    Spawn(Spawn),
    Water(WaterPlane),
    Warp(Object),
    Collision(Object),
    Event(EventObject),
    /// A place with a name in the ZON.
    Point(EventPosition),
}

/// Which list a thing belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Deco,
    Npc,
    Cnst,
    Sound,
    Effect,
    Animated,
    Spawn,
    Water,
    Warp,
    Collision,
    Event,
    Point,
}

impl Kind {
    /// In the order of the files.
    pub const ALL: [Kind; 12] = [
        Kind::Deco,
        Kind::Npc,
        Kind::Cnst,
        Kind::Sound,
        Kind::Effect,
        Kind::Animated,
        Kind::Spawn,
        Kind::Water,
        Kind::Warp,
        Kind::Collision,
        Kind::Event,
        Kind::Point,
    ];

    /// As scripts, tables and problems name it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Deco => "deco",
            Kind::Npc => "npc",
            Kind::Cnst => "cnst",
            Kind::Sound => "sound",
            Kind::Effect => "effect",
            Kind::Animated => "animated",
            Kind::Spawn => "spawn",
            Kind::Water => "water",
            Kind::Warp => "warp",
            Kind::Collision => "collision",
            Kind::Event => "event",
            Kind::Point => "point",
        }
    }

    /// The block of its file that lists it.
    pub fn block_kind(self) -> BlockKind {
        match self {
            Kind::Deco => ifo::DECO,
            Kind::Npc => ifo::NPC,
            Kind::Cnst => ifo::CNST,
            Kind::Sound => ifo::SOUND,
            Kind::Effect => ifo::EFFECT,
            Kind::Animated => ifo::ANIMATED,
            Kind::Spawn => ifo::SPAWN,
            Kind::Water => ifo::WATER_PLANES,
            Kind::Warp => ifo::WARP,
            Kind::Collision => ifo::COLLISION,
            Kind::Event => ifo::EVENT,
            Kind::Point => zon::EVENT_POSITIONS,
        }
    }

    /// The object type that the game's own files have for it.
    pub fn object_type(self) -> Option<ObjectType> {
        match self {
            Kind::Deco => Some(ObjectType::DECO),
            Kind::Npc => Some(ObjectType::NPC),
            Kind::Cnst => Some(ObjectType::CNST),
            Kind::Sound => Some(ObjectType::SOUND),
            Kind::Effect => Some(ObjectType::EFFECT),
            Kind::Animated => Some(ObjectType::ANIMATED),
            Kind::Spawn => Some(ObjectType::SPAWN),
            Kind::Warp => Some(ObjectType::WARP),
            Kind::Collision => Some(ObjectType::COLLISION),
            Kind::Event => Some(ObjectType::EVENT),
            Kind::Water | Kind::Point => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let known =
            Kind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(text.trim()));
        known.ok_or_else(|| {
            let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
            format!("there is no kind of thing {text}; known are {}", names.join(", "))
        })
    }
}

impl fmt::Display for ThingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl Thing {
    pub fn kind(&self) -> Kind {
        match self {
            Thing::Deco(_) => Kind::Deco,
            Thing::Npc(_) => Kind::Npc,
            Thing::Cnst(_) => Kind::Cnst,
            Thing::Sound(_) => Kind::Sound,
            Thing::Effect(_) => Kind::Effect,
            Thing::Animated(_) => Kind::Animated,
            Thing::Spawn(_) => Kind::Spawn,
            Thing::Water(_) => Kind::Water,
            Thing::Warp(_) => Kind::Warp,
            Thing::Collision(_) => Kind::Collision,
            Thing::Event(_) => Kind::Event,
            Thing::Point(_) => Kind::Point,
        }
    }

    /// What it has of an object; water and points have nothing.
    pub fn object(&self) -> Option<&Object> {
        match self {
            Thing::Deco(object)
            | Thing::Cnst(object)
            | Thing::Animated(object)
            | Thing::Warp(object)
            | Thing::Collision(object) => Some(object),
            Thing::Npc(npc) => Some(&npc.object),
            Thing::Sound(sound) => Some(&sound.object),
            Thing::Effect(effect) => Some(&effect.object),
            Thing::Spawn(spawn) => Some(&spawn.object),
            Thing::Event(event) => Some(&event.object),
            Thing::Water(_) | Thing::Point(_) => None,
        }
    }

    pub fn object_mut(&mut self) -> Option<&mut Object> {
        match self {
            Thing::Deco(object)
            | Thing::Cnst(object)
            | Thing::Animated(object)
            | Thing::Warp(object)
            | Thing::Collision(object) => Some(object),
            Thing::Npc(npc) => Some(&mut npc.object),
            Thing::Sound(sound) => Some(&mut sound.object),
            Thing::Effect(effect) => Some(&mut effect.object),
            Thing::Spawn(spawn) => Some(&mut spawn.object),
            Thing::Event(event) => Some(&mut event.object),
            Thing::Water(_) | Thing::Point(_) => None,
        }
    }

    pub(super) fn spawn_mut(&mut self) -> Option<&mut Spawn> {
        match self {
            Thing::Spawn(spawn) => Some(spawn),
            _ => None,
        }
    }

    pub fn spawn(&self) -> Option<&Spawn> {
        match self {
            Thing::Spawn(spawn) => Some(spawn),
            _ => None,
        }
    }

    /// The corners of what it fills, as the file has them: the same twice but for water.
    pub fn corners_file_cm(&self) -> [[F32; 3]; 2] {
        let swapped = |[x, height, y]: [F32; 3]| [x, y, height];
        match self {
            Thing::Water(plane) => [swapped(plane.start_x_height_y), swapped(plane.end_x_height_y)],
            Thing::Point(point) => [swapped(point.position_file_cm_x_height_y); 2],
            _ => [self.object().map_or([F32::ZERO; 3], |object| object.position_file_cm); 2],
        }
    }

    /// Where it stands; the middle of water. Not finite where its bits are not.
    pub fn pos_in_file_cm(&self) -> PosInFileCm {
        let [a, b] = self.corners_file_cm().map(PosInFileCm::from_bits);
        let middle = |a: f64, b: f64| if a == b { a } else { (a + b) / 2.0 };
        PosInFileCm { x: middle(a.x, b.x), y: middle(a.y, b.y), z: middle(a.z, b.z) }
    }

    /// Moves it by so much. A coordinate that does not change keeps its bits. `None` where no
    /// finite number would say where it comes to stand.
    pub fn moved_by(&self, by_cm: [f64; 3]) -> Option<Thing> {
        let mut moved = self.clone();
        let [x, y, z] = by_cm;
        match &mut moved {
            Thing::Water(plane) => {
                shift(&mut plane.start_x_height_y, [x, z, y])?;
                shift(&mut plane.end_x_height_y, [x, z, y])?;
            }
            Thing::Point(point) => shift(&mut point.position_file_cm_x_height_y, [x, z, y])?,
            other => shift(&mut other.object_mut()?.position_file_cm, by_cm)?,
        }
        Some(moved)
    }

    /// Moves it to a place. A coordinate that is there already keeps its bits, even where those
    /// are no number.
    pub fn moved_to(&self, to: PosInFileCm) -> Option<Thing> {
        let from = self.pos_in_file_cm();
        let is_there = |from: f64, to: f64| from == to || from.is_nan() && to.is_nan();
        if let Thing::Water(_) = self {
            let by = |from: f64, to: f64| if is_there(from, to) { 0.0 } else { to - from };
            return self.moved_by([by(from.x, to.x), by(from.y, to.y), by(from.z, to.z)]);
        }
        let mut moved = self.clone();
        let place = |bits: &mut F32, to: f64| {
            if !is_there(f64::from(bits.get()), to) {
                *bits = nearest(to)?;
            }
            Some(())
        };
        match &mut moved {
            Thing::Point(point) => {
                let [x, height, y] = &mut point.position_file_cm_x_height_y;
                place(x, to.x).and(place(y, to.y)).and(place(height, to.z))?;
            }
            other => {
                let [x, y, z] = &mut other.object_mut()?.position_file_cm;
                place(x, to.x).and(place(y, to.y)).and(place(z, to.z))?;
            }
        }
        Some(moved)
    }
}

fn shift(bits: &mut [F32; 3], by_cm: [f64; 3]) -> Option<()> {
    for (bits, by) in bits.iter_mut().zip(by_cm) {
        if by != 0.0 {
            *bits = nearest(f64::from(bits.get()) + by)?;
        }
    }
    Some(())
}
