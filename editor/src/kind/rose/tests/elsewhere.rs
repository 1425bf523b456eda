//! What holds for zones that are saved in another place than that which they were opened from.

use super::disk::*;
use super::*;
use crate::model::trial::brought_back;

#[test]
fn a_zone_that_was_saved_elsewhere_knows_its_own_files_there() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("mine").join("MINE.ZON");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut model = opened_sample();
    let id = front(&model).id;
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    let spawn = spawn_in(&model, 0);
    set_limit(&mut model, spawn, 77);
    save(&mut model);
    for file in files_in(folder.path()).into_keys() {
        changed(&mut model, &file);
        assert_eq!((model.dialog(), n_steps(&model), is_saved(&model)), (None, 1, true));
    }
    // Somebody else writes there, while something is not saved here.
    let mut other = opened(&path);
    let theirs = spawn_in(&other, 1);
    set_limit(&mut other, theirs, 55);
    act(&mut other, r#"{"action":"set-economy","field":"name","to":"Mine"}"#);
    save(&mut other);
    set_limit(&mut model, spawn, 78);
    changed(&mut model, &path);
    answer(&mut model, Answer::Merge);
    assert_eq!(n_steps(&model), 3, "{:?}", model.log.last());
    save(&mut model);
    let again = opened(&path);
    assert_eq!(value(&again, spawn, Field::Limit), "78");
    assert_eq!(value(&again, theirs, Field::Limit), "55");
    assert_eq!(again.active_zone().unwrap().zone().economy(), front(&model).zone().economy());
    undo_to_the_first(&mut model);
    save(&mut model);
}

#[test]
fn files_that_could_not_be_understood_go_along_when_a_zone_is_saved_elsewhere() {
    let (folder, path, model) = on_disk(None);
    let file = ifo(&model, &path, 0);
    drop(model);
    let damaged = fs::read(&file).unwrap()[..40].to_vec();
    fs::write(&file, &damaged).unwrap();
    // No file, though it is called like one.
    let lightmap = path.join("31_31/LIGHTMAP/OBJECTLIGHTMAPDATA.LIT");
    fs::remove_file(&lightmap).unwrap();
    fs::create_dir(&lightmap).unwrap();
    let mut model = opened(&path);
    assert_eq!(front(&model).of_files.len(), 2, "and the zone is open");
    let id = front(&model).id;
    let target = folder.path().join("new/NEW.ZON");
    fs::create_dir(folder.path().join("new")).unwrap();
    model.handle(Message::SaveTo(id, target.clone()));
    model.settle();
    assert_eq!(model.dialog(), None);
    let copy = target.with_file_name(file.file_name().unwrap());
    assert!(fs::read(copy).unwrap() == damaged);
    assert!(said(
        &model,
        "OBJECTLIGHTMAPDATA.LIT can't be read and was not copied to the new place"
    ));
    for file in files_in(target.parent().unwrap()).into_keys() {
        changed(&mut model, &file);
        assert_eq!((model.dialog(), n_steps(&model)), (None, 0));
    }
    // Mended on disk, it is read.
    let whole = SampleZone::new(Plan::small(1)).files();
    let whole = whole.iter().find(|file| file.path.ends_with("30_30.IFO")).unwrap();
    let file = target.with_file_name("30_30.IFO");
    fs::write(&file, &whole.bytes).unwrap();
    changed(&mut model, &file);
    assert_eq!((model.dialog(), n_steps(&model), is_saved(&model)), (None, 1, true));
    spawn_in(&model, 0);
}

#[test]
fn a_zone_is_saved_under_no_name_that_no_file_gets() {
    let (folder, path, model) = on_disk(None);
    let file = ifo(&model, &path, 0);
    drop(model);
    fs::remove_file(path.join("S01.ZON")).unwrap();
    let names = |folder: &Path| -> Vec<String> {
        let files = files_in(folder).into_keys();
        files.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    };
    let new = folder.path().join("new");
    fs::create_dir(&new).unwrap();
    // One block.
    let mut model = opened(&file);
    let id = front(&model).id;
    model.handle(Message::SaveTo(id, new.join("40_40.IFO")));
    model.settle();
    let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
    assert!(what.contains("30_30.IFO"), "{what}");
    assert!(names(&new).is_empty());
    model.handle(Message::Answer(Answer::Cancel));
    model.handle(Message::SaveTo(id, new.join("30_30.IFO")));
    model.settle();
    assert_eq!(model.dialog(), None);
    let spawn = spawn_in(&model, 0);
    set_limit(&mut model, spawn, 77);
    save(&mut model);
    changed(&mut model, &new.join("30_30.IFO"));
    assert_eq!((model.dialog(), n_steps(&model), is_saved(&model)), (None, 1, true));
    // All of them; a dialog puts an ending there that no file gets.
    let mut model = opened(&path);
    let id = front(&model).id;
    model.handle(Message::SaveTo(id, new.join("30_30.IFO")));
    model.settle();
    assert!(matches!(model.dialog(), Some(Dialog::Failed { .. })));
    model.handle(Message::Answer(Answer::Cancel));
    model.handle(Message::SaveTo(id, new.join("all.zon")));
    model.settle();
    assert_eq!(model.dialog(), None);
    assert_eq!(front(&model).file.as_ref().unwrap().path, new.join("all"));
    let spawn = spawn_in(&model, 0);
    set_limit(&mut model, spawn, 78);
    save(&mut model);
    changed(&mut model, &new.join("all/30_30.IFO"));
    assert_eq!((model.dialog(), n_steps(&model), is_saved(&model)), (None, 1, true));
}

#[test]
fn a_zone_that_was_saved_elsewhere_comes_back_there_after_a_crash() {
    for is_edited_before in [true, false] {
        let folder = TempDir::new().unwrap();
        let home = folder.path().join("home");
        let (_own, original, mut model) = on_disk(Some(home.clone()));
        let before = files_in(&original);
        let spawn = spawn_in(&model, 0);
        if is_edited_before {
            set_limit(&mut model, spawn, 77);
        }
        let path = folder.path().join("mine").join("MINE.ZON");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let id = front(&model).id;
        model.handle(Message::SaveTo(id, path.clone()));
        model.settle();
        set_limit(&mut model, spawn, 78);
        let after = front(&model).zone().clone();
        drop(model);

        let mut model = brought_back(home);
        assert_eq!(model.dialog(), None, "{is_edited_before}: the files are as they were saved");
        assert!(*front(&model).zone() == after);
        assert_eq!((front(&model).name.as_str(), is_saved(&model)), ("MINE.ZON", false));
        save(&mut model);
        assert_eq!(value(&opened(&path), spawn, Field::Limit), "78");
        assert_eq!(files_in(&original), before, "the original stays");
        undo_to_the_first(&mut model);
        save(&mut model);
    }
}

#[test]
fn a_sample_that_was_saved_comes_back_after_a_crash() {
    let folder = TempDir::new().unwrap();
    let home = folder.path().join("home");
    let path = folder.path().join("MINE.ZON");
    let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
    run(&mut model, Id::OpenSampleZone);
    model.settle();
    let id = front(&model).id;
    model.handle(Message::SaveTo(id, path.clone()));
    model.settle();
    let spawn = spawn_in(&model, 0);
    set_limit(&mut model, spawn, 78);
    drop(model);

    let mut model = brought_back(home);
    assert_eq!((model.dialog(), n_steps(&model)), (None, 1));
    save(&mut model);
    assert_eq!(value(&opened(&path), spawn, Field::Limit), "78");
}
