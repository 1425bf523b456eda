//! Areas: checked with what is known of their geometry, and mended.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::check;
use landwright_core::check::area::listed::{not_listed, shared};
use landwright_core::check::mend::area::OnLand;
use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::problem::problem_of;
use landwright_core::format::tera::zgd::Zgd;
use landwright_core::problem::Problem;
use landwright_core::space::tera::Zone;
use landwright_core::vfs::disk::{self, EntryKind, Loaded};
use landwright_core::world::area::Area;
use landwright_core::world::area::names::{Names, name_of_file};

use super::ahead::AreaFound;
use super::{Check, Findings, save_mended};
use crate::cli::area::named::{folders_around, names_in};
use crate::cli::area::{Opened, is_area};
use crate::cli::load::name_of;
use crate::cli::mending;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;

impl Check {
    pub(super) fn check_area(
        &self,
        path: &Path,
        loaded: &Loaded,
        findings: &mut Findings<'_>,
    ) -> Result<(), Failure> {
        let name = shown(path);
        let file = match file::read(Kind::Apd, &loaded.bytes) {
            Ok(file) => file,
            Err(error) => {
                findings.add(path, vec![problem_of(&name, &error)]);
                return Ok(());
            }
        };
        let opened = Opened::of_file(path, (file, loaded.fingerprint), self.zones.as_deref())?;
        let zones = opened.zones().filter_map(|(_, known)| disk::absolute(&known.path).ok());
        findings.zones_checked.extend(zones);
        let of_others = findings.of_list_and_folder(path, &name, &opened.area);
        findings.add(path, of_others);
        let project = findings.settings.of(path);
        let start = OnLand { area: opened.area.clone(), geometry: &opened.geometry };
        let judge = |now: &OnLand<'_>| findings.judge(path, opened.check_of(&name, &now.area));
        let checked = mending::check((&start, &name), self.mending(), judge, |mended| {
            let bytes = opened.bytes_of(&mended.area, path, project.compression)?;
            save_mended(path, loaded, bytes, &project)
        });
        findings.take(checked)
    }
}

/// The zones of areas and the lists of areas that were read on the way.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    lists: BTreeMap<PathBuf, Option<Names>>,
    /// Of files with areas, by their absolute paths.
    zones: BTreeMap<PathBuf, Option<Vec<Zone>>>,
    n_bytes: u64,
}

/// Of a folder, so many bytes of areas are read to see which zones they have.
const MAX_BYTES: u64 = 64 << 20;

/// Checks geometry alone. Where the list of areas has its zone, cells get their places in the world.
pub(super) fn check_zone(path: &Path, name: &str, zgd: Zgd) -> Vec<Problem> {
    let zone = Zone::from_file_name(&name_of(path));
    let names = zone.and_then(|_| folders_around(path).read_list()?.ok()).map(|list| list.names);
    let origin = zone.zip(names).and_then(|(zone, names)| {
        let found = names.with_zone(zone).find_map(|area| area.origins.first().copied());
        Some((zone, found?))
    });
    check::area::check_zone(name, zgd, origin)
}

impl Findings<'_> {
    /// What was found on another core.
    pub(super) fn take_area(&mut self, path: &Path, found: AreaFound) {
        let AreaFound { area, problems, zones } = found;
        self.zones_checked.extend(zones);
        let of_others = self.of_list_and_folder(path, &shown(path), &area);
        self.add(path, of_others);
        self.add(path, problems);
    }

    /// What the list of areas says of the zones of an area, and which of them other areas of the folder
    /// have as well.
    fn of_list_and_folder(&mut self, path: &Path, name: &str, area: &Area) -> Vec<Problem> {
        let mut problems = Vec::new();
        let folders = folders_around(path);
        if let Some(list) = folders.list() {
            let lists = &mut self.neighbours.lists;
            let names = lists.entry(list.to_owned()).or_insert_with(|| names_in(&folders));
            let file_name = name_of(path);
            let listed = names.as_ref().and_then(|names| names.get(name_of_file(&file_name)));
            problems.extend(listed.and_then(|listed| not_listed(name, area, listed)));
        }
        problems.extend(shared(name, area.zones(), &self.neighbours.zones_beside(path, area)));
        problems
    }
}

impl Neighbours {
    /// The zones of the other areas of a folder, by the names of their files.
    fn zones_beside(&mut self, path: &Path, area: &Area) -> Vec<(String, Vec<Zone>)> {
        let Ok(own) = disk::absolute(path) else { return Vec::new() };
        self.zones.insert(own.clone(), Some(area.zones().to_vec()));
        let Some(folder) = own.parent() else { return Vec::new() };
        let entries = disk::list(folder).unwrap_or_default().into_iter();
        let files = entries.filter(|entry| entry.kind == EntryKind::File && entry.path != own);
        let areas = files.map(|entry| entry.path).filter(|path| is_area(path));
        let zones = areas.filter_map(|path| {
            let zones = self.zones_of(&path)?;
            Some((name_of(&path), zones))
        });
        zones.collect()
    }

    fn zones_of(&mut self, path: &Path) -> Option<Vec<Zone>> {
        if let Some(known) = self.zones.get(path) {
            return known.clone();
        }
        // Larger ones are compared with this when it is their turn to be checked.
        let left = MAX_BYTES.checked_sub(self.n_bytes).filter(|left| *left > 0)?;
        let loaded = disk::read_file(path, left).ok()?;
        self.n_bytes += loaded.bytes.len() as u64;
        let file = file::read(Kind::Apd, &loaded.bytes).ok();
        let zones = file.and_then(|file| match file.content {
            Content::Apd(apd) => {
                Some(apd.zones().iter().map(|zone| Zone { x: zone.x, y: zone.y }).collect())
            }
            _ => None,
        });
        self.zones.insert(path.to_owned(), zones.clone());
        zones
    }
}
