//! What the pointer does to open zones.

use super::*;
use crate::kind::rose::tool::ground::in_world;
use crate::kind::rose::tool::hand::Hand;
use crate::kind::rose::view::Lock;
use crate::model::trial::brought_back;

#[test]
fn a_click_selects_and_a_drag_is_one_step() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let id = lone_spawn(&model);
    let from = at(&model, id);
    drag(&mut model, &[from], Held::default());
    assert_eq!((front(&model).selection.clone(), n_steps(&model)), ([id].into(), 0));
    set_tools(&mut model, |tools| tools.snap = Snap::None);
    drag(
        &mut model,
        &[from, [from[0] + 100.0, from[1]], [from[0] + 300.0, from[1]]],
        Held::default(),
    );
    assert_eq!((at(&model, id), n_steps(&model)), ([from[0] + 300.0, from[1]], 1));
    // Shift keeps to one axis.
    let shift = Held { shift: true, ..Held::default() };
    let from = at(&model, id);
    point(&mut model, Phase::Press, from, Held::default());
    point(&mut model, Phase::Drag, [from[0] + 40.0, from[1] - 200.0], shift);
    point(&mut model, Phase::Release, [from[0] + 40.0, from[1] - 200.0], shift);
    assert_eq!(at(&model, id), [from[0], from[1] - 200.0]);
    // Escape gives a drag up.
    let from = at(&model, id);
    point(&mut model, Phase::Press, from, Held::default());
    point(&mut model, Phase::Drag, [from[0] + 400.0, from[1]], Held::default());
    assert_ne!(at(&model, id), from);
    point(&mut model, Phase::GiveUp, from, Held::default());
    assert_eq!((at(&model, id), n_steps(&model)), (from, 2));
    undo_all(&mut model, &before);
}

#[test]
fn keys_move_what_is_selected_as_a_drag_does_and_the_view_where_nothing_is() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    assert_eq!(model.meant_by_key(Id::MoveLeft), Id::MoveLeft);
    assert!(!model.can_run(Id::NudgeWest));
    let id = ids(&model, Kind::Deco)[0];
    tell(&mut model, ZoneMessage::Select([id].into()));
    let above = |model: &Model| {
        let zone = front(model).zone();
        let at = zone.thing(id).unwrap().pos_in_file_cm();
        at.z - zone.ground_at_file_cm(at).unwrap()
    };
    let (start, height) = (at(&model, id), above(&model));
    let ways = [
        (Id::MoveLeft, [-250.0, 0.0]),
        (Id::MoveDown, [0.0, -250.0]),
        (Id::MoveRight, [250.0, 0.0]),
        (Id::MoveUp, [0.0, 250.0]),
        (Id::NudgeEastALittle, [10.0, 0.0]),
        (Id::NudgeNorthALittle, [0.0, 10.0]),
    ];
    let mut expected = start;
    for (n, (key, way)) in ways.into_iter().enumerate() {
        let id_of_key = model.meant_by_key(key);
        run(&mut model, id_of_key);
        model.settle();
        expected = [expected[0] + way[0], expected[1] + way[1]];
        let is = at(&model, id);
        let off = (is[0] - expected[0]).abs().max((is[1] - expected[1]).abs());
        assert!(off < 0.1 && n_steps(&model) == n + 1, "{key:?}: {is:?}");
        assert!((above(&model) - height).abs() < 0.1, "{key:?}");
    }
    set_tools(&mut model, |tools| tools.snap = Snap::Cell);
    let from = at(&model, id);
    run(&mut model, Id::NudgeWestALittle);
    assert!((at(&model, id)[0] - from[0] + 10.0).abs() < 0.1, "10 cm are less than a cell");
    undo_all(&mut model, &before);
    run(&mut model, Id::ToolPaint);
    assert_eq!(model.meant_by_key(Id::MoveLeft), Id::MoveLeft, "another tool is in hand");
}

#[test]
fn presses_that_nudge_soon_after_each_other_are_one_step() {
    let scratch = TempDir::new().unwrap();
    let home = scratch.path().join("home");
    let (_folder, _, mut model) = on_disk(Some(home.clone()));
    let before = front(&model).zone().clone();
    let id = lone_spawn(&model);
    let other = ids(&model, Kind::Npc)[0];
    tell(&mut model, ZoneMessage::Select([id].into()));
    let from = at(&model, id);
    let press = |model: &mut Model, n: usize| {
        for _ in 0..n {
            run(model, Id::NudgeEastALittle);
            model.tick();
            tell(model, ZoneMessage::Hover(Some(from)));
        }
    };
    let is_at = |model: &Model, east: f64| (at(model, id)[0] - from[0] - east).abs() < 0.1;
    press(&mut model, 3);
    assert!(is_at(&model, 30.0) && n_steps(&model) == 0, "it may go on");
    run(&mut model, Id::Undo);
    assert!(*front(&model).zone() == before && n_steps(&model) == 1);
    run(&mut model, Id::Redo);
    assert!(is_at(&model, 30.0));
    // Everything that is done between two presses parts them, as does a rest.
    press(&mut model, 2);
    tell(&mut model, ZoneMessage::Select([other].into()));
    assert_eq!(n_steps(&model), 2);
    tell(&mut model, ZoneMessage::Select([id].into()));
    press(&mut model, 1);
    model.settle();
    assert_eq!(n_steps(&model), 3);
    press(&mut model, 2);
    run(&mut model, Id::ToolPan);
    assert_eq!(n_steps(&model), 4);
    let after = front(&model).zone().clone();
    drop(model);

    let mut model = brought_back(home);
    assert!(*front(&model).zone() == after && is_at(&model, 80.0));
    assert_eq!(n_steps(&model), 4);
    undo_all(&mut model, &before);
}

#[test]
fn boxes_and_lassos_add_and_take_away_what_is_shown() {
    let mut model = opened_sample();
    let all = front(&model).zone().n_things();
    let far = 1e7;
    let everywhere = [[-far, -far], [far, far]];
    drag(&mut model, &everywhere, Held::default());
    assert_eq!(front(&model).selection.len(), all);
    let ctrl = Held { ctrl: true, ..Held::default() };
    drag(&mut model, &everywhere, ctrl);
    assert!(front(&model).selection.is_empty());
    let mut layers = front(&model).layers;
    layers.kind_mut(Kind::Spawn).unwrap().solo = Shown::Yes;
    tell(&mut model, ZoneMessage::SetLayers(Box::new(layers)));
    drag(&mut model, &everywhere, Held::default());
    assert_eq!(front(&model).selection.len(), ids(&model, Kind::Spawn).len());
    run(&mut model, Id::ToolLasso);
    let id = lone_spawn(&model);
    let [x, y] = at(&model, id);
    let around = [[x - 50.0, y - 50.0], [x + 50.0, y - 50.0], [x, y + 60.0]];
    drag(&mut model, &around, ctrl);
    assert!(!front(&model).selection.contains(&id));
    drag(&mut model, &around, Held::default());
    assert_eq!(front(&model).selection, [id].into());
    run(&mut model, Id::SelectAlike);
    let monster = front(&model).zone().thing(id).unwrap().value(Field::MonsterId).unwrap();
    let Value::U32(_) = monster else { panic!() };
    assert!(front(&model).selection.contains(&id));
}

#[test]
fn a_thing_goes_over_the_edge_of_a_block_in_one_step() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let id = lone_spawn(&model);
    let from = at(&model, id);
    let block = before.block_of(id).unwrap();
    let other = before.blocks().find(|other| other.y == block.y && other.x != block.x).unwrap();
    let west = before.grid().middle_of_block(other);
    drag(&mut model, &[from, [west.x + 10.0, from[1]]], Held::default());
    assert_eq!((front(&model).zone().block_of(id), n_steps(&model)), (Some(other), 1));
    run(&mut model, Id::Undo);
    assert_eq!(front(&model).zone().block_of(id), Some(block));
    run(&mut model, Id::Redo);
    assert_eq!(front(&model).zone().block_of(id), Some(other));
    undo_all(&mut model, &before);
}

#[test]
fn handles_move_along_an_axis_turn_and_scale() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let id = lone_spawn(&model);
    let from = at(&model, id);
    drag(&mut model, &[from], Held::default());
    set_tools(&mut model, |tools| tools.snap = Snap::None);
    let arm = ARM_POINTS * CM_PER_POINT;
    let start = [from[0] + arm * 0.7, from[1]];
    drag(&mut model, &[start, [start[0] + 100.0, start[1] + 90.0]], Held::default());
    assert_eq!(at(&model, id), [from[0] + 100.0, from[1]], "along x alone");
    run(&mut model, Id::Undo);
    run(&mut model, Id::GizmoRotate);
    let ring = RING_POINTS * CM_PER_POINT;
    drag(&mut model, &[[from[0] + ring, from[1]], [from[0], from[1] + ring]], Held::default());
    let angle = fields::angle_degrees(front(&model).zone(), id).unwrap();
    let was = fields::angle_degrees(&before, id).unwrap();
    assert!(((angle - was).rem_euclid(360.0) - 90.0).abs() < 0.01, "{was} {angle}");
    run(&mut model, Id::GizmoScale);
    assert_eq!(front(&model).tools.gizmo, GizmoKind::Scale);
    drag(&mut model, &[[from[0] + arm * 0.5, from[1]], [from[0] + arm, from[1]]], Held::default());
    assert_eq!(value(&model, id, Field::ScaleX), "2");
    assert_eq!(value(&model, id, Field::ScaleY), "1");
    assert_eq!(n_steps(&model), 3);
    undo_all(&mut model, &before);
}

#[test]
fn the_ground_is_raised_painted_and_filled_as_single_steps() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let [x, y] = at(&model, lone_spawn(&model));
    let ground = |model: &Model| {
        let at = landwright_core::space::rose::position::PosInFileCm { x, y, z: 0.0 };
        front(model).zone().ground_at_file_cm(at).unwrap()
    };
    run(&mut model, Id::ToolHeights);
    let height = ground(&model);
    drag(&mut model, &[[x - 300.0, y], [x, y], [x + 300.0, y]], Held::default());
    assert!(ground(&model) > height + 50.0, "{height} {}", ground(&model));
    let shift = Held { shift: true, ..Held::default() };
    drag(&mut model, &[[x - 300.0, y], [x, y], [x + 300.0, y]], shift);
    assert!((ground(&model) - height).abs() < 1.0);
    assert_eq!(n_steps(&model), 2);
    let walk = |model: &Model, ink: Ink| {
        let cut = ZoneTools { ink, ..ZoneTools::default() }.cut();
        let place = in_world(front(model).zone(), cut, [x, y]).unwrap();
        let zone = front(model).zone();
        (zone.walk(place), zone.tile(place))
    };
    for (tool, way) in [
        (Id::ToolPaint, vec![[x, y]]),
        (Id::ToolRectangle, vec![[x - 600.0, y - 600.0], [x + 600.0, y + 600.0]]),
        (Id::ToolEllipse, vec![[x - 900.0, y - 900.0], [x + 900.0, y + 900.0]]),
        (Id::ToolFill, vec![[x, y]]),
    ] {
        let steps = n_steps(&model);
        let old = walk(&model, Ink::Walk(0)).0.unwrap();
        let ink = Ink::Walk((old + 1) % 3);
        run(&mut model, tool);
        set_tools(&mut model, |tools| tools.ink = ink);
        drag(&mut model, &way, Held::default());
        assert_eq!(walk(&model, ink).0, Some((old + 1) % 3), "{tool:?}");
        assert_eq!(n_steps(&model), steps + 1, "{tool:?}");
    }
    run(&mut model, Id::ToolPolygon);
    set_tools(&mut model, |tools| tools.ink = Ink::Tile(1));
    for corner in [[x - 2000.0, y - 2000.0], [x + 2000.0, y - 2000.0], [x, y + 2500.0]] {
        drag(&mut model, &[corner], Held::default());
    }
    point(&mut model, Phase::Close, [x, y], Held::default());
    assert_eq!(walk(&model, Ink::Tile(0)).1, Some(1));
    let alt = Held { alt: true, ..Held::default() };
    set_tools(&mut model, |tools| tools.ink = Ink::Tile(0));
    drag(&mut model, &[[x, y]], alt);
    assert_eq!(front(&model).tools.ink, Ink::Tile(1), "Alt picks");
    undo_all(&mut model, &before);
}

#[test]
fn what_is_locked_is_shown_and_not_selected_however_somebody_comes_to_it() {
    let mut model = opened_sample();
    let spawn = ids(&model, Kind::Spawn)[0];
    let mut layers = front(&model).layers;
    layers.kind_mut(Kind::Spawn).unwrap().lock = Lock::Locked;
    tell(&mut model, ZoneMessage::SetLayers(Box::new(layers)));
    run(&mut model, Id::GoTo);
    model.handle(Message::Answer(Answer::GoTo(format!("#{}", spawn.0))));
    assert!(front(&model).selection.is_empty());
    assert!(model.log.last().unwrap().text.contains("locked"), "{:?}", model.log.last());
    layers.kind_mut(Kind::Spawn).unwrap().lock = Lock::Open;
    tell(&mut model, ZoneMessage::SetLayers(Box::new(layers)));
    run(&mut model, Id::GoTo);
    model.handle(Message::Answer(Answer::GoTo(format!("#{}", spawn.0))));
    assert!(front(&model).selection.iter().eq([&spawn]));
}

#[test]
fn from_far_only_what_is_drawn_is_taken_hold_of_and_a_click_on_a_cluster_comes_nearer() {
    let mut model = opened_sample();
    let view = model.active_view().unwrap();
    let span = front(&model).span();
    let size = glam::vec2(800.0, 600.0);
    let camera = crate::view::Camera { points_per_cell: 0.5, ..span.fit(size) };
    run(&mut model, Id::NewView);
    let other = model.active_view().unwrap();
    model.handle(Message::Look(other, camera, size));
    model.handle(Message::Focus(view));
    model.handle(Message::Look(view, camera, size));
    let cm_per_point = span.cm_from_cells(2.0);
    let sight = Sight::FromAbove;
    let far = |model: &mut Model, phase, at_file_cm, held| {
        let pointer = ZonePointer { phase, at_file_cm, cm_per_point, sight, held };
        tell(model, ZoneMessage::Point(pointer));
    };
    let all = ids(&model, Kind::Npc);
    let [x, y] = at(&model, all[0]);
    // A box begins where nothing is drawn, though a thing in the cluster is there.
    for (phase, at) in [(Phase::Press, [x, y]), (Phase::Drag, [x + 9e3, y + 9e3])] {
        far(&mut model, phase, at, Held::default());
    }
    assert!(matches!(front(&model).hand, Hand::Box { .. }));
    far(&mut model, Phase::Release, [x + 9e3, y + 9e3], Held::default());
    assert!(front(&model).selection.contains(&all[0]));
    assert_eq!(n_steps(&model), 0);
    // What is selected is drawn, and can be taken hold of.
    tell(&mut model, ZoneMessage::Select([all[0]].into()));
    for (phase, at) in
        [(Phase::Press, [x, y]), (Phase::Drag, [x + 9e3, y]), (Phase::Release, [x + 9e3, y])]
    {
        far(&mut model, phase, at, Held::default());
    }
    assert_eq!(n_steps(&model), 1);
    run(&mut model, Id::Undo);
    tell(&mut model, ZoneMessage::Select([].into()));
    // All of the zone is one cluster from here, with its symbol in the middle of all.
    let zone = front(&model).zone();
    let places: Vec<_> = zone.things().map(|(_, thing)| thing.pos_in_file_cm()).collect();
    let mean = |of: fn(&landwright_core::space::rose::position::PosInFileCm) -> f64| {
        places.iter().map(of).sum::<f64>() / places.len() as f64
    };
    let middle = [mean(|at| at.x), mean(|at| at.y)];
    for phase in [Phase::Press, Phase::Release] {
        far(&mut model, phase, middle, Held::default());
    }
    let nearer = model.view(view).unwrap().camera.unwrap();
    assert!(nearer.points_per_cell >= 2.0 * camera.points_per_cell, "{nearer:?}");
    assert!(front(&model).selection.is_empty());
    assert_eq!(model.view(other).unwrap().camera, Some(camera), "it was not clicked");
}

#[test]
fn a_badge_within_a_cluster_is_clicked_and_what_has_none_is_not() {
    let mut model = opened_sample();
    let view = model.active_view().unwrap();
    let span = front(&model).span();
    let size = glam::vec2(800.0, 600.0);
    let camera = crate::view::Camera { points_per_cell: 0.5, ..span.fit(size) };
    model.handle(Message::Look(view, camera, size));
    let [bad, good] = ids(&model, Kind::Npc)[..2] else { panic!() };
    let set = r#""field":"object-id","to":99999"#;
    let bad_id = format!(r#"{{"action":"set","things":{{"ids":[{}]}},{set}}}"#, bad.0);
    act(&mut model, &bad_id);
    assert!(front(&model).marks.iter().any(|(id, _)| *id == bad), "{:?}", front(&model).marks);
    let picked = |model: &Model, id: ThingId| {
        let (phase, held, sight) = (Phase::Press, Held::default(), Sight::FromAbove);
        // So near that nothing else is meant.
        let cm_per_point = span.cm_from_cells(2.0) / 1000.0;
        let near = ZonePointer { phase, at_file_cm: at(model, id), cm_per_point, sight, held };
        assert_eq!(front(model).bench().pick(near), Some(id));
        let far = ZonePointer { cm_per_point: span.cm_from_cells(2.0), ..near };
        front(model).bench().pick(far)
    };
    assert_eq!(picked(&model, bad), Some(bad));
    assert_ne!(picked(&model, good), Some(good));
    let mut layers = front(&model).layers;
    layers.problems = Shown::No;
    tell(&mut model, ZoneMessage::SetLayers(Box::new(layers)));
    assert_ne!(picked(&model, bad), Some(bad));
}

#[test]
fn a_box_begins_over_a_lake_and_a_click_selects_it() {
    let mut model = opened_sample();
    let lake = ids(&model, Kind::Water)[0];
    let [x, y] = at(&model, lake);
    // In the lake, away from its symbol and from whatever is in it.
    let zone = front(&model).zone();
    let is_alone = |[x, y]: [f64; 2]| {
        zone.things().all(|(_, thing)| {
            let at = thing.pos_in_file_cm();
            (at.x - x).hypot(at.y - y) > 12.0 * CM_PER_POINT
        })
    };
    let steps = (1..40).flat_map(|n| [[n, 0], [0, n], [-n, 0], [0, -n]]);
    let mut places = steps.map(|[dx, dy]| [x + f64::from(dx) * 100.0, y + f64::from(dy) * 100.0]);
    let from = places.find(|place| is_alone(*place)).unwrap();
    let to = [from[0] + 9e3, from[1] + 9e3];
    drag(&mut model, &[from, to], Held::default());
    assert_eq!(n_steps(&model), 0, "nothing was moved");
    tell(&mut model, ZoneMessage::Select([].into()));
    drag(&mut model, &[from, from], Held::default());
    assert!(front(&model).selection.iter().eq([&lake]));
    drag(&mut model, &[from, to], Held::default());
    assert_eq!(n_steps(&model), 1, "what is selected is held anywhere");
    run(&mut model, Id::Undo);
    tell(&mut model, ZoneMessage::Select([].into()));
    drag(&mut model, &[[x, y], to], Held::default());
    assert_eq!(n_steps(&model), 2, "and by its symbol");
}

#[test]
fn in_space_keys_move_what_is_selected_the_way_that_they_point_there() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    run(&mut model, Id::New3dView);
    let view = model.active_view().unwrap();
    let (size, target_in_world) = (glam::vec2(800.0, 600.0), glam::Vec3::splat(20.0));
    let (distance_in_world, pitch_degrees) = (60.0, 40.0);
    // To the east.
    let yaw_degrees = 80.0;
    let orbit = crate::view::orbit::Orbit {
        target_in_world,
        distance_in_world,
        yaw_degrees,
        pitch_degrees,
    };
    model.handle(Message::LookFrom(view, orbit, size));
    let id = ids(&model, Kind::Deco)[0];
    tell(&mut model, ZoneMessage::Select([id].into()));
    let ways = [
        (Id::MoveLeft, [0.0, 250.0]),
        (Id::MoveDown, [-250.0, 0.0]),
        (Id::MoveRight, [0.0, -250.0]),
        (Id::NudgeNorthALittle, [10.0, 0.0]),
        (Id::MoveUp, [250.0, 0.0]),
    ];
    for (n, (key, way)) in ways.into_iter().enumerate() {
        let from = at(&model, id);
        let id_of_key = model.meant_by_key(key);
        run(&mut model, id_of_key);
        model.settle();
        let is = at(&model, id);
        let off = (is[0] - from[0] - way[0]).abs().max((is[1] - from[1] - way[1]).abs());
        assert!(off < 0.1 && n_steps(&model) == n + 1, "{key:?}: {from:?} {is:?}");
        assert_eq!(model.view(view).unwrap().orbit, Some(orbit), "{key:?}");
    }
    undo_all(&mut model, &before);
}

#[test]
fn what_is_dropped_where_it_can_not_stand_is_where_it_was() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let id = lone_spawn(&model);
    let from = at(&model, id);
    set_tools(&mut model, |tools| tools.snap = Snap::None);
    let beside = [from[0] - 100_000.0, from[1]];
    drag(&mut model, &[from, [from[0] + 100.0, from[1]], beside], Held::default());
    assert_eq!((at(&model, id), n_steps(&model)), (from, 0));
    assert!(*front(&model).zone() == before);
    let said = &model.log.last().unwrap().text;
    assert!(said.contains("where the zone has no block"), "{said}");
    // A copy as well, and what it is of stays selected.
    let alt = Held { alt: true, ..Held::default() };
    drag(&mut model, &[from, [from[0] + 100.0, from[1]], beside], alt);
    assert!(*front(&model).zone() == before && front(&model).selection == [id].into());
    // On the way there and back again, it goes on.
    let back = [from[0] + 300.0, from[1]];
    drag(&mut model, &[from, [from[0] + 100.0, from[1]], beside, back], Held::default());
    assert_eq!((at(&model, id), n_steps(&model)), (back, 1));
}
