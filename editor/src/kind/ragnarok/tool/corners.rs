//! Outlines: drawn in one go, or corner by corner with clicks until they are closed.

use landwright_core::world::gat::refusal::Refusal;

use super::{Deed, MapTools, Tool};
use crate::kind::ragnarok::document::MapDocument;
use crate::view::hand::{Held, Phase};
use crate::view::id::DocumentId;

/// The corners that were clicked so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Corners {
    document: Option<DocumentId>,
    pub(crate) cells: Vec<[i32; 2]>,
    /// Keys that were held at the first one.
    held: Held,
}

impl MapTools {
    /// Whether an outline waits for its next corner.
    pub fn is_drawing(&self) -> bool {
        !self.corners.cells.is_empty()
    }

    /// The corners in a document.
    pub fn corners(&self, document: DocumentId) -> &[[i32; 2]] {
        match self.corners.document {
            Some(of) if of == document => &self.corners.cells,
            _ => &[],
        }
    }

    pub fn take_back_corner(&mut self) {
        self.corners.cells.pop();
    }

    pub fn give_corners_up(&mut self) {
        self.corners = Corners::default();
    }

    pub(crate) fn draw_outline(
        &mut self,
        document: &MapDocument,
        phase: Phase,
    ) -> Result<Vec<Deed>, Refusal> {
        if phase == Phase::Press {
            if self.corners.document != Some(document.id) {
                self.give_corners_up();
            }
            if !self.is_drawing() {
                self.corners.document = Some(document.id);
                self.corners.held = self.held;
            }
            return Ok(Vec::new());
        }
        if phase != Phase::Release {
            return Ok(Vec::new());
        }
        let Some(first) = self.trail.first().copied() else { return Ok(Vec::new()) };
        let is_click = self.trail.iter().all(|cell| *cell == first);
        if !self.is_drawing() && !is_click {
            return self.finish_outline(document);
        }
        let is_at_start = self.corners.cells.first() == Some(&first);
        if is_click && is_at_start && self.corners.cells.len() > 2 {
            self.trail.clear();
            return self.finish_outline(document);
        }
        for cell in std::mem::take(&mut self.trail) {
            if self.corners.cells.last() != Some(&cell) {
                self.corners.cells.push(cell);
            }
        }
        Ok(Vec::new())
    }

    /// Closes an outline of at least two corners; one corner alone is given up.
    pub(crate) fn close_outline(&mut self, document: &MapDocument) -> Result<Vec<Deed>, Refusal> {
        let is_ours = self.corners.document == Some(document.id);
        if is_ours && self.corners.cells.len() > 1 {
            self.held = self.corners.held;
            return self.finish_outline(document);
        }
        self.give_corners_up();
        Ok(Vec::new())
    }

    fn finish_outline(&mut self, document: &MapDocument) -> Result<Vec<Deed>, Refusal> {
        if self.is_drawing() {
            self.held = self.corners.held;
        }
        let result = match self.tool {
            Tool::Lasso => self.select_shape(document, Phase::Release),
            _ => self.shape(document, Phase::Release),
        };
        self.give_corners_up();
        result
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::world::gat::area::Rect;

    use super::*;
    use crate::command::CommandId;
    use crate::model::Model;
    use crate::model::trial::{drag, flat, kind, point, run, titles};

    fn click(model: &mut Model, at: [f32; 2]) {
        drag(model, &[at], Held::default());
    }

    fn model(tool: CommandId) -> Model {
        let mut model = flat(20);
        run(&mut model, tool);
        for at in [[2.5, 2.5], [12.5, 2.5], [12.5, 12.5], [2.5, 12.5]] {
            click(&mut model, at);
        }
        model
    }

    #[test]
    fn clicks_make_a_polygon_that_a_double_click_or_enter_closes() {
        let mut model = model(CommandId::ToolPolygon);
        assert!(model.tools.maps.is_drawing() && titles(&model).is_empty());
        // A double click is two clicks first.
        click(&mut model, [2.5, 12.5]);
        point(&mut model, Phase::Close, [2.5, 12.5], Held::default());
        assert_eq!(titles(&model), ["Paint type 1"]);
        let kinds = [(2, 2), (12, 12), (7, 7), (13, 7), (7, 13)].map(|(x, y)| kind(&model, x, y));
        assert_eq!(kinds, [1, 1, 1, 0, 0]);
        assert!(!model.tools.maps.is_drawing());
        point(&mut model, Phase::Close, [2.5, 12.5], Held::default());
        assert_eq!(titles(&model).len(), 1, "there is nothing to close any more");
    }

    #[test]
    fn the_first_corner_closes_it_as_well_and_undo_takes_corners_back() {
        let mut model = model(CommandId::ToolPolygon);
        click(&mut model, [18.5, 18.5]);
        run(&mut model, CommandId::Undo);
        click(&mut model, [2.5, 2.5]);
        assert_eq!(titles(&model).len(), 1);
        assert_eq!(kind(&model, 15, 15), 0);
        assert_eq!(kind(&model, 7, 7), 1);
    }

    #[test]
    fn escape_another_tool_and_another_map_give_it_up() {
        let mut model = model(CommandId::ToolPolygon);
        run(&mut model, CommandId::ZoomIn);
        assert!(model.tools.maps.is_drawing(), "looking elsewhere is no reason");
        point(&mut model, Phase::GiveUp, [0.0, 0.0], Held::default());
        assert!(!model.tools.maps.is_drawing());
        click(&mut model, [2.5, 2.5]);
        run(&mut model, CommandId::ToolPaint);
        assert!(!model.tools.maps.is_drawing());
        run(&mut model, CommandId::ToolPolygon);
        click(&mut model, [2.5, 2.5]);
        run(&mut model, CommandId::OpenSample);
        click(&mut model, [9.5, 9.5]);
        assert_eq!(model.tools.maps.corners(model.active_map().unwrap().id), [[9, 9]]);
    }

    #[test]
    fn a_drawn_outline_is_closed_when_the_button_goes_up() {
        let mut model = flat(20);
        run(&mut model, CommandId::ToolPolygon);
        drag(&mut model, &[[2.5, 2.5], [9.5, 2.5], [9.5, 9.5], [2.5, 9.5]], Held::default());
        assert_eq!(kind(&model, 5, 5), 1);
        assert!(!model.tools.maps.is_drawing());
    }

    #[test]
    fn a_lasso_by_clicks_selects_and_the_first_click_says_how() {
        let mut model = model(CommandId::ToolLasso);
        point(&mut model, Phase::Close, [0.0, 0.0], Held::default());
        let selected = |model: &Model| model.active_map().unwrap().selection.bounds();
        assert_eq!(selected(&model), Rect { x: 2, y: 2, width: 11, height: 11 });
        drag(&mut model, &[[15.5, 15.5]], Held { shift: true, ..Held::default() });
        click(&mut model, [16.5, 15.5]);
        point(&mut model, Phase::Close, [0.0, 0.0], Held::default());
        assert_eq!(selected(&model), Rect { x: 2, y: 2, width: 15, height: 14 });
    }
}
