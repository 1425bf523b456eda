//! Whether a body gets straight from one end of the shown path to the other: a charge, a knock-back,
//! a skill that sweeps over the ground.

use landwright_core::nav::tera::straight::{Body, Stop};
use landwright_core::space::tera::PosInWorld;
use landwright_core::world::Revision;
use landwright_core::world::area::routes::Spot;

use super::document::AreaDocument;
use crate::model::Model;
use crate::view::id::DocumentId;

/// A walk that was tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Straight {
    pub body: Body,
    pub from: PosInWorld,
    pub to: PosInWorld,
    pub passed: Result<(), Stop>,
    of: ([Spot; 2], Revision),
}

impl Model {
    /// Tries it with the body that is set in the tools.
    pub(super) fn walk_straight(&mut self, id: DocumentId) {
        let body = self.tools.areas.body;
        let Some(area) = self.area_mut(id) else { return };
        let Some(spots) = area.way.as_ref().map(|way| way.spots) else { return };
        let [Some(from), Some(to)] = spots.map(|spot| area.pos_of(spot)) else { return };
        let of = (spots, area.editing.revision());
        let passed = area.at_hand(|area, geometry| geometry.pass(area.origin(), [from, to], body));
        // Otherwise it is done again when the zones are there.
        if let Ok(passed) = passed {
            area.straight = Some(Straight { body, from, to, passed, of });
        }
    }
}

impl Straight {
    /// How far the body gets.
    pub fn end(&self) -> PosInWorld {
        self.passed.map_or_else(|stop| stop.at, |()| self.to)
    }

    pub fn in_words(&self) -> String {
        let Body { radius, height } = self.body;
        let body = format!("A body of radius {radius} and height {height}");
        match self.passed {
            Ok(()) => format!("{body} passes"),
            Err(Stop { at: PosInWorld { x, y, z }, why }) => {
                format!("{body} stops at ({x:.0}, {y:.0}, {z:.0}): {why}")
            }
        }
    }
}

impl AreaDocument {
    /// The walk that was tried last, while it is about the path that is shown and the area as it is.
    pub fn straight(&self) -> Option<&Straight> {
        let now = (self.way.as_ref()?.spots, self.editing.revision());
        self.straight.as_ref().filter(|straight| straight.of == now)
    }

    fn pos_of(&self, spot: Spot) -> Option<PosInWorld> {
        match spot {
            Spot::At([x, y, z]) => Some(PosInWorld { x, y, z }),
            Spot::Node(node) => self.area().pos(node),
        }
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::nav::tera::straight::Why;

    use super::*;
    use crate::command::CommandId;
    use crate::kind::tera::message::AreaMessage;
    use crate::kind::tera::tests::{pair, sample, tell};
    use crate::message::Message;

    /// The sample with the path between two neighbours shown.
    fn shown() -> Model {
        let mut model = sample();
        let (from, to) = pair(&model);
        tell(&mut model, AreaMessage::Probe([from, to].map(Spot::Node)));
        model
    }

    fn walk(model: &mut Model) -> Straight {
        model.handle(Message::Command(CommandId::StraightWalk));
        model.settle();
        model.active_area().unwrap().straight().unwrap().clone()
    }

    #[test]
    fn a_thin_body_passes_where_one_walks_and_a_tall_one_stops_at_a_ceiling() {
        let mut model = shown();
        let passed = walk(&mut model);
        assert_eq!((passed.passed, passed.end()), (Ok(()), passed.to), "{}", passed.in_words());
        model.tools.areas.body.height = u16::MAX;
        let stopped = walk(&mut model);
        let stop = stopped.passed.unwrap_err();
        assert!(matches!(stop.why, Why::Ceiling { .. }), "{}", stopped.in_words());
        assert_eq!(stopped.end(), stop.at);
    }

    #[test]
    fn its_answer_is_gone_with_the_path_and_with_the_next_edit() {
        let mut model = sample();
        assert!(!model.can_run(CommandId::StraightWalk), "no path is shown");
        let (from, to) = pair(&model);
        tell(&mut model, AreaMessage::Probe([from, to].map(Spot::Node)));
        walk(&mut model);
        tell(&mut model, AreaMessage::Probe([to, from].map(Spot::Node)));
        assert_eq!(model.active_area().unwrap().straight(), None);
        walk(&mut model);
        tell(&mut model, AreaMessage::Select([from].into()));
        model.handle(Message::Command(CommandId::DeleteSelected));
        assert_eq!(model.active_area().unwrap().straight(), None);
    }
}
