//! Opening areas: an APD with the geometry of its zones beside it, and the tests of its routes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::packed::Packed;
use landwright_core::format::tera::apd::{self, Apd};
use landwright_core::format::tera::zgd;
use landwright_core::problem::counted::counted;
use landwright_core::sample;
use landwright_core::space::tera::Zone;
use landwright_core::vfs::account::Known;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::Editing;
use landwright_core::world::area::Area;
use landwright_core::world::area::folders::Folders;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::geometry::cells::ZoneCells;
use landwright_core::world::area::names::name_of_file;
use landwright_core::world::journal::name;

use super::AreaDone;
use super::create::{Made, Maker};
use super::document::{AreaDocument, Parts};
use super::geometry::ZoneFiles;
use super::kept;
use super::routes::on_disk::{TestsOnDisk, routes_path};
use crate::kind::document::left::Left;
use crate::kind::document::read::{Read, ReadContent};
use crate::model::Model;
use crate::model::project;
use crate::model::tick::Done;
use crate::versions::name_of;
use crate::view::id::DocumentId;

/// Where files of zones are looked for that are not around the area.
pub(crate) type ZonePaths = BTreeMap<Zone, PathBuf>;

impl Model {
    /// A made-up area of two zones, which has no file yet.
    pub(crate) fn open_sample_area(&mut self) {
        self.jobs.start("Creating the sample area", |_| {
            let outcome = Some(sample_parts().map(|parts| (parts, Vec::new())));
            let made = Made { name: "sample.apd".to_owned(), maker: Maker::Program, outcome };
            Done::from(AreaDone::Made(Box::new(made)))
        });
    }

    pub(crate) fn add_area(&mut self, name: String, parts: Parts) -> DocumentId {
        let editing = Editing::new(parts.area.clone());
        self.add_restored_area(name, parts, editing)
    }

    /// With the history that it had.
    pub(crate) fn add_restored_area(
        &mut self,
        name: String,
        parts: Parts,
        editing: Editing<Area>,
    ) -> DocumentId {
        self.add_document(|id| Box::new(AreaDocument::new(id, name, parts, editing)))
    }
}

/// The zones of an area that there is no geometry of.
pub fn missing_zones(area: &Area, geometry: &Geometry) -> Vec<Zone> {
    area.zones().iter().copied().filter(|zone| !geometry.has(*zone)).collect()
}

fn sample_parts() -> Result<Parts, String> {
    let Sample { paths, file, zones } = SAMPLE.as_ref().map_err(Clone::clone)?;
    let geometry = Geometry::of_files(zones.iter().cloned());
    parts_of(paths, None, file.clone(), (geometry, ZoneFiles::default()))
}

/// It takes long to make, and is the same each time.
static SAMPLE: LazyLock<Result<Sample, String>> = LazyLock::new(|| {
    let sample = sample::tera::area(1).map_err(|error| error.to_string())?;
    let packed = |payload: &[u8]| sample::tera::packed_file("", payload).bytes;
    let file = packed(&apd::write(&sample.paths));
    let zones = sample.zones.iter().map(|(zone, zgd)| (*zone, packed(&zgd::write(zgd)))).collect();
    Ok(Sample { paths: sample.paths, file, zones })
});

/// The sample, and its files as they would be on disk.
struct Sample {
    paths: Apd,
    file: Vec<u8>,
    zones: Vec<(Zone, Vec<u8>)>,
}

pub(super) fn parts_of(
    apd: &Apd,
    packed: Option<Packed>,
    bytes: Vec<u8>,
    (geometry, zone_files): (Geometry, ZoneFiles),
) -> Result<Parts, String> {
    let area = Area::new(apd).map_err(|error| error.to_string())?;
    let bytes: Arc<[u8]> = bytes.into();
    let (sharing, tests, held) = (Vec::new(), TestsOnDisk::default(), Vec::new());
    Ok(Parts { area, geometry, held, zone_files, sharing, packed, bytes, tests })
}

pub(crate) fn read_area(path: &Path) -> Result<Read, String> {
    read_with(path, &ZoneFiles::default())
}

/// The same for an area that is open: zones that are not found around its file are looked for where
/// they were, and those that changed on disk are unpacked: one that is half written is noticed. So
/// are those that were changed here, as they were and as they are: they are compared.
pub(super) fn read_again(
    path: &Path,
    known: &ZoneFiles,
    area: &Area,
    geometry: &Geometry,
) -> Result<Read, String> {
    let mut read = read_with(path, known)?;
    if let Some(parts) = read.content.as_kind_mut::<Parts>() {
        let others = known.differences(&parts.zone_files).into_keys().copied();
        let others: BTreeSet<Zone> = others.filter(|zone| parts.zone_files.has(zone)).collect();
        let mut held: Vec<ZoneCells> = Vec::new();
        for zone in area.volumes().zones() {
            held.extend(geometry.cells(zone));
        }
        for zone in others {
            let cells = parts.geometry.cells(zone);
            held.extend(cells.filter(|_| area.volumes().has_zone(zone)));
        }
        parts.held = held;
    }
    Ok(read)
}

fn read_with(path: &Path, known: &ZoneFiles) -> Result<Read, String> {
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|error| error.trouble.to_string())?;
    let (mut parts, mut said) = parts_of_bytes(path, &loaded.bytes, &paths_of(known))?;
    parts.take_tests(TestsOnDisk::read(path));
    if let Some(why) = &parts.tests.trouble {
        let file = name_of(&routes_path(path));
        said.push(format!("{file} can't be read and is left unchanged: {why}"));
    }
    // Of a zone that is known, what was read before is kept, and that is told.
    let missing = missing_zones(&parts.area, &parts.geometry).into_iter();
    let zones = match missing.filter(|zone| !known.has(zone)).count() {
        0 => None,
        n => Some(counted(n, "zone", "zones")),
    };
    said.extend(zones.map(|zones| format!("{}: no geometry found for {zones}", name_of(path))));
    let content = ReadContent(Box::new(parts));
    Ok(Read { fingerprint: loaded.fingerprint, content, said })
}

/// What a journal builds on: the made-up area has its geometry in no file.
pub(crate) fn parts_of_base(left: &Left, bytes: &[u8]) -> Result<Parts, String> {
    let path = &*name::to_path(&left.base.name);
    if !path.is_absolute()
        && let Ok(sample) = sample_parts()
        && *sample.bytes == *bytes
    {
        return Ok(sample);
    }
    let mut parts = parts_of_bytes(path, bytes, &kept::read(&left.journal))?.0;
    parts.take_tests(TestsOnDisk::read(path));
    Ok(parts)
}

impl Parts {
    /// The same area with what is around the file that it went on as.
    pub(crate) fn moved_to(self, path: &Path) -> Result<Parts, String> {
        let mut parts = parts_of_bytes(path, &self.bytes, &paths_of(&self.zone_files))?.0;
        parts.area = self.area;
        parts.tests = TestsOnDisk::read(path);
        Ok(parts)
    }
}

/// An area, with the geometry that is beside its file or in its project, and what is wrong with
/// that.
pub(crate) fn parts_of_bytes(
    path: &Path,
    bytes: &[u8],
    known: &ZonePaths,
) -> Result<(Parts, Vec<String>), String> {
    let read = file::read(Kind::Apd, bytes).map_err(|error| error.to_string())?;
    let Content::Apd(apd) = read.content else { return Err("is not an area".to_owned()) };
    let folders = folders_around(path);
    let known = |zone: Zone| known.get(&zone).filter(|path| disk::is_file(path)).cloned();
    // Around an area that has no file yet is nothing of its own.
    let around = |zone: Zone| folders.zone(zone).filter(|_| path.is_absolute());
    let file_of = |zone| around(zone).or_else(|| known(zone));
    let (geometry, zone_files, said) = geometry_of(&apd, file_of);
    let mut parts = parts_of(&apd, read.packed, bytes.to_vec(), (geometry, zone_files))?;
    // A list that can't be read is told of when somebody opens it.
    if let Some(Ok(list)) = folders.read_list() {
        let name = name_of(path);
        let sharing = list.names.sharing(name_of_file(&name), parts.area.zones());
        parts.sharing =
            sharing.into_iter().map(|(area, zones)| (area.name.clone(), zones)).collect();
    }
    Ok((parts, said))
}

fn paths_of(files: &ZoneFiles) -> ZonePaths {
    files.iter().map(|(zone, file)| (*zone, file.path.clone())).collect()
}

/// Where files of areas are, as seen from a file or a folder.
pub(crate) fn folders_around(start: &Path) -> Folders {
    Folders::around(start, &project::load(start).0)
}

/// The geometry of an area's zones, as far as there are files of it, and what is wrong with others.
pub(super) fn geometry_of(
    apd: &Apd,
    file_of: impl Fn(Zone) -> Option<PathBuf>,
) -> (Geometry, ZoneFiles, Vec<String>) {
    let zones = apd.zones().iter().map(|zone| Zone { x: zone.x, y: zone.y });
    let zones: BTreeSet<Zone> = zones.collect();
    let (mut files, mut places, mut said) = (Vec::new(), ZoneFiles::default(), Vec::new());
    for zone in zones {
        let Some(path) = file_of(zone) else { continue };
        match disk::read_file(&path, READ_LIMIT) {
            Ok(loaded) => {
                places.put(zone, Known::new(path, loaded.fingerprint));
                files.push((zone, loaded.bytes));
            }
            Err(error) => said.push(error.to_string()),
        }
    }
    (Geometry::of_files(files), places, said)
}
