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

impl Model {
    /// The command that a key means. Those that move the view move what is selected in a zone,
    /// while the tool in hand is one that selects.
    pub fn meant_by_key(&self, id: Id) -> Id {
        let selects = |zone: &&ZoneDocument| {
            matches!(zone.tools.tool, ZoneTool::Select | ZoneTool::Lasso)
                && !zone.selection.is_empty()
        };
        if self.active_zone().filter(selects).is_none() {
            return id;
        }
        match id {
            Id::MoveLeft => Id::NudgeWest,
            Id::MoveRight => Id::NudgeEast,
            Id::MoveUp => Id::NudgeNorth,
            Id::MoveDown => Id::NudgeSouth,
            _ => id,
        }
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
