//! What a view shows of a ROSE zone: the ground, lines over it, and things by their kinds.

pub mod cluster;
pub mod crowd;
pub mod gizmo;
pub mod handles;
pub mod pick;
pub mod relief;
pub mod span;
pub mod symbol;

use landwright_core::world::zone::Zone;
use landwright_core::world::zone::picture::Ground;
use landwright_core::world::zone::picture::painter::{HeightRange, Painter};
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::thing::Kind;
use serde::{Deserialize, Serialize};

use crate::view::Shown;

/// What the game shows on its map.
pub const MINIMAP_KINDS: [Kind; 3] = [Kind::Event, Kind::Npc, Kind::Warp];

/// In minutes since midnight.
const NOON: u16 = 12 * 60;

/// Somewhere within this, all ground has the same colour, and not one that rounding decides.
const ALL_HEIGHTS: HeightRange = HeightRange { low_cm: -1e15, high_cm: 1.2e15 };

/// What the ground shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ZoneGround {
    /// The textures of its tiles, or a colour for each tile whose texture is not at hand.
    Tiles,
    /// Low to high.
    Heights,
    /// One colour.
    Plain,
}

impl ZoneGround {
    pub const ALL: [ZoneGround; 3] = [ZoneGround::Tiles, ZoneGround::Heights, ZoneGround::Plain];

    pub fn name(self) -> &'static str {
        match self {
            ZoneGround::Tiles => "Tiles",
            ZoneGround::Heights => "Heights",
            ZoneGround::Plain => "Plain",
        }
    }

    /// Who paints the ground so.
    pub fn painter<'z>(
        self,
        zone: &'z Zone,
        textures: &'z Textures,
        shading: Shown,
        heights: HeightRange,
    ) -> Painter<'z> {
        let (ground, range) = match self {
            ZoneGround::Tiles => (Ground::Tiles, heights),
            ZoneGround::Heights => (Ground::Heights, heights),
            ZoneGround::Plain => (Ground::Heights, ALL_HEIGHTS),
        };
        let painter = Painter::new(zone, textures, ground).with_range(range);
        if shading.is_yes() { painter } else { painter.flat() }
    }
}

/// Whether the pointer takes hold of things of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Lock {
    #[default]
    Open,
    Locked,
}

/// What is done with the things of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KindLayer {
    pub shown: Shown,
    pub lock: Lock,
    /// Where any kind has this, those without it are hidden.
    pub solo: Shown,
}

impl Default for KindLayer {
    fn default() -> KindLayer {
        KindLayer { shown: Shown::Yes, lock: Lock::Open, solo: Shown::No }
    }
}

/// What a view shows of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ZoneLayers {
    pub ground: ZoneGround,
    /// A sunny side in the north-west.
    pub shading: Shown,
    /// Who may walk where, over the ground.
    pub walks: Shown,
    pub cells: Shown,
    pub patches: Shown,
    /// Edges of blocks, and their names.
    pub blocks: Shown,
    pub names: Shown,
    /// How far from a spawn monsters appear, and how far a sound reaches.
    pub ranges: Shown,
    /// Where warps lead.
    pub warps: Shown,
    /// Which way things look.
    pub facing: Shown,
    /// Things that lie too near to each other are one mark with a number.
    pub clusters: Shown,
    pub problems: Shown,
    /// In space: things as the client draws them, as far as their files are there.
    pub models: Shown,
    /// Symbols of things that have a model, too.
    pub symbols: Shown,
    /// Whether models move; then the view is drawn again and again.
    pub motions: Shown,
    pub fog: Shown,
    /// Of the day, whose light is on models.
    pub minutes: u16,
    /// By kind, in the order of [`Kind::ALL`].
    kinds: [KindLayer; Kind::ALL.len()],
}

impl Default for ZoneLayers {
    fn default() -> ZoneLayers {
        ZoneLayers {
            ground: ZoneGround::Tiles,
            shading: Shown::Yes,
            walks: Shown::No,
            cells: Shown::No,
            patches: Shown::No,
            blocks: Shown::Yes,
            names: Shown::Yes,
            ranges: Shown::Yes,
            warps: Shown::Yes,
            facing: Shown::Yes,
            clusters: Shown::Yes,
            problems: Shown::Yes,
            models: Shown::Yes,
            symbols: Shown::No,
            motions: Shown::No,
            fog: Shown::Yes,
            minutes: NOON,
            kinds: [KindLayer::default(); Kind::ALL.len()],
        }
    }
}

impl ZoneLayers {
    pub fn kind(&self, kind: Kind) -> KindLayer {
        self.kinds.get(kind as usize).copied().unwrap_or_default()
    }

    pub fn kind_mut(&mut self, kind: Kind) -> Option<&mut KindLayer> {
        self.kinds.get_mut(kind as usize)
    }

    /// Whether things of a kind are seen.
    pub fn shows(&self, kind: Kind) -> bool {
        let own = self.kind(kind);
        own.shown.is_yes() && (own.solo.is_yes() || !self.has_solo())
    }

    /// Whether the pointer takes hold of things of a kind.
    pub fn picks(&self, kind: Kind) -> bool {
        self.shows(kind) && self.kind(kind).lock == Lock::Open
    }

    /// Whether things of a kind are left as they are.
    pub fn locks(&self, kind: Kind) -> bool {
        self.kind(kind).lock == Lock::Locked
    }

    pub fn has_solo(&self) -> bool {
        self.kinds.iter().any(|layer| layer.solo.is_yes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_hide_lock_and_stand_alone() {
        let mut layers = ZoneLayers::default();
        assert!(Kind::ALL.iter().all(|kind| layers.shows(*kind) && layers.picks(*kind)));
        layers.kind_mut(Kind::Npc).unwrap().lock = Lock::Locked;
        assert!(layers.shows(Kind::Npc) && !layers.picks(Kind::Npc));
        layers.kind_mut(Kind::Spawn).unwrap().solo = Shown::Yes;
        assert!(layers.shows(Kind::Spawn) && !layers.shows(Kind::Npc));
        layers.kind_mut(Kind::Spawn).unwrap().shown = Shown::No;
        assert!(Kind::ALL.iter().all(|kind| !layers.shows(*kind)));
    }

    #[test]
    fn layers_come_back_from_text_and_every_kind_has_its_own() {
        let mut layers = ZoneLayers::default();
        for kind in Kind::ALL {
            layers.kind_mut(kind).unwrap().shown = Shown::No;
            assert!(!layers.shows(kind), "{kind}");
            layers.kind_mut(kind).unwrap().shown = Shown::Yes;
        }
        layers.kind_mut(Kind::Point).unwrap().lock = Lock::Locked;
        let text = ron::to_string(&layers).unwrap();
        assert_eq!(ron::from_str::<ZoneLayers>(&text).unwrap(), layers);
        assert_eq!(ron::from_str::<ZoneLayers>("()").unwrap(), ZoneLayers::default());
    }
}
