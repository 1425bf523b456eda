//! What holds for the numbers of nodes, which a file gives anew.

use super::*;
use crate::model::trial::brought_back;

#[test]
fn the_numbers_of_nodes_in_the_file_are_known_where_those_are_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.apd");
    let mut model = sample();
    let id = model.active_area().unwrap().id;
    let nodes: Vec<NodeId> = model.active_area().unwrap().area().nodes().take(4).collect();
    tell(&mut model, AreaMessage::Select([nodes[1]].into()));
    model.handle(Message::Command(CommandId::DeleteSelected));
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    let number = |model: &Model, n: usize| model.active_area().unwrap().number_in_file(nodes[n]);
    assert_eq!([0, 1, 2].map(|n| number(&model, n)), [None, None, Some(nodes[1])]);
    assert!(model.log.lines().any(|line| line.text.contains("numbers later nodes differently")));
    let pos = |model: &Model, node| model.active_area().unwrap().pos(node);
    let mut other = Model::new(Settings::default(), None, Arc::new(|| ()));
    other.handle(Message::Open(vec![path]));
    other.settle();
    assert_eq!(pos(&model, nodes[2]), pos(&other, nodes[1]));
    // As it was opened, all numbers are those of the file.
    model.handle(Message::Command(CommandId::Undo));
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert_eq!([0, 1, 2].map(|n| number(&model, n)), [None; 3]);
}

#[test]
fn what_is_selected_stands_where_it_stood_after_another_program_numbered_nodes_anew() {
    for selects_edge in [false, true] {
        let folder = tempfile::TempDir::new().unwrap();
        let (mut model, path) = opened_in(folder.path());
        let (mut other, _) = opened_in(folder.path());
        let area = model.active_area().unwrap().area();
        let first = area.nodes().next().unwrap();
        let mut edges = area.nodes().skip(1).flat_map(|from| {
            area.targets(from).map(move |to| (from, to)).filter(|(_, to)| *to != first)
        });
        let (node, to) = edges.next().unwrap();
        let octant = area.octant_of_edge(node, to).unwrap();
        drop(edges);
        let place = |model: &Model, node| model.active_area().unwrap().pos(node).unwrap();
        let stood = [node, to].map(|node| place(&model, node));
        match selects_edge {
            true => tell(&mut model, AreaMessage::SelectEdge(Some(EdgeRef::new(node, octant)))),
            false => tell(&mut model, AreaMessage::Select([node].into())),
        }
        tell(&mut other, AreaMessage::Select([first].into()));
        other.handle(Message::Command(CommandId::DeleteSelected));
        other.handle(Message::Command(CommandId::Save));
        other.settle();
        model.handle(Message::FileChanged(path));
        model.settle();
        let area = model.active_area().unwrap();
        assert_eq!(area.pos(NodeId(node.0 - 1)), Some(stood[0]), "it has another number");
        if selects_edge {
            let edge = area.edge.unwrap();
            let ends = [edge.node, area.end_of(edge).unwrap()];
            assert_eq!(ends.map(|node| place(&model, node)), stood);
        } else {
            let selected: Vec<NodeId> = area.selection.iter().copied().collect();
            assert_eq!(selected, [NodeId(node.0 - 1)]);
        }
    }
}

#[test]
fn what_is_selected_stands_where_it_stood_when_what_came_from_disk_is_undone_after_a_crash() {
    let folder = tempfile::TempDir::new().unwrap();
    let home = folder.path().join("home");
    let (mut other, path) = opened_in(folder.path());
    let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
    model.handle(Message::Open(vec![path.clone()]));
    model.settle();
    let nodes: Vec<NodeId> = model.active_area().unwrap().area().nodes().take(3).collect();
    tell(&mut other, AreaMessage::Select([nodes[0]].into()));
    other.handle(Message::Command(CommandId::DeleteSelected));
    other.handle(Message::Command(CommandId::Save));
    other.settle();
    model.handle(Message::FileChanged(path));
    model.settle();
    let last = model.active_area().unwrap().area().nodes().last().unwrap();
    tell(&mut model, AreaMessage::Select([last].into()));
    model.handle(Message::Command(CommandId::DeleteSelected));
    drop(model);

    let mut model = brought_back(home);
    assert_eq!(n_steps(&model), 2);
    let stood = model.active_area().unwrap().pos(nodes[1]).unwrap();
    tell(&mut model, AreaMessage::Select([nodes[1]].into()));
    model.handle(Message::Command(CommandId::Undo));
    model.handle(Message::Command(CommandId::Undo));
    model.settle();
    let area = model.active_area().unwrap();
    assert_eq!(area.selection, [nodes[2]].into());
    assert_eq!(area.pos(nodes[2]), Some(stood));
}
