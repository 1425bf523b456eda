//! Heights: a brush that shapes the ground, a ramp between two cells, and single corners.

use glam::{Vec2, vec2};
use landwright_core::space::ragnarok::{
    Corner, TilePos, WORLD_UNITS_PER_TILE, height_from_altitude,
};
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::heights::{How, Neighbours, SetCorner, ShapeHeights};
use landwright_core::world::gat::refusal::Refusal;
use landwright_core::world::gat::region::Region;

use super::{Deed, MapTools, tile_at};
use crate::kind::ragnarok::document::MapDocument;
use crate::view::hand::Phase;
use crate::view::id::DocumentId;

/// How the tools for heights are set.
#[derive(Debug, Clone, PartialEq)]
pub struct HeightSettings {
    pub mode: Mode,
    /// How far a stroke raises or lowers, and how high hills of noise are. In world units.
    pub by: f32,
    /// What a stroke sets heights to, in world units.
    pub height: f32,
    /// How far corners go towards those around them, from 0 to 1.
    pub smoothness: f32,
    pub hill_width_in_cells: f32,
    pub neighbours: Neighbours,
    pub ramp_width_in_cells: u32,
    /// The corner that was clicked last.
    pub corner: Option<HeldCorner>,
}

/// What the brush does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Raise,
    Lower,
    Set,
    Flatten,
    Smooth,
    Noise,
}

/// A corner of a cell of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldCorner {
    pub document: DocumentId,
    pub tile: TilePos,
    pub corner: Corner,
}

/// A gesture under way.
#[derive(Debug, Clone)]
pub(crate) enum Shaping {
    /// Every piece of a stroke is made from the map as it was when the stroke began.
    Stroke {
        start: GatMap,
        how: How,
    },
    Corner {
        start: GatMap,
        start_height: f32,
    },
}

impl Default for HeightSettings {
    fn default() -> HeightSettings {
        HeightSettings {
            mode: Mode::Raise,
            by: 2.0,
            height: 0.0,
            smoothness: 0.5,
            hill_width_in_cells: 6.0,
            neighbours: Neighbours::Joined,
            ramp_width_in_cells: 3,
            corner: None,
        }
    }
}

impl Mode {
    pub const ALL: [Mode; 6] =
        [Mode::Raise, Mode::Lower, Mode::Set, Mode::Flatten, Mode::Smooth, Mode::Noise];

    pub fn text(self) -> &'static str {
        match self {
            Mode::Raise => "Raise",
            Mode::Lower => "Lower",
            Mode::Set => "Set",
            Mode::Flatten => "Flatten",
            Mode::Smooth => "Smooth",
            Mode::Noise => "Noise",
        }
    }

    /// What Shift makes of it.
    fn reversed(self) -> Mode {
        match self {
            Mode::Raise => Mode::Lower,
            Mode::Lower => Mode::Raise,
            other => other,
        }
    }
}

impl HeldCorner {
    /// The corner of the cell under a place that is nearest to it.
    pub fn nearest(document: &MapDocument, at_in_cells: Vec2) -> Option<HeldCorner> {
        let tile = tile_at([at_in_cells.x.floor() as i32, at_in_cells.y.floor() as i32])?;
        document.map().terrain(tile)?;
        let is_east = at_in_cells.x.fract() >= 0.5;
        let is_north = at_in_cells.y.fract() >= 0.5;
        let corner = match (is_east, is_north) {
            (false, false) => Corner::SouthWest,
            (true, false) => Corner::SouthEast,
            (false, true) => Corner::NorthWest,
            (true, true) => Corner::NorthEast,
        };
        Some(HeldCorner { document: document.id, tile, corner })
    }

    /// `None` where the map has become smaller since.
    pub fn height(&self, map: &GatMap) -> Option<f32> {
        map.altitude(self.tile, self.corner).map(height_from_altitude)
    }

    pub fn place_in_cells(&self) -> Vec2 {
        let (east, north) = self.corner.offset_in_tiles();
        vec2((self.tile.x + east) as f32, (self.tile.y + north) as f32)
    }

    pub fn set(&self, height: f32, neighbours: Neighbours) -> Action {
        let (TilePos { x, y }, corner) = (self.tile, self.corner);
        Action::SetCorner(SetCorner { x, y, corner, height, neighbours })
    }
}

impl MapTools {
    /// The brush: one stroke shapes every corner once, however often it passes over it.
    pub(crate) fn shape_heights(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        let Some(at) = self.trail.last().copied() else { return Ok(Vec::new()) };
        if self.held.alt {
            self.pick_height(document);
            return Ok(Vec::new());
        }
        if phase == Phase::Release {
            return Ok(vec![Deed::End]);
        }
        if phase != Phase::Press {
            return Ok(Vec::new());
        }
        let mode = if self.held.shift { self.heights.mode.reversed() } else { self.heights.mode };
        let how = self.how(mode, document, at);
        let dab = vec![vec![at]];
        let title = match mode {
            Mode::Flatten => "Flatten".to_owned(),
            _ => Action::ShapeHeights(self.shape_of(dab.clone(), how, document)).title(),
        };
        self.shaping = Some(Shaping::Stroke { start: document.map().clone(), how });
        let mut deeds = vec![Deed::Begin(title)];
        deeds.extend(self.shape_along(document, dab)?);
        Ok(deeds)
    }

    /// Shapes what the brush passes over on its way along some lines.
    pub(crate) fn shape_along(
        &mut self,
        document: &MapDocument,
        lines: Vec<Vec<[i32; 2]>>,
    ) -> Result<Vec<Deed>, Refusal> {
        if self.held.alt {
            self.pick_height(document);
            return Ok(Vec::new());
        }
        let Some(Shaping::Stroke { start, how }) = &self.shaping else { return Ok(Vec::new()) };
        let new = self.shape_of(lines, *how, document).stroke(start, document.map())?;
        Ok(vec![Deed::GrowTo(new)])
    }

    fn shape_of(
        &self,
        lines: Vec<Vec<[i32; 2]>>,
        how: How,
        document: &MapDocument,
    ) -> ShapeHeights {
        let region = self.brush_along(lines);
        let neighbours = self.heights.neighbours;
        ShapeHeights { region, how, neighbours, within: document.within() }
    }

    /// What a stroke that begins at a cell does to every corner.
    fn how(&self, mode: Mode, document: &MapDocument, at: [i32; 2]) -> How {
        let HeightSettings { by, height, smoothness, hill_width_in_cells, .. } = self.heights;
        match mode {
            Mode::Raise => How::Raise { by },
            Mode::Lower => How::Lower { by },
            Mode::Set => How::Set { height },
            // To what lies under the brush when the stroke begins.
            Mode::Flatten => {
                let under = tile_at(at).and_then(|tile| document.map().mean_height(tile));
                How::Set { height: under.unwrap_or(height) }
            }
            Mode::Smooth => How::Smooth { strength: smoothness },
            Mode::Noise => {
                // Every stroke has hills of its own, and the same ones when done again.
                let seed = document.editing().steps().head().0;
                How::Noise { seed, height: by, width: hill_width_in_cells }
            }
        }
    }

    /// Takes the height under the pointer to set others to.
    fn pick_height(&mut self, document: &MapDocument) {
        let [_, at] = self.way_in_cells;
        let corner = HeldCorner::nearest(document, at);
        if let Some(height) = corner.and_then(|corner| corner.height(document.map())) {
            self.heights.height = height;
        }
    }

    pub(crate) fn make_ramp(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        let (Some(from), Some(to)) = (self.trail.first(), self.trail.last()) else {
            return Ok(Vec::new());
        };
        let ends = tile_at(*from).zip(tile_at(*to)).filter(|(from, to)| from != to);
        let Some((start, end)) = ends.filter(|_| phase == Phase::Release) else {
            return Ok(Vec::new());
        };
        let how = How::Ramp {
            from: [start.x, start.y],
            to: [end.x, end.y],
            from_height: None,
            to_height: None,
        };
        let (region, neighbours) = (self.ramp_region(*from, *to), self.heights.neighbours);
        let shape = ShapeHeights { region, how, neighbours, within: document.within() };
        Ok(vec![Deed::Act(Action::ShapeHeights(shape))])
    }

    /// A band of cells from one to another, as wide as ramps are set to be.
    pub(crate) fn ramp_region(&self, from: [i32; 2], to: [i32; 2]) -> Region {
        let [a, b] = [from, to].map(|[x, y]| vec2(x as f32, y as f32));
        let half = (self.heights.ramp_width_in_cells.saturating_sub(1)) as f32 / 2.0;
        let side = (b - a).normalize_or_zero().perp() * half;
        let points = [a + side, b + side, b - side, a - side];
        let points =
            points.map(|point| point.round()).map(|point| [point.x as i32, point.y as i32]);
        Region::Polygon { points: points.to_vec() }
    }

    /// Up and down as the pointer goes: a cell's side on the screen is its side in the world.
    pub(crate) fn move_corner(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        let [start_in_cells, at_in_cells] = self.way_in_cells;
        if self.held.alt {
            self.pick_height(document);
            return Ok(Vec::new());
        }
        if phase == Phase::Press {
            self.heights.corner = HeldCorner::nearest(document, start_in_cells);
            let held = self.heights.corner.and_then(|corner| corner.height(document.map()));
            self.shaping = held.map(|start_height| {
                let start = document.map().clone();
                // A corner that is no number is moved from zero.
                let start_height = if start_height.is_finite() { start_height } else { 0.0 };
                Shaping::Corner { start, start_height }
            });
            return Ok(Vec::new());
        }
        let Some(Shaping::Corner { start, start_height }) = &self.shaping else {
            return Ok(Vec::new());
        };
        let Some(corner) = self.heights.corner else { return Ok(Vec::new()) };
        let by_world_units = (at_in_cells.y - start_in_cells.y) * WORLD_UNITS_PER_TILE;
        let height = to_a_tenth(start_height + by_world_units);
        let action = corner.set(height, self.heights.neighbours);
        if phase != Phase::Release {
            let new = action.resolve(start)?.map;
            let is_first = !document.editing().is_in_gesture();
            let begin = is_first.then(|| Deed::Begin(action.title()));
            return Ok(begin.into_iter().chain([Deed::GrowTo(new)]).collect());
        }
        // The step is the last height alone, and says so.
        let is_click = at_in_cells == start_in_cells;
        let last = (!is_click).then_some(Deed::Act(action));
        Ok([Deed::Cancel].into_iter().chain(last).collect())
    }
}

fn to_a_tenth(height: f32) -> f32 {
    (height * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use landwright_core::world::gat::area::{Area, Rect};

    use super::*;
    use crate::command::CommandId;
    use crate::kind::ragnarok::message::MapMessage;
    use crate::kind::ragnarok::tool::Tool;
    use crate::model::Model;
    use crate::model::trial::{act, drag, flat, heights, point, run, titles};
    use crate::view::hand::Held;

    /// A flat map of 40 × 40 cells, 10 high, under the tool.
    fn model(tool: Tool) -> Model {
        let mut model = flat(40);
        let to_ten = r#"{"region":"everything","how":{"set":{"height":10.0}}}"#;
        act(&mut model, "shape-heights", to_ten);
        model.tools.maps.tool = tool;
        model.tools.maps.brush_size = 5;
        model
    }

    #[test]
    fn a_stroke_raises_every_corner_once_and_is_one_step() {
        let mut model = model(Tool::Heights);
        let there_and_back = [[10.5, 10.5], [20.5, 10.5], [10.5, 10.5]];
        drag(&mut model, &there_and_back, Held::default());
        for x in [10, 15, 20] {
            assert_eq!(heights(&model, x, 10), [12.0; 4]);
        }
        assert_eq!(titles(&model), ["Set heights to 10", "Raise by 2"]);
        drag(&mut model, &there_and_back, Held { shift: true, ..Held::default() });
        assert_eq!(heights(&model, 15, 10), [10.0; 4]);
        assert_eq!(titles(&model)[2], "Lower by 2");
        run(&mut model, CommandId::Undo);
        run(&mut model, CommandId::Undo);
        assert_eq!(heights(&model, 15, 10), [10.0; 4]);
    }

    #[test]
    fn neighbours_come_along_unless_they_are_left_alone() {
        let mut model = model(Tool::Heights);
        model.tools.maps.brush_size = 1;
        drag(&mut model, &[[10.5, 10.5]], Held::default());
        assert_eq!(heights(&model, 11, 10), [12.0, 10.0, 12.0, 10.0]);
        model.tools.maps.heights.neighbours = Neighbours::Alone;
        drag(&mut model, &[[30.5, 30.5]], Held::default());
        assert_eq!(heights(&model, 31, 30), [10.0; 4]);
    }

    #[test]
    fn a_picked_height_is_what_is_set_and_only_within_the_selection() {
        let mut model = model(Tool::Heights);
        drag(&mut model, &[[10.5, 10.5]], Held::default());
        drag(&mut model, &[[10.5, 10.5]], Held { alt: true, ..Held::default() });
        assert_eq!(model.tools.maps.heights.height, 12.0);
        assert_eq!(titles(&model).len(), 2, "picking is no step");
        model.tools.maps.heights.mode = Mode::Set;
        let id = model.active_map().unwrap().id;
        let half = Rect { x: 0, y: 0, width: 30, height: 40 };
        model.handle(MapMessage::Select(Area::of_rect(half)).to(id));
        drag(&mut model, &[[26.5, 30.5], [34.5, 30.5]], Held::default());
        assert_eq!(heights(&model, 28, 30), [12.0; 4]);
        assert_eq!(heights(&model, 32, 30), [10.0; 4]);
        assert_eq!(titles(&model)[2], "Set heights to 12");
    }

    #[test]
    fn flattening_takes_the_height_where_the_stroke_begins() {
        let mut model = model(Tool::Heights);
        drag(&mut model, &[[10.5, 10.5]], Held::default());
        model.tools.maps.heights.mode = Mode::Flatten;
        drag(&mut model, &[[10.5, 10.5], [20.5, 20.5]], Held::default());
        assert_eq!(heights(&model, 20, 20), [12.0; 4]);
        assert_eq!(titles(&model)[2], "Flatten");
        for (mode, title) in [(Mode::Smooth, "Smooth"), (Mode::Noise, "Add noise")] {
            model.tools.maps.heights.mode = mode;
            let before = heights(&model, 20, 22);
            drag(&mut model, &[[20.5, 22.5]], Held::default());
            assert_ne!(heights(&model, 20, 22), before, "{title}");
            assert_eq!(titles(&model).last().unwrap(), title);
        }
    }

    #[test]
    fn a_stroke_that_is_given_up_leaves_nothing() {
        let mut model = model(Tool::Heights);
        for phase in [Phase::Press, Phase::GiveUp, Phase::Drag, Phase::Release] {
            point(&mut model, phase, [10.5, 10.5], Held::default());
        }
        assert_eq!(heights(&model, 10, 10), [10.0; 4]);
        assert_eq!(titles(&model).len(), 1);
    }

    #[test]
    fn a_ramp_leads_from_one_height_to_another() {
        let mut model = model(Tool::Heights);
        model.tools.maps.heights.by = 20.0;
        drag(&mut model, &[[30.5, 20.5]], Held::default());
        model.tools.maps.tool = Tool::Ramp;
        drag(&mut model, &[[10.5, 20.5], [12.0, 21.0], [30.5, 20.5]], Held::default());
        assert_eq!(titles(&model).last().unwrap(), "Make a ramp");
        let middle = |x: u32| heights(&model, x, 20).iter().sum::<f32>() / 4.0;
        for x in 10..=30 {
            let expected = 10.0 + (x as f32 - 10.0);
            assert!((middle(x) - expected).abs() < 0.6, "{x}: {}", middle(x));
        }
        assert_eq!(heights(&model, 20, 23), [10.0; 4], "beside the ramp nothing changes");
        let n_steps = titles(&model).len();
        drag(&mut model, &[[5.5, 5.5]], Held::default());
        assert_eq!(titles(&model).len(), n_steps, "a click is no ramp");
        assert!(model.log.last().is_none_or(|line| line.level < crate::model::log::Level::Warning));
    }

    #[test]
    fn a_corner_follows_the_pointer_and_the_step_says_where_it_came_to() {
        let mut model = model(Tool::Corner);
        drag(&mut model, &[[10.9, 10.9], [10.9, 11.4], [10.9, 12.9]], Held::default());
        assert_eq!(heights(&model, 10, 10), [10.0, 10.0, 10.0, 20.0]);
        assert_eq!(heights(&model, 11, 11), [20.0, 10.0, 10.0, 10.0]);
        assert_eq!(titles(&model).last().unwrap(), "Set a corner to 20");
        drag(&mut model, &[[10.1, 10.9]], Held::default());
        assert_eq!(titles(&model).len(), 2, "a click takes a corner in hand and moves nothing");
        let corner = model.tools.maps.heights.corner.unwrap();
        assert_eq!(corner.corner, Corner::NorthWest);
        model.handle(MapMessage::Act(corner.set(7.5, Neighbours::Alone)).to(corner.document));
        assert_eq!(heights(&model, 10, 10), [10.0, 10.0, 7.5, 20.0]);
        assert!(!model.active_map().unwrap().editing().is_in_gesture());
    }

    #[test]
    fn a_corner_that_comes_back_to_where_it_was_is_no_step() {
        let mut model = model(Tool::Corner);
        drag(&mut model, &[[10.9, 10.9], [10.9, 12.9], [10.9, 10.9]], Held::default());
        assert_eq!(heights(&model, 10, 10), [10.0; 4]);
        assert_eq!(titles(&model).len(), 1);
        assert!(!model.active_map().unwrap().editing().is_in_gesture());
    }
}
