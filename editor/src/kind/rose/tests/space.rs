//! What the pointer does to open zones in views in space.

use super::*;
use crate::kind::rose::view::gizmo::Handle;

/// A gesture in space with what was under the pointer where it began.
fn in_space(
    model: &mut Model,
    (thing, handle): (Option<ThingId>, Option<Handle>),
    way: &[[f64; 2]],
    held: Held,
    last: Phase,
) {
    let n_last = way.len() - 1;
    for (n, at) in way.iter().enumerate() {
        let phase = if n == 0 { Phase::Press } else { Phase::Drag };
        let (at_file_cm, cm_per_point) = (*at, CM_PER_POINT);
        let sight = Sight::InSpace { thing, handle };
        let pointer = ZonePointer { phase, at_file_cm, cm_per_point, sight, held };
        tell(model, ZoneMessage::Point(pointer));
        if n == n_last {
            tell(model, ZoneMessage::Point(ZonePointer { phase: last, ..pointer }));
        }
    }
}

#[test]
fn in_space_a_handle_does_what_it_does_from_above_and_none_is_held_elsewhere() {
    let [x, y] = at(&opened_sample(), lone_spawn(&opened_sample()));
    let arm = ARM_POINTS * CM_PER_POINT;
    let ways = [
        (GizmoKind::Move, Handle::MoveX, [[x + arm, y], [x + 3.0 * arm, y + arm]]),
        (
            GizmoKind::Rotate,
            Handle::Turn,
            [[x + RING_POINTS * CM_PER_POINT, y], [x, y + RING_POINTS * CM_PER_POINT]],
        ),
        (GizmoKind::Scale, Handle::ScaleY, [[x, y + arm], [x, y + 2.0 * arm]]),
        (GizmoKind::Scale, Handle::ScaleAll, [[x + 60.0, y], [x + 400.0, y]]),
    ];
    for (kind, handle, way) in ways {
        for held in [Held::default(), Held { shift: true, ..Held::default() }] {
            // A drag with Shift begins without it.
            let begin = Held::default();
            let mut models = [opened_sample(), opened_sample()];
            for model in &mut models {
                let id = lone_spawn(model);
                tell(model, ZoneMessage::Select([id].into()));
                set_tools(model, |tools| tools.gizmo = kind);
            }
            let before = front(&models[0]).zone().clone();
            for (n, model) in models.iter_mut().enumerate() {
                let sight = match n {
                    0 => Sight::FromAbove,
                    _ => Sight::InSpace { thing: None, handle: Some(handle) },
                };
                let [from, to] = way;
                let steps = [
                    (Phase::Press, from, begin),
                    (Phase::Drag, to, held),
                    (Phase::Release, to, held),
                ];
                for (phase, at_file_cm, held) in steps {
                    let cm_per_point = CM_PER_POINT;
                    let pointer = ZonePointer { phase, at_file_cm, cm_per_point, sight, held };
                    tell(model, ZoneMessage::Point(pointer));
                }
                assert_eq!(n_steps(model), 1, "{handle:?}");
            }
            assert!(*front(&models[0]).zone() != before, "{handle:?}");
            assert!(front(&models[0]).zone() == front(&models[1]).zone(), "{handle:?} {held:?}");
        }
    }
    let mut model = opened_sample();
    let id = lone_spawn(&model);
    tell(&mut model, ZoneMessage::Select([id].into()));
    let way = [[x + arm * 0.7, y], [x + arm * 2.0, y]];
    in_space(&mut model, (None, None), &way, Held::default(), Phase::GiveUp);
    assert_eq!((at(&model, id), n_steps(&model)), ([x, y], 0));
    // Escape gives up what a handle was about to do.
    let turn = (None, Some(Handle::MoveX));
    in_space(&mut model, turn, &way, Held::default(), Phase::GiveUp);
    assert_eq!((at(&model, id), n_steps(&model)), ([x, y], 0));
}

#[test]
fn in_space_what_is_under_the_pointer_is_meant_whatever_else_stands_in_its_place() {
    let mut model = opened_sample();
    let [below, above] = ids(&model, Kind::Npc)[..2] else { panic!() };
    let both = format!(r#"{{"action":"align","things":{{"ids":[{},{}]}}"#, below.0, above.0);
    for axis in ["x", "y"] {
        act(&mut model, &format!(r#"{both},"axis":"{axis}","to":"low"}}"#));
    }
    let [x, y] = at(&model, below);
    assert_eq!(at(&model, above), [x, y]);
    for id in [below, above] {
        tell(&mut model, ZoneMessage::Select([].into()));
        in_space(&mut model, (Some(id), None), &[[x, y]], Held::default(), Phase::Release);
        assert_eq!(front(&model).selection, [id].into());
    }
}

#[test]
fn in_space_water_is_held_once_it_is_selected_and_boxes_begin_over_it_before() {
    let mut model = opened_sample();
    let water = ids(&model, Kind::Water)[0];
    let [x, y] = at(&model, water);
    let way = [[x + 700.0, y], [x + 1700.0, y]];
    let bench_holds = |model: &Model| {
        let sight = Sight::InSpace { thing: Some(water), handle: None };
        let (phase, held) = (Phase::Press, Held::default());
        let (at_file_cm, cm_per_point) = (way[0], CM_PER_POINT);
        let pointer = ZonePointer { phase, at_file_cm, cm_per_point, sight, held };
        let bench = front(model).bench();
        (bench.pick(pointer), bench.takes_hold(pointer))
    };
    assert_eq!(bench_holds(&model), (Some(water), false));
    tell(&mut model, ZoneMessage::Select([water].into()));
    assert_eq!(bench_holds(&model), (Some(water), true));
    in_space(&mut model, (Some(water), None), &way, Held::default(), Phase::Release);
    let [now, _] = at(&model, water);
    assert!((now - x - 1000.0).abs() < 1.0 && n_steps(&model) == 1, "{x} {now}");
}
