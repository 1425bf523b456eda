//! TERA areas on the command line: an APD with the geometry of its zones.

mod meshes;
pub(super) mod named;
pub(super) mod save;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::check;
use landwright_core::format::effort::Effort;
use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::packed::Packed;
use landwright_core::format::problem::problem_of;
use landwright_core::problem::Problem;
use landwright_core::space::tera::Zone;
use landwright_core::vfs::Fingerprint;
use landwright_core::vfs::account::{Account, Known};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::files::AreaFile;
use landwright_core::world::area::folders::Folders;
use landwright_core::world::area::geometry::Geometry;

use self::meshes::with_meshes;
use self::named::folders_around;
use super::half::mend_at;
use super::load;
use super::outcome::Failure;
use super::output::{complain, shown};
use super::script::{Step, do_all};
use super::scriptable::{Scriptable, Wanted};
use super::target::{Place, Target};

/// An area that was read, and what is known of its geometry.
pub(super) struct Opened {
    pub(super) area: Area,
    pub(super) geometry: Geometry,
    /// As they were read.
    pub(super) files: Account<AreaFile>,
}

/// Whether a file is an area by its name.
pub(super) fn is_area(path: &Path) -> bool {
    Kind::of_name(&load::name_of(path)) == Some(Kind::Apd)
}

/// Reads an area, and the geometry beside it or in another folder.
pub(super) fn open(path: &Path, zones: Option<&Path>) -> Result<Opened, Failure> {
    let (file, loaded) = load::read(path)?;
    Opened::of_file(path, (file, loaded.fingerprint), zones)
}

/// Whether a file is the geometry of a zone by its name.
pub(super) fn is_geometry(path: &Path) -> bool {
    Kind::of_name(&load::name_of(path)) == Some(Kind::Zgd)
}

/// Reads the geometry of a zone, and makes an area of it that has no nodes.
pub(super) fn alone(path: &Path) -> Result<(Area, Geometry), Failure> {
    let Content::Zgd(zgd) = load::read(path)?.0.content else {
        let message = format!("{} is not geometry (zgd)", shown(path));
        return Err(Failure::WrongUse(message));
    };
    let zone = Zone::from_file_name(&load::name_of(path)).unwrap_or(Zone { x: 0, y: 0 });
    let area = Area::of_zone(zone)
        .ok_or_else(|| Failure::WrongUse(format!("{} has no zones to draw", shown(path))))?;
    Ok((area, Geometry::of_zones([(zone, zgd)])))
}

/// Reads an area without its geometry.
pub(super) fn read(path: &Path) -> Result<Area, Failure> {
    area_of(path, &load::read(path)?.0)
}

fn area_of(path: &Path, file: &File) -> Result<Area, Failure> {
    let Content::Apd(apd) = &file.content else {
        let (path, kind) = (shown(path), file.kind().name());
        return Err(Failure::WrongUse(format!("{path} is a {kind} file, not an area (apd)")));
    };
    Area::new(apd).map_err(|error| Failure::File(format!("error: {}: {error}", shown(path))))
}

/// The geometry of an area's zones, as far as it is in a folder.
pub(super) fn geometry_in(folder: &Path, area: &Area) -> Geometry {
    geometry_of(area, |zone| zone_in(folder, zone), None).0
}

/// The same, as far as it is where files of the area are looked for.
pub(super) fn geometry_by(area: &Area, folders: &Folders) -> Geometry {
    geometry_of(area, |zone| folders.zone(zone), None).0
}

fn zone_in(folder: &Path, zone: Zone) -> Option<PathBuf> {
    Some(folder.join(zone.file_name())).filter(|path| disk::is_file(path))
}

fn geometry_of(
    area: &Area,
    file_of: impl Fn(Zone) -> Option<PathBuf>,
    other: Option<(Zone, &[u8])>,
) -> (Geometry, Account<AreaFile>) {
    let zones: BTreeSet<Zone> = area.zones().iter().copied().collect();
    let (mut files, mut known) = (Vec::new(), Account::default());
    for zone in zones {
        if let Some((_, bytes)) = other.filter(|(other, _)| *other == zone) {
            files.push((zone, bytes.to_vec()));
            continue;
        }
        let Some(path) = file_of(zone) else { continue };
        mend_at(&path);
        match disk::read_file(&path, READ_LIMIT) {
            Ok(loaded) => {
                known.put(AreaFile::Zone(zone), Known::new(path, loaded.fingerprint));
                files.push((zone, loaded.bytes));
            }
            Err(error) => complain(&format!("warning: {error}")),
        }
    }
    (Geometry::of_files(files), known)
}

/// A path from the current folder, where it is below that.
fn from_here(path: PathBuf) -> PathBuf {
    disk::below(&path, Path::new(".")).unwrap_or(path)
}

impl Opened {
    /// Of a file that was read, with the geometry beside it or in another folder.
    pub(super) fn of_file(
        path: &Path,
        (file, fingerprint): (File, Fingerprint),
        zones: Option<&Path>,
    ) -> Result<Opened, Failure> {
        let area = area_of(path, &file)?;
        let (geometry, files) = match zones {
            Some(folder) if !disk::is_folder(folder) => {
                let message = format!("{} is not a folder; give one with --zones", shown(folder));
                return Err(Failure::WrongUse(message));
            }
            Some(folder) => geometry_of(&area, |zone| zone_in(folder, zone), None),
            None => {
                let folders = folders_around(path);
                geometry_of(&area, |zone| folders.zone(zone), None)
            }
        };
        let mut files = match path.is_relative() {
            true => files.moved(|_, path| from_here(path)),
            false => files,
        };
        let packed = file.packed.map(Arc::new);
        files.put(AreaFile::Paths, Known { packed, ..Known::new(path, fingerprint) });
        Ok(Opened { area, geometry, files })
    }

    /// Of a file that was read, with the geometry around it. A zone may have other geometry than on the
    /// disk.
    pub(super) fn with_geometry(
        path: &Path,
        (file, fingerprint): (File, Fingerprint),
        other: Option<(Zone, &[u8])>,
    ) -> Result<Opened, Failure> {
        let area = area_of(path, &file)?;
        let folders = folders_around(path);
        let (geometry, mut files) = geometry_of(&area, |zone| folders.zone(zone), other);
        files.put(AreaFile::Paths, Known::new(path, fingerprint));
        Ok(Opened { area, geometry, files })
    }

    pub(super) fn check_of(&self, name: &str, area: &Area) -> Vec<Problem> {
        let mut problems = check::area::check(name, area, &self.geometry);
        let troubles = self.geometry.troubles().into_iter();
        problems.extend(troubles.map(|(zone, error)| problem_of(&zone.file_name(), &error)));
        let shown_by_name: BTreeMap<String, String> =
            self.zones().map(|(zone, known)| (zone.file_name(), shown(&known.path))).collect();
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
    pub(super) fn zones(&self) -> impl Iterator<Item = (Zone, &Known)> {
        self.files.iter().filter_map(|(file, known)| match file {
            AreaFile::Zone(zone) => Some((*zone, known)),
            _ => None,
        })
    }

    /// The stream that it was read from.
    pub(super) fn packed(&self) -> Option<Packed> {
        self.files.get(&AreaFile::Paths)?.packed.as_deref().cloned()
    }

    /// The bytes that are saved of an area: the very stream that was read where nothing changed.
    pub(super) fn bytes_of(
        &self,
        area: &Area,
        path: &Path,
        effort: Effort,
    ) -> Result<Vec<u8>, Failure> {
        let wrong = |error: &dyn std::fmt::Display| {
            Failure::File(format!("error: {}: {error}; nothing was written", shown(path)))
        };
        let apd = area.to_apd().map_err(|error| wrong(&error))?;
        let file = File { content: Content::Apd(apd), packed: self.packed() };
        let mut go_on = |_, _| ControlFlow::Continue(());
        file::write(&file, effort, &mut go_on).map_err(|error| wrong(&error))
    }
}

impl Scriptable for Opened {
    type Action = Action;

    fn place(target: &Target, file: &Path) -> Result<Place, Failure> {
        save::place(target, file)
    }

    fn open(wanted: &Wanted<'_>) -> Result<Opened, Failure> {
        open(wanted.file, wanted.zones)
    }

    fn apply(&mut self, actions: &[Action], script: &Path) -> Result<usize, Failure> {
        let actions = with_meshes(actions, script)?;
        let done = do_all(&self.area, &actions, script, |action, area| {
            let resolved = action.resolve(area, &self.geometry).map_err(|refusal| {
                let help = refusal.help_in_scripts().map(|help| format!(" ({help})"));
                format!("{refusal}{}", help.unwrap_or_default())
            })?;
            let is_change = resolved.edit.is_some();
            Ok(Step { document: resolved.area, is_change, notes: resolved.notes })
        });
        let (area, n_changes) = done?;
        self.area = area;
        Ok(n_changes)
    }

    fn save(self, wanted: &Wanted<'_>, place: Place) -> Result<String, Failure> {
        let zones = self.save_at(wanted.file, wanted.target, &place)?;
        Ok(match zones.as_slice() {
            [] => String::new(),
            zones => format!("; geometry written: {}", zones.join(" ")),
        })
    }
}
