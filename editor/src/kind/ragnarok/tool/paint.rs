//! Painting: the brush, the shapes and the fill.

use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::paint::{Ink, Paint};
use landwright_core::world::gat::refusal::Refusal;
use landwright_core::world::gat::region::{Likeness, Region};

use super::{Deed, MapTools, Tool, tile_at};
use crate::kind::ragnarok::document::MapDocument;
use crate::view::hand::Phase;

impl MapTools {
    /// The brush goes down, or up again.
    pub(crate) fn dab(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        let Some(at) = self.trail.last().copied() else { return Ok(Vec::new()) };
        if phase == Phase::Release && !self.held.alt {
            return Ok(vec![Deed::End]);
        }
        if phase != Phase::Press {
            return Ok(Vec::new());
        }
        let mut deeds = Vec::new();
        if !self.held.alt {
            deeds.push(Deed::Begin(self.ink_title()));
        }
        let from = self.last_dab.filter(|from| self.held.shift && *from != at);
        deeds.extend(self.paint_along(document, vec![from.into_iter().chain([at]).collect()])?);
        Ok(deeds)
    }

    /// Each movement of the brush paints the way from where it was, so that nothing is left out.
    pub(crate) fn paint_along(
        &mut self,
        document: &MapDocument,
        lines: Vec<Vec<[i32; 2]>>,
    ) -> Result<Vec<Deed>, Refusal> {
        let Some(at) = self.trail.last().copied() else { return Ok(Vec::new()) };
        if self.held.alt {
            self.pick(document, at);
            return Ok(Vec::new());
        }
        let action = self.paint_action(document, self.brush_along(lines));
        self.last_dab = Some(at);
        Ok(vec![Deed::Grow(action)])
    }

    /// Where the brush passes on its way along some lines.
    pub(crate) fn brush_along(&self, lines: Vec<Vec<[i32; 2]>>) -> Region {
        let brush = |points| Region::Brush { points, size: self.brush_size, tip: self.tip };
        let mut brushes: Vec<Region> = lines.into_iter().map(brush).collect();
        match brushes.pop() {
            Some(only) if brushes.is_empty() => only,
            last => Region::AnyOf(brushes.into_iter().chain(last).collect()),
        }
    }

    fn paint_action(&self, document: &MapDocument, region: Region) -> Action {
        let (ink, mirror, within) = (self.ink, self.mirror(document.id), document.within());
        Action::Paint(Paint { region, ink, mirror, within })
    }

    fn ink_title(&self) -> String {
        match self.ink {
            Ink::Type(kind) => format!("Paint type {kind}"),
            Ink::Raw(raw) => format!("Paint raw value {raw}"),
            Ink::Water(true) => "Set the water bit".to_owned(),
            Ink::Water(false) => "Clear the water bit".to_owned(),
        }
    }

    /// Rectangle, ellipse and polygon: painted when the button goes up.
    pub(crate) fn shape(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        let Some(region) = self.drawn_region() else { return Ok(Vec::new()) };
        if phase != Phase::Release {
            return Ok(Vec::new());
        }
        let action = self.paint_action(document, region);
        Ok(vec![Deed::Act(action)])
    }

    /// What would be described if the pointer, in a cell, went no further.
    pub fn drawn_region_to(&self, cell: [i32; 2]) -> Option<Region> {
        match self.drawn_region() {
            Some(Region::Polygon { mut points }) if self.is_drawing() && !self.is_busy() => {
                points.push(cell);
                Some(Region::Polygon { points })
            }
            region => region,
        }
    }

    /// What the gesture under way describes; `None` for tools that draw no shape.
    pub fn drawn_region(&self) -> Option<Region> {
        if matches!(self.tool, Tool::Polygon | Tool::Lasso) {
            let points: Vec<_> = self.corners.cells.iter().chain(&self.trail).copied().collect();
            return (!points.is_empty()).then_some(Region::Polygon { points });
        }
        let (first, last) = (*self.trail.first()?, *self.trail.last()?);
        match self.tool {
            Tool::Rectangle | Tool::SelectRectangle => {
                Some(Region::Rectangle(rect_between(first, last)))
            }
            Tool::Ellipse => Some(Region::Ellipse(rect_between(first, last))),
            Tool::Ramp => Some(self.ramp_region(first, last)),
            _ => None,
        }
    }

    pub(crate) fn fill(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        let Some(at) = self.trail.first().copied().filter(|_| phase == Phase::Press) else {
            return Ok(Vec::new());
        };
        if self.held.alt {
            self.pick(document, at);
            return Ok(Vec::new());
        }
        let Some(tile) = tile_at(at) else { return Ok(Vec::new()) };
        let Some(terrain) = document.map().terrain(tile) else { return Ok(Vec::new()) };
        let region = if self.held.ctrl {
            Region::Raw(terrain.0)
        } else {
            Region::Connected { x: tile.x, y: tile.y, ways: self.ways, by: Likeness::Terrain }
        };
        let action: Action = self.paint_action(document, region);
        Ok(vec![Deed::Act(action)])
    }
}

/// The rectangle with two cells in its corners, cut off at the south and west of the map.
pub(crate) fn rect_between(a: [i32; 2], b: [i32; 2]) -> Rect {
    let side = |a: i32, b: i32| {
        let (low, high) = (a.min(b).max(0), a.max(b));
        (low as u32, (high + 1 - low).max(0) as u32)
    };
    let ([ax, ay], [bx, by]) = (a, b);
    let ((x, width), (y, height)) = (side(ax, bx), side(ay, by));
    Rect { x, y, width, height }
}
