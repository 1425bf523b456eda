//! Moving what is selected by keys.

use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::place::{Move, Snap};

use super::document::ZoneDocument;
use crate::command::CommandId as Id;
use crate::model::Model;
use crate::tool::zone::ZoneTool;

const LITTLE_CM: f64 = 10.0;

/// How far a nudge goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stride {
    Cell,
    Little,
}

/// Clockwise from the north.
const BY_CELLS: [Id; 4] = [Id::NudgeNorth, Id::NudgeEast, Id::NudgeSouth, Id::NudgeWest];
const A_LITTLE: [Id; 4] =
    [Id::NudgeNorthALittle, Id::NudgeEastALittle, Id::NudgeSouthALittle, Id::NudgeWestALittle];
const OF_VIEW: [Id; 4] = [Id::MoveUp, Id::MoveRight, Id::MoveDown, Id::MoveLeft];

impl Model {
    /// The command that a key means. Those that move the view move what is selected in a zone,
    /// while the tool in hand is one that selects; in a view in space, the way that they point there.
    pub fn meant_by_key(&self, id: Id) -> Id {
        let selects = |zone: &&ZoneDocument| {
            matches!(zone.tools.tool, ZoneTool::Select | ZoneTool::Lasso)
                && !zone.selection.is_empty()
        };
        if self.active_zone().filter(selects).is_none() {
            return id;
        }
        let meant = [(OF_VIEW, BY_CELLS), (BY_CELLS, BY_CELLS), (A_LITTLE, A_LITTLE)];
        let mut meant = meant.into_iter().filter_map(|(keys, meant)| {
            let way = keys.iter().position(|key| *key == id)?;
            meant.get((way + self.quarter_turns()) % 4).copied()
        });
        meant.next().unwrap_or(id)
    }

    /// How far round the view in front looks, clockwise from the north.
    fn quarter_turns(&self) -> usize {
        let orbit = self.active.and_then(|view| self.view(view)).and_then(|view| view.orbit);
        let yaw_degrees = orbit.map_or(0.0, |orbit| orbit.yaw_degrees);
        (yaw_degrees.rem_euclid(360.0) / 90.0).round() as usize % 4
    }
}

impl ZoneDocument {
    /// As a drag moves it, so far.
    pub(super) fn nudge(&self, id: Id) -> Option<Action> {
        let ([east, north], stride) = nudge_of(id)?;
        let (cm, snap) = match (stride, self.tools.snap) {
            (Stride::Cell, snap) => (self.zone().grid().cell_size_cm(), snap),
            // From the middle of a cell it would never get away.
            (Stride::Little, Snap::Cell) => (LITTLE_CM, Snap::None),
            (Stride::Little, Snap::CellAndGround) => (LITTLE_CM, Snap::Ground),
            (Stride::Little, snap) => (LITTLE_CM, snap),
        };
        let by = [east * cm, north * cm, 0.0];
        Some(Action::Move(Move { things: self.selected(), by, snap }))
    }
}

/// To the east and to the north.
pub(super) fn nudge_of(id: Id) -> Option<([f64; 2], Stride)> {
    Some(match id {
        Id::NudgeWest => ([-1.0, 0.0], Stride::Cell),
        Id::NudgeEast => ([1.0, 0.0], Stride::Cell),
        Id::NudgeNorth => ([0.0, 1.0], Stride::Cell),
        Id::NudgeSouth => ([0.0, -1.0], Stride::Cell),
        Id::NudgeWestALittle => ([-1.0, 0.0], Stride::Little),
        Id::NudgeEastALittle => ([1.0, 0.0], Stride::Little),
        Id::NudgeNorthALittle => ([0.0, 1.0], Stride::Little),
        Id::NudgeSouthALittle => ([0.0, -1.0], Stride::Little),
        _ => return None,
    })
}
