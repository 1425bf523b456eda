//! What the pointer is in the middle of: clicks, boxes, drags, handles and strokes.

use std::collections::BTreeSet;

use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::add::Duplicate;
use landwright_core::world::zone::place::Move;
use landwright_core::world::zone::thing::ThingId;
use landwright_core::world::zone::turn::{About, Rotate, Scale};

use super::select::Combine;
use super::{Bench, Deed, ZonePointer, ZoneTool, ids_of};
use crate::kind::rose::view::gizmo::{Gizmo, Handle};
use crate::view::hand::Phase;

/// Shift turns by so much at a time.
const TURN_STEP_DEGREES: f64 = 15.0;
const GROWTH_STEP: f64 = 0.1;
/// A click that shakes is no drag, below so many points.
pub const SHAKE_POINTS: f64 = 3.0;

/// What the pointer is in the middle of. Places are in cm of the files.
#[derive(Debug, Clone, Default)]
pub enum Hand {
    #[default]
    Free,
    /// Pressed on something, and not dragged yet.
    Hold {
        from: [f64; 2],
        grip: Grip,
        /// Clicked while it alone was selected: another click means what is below it.
        next: Option<ThingId>,
    },
    Drag(Box<Drag>),
    Box {
        from: [f64; 2],
        to: [f64; 2],
        how: Combine,
    },
    Lasso {
        way: Vec<[f64; 2]>,
        how: Combine,
    },
    /// Puts a thing where the button is let go.
    Put {
        before: Box<Zone>,
    },
    /// Of the height brush or the brush that paints.
    Stroke {
        way: Vec<[f64; 2]>,
        before: Box<Zone>,
        is_other_way: OtherWay,
    },
    /// A rectangle or an ellipse.
    Figure {
        from: [f64; 2],
        to: [f64; 2],
    },
    /// An outline that is drawn in one go, or clicked corner by corner.
    Outline {
        corners: Vec<[f64; 2]>,
        is_pressed: Pressed,
    },
}

/// Whether Shift turned the height brush round when the stroke began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherWay {
    Yes,
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pressed {
    Yes,
    No,
}

/// What is taken hold of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grip {
    /// A thing itself.
    Thing,
    /// A thing, to drag a copy of it away.
    Copy,
    Handle(Handle),
}

/// A drag of the selection.
#[derive(Debug, Clone)]
pub struct Drag {
    pub from: [f64; 2],
    pub to: [f64; 2],
    pub grip: Grip,
    before: Zone,
    ids: Vec<ThingId>,
    gizmo: Gizmo,
}

impl Hand {
    pub fn is_free(&self) -> bool {
        matches!(self, Hand::Free)
    }

    /// Whether an outline is drawn corner by corner.
    pub fn is_drawing(&self) -> bool {
        matches!(self, Hand::Outline { is_pressed: Pressed::No, .. })
    }

    /// What the pointer does with the tool in hand.
    pub fn point(&mut self, bench: Bench<'_>, pointer: ZonePointer) -> Vec<Deed> {
        match pointer.phase {
            Phase::Press => self.press(bench, pointer),
            Phase::Drag | Phase::Hop => self.drag(bench, pointer),
            Phase::Release => self.release(bench, pointer),
            Phase::Close => self.close(bench),
            Phase::GiveUp => self.give_up(),
        }
    }

    /// Gives the gesture up; says whether there was one.
    pub fn give_up(&mut self) -> Vec<Deed> {
        let changes = matches!(self, Hand::Drag(_) | Hand::Put { .. } | Hand::Stroke { .. });
        *self = Hand::Free;
        if changes { vec![Deed::GiveUp] } else { Vec::new() }
    }

    fn press(&mut self, bench: Bench<'_>, pointer: ZonePointer) -> Vec<Deed> {
        let at = pointer.at_file_cm;
        match bench.tools.tool {
            ZoneTool::Select => return self.press_select(bench, pointer),
            ZoneTool::Lasso => {
                *self = Hand::Lasso { way: vec![at], how: Combine::by(pointer.held) };
            }
            ZoneTool::Put => {
                *self = Hand::Put { before: Box::new(bench.zone.clone()) };
                return self.drag(bench, pointer);
            }
            ZoneTool::Pan => {}
            _ => return self.press_ground(bench, pointer),
        }
        Vec::new()
    }

    fn press_select(&mut self, bench: Bench<'_>, pointer: ZonePointer) -> Vec<Deed> {
        let at = pointer.at_file_cm;
        let how = Combine::by(pointer.held);
        if let Some(handle) = bench.held_handle_at(pointer) {
            let is_free = handle == Handle::MoveBoth;
            let grip = if is_free { Grip::Thing } else { Grip::Handle(handle) };
            let next = self.below(bench, pointer).filter(|_| is_free);
            *self = Hand::Hold { from: at, grip, next };
            return Vec::new();
        }
        let Some(id) = bench.held_at(pointer) else {
            *self = Hand::Box { from: at, to: at, how };
            return Vec::new();
        };
        if how != Combine::Replace {
            // Shift adds, and takes away what was selected already.
            let is_selected = bench.selection.contains(&id);
            let how = if is_selected { Combine::TakeAway } else { how };
            return vec![Deed::Select(how.apply(bench.selection, [id]))];
        }
        let next = self.below(bench, pointer);
        let grip = if pointer.held.alt { Grip::Copy } else { Grip::Thing };
        *self = Hand::Hold { from: at, grip, next };
        match bench.selection.contains(&id) {
            true => Vec::new(),
            false => vec![Deed::Select(BTreeSet::from([id]))],
        }
    }

    /// Where the selected thing is clicked again, the one that lies below it.
    fn below(&self, bench: Bench<'_>, pointer: ZonePointer) -> Option<ThingId> {
        let selected = bench.selection.first().filter(|_| bench.selection.len() == 1)?;
        let stack = bench.stack_at(pointer);
        let place = stack.iter().position(|id| id == selected)?;
        let next = stack.get(place + 1).or(stack.first()).copied();
        next.filter(|next| next != selected)
    }

    fn drag(&mut self, bench: Bench<'_>, pointer: ZonePointer) -> Vec<Deed> {
        let at = pointer.at_file_cm;
        match self {
            Hand::Free => Vec::new(),
            Hand::Hold { from, grip, .. } => {
                let Some(gizmo) = bench.gizmo() else { return Vec::new() };
                if off(*from, at) < SHAKE_POINTS * pointer.cm_per_point {
                    return Vec::new();
                }
                let (from, grip) = (*from, *grip);
                let ids: Vec<ThingId> = bench.selection.iter().copied().collect();
                let drag = Drag { from, to: at, grip, before: bench.zone.clone(), ids, gizmo };
                *self = Hand::Drag(Box::new(drag));
                self.drag(bench, pointer)
            }
            Hand::Drag(drag) => {
                drag.to = at;
                let action = drag.action(bench, pointer);
                vec![Deed::Become(Box::new(drag.before.clone()), action.into_iter().collect())]
            }
            Hand::Box { to, .. } | Hand::Figure { to, .. } => {
                *to = at;
                Vec::new()
            }
            Hand::Lasso { way, .. } => {
                way.push(at);
                Vec::new()
            }
            Hand::Outline { corners, is_pressed: Pressed::Yes } => {
                corners.push(at);
                Vec::new()
            }
            Hand::Outline { .. } => Vec::new(),
            Hand::Put { before } => {
                let actions = Bench { zone: before, ..bench }.put(at);
                vec![Deed::Become(before.clone(), actions)]
            }
            Hand::Stroke { .. } => self.stroke(bench, pointer),
        }
    }

    fn release(&mut self, bench: Bench<'_>, pointer: ZonePointer) -> Vec<Deed> {
        let at = pointer.at_file_cm;
        if self.is_drawing() {
            return Vec::new();
        }
        if let Hand::Outline { corners, .. } = self {
            return match corners.len() {
                // A click is a corner of an outline that goes on.
                0..=3 => {
                    let corners = corners.first().copied().into_iter().collect();
                    *self = Hand::Outline { corners, is_pressed: Pressed::No };
                    Vec::new()
                }
                _ => self.close(bench),
            };
        }
        match std::mem::take(self) {
            Hand::Free | Hand::Outline { .. } => Vec::new(),
            Hand::Hold { next, grip, .. } => match (next, grip) {
                (Some(next), Grip::Thing) => vec![Deed::Select(BTreeSet::from([next]))],
                // Of several that are selected, the one that is clicked is meant.
                (None, Grip::Thing) if bench.selection.len() > 1 => {
                    bench.pick(pointer).map(|id| Deed::Select([id].into())).into_iter().collect()
                }
                _ => Vec::new(),
            },
            Hand::Drag(drag) => {
                let first = drag.before.n_ids();
                let copies = (first..first + drag.ids.len() as u32).map(ThingId);
                match drag.grip {
                    Grip::Copy => end_with(bench, copies.collect()),
                    _ => vec![Deed::End],
                }
            }
            Hand::Box { from, how, .. } => {
                let is_click = off(from, at) < SHAKE_POINTS * pointer.cm_per_point;
                let cluster = (is_click && how == Combine::Replace)
                    .then(|| bench.cluster_at(pointer))
                    .flatten();
                if let Some(corners) = cluster {
                    return vec![Deed::ComeNear(corners)];
                }
                let found = match is_click {
                    true => bench.pick(pointer).into_iter().collect(),
                    false => bench.in_box(from, at),
                };
                vec![Deed::Select(how.apply(bench.selection, found))]
            }
            Hand::Lasso { way, how } => {
                vec![Deed::Select(how.apply(bench.selection, bench.in_outline(&way)))]
            }
            Hand::Put { before } => end_with(bench, BTreeSet::from([ThingId(before.n_ids())])),
            Hand::Stroke { .. } => vec![Deed::End],
            Hand::Figure { from, .. } => self.figure(bench, from, at),
        }
    }
}

/// What is new is selected, unless it went back since it can't stand where it was dropped.
fn end_with(bench: Bench<'_>, new: BTreeSet<ThingId>) -> Vec<Deed> {
    match new.iter().any(|id| bench.zone.contains(*id)) {
        true => vec![Deed::End, Deed::Select(new)],
        false => vec![Deed::End],
    }
}

fn off(from: [f64; 2], to: [f64; 2]) -> f64 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

impl Drag {
    /// What it comes to; nothing while nothing moves.
    fn action(&self, bench: Bench<'_>, pointer: ZonePointer) -> Option<Action> {
        let things = ids_of(self.ids.iter().copied());
        let is_stepped = pointer.held.shift;
        let way = if is_stepped { self.way_along_one_axis() } else { self.way() };
        let (from, to) = (self.from, self.to);
        let growth = |along: Option<usize>| {
            let middle = self.gizmo.at_file_cm;
            let away = |at: [f64; 2], axis: usize| {
                let off = at.get(axis).zip(middle.get(axis)).map(|(at, middle)| at - middle);
                off.unwrap_or(0.0)
            };
            let by = match along {
                None => self.gizmo.growth_of(from, to),
                Some(axis) => away(to, axis) / away(from, axis),
            };
            let by = if by.is_finite() { by.clamp(0.01, 100.0) } else { 1.0 };
            match is_stepped {
                true => ((by / GROWTH_STEP).round() * GROWTH_STEP).max(GROWTH_STEP),
                false => by,
            }
        };
        Some(match self.grip {
            Grip::Thing => self.moving(bench, way),
            Grip::Copy => {
                let [x, y] = way;
                let snap = bench.tools.snap;
                Action::Duplicate(Duplicate { things, by: [x, y, 0.0], snap })
            }
            Grip::Handle(Handle::MoveX) => self.moving(bench, [to[0] - from[0], 0.0]),
            Grip::Handle(Handle::MoveY) => self.moving(bench, [0.0, to[1] - from[1]]),
            Grip::Handle(Handle::MoveBoth) => self.moving(bench, way),
            Grip::Handle(Handle::Turn) => {
                let turn = self.gizmo.turn_of(from, to);
                let degrees = match is_stepped {
                    true => (turn / TURN_STEP_DEGREES).round() * TURN_STEP_DEGREES,
                    false => turn,
                };
                let is_apart = pointer.held.alt || self.ids.len() == 1;
                let about = if is_apart { About::Each } else { About::Middle };
                let snap = bench.tools.snap.of_height_alone();
                Action::Rotate(Rotate { things, degrees, about, snap })
            }
            Grip::Handle(Handle::ScaleX) => {
                Action::Scale(Scale { things, by: [growth(Some(0)), 1.0, 1.0] })
            }
            Grip::Handle(Handle::ScaleY) => {
                Action::Scale(Scale { things, by: [1.0, growth(Some(1)), 1.0] })
            }
            Grip::Handle(Handle::ScaleAll) => {
                Action::Scale(Scale { things, by: [growth(None); 3] })
            }
        })
    }

    /// How far it went.
    fn way(&self) -> [f64; 2] {
        [self.to[0] - self.from[0], self.to[1] - self.from[1]]
    }

    /// The same along that axis alone along which it went farther.
    fn way_along_one_axis(&self) -> [f64; 2] {
        let [x, y] = self.way();
        if x.abs() >= y.abs() { [x, 0.0] } else { [0.0, y] }
    }

    fn moving(&self, bench: Bench<'_>, [x, y]: [f64; 2]) -> Action {
        let things = ids_of(self.ids.iter().copied());
        Action::Move(Move { things, by: [x, y, 0.0], snap: bench.tools.snap })
    }

    /// How far the hand has turned what it holds.
    pub fn turned_degrees(&self) -> f64 {
        match self.grip {
            Grip::Handle(Handle::Turn) => self.gizmo.turn_of(self.from, self.to),
            _ => 0.0,
        }
    }
}
