//! What holds for the route tests of an open area: they are part of what is edited.

use landwright_core::vfs::{ContentHash, Fingerprint};
use landwright_core::world::Document;
use landwright_core::world::journal::{Base, Journal};

use super::*;
use crate::kind::document::common::Then;
use crate::model::trial::brought_back;

fn test(name: &str, x: f64) -> RouteTest {
    let (name, from, to) = (name.to_owned(), [x, 72.0, 0.0], [200.0, 200.0, 0.0]);
    RouteTest { name, from, to, expect: Expect::Reached, max_length: Some(1_000.1) }
}

fn write(path: &Path, tests: &[RouteTest]) {
    let json = serde_json::to_vec_pretty(tests).unwrap();
    std::fs::write(path.with_extension("routes.json"), json).unwrap();
}

fn on_disk(path: &Path) -> Vec<RouteTest> {
    let json = std::fs::read(path.with_extension("routes.json")).unwrap();
    serde_json::from_slice(&json).unwrap()
}

/// The sample in a file with tests beside it.
fn file_with(folder: &Path, tests: &[RouteTest]) -> PathBuf {
    let path = opened_in(folder).1;
    write(&path, tests);
    path
}

fn open(path: &Path, home: Option<PathBuf>) -> Model {
    let mut model = Model::new(Settings::default(), home, Arc::new(|| ()));
    model.handle(Message::Open(vec![path.to_owned()]));
    model.settle();
    model
}

fn area(model: &Model) -> &AreaDocument {
    model.active_area().unwrap()
}

fn tests(model: &Model) -> Vec<RouteTest> {
    let shown: Vec<RouteTest> = area(model).routes.iter().map(|route| route.test.clone()).collect();
    assert_eq!(shown, area(model).area().route_tests().as_slice(), "what is shown is what is");
    shown
}

fn names(model: &Model) -> Vec<String> {
    tests(model).into_iter().map(|test| test.name).collect()
}

fn titles(model: &Model) -> Vec<String> {
    area(model).editing().rows().into_iter().map(|row| row.title).collect()
}

fn run(model: &mut Model, id: CommandId) {
    model.handle(Message::Command(id));
    model.settle();
}

fn keep(model: &mut Model, to: [f64; 3]) {
    let spots = [[72.0, 72.0, 0.0], to].map(Spot::At);
    tell(model, AreaMessage::Probe(spots));
    run(model, CommandId::KeepRoute);
}

fn changed(model: &mut Model, path: &Path) {
    model.handle(Message::FileChanged(path.with_extension("routes.json")));
    model.settle();
}

fn is_saved(model: &Model) -> bool {
    !area(model).has_unsaved_changes()
}

#[test]
fn each_change_of_a_test_is_a_step_that_is_undone_and_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = open(&file_with(folder.path(), &[test("First", 72.0)]), None);
    let apd = area(&model).area().to_apd().unwrap();
    let mut states = vec![tests(&model)];
    keep(&mut model, [200.0, 72.0, 0.0]);
    states.push(tests(&model));
    type Change = fn(RouteTest) -> AreaMessage;
    let changes: [(usize, Change); 3] = [
        (1, |test| AreaMessage::RenameRoute(test, "Home".to_owned())),
        (1, |test| AreaMessage::Expect(test, Expect::CutOff)),
        (0, AreaMessage::ForgetRoute),
    ];
    for (index, message) in changes {
        tell_of_route(&mut model, index, message);
        states.push(tests(&model));
    }
    let wanted = [
        "Add route test Route 2",
        "Rename route test Route 2",
        "Change route test Home",
        "Remove route test First",
    ];
    assert_eq!(titles(&model), wanted);
    assert_eq!(states.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 2, 2, 1]);
    for _ in 0..2 {
        for state in states.iter().rev() {
            assert_eq!(tests(&model), *state);
            assert_eq!(is_saved(&model), *state == states[0]);
            run(&mut model, CommandId::Undo);
        }
        for state in &states {
            assert_eq!(tests(&model), *state);
            run(&mut model, CommandId::Redo);
        }
        model.settle();
        assert!(area(&model).routes.iter().all(|route| route.result.is_some()));
    }
    // A name that is the same is no step, nor is a test that there is none of.
    tell_of_route(&mut model, 0, |test| AreaMessage::RenameRoute(test, "Home".to_owned()));
    tell(&mut model, AreaMessage::ForgetRoute(test("None", 1.0)));
    assert_eq!(titles(&model), wanted);
    assert!(area(&model).area().to_apd().unwrap() == apd);
}

#[test]
fn what_was_found_holds_on_where_only_tests_change() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = open(&file_with(folder.path(), &[test("First", 72.0)]), None);
    let json = r#"{"action":"delete-nodes","nodes":{"ids":[3]}}"#;
    tell(&mut model, AreaMessage::Propose(serde_json::from_str(json).unwrap()));
    model.settle();
    tell_of_route(&mut model, 0, |test| AreaMessage::RenameRoute(test, "Other".to_owned()));
    let document = area(&model);
    assert!(document.routes[0].result.as_ref().unwrap().1, "whatever it is called");
    assert!(!document.needs_check());
    model.tick();
    assert!(area(&model).walking.is_none(), "nothing is walked again");
    tell(&mut model, AreaMessage::Accept);
    assert_eq!(names(&model), ["Other"], "a proposal changes no tests");
    assert_eq!(area(&model).area().n_nodes(), 99);
    assert!(area(&model).needs_check());
}

#[test]
fn tests_that_were_never_saved_come_back_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let path = file_with(folder.path(), &[test("First", 72.0), test("Second", 73.0)]);
    let mut model = open(&path, Some(home.clone()));
    keep(&mut model, [200.0, 72.0, 0.0]);
    tell_of_route(&mut model, 0, AreaMessage::ForgetRoute);
    drop(model);
    assert_eq!(on_disk(&path).len(), 2);
    let mut model = brought_back(home.clone());
    assert_eq!(names(&model), ["Second", "Route 3"]);
    assert!(!is_saved(&model));
    run(&mut model, CommandId::Undo);
    run(&mut model, CommandId::Undo);
    assert_eq!(names(&model), ["First", "Second"]);
    assert!(is_saved(&model));
    run(&mut model, CommandId::Redo);
    // After a save, and with another step on top of it.
    run(&mut model, CommandId::Save);
    assert_eq!(on_disk(&path).len(), 3);
    tell_of_route(&mut model, 2, |test| AreaMessage::RenameRoute(test, "Third".to_owned()));
    drop(model);
    // And somebody else keeps one meanwhile.
    write(&path, &[on_disk(&path), vec![test("Theirs", 8.0)]].concat());
    let mut model = brought_back(home);
    assert_eq!(names(&model), ["First", "Second", "Theirs", "Third"]);
    run(&mut model, CommandId::Undo);
    assert_eq!(names(&model), ["First", "Second", "Third"]);
    run(&mut model, CommandId::Undo);
    assert_eq!(names(&model), ["First", "Second", "Route 3"]);
    assert!(!is_saved(&model), "that is not on disk any more");
    run(&mut model, CommandId::Redo);
    run(&mut model, CommandId::Redo);
    run(&mut model, CommandId::Save);
    assert!(is_saved(&model), "{:?}", model.dialog());
    assert_eq!(on_disk(&path), tests(&model));
}

#[test]
fn a_journal_of_before_tests_were_in_it_comes_back_with_those_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let path = file_with(folder.path(), &[test("First", 72.0)]);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::create_dir_all(home.join("journals")).unwrap();
    let (name, len) = (path.to_string_lossy().into_owned(), bytes.len() as u64);
    let base = Base { name, hash: ContentHash::of(&bytes), len, beside: None };
    let journal = home.join("journals").join("mine.journal");
    let journal = Journal::start(&journal, Area::KIND, &base).unwrap();
    let mut editing = landwright_core::world::Editing::new(Area::new(&sample_files().0).unwrap())
        .with_journal(journal);
    for json in [
        r#"{"action":"add-zone","x":999,"y":1000}"#,
        r#"{"action":"delete-nodes","nodes":{"ids":[3]}}"#,
    ] {
        let action: Action = serde_json::from_str(json).unwrap();
        let edit = action.resolve(editing.document(), &Geometry::none()).unwrap().edit.unwrap();
        editing.mark_saved(&Fingerprint::of(&bytes, None));
        editing.apply(action.title(), edit);
    }
    drop(editing);
    let mut model = brought_back(home);
    assert_eq!((n_steps(&model), names(&model)), (2, vec!["First".to_owned()]));
    assert_eq!(area(&model).area().n_nodes(), 99);
    run(&mut model, CommandId::Undo);
    run(&mut model, CommandId::Undo);
    assert_eq!((area(&model).area().zones().len(), names(&model).len()), (1, 1));
}

#[test]
fn a_save_writes_only_the_file_that_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_with(folder.path(), &[test("First", 72.0)]);
    let tests_file = path.with_extension("routes.json");
    let modified = |file: &Path| std::fs::metadata(file).unwrap().modified().unwrap();
    let backups = || -> Vec<String> {
        let files = std::fs::read_dir(folder.path().join(".landwright").join("backups"));
        let names = files.into_iter().flatten().map(|file| file.unwrap().file_name());
        names.map(|name| name.to_string_lossy().into_owned()).collect()
    };
    let mut model = open(&path, None);
    let (bytes, before) = (std::fs::read(&path).unwrap(), modified(&path));
    keep(&mut model, [200.0, 72.0, 0.0]);
    run(&mut model, CommandId::Save);
    assert!(is_saved(&model), "{:?}", model.dialog());
    assert_eq!(on_disk(&path), tests(&model));
    assert!(modified(&path) == before && std::fs::read(&path).unwrap() == bytes);
    assert!(!backups().iter().any(|name| name.ends_with(".apd")), "{:?}", backups());

    let (kept, before) = (std::fs::read(&tests_file).unwrap(), modified(&tests_file));
    let (node, _) = pair(&model);
    tell(&mut model, AreaMessage::Select([node].into()));
    run(&mut model, CommandId::DeleteSelected);
    run(&mut model, CommandId::Save);
    assert!(is_saved(&model) && std::fs::read(&path).unwrap() != bytes);
    assert!(modified(&tests_file) == before && std::fs::read(&tests_file).unwrap() == kept);
}

#[test]
fn tests_that_changed_on_disk_are_a_step_and_undo_leads_to_what_is_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_with(folder.path(), &[test("First", 72.0)]);
    let mut model = open(&path, None);
    write(&path, &[test("First", 72.0), test("Theirs", 8.0)]);
    changed(&mut model, &path);
    assert_eq!(titles(&model), ["Route tests changed on disk"]);
    assert!(is_saved(&model));
    run(&mut model, CommandId::Undo);
    assert_eq!(names(&model), ["First"]);
    assert!(!is_saved(&model));
    keep(&mut model, [200.0, 72.0, 0.0]);
    write(&path, &[test("Theirs", 8.0)]);
    changed(&mut model, &path);
    assert_eq!(names(&model), ["Route 2"], "each forgot what the other one did not keep");
    write(&path, &[test("Theirs", 8.0), test("Route 2", 9.0)]);
    changed(&mut model, &path);
    assert_eq!(names(&model), ["Route 2", "Route 2 (2)"]);
    assert!(!is_saved(&model));
    // Given up, the tests are those on disk.
    let id = area(&model).id;
    model.handle(Message::Answer(Answer::Discard(id, Then::Reload)));
    model.settle();
    assert_eq!(tests(&model), on_disk(&path));
    assert!(is_saved(&model));
    run(&mut model, CommandId::Undo);
    assert_eq!(names(&model), ["First", "Theirs"], "which is a step as well");
    let jump = |model: &mut Model, title: &str| {
        let rows = area(model).editing().rows();
        let step = rows.iter().filter(|row| row.title == title).map(|row| row.id).max();
        model.handle(Message::Jump(id, step.unwrap()));
    };
    jump(&mut model, "Route tests changed on disk");
    assert_eq!(names(&model), ["Route 2", "Route 2 (2)"], "and what was here is a branch");
    jump(&mut model, "Discard unsaved changes");
    // The file goes away, and nothing is lost.
    std::fs::remove_file(path.with_extension("routes.json")).unwrap();
    changed(&mut model, &path);
    assert_eq!(names(&model), ["Theirs", "Route 2"]);
    assert!(!is_saved(&model));
    run(&mut model, CommandId::Save);
    assert_eq!(on_disk(&path), tests(&model));
    assert!(is_saved(&model));
}

#[test]
fn what_is_on_disk_is_taken_with_its_tests_or_mine_stays_with_both() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_with(folder.path(), &[test("First", 72.0)]);
    for take in [true, false] {
        write(&path, &[test("First", 72.0)]);
        let mut model = open(&path, None);
        keep(&mut model, [200.0, 72.0, 0.0]);
        let mut other = open(&path, None);
        let (node, _) = pair(&other);
        tell(&mut other, AreaMessage::Select([node].into()));
        run(&mut other, CommandId::DeleteSelected);
        keep(&mut other, [72.0, 200.0, 0.0]);
        run(&mut other, CommandId::Save);
        model.handle(Message::FileChanged(path.clone()));
        model.settle();
        let Some(Dialog::ChangedOnDisk { document, .. }) = model.dialog().cloned() else {
            panic!("{:?}", model.dialog())
        };
        if take {
            model.handle(Message::Answer(Answer::TakeDisk(document)));
            model.settle();
            assert_eq!(tests(&model), on_disk(&path));
            assert!(is_saved(&model));
            run(&mut model, CommandId::Undo);
            assert_eq!(tests(&model)[1].to, [200.0, 72.0, 0.0], "in one step, and back");
        } else {
            model.handle(Message::Answer(Answer::KeepMine(document)));
            model.settle();
            assert_eq!(names(&model), ["First", "Route 2", "Route 2 (2)"]);
            assert!(!is_saved(&model));
            run(&mut model, CommandId::Save);
            assert_eq!(on_disk(&path), tests(&model));
        }
    }
}

#[test]
fn the_test_that_is_meant_is_forgotten_though_another_came_before_it_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = file_with(folder.path(), &[test("First", 72.0), test("Second", 73.0)]);
    let mut model = open(&path, None);
    let shown = area(&model).routes[1].test.clone();
    write(&path, &[vec![test("Theirs", 8.0)], on_disk(&path)].concat());
    model.handle(Message::FileChanged(path.with_extension("routes.json")));
    model.settle();
    assert_eq!(names(&model), ["Theirs", "First", "Second"]);
    tell(&mut model, AreaMessage::ForgetRoute(shown));
    assert_eq!(names(&model), ["Theirs", "First"]);
}
