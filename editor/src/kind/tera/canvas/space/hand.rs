//! What the pointer does with the tool in hand in a view of an area in space.

use eframe::egui;
use egui::{Pos2, Response, Ui};
use landwright_core::nav::tera::ground::Ground;

use super::graph::Graph;
use super::pick::{self, Over};
use crate::canvas::gesture::{Gesture, is_ours};
use crate::canvas::three_d::space::Theatre;
use crate::kind::tera::canvas::PICK_POINTS;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::message::AreaMessage;
use crate::kind::tera::tool::{AreaPointer, Drawn, InSpace};
use crate::kind::tera::view::volumes::Block;
use crate::kind::tera::view::world_from_space;
use crate::message::Message;
use crate::view::hand::{Held, Phase};
use crate::view::id::ViewId;

/// A gesture with a tool, under way: it goes on at the height where it began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Drag {
    view: ViewId,
    z: f64,
}

/// What there is to point at.
pub(super) struct Seen<'s, G: Ground> {
    pub(super) theatre: &'s Theatre,
    pub(super) block: &'s Block<'s, G>,
    pub(super) document: &'s AreaDocument,
    pub(super) graph: &'s Graph,
}

impl<G: Ground> Seen<'_, G> {
    fn over(&self, point: Pos2) -> Option<Over> {
        pick::over(self.theatre, self.block, self.document, self.graph, point)
    }

    /// What a tool is told.
    fn pointer(
        &self,
        phase: Phase,
        point: Option<Pos2>,
        held: Held,
        drag: Option<Drag>,
    ) -> Option<AreaPointer> {
        let over = point.and_then(|point| self.over(point));
        let flat = drag.zip(point).and_then(|(drag, point)| {
            let at = self.theatre.view_from_screen(point);
            self.theatre.orbit.ray(at, self.theatre.size()).at_height(drag.z)
        });
        let at = match (flat, &over, phase) {
            (Some(flat), ..) => flat,
            (None, Some(over), _) => over.at_in_space,
            // A press into the sky begins nothing.
            (None, None, Phase::Press) => return None,
            (None, None, _) => self.theatre.orbit.target_in_world.as_dvec3(),
        };
        let pos = world_from_space(at);
        let distance = at.distance(self.theatre.orbit.eye_in_world().as_dvec3()) as f32;
        let points = self.theatre.orbit.points_per_world_unit(distance, self.theatre.size());
        let seen = InSpace {
            node: over.and_then(|over| over.node),
            edge: over.and_then(|over| over.edge),
            z: over.map_or(pos.z, |over| over.at_in_space.z),
        };
        Some(AreaPointer {
            phase,
            at_in_world: [pos.x, pos.y],
            radius: f64::from(PICK_POINTS / points),
            held,
            drawn: Drawn::NodesAndEdges,
            seen: Some(seen),
        })
    }
}

/// Sends what the pointer does. Answers with what it is over.
pub(super) fn point<G: Ground>(
    ui: &Ui,
    response: &Response,
    seen: &Seen<'_, G>,
    id: ViewId,
    drag: &mut Option<Drag>,
    send: &mut Vec<Message>,
) -> Option<Over> {
    let document = seen.document;
    let over = response.hover_pos().and_then(|point| seen.over(point));
    let hover = over.map(|over| {
        let pos = world_from_space(over.at_in_space);
        [pos.x, pos.y]
    });
    if hover != document.hover && (hover.is_some() || response.contains_pointer()) {
        send.push(AreaMessage::to(id.document, AreaMessage::Hover(hover)));
    }
    let held = ui.input(|input| Held {
        ctrl: input.modifiers.command,
        alt: input.modifiers.alt,
        shift: input.modifiers.shift,
    });
    let is_under_way = drag.is_some_and(|drag| drag.view == id);
    let is_busy = document.is_in_hand() && is_under_way;
    let gesture = Gesture { is_ours: is_ours(response), is_busy };
    for (phase, at) in ui.input(|input| gesture.follow(input)) {
        let before = drag.filter(|drag| drag.view == id && phase != Phase::Press);
        let Some(pointer) = seen.pointer(phase, at, held, before) else { continue };
        match phase {
            Phase::Press => {
                let z = pointer.seen.map_or(0.0, |seen| seen.z);
                *drag = Some(Drag { view: id, z });
                send.push(Message::Focus(id));
                response.request_focus();
            }
            Phase::Release | Phase::GiveUp | Phase::Close => *drag = None,
            Phase::Drag | Phase::Hop => {}
        }
        send.push(AreaMessage::to(id.document, AreaMessage::Point(pointer)));
    }
    over.filter(|_| response.hovered())
}
