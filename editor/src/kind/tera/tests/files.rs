//! What holds for open areas and their files.

use super::*;
use crate::kind::tera::dialog::AreaAnswer;
use crate::kind::tera::dialog::AreaDialog;
use crate::model::log::Level;
use crate::model::trial::cancelled;

#[test]
fn an_area_is_saved_with_its_route_tests_and_opens_again() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("mine.apd");
    let mut model = sample();
    let (node, other) = pair(&model);
    let spots = [node, other].map(Spot::Node);
    tell(&mut model, AreaMessage::Probe(spots));
    tell(&mut model, AreaMessage::KeepRoute);
    tell(&mut model, AreaMessage::Select([node].into()));
    let id = model.active_area().unwrap().id;
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes());
    let saved = model.active_area().unwrap().area().to_apd().unwrap();
    model.handle(Message::Command(CommandId::Close));
    assert_eq!(model.documents().count(), 0);
    model.handle(Message::Open(vec![path]));
    model.settle();
    let area = model.active_area().unwrap();
    assert!(area.area().to_apd().unwrap() == saved);
    assert_eq!(area.routes.len(), 1);
    assert!(area.routes[0].result.as_ref().unwrap().1);
    assert!(open::missing_zones(area.area(), &area.geometry).is_empty());
}

#[test]
fn an_area_that_changed_on_disk_is_read_again_and_asked_about_where_it_was_edited() {
    let folder = tempfile::TempDir::new().unwrap();
    let (mut model, path) = opened_in(folder.path());
    let (mut other, _) = opened_in(folder.path());
    let (node, _) = pair(&model);
    tell(&mut other, AreaMessage::Select([node].into()));
    other.handle(Message::Command(CommandId::DeleteSelected));
    other.handle(Message::Command(CommandId::Save));
    other.settle();

    model.handle(Message::FileChanged(path.clone()));
    model.settle();
    let area = model.active_area().unwrap();
    assert_eq!((area.area().n_nodes(), area.has_unsaved_changes()), (99, false));
    model.handle(Message::Command(CommandId::Undo));
    assert_eq!(model.active_area().unwrap().area().n_nodes(), 100, "it is a step like others");

    other.handle(Message::Command(CommandId::Undo));
    other.handle(Message::Command(CommandId::Save));
    other.settle();
    model.handle(Message::FileChanged(path));
    model.settle();
    let Some(Dialog::ChangedOnDisk { document, .. }) = model.dialog().cloned() else {
        panic!("{:?}", model.dialog())
    };
    model.handle(Message::Answer(Answer::TakeDisk(document)));
    assert!(!model.active_area().unwrap().has_unsaved_changes());
}

#[test]
fn a_zone_that_another_program_changes_during_a_save_is_read_once_that_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_with_zones(folder.path(), None);
    let their = folder.path().join("x1001y1000.zgd");
    let write_theirs = |z: i16| {
        let zgd = Zgd::from_cells(|_, _, cell| cell.push((z, 32_767).into()));
        std::fs::write(&their, packed_file("", &zgd::write(&zgd)).bytes).unwrap();
    };
    let first_volume = |model: &mut Model| volumes(model, 965, 5);
    brush(&mut model, CommandId::AddVolumes, 300, 50);
    for look_comes_first in [false, true] {
        let z = if look_comes_first { 78 } else { 77 };
        let x = 8.0 + f64::from(z);
        drag(&mut model, [x, 8.0], [x, 8.0]);
        let session = model.session.clone();
        let held = crate::job::lock(&session);
        if look_comes_first {
            model.handle(Message::FileChanged(path.clone()));
        }
        model.handle(Message::Command(CommandId::Save));
        write_theirs(z);
        if !look_comes_first {
            model.handle(Message::FileChanged(path.clone()));
        }
        model.handle(Message::FileChanged(their.clone()));
        drop(held);
        model.settle();
        assert!(model.dialog().is_none(), "its own save is none of another program");
        assert!(!model.active_area().unwrap().has_unsaved_changes());
        assert_eq!(first_volume(&mut model), [(z, 32_767)]);
    }
}

#[test]
fn route_tests_that_changed_on_disk_and_here_are_told_of_and_saved_together() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_in(folder.path());
    let (a, _) = pair(&model);
    let file = path.with_extension("routes.json");
    let test = |name: &str, x: f64| RouteTest {
        name: name.to_owned(),
        from: [x, 8.0, 0.0],
        to: [64.0, 64.0, 0.0],
        expect: Expect::Reached,
        max_length: None,
    };
    let names = |tests: &[RouteTest]| tests.iter().map(|t| t.name.clone()).collect::<Vec<_>>();
    let write = |tests: &[RouteTest]| {
        std::fs::write(&file, serde_json::to_vec(tests).unwrap()).unwrap();
    };
    write(&[test("of both", 8.0)]);
    model.handle(Message::FileChanged(file.clone()));
    model.settle();
    let area = model.active_area().unwrap();
    assert_eq!((area.routes.len(), area.has_unsaved_changes()), (1, false), "taken as it is");
    let as_it_was = std::fs::read(&file).unwrap();
    tell(&mut model, AreaMessage::Select([a].into()));
    model.handle(Message::Command(CommandId::DeleteSelected));
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes());
    assert_eq!(std::fs::read(&file).unwrap(), as_it_was, "tests that nobody changed stay");

    let (a, b) = pair(&model);
    tell(&mut model, AreaMessage::Probe([Spot::Node(a), Spot::Node(b)]));
    tell(&mut model, AreaMessage::KeepRoute);
    write(&[test("of both", 16.0), test("of theirs", 8.0)]);
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
    assert!(what.contains("routes.json: "), "{what}");
    model.handle(Message::Answer(Answer::Cancel));
    assert!(model.active_area().unwrap().has_unsaved_changes());
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert!(model.dialog().is_none(), "{:?}", model.dialog());
    assert!(!model.active_area().unwrap().has_unsaved_changes());
    let saved: Vec<RouteTest> = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(names(&saved), ["of both", "of theirs", "Route 2"]);
    assert_eq!(saved[0].from[0], 16.0, "what nobody changed here is as they have it");

    // One is forgotten and one kept here, and theirs has the same name.
    tell_of_route(&mut model, 1, AreaMessage::ForgetRoute);
    tell(&mut model, AreaMessage::KeepRoute);
    let kept = model.active_area().unwrap().routes[2].test.clone();
    assert_eq!(kept.name, "Route 3", "no name is given twice");
    write(&[saved.clone(), vec![test("Route 3", 24.0)]].concat());
    model.handle(Message::FileChanged(file.clone()));
    model.settle();
    let is_told = |text: &str| model.log.lines().any(|line| line.text == text);
    assert!(is_told("mine.apd: your Route 3 was renamed to Route 3 (2)"));
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    let saved: Vec<RouteTest> = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(names(&saved), ["of both", "Route 2", "Route 3", "Route 3 (2)"]);
    assert_eq!((saved[2].from[0], saved[3].from), (24.0, kept.from));
}

#[test]
fn route_tests_that_cant_be_read_are_told_of_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_in(folder.path());
    let (a, b) = pair(&model);
    model.handle(Message::Command(CommandId::Close));
    let file = path.with_extension("routes.json");
    let newer = br#"[{"from":[1,2,3],"to":[4,5,6],"colour":"red"}]"#;
    std::fs::write(&file, newer).unwrap();
    model.handle(Message::Open(vec![path.clone()]));
    model.settle();
    assert!(model.active_area().is_some_and(|area| area.routes.is_empty()));
    let is_told =
        |line: &str| line.contains("mine.routes.json can't be read") && line.contains("colour");
    assert!(model.log.lines().any(|line| is_told(&line.text)));
    tell(&mut model, AreaMessage::Select([a].into()));
    model.handle(Message::Command(CommandId::DeleteSelected));
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes(), "{:?}", model.dialog());

    tell(&mut model, AreaMessage::Probe([Spot::Node(a), Spot::Node(b)]));
    let spots = [Spot::At([72.0, 72.0, 0.0]), Spot::Node(b)];
    tell(&mut model, AreaMessage::Probe(spots));
    tell(&mut model, AreaMessage::KeepRoute);
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
    assert!(what.contains("mine.routes.json can't be read and is not overwritten"), "{what}");
    model.handle(Message::Answer(Answer::Cancel));
    assert_eq!(std::fs::read(&file).unwrap(), newer);
    std::fs::write(&file, br#"[{"from":[1,2,3],"to":[4,5,6]}]"#).unwrap();
    model.handle(Message::FileChanged(file.clone()));
    model.settle();
    assert_eq!(
        model.active_area().unwrap().routes.len(),
        2,
        "mended, they come with those of here"
    );
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes(), "{:?}", model.dialog());
}

#[test]
fn a_new_area_is_made_from_the_geometry_in_a_folder() {
    let folder = tempfile::TempDir::new().unwrap();
    let zgd = Zgd::from_cells(|x, y, cell| {
        if x.max(y) < 80 {
            cell.push((0, 32_767).into());
        }
    });
    let packed = packed_file("", &zgd::write(&zgd)).bytes;
    std::fs::write(folder.path().join("x1001y0998.zgd"), packed).unwrap();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    model.handle(Message::NewArea(folder.path().to_owned()));
    model.settle();
    let Some(AreaDialog::NewArea(form)) = model.dialog().and_then(Dialog::form).cloned() else {
        panic!()
    };
    assert_eq!((form.from, form.to), (Zone { x: 1001, y: 998 }, Zone { x: 1001, y: 998 }));
    assert_eq!(form.refusal(), None);
    let far = create::NewAreaForm { to: Zone { x: 1099, y: 998 }, ..form.clone() };
    assert_eq!(far.refusal().unwrap(), "An area has at most 64 zones along a side");
    assert_eq!(form.origin(), Origin::USUAL);
    let gate = model.jobs.gate();
    let held = gate.lock().unwrap();
    model.handle(Message::Answer(AreaAnswer::NewArea(form.clone()).answer()));
    let job = model.jobs().iter().find(|job| job.title == "Creating an area").unwrap().id;
    model.handle(Message::CancelJob(job));
    drop(held);
    model.settle();
    assert_eq!(model.documents().count(), 0, "what is cancelled is not opened");
    model.handle(Message::Answer(AreaAnswer::NewArea(form).answer()));
    model.settle();
    let area = model.active_area().unwrap();
    assert_eq!(area.area().n_nodes(), 133, "one in the middle of every square, more at the edge");
    assert!(area.has_unsaved_changes() && area.file.is_none());
    let id = area.id;
    model.handle(Message::Command(CommandId::Close));
    assert!(
        matches!(model.dialog(), Some(Dialog::Unsaved { .. })),
        "nothing has it but the window"
    );
    model.handle(Message::Answer(Answer::Cancel));
    model.handle(Message::SaveTo(id, folder.path().join("mine.apd")));
    model.settle();
    assert!(!model.active_area().unwrap().has_unsaved_changes());

    model.handle(Message::NewArea(std::env::temp_dir().join("nothing is here")));
    model.settle();
    assert!(matches!(model.dialog(), Some(Dialog::Failed { .. })));
}

#[test]
fn what_is_wrong_with_files_that_are_read_again_is_told_once() {
    let folder = tempfile::TempDir::new().unwrap();
    let (mut model, _) = opened_with_zones(folder.path(), None);
    let zone = folder.path().join("x1001y1000.zgd");
    let limit = landwright_core::vfs::disk::READ_LIMIT;
    // Full of holes: it takes no room.
    std::fs::File::create(&zone).unwrap().set_len(limit + 1).unwrap();
    let n_told = |model: &Model| {
        let is_of_zone = |text: &str| text.starts_with(&*zone.display().to_string());
        model.log.lines().filter(|line| is_of_zone(&line.text)).count()
    };
    for wanted in [0, 1, 1] {
        assert_eq!(n_told(&model), wanted);
        model.handle(Message::FileChanged(zone.clone()));
        model.settle();
    }
    assert_eq!(n_told(&model), 1);
}

#[test]
fn a_new_area_lies_where_its_world_does_and_zones_that_cant_be_read_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let zgd = Zgd::from_cells(|x, y, cell| {
        if x.max(y) < 80 {
            cell.push((0, 32_767).into());
        }
    });
    let packed = packed_file("", &zgd::write(&zgd)).bytes;
    std::fs::write(folder.path().join("x1001y0998.zgd"), packed).unwrap();
    std::fs::write(folder.path().join("x1002y0998.zgd"), b"half of it").unwrap();
    let list = "<AreaList><Continent originZoneX='1003' originZoneY='999'>\
                <Area name='A'><Zone x='1001' y='998'/></Area></Continent></AreaList>";
    std::fs::write(folder.path().join("AreaList.xml"), list).unwrap();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    model.handle(Message::NewArea(folder.path().to_owned()));
    model.settle();
    let Some(AreaDialog::NewArea(form)) = model.dialog().and_then(Dialog::form).cloned() else {
        panic!()
    };
    let origin = Origin { zone_x: 1003, zone_y: 999 };
    assert_eq!(form.origin(), origin);
    let wanted = Origin { zone_x: 7, zone_y: 8 };
    let other = create::NewAreaForm { wanted_origin: Some(wanted), ..form.clone() };
    assert_eq!(other.origin(), wanted);
    model.handle(Message::Answer(AreaAnswer::NewArea(form).answer()));
    model.settle();
    let area = model.active_area().unwrap().area();
    assert_eq!(area.origin(), origin);
    assert_eq!(area.n_nodes(), 133);
    let is_told = |line: &str| line.starts_with("x1002y0998.zgd can't be read");
    assert!(model.log.lines().any(|line| is_told(&line.text)));
}

#[test]
fn what_was_worked_out_over_other_geometry_is_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, _) = opened_with_zones(folder.path(), None);
    let json = r#"{"action":"regenerate","squares":{"box":{"from":[0,0],"to":[1279,639]}}}"#;
    tell(&mut model, AreaMessage::Propose(serde_json::from_str(json).unwrap()));
    model.handle(Message::Paste("stuck at 72, 72, 0".to_owned()));
    model.settle();
    let area = model.active_area().unwrap();
    assert!(area.proposal.is_some());
    let found = area.reports.clone().unwrap().findings;
    let file = folder.path().join("x1000y1000.zgd");
    let zgd = Zgd::from_cells(|_, _, _| {});
    std::fs::write(&file, packed_file("", &zgd::write(&zgd)).bytes).unwrap();
    model.handle(Message::FileChanged(file));
    model.settle();
    let area = model.active_area().unwrap();
    assert!(area.proposal.is_none());
    let now = area.reports.clone().unwrap().findings;
    assert!(now.is_some() && now != found);
}

#[test]
fn zones_that_go_while_the_area_changes_are_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_with_zones(folder.path(), None);
    let mut other = Model::new(Settings::default(), None, Arc::new(|| ()));
    other.handle(Message::Open(vec![path.clone()]));
    other.settle();
    let node = other.active_area().unwrap().area().nodes().next().unwrap();
    tell(&mut other, AreaMessage::Select([node].into()));
    other.handle(Message::Command(CommandId::DeleteSelected));
    other.handle(Message::Command(CommandId::Save));
    other.settle();
    std::fs::remove_file(folder.path().join("x1001y1000.zgd")).unwrap();
    model.handle(Message::FileChanged(path));
    model.settle();
    let n_nodes = |model: &Model| model.active_area().unwrap().area().n_nodes();
    assert_eq!(n_nodes(&model), n_nodes(&other), "it was taken from the disk");
    let is_told = |line: &str| line.starts_with("x1001y1000.zgd can't be read now");
    assert_eq!(model.log.lines().filter(|line| is_told(&line.text)).count(), 1);
}

#[test]
fn a_save_that_the_person_cancelled_is_noted_and_nothing_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_in(folder.path());
    let before = std::fs::read(&path).unwrap();
    let (node, _) = pair(&model);
    let from = at(&model, node);
    drag(&mut model, from, [from[0] + 16.0, from[1]]);
    cancelled(&mut model, "Saving", |model| model.handle(Message::Command(CommandId::Save)));
    assert!(model.dialog().is_none(), "{:?}", model.dialog());
    let said = model.log.lines().find(|line| line.text.contains("cancelled")).unwrap();
    assert_eq!(said.level, Level::Note);
    assert!(model.active_area().unwrap().has_unsaved_changes());
    assert!(std::fs::read(&path).unwrap() == before);
}

#[test]
fn a_save_that_waits_goes_by_what_was_decided_about_the_file_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_with_zones(folder.path(), None);
    let id = model.active_area().unwrap().id;
    let nodes: Vec<NodeId> = model.active_area().unwrap().area().nodes().take(3).collect();
    let delete = |model: &mut Model, node: NodeId| {
        tell(model, AreaMessage::Select([node].into()));
        model.handle(Message::Command(CommandId::DeleteSelected));
    };
    delete(&mut model, nodes[0]);
    let mut other = Model::new(Settings::default(), None, Arc::new(|| ()));
    other.handle(Message::Open(vec![path.clone()]));
    other.settle();
    delete(&mut other, nodes[1]);
    other.handle(Message::Command(CommandId::Save));
    other.settle();
    model.handle(Message::FileChanged(path));
    model.settle();
    assert!(matches!(model.dialog(), Some(Dialog::ChangedOnDisk { .. })), "{:?}", model.dialog());
    let gate = model.jobs.gate();
    let held = gate.lock().unwrap();
    let json = format!(r#"{{"action":"delete-nodes","nodes":{{"ids":[{}]}}}}"#, nodes[2].0);
    let action = serde_json::from_str(&json).unwrap();
    model.area_mut(id).unwrap().do_beside("Delete", vec![action]);
    model.handle(Message::Command(CommandId::Save));
    model.tick();
    model.handle(Message::Answer(Answer::KeepMine(id)));
    drop(held);
    model.settle();
    assert_eq!(model.dialog(), None);
    let area = model.active_area().unwrap();
    assert!(!area.has_unsaved_changes());
    assert_eq!(nodes.iter().filter(|node| area.pos(**node).is_none()).count(), 2);
}

#[test]
fn what_is_told_as_saved_is_what_was_written_and_nobody_reads_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_with_zones(folder.path(), None);
    let id = model.active_area().unwrap().id;
    let [first, second] = ["x1000y1000.zgd", "x1001y1000.zgd"].map(|name| folder.path().join(name));
    brush(&mut model, CommandId::AddVolumes, 300, 50);
    drag(&mut model, [8.0, 8.0], [8.0, 8.0]);
    model.settle();
    // Nobody hears of this one.
    let theirs = Zgd::from_cells(|_, _, cell| cell.push((40, 32_767).into()));
    std::fs::write(&second, packed_file("", &zgd::write(&theirs)).bytes).unwrap();
    model.handle(Message::Command(CommandId::Save));
    // The window hears of it before it hears that it is done.
    model.handle(Message::FileChanged(first.clone()));
    model.settle();
    let said: Vec<&str> = model.log.lines().map(|line| &*line.text).collect();
    assert_eq!(said.last(), Some(&&*format!("{} is saved", first.display())));
    assert!(!said.contains(&&*format!("{} is saved", path.display())));
    for file in [&first, &path] {
        model.handle(Message::FileChanged(file.clone()));
        model.settle();
    }
    assert_eq!(model.area(id).unwrap().n_reads, 0, "all that was heard of is known");
    model.handle(Message::FileChanged(second));
    model.settle();
    assert_eq!(model.area(id).unwrap().n_reads, 1);
    let said = model.log.current().unwrap();
    assert_eq!(said.text, "both.apd: x1001y1000.zgd changed on disk and was reloaded");
}

#[test]
fn what_another_tab_reads_again_is_not_said_over_what_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (mut model, path) = opened_with_zones(folder.path(), None);
    let other = folder.path().join("other.apd");
    std::fs::copy(&path, &other).unwrap();
    model.handle(Message::Open(vec![other.clone()]));
    model.settle();
    brush(&mut model, CommandId::AddVolumes, 300, 50);
    drag(&mut model, [8.0, 8.0], [8.0, 8.0]);
    model.handle(Message::Command(CommandId::Save));
    model.settle();
    let zone = folder.path().join("x1000y1000.zgd");
    model.handle(Message::FileChanged(zone.clone()));
    model.settle();
    assert_eq!(model.log.current().unwrap().text, format!("{} is saved", zone.display()));
    let last = model.log.last().unwrap();
    assert_eq!(last.text, "both.apd: x1000y1000.zgd changed on disk and was reloaded");
}

#[test]
fn an_area_that_could_not_be_read_is_looked_at_again_with_whatever_is_heard_of_next() {
    let folder = tempfile::TempDir::new().unwrap();
    let (mut model, path) = opened_with_zones(folder.path(), None);
    let (mut other, _) = opened_with_zones(folder.path(), None);
    let node = other.active_area().unwrap().area().nodes().next().unwrap();
    tell(&mut other, AreaMessage::Select([node].into()));
    other.handle(Message::Command(CommandId::DeleteSelected));
    other.handle(Message::Command(CommandId::Save));
    other.settle();
    let theirs = std::fs::read(&path).unwrap();
    let n_theirs = other.active_area().unwrap().area().n_nodes();
    std::fs::write(&path, b"half of it").unwrap();
    model.handle(Message::FileChanged(path.clone()));
    model.settle();
    assert_eq!(model.active_area().unwrap().area().n_nodes(), n_theirs + 1);
    std::fs::write(&path, theirs).unwrap();
    model.handle(Message::FileChanged(folder.path().join("x1000y1000.zgd")));
    model.settle();
    assert_eq!(model.active_area().unwrap().area().n_nodes(), n_theirs);
}
