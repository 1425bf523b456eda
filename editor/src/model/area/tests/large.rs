//! What holds for areas that are too large to be gone through after each edit.

use std::collections::BTreeSet;

use landwright_core::sample::tera::wide_paths;

use super::*;
use crate::job::Progress;
use crate::model::area::check;
use crate::model::check::sort;

/// So many nodes on land without geometry.
fn large() -> Model {
    let apd = wide_paths(4, check::CHECKED_ANEW + 1_000).unwrap();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    let geometry = (Geometry::none(), geometry::ZoneFiles::new());
    model.add_area("large.apd".to_owned(), open::parts_of(&apd, None, vec![], geometry).unwrap());
    model
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

fn cancel(model: &mut Model, title: &str) {
    let job = model.jobs().iter().find(|job| job.title.starts_with(title)).unwrap().id;
    model.handle(Message::CancelJob(job));
    model.settle();
}

fn is_told(model: &Model, text: &str) -> bool {
    model.log.lines().any(|line| line.text.contains(text))
}

#[test]
fn what_is_done_to_many_nodes_is_worked_out_beside_the_window_and_can_be_cancelled() {
    let mut model = large();
    model.tick();
    cancel(&mut model, "Checking");
    assert!(model.active_area().unwrap().problems.is_empty(), "nor is it checked again at once");
    let n_nodes = |model: &Model| model.active_area().unwrap().area().n_nodes();
    let all = n_nodes(&model);
    // Those that have land beside them.
    let area = model.active_area().unwrap().area();
    let end = area.nodes().map(|node| area.pos(node).unwrap().x).fold(0.0, f64::max) - 200.0;
    let many: BTreeSet<NodeId> =
        area.nodes().filter(|node| area.pos(*node).unwrap().x < end).collect();
    let (node, n) = (*many.first().unwrap(), many.len());
    let from = at(&model, node);
    tell(&mut model, AreaMessage::Select(many));
    drag(&mut model, from, [from[0] + 16.0, from[1]]);
    assert_eq!((at(&model, node), n_steps(&model)), (from, 0));
    model.settle();
    assert_eq!(n_steps(&model), 1);
    assert!((at(&model, node)[0] - from[0] - 16.0).abs() <= 8.0);
    model.handle(Message::Command(CommandId::DeleteSelected));
    model.handle(Message::Command(CommandId::ConnectSelection));
    assert!(is_told(&model, &format!("Delete {n} nodes is still being worked out")));
    assert_eq!(n_nodes(&model), all);
    cancel(&mut model, "Delete");
    assert!(n_nodes(&model) == all && is_told(&model, &format!("Delete {n} nodes was given up")));
    model.handle(Message::Command(CommandId::DeleteSelected));
    model.settle();
    assert_eq!((n_nodes(&model), n_steps(&model)), (all - n as u32, 2));
    model.handle(Message::Command(CommandId::Undo));
    assert_eq!(n_nodes(&model), all);
}

#[test]
fn a_proposal_that_is_cancelled_never_appears() {
    let mut model = large();
    let connect = r#"{"action":"connect","nodes":"everything"}"#;
    tell(&mut model, AreaMessage::Propose(serde_json::from_str(connect).unwrap()));
    cancel(&mut model, "Connect");
    assert!(model.active_area().unwrap().proposal.is_none());
    assert!(is_told(&model, "Connect all nodes was given up"));
}
