//! Tools for zones: what the pointer does to things and to the ground. A gesture is turned into
//! deeds, which the open document does.

pub mod hand;
pub mod ground;
pub mod select;
pub mod clip;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::problem::Severity;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::field::Field;
use landwright_core::world::zone::index::Places;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::place::Snap;
use landwright_core::world::zone::region::{Edge, Tip};
use landwright_core::world::zone::setting::Setting;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use crate::kind::rose::view::ZoneLayers;
use crate::kind::rose::view::cluster::Clusters;
use crate::kind::rose::view::gizmo::{Gizmo, GizmoKind, Handle};
use crate::kind::rose::view::pick::pick;
use crate::kind::rose::view::span::ZoneSpan;
use crate::view::hand::{Held, Phase};

use self::select::{Combine, middle_of, within};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ZoneTool {
    /// Clicks and boxes select, and what is selected can be dragged, turned and made larger.
    #[default]
    Select,
    Lasso,
    /// Clicks put new things.
    Put,
    /// Shapes the heights of the ground.
    Heights,
    /// Paints tiles, or who may walk.
    Paint,
    Rectangle,
    Ellipse,
    Polygon,
    Fill,
    Pan,
}

impl ZoneTool {
    pub const ALL: [ZoneTool; 10] = [
        ZoneTool::Select,
        ZoneTool::Lasso,
        ZoneTool::Put,
        ZoneTool::Heights,
        ZoneTool::Paint,
        ZoneTool::Rectangle,
        ZoneTool::Ellipse,
        ZoneTool::Polygon,
        ZoneTool::Fill,
        ZoneTool::Pan,
    ];

    /// Whether it paints the ground with the ink.
    pub fn paints(self) -> bool {
        use ZoneTool::{Ellipse, Fill, Paint, Polygon, Rectangle};
        matches!(self, Paint | Rectangle | Ellipse | Polygon | Fill)
    }
}

/// What the ground is painted with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// 0 all, 1 nobody, 2 no monsters.
    Walk(u8),
    /// A tile of the ZON.
    Tile(u32),
}

/// What the height brush does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shaping {
    /// Shift lowers.
    Raise,
    /// Shift raises.
    Lower,
    /// To the height where the stroke began.
    Flatten,
    Smooth,
}

impl Shaping {
    pub const ALL: [Shaping; 4] =
        [Shaping::Raise, Shaping::Lower, Shaping::Flatten, Shaping::Smooth];

    pub fn name(self) -> &'static str {
        match self {
            Shaping::Raise => "Raise",
            Shaping::Lower => "Lower",
            Shaping::Flatten => "Flatten",
            Shaping::Smooth => "Smooth",
        }
    }
}

/// What a click of the tool that puts things puts.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    pub kind: Kind,
    /// The row of the table of its kind; the first monster of a spawn.
    pub ids: BTreeMap<Kind, u32>,
}

impl Palette {
    pub fn id(&self) -> Option<u32> {
        self.ids.get(&self.kind).copied()
    }

    /// The field that says what a thing of a kind is.
    pub fn field(kind: Kind) -> Option<Field> {
        match kind {
            Kind::Deco | Kind::Cnst | Kind::Animated | Kind::Npc => Some(Field::ObjectId),
            Kind::Warp => Some(Field::WarpId),
            Kind::Spawn => Some(Field::MonsterId),
            _ => None,
        }
    }
}

/// The tool in hand, and how all of them are set.
#[derive(Debug, Clone, PartialEq)]
pub struct ZoneTools {
    pub tool: ZoneTool,
    pub gizmo: GizmoKind,
    /// Where things come to stand that are moved.
    pub snap: Snap,
    pub palette: Palette,
    pub ink: Ink,
    /// Across, in cells of what is painted.
    pub brush_cells: u32,
    pub tip: Tip,
    pub shaping: Shaping,
    pub shaping_radius_m: f64,
    pub shaping_edge: Edge,
    /// How far a stroke raises or lowers.
    pub shaping_cm: f64,
}

impl Default for ZoneTools {
    fn default() -> ZoneTools {
        ZoneTools {
            tool: ZoneTool::Select,
            gizmo: GizmoKind::Move,
            snap: Snap::FollowGround,
            palette: Palette { kind: Kind::Spawn, ids: BTreeMap::new() },
            ink: Ink::Walk(1),
            brush_cells: 1,
            tip: Tip::Round,
            shaping: Shaping::Raise,
            shaping_radius_m: 10.0,
            shaping_edge: Edge::Soft,
            shaping_cm: 100.0,
        }
    }
}

pub const MOST_BRUSH_CELLS: u32 = 64;

/// What the pointer did over a zone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ZonePointer {
    pub phase: Phase,
    /// In cm of the files.
    pub at_file_cm: [f64; 2],
    /// How many cm a point of the screen is.
    pub cm_per_point: f64,
    pub sight: Sight,
    pub held: Held,
}

/// How the zone is looked at, which says what of it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// From far, many things are one mark.
    FromAbove,
    /// What is under the pointer stands before other ground than its own.
    InSpace { thing: Option<ThingId>, handle: Option<Handle> },
}

impl ZonePointer {
    /// How far what is clicked may be from there.
    pub fn radius_cm(&self) -> f64 {
        f64::from(crate::kind::rose::view::pick::PICK_POINTS) * self.cm_per_point
    }
}

/// What a hand works on.
#[derive(Debug, Clone, Copy)]
pub struct Bench<'a> {
    pub zone: &'a Zone,
    pub places: &'a Places,
    pub names: &'a Names,
    pub layers: &'a ZoneLayers,
    pub selection: &'a BTreeSet<ThingId>,
    pub tools: &'a ZoneTools,
    /// Things with a problem that is listed.
    pub problems: &'a [(ThingId, Severity)],
}

/// What a gesture asks for.
#[derive(Debug, Clone)]
pub enum Deed {
    Select(BTreeSet<ThingId>),
    /// The gesture under way is what these actions make of the zone as it was when it began.
    Become(Box<Zone>, Vec<Action>),
    /// The gesture ends, and is one step.
    End,
    GiveUp,
    /// The view comes as near as what is between two corners is well seen, in cm of the files.
    ComeNear([[f64; 2]; 2]),
    /// The tools are set otherwise.
    Set(Box<ZoneTools>),
}

impl Bench<'_> {
    /// What stands at the selection to be taken hold of; nothing where nothing is selected, or
    /// another tool is in hand.
    pub fn gizmo(&self) -> Option<Gizmo> {
        if self.tools.tool != ZoneTool::Select {
            return None;
        }
        let ids = self.selection.iter().copied();
        Some(Gizmo::new(self.tools.gizmo, middle_of(self.zone, ids)?))
    }

    /// Whether a thing can be taken hold of.
    fn picks(&self, id: ThingId) -> bool {
        self.zone.thing(id).is_some_and(|thing| self.layers.picks(thing.kind()))
    }

    /// The thing that a click means.
    pub fn pick(&self, pointer: ZonePointer) -> Option<ThingId> {
        if let Sight::InSpace { thing, .. } = pointer.sight {
            return thing.filter(|id| self.picks(*id));
        }
        let (at, radius) = (pointer.at_file_cm, pointer.radius_cm());
        let mut is_drawn = self.is_drawn(pointer);
        pick(self.zone, self.places, self.layers, at, radius, &mut is_drawn)
    }

    /// Whether a thing has a mark where it stands. What is selected always has, and what has a
    /// problem has its badge.
    fn is_drawn(&self, pointer: ZonePointer) -> impl FnMut(ThingId) -> bool {
        let mut clusters = self.clusters(pointer);
        move |id| {
            let shows = |clusters: &mut Clusters<'_>| clusters.shows(id);
            self.selection.contains(&id)
                || clusters.as_mut().is_none_or(shows)
                || self.has_badge(id)
        }
    }

    fn has_badge(&self, id: ThingId) -> bool {
        self.layers.problems.is_yes() && self.problems.iter().any(|(of, _)| *of == id)
    }

    /// The handle under the pointer.
    fn handle_at(&self, pointer: ZonePointer) -> Option<Handle> {
        let gizmo = self.gizmo()?;
        match pointer.sight {
            Sight::FromAbove => gizmo.handle_at(pointer.at_file_cm, pointer.cm_per_point),
            Sight::InSpace { handle, .. } => handle,
        }
    }

    /// Whether a press takes hold of a handle or of a thing; where it does not, a box begins.
    pub fn takes_hold(&self, pointer: ZonePointer) -> bool {
        self.held_handle_at(pointer).is_some() || self.held_at(pointer).is_some()
    }

    /// The handle that a press takes hold of: with a key held down, the thing below it is meant.
    fn held_handle_at(&self, pointer: ZonePointer) -> Option<Handle> {
        let is_meant = Combine::by(pointer.held) == Combine::Replace && !pointer.held.alt;
        self.handle_at(pointer).filter(|_| is_meant)
    }

    /// The thing that a press takes hold of.
    fn held_at(&self, pointer: ZonePointer) -> Option<ThingId> {
        self.pick(pointer).filter(|id| self.holds(*id, pointer))
    }

    /// Whether a drag from here moves a thing. Water takes up so much that boxes have to begin over
    /// it: it is held by its symbol, which it has from above, or anywhere once it is selected.
    fn holds(&self, id: ThingId, pointer: ZonePointer) -> bool {
        let Some(thing) = self.zone.thing(id) else { return false };
        if thing.kind() != Kind::Water || self.selection.contains(&id) {
            return true;
        }
        let ([x, y], at) = (pointer.at_file_cm, thing.pos_in_file_cm());
        let is_at_symbol = (at.x - x).hypot(at.y - y) <= pointer.radius_cm();
        let shows = |mut clusters: Clusters<'_>| clusters.shows_alone(id);
        let is_from_above = pointer.sight == Sight::FromAbove;
        is_from_above && is_at_symbol && self.clusters(pointer).is_none_or(shows)
    }

    fn clusters(&self, pointer: ZonePointer) -> Option<Clusters<'_>> {
        let is_from_above = pointer.sight == Sight::FromAbove;
        is_from_above
            .then(|| Clusters::new(self.zone, self.places, self.layers, pointer.cm_per_point))
    }

    /// The box around what is in the cluster whose symbol is under the pointer, in cm of the files.
    fn cluster_at(&self, pointer: ZonePointer) -> Option<[[f64; 2]; 2]> {
        let [x, y] = pointer.at_file_cm;
        let at = ZoneSpan::of(self.zone).map_from_file(PosInFileCm { x, y, z: 0.0 });
        within(self.zone, self.clusters(pointer)?.at(at)?)
    }

    /// What a click places, as actions: a thing, and what it is or the monster that it spawns.
    fn put(&self, at_file_cm: [f64; 2]) -> Vec<Action> {
        use landwright_core::world::zone::add::Add;
        use landwright_core::world::zone::selection::Selection;
        use landwright_core::world::zone::set::{AddMonster, SpawnList};
        let Palette { kind, .. } = self.tools.palette;
        let id = self.tools.palette.id();
        let mut fields = BTreeMap::new();
        if let (Some(id), Some(field)) = (id, Palette::field(kind))
            && field != Field::MonsterId
        {
            fields.insert(field, Setting::from(f64::from(id)));
        }
        let [x, y] = at_file_cm;
        let snap = match self.tools.snap {
            Snap::None => Snap::Ground,
            Snap::Cell => Snap::CellAndGround,
            snap => snap,
        };
        let mut actions = vec![Action::Add(Add { kind, at: [x, y, 0.0], snap, fields })];
        if let (Kind::Spawn, Some(id)) = (kind, id) {
            let named = self.names.npcs.as_ref().and_then(|npcs| npcs.name(id)).unwrap_or_default();
            let code_page = self.zone.code_page();
            let fits = landwright_core::format::text::Text::encode(named, code_page).is_ok();
            let name = Setting::from(if fits { named } else { "" });
            let things = Selection::of(ThingId(self.zone.n_ids()));
            let list = SpawnList::Basic;
            actions.push(Action::AddMonster(AddMonster {
                things,
                list,
                id: f64::from(id).into(),
                count: 1,
                name,
                at: None,
            }));
        }
        actions
    }
}

/// The things of a gesture as an action names them.
fn ids_of(
    ids: impl IntoIterator<Item = ThingId>,
) -> landwright_core::world::zone::selection::Selection {
    landwright_core::world::zone::selection::Selection::Ids(ids.into_iter().collect())
}

/// Where a thing stands in the plane.
pub(crate) fn place_of(thing: &Thing) -> [f64; 2] {
    let at = thing.pos_in_file_cm();
    [at.x, at.y]
}
