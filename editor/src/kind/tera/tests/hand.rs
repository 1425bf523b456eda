//! What holds for the hand in an area: clicks, drags, and what is selected.

use super::*;

fn click(model: &mut Model, at: [f64; 2], held: Held) {
    point(model, Phase::Press, at, held);
    point(model, Phase::Release, at, held);
}

/// What is selected: nodes, and the ends of an edge.
fn selected(model: &Model) -> (Vec<NodeId>, Option<[NodeId; 2]>) {
    let area = model.active_area().unwrap();
    let ends = area.edge.map(|edge| [edge.node, area.end_of(edge).unwrap()]);
    (area.selection.iter().copied().collect(), ends)
}

#[test]
fn a_click_selects_what_was_clicked_and_nothing_else() {
    let mut model = sample();
    let (node, other) = pair(&model);
    let [a, b] = [at(&model, node), at(&model, other)];
    let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
    model.handle(Message::Command(CommandId::SelectAll));
    click(&mut model, a, Held::default());
    assert_eq!(selected(&model), (vec![node], None), "of all that were selected");
    model.handle(Message::Command(CommandId::SelectAll));
    click(&mut model, middle, Held::default());
    let (nodes, ends) = selected(&model);
    assert!(nodes.is_empty(), "{nodes:?}");
    assert!(ends == Some([node, other]) || ends == Some([other, node]), "{ends:?}");
    let n_nodes = model.active_area().unwrap().area().n_nodes();
    let n_edges = model.active_area().unwrap().area().n_edges();
    model.handle(Message::Command(CommandId::DeleteSelected));
    let area = model.active_area().unwrap().area();
    assert_eq!((area.n_nodes(), area.n_edges()), (n_nodes, n_edges - 1));
    model.handle(Message::Command(CommandId::Undo));

    click(&mut model, a, Held::default());
    let shift = Held { shift: true, ..Held::default() };
    click(&mut model, b, shift);
    click(&mut model, middle, shift);
    assert_eq!(selected(&model).0.len(), 2, "an edge is not added to nodes");
    assert_eq!(n_steps(&model), 1, "and no click is a step");
}

#[test]
fn a_drag_moves_all_that_is_selected_and_a_trembling_hand_nothing() {
    let mut model = sample();
    let (node, other) = pair(&model);
    let [a, b] = [node, other].map(|node| at(&model, node));
    tell(&mut model, AreaMessage::Select([node, other].into()));
    drag(&mut model, a, [a[0] + 4.0, a[1]]);
    assert_eq!((n_steps(&model), selected(&model).0), (0, vec![node]));
    tell(&mut model, AreaMessage::Select([node, other].into()));
    drag(&mut model, a, [a[0] + 16.0, a[1]]);
    assert_eq!([at(&model, node)[0], at(&model, other)[0]], [a[0] + 16.0, b[0] + 16.0]);
    assert_eq!(selected(&model).0.len(), 2);
}

#[test]
fn a_drag_from_an_edge_draws_a_box() {
    let mut model = sample();
    let (node, other) = pair(&model);
    let [a, b] = [at(&model, node), at(&model, other)];
    let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
    drag(&mut model, middle, [b[0] + (b[0] - a[0]) * 0.4 + 9.0, b[1] + (b[1] - a[1]) * 0.4 + 9.0]);
    let (nodes, edge) = selected(&model);
    assert!(nodes.contains(&other) && !nodes.contains(&node) && edge.is_none(), "{nodes:?}");
}

#[test]
fn nodes_are_selected_along_a_way() {
    let mut model = sample();
    let area = model.active_area().unwrap();
    let [first, last] = [0, 3].map(|n| NodeId(n * 10));
    assert!(area.pos(first).is_some() && area.area().octant_of_edge(first, last).is_none());
    tell(&mut model, AreaMessage::Select([first, last].into()));
    model.handle(Message::Command(CommandId::SelectWay));
    let (nodes, _) = selected(&model);
    assert!(nodes.len() > 2 && nodes.contains(&first) && nodes.contains(&last), "{nodes:?}");
    // The same way, which is shown now.
    tell(&mut model, AreaMessage::Select([].into()));
    model.handle(Message::Command(CommandId::SelectWay));
    assert_eq!(selected(&model).0, nodes);
    assert_eq!(n_steps(&model), 0);
}

#[test]
fn an_edge_that_was_turned_stays_selected() {
    let mut model = sample();
    let (node, other) = pair(&model);
    let octant = model.active_area().unwrap().area().octant_of_edge(node, other).unwrap();
    tell(&mut model, AreaMessage::SelectEdge(Some(EdgeRef::new(node, octant))));
    model.handle(Message::Command(CommandId::OneWayEdge));
    assert_eq!(selected(&model).1, Some([node, other]));
    model.handle(Message::Command(CommandId::ReverseEdge));
    assert_eq!(selected(&model).1, Some([other, node]));
    model.handle(Message::Command(CommandId::TwoWayEdge));
    assert_eq!(selected(&model).1, Some([other, node]));
}

#[test]
fn what_a_drag_or_a_fix_costs_is_told_and_why_a_drag_came_no_farther() {
    let mut model = sample();
    let (node, _) = pair(&model);
    let from = at(&model, node);
    let told = |model: &Model, text: &str| {
        model.log.lines().filter(|line| line.text.contains(text)).count()
    };
    drag(&mut model, from, [from[0] + 240.0, from[1] + 96.0]);
    let dropped = told(&model, " removed: ");
    assert!(dropped > 0);
    model.handle(Message::Command(CommandId::Undo));
    let json =
        format!(r#"{{"action":"move-nodes","nodes":{{"ids":[{}]}},"by":[240,96,0]}}"#, node.0);
    let id = model.active_area().unwrap().id;
    let action: Action = serde_json::from_str(&json).unwrap();
    let said = model.area_mut(id).unwrap().do_all("Fix", &[action]);
    assert_eq!(said.len(), dropped);
    model.handle(Message::Command(CommandId::Undo));

    point(&mut model, Phase::Press, from, Held::default());
    point(&mut model, Phase::Drag, [-90_000.0, from[1]], Held::default());
    model.handle(Message::Command(CommandId::SelectNone));
    model.settle();
    point(&mut model, Phase::Release, [-90_000.0, from[1]], Held::default());
    assert_eq!((at(&model, node), told(&model, "is in no zone of the area")), (from, 1));
}

#[test]
fn a_drag_from_beside_a_node_draws_a_box_unless_the_node_is_selected() {
    let mut model = sample();
    let (node, _) = pair(&model);
    let [x, y] = at(&model, node);
    // A firm grip is within 5 units, a click within 10.
    let far = [x + 40.0, y + 40.0];
    drag(&mut model, [x - 7.0, y + 1.0], far);
    assert_eq!((at(&model, node), n_steps(&model)), ([x, y], 0));
    assert_eq!(selected(&model).0, [], "the box begins beside it");
    drag(&mut model, [x - 7.0, y - 7.0], far);
    assert_eq!((at(&model, node), selected(&model).0), ([x, y], vec![node]));
    tell(&mut model, AreaMessage::Select([].into()));
    click(&mut model, [x - 7.0, y], Held::default());
    assert_eq!(selected(&model).0, [node], "a click need not be so near");
    drag(&mut model, [x - 7.0, y], [x + 9.0, y]);
    assert_eq!(at(&model, node), [x + 16.0, y]);
    model.handle(Message::Command(CommandId::Undo));

    let shift = Held { shift: true, ..Held::default() };
    for selected_before in [vec![], vec![node]] {
        tell(&mut model, AreaMessage::Select(selected_before.into_iter().collect()));
        drag_with(&mut model, [x, y], far, shift);
        assert_eq!((at(&model, node), selected(&model).0), ([x, y], vec![node]));
    }
}

#[test]
fn where_nodes_stand_close_together_boxes_begin_between_them() {
    let model = sample();
    let (node, other) = pair(&model);
    let [[ax, ay], [bx, by]] = [node, other].map(|node| at(&model, node));
    // From so far away that the whole distance is within the reach of the pointer.
    let radius = (ax - bx).hypot(ay - by);
    let document = model.active_area().unwrap();
    let picked = |share: f64| {
        let at = [ax + (bx - ax) * share, ay + (by - ay) * share];
        document.node_to_click(at, radius)
    };
    assert_eq!(picked(0.2), Some((node, Grip::Firm)));
    assert_eq!(picked(0.3), Some((node, Grip::Near)));
    assert_eq!(picked(0.45), None);
    assert_eq!(picked(0.7), Some((other, Grip::Near)));
}

#[test]
fn what_is_not_drawn_is_neither_moved_nor_clicked() {
    let mut model = sample();
    let (node, other) = pair(&model);
    let [a, b] = [node, other].map(|node| at(&model, node));
    let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
    let mut gesture = |drawn, from: [f64; 2], to| {
        for (phase, at) in [(Phase::Press, from), (Phase::Drag, to), (Phase::Release, to)] {
            point_where(&mut model, drawn, phase, at, Held::default());
        }
        (selected(&model), n_steps(&model))
    };
    assert_eq!(gesture(Drawn::Density, a, a), ((vec![], None), 0));
    assert_eq!(gesture(Drawn::Nodes, middle, middle), ((vec![], None), 0));
    let boxed = gesture(Drawn::Density, a, [a[0] + 9.0, a[1] + 9.0]);
    assert_eq!(boxed, ((vec![node], None), 0));
    // Selected as it is now.
    let boxed = gesture(Drawn::Density, a, [a[0] - 9.0, a[1] - 9.0]);
    assert_eq!(boxed, ((vec![node], None), 0));
    assert_eq!(gesture(Drawn::Nodes, a, a).0, (vec![node], None));
}

#[test]
fn another_edge_in_the_octant_of_the_selected_one_is_not_selected() {
    let mut model = sample();
    let (node, other) = pair(&model);
    let octant = model.active_area().unwrap().area().octant_of_edge(node, other).unwrap();
    tell(&mut model, AreaMessage::SelectEdge(Some(EdgeRef::new(node, octant))));
    let far = {
        let area = model.active_area().unwrap().area();
        let towards = |to: &NodeId| area.octant_towards(node, *to) == Some(octant);
        area.nodes().find(|to| *to != other && towards(to)).unwrap()
    };
    let json =
        format!(r#"{{"action":"add-edge","from":{},"to":{},"taken":"replace"}}"#, node.0, far.0);
    let action: Action = serde_json::from_str(&json).unwrap();
    let id = model.active_area().unwrap().id;
    model.area_mut(id).unwrap().do_all("Replace", &[action]);
    let area = model.active_area().unwrap();
    assert_eq!(area.area().octant_of_edge(node, far), Some(octant));
    assert_eq!(selected(&model), (Vec::new(), None), "that edge is gone");
}
