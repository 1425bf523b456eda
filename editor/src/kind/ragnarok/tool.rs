//! Tools: what the pointer does to a map. A tool turns what the pointer does into actions.

mod mirror;
mod paint;
mod corners;
mod select;
mod stamp;
pub mod heights;
pub mod probe;
pub mod outline;

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec2;
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::area::Area;
use landwright_core::world::gat::paint::{Across, Ink};
use landwright_core::world::gat::refusal::Refusal;
use landwright_core::world::gat::region::{Likeness, Tip, Ways};
use landwright_core::world::gat::stamp::{Stamp, What};

use self::corners::Corners;
use self::heights::{HeightSettings, Shaping};
use self::probe::Probe;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::form::automatic::AutomaticForm;
use crate::kind::ragnarok::form::ground::GroundForm;
use crate::view::hand::{Held, Phase, follow};
use crate::view::id::DocumentId;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tool {
    Paint,
    Rectangle,
    Ellipse,
    Polygon,
    Fill,
    Heights,
    Ramp,
    Corner,
    SelectRectangle,
    Lasso,
    Wand,
    Stamp,
    Probe,
    Pan,
}

/// What the pointer did, in cells from the south-west corner of the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pointer {
    pub phase: Phase,
    pub at_in_cells: Vec2,
    pub held: Held,
}

/// What a map does for a tool. Tools themselves change no map.
#[derive(Debug)]
pub enum Deed {
    /// A gesture becomes one step, with this title.
    Begin(String),
    /// The step of the gesture does this as well.
    Grow(Action),
    /// The step of the gesture makes the map this.
    GrowTo(GatMap),
    End,
    /// A step of its own.
    Act(Action),
    /// The gesture changes nothing after all.
    Cancel,
    Select(Area),
    Probe(Option<Probe>),
}

impl MapDocument {
    /// Does what a tool wants; the rest is left out where one is refused.
    pub(crate) fn do_deeds(&mut self, deeds: Vec<Deed>) -> Result<(), Refusal> {
        for deed in deeds {
            match deed {
                Deed::Begin(title) => self.begin(title),
                Deed::Grow(action) => self.grow(&action)?,
                Deed::GrowTo(map) => self.grow_to(map),
                Deed::End => self.end(),
                Deed::Act(action) => {
                    self.act(&action)?;
                }
                Deed::Cancel => self.cancel(),
                Deed::Select(area) => self.select(area),
                Deed::Probe(probe) => self.probe = probe,
            }
        }
        Ok(())
    }
}

/// The tool in hand, how it is set, and what it is in the middle of.
#[derive(Debug, Clone)]
pub struct MapTools {
    pub tool: Tool,
    pub ink: Ink,
    pub brush_size: u32,
    pub tip: Tip,
    pub mirror: Option<Across>,
    /// Where painting on each map is mirrored, if not in its middle.
    pub(crate) mirror_points: BTreeMap<DocumentId, [f32; 2]>,
    /// The next click says where painting is mirrored.
    pub is_setting_mirror: bool,
    pub ways: Ways,
    pub wand: Likeness,
    /// What was copied last, flipped and turned as it is in hand.
    pub stamp: Option<Arc<Stamp>>,
    pub stamp_what: What,
    pub heights: HeightSettings,
    /// As automatic types were made last.
    pub automatic: AutomaticForm,
    /// As heights were taken from the ground last.
    pub from_ground: GroundForm,
    /// Where the last dab was: Shift draws a line from there.
    last_dab: Option<[i32; 2]>,
    /// The cells that a gesture went through, the first one first.
    trail: Vec<[i32; 2]>,
    corners: Corners,
    /// Where the gesture began, and where it is.
    way_in_cells: [Vec2; 2],
    /// A gesture that changes heights.
    shaping: Option<Shaping>,
    /// Keys that were held when the gesture began.
    held: Held,
    /// How many steps the document had when the gesture began.
    n_steps_before: usize,
}

impl Default for MapTools {
    fn default() -> MapTools {
        MapTools {
            tool: Tool::Paint,
            ink: Ink::Type(1),
            brush_size: 3,
            tip: Tip::Round,
            mirror: None,
            mirror_points: BTreeMap::new(),
            is_setting_mirror: false,
            ways: Ways::Four,
            wand: Likeness::Terrain,
            stamp: None,
            stamp_what: What::Both,
            heights: HeightSettings::default(),
            automatic: AutomaticForm::default(),
            from_ground: GroundForm::default(),
            last_dab: None,
            trail: Vec::new(),
            corners: Corners::default(),
            way_in_cells: [Vec2::ZERO; 2],
            shaping: None,
            held: Held::default(),
            n_steps_before: 0,
        }
    }
}

pub const MAX_BRUSH: u32 = 64;

impl Pointer {
    /// Whether it is on its way with the button down.
    pub fn is_under_way(&self) -> bool {
        matches!(self.phase, Phase::Drag | Phase::Hop)
    }

    /// The cell under it, which may lie beside the map.
    pub fn cell(&self) -> [i32; 2] {
        let floor = self.at_in_cells.floor().clamp(Vec2::splat(-1e5), Vec2::splat(1e5));
        [floor.x as i32, floor.y as i32]
    }
}

impl MapTools {
    /// Takes over what somebody has set differently than before, and leaves the rest as it is. What
    /// a gesture is in the middle of is no setting.
    pub fn set_as_changed(&mut self, were: &MapTools, new: &MapTools) {
        let MapTools {
            tool,
            ink,
            brush_size,
            tip,
            mirror,
            mirror_points,
            is_setting_mirror,
            ways,
            wand,
            stamp,
            stamp_what,
            heights,
            automatic,
            from_ground,
            last_dab: _,
            trail: _,
            corners: _,
            way_in_cells: _,
            shaping: _,
            held: _,
            n_steps_before: _,
        } = new;
        follow(&mut self.tool, &were.tool, tool);
        follow(&mut self.ink, &were.ink, ink);
        follow(&mut self.brush_size, &were.brush_size, brush_size);
        follow(&mut self.tip, &were.tip, tip);
        follow(&mut self.mirror, &were.mirror, mirror);
        follow(&mut self.mirror_points, &were.mirror_points, mirror_points);
        follow(&mut self.is_setting_mirror, &were.is_setting_mirror, is_setting_mirror);
        follow(&mut self.ways, &were.ways, ways);
        follow(&mut self.wand, &were.wand, wand);
        follow(&mut self.stamp, &were.stamp, stamp);
        follow(&mut self.stamp_what, &were.stamp_what, stamp_what);
        follow(&mut self.heights, &were.heights, heights);
        follow(&mut self.automatic, &were.automatic, automatic);
        follow(&mut self.from_ground, &were.from_ground, from_ground);
    }

    /// Whether a gesture is under way.
    pub fn is_busy(&self) -> bool {
        !self.trail.is_empty()
    }

    /// Whether Escape would give something up.
    pub fn can_give_up(&self) -> bool {
        self.is_busy() || self.is_drawing() || self.is_setting_mirror
    }

    /// Whether it paints types, and in this is mirrored.
    pub fn paints(&self) -> bool {
        use self::Tool::{Ellipse, Fill, Paint, Polygon, Rectangle};
        matches!(self.tool, Paint | Rectangle | Ellipse | Polygon | Fill)
    }

    /// Whether the gesture under way is one that can do nothing, since all of it is beside the
    /// selection; what it touches there with the brim of the brush is seen once it has ended.
    pub fn is_beside_selection(&self, document: &MapDocument) -> bool {
        use self::Tool::{Corner, Heights, Stamp};
        let changes_cells = self.paints() || matches!(self.tool, Heights | Corner | Stamp);
        let is_selected =
            |cell: &[i32; 2]| tile_at(*cell).is_some_and(|tile| document.selection.contains(tile));
        changes_cells
            && !self.held.alt
            && document.has_selection()
            && self.is_busy()
            && !self.trail.iter().any(is_selected)
    }

    /// Whether the gesture that ended last left things as they were.
    pub fn has_done_nothing(&self, document: &MapDocument) -> bool {
        !self.is_drawing() && document.editing().steps().len() == self.n_steps_before
    }

    pub fn trail(&self) -> &[[i32; 2]] {
        &self.trail
    }

    pub fn set_brush_size(&mut self, size: u32) {
        self.brush_size = size.clamp(1, MAX_BRUSH);
    }

    /// Ends the gesture under way, as far as tools know of it.
    pub fn let_go(&mut self) {
        self.trail.clear();
        self.shaping = None;
    }

    /// One thing that the pointer does over a map with the tool in hand: what the map does then.
    pub fn point(
        &mut self,
        document: &MapDocument,
        pointer: Pointer,
    ) -> Result<Vec<Deed>, Refusal> {
        match pointer.phase {
            Phase::Press if self.is_setting_mirror => {
                self.set_mirror_point(document.id, pointer.at_in_cells);
                return Ok(Vec::new());
            }
            Phase::Press => {
                self.held = pointer.held;
                self.n_steps_before = document.editing().steps().len();
                self.trail = vec![pointer.cell()];
                self.way_in_cells = [pointer.at_in_cells; 2];
            }
            Phase::Drag | Phase::Hop => return self.go(document, &[pointer]),
            Phase::Release if self.trail.is_empty() => return Ok(Vec::new()),
            Phase::Release => {}
            Phase::Close => return self.close_outline(document),
            Phase::GiveUp => {
                self.let_go();
                self.give_corners_up();
                self.is_setting_mirror = false;
                return Ok(vec![Deed::Cancel]);
            }
        }
        let result = match self.tool {
            Tool::Paint => self.dab(document, pointer.phase),
            Tool::Rectangle | Tool::Ellipse => self.shape(document, pointer.phase),
            Tool::Polygon | Tool::Lasso => self.draw_outline(document, pointer.phase),
            Tool::Fill => self.fill(document, pointer.phase),
            Tool::Heights => self.shape_heights(document, pointer.phase),
            Tool::Ramp => self.make_ramp(document, pointer.phase),
            Tool::Corner => self.move_corner(document, pointer.phase),
            Tool::SelectRectangle => self.select_shape(document, pointer.phase),
            Tool::Wand => self.select_alike(document, pointer.phase),
            Tool::Stamp => self.put_stamp(document, pointer.phase),
            Tool::Probe => Ok(self.probe(document)),
            Tool::Pan => Ok(Vec::new()),
        };
        if pointer.phase == Phase::Release || result.is_err() {
            self.let_go();
        }
        result
    }

    /// The pointer went on with the button down, since it was heard of last: what lies along its way
    /// is changed at once.
    pub fn go(&mut self, document: &MapDocument, way: &[Pointer]) -> Result<Vec<Deed>, Refusal> {
        if self.trail.is_empty() {
            return Ok(Vec::new());
        }
        let lines = self.lengthen(way);
        let result = match self.tool {
            Tool::Corner => self.move_corner(document, Phase::Drag),
            _ if lines.is_empty() => Ok(Vec::new()),
            Tool::Paint => self.paint_along(document, lines),
            Tool::Heights => self.shape_along(document, lines),
            Tool::Probe => Ok(self.probe(document)),
            // The others do what they do when the button goes down or up.
            _ => Ok(Vec::new()),
        };
        if result.is_err() {
            self.let_go();
        }
        result
    }

    /// Goes on with the trail. Answers with the lines that are new, each from where it begins.
    fn lengthen(&mut self, way: &[Pointer]) -> Vec<Vec<[i32; 2]>> {
        let mut lines: Vec<Vec<[i32; 2]>> = Vec::new();
        for pointer in way {
            let [start, _] = self.way_in_cells;
            self.way_in_cells = [start, pointer.at_in_cells];
            let (before, cell) = (self.trail.last().copied(), pointer.cell());
            if before == Some(cell) {
                continue;
            }
            self.trail.push(cell);
            match lines.last_mut().filter(|_| pointer.phase != Phase::Hop) {
                Some(line) => line.push(cell),
                None if pointer.phase == Phase::Hop => lines.push(vec![cell]),
                None => lines.push(before.into_iter().chain([cell]).collect()),
            }
        }
        lines
    }

    /// Goes round through the types 0 to 6.
    pub fn step_type(&mut self, by: i32) {
        self.ink = match self.ink {
            Ink::Type(kind @ 0..=6) => Ink::Type((kind as i32 + by).rem_euclid(7) as u32),
            _ => Ink::Type(0),
        };
    }

    /// Takes the type under the pointer to paint with.
    fn pick(&mut self, document: &MapDocument, cell: [i32; 2]) {
        if let Some(terrain) = tile_at(cell).and_then(|tile| document.map().terrain(tile)) {
            self.ink = match self.ink {
                Ink::Raw(_) => Ink::Raw(terrain.0),
                _ => Ink::Type(terrain.kind()),
            };
        }
    }
}

/// The tile of a cell that is not to the west or south of the map.
pub fn tile_at([x, y]: [i32; 2]) -> Option<TilePos> {
    Some(TilePos { x: u32::try_from(x).ok()?, y: u32::try_from(y).ok()? })
}

#[cfg(test)]
mod tests {
    use crate::kind::ragnarok::dialog::MapAnswer;
    use landwright_core::sample::rng::Rng;
    use landwright_core::world::gat::area::{Area, Rect};

    use super::*;
    use crate::command::CommandId;
    use crate::kind::ragnarok::form::new_map::NewMapForm;
    use crate::kind::ragnarok::message::MapMessage;
    use crate::message::Message;

    use crate::model::Model;
    use crate::model::trial::{drag, flat, hills, kind, run, titles};

    fn mirror_at(model: &Model) -> Option<[f32; 2]> {
        model.tools.maps.mirror_at(model.active_map().unwrap().id)
    }

    #[test]
    fn each_map_has_its_own_mirror_point() {
        let mut model = flat(20);
        let first = model.active_view().unwrap();
        run(&mut model, CommandId::MirrorPoint);
        drag(&mut model, &[[5.0, 7.0]], Held::default());
        model.handle(Message::Answer(MapAnswer::NewMap(NewMapForm::default()).answer()));
        model.settle();
        assert_ne!(model.active_view(), Some(first));
        assert_eq!(mirror_at(&model), None, "the middle of the new map");
        model.handle(Message::Focus(first));
        assert_eq!(mirror_at(&model), Some([5.0, 7.0]));
    }

    #[test]
    fn a_click_says_where_painting_is_mirrored() {
        let mut model = flat(20);
        model.tools.maps.brush_size = 1;
        run(&mut model, CommandId::MirrorPoint);
        drag(&mut model, &[[5.1, 6.9], [9.0, 9.0]], Held::default());
        assert_eq!(mirror_at(&model), Some([5.0, 7.0]));
        assert!(titles(&model).is_empty(), "the click paints nothing");
        drag(&mut model, &[[2.5, 2.5]], Held::default());
        assert_eq!([(2, 2), (7, 11), (17, 17)].map(|(x, y)| kind(&model, x, y)), [1, 1, 0]);
        run(&mut model, CommandId::MirrorAtMap);
        drag(&mut model, &[[3.5, 3.5]], Held::default());
        assert_eq!(kind(&model, 16, 16), 1);
    }

    #[test]
    fn painting_is_mirrored_around_the_middle_of_the_selection() {
        let mut model = flat(20);
        model.tools.maps.brush_size = 1;
        let id = model.active_map().unwrap().id;
        let area = Area::of_rect(Rect { x: 4, y: 4, width: 5, height: 4 });
        model.handle(MapMessage::Select(area).to(id));
        model.tools.maps.mirror = Some(Across::X);
        run(&mut model, CommandId::MirrorAtSelection);
        assert_eq!(mirror_at(&model), Some([6.5, 6.0]));
        drag(&mut model, &[[4.5, 5.5]], Held::default());
        assert_eq!([(4, 5), (8, 5), (8, 6)].map(|(x, y)| kind(&model, x, y)), [1, 1, 0]);
    }

    #[test]
    fn painting_beside_the_selection_is_not_ignored_in_silence() {
        let mut model = flat(20);
        model.tools.maps.brush_size = 3;
        let id = model.active_map().unwrap().id;
        let area = Area::of_rect(Rect { x: 4, y: 4, width: 5, height: 4 });
        model.handle(MapMessage::Select(area).to(id));
        let said = |model: &Model| model.log.last().map(|line| line.text.clone());
        for way in [[[5.5, 5.5], [14.5, 5.5]], [[9.5, 7.5], [14.5, 7.5]]] {
            drag(&mut model, &way, Held::default());
            assert!(!said(&model).unwrap_or_default().contains("selection"), "{way:?} painted");
        }
        for tool in [Tool::Paint, Tool::Rectangle, Tool::Polygon] {
            model.log.clear();
            model.tools.maps.tool = tool;
            drag(&mut model, &[[14.5, 14.5], [16.5, 14.5], [16.5, 17.5]], Held::default());
            let expected = "You can only paint inside the selection; “Select nothing” clears it";
            assert_eq!(said(&model).as_deref(), Some(expected), "{tool:?}");
        }
        model.log.clear();
        model.tools.maps.tool = Tool::Rectangle;
        model.tools.maps.ink = Ink::Type(5);
        drag(&mut model, &[[2.5, 2.5], [16.5, 14.5]], Held::default());
        assert_eq!((said(&model), kind(&model, 4, 4)), (None, 5));
    }

    /// What the pointer did on its way, and the same told piece by piece.
    fn way(rng: &mut Rng) -> Vec<Pointer> {
        let mut at = || Vec2::new(rng.unit(), rng.unit()) * 70.0 - 5.0;
        let places: Vec<Vec2> = (0..12).map(|_| at()).collect();
        let hop = |n: usize| if n % 5 == 3 { Phase::Hop } else { Phase::Drag };
        let pointer = |(n, at_in_cells): (usize, &Vec2)| {
            let phase = if n == 0 { Phase::Press } else { hop(n) };
            Pointer { phase, at_in_cells: *at_in_cells, held: Held::default() }
        };
        let mut way: Vec<Pointer> = places.iter().enumerate().map(pointer).collect();
        let last = way[way.len() - 1];
        way.extend([last, Pointer { phase: Phase::Release, ..last }]);
        way
    }

    #[test]
    fn what_is_gathered_changes_what_it_would_one_by_one() {
        use self::heights::Mode;
        let mut rng = Rng::new(21);
        for n in 0..12 {
            let (mut gathered, mut single) = (hills(), hills());
            let way = way(&mut rng);
            for model in [&mut gathered, &mut single] {
                model.tools.maps.tool = if n % 2 == 0 { Tool::Paint } else { Tool::Heights };
                model.tools.maps.brush_size = 1 + n % 9;
                model.tools.maps.mirror = (n % 3 == 0).then_some(Across::X);
                model.tools.maps.heights.mode = Mode::ALL[n as usize / 2 % Mode::ALL.len()];
                let id = model.active_map().unwrap().id;
                if n % 4 > 1 {
                    let half = Rect { x: 3, y: 0, width: 20, height: 33 };
                    model.handle(MapMessage::Select(Area::of_rect(half)).to(id));
                }
            }
            let view = gathered.active_view().unwrap();
            gathered.handle(MapMessage::Point(view.number, way.clone()).to(view.document));
            for pointer in way {
                single.handle(MapMessage::Point(view.number, vec![pointer]).to(view.document));
            }
            let [a, b] = [&gathered, &single].map(|model| model.active_map().unwrap().map());
            assert!(a == b, "stroke {n}");
            assert_eq!(titles(&gathered), titles(&single));
            assert_eq!(titles(&gathered).len(), 2, "one drag is one step");
        }
    }

    #[test]
    fn types_go_round() {
        let mut tools = MapTools { ink: Ink::Type(6), ..MapTools::default() };
        tools.step_type(1);
        assert_eq!(tools.ink, Ink::Type(0));
        tools.step_type(-1);
        assert_eq!(tools.ink, Ink::Type(6));
        tools.ink = Ink::Water(true);
        tools.step_type(1);
        assert_eq!(tools.ink, Ink::Type(0));
    }
}
