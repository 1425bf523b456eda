//! What holds where blocks come and go beside those of an open zone.

use landwright_core::space::rose::block::BlockCoord;
#[cfg(unix)]
use landwright_core::vfs::disk;

use super::disk::{answer, changed, is_saved, opened, said, save, set_limit, spawn_in};
use super::*;
use crate::model::trial::brought_back;

const NEW: BlockCoord = BlockCoord { x: 34, y: 32 };

const ALL: &[&str] = &["IFO", "HIM", "TIL", "MOV"];

/// Puts files of a block into the folder of a zone, as another program does.
fn put_block(path: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let put = |ending: &&str| {
        let file = path.join(format!("{NEW}.{ending}"));
        fs::copy(path.join(format!("30_30.{ending}")), &file).unwrap();
        file
    };
    endings.iter().map(put).collect()
}

fn has(model: &Model, block: BlockCoord) -> bool {
    front(model).zone().blocks().any(|other| other == block)
}

#[test]
fn a_block_that_appears_is_taken_in_as_a_step_and_one_that_vanishes_as_well() {
    let (_folder, path, mut model) = on_disk(None);
    let files = put_block(&path, ALL);
    changed(&mut model, &files[1]);
    assert!(has(&model, NEW));
    assert_eq!((model.dialog(), n_steps(&model), is_saved(&model)), (None, 1, true));
    let n_new = front(&model).zone().things().count();
    run(&mut model, Id::Undo);
    assert!(!has(&model, NEW) && !is_saved(&model), "it is on disk all the same");
    run(&mut model, Id::Redo);
    assert!(has(&model, NEW) && is_saved(&model));
    for file in &files[1..] {
        fs::remove_file(file).unwrap();
    }
    fs::remove_file(&files[0]).unwrap();
    changed(&mut model, &files[0]);
    assert!(!has(&model, NEW));
    assert_eq!((model.dialog(), n_steps(&model), is_saved(&model)), (None, 2, true));
    run(&mut model, Id::Undo);
    assert_eq!(front(&model).zone().things().count(), n_new, "nothing of it is lost");
    save(&mut model);
    assert!(files.iter().all(|file| file.is_file()), "and it is written again");
}

#[test]
fn with_unsaved_work_it_is_asked_and_neither_is_lost() {
    for way in ["merge", "theirs", "mine"] {
        let (_folder, path, mut model) = on_disk(None);
        let mine = spawn_in(&model, 0);
        set_limit(&mut model, mine, 77);
        let files = put_block(&path, ALL);
        let theirs = files_in(&path);
        changed(&mut model, &files[3]);
        assert!(!has(&model, NEW), "nothing happens unasked");
        answer(&mut model, |id| match way {
            "merge" => Answer::Merge(id),
            "theirs" => Answer::TakeDisk(id),
            _ => Answer::KeepMine(id),
        });
        assert_eq!(has(&model, NEW), way != "mine", "{way}");
        assert_eq!(value(&model, mine, Field::Limit) == "77", way != "theirs", "{way}");
        if way != "theirs" {
            save(&mut model);
        }
        let now = files_in(&path);
        for file in &files {
            assert_eq!(now[file], theirs[file], "{way}");
        }
        assert!(has(&opened(&path), NEW), "{way}");
    }
}

#[test]
fn a_zone_that_is_known_by_its_folder_hears_of_blocks_and_of_a_zon() {
    let (_folder, path, model) = on_disk(None);
    drop(model);
    let zon = fs::read(path.join("S01.ZON")).unwrap();
    fs::remove_file(path.join("S01.ZON")).unwrap();
    let mut model = opened(&path);
    let files = put_block(&path, ALL);
    changed(&mut model, &files[0]);
    assert!(has(&model, NEW));
    fs::write(path.join("S01.ZON"), zon).unwrap();
    changed(&mut model, &path.join("S01.ZON"));
    assert!(front(&model).zone().has_zon());
    assert_eq!((model.dialog(), n_steps(&model), is_saved(&model)), (None, 2, true));
}

#[test]
fn a_block_that_is_open_alone_hears_of_its_own_files_and_of_others_heights_alone() {
    let (_folder, path, model) = on_disk(None);
    drop(model);
    let own = path.join("30_30.MOV");
    let bytes = fs::read(&own).unwrap();
    fs::remove_file(&own).unwrap();
    let mut model = opened(&path.join("30_30.IFO"));
    let files = put_block(&path, &["IFO", "HIM", "TIL"]);
    assert_eq!(
        files.iter().map(|file| is_heard(&model, file)).collect::<Vec<_>>(),
        [false, true, false]
    );
    fs::write(&own, bytes).unwrap();
    assert!(is_heard(&model, &own));
    changed(&mut model, &own);
    assert_eq!((n_steps(&model), is_saved(&model)), (1, true));
}

#[test]
fn a_neighbour_that_appears_beside_a_block_that_is_open_alone_holds_its_edge() {
    let (_folder, path, model) = on_disk(None);
    drop(model);
    let (him, away) = (path.join("31_30.HIM"), path.join("away"));
    fs::rename(&him, &away).unwrap();
    let mut model = opened(&path.join("30_30.IFO"));
    let is_held = |model: &Model| {
        front(model).zone().holds_edges_to().any(|block| block == BlockCoord { x: 31, y: 30 })
    };
    assert!(!is_held(&model));
    fs::rename(&away, &him).unwrap();
    changed(&mut model, &him);
    assert!(is_held(&model) && is_saved(&model));
    assert_eq!((model.dialog(), n_steps(&model)), (None, 0), "nothing of the block itself changed");
    // However it changes, and wherever its history leads.
    let mov = path.join("30_30.MOV");
    let bytes = fs::read(&mov).unwrap();
    fs::remove_file(&mov).unwrap();
    changed(&mut model, &mov);
    fs::rename(&him, &away).unwrap();
    fs::write(&mov, bytes).unwrap();
    changed(&mut model, &mov);
    assert!(n_steps(&model) > 0 && !is_held(&model));
    fs::rename(&away, &him).unwrap();
    changed(&mut model, &him);
    run(&mut model, Id::Undo);
    assert!(is_held(&model), "it is there all the same");
    run(&mut model, Id::Redo);
    assert!(is_held(&model));
}

#[test]
fn a_block_that_is_open_alone_does_not_part_from_its_neighbours() {
    let scratch = TempDir::new().unwrap();
    let home = scratch.path().join("home");
    let (_folder, path, model) = on_disk(None);
    drop(model);
    let raise_the_edge = |model: &mut Model| {
        let grid = front(model).zone().grid();
        let area = grid.area_of_block(BlockCoord { x: 30, y: 30 });
        let half = grid.half_offset_cm();
        let at = [area.east - half, area.south - half + 8000.0];
        run(model, Id::ToolHeights);
        drag(model, &[at], Held::default());
    };
    let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
    model.handle(Message::Open(vec![path.join("30_30.IFO")]));
    model.settle();
    raise_the_edge(&mut model);
    assert!(said(&model, "of the edge shared with 31_30, which is not open, stay"));
    let before = front(&model).zone().clone();
    drop(model);

    let mut model = brought_back(home);
    assert!(*front(&model).zone() == before);
    raise_the_edge(&mut model);
    save(&mut model);
    let zone = opened(&path);
    let problems = landwright_core::check::zone::check(front(&zone).zone(), &Names::default());
    assert_eq!(problems, []);
}

#[test]
fn whoever_has_a_block_open_alone_and_its_zone_hears_of_it_in_both() {
    let (_folder, path, mut model) = on_disk(None);
    let block = path.join("31_31.IFO");
    model.handle(Message::Open(vec![block.clone()]));
    model.settle();
    let mut other = opened(&block);
    let theirs = spawn_in(&other, 0);
    set_limit(&mut other, theirs, 55);
    save(&mut other);
    changed(&mut model, &block);
    let n_steps: Vec<usize> = model.zones().map(|zone| zone.editing().rows().len()).collect();
    assert_eq!(n_steps, [1, 1]);
}

fn is_heard(model: &Model, file: &Path) -> bool {
    model.document(front(model).id).unwrap().may_be_changed_by(file)
}

#[test]
fn a_zone_is_saved_into_no_folder_where_another_one_stands() {
    let (folder, _path, mut model) = on_disk(None);
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    let id = front(&model).id;
    for (file, named) in [("34_32.IFO", "block 34_32"), ("OTHER.ZON", "OTHER.ZON")] {
        fs::write(other.join(file), "of another zone").unwrap();
        let before = files_in(&other);
        model.handle(Message::SaveTo(id, other.join("MINE.ZON")));
        model.settle();
        let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!("{file}") };
        assert!(what.contains(named) && what.contains("choose a new folder"), "{what}");
        model.handle(Message::Answer(Answer::Cancel));
        assert!(files_in(&other) == before, "nothing was written");
        assert_eq!(front(&model).name, "S01.ZON");
        fs::remove_file(other.join(file)).unwrap();
    }
    // What is no part of a zone is in nobody's way, and one ZON is what the person agreed to replace.
    fs::write(other.join("notes.txt"), "").unwrap();
    fs::write(other.join("MINE.ZON"), "agreed to").unwrap();
    model.handle(Message::SaveTo(id, other.join("MINE.ZON")));
    model.settle();
    assert_eq!(model.dialog(), None);
    assert_eq!(front(&model).name, "MINE.ZON");
    assert_eq!(front(&opened(&other.join("MINE.ZON"))).zone().blocks().count(), 4);
}

/// It is too large, and takes no room on disk.
#[cfg(unix)]
#[test]
fn steps_come_back_after_a_crash_where_the_zon_could_not_be_read() {
    let (folder, path, _) = on_disk(None);
    let home = folder.path().join("home");
    let zon = path.join("S01.ZON");
    let file = fs::OpenOptions::new().write(true).open(&zon).unwrap();
    file.set_len(disk::READ_LIMIT + 1).unwrap();
    let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
    model.handle(Message::Open(vec![zon]));
    model.settle();
    assert!(!front(&model).zone().has_zon());
    let mine = spawn_in(&model, 0);
    set_limit(&mut model, mine, 77);
    drop(model);
    let model = brought_back(home);
    assert_eq!(value(&model, mine, Field::Limit), "77");
}
