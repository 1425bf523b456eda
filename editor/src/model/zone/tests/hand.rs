//! What the pointer does to open zones.

use super::*;
use crate::view::zone::Lock;

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
        let place = crate::tool::zone::ground::in_world(front(model).zone(), cut, [x, y]).unwrap();
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
