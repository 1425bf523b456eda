//! Files and zones that are checked on all cores, before what is found is reported in the order of
//! the files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::check::scripts::ways::Entrances;
use landwright_core::format::file::{self, Kind};
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::Area;

use super::entered::Entered;
use super::{Around, problems_of, zones};
use crate::cli::area::Opened;
use crate::cli::mending::Mending;
use crate::cli::outcome::Failure;
use crate::cli::output::{Heard, overheard, shown};
use crate::cli::pool;
use crate::cli::settings::Settings;

/// The findings in files and zones.
#[derive(Default)]
pub(super) struct Ahead {
    found: BTreeMap<PathBuf, (Result<Vec<Problem>, Failure>, Heard)>,
    areas: BTreeMap<PathBuf, (Result<AreaFound, Failure>, Heard)>,
}

/// The findings in an area and in the geometry that was read with it.
pub(super) struct AreaFound {
    pub(super) area: Area,
    pub(super) problems: Vec<Problem>,
    /// The files of its geometry.
    pub(super) zones: Vec<PathBuf>,
}

/// Something that is checked as one.
struct Unit {
    path: PathBuf,
    /// `None` for a zone.
    kind: Option<Kind>,
    project: Arc<Project>,
    /// Where scripts lead to, of a map.
    entrances: Arc<Entrances>,
}

thread_local! {
    /// What was read by this core.
    static AROUND: Around = Around::default();
}

impl Ahead {
    /// Checks everything but geometry, most of which is checked with its area. Each core holds one area.
    pub(super) fn of(
        files: &[PathBuf],
        named: &[PathBuf],
        folder_of_zones: Option<&Path>,
        (settings, entered): (&mut Settings, &mut Entered),
    ) -> Ahead {
        let units = units(files, named, settings, entered);
        let mut ahead = Ahead::default();
        let work = |unit: &Unit| {
            let (found, heard) = overheard(|_| unit.check());
            (unit.path.clone(), found, heard)
        };
        let taken: Result<(), Failure> = pool::each(&units, work, |(path, found, heard)| {
            if let Some(found) = found {
                ahead.found.insert(path, (found, heard));
            }
            Ok(())
        });
        debug_assert!(taken.is_ok());
        let areas: Vec<&PathBuf> = files
            .iter()
            .filter(|path| matches!(settings.kind_at(path), Ok(Some(Kind::Apd))))
            .collect();
        // A single one needs no other core.
        let areas = if areas.len() > 1 { areas } else { Vec::new() };
        let work = |path: &&PathBuf| {
            let (found, heard) = overheard(|_| check_area(path, folder_of_zones));
            ((*path).clone(), found, heard)
        };
        let taken: Result<(), Failure> = pool::each(&areas, work, |(path, found, heard)| {
            if let Some(found) = found {
                ahead.areas.insert(path, (found, heard));
            }
            Ok(())
        });
        debug_assert!(taken.is_ok());
        ahead
    }

    /// The same for an area.
    pub(super) fn take_area(&mut self, path: &Path) -> Option<Result<AreaFound, Failure>> {
        let (found, heard) = self.areas.remove(path)?;
        heard.tell();
        Some(found)
    }

    /// The findings in a file or zone, if it was checked; what was reported meanwhile is reported
    /// now.
    pub(super) fn take(&mut self, path: &Path) -> Option<Result<Vec<Problem>, Failure>> {
        let (found, heard) = self.found.remove(path)?;
        heard.tell();
        Some(found)
    }
}

/// `None` for one that is no area, or that the disk does not give: that is reported in its turn.
fn check_area(path: &Path, folder_of_zones: Option<&Path>) -> Option<Result<AreaFound, Failure>> {
    let loaded = disk::read_file(path, READ_LIMIT).ok()?;
    let file = file::read(Kind::Apd, &loaded.bytes).ok()?;
    let opened = match Opened::of_file(path, (file, loaded.fingerprint), folder_of_zones) {
        Ok(opened) => opened,
        Err(failure) => return Some(Err(failure)),
    };
    let problems = opened.check_of(&shown(path), &opened.area);
    let zones = opened.zones().filter_map(|(_, known)| disk::absolute(&known.path).ok()).collect();
    Some(Ok(AreaFound { area: opened.area, problems, zones }))
}

fn units(
    files: &[PathBuf],
    named: &[PathBuf],
    settings: &mut Settings,
    entered: &mut Entered,
) -> Vec<Unit> {
    let mut units = Vec::new();
    let mut seen = BTreeSet::new();
    for path in files {
        let Ok(Some(kind)) = settings.kind_at(path) else { continue };
        let zone = zones::zone_of(path, named);
        let kind = Some(kind).filter(|_| zone.is_none());
        let path = zone.unwrap_or_else(|| path.clone());
        if !matches!(kind, Some(Kind::Apd | Kind::Zgd)) && seen.insert(path.clone()) {
            let project = settings.of(&path);
            let entrances = match kind {
                Some(Kind::Gat) => entered.on(&project),
                _ => Arc::default(),
            };
            units.push(Unit { path, kind, project, entrances });
        }
    }
    units
}

impl Unit {
    /// `None` where the disk does not give the file: that is reported in its turn.
    fn check(&self) -> Option<Result<Vec<Problem>, Failure>> {
        let Some(kind) = self.kind else {
            let all = |problems: Vec<Problem>| problems;
            let checked = zones::check(&self.path, Mending::No, &self.project, all);
            return Some(checked.map(|checked| checked.found.problems));
        };
        let loaded = disk::read_file(&self.path, READ_LIMIT).ok()?;
        let found = AROUND.with(|around| {
            let around = (around, &*self.entrances);
            problems_of(&self.path, kind, &loaded.bytes, &self.project, around)
        });
        Some(Ok(found))
    }
}
