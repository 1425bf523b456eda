//! What holds for proposals: they say what they would come to.

use landwright_core::problem::{Problem, Severity};
use landwright_core::project::Project;
use landwright_core::space::tera::PosInWorld;
use landwright_core::world::Document;

use super::super::outlook::{Extent, Outlook, State, Surroundings};
use super::*;
use crate::job::Progress;
use crate::kind::tera::dialog::AreaAnswer;
use crate::kind::tera::dialog::AreaDialog;
use crate::kind::tera::regenerate::{RegenerateForm, Regeneration};
use crate::model::trial::cancelled;

#[test]
fn what_regenerating_would_change_is_shown_before_it_is_done() {
    let mut model = sample();
    let (node, _) = pair(&model);
    tell(&mut model, AreaMessage::Select([node].into()));
    let form = regeneration(&mut model);
    model.handle(Message::Answer(AreaAnswer::Regenerate(form).answer()));
    model.settle();
    assert!(model.active_area().unwrap().proposal.is_none(), "it is so already");
    model.handle(Message::Command(CommandId::DeleteSelected));
    let json = r#"{"action":"regenerate","squares":{"box":{"from":[0,0],"to":[1279,1279]}}}"#;
    tell(&mut model, AreaMessage::Propose(serde_json::from_str(json).unwrap()));
    model.settle();
    let area = model.active_area().unwrap();
    let proposal = area.proposal.as_ref().unwrap();
    assert_eq!(proposal.comparison.new_nodes.len(), 1);
    assert!(*area.shown() != *area.area());
    assert!(proposal.outlook.is_of_all);
    let severe = |problem: &&Problem| problem.severity >= Severity::Warning;
    let n_now = area.problems.iter().filter(severe).count();
    assert_eq!(proposal.outlook.now.n_problems, n_now, "as the list of problems has it");
    assert_eq!(proposal.outlook.then.n_problems, 0);
    let steps = n_steps(&model);
    tell(&mut model, AreaMessage::Accept);
    assert_eq!((n_steps(&model), model.active_area().unwrap().area().n_nodes()), (steps + 1, 100));
}

/// Everything that is asked before the squares of the selection are regenerated.
fn regeneration(model: &mut Model) -> RegenerateForm {
    model.handle(Message::Command(CommandId::RegenerateSelection));
    let Some(AreaDialog::Regenerate(form)) = model.dialog().and_then(Dialog::form).cloned() else {
        panic!()
    };
    form
}

#[test]
fn how_squares_are_regenerated_is_asked_and_remembered() {
    let mut model = sample();
    let (node, _) = pair(&model);
    tell(&mut model, AreaMessage::Select([node].into()));
    let mut form = regeneration(&mut model);
    assert_eq!(form.how, Regeneration::default());
    // Nowhere is so much room.
    form.how.planting.stride.clearance = u16::MAX;
    model.handle(Message::Answer(AreaAnswer::Regenerate(form.clone()).answer()));
    model.settle();
    let proposal = model.active_area().unwrap().proposal.as_ref();
    let shown = proposal.map(|proposal| proposal.comparison.gone_edges.len());
    assert!(shown.is_some_and(|n| n > 0), "{shown:?} {:?}", model.log.last());
    assert_eq!(regeneration(&mut model), form);
}

/// The sample with a node off its floor, which has a fix, and the node.
fn off_floor() -> (Model, NodeId) {
    let mut model = sample();
    let (node, _) = pair(&model);
    let PosInWorld { x, y, z } = model.active_area().unwrap().pos(node).unwrap();
    let (id, at) = (node.0, [x, y, z + 7.0]);
    let json = format!(r#"{{"action":"set-node","node":{id},"at":{at:?}}}"#);
    tell(&mut model, AreaMessage::Act(serde_json::from_str(&json).unwrap()));
    model.settle();
    (model, node)
}

fn n_off_floor(model: &Model) -> usize {
    let problems = model.active_area().unwrap().problems.iter();
    problems.filter(|problem| problem.code == "apd-node-off-floor").count()
}

#[test]
fn fixes_of_a_code_of_everything_and_of_the_selection_are_shown_before_they_are_done() {
    let ways: [fn(&mut Model, NodeId); 4] = [
        |model, _| {
            let id = model.active_area().unwrap().id;
            model.handle(Message::FixAllOf(id, "apd-node-off-floor"));
        },
        |model, _| model.handle(Message::Command(CommandId::FixAll)),
        |model, node| {
            tell(model, AreaMessage::Select([node].into()));
            model.handle(Message::Command(CommandId::FixSelection));
        },
        |model, _| {
            let area = model.active_area().unwrap();
            let of_code = |problem: &&Problem| problem.code == "apd-node-off-floor";
            let fix = area.problems.iter().find(of_code).unwrap().fixes[0].clone();
            model.handle(Message::PreviewFix(area.id, fix));
        },
    ];
    for way in ways {
        let (mut model, node) = off_floor();
        let steps = n_steps(&model);
        way(&mut model, node);
        model.settle();
        assert_eq!((n_off_floor(&model), n_steps(&model)), (1, steps), "nothing is done yet");
        let area = model.active_area().unwrap();
        let proposal = area.proposal.as_ref().unwrap();
        assert_eq!(proposal.comparison.moved_nodes.len(), 1, "{}", proposal.in_words());
        assert!(proposal.outlook.then.n_problems < proposal.outlook.now.n_problems);
        tell(&mut model, AreaMessage::Accept);
        model.settle();
        assert_eq!((n_off_floor(&model), n_steps(&model)), (0, steps + 1));
        model.handle(Message::Command(CommandId::Undo));
        model.settle();
        assert_eq!(n_off_floor(&model), 1);
    }
}

#[test]
fn where_nothing_of_the_selection_can_be_fixed_it_is_said() {
    let mut model = sample();
    let (node, _) = pair(&model);
    tell(&mut model, AreaMessage::Select([node].into()));
    model.handle(Message::Command(CommandId::FixSelection));
    model.settle();
    assert!(model.active_area().unwrap().proposal.is_none());
    assert!(model.log.last().unwrap().text.contains("can be fixed automatically"));
}

fn regenerate_all() -> AreaMessage {
    let json = r#"{"action":"regenerate","squares":"everything"}"#;
    AreaMessage::Propose(serde_json::from_str(json).unwrap())
}

/// The sample with a node off its floor, and two route tests, one of which the loss of another node
/// broke.
fn broken() -> Model {
    let mut model = sample();
    let (node, other) = pair(&model);
    for spots in [[node, other], [other, other]] {
        let spots = spots.map(|node| {
            let [x, y] = at(&model, node);
            Spot::At([x, y, 0.0])
        });
        tell(&mut model, AreaMessage::Probe(spots));
        tell(&mut model, AreaMessage::KeepRoute);
    }
    tell(&mut model, AreaMessage::Select([node].into()));
    model.handle(Message::Command(CommandId::DeleteSelected));
    let edges: Vec<EdgeRef> = model.active_area().unwrap().area().edges_to(other).collect();
    for edge in edges {
        let remove = RemoveEdge { node: edge.node, octant: edge.octant };
        tell(&mut model, AreaMessage::Act(Action::RemoveEdge(remove)));
    }
    let area = model.active_area().unwrap().area();
    let third = area.nodes().last().unwrap();
    let PosInWorld { x, y, z } = area.pos(third).unwrap();
    let (node, at) = (third.0, [x, y, z + 7.0]);
    let json = format!(r#"{{"action":"set-node","node":{node},"at":{at:?}}}"#);
    tell(&mut model, AreaMessage::Act(serde_json::from_str(&json).unwrap()));
    model.settle();
    model
}

#[test]
fn a_proposal_says_how_many_problems_and_tests_there_are_now_and_with_it() {
    let mut model = broken();
    tell(&mut model, regenerate_all());
    assert!(model.active_area().unwrap().proposal.is_none(), "not on this thread");
    model.settle();
    let outlook = model.active_area().unwrap().proposal.as_ref().unwrap().outlook.clone();
    assert_eq!((outlook.now.tests, outlook.then.tests), (Some([1, 2]), Some([2, 2])));
    assert!(outlook.now.n_problems > 0 && outlook.then.n_problems == 0, "{outlook:?}");
    let n = outlook.now.n_problems;
    let words = outlook.in_words();
    assert_eq!(words[0], format!("Errors and warnings: {n} now, 0 after"));
    assert_eq!(words.last().unwrap(), "Passing route tests: 1 of 2 now, 2 of 2 after");
    tell_of_route(&mut model, 0, |test| AreaMessage::Expect(test, Expect::CutOff));
    let proposal = model.active_area().unwrap().proposal.as_ref().unwrap();
    assert_eq!(proposal.outlook.then.tests, None, "that was of other tests");
}

#[test]
fn of_a_large_area_problems_are_counted_around_what_changes() {
    let mut model = broken();
    tell(&mut model, regenerate_all());
    model.settle();
    let document = model.active_area().unwrap();
    let (now, then) = (document.area(), &document.proposal.as_ref().unwrap().area);
    let nodes = now.edit_to(then).unwrap().nodes(then);
    let (file, project) = ("a.apd".to_owned(), Project::usual(Path::new(".")));
    let surroundings = Surroundings { file, project, geometry: &document.geometry };
    let of = |extent: &Extent, progress: &Progress| {
        Outlook::of(&surroundings, [now, then], extent, progress)
    };
    let around = of(&Extent::Around(nodes.clone()), &Progress::default()).unwrap();
    let all = of(&Extent::Everything, &Progress::default()).unwrap();
    let severe = |outlook: &Outlook| [outlook.now, outlook.then].map(|state| state.n_problems);
    assert_eq!(severe(&around), severe(&all));
    assert!(around.in_words()[0].starts_with("Errors and warnings around it: "));
    let none = State { n_problems: 0, n_hints: 0, tests: Some([0, 0]) };
    let nothing = Outlook { is_of_all: true, now: none, then: none };
    assert_eq!(nothing.in_words(), ["No errors and warnings"]);
    for extent in [Extent::Everything, Extent::Around(nodes)] {
        let cancelled = Progress::default();
        cancelled.cancel();
        assert_eq!(of(&extent, &cancelled), None);
    }
}

#[test]
fn what_is_worked_out_stays_good_where_only_a_route_test_changes_meanwhile() {
    let mut model = broken();
    let gate = model.jobs.gate();
    let held = gate.lock().unwrap();
    tell(&mut model, regenerate_all());
    tell_of_route(&mut model, 0, |test| AreaMessage::Expect(test, Expect::CutOff));
    drop(held);
    model.settle();
    let area = model.active_area().unwrap();
    let proposal = area.proposal.as_ref().unwrap();
    assert_eq!(proposal.revision, area.editing.revision());
    assert_eq!(proposal.area.route_tests(), area.area().route_tests());
    assert_eq!(proposal.outlook.then.tests, None, "that was of other tests");
}

#[test]
fn a_proposal_that_is_cancelled_is_not_shown() {
    let mut model = broken();
    cancelled(&mut model, "Regenerate", |model| tell(model, regenerate_all()));
    let area = model.active_area().unwrap();
    assert!(area.proposal.is_none() && area.proposing.is_none());
}
