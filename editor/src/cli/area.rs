//! TERA areas on the command line: an APD with the geometry of its zones.

pub(super) mod named;
pub(super) mod save;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use landwright_core::check;
use landwright_core::check::mend::area::OnLand;
use landwright_core::check::mend::{self, Bytes, Mended};
use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::packed::Effort;
use landwright_core::format::problem::problem_of;
use landwright_core::problem::Problem;
use landwright_core::space::tera::Zone;
use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::Editing;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::scripted::Scripted;

use self::named::folders_around;
use super::half::mend_beside;
use super::load;
use super::outcome::Failure;
use super::output::{complain, shown};

/// An area that was read, and what is known of its geometry.
pub(super) struct Opened {
    pub(super) area: Area,
    pub(super) geometry: Geometry,
    /// As it was read, for its stream.
    pub(super) file: File,
    zone_files: ZoneFiles,
}

/// Whether a file is an area by its name.
pub(super) fn is_area(path: &Path) -> bool {
    Kind::of_name(&load::name_of(path)) == Some(Kind::Apd)
}

/// Reads an area, and the geometry beside it or in another folder.
pub(super) fn open(path: &Path, zones: Option<&Path>) -> Result<Opened, Failure> {
    Opened::of_file(path, load::read(path)?.0, zones)
}

/// Reads an area without its geometry.
pub(super) fn read(path: &Path) -> Result<Area, Failure> {
    area_of(path, &load::read(path)?.0)
}

fn area_of(path: &Path, file: &File) -> Result<Area, Failure> {
    let Content::Apd(apd) = &file.content else {
        let (path, kind) = (shown(path), file.kind().name());
        return Err(Failure::WrongUse(format!("{path} is a {kind} file, and no area (apd)")));
    };
    Area::new(apd).map_err(|error| Failure::WrongFile(format!("error: {}: {error}", shown(path))))
}

/// The geometry of an area's zones, as far as it is in a folder.
pub(super) fn geometry_in(folder: &Path, area: &Area) -> Geometry {
    geometry_of(area, |zone| zone_in(folder, zone)).0
}

fn zone_in(folder: &Path, zone: Zone) -> Option<PathBuf> {
    Some(folder.join(zone.file_name())).filter(|path| disk::is_file(path))
}

/// Where the geometry of zones was read, and what the files were.
pub(super) type ZoneFiles = BTreeMap<Zone, (PathBuf, Fingerprint)>;

fn geometry_of(area: &Area, file_of: impl Fn(Zone) -> Option<PathBuf>) -> (Geometry, ZoneFiles) {
    let zones: BTreeSet<Zone> = area.zones().iter().copied().collect();
    let (mut files, mut places) = (Vec::new(), ZoneFiles::new());
    for zone in zones {
        let Some(path) = file_of(zone) else { continue };
        mend_beside(&path);
        match disk::read_file(&path, READ_LIMIT) {
            Ok(loaded) => {
                places.insert(zone, (path, loaded.fingerprint));
                files.push((zone, loaded.bytes));
            }
            Err(error) => complain(&format!("warning: {error}")),
        }
    }
    (Geometry::of_files(files), places)
}

/// The same files, by paths from the current folder where they are below it.
fn from_here(files: ZoneFiles) -> ZoneFiles {
    let here = |path: PathBuf| disk::below(&path, Path::new(".")).unwrap_or(path);
    files.into_iter().map(|(zone, (path, was))| (zone, (here(path), was))).collect()
}

impl Opened {
    /// Of a file that was read, with the geometry beside it or in another folder.
    pub(super) fn of_file(
        path: &Path,
        file: File,
        zones: Option<&Path>,
    ) -> Result<Opened, Failure> {
        let area = area_of(path, &file)?;
        let (geometry, zone_files) = match zones {
            Some(folder) if !disk::is_folder(folder) => {
                let message = format!("{} is no folder; --zones names one", shown(folder));
                return Err(Failure::WrongUse(message));
            }
            Some(folder) => geometry_of(&area, |zone| zone_in(folder, zone)),
            None => {
                let folders = folders_around(path);
                geometry_of(&area, |zone| folders.zone(zone))
            }
        };
        let zone_files = if path.is_relative() { from_here(zone_files) } else { zone_files };
        Ok(Opened { area, geometry, file, zone_files })
    }

    pub(super) fn check(&self, name: &str) -> Vec<Problem> {
        self.check_of(name, &self.area)
    }

    fn check_of(&self, name: &str, area: &Area) -> Vec<Problem> {
        let mut problems = check::area::check(name, area, &self.geometry);
        let troubles = self.geometry.troubles().into_iter();
        problems.extend(troubles.map(|(zone, error)| problem_of(&zone.file_name(), &error)));
        let shown_by_name: BTreeMap<String, String> = self
            .zone_files
            .iter()
            .map(|(zone, (path, _))| (zone.file_name(), shown(path)))
            .collect();
        for problem in &mut problems {
            let cause = problem.cause.as_mut().map(|cause| &mut cause.place);
            for place in [Some(&mut problem.place), cause].into_iter().flatten() {
                if let Some(shown) = shown_by_name.get(&place.file) {
                    shown.clone_into(&mut place.file);
                }
            }
        }
        problems
    }

    /// The files of its geometry that were read.
    pub(super) fn zone_paths(&self) -> impl Iterator<Item = &Path> {
        self.zone_files.values().map(|(path, _)| path.as_path())
    }

    /// What is wrong with it, as it is after all that can be mended without a person.
    pub(super) fn mended(
        &self,
        name: &str,
        bytes: Bytes,
        mut judge: impl FnMut(Vec<Problem>) -> Vec<Problem>,
    ) -> Mended<OnLand<'_>> {
        let start = OnLand { area: self.area.clone(), geometry: &self.geometry };
        mend::mend(&start, bytes, |now| judge(self.check_of(name, &now.area)))
    }

    /// The bytes that are saved: the very stream that was read where nothing changed.
    pub(super) fn bytes(&self, path: &Path, effort: Effort) -> Result<Vec<u8>, Failure> {
        self.bytes_of(&self.area, path, effort)
    }

    /// The same of the area as it came to be.
    pub(super) fn bytes_of(
        &self,
        area: &Area,
        path: &Path,
        effort: Effort,
    ) -> Result<Vec<u8>, Failure> {
        let wrong = |error: &dyn std::fmt::Display| {
            Failure::WrongFile(format!("error: {}: {error}; nothing was written", shown(path)))
        };
        let apd = area.to_apd().map_err(|error| wrong(&error))?;
        let file = File { content: Content::Apd(apd), packed: self.file.packed.clone() };
        let mut go_on = |_, _| ControlFlow::Continue(());
        file::write(&file, effort, &mut go_on).map_err(|error| wrong(&error))
    }

    /// Does a list of actions; all of them or none. Gives how many changed something.
    pub(super) fn apply(&mut self, actions: &[Action], script: &Path) -> Result<usize, Failure> {
        let mut editing = Editing::new(self.area.clone());
        for (n, action) in actions.iter().enumerate() {
            let resolved = action.resolve(editing.document(), &self.geometry);
            let resolved = resolved.map_err(|refusal| {
                let place = format!("error: {}: action {n}, {}", shown(script), action.name());
                let help = refusal.help_in_scripts().map(|help| format!(" ({help})"));
                let help = help.unwrap_or_default();
                Failure::WrongFile(format!("{place}: {refusal}{help}; nothing was written"))
            })?;
            for note in resolved.notes {
                complain(&format!("note: action {n}, {}: {note}", action.name()));
            }
            if let Some(edit) = resolved.edit {
                editing.apply(action.title(), edit);
            }
        }
        self.area = editing.document().clone();
        Ok(editing.steps().len())
    }
}
