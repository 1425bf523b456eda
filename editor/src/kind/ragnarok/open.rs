//! Opening maps: from files and caches, as samples and new ones, and after a crash.

use std::path::Path;

use landwright_core::format::file::{self, Content as FileContent, Kind};
use landwright_core::format::ragnarok::gat;
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::{ContentHash, Fingerprint};
use landwright_core::world::Editing;
use landwright_core::world::gat::GatMap;
use landwright_core::world::journal::name;

use crate::kind::document::left::{Left, Restored, recover};
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::place;
use crate::kind::place::Place;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::water::Water;
use crate::kind::{Content, FileRead, KindDocument};
use crate::model::Model;
use crate::model::project;
use crate::model::recovery::backups_of;
use crate::versions::conflicts::keeping::Kept;
use crate::view::id::DocumentId;

/// A map that was read.
#[derive(Debug)]
pub(crate) struct MapRead {
    pub(crate) map: GatMap,
    pub(crate) water_level: WaterLevel,
}

/// A map that a crash left.
#[derive(Debug)]
pub(crate) struct MapLeft {
    pub(crate) editing: Editing<GatMap>,
    /// As it was saved last.
    saved_map: GatMap,
    /// The other side of the last merge that left conflicts.
    theirs: Option<GatMap>,
}

impl Content for MapRead {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        let mut document = MapDocument::new(id, name, Editing::new(self.map), base);
        document.water_level = self.water_level;
        Box::new(document)
    }
}

impl Content for MapLeft {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        let mut document = MapDocument::new(id, name, self.editing, base);
        document.saved = self.saved_map;
        document.theirs = self.theirs;
        Box::new(document)
    }
}

impl Model {
    /// A made-up island, which has no file yet.
    pub(crate) fn open_sample(&mut self) {
        let plan = Plan { seed: 7, width: 256, height: 256, version: gat::Version::V1_3 };
        let island = island(plan);
        let level = island.rsw.water_level().map_or(WaterLevel::NONE, WaterLevel::new);
        if let Ok(map) = GatMap::new(&island.gat) {
            let id = self.add_map("sample.gat", map);
            if let Some(document) = self.map_mut(id) {
                document.water_level = level;
            }
        }
    }

    /// A map that has no file yet.
    pub(crate) fn add_map(&mut self, name: &str, map: GatMap) -> DocumentId {
        let base = Fingerprint::of(&gat::write(&map.to_gat()), None);
        self.add_map_document(name.to_owned(), Editing::new(map), base)
    }

    fn add_map_document(
        &mut self,
        name: String,
        editing: Editing<GatMap>,
        base: Fingerprint,
    ) -> DocumentId {
        self.add_document(|id| Box::new(MapDocument::new(id, name, editing, base)))
    }
}

pub(crate) fn read_map(path: &Path) -> Result<Read, String> {
    let loaded = place::load(path)?;
    let read = file::read(Kind::Gat, &loaded.bytes).map_err(|error| error.to_string())?;
    let FileContent::Gat(gat) = read.content else { return Err("is not a map".to_owned()) };
    let map = GatMap::new(&gat).map_err(|error| error.to_string())?;
    let (project, _) = project::load(path);
    let (water, said) = match Water::of(path, &project) {
        Ok(mut water) => {
            let problems = std::mem::take(&mut water.problems).into_iter();
            (water, problems.map(|problem| problem.message).collect())
        }
        Err(trouble) => (Water::default(), vec![format!("the water level is unknown: {trouble}")]),
    };
    let (fingerprint, water_level) = (loaded.fingerprint, water.level());
    Ok(Read { fingerprint, content: ReadContent(Box::new(MapRead { map, water_level })), said })
}

/// What a crash left, from the bytes that its journal builds on.
pub(super) fn restore(left: &Left, base: &FileRead<'_>) -> Result<Restored, String> {
    let map = map_of(&left.base.name, base.bytes)?;
    let recovered = recover(left, map.clone(), base.bytes)?;
    let path = recovered.at.as_ref().unwrap_or(&left.base.name);
    let path = &*name::to_path(path);
    let saved = recovered.saved.and_then(|(hash, _)| find_saved(path, hash));
    let mut saved_map = saved.unwrap_or(map);
    let kept = Kept::beside(&left.journal).and_then(Result::ok);
    let inside = Place::of(path).map(|place| place.entry);
    let load = |backup: &Path| match &inside {
        Some(entry) => place::load(&Place::path(backup, entry)).ok(),
        None => disk::read_file(backup, READ_LIMIT).ok(),
    };
    let merged = kept.and_then(|kept| kept.theirs(backups_of(&place::file_of(path)), load));
    let theirs = merged.and_then(|merged| {
        Some((map_of(&left.base.name, &merged.bytes).ok()?, merged.fingerprint))
    });
    // What was merged and not saved since is still what is on disk. What was saved since is not theirs,
    // even where somebody put theirs back.
    let is_saved = recovered.editing.is_saved();
    let is_on_disk = |merged: &&(GatMap, Fingerprint)| {
        place::load(path).is_ok_and(|there| there.fingerprint.same_content(&merged.1))
    };
    let on_disk = theirs.as_ref().filter(|_| !is_saved).filter(is_on_disk);
    if let Some((map, _)) = on_disk {
        saved_map = map.clone();
    }
    let on_disk = on_disk.map(|(_, fingerprint)| *fingerprint);
    let theirs = theirs.map(|(map, _)| map);
    let restored = Restored::of(left, base.bytes, recovered, |editing| {
        Box::new(MapLeft { editing, saved_map, theirs })
    });
    Ok(Restored { saved: on_disk.or(restored.saved), ..restored })
}

fn map_of(name: &str, bytes: &[u8]) -> Result<GatMap, String> {
    let read = file::read(Kind::Gat, bytes).map_err(|error| error.to_string())?;
    let FileContent::Gat(gat) = read.content else { return Err(format!("{name} is not a map")) };
    GatMap::new(&gat).map_err(|error| error.to_string())
}

/// The map that was saved last, where it is still on disk.
fn find_saved(path: &Path, hash: ContentHash) -> Option<GatMap> {
    let loaded = place::load(path).ok()?;
    let is_it = ContentHash::of(&loaded.bytes) == hash;
    is_it.then(|| map_of(&path.display().to_string(), &loaded.bytes).ok())?
}
