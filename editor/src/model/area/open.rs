//! Opening areas: an APD with the geometry of its zones beside it, and the tests of its routes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::packed::Packed;
use landwright_core::format::tera::apd::{self, Apd};
use landwright_core::sample;
use landwright_core::space::tera::Zone;
use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::routes::{Places, RouteTest};

use super::AreaDone;
use super::document::{AreaDocument, Parts};
use super::recovery;
use crate::model::dialog::Dialog;
use crate::model::document::{DocumentId, File, View, ViewId, ViewKind};
use crate::model::message::Request;
use crate::model::open::name_of;
use crate::model::{Done, Model, lock};

/// An area that was read, or why it could not be.
#[derive(Debug)]
pub(in crate::model) struct Opened {
    name: String,
    /// `None` for a sample, which has no file yet.
    file: Option<(PathBuf, Fingerprint)>,
    parts: Result<Parts, String>,
}

/// Whether a file is an area by its name.
pub fn is_area(path: &Path) -> bool {
    Kind::of_name(&name_of(path)) == Some(Kind::Apd)
}

impl Model {
    pub(in crate::model) fn open_area(&mut self, path: PathBuf) {
        let is_this = |area: &&AreaDocument| area.file.as_ref().is_some_and(|f| f.path == path);
        let open = self.areas().find(is_this).map(|area| area.id);
        if let Some(id) = open {
            self.show_area(id);
            return;
        }
        let name = name_of(&path);
        self.jobs.start(format!("Opening {name}"), move |_| {
            let (file, parts) = match read(&path) {
                Ok((fingerprint, parts)) => (Some((path, fingerprint)), Ok(parts)),
                Err(error) => (None, Err(format!("{}: {error}", path.display()))),
            };
            Done::from(AreaDone::Opened(Box::new(Opened { name, file, parts })))
        });
    }

    /// A made-up area of two zones, which has no file yet.
    pub(in crate::model) fn open_sample_area(&mut self) {
        self.jobs.start("Making the sample area", |_| {
            let (name, parts) = ("sample.apd".to_owned(), sample_parts());
            Done::from(AreaDone::Opened(Box::new(Opened { name, file: None, parts })))
        });
    }

    pub(in crate::model) fn take_opened_area(&mut self, opened: Opened) {
        let Opened { name, file, parts } = opened;
        let parts = match parts {
            Ok(parts) => parts,
            Err(error) => {
                self.log.error(error.clone());
                let what = format!("{name} can't be opened: {error}");
                self.dialogs.push_back(Dialog::Failed { what });
                return;
            }
        };
        let n_missing = missing_zones(&parts.area, &parts.geometry).len();
        let id = self.add_area(name.clone(), parts);
        if n_missing > 0 {
            self.log.warn(format!("{name}: the geometry of {n_missing} zones is not beside it"));
        }
        if let Some((path, fingerprint)) = file {
            self.settings.remember(&path);
            self.keep_settings();
            lock(&self.session).back_up_again(&path);
            if let Some(area) = self.area_mut(id) {
                area.file = Some(File { path, fingerprint });
            }
        }
    }

    pub(super) fn add_area(&mut self, name: String, parts: Parts) -> DocumentId {
        self.n_documents += 1;
        let id = DocumentId(self.n_documents);
        let mut area = AreaDocument::new(id, name, parts);
        area.journal_path =
            self.home.as_deref().map(|home| crate::model::recovery::new_path(home, &area.name, id));
        area.run_routes();
        self.areas.insert(id, area);
        self.add_area_view(id);
        id
    }

    /// Another view of an area, in front.
    pub(in crate::model) fn add_area_view(&mut self, id: DocumentId) {
        let layers = self.settings.layers;
        let Some(area) = self.areas.get_mut(&id) else { return };
        let number = area.views.keys().next_back().map_or(1, |last| last + 1);
        area.views.insert(number, View::new(ViewKind::FromAbove, layers));
        let view = ViewId { document: id, number };
        self.active = Some(view);
        self.requests.push(Request::ShowView(view));
    }
}

/// The zones of an area that there is no geometry of.
pub fn missing_zones(area: &Area, geometry: &Geometry) -> Vec<Zone> {
    area.zones().iter().copied().filter(|zone| !geometry.has(*zone)).collect()
}

fn sample_parts() -> Result<Parts, String> {
    let sample = sample::tera::area(1).map_err(|error| error.to_string())?;
    let bytes = sample::tera::packed_file("", &apd::write(&sample.paths)).bytes;
    let files = sample.zones.iter().map(|(zone, zgd)| {
        let file = landwright_core::format::tera::zgd::write(zgd);
        (*zone, sample::tera::packed_file("", &file).bytes)
    });
    parts_of(&sample.paths, None, bytes, Geometry::of_files(files))
}

pub(super) fn parts_of(
    apd: &Apd,
    packed: Option<Packed>,
    bytes: Vec<u8>,
    geometry: Geometry,
) -> Result<Parts, String> {
    let area = Area::new(apd).map_err(|error| error.to_string())?;
    let places = Places::of(&area);
    let bytes: Arc<[u8]> = bytes.into();
    let (routes, routes_before) = (Vec::new(), None);
    Ok(Parts { area, geometry, places, packed, bytes, routes, routes_before })
}

fn read(path: &Path) -> Result<(Fingerprint, Parts), String> {
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|error| error.trouble.to_string())?;
    let read = file::read(Kind::Apd, &loaded.bytes).map_err(|error| error.to_string())?;
    let Content::Apd(apd) = read.content else { return Err("is no area".to_owned()) };
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut parts = parts_of(&apd, read.packed, loaded.bytes, geometry_in(folder, &apd)?)?;
    let routes = routes_path(path);
    if disk::is_file(&routes) {
        let loaded = disk::read_file(&routes, READ_LIMIT).map_err(|error| error.to_string())?;
        let tests: Result<Vec<RouteTest>, _> = serde_json::from_slice(&loaded.bytes);
        parts.routes = tests.map_err(|error| format!("{}: {error}", routes.display()))?;
        parts.routes_before = Some(loaded.fingerprint);
    }
    Ok((loaded.fingerprint, parts))
}

/// Where the route tests of an area are kept: beside it.
pub(super) fn routes_path(path: &Path) -> PathBuf {
    path.with_extension("routes.json")
}

/// The geometry of an area's zones, as far as it is in a folder.
pub(super) fn geometry_in(folder: &Path, apd: &Apd) -> Result<Geometry, String> {
    let zones = apd.zones().iter().map(|zone| Zone { x: zone.x, y: zone.y });
    let zones: BTreeSet<Zone> = zones.collect();
    let mut files = Vec::new();
    for zone in zones {
        let path = folder.join(zone.file_name());
        if disk::is_file(&path) {
            let loaded = disk::read_file(&path, READ_LIMIT).map_err(|error| error.to_string())?;
            files.push((zone, loaded.bytes));
        }
    }
    Ok(Geometry::of_files(files))
}

impl Model {
    pub(in crate::model) fn restore_area(&mut self, left: crate::model::recovery::Left) {
        let title = format!("Bringing {} back", left.base.name);
        self.jobs.start(title, move |_| {
            Done::from(AreaDone::Restored(Box::new(recovery::restore(&left))))
        });
    }
}
