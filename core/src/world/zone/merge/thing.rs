//! A thing that both sides changed.

use crate::format::number::F32;
use crate::format::rose::ifo::ambience::{Effect, Sound};
use crate::format::rose::ifo::object::Object;
use crate::format::rose::ifo::scripted::{EventObject, Npc};
use crate::format::rose::ifo::spawn::{Monsters, Spawn};
use crate::format::rose::zon::event::EventPosition;

use super::super::aspect::{Aspect, Differs};
use super::super::field::Field;
use super::super::thing::Thing;
use super::super::{Placed, Zone};
use super::pick;

/// What three states of a thing come to, and what of theirs is not in it.
pub(super) fn placed([before, ours, theirs]: [&Placed; 3], zone: &Zone) -> (Placed, Vec<Differs>) {
    let mut thing = thing([&before.thing, &ours.thing, &theirs.thing]);
    // Where it stands is one: in which file, at which place, in which cell.
    let places = [before, ours, theirs].map(|placed| (placed.list, Place::of(&placed.thing)));
    let [was, here, there] = &places;
    let (list, place) = pick([was, here, there]);
    place.put(&mut thing);
    let is_dropped = |aspect: &Aspect| {
        let is_cell = matches!(aspect, Aspect::Field(Field::CellX | Field::CellY));
        !(aspect.is_same(&theirs.thing, &before.thing) || is_cell && was_moved(&places))
    };
    let differs = |aspect: Aspect| aspect.differs(zone, &thing, &theirs.thing);
    let dropped = Aspect::of_kind(thing.kind()).filter(is_dropped).filter_map(differs).collect();
    (Placed { thing, list }, dropped)
}

/// Whether it stands elsewhere here than it did, and its cell with it.
fn was_moved<L>([(_, was), (_, here), _]: &[(L, Place); 3]) -> bool {
    was.corners != here.corners
}

/// Where a thing stands.
#[derive(Clone, PartialEq)]
struct Place {
    corners: [[F32; 3]; 2],
    cell: Option<[i32; 2]>,
}

impl Place {
    fn of(thing: &Thing) -> Place {
        let cell = thing.object().map(|object| [object.cell_x, object.cell_y]);
        Place { corners: thing.corners_file_cm(), cell }
    }

    fn put(&self, thing: &mut Thing) {
        let [a, b] = self.corners;
        let swapped = |[x, y, height]: [F32; 3]| [x, height, y];
        match thing {
            Thing::Water(plane) => {
                (plane.start_x_height_y, plane.end_x_height_y) = (swapped(a), swapped(b));
            }
            Thing::Point(point) => point.position_file_cm_x_height_y = swapped(a),
            other => {
                if let (Some(object), Some([cell_x, cell_y])) = (other.object_mut(), self.cell) {
                    object.position_file_cm = a;
                    (object.cell_x, object.cell_y) = (cell_x, cell_y);
                }
            }
        }
    }
}

/// All but where it stands, field by field.
fn thing(states: [&Thing; 3]) -> Thing {
    macro_rules! each {
        ($kind:ident, $merge:expr) => {
            if let [Thing::$kind(before), Thing::$kind(ours), Thing::$kind(theirs)] = states {
                return Thing::$kind($merge([before, ours, theirs]));
            }
        };
    }
    each!(Deco, object);
    each!(Npc, npc);
    each!(Cnst, object);
    each!(Sound, sound);
    each!(Effect, effect);
    each!(Animated, object);
    each!(Spawn, spawn);
    each!(Warp, object);
    each!(Collision, object);
    each!(Event, event);
    each!(Point, point);
    pick(states)
}

/// Merges fields by name. Every field of the type has to be named.
macro_rules! by_field {
    ($states:expr, $type:ident { $($field:ident: $merge:expr),* $(,)? }) => {{
        let [before, ours, theirs] = $states;
        $type { $($field: $merge([&before.$field, &ours.$field, &theirs.$field]),)* }
    }};
}

fn object(states: [&Object; 3]) -> Object {
    by_field!(
        states,
        Object {
            name: pick,
            warp_id: pick,
            event_id: pick,
            object_type: pick,
            object_id: pick,
            cell_x: pick,
            cell_y: pick,
            rotation_xyzw: pick,
            position_file_cm: pick,
            scale: axes,
        }
    )
}

fn npc(states: [&Npc; 3]) -> Npc {
    by_field!(states, Npc { object: object, ai_id: pick, conversation_file: pick })
}

fn sound(states: [&Sound; 3]) -> Sound {
    by_field!(states, Sound { object: object, path: pick, range: pick, interval_s: pick })
}

fn effect(states: [&Effect; 3]) -> Effect {
    by_field!(states, Effect { object: object, path: pick })
}

fn event(states: [&EventObject; 3]) -> EventObject {
    by_field!(states, EventObject { object: object, quest_trigger: pick, script_function: pick })
}

fn point(states: [&EventPosition; 3]) -> EventPosition {
    by_field!(states, EventPosition { position_file_cm_x_height_y: pick, name: pick })
}

fn spawn(states: [&Spawn; 3]) -> Spawn {
    by_field!(
        states,
        Spawn {
            object: object,
            name: pick,
            basic: lines,
            tactic: lines,
            interval_s: pick,
            limit: pick,
            range_m: pick,
            tactic_points: pick,
        }
    )
}

/// Line by line where each is of one monster on both sides, and otherwise as one.
fn lines(states: [&Vec<Monsters>; 3]) -> Vec<Monsters> {
    lines_over(states).unwrap_or_else(|| pick(states))
}

/// Line by line, or as the one side has it that changed it; `None` where that says nothing.
pub(in crate::world::zone) fn lines_over(
    [before, ours, theirs]: [&Vec<Monsters>; 3],
) -> Option<Vec<Monsters>> {
    if before == ours || before == theirs {
        return Some(pick([before, ours, theirs]));
    }
    let of = |lines: &[Monsters]| lines.iter().map(|line| line.monster_id).collect::<Vec<u32>>();
    if of(before) != of(ours) || of(before) != of(theirs) {
        return None;
    }
    let states = before.iter().zip(ours).zip(theirs);
    Some(states.map(|((before, ours), theirs)| monsters([before, ours, theirs])).collect())
}

fn axes([[bx, by, bz], [ox, oy, oz], [tx, ty, tz]]: [&[F32; 3]; 3]) -> [F32; 3] {
    [pick([bx, ox, tx]), pick([by, oy, ty]), pick([bz, oz, tz])]
}

fn monsters(states: [&Monsters; 3]) -> Monsters {
    by_field!(states, Monsters { name: pick, monster_id: pick, count: pick })
}
