//! What holds for areas that a crash left behind.

use super::*;
use crate::kind::tera::dialog::AreaAnswer;
use crate::kind::tera::dialog::AreaDialog;
use crate::model::trial::brought_back;

#[test]
fn work_on_an_area_comes_back_after_a_crash() {
    let folder = tempfile::TempDir::new().unwrap();
    let home = folder.path().join("home");
    let path = folder.path().join("mine.apd");
    let mut first = sample();
    let id = first.active_area().unwrap().id;
    let (node, other) = pair(&first);
    tell(&mut first, AreaMessage::Probe([node, other].map(Spot::Node)));
    tell(&mut first, AreaMessage::KeepRoute);
    first.handle(Message::SaveTo(id, path.clone()));
    first.settle();
    let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
    model.handle(Message::Open(vec![path]));
    model.settle();
    let (node, _) = pair(&model);
    tell(&mut model, AreaMessage::Select([node].into()));
    model.handle(Message::Command(CommandId::DeleteSelected));
    drop(model);

    let mut model = brought_back(home);
    assert_eq!(n_steps(&model), 1);
    assert!(model.active_area().unwrap().pos(node).is_none());
    model.handle(Message::Command(CommandId::Undo));
    assert!(model.active_area().unwrap().pos(node).is_some());
    assert_eq!(model.active_area().unwrap().routes.len(), 1, "tests are in a file of their own");
    model.handle(Message::Command(CommandId::Redo));
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert_eq!(model.dialog(), None);
    assert!(!model.active_area().unwrap().has_unsaved_changes());
}

#[test]
fn zones_that_came_and_went_come_back_after_a_crash_with_their_steps() {
    let folder = tempfile::TempDir::new().unwrap();
    let home = folder.path().join("home");
    let (mut model, _) = opened_with_zones(folder.path(), Some(home.clone()));
    let act = |model: &mut Model, json: &str| {
        tell(model, AreaMessage::Act(serde_json::from_str(json).unwrap()));
        model.settle();
    };
    let apd = |model: &Model| model.active_area().unwrap().area().to_apd().unwrap();
    let mut states = vec![apd(&model)];
    // Before the others, so that all their squares move.
    for json in [
        r#"{"action":"add-zone","x":999,"y":1000}"#,
        r#"{"action":"add-node","at":[-72,72,0]}"#,
        r#"{"action":"add-zone","x":1005,"y":1000}"#,
        r#"{"action":"remove-zone","zone":3}"#,
    ] {
        act(&mut model, json);
        states.push(apd(&model));
    }
    assert_eq!([0, 1, 3, 4].map(|n: usize| states[n].zones().len()), [2, 3, 4, 3]);
    // How many squares are changed beside the window.
    let travel = |model: &mut Model, id: CommandId| {
        model.handle(Message::Command(id));
        model.settle();
    };
    travel(&mut model, CommandId::Undo);
    drop(model);

    let mut model = brought_back(home);
    assert_eq!(n_steps(&model), 4);
    assert!(apd(&model) == states[3], "the last step is undone");
    travel(&mut model, CommandId::Redo);
    for state in states.iter().rev() {
        assert!(apd(&model) == *state);
        travel(&mut model, CommandId::Undo);
    }
}

/// Whether anything is offered at the next start.
fn is_offered(home: &Path) -> bool {
    let mut model = Model::new(Settings::default(), Some(home.to_owned()), Arc::new(|| ()));
    model.offer_recovery();
    let is_offered = matches!(model.dialog(), Some(Dialog::Recover { .. }));
    let n_files = std::fs::read_dir(home.join("journals")).unwrap().count();
    assert_eq!(is_offered, n_files > 0, "{n_files} files of journals are left");
    is_offered
}

#[test]
fn an_area_that_is_saved_with_its_geometry_and_tests_is_not_offered_after_a_crash() {
    for undo in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        let (mut model, _) = opened_with_zones(folder.path(), Some(home.clone()));
        brush(&mut model, CommandId::AddVolumes, 300, 50);
        drag(&mut model, [8.0, 8.0], [8.0, 8.0]);
        let (node, other) = pair(&model);
        tell(&mut model, AreaMessage::Probe([node, other].map(Spot::Node)));
        tell(&mut model, AreaMessage::KeepRoute);
        model.handle(Message::Command(CommandId::Save));
        model.settle();
        assert!(!model.active_area().unwrap().has_unsaved_changes(), "{:?}", model.dialog());
        if undo {
            model.handle(Message::Command(CommandId::Undo));
        }
        drop(model);
        assert_eq!(is_offered(&home), undo);
    }
}

/// A new area that was painted, and then lost to a crash together with the zone that was painted.
struct Bereft {
    folder: tempfile::TempDir,
    home: PathBuf,
    /// An empty folder to save to.
    own: PathBuf,
    /// The zone as it was in its file.
    bytes: Vec<u8>,
}

fn bereft() -> Bereft {
    let folder = tempfile::tempdir().unwrap();
    let [zones, home, own] = ["zones", "home", "own"].map(|name| folder.path().join(name));
    [&zones, &own].into_iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
    drop(painted_anew(&zones, home.clone()));
    let file = zones.join("x1000y1000.zgd");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    Bereft { folder, home, own, bytes }
}

#[test]
fn an_area_of_which_a_zone_could_not_be_saved_is_offered_after_a_crash() {
    let Bereft { folder: _folder, home, own, bytes } = bereft();
    let mut model = brought_back(home.clone());
    let (id, path) = (model.active_area().unwrap().id, own.join("isle.apd"));
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    assert!(path.exists());
    drop(model);
    assert!(is_offered(&home));
    // The file comes back, and has nothing of what was painted.
    std::fs::write(own.join("x1000y1000.zgd"), bytes).unwrap();
    let mut model = brought_back(home);
    assert!(model.active_area().unwrap().has_unsaved_changes());
    assert_eq!(volumes(&mut model, 0, 0), PAINTED);
}

#[test]
fn after_a_save_of_a_part_and_a_crash_what_was_written_is_known_as_written() {
    let Bereft { folder: _folder, home, own, bytes } = bereft();
    let mut model = brought_back(home.clone());
    let id = model.active_area().unwrap().id;
    let n_nodes = model.active_area().unwrap().area().n_nodes();
    let (node, _) = pair(&model);
    tell(&mut model, AreaMessage::Select([node].into()));
    model.handle(Message::Command(CommandId::DeleteSelected));
    brush(&mut model, CommandId::AddVolumes, 300, 50);
    drag(&mut model, [960.0 * 16.0 + 8.0, 8.0], [960.0 * 16.0 + 8.0, 8.0]);
    model.settle();
    model.handle(Message::SaveTo(id, own.join("isle.apd")));
    model.settle();
    assert_eq!(volumes_in(&own.join("x1001y1000.zgd")), [(0, 32_767), (300, 50)]);
    model.handle(Message::Command(CommandId::Undo));
    drop(model);

    std::fs::write(own.join("x1000y1000.zgd"), bytes).unwrap();
    let mut model = brought_back(home);
    assert_eq!(model.dialog(), None, "nobody else changed anything");
    assert_eq!(volumes(&mut model, 960, 0), [(0, 32_767)], "it was undone");
    assert_eq!(volumes(&mut model, 0, 0), PAINTED);
    let area = model.active_area().unwrap();
    assert!(area.has_unsaved_changes());
    let id = area.id;
    model.handle(Message::Answer(Answer::Discard(id, crate::kind::document::common::Then::Reload)));
    model.settle();
    let area = model.active_area().unwrap();
    assert_eq!((area.area().n_nodes(), area.has_unsaved_changes()), (n_nodes - 1, false));
    assert_eq!(volumes(&mut model, 960, 0), [(0, 32_767), (300, 50)]);
    assert_eq!(volumes(&mut model, 0, 0), [(0, 32_767)]);
}

#[test]
fn an_area_that_was_saved_elsewhere_comes_back_there_after_a_crash() {
    let folder = tempfile::TempDir::new().unwrap();
    let home = folder.path().join("home");
    let (mut first, original) = opened_with_zones(folder.path(), Some(home.clone()));
    let before = std::fs::read(&original).unwrap();
    let path = original.with_file_name("other.apd");
    let nodes: Vec<_> = first.active_area().unwrap().area().nodes().take(2).collect();
    for node in nodes {
        tell(&mut first, AreaMessage::Select([node].into()));
        first.handle(Message::Command(CommandId::DeleteSelected));
        let id = first.active_area().unwrap().id;
        if !path.exists() {
            first.handle(Message::SaveTo(id, path.clone()));
            first.settle();
        }
    }
    drop(first);
    let mut model = brought_back(home);
    assert_eq!((model.dialog(), n_steps(&model)), (None, 2));
    assert_eq!(model.active_area().unwrap().name, "other.apd");
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert_eq!(std::fs::read(&original).unwrap(), before);
    model.handle(Message::Command(CommandId::Undo));
    assert!(model.active_area().unwrap().has_unsaved_changes());
}

#[test]
fn what_is_brought_back_takes_the_place_of_what_is_open_of_the_same_file() {
    let folder = tempfile::TempDir::new().unwrap();
    let home = folder.path().join("home");
    let (mut first, path) = opened_with_zones(folder.path(), Some(home.clone()));
    let node = first.active_area().unwrap().area().nodes().next().unwrap();
    tell(&mut first, AreaMessage::Select([node].into()));
    first.handle(Message::Command(CommandId::DeleteSelected));
    drop(first);
    let mut model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
    model.handle(Message::Open(vec![path]));
    model.settle();
    model.offer_recovery();
    let Some(Dialog::Recover { left }) = model.dialog().cloned() else { panic!() };
    model.handle(Message::Answer(Answer::Recover(left[0].clone())));
    model.settle();
    assert_eq!((model.areas().count(), n_steps(&model)), (1, 1));
    assert!(!model.can_run(CommandId::ReopenClosed), "nobody closed it");
}

/// Two zones in a folder become a new area, which has no file.
fn made_anew(folder: &Path, home: PathBuf) -> Model {
    let zgd = Zgd::from_cells(|x, y, cell| {
        if x.max(y) < 80 {
            cell.push((0, 32_767).into());
        }
    });
    for name in ["x1000y1000.zgd", "x1001y1000.zgd"] {
        std::fs::write(folder.join(name), packed_file("", &zgd::write(&zgd)).bytes).unwrap();
    }
    let mut model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
    model.handle(Message::NewArea(folder.to_owned()));
    model.settle();
    let Some(AreaDialog::NewArea(form)) = model.dialog().and_then(Dialog::form).cloned() else {
        panic!()
    };
    model.handle(Message::Answer(AreaAnswer::NewArea(form).answer()));
    model.settle();
    model
}

/// The same, and it is painted.
fn painted_anew(folder: &Path, home: PathBuf) -> Model {
    let mut model = made_anew(folder, home);
    brush(&mut model, CommandId::AddVolumes, 300, 50);
    drag(&mut model, [8.0, 8.0], [8.0, 8.0]);
    model.settle();
    model
}

fn volumes_in(file: &Path) -> Vec<(i16, u16)> {
    let zgd = zgd::read_packed(&std::fs::read(file).unwrap()).unwrap().0;
    zgd.volumes_at(0, 0).iter().map(|volume| (volume.z, volume.height)).collect()
}

const PAINTED: [(i16, u16); 2] = [(0, 32_767), (300, 50)];

#[test]
fn a_new_area_comes_back_after_a_crash_with_its_geometry_and_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let [zones, home, own] = ["zones", "home", "own"].map(|name| folder.path().join(name));
    [&zones, &own].into_iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
    drop(painted_anew(&zones, home.clone()));
    let mut model = brought_back(home.clone());
    assert_eq!(volumes(&mut model, 0, 0), PAINTED);
    assert_eq!(volumes(&mut model, 960, 0), [(0, 32_767)], "of a zone that nobody touched");
    let id = model.active_area().unwrap().id;
    model.handle(Message::SaveTo(id, own.join("isle.apd")));
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes(), "{:?}", model.dialog());
    assert_eq!(volumes_in(&own.join("x1000y1000.zgd")), PAINTED);
    assert_eq!(volumes_in(&zones.join("x1000y1000.zgd")), [(0, 32_767)]);
    model.handle(Message::Command(CommandId::Close));
    let left = std::fs::read_dir(home.join("journals")).unwrap();
    assert_eq!(left.count(), 0, "nothing of it stays beside a journal");
}

#[test]
fn a_new_area_comes_back_before_anything_was_done_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let model = made_anew(folder.path(), home.clone());
    let n_nodes = model.active_area().unwrap().area().n_nodes();
    drop(model);
    let mut model = brought_back(home.clone());
    let area = model.active_area().unwrap();
    assert_eq!((area.area().n_nodes(), area.has_unsaved_changes()), (n_nodes, true));
    let id = area.id;
    model.handle(Message::SaveTo(id, folder.path().join("isle.apd")));
    model.settle();
    drop(model);
    assert!(!is_offered(&home), "it is saved");
}

#[test]
fn nodes_are_saved_without_a_zone_that_nobody_knows_and_it_is_saved_once_it_is_there() {
    let Bereft { folder: _folder, home, own, bytes } = bereft();
    let name = "x1000y1000.zgd";
    let mut model = brought_back(home);
    let (id, path) = (model.active_area().unwrap().id, own.join("isle.apd"));
    model
        .handle(Message::Answer(Answer::SaveFirst(id, crate::kind::document::common::Then::Close)));
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    assert!(path.exists() && !own.join(name).exists());
    assert!(model.active_area().unwrap().has_unsaved_changes(), "nor was it closed");
    let is_told = |line: &str| line.starts_with("the changed geometry of x1000y1000");
    assert!(model.log.lines().any(|line| is_told(&line.text)), "{:?}", model.log);

    std::fs::write(own.join(name), bytes).unwrap();
    model.handle(Message::FileChanged(own.join(name)));
    model.settle();
    assert_eq!(volumes(&mut model, 0, 0), PAINTED);
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes(), "{:?}", model.dialog());
    assert_eq!(volumes_in(&own.join(name)), PAINTED);
}

#[test]
fn where_the_zones_are_is_written_down_again_only_where_that_is_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let (mut model, _) = opened_with_zones(folder.path(), Some(home.clone()));
    let paint = |model: &mut Model, z| {
        brush(model, CommandId::AddVolumes, z, 50);
        drag(model, [8.0, 8.0], [8.0, 8.0]);
        model.settle();
    };
    paint(&mut model, 300);
    let files = std::fs::read_dir(home.join("journals")).unwrap();
    let mut files = files.map(|file| file.unwrap().path());
    let list = files.find(|file| file.extension().unwrap() == "zones").unwrap();
    // Anyone who writes it, writes over this.
    std::fs::write(&list, b"as it was").unwrap();
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert_eq!(std::fs::read(&list).unwrap(), b"as it was");
    paint(&mut model, 400);
    let elsewhere = folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let id = model.active_area().unwrap().id;
    model.handle(Message::SaveTo(id, elsewhere.join("both.apd")));
    model.settle();
    let paths: Vec<PathBuf> = serde_json::from_slice(&std::fs::read(&list).unwrap()).unwrap();
    let [first, second] = ["x1000y1000.zgd", "x1001y1000.zgd"];
    assert_eq!(paths, [elsewhere.join(first), folder.path().join(second)]);
}
