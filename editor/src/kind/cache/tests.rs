//! Map caches by their model: a map is painted and saved in its place.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::name::Name;
use landwright_core::format::ragnarok::map_cache::{self, Entry, MapCache};
use landwright_core::format::ragnarok::mcache::{self, Mcache};
use landwright_core::format::ragnarok::packed::PackedCells;
use tempfile::TempDir;

use super::document::ToMaps;
use crate::command::CommandId;
use crate::kind::place::Place;
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::model::trial::{act, brought_back, kind, run};
use crate::settings::Settings;

const PAINT: &str = r#"{"cells":[{"x":1,"y":0,"terrain":1}]}"#;

fn cells(width: u32, height: u32) -> PackedCells {
    PackedCells::pack(width, height, &vec![0; (width * height) as usize]).unwrap()
}

/// Three maps.
fn cache() -> MapCache {
    let mut cache = MapCache::default();
    for (name, side) in [("first", 4), ("isle", 6), ("last", 5)] {
        let name = Name::new(name.as_bytes()).unwrap();
        cache.add(Entry { name, cells: cells(side, side) }).unwrap();
    }
    cache
}

struct Desk {
    folder: TempDir,
    model: Model,
}

impl Desk {
    fn new(name: &str, bytes: &[u8]) -> Desk {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        let model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
        let mut desk = Desk { folder, model };
        desk.open(name);
        desk
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn open(&mut self, name: &str) {
        let file = self.file(name);
        self.model.handle(Message::Open(vec![file]));
        self.model.settle();
        assert_eq!(self.model.dialog(), None);
    }

    fn read(&self) -> MapCache {
        map_cache::read(&fs::read(self.file("map_cache.dat")).unwrap()).unwrap()
    }

    fn write(&mut self, cache: &MapCache) {
        let file = self.file("map_cache.dat");
        fs::write(&file, map_cache::write(cache)).unwrap();
        self.model.handle(Message::FileChanged(file));
        self.model.settle();
    }

    fn save(&mut self) {
        run(&mut self.model, CommandId::Save);
        self.model.settle();
        assert_eq!(self.model.dialog(), None);
    }
}

/// With the second map in front, opened from the list.
fn with_isle() -> Desk {
    let mut desk = Desk::new("map_cache.dat", &map_cache::write(&cache()));
    let id = desk.model.active_kind().unwrap().common().id;
    desk.model.handle(Message::Kind(id, Sent::new(ToMaps::Open(1))));
    desk.model.settle();
    assert_eq!(desk.model.active_map().unwrap().title, "map_cache.dat#isle");
    desk
}

#[test]
fn a_map_is_painted_and_saved_and_all_others_stay_byte_for_byte() {
    let mut desk = with_isle();
    act(&mut desk.model, "set-cells", PAINT);
    desk.save();
    let (before, after) = (cache(), desk.read());
    for n in [0, 2] {
        assert!(before.entries()[n] == after.entries()[n]);
    }
    let painted = after.entries()[1].cells.cells().unwrap();
    assert_eq!((painted[1], painted.iter().filter(|kind| **kind != 0).count()), (1, 1));
    run(&mut desk.model, CommandId::Undo);
    desk.save();
    assert_eq!(desk.read().entries()[1].cells.cells().unwrap(), vec![0; 36]);
}

#[test]
fn who_saves_another_map_is_in_nobodys_way_and_who_saves_the_same_one_is() {
    let mut desk = with_isle();
    act(&mut desk.model, "set-cells", PAINT);
    let mut others = cache();
    others.replace(2, PackedCells::pack(5, 5, &[5; 25]).unwrap());
    desk.write(&others);
    assert_eq!(desk.model.dialog(), None);
    desk.save();
    let after = desk.read();
    assert!(after.entries()[2] == others.entries()[2]);
    assert_eq!(after.entries()[1].cells.cells().unwrap()[1], 1);
    act(&mut desk.model, "set-cells", r#"{"cells":[{"x":2,"y":0,"terrain":1}]}"#);
    let mut same = after;
    same.replace(1, PackedCells::pack(6, 6, &[5; 36]).unwrap());
    desk.write(&same);
    let id = desk.model.active_map().unwrap().id;
    assert!(matches!(desk.model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    desk.model.handle(Message::Answer(Answer::Merge(id)));
    desk.model.settle();
    assert_eq!([kind(&desk.model, 2, 0), kind(&desk.model, 5, 5)], [1, 5]);
}

#[test]
fn after_a_crash_a_map_of_a_cache_is_as_it_was() {
    let mut desk = with_isle();
    act(&mut desk.model, "set-cells", PAINT);
    desk.model.settle();
    let Desk { folder, model } = desk;
    drop(model);
    let model = brought_back(folder.path().join("home"));
    let mut desk = Desk { folder, model };
    assert_eq!(kind(&desk.model, 1, 0), 1);
    desk.save();
    assert_eq!(desk.read().entries()[1].cells.cells().unwrap()[1], 1);
    // What is saved is not offered again.
    let Desk { folder, model } = desk;
    drop(model);
    let mut model =
        Model::new(Settings::default(), Some(folder.path().join("home")), Arc::new(|| ()));
    model.offer_recovery();
    assert_eq!(model.dialog(), None);
}

#[test]
fn a_cache_of_one_map_opens_as_that_map() {
    let mut desk = Desk::new("isle.mcache", &mcache::write(&Mcache::new(cells(6, 6))));
    act(&mut desk.model, "set-cells", PAINT);
    desk.save();
    let after = mcache::read(&fs::read(desk.file("isle.mcache")).unwrap()).unwrap();
    assert_eq!(after.cells.cells().unwrap()[1], 1);
    assert!(after.has_right_checksum());
}

#[test]
fn what_a_cache_can_not_hold_is_said_and_nothing_is_written() {
    let mut desk = with_isle();
    act(
        &mut desk.model,
        "shape-heights",
        r#"{"region":"everything","how":{"set":{"height":5.0}}}"#,
    );
    run(&mut desk.model, CommandId::Save);
    desk.model.settle();
    let Some(Dialog::Failed { what }) = desk.model.dialog() else { panic!() };
    assert!(what.contains("a map of a cache has no heights"), "{what}");
    assert!(desk.read() == cache());
}

#[test]
fn a_list_of_maps_follows_its_file() {
    let mut desk = Desk::new("map_cache.dat", &map_cache::write(&cache()));
    let mut more = cache();
    more.add(Entry { name: Name::new(b"new").unwrap(), cells: cells(3, 3) }).unwrap();
    desk.write(&more);
    desk.open("map_cache.dat#new");
    let map = desk.model.active_map().unwrap().map();
    assert_eq!((map.width(), map.height()), (3, 3));
    let place = Place::of(&desk.file("map_cache.dat#new")).unwrap();
    assert_eq!(place.entry, "new");
}
