//! What holds for areas that are too large to be gone through after each edit.

use std::collections::BTreeSet;

use landwright_core::sample::tera::wide_paths;
use landwright_core::world::StepId;

use super::*;
use crate::exchange::Format;
use crate::job::Progress;
use crate::kind::document::common::Then;
use crate::kind::tera::check;
use crate::model::check::sort;
use crate::model::trial::{brought_back, cancelled};

/// How many nodes on land without geometry.
fn wide(n_nodes: u32) -> Model {
    let apd = wide_paths(4, n_nodes).unwrap();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    let geometry = (Geometry::none(), geometry::ZoneFiles::default());
    model.add_area("large.apd".to_owned(), open::parts_of(&apd, None, vec![], geometry).unwrap());
    model
}

/// More than are checked after each edit.
fn large() -> Model {
    wide(check::CHECKED_ANEW + 1_000)
}

/// More than are moved at once.
fn many() -> Model {
    wide(beside::MANY_NODES as u32 + 5_000)
}

fn act(model: &mut Model, json: &str) {
    tell(model, AreaMessage::Act(serde_json::from_str(json).unwrap()));
}

fn assert_all_found(model: &Model) {
    let document = model.active_area().unwrap();
    let mut expected =
        check::all("large.apd", document.area(), &document.geometry, &Progress::default()).unwrap();
    sort(&mut expected);
    assert!(!expected.is_empty() && document.problems == expected);
}

#[test]
fn what_changes_during_the_first_check_is_checked_and_zones_that_come_are_as_well() {
    let mut model = large();
    model.tick();
    act(&mut model, r#"{"action":"delete-nodes","nodes":{"ids":[5]}}"#);
    model.settle();
    assert_all_found(&model);
    let zone = model.active_area().unwrap().area().zones()[0];
    act(&mut model, &format!(r#"{{"action":"add-zone","x":{},"y":{}}}"#, zone.x - 1, zone.y));
    model.settle();
    assert_all_found(&model);
}

fn is_told(model: &Model, text: &str) -> bool {
    model.log.lines().any(|line| line.text.contains(text))
}

/// More nodes than are moved or deleted at once, selected: those that have land beside them.
fn select_many(model: &mut Model) -> BTreeSet<NodeId> {
    let area = model.active_area().unwrap().area();
    let end = area.nodes().map(|node| area.pos(node).unwrap().x).fold(0.0, f64::max) - 200.0;
    let many: BTreeSet<NodeId> =
        area.nodes().filter(|node| area.pos(*node).unwrap().x < end).collect();
    tell(model, AreaMessage::Select(many.clone()));
    many
}

fn command(model: &mut Model, id: CommandId) {
    model.handle(Message::Command(id));
}

fn n_nodes(model: &Model) -> u32 {
    model.active_area().unwrap().area().n_nodes()
}

fn titles(model: &Model) -> Vec<String> {
    model.active_area().unwrap().editing().rows().into_iter().map(|row| row.title).collect()
}

#[test]
fn what_is_done_to_many_nodes_is_worked_out_beside_the_window_and_can_be_cancelled() {
    let mut model = many();
    let all = n_nodes(&model);
    let many = select_many(&mut model);
    let (node, n) = (*many.first().unwrap(), many.len());
    let from = at(&model, node);
    drag(&mut model, from, [from[0] + 16.0, from[1]]);
    assert_eq!((at(&model, node), n_steps(&model)), (from, 0));
    model.settle();
    assert_eq!(n_steps(&model), 1);
    assert!((at(&model, node)[0] - from[0] - 16.0).abs() <= 8.0);
    cancelled(&mut model, "Delete", |model| command(model, CommandId::DeleteSelected));
    assert!(n_nodes(&model) == all && is_told(&model, &format!("Delete {n} nodes was cancelled")));
    command(&mut model, CommandId::DeleteSelected);
    model.settle();
    assert_eq!((n_nodes(&model), n_steps(&model)), (all - n as u32, 2));
    command(&mut model, CommandId::Undo);
    model.settle();
    assert_eq!(n_nodes(&model), all);
}

#[test]
fn edits_that_are_worked_out_are_done_in_order_and_over_what_is_done_meanwhile() {
    let mut model = many();
    let many = select_many(&mut model);
    let from = at(&model, *many.first().unwrap());
    let other = model.active_area().unwrap().area().nodes().find(|node| !many.contains(node));
    let gate = model.jobs.gate();
    let held = gate.lock().unwrap();
    drag(&mut model, from, [from[0] + 16.0, from[1]]);
    // A click with a trembling hand takes nothing back.
    drag(&mut model, from, [from[0] + 4.0, from[1]]);
    tell(&mut model, AreaMessage::Select(many.clone()));
    let delete = format!(r#"{{"action":"delete-nodes","nodes":{{"ids":[{}]}}}}"#, other.unwrap().0);
    model.tick();
    act(&mut model, &delete);
    command(&mut model, CommandId::DeleteSelected);
    drop(held);
    model.settle();
    let n = many.len();
    let deleted = [format!("Move {n} nodes"), format!("Delete {n} nodes")];
    assert_eq!(titles(&model)[1..], deleted, "after what was done at once");
    assert_eq!(n_steps(&model), 3);
}

#[test]
fn fixes_that_take_long_are_one_step_and_those_that_are_refused_by_then_are_told() {
    let mut model = many();
    let all = n_nodes(&model);
    let delete = |node: u32| {
        let json = format!(r#"{{"action":"delete-nodes","nodes":{{"ids":[{node}]}}}}"#);
        serde_json::from_str::<Action>(&json).unwrap()
    };
    let id = model.active_area().unwrap().id;
    let actions = [5, 6, 5].map(delete).to_vec();
    model.area_mut(id).unwrap().do_beside("Fix all", actions);
    model.settle();
    assert_eq!((titles(&model), n_nodes(&model)), (vec!["Fix all".to_owned()], all - 2));
    assert!(is_told(&model, "Fix all: there is no node"));
}

#[test]
fn undo_takes_back_what_is_not_worked_out_yet() {
    let mut model = many();
    select_many(&mut model);
    command(&mut model, CommandId::DeleteSelected);
    assert!(model.can_run(CommandId::Undo));
    model.tick();
    command(&mut model, CommandId::Undo);
    model.settle();
    assert_eq!(n_steps(&model), 0);
    assert!(is_told(&model, "was cancelled"));
    command(&mut model, CommandId::DeleteSelected);
    model.do_what_takes_long();
    let id = model.active_area().unwrap().id;
    model.forget_edit(id);
    model.settle();
    assert_eq!(n_steps(&model), 0, "nor does what broke off come in the end");
}

#[test]
fn nothing_closes_over_what_is_worked_out_and_a_save_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.apd");
    let mut model = many();
    let id = model.active_area().unwrap().id;
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    let all = n_nodes(&model);
    let n = select_many(&mut model).len() as u32;
    let gate = model.jobs.gate();
    let held = gate.lock().unwrap();
    command(&mut model, CommandId::DeleteSelected);
    model.tick();
    for close in [CommandId::Close, CommandId::Quit] {
        command(&mut model, close);
        assert!(matches!(model.dialog(), Some(Dialog::Unsaved { .. })), "{close:?}");
        model.handle(Message::Answer(Answer::Cancel));
    }
    command(&mut model, CommandId::Save);
    drop(held);
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes());
    let saved = || {
        let apd = apd::read_packed(&std::fs::read(&path).unwrap()).unwrap().0;
        Area::new(&apd).unwrap().n_nodes()
    };
    assert_eq!(saved(), all - n);

    command(&mut model, CommandId::Undo);
    model.settle();
    select_many(&mut model);
    command(&mut model, CommandId::DeleteSelected);
    command(&mut model, CommandId::Close);
    model.handle(Message::Answer(Answer::SaveFirst(id, Then::Close)));
    model.settle();
    assert_eq!((model.documents().count(), saved()), (0, all - n));
}

#[test]
fn a_document_stays_open_where_an_edit_that_was_to_be_saved_is_refused() {
    let mut model = many();
    let id = model.active_area().unwrap().id;
    let folder = tempfile::tempdir().unwrap();
    model.handle(Message::SaveTo(id, folder.path().join("large.apd")));
    model.settle();
    select_many(&mut model);
    command(&mut model, CommandId::DeleteSelected);
    command(&mut model, CommandId::DeleteSelected);
    model.handle(Message::Answer(Answer::SaveFirst(id, Then::Close)));
    model.settle();
    assert!(is_told(&model, "there is no node"));
    assert_eq!((model.documents().count(), n_steps(&model)), (1, 1));
    assert!(!model.active_area().unwrap().has_unsaved_changes(), "but it is saved");
}

#[test]
fn a_check_that_was_cancelled_is_not_made_again_until_somebody_asks_or_something_changes() {
    let mut model = large();
    let is_given_up = |model: &Model| {
        let document = model.active_area().unwrap();
        document.problems.is_empty() && document.is_check_given_up()
    };
    cancelled(&mut model, "Checking", |_| ());
    model.settle();
    assert!(is_given_up(&model), "nor is it checked again at once");
    cancelled(&mut model, "Checking", |model| command(model, CommandId::CheckAgain));
    assert!(is_given_up(&model));
    // Which routes are tested is nothing that is checked.
    let at = model.active_area().unwrap().area().nodes().next().unwrap();
    tell(&mut model, AreaMessage::Probe([Spot::Node(at), Spot::Node(at)]));
    model.settle();
    tell(&mut model, AreaMessage::KeepRoute);
    model.settle();
    assert_eq!(model.active_area().unwrap().routes.len(), 1);
    assert!(is_given_up(&model), "kept or not, there is a route more");
    command(&mut model, CommandId::CheckAgain);
    model.settle();
    assert!(!is_given_up(&model));
    assert_all_found(&model);

    let mut model = large();
    cancelled(&mut model, "Checking", |_| ());
    act(&mut model, r#"{"action":"delete-nodes","nodes":{"ids":[5]}}"#);
    model.settle();
    assert!(!is_given_up(&model));
    assert_all_found(&model);
}

#[test]
fn a_proposal_that_is_cancelled_never_appears() {
    let mut model = many();
    let connect = r#"{"action":"connect","nodes":"everything"}"#;
    let connect = AreaMessage::Propose(serde_json::from_str(connect).unwrap());
    cancelled(&mut model, "Connect", |model| tell(model, connect));
    assert!(model.active_area().unwrap().proposal.is_none());
    assert!(is_told(&model, "Connect all nodes was cancelled"));
}

/// With many nodes deleted, and how many there were and are.
fn with_many_deleted() -> (Model, u32, u32) {
    let mut model = many();
    let all = n_nodes(&model);
    select_many(&mut model);
    command(&mut model, CommandId::DeleteSelected);
    model.settle();
    let left = n_nodes(&model);
    (model, all, left)
}

#[test]
fn a_long_way_through_the_history_is_gone_beside_the_window_and_can_be_cancelled() {
    let (mut model, all, left) = with_many_deleted();
    for (there, n_there, back, n_back) in [
        (Message::Command(CommandId::Undo), all, Message::Command(CommandId::Redo), left),
        (
            Message::Jump(model.active_area().unwrap().id, StepId::OPENED),
            all,
            Message::Jump(model.active_area().unwrap().id, StepId(1)),
            left,
        ),
    ] {
        model.handle(there.clone());
        assert_eq!(n_nodes(&model), n_back, "not on this thread");
        model.handle(Message::Command(CommandId::ZoomIn));
        assert!(model.active_area().unwrap().has_unsaved_changes());
        model.settle();
        assert_eq!(n_nodes(&model), n_there);
        assert_places_fit(&model);
        model.handle(back);
        model.settle();
        assert_eq!((n_nodes(&model), n_steps(&model)), (n_back, 1));
        assert_places_fit(&model);
    }
    cancelled(&mut model, "Undo Delete", |model| command(model, CommandId::Undo));
    assert_eq!((n_nodes(&model), n_steps(&model)), (left, 1));
    assert!(is_told(&model, "Undo Delete"));
    command(&mut model, CommandId::Undo);
    model.settle();
    assert_eq!(n_nodes(&model), all, "nothing was lost by that");
}

fn assert_places_fit(model: &Model) {
    let document = model.active_area().unwrap();
    assert_eq!(document.places.len() as u32, document.area().n_nodes());
    for node in document.area().nodes().step_by(997) {
        let pos = document.area().pos(node).unwrap();
        let near = document.places.nearest(pos, 1.0).unwrap();
        assert_eq!(document.area().pos(near), Some(pos));
    }
}

#[test]
fn what_is_done_during_a_long_way_comes_after_it_in_the_order_of_the_hand() {
    let (mut model, all, _) = with_many_deleted();
    let node = model.active_area().unwrap().area().nodes().next().unwrap();
    let gate = model.jobs.gate();
    let held = gate.lock().unwrap();
    command(&mut model, CommandId::Undo);
    model.tick();
    let json = format!(r#"{{"action":"delete-nodes","nodes":{{"ids":[{}]}}}}"#, node.0);
    act(&mut model, &json);
    command(&mut model, CommandId::Undo);
    command(&mut model, CommandId::Redo);
    command(&mut model, CommandId::SelectAll);
    assert_eq!(n_steps(&model), 1);
    drop(held);
    model.settle();
    assert_eq!((n_nodes(&model), n_steps(&model)), (all - 1, 2));
    assert_eq!(model.active_area().unwrap().selection.len() as u32, all - 1);
}

#[test]
fn a_proposal_for_many_nodes_is_taken_beside_the_window_and_undone_there() {
    let mut model = many();
    let before = model.active_area().unwrap().area().clone();
    let json = r#"{"action":"move-nodes","nodes":"everything","by":[0,0,8],"snap":"none"}"#;
    tell(&mut model, AreaMessage::Propose(serde_json::from_str(json).unwrap()));
    model.settle();
    let proposed = model.active_area().unwrap().proposal.as_ref().unwrap().area.clone();
    tell(&mut model, AreaMessage::Accept);
    assert!(*model.active_area().unwrap().area() == before, "not on this thread");
    command(&mut model, CommandId::Undo);
    command(&mut model, CommandId::Redo);
    model.settle();
    let document = model.active_area().unwrap();
    assert!(*document.area() == proposed && document.proposal.is_none());
    assert_eq!(n_steps(&model), 1);
    assert_places_fit(&model);
    command(&mut model, CommandId::Undo);
    model.settle();
    assert!(*model.active_area().unwrap().area() == before);
}

#[test]
fn long_steps_and_ways_come_back_after_a_crash_and_leave_nothing_when_closed() {
    let folder = tempfile::tempdir().unwrap();
    let [home, path] = ["home", "large.apd"].map(|name| folder.path().join(name));
    let apd = wide_paths(4, beside::MANY_NODES as u32 + 5_000).unwrap();
    std::fs::write(&path, packed_file("", &apd::write(&apd)).bytes).unwrap();
    let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
    model.handle(Message::Open(vec![path]));
    model.settle();
    let all = n_nodes(&model);
    for id in [CommandId::SelectAll, CommandId::DeleteSelected] {
        command(&mut model, id);
        model.settle();
    }
    for ways in [&[][..], &[CommandId::Undo, CommandId::Redo]] {
        for way in ways {
            command(&mut model, *way);
            model.settle();
        }
        drop(model);
        model = brought_back(home.clone());
        assert_eq!((n_nodes(&model), n_steps(&model)), (0, 1));
    }
    command(&mut model, CommandId::Undo);
    model.settle();
    assert_eq!(n_nodes(&model), all);
    let id = model.active_area().unwrap().id;
    model.handle(Message::Answer(Answer::Discard(id, Then::Close)));
    model.settle();
    let left: Vec<_> = std::fs::read_dir(home.join("journals")).unwrap().collect();
    assert_eq!((model.documents().count(), left.len()), (0, 0), "{left:?}");
}

#[test]
fn an_export_waits_for_what_is_being_worked_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.geojson");
    let mut model = many();
    model.settle();
    let id = model.active_area().unwrap().id;
    act(&mut model, r#"{"action":"delete-nodes","nodes":"everything"}"#);
    model.handle(Message::Export(id, Format::Geojson, path.clone()));
    model.settle();
    assert_eq!(model.active_area().unwrap().area().n_nodes(), 0);
    assert!(!std::fs::read_to_string(&path).unwrap().contains("Point"));
}
