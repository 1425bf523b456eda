//! The geometry of an open area: where its zones are, what is seen of them without waiting, and what
//! happens when their files are written or change on disk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::tera::zgd::{Volume, Zgd};
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::space::tera::{CellInWorld, CellInZone, Zone};
use landwright_core::vfs::account::{self, Account};
use landwright_core::world::Document;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::geometry::cells::Known;
use landwright_core::world::area::on_disk::Meanwhile;
use landwright_core::world::area::route_tests::RouteTests;

use super::AreaDone;
use super::document::AreaDocument;
use super::reports::ReportLayer;
use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::model::Model;
use crate::model::tick::Done;
use crate::versions::name_of;

/// Where the geometry of zones is.
pub type ZoneFiles = Account<Zone>;

/// A zone that was written.
#[derive(Debug)]
pub struct WrittenZone {
    pub(super) zone: Zone,
    pub(super) file: account::Known,
    pub(super) bytes: Vec<u8>,
    pub(super) zgd: Arc<Zgd>,
}

/// The volumes of a cell, as far as they are known without waiting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CellVolumes {
    NoGeometry,
    /// Its zone is being unpacked.
    Coming,
    /// In the order of the file.
    Are(Vec<Volume>),
}

impl Model {
    /// Unpacks the zones that somebody looks at, one at a time for each area.
    pub(crate) fn unpack_zones(&mut self) {
        for area in self.documents.values_mut().filter_map(Open::as_area_mut) {
            if area.unpacking.is_some() {
                continue;
            }
            let Some(zone) = area.zone_to_unpack() else { continue };
            area.unpacking = Some(zone);
            let (id, geometry) = (area.id, area.geometry.clone());
            let title = format!("Reading {}", zone.file_name());
            self.jobs.start_for((id, For::Unpacking), title, move |_| {
                Done::from(AreaDone::Unpacked(id, geometry.cells(zone)))
            });
        }
    }
}

impl AreaDocument {
    /// The volumes of a cell where its zone is unpacked already.
    pub fn volumes_of(&self, cell: CellInWorld) -> CellVolumes {
        let Some((zone, cell)) = self.area().origin().zone_from_world(cell) else {
            return CellVolumes::NoGeometry;
        };
        match self.geometry.known_cells(zone) {
            Known::Nothing => CellVolumes::NoGeometry,
            Known::NotYet => CellVolumes::Coming,
            Known::Cells(cells) => CellVolumes::Are(cells.volumes_at(cell.x(), cell.y()).to_vec()),
        }
    }

    /// The cell of a zone that a problem is about, and the height of a floor there.
    pub(super) fn cell_of(&self, problem: &Problem) -> Option<(CellInWorld, i16)> {
        let Spot::Thing(Thing::Cell { x, y }) = problem.place.spot else { return None };
        let zone = Zone::from_file_name(&problem.place.file)?;
        let cell = CellInZone::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?)?;
        self.cell_of_zone(zone, cell)
    }

    /// A cell of a zone, and the height of a floor there.
    pub(super) fn cell_of_zone(&self, zone: Zone, cell: CellInZone) -> Option<(CellInWorld, i16)> {
        let in_world = self.area().origin().world_from_zone(zone, cell)?;
        let floor = match self.volumes_of(in_world) {
            CellVolumes::Are(volumes) => volumes.first().map(|volume| volume.z),
            _ => None,
        };
        Some((in_world, floor.unwrap_or_default()))
    }

    /// Takes note of zones that were written.
    pub(super) fn take_written_zones(&mut self, zones: Vec<WrittenZone>) {
        if zones.is_empty() {
            return;
        }
        let files = zones.iter().map(|written| (written.zone, written.file.clone()));
        self.zone_files.saved(files.collect());
        for written in &zones {
            self.lost_zones.remove(&written.zone);
            self.written_anew.remove(&written.zone);
        }
        let saved = zones.into_iter().map(|written| (written.zone, written.bytes, written.zgd));
        self.geometry = Arc::new(self.geometry.with_saved(saved).of(self.area()));
    }

    /// Takes zones as they are on disk, and keeps what was read before of those that can't be read.
    /// Says which of them are different than they were.
    pub(super) fn take_zones(&mut self, read: &Geometry, files: ZoneFiles) -> Vec<Zone> {
        let known = std::mem::replace(&mut self.zone_files, files);
        let broken: BTreeSet<Zone> = read.troubles().into_iter().map(|(zone, _)| zone).collect();
        self.lost_zones.clear();
        for (zone, file) in known.iter() {
            let is_there = self.zone_files.has(zone) && !broken.contains(zone);
            if !is_there && self.geometry.has(*zone) {
                // As it was known, so that no save takes the file for what was read.
                self.zone_files.put(*zone, file.clone());
                self.lost_zones.insert(*zone);
            }
        }
        let changed: BTreeSet<Zone> =
            known.differences(&self.zone_files).into_keys().copied().collect();
        if !changed.is_empty() {
            // Of one that is in no file at all, nothing on disk has changed.
            let stays = |zone: Zone| !changed.contains(&zone);
            self.geometry = Arc::new(self.geometry.read_again(read, stays).of(self.area()));
            self.n_reads += 1;
            self.checked = None;
            // They are of the geometry as it was.
            self.proposal = None;
            self.reports.iter_mut().for_each(ReportLayer::probe_again);
        }
        changed.into_iter().collect()
    }

    /// The same, where what was not saved here is kept. Answers with what a person should know.
    pub(super) fn merge_zones(&mut self, read: &Geometry, files: ZoneFiles) -> Vec<String> {
        self.finish_gesture();
        let (known, was_saved) = (self.geometry.clone(), self.editing.is_saved());
        let lost = self.lost_zones.clone();
        let changed = self.take_zones(read, files);
        let mut said = self.lost_since(&lost);
        if changed.is_empty() {
            return said;
        }
        let (merged, on_both_sides) = self.area().merged_with_disk(&known, &self.geometry);
        if let Some(edit) = self.area().edit_to(&merged) {
            self.apply("Geometry changed on disk", &edit);
            // What is here is what is on disk.
            let fingerprint = self.file.as_ref().map(|file| file.fingerprint);
            if let Some(fingerprint) = fingerprint.filter(|_| was_saved && on_both_sides.is_empty())
            {
                self.editing.mark_saved(&fingerprint);
            }
        }
        if !self.editing.is_saved() {
            // A touched cell hides what is below it, in the saved step as well.
            self.forget_saved();
        }
        said.extend(changed_in_words(&changed));
        self.on_both_sides.extend(on_both_sides);
        said
    }

    /// The zones that can't be read any more, but for those of which that is known, in words.
    pub(super) fn lost_since(&self, known: &BTreeSet<Zone>) -> Vec<String> {
        let is_news = |zone: &&Zone| !known.contains(zone) && self.area().has_zone(**zone);
        let newly_lost = self.lost_zones.iter().filter(is_news);
        let kept = newly_lost.map(|zone| {
            format!("{} can't be read now; the geometry read before is kept", zone.file_name())
        });
        kept.collect()
    }

    /// Takes in what became of the files of its zones, and of the tests that were on disk, while
    /// nobody had it open. Answers with what a person should know.
    pub(crate) fn take_since(&mut self, since: Meanwhile, tests: RouteTests) -> Vec<String> {
        let mut said = self.take_zones_since(since);
        said.extend(self.take_routes_since(tests));
        said
    }

    fn take_zones_since(&mut self, since: Meanwhile) -> Vec<String> {
        let Meanwhile { area, on_both_sides, changed, lost } = since;
        let mut said: Vec<String> = lost
            .iter()
            .map(|zone| {
                let name = zone.file_name();
                format!("{name} is gone or can't be read; your changes to it are kept here")
            })
            .collect();
        if changed.is_empty() && lost.is_empty() {
            return said;
        }
        if let Some(edit) = self.area().edit_to(&area) {
            self.apply("Geometry changed on disk", &edit);
        }
        self.forget_saved();
        said.extend(changed_in_words(&changed));
        self.on_both_sides.extend(on_both_sides);
        said
    }

    /// Files that are looked for beside the area, since zones are changed here that nobody found.
    pub(super) fn files_missed(&self) -> impl Iterator<Item = PathBuf> {
        let zones = self.area().volumes().zones();
        let missed = zones.filter(|zone| !self.zone_files.has(zone));
        let missed = missed.filter(|zone| !self.geometry.has(*zone));
        missed.filter_map(|zone| Some(self.file.as_ref()?.path.with_file_name(zone.file_name())))
    }

    /// Whether a file has the geometry of one of its zones.
    pub(crate) fn is_zone_file(&self, path: &Path) -> bool {
        let mut files = self.zone_files.iter().map(|(_, file)| &file.path);
        files.any(|file| file == path || name_of(file) == name_of(path))
    }
}

/// Which zones are different on disk.
fn changed_in_words(changed: &[Zone]) -> Option<String> {
    let names: Vec<String> = changed.iter().map(|zone| zone.file_name()).collect();
    (!names.is_empty()).then(|| format!("{} changed on disk and was reloaded", names.join(", ")))
}

pub(super) fn cell_at([x, y]: [f64; 2]) -> Option<CellInWorld> {
    CellInWorld::of(landwright_core::space::tera::PosInWorld { x, y, z: 0.0 })
}

#[cfg(test)]
mod tests {
    use super::super::message::AreaMessage;
    use super::super::tests::{sample, tell};
    use super::*;

    #[test]
    fn pointing_at_a_cell_unpacks_its_zone_beside_the_window() {
        let mut model = sample();
        let area = model.active_area().unwrap();
        let file = area.area().zones().first().copied().unwrap();
        // As if nobody had looked yet: checks did.
        let bytes = landwright_core::sample::tera::packed_file(
            "",
            &landwright_core::format::tera::zgd::write(&area.geometry.zone(file).unwrap()),
        );
        let id = area.id;
        let fresh = Geometry::of_files([(file, bytes.bytes)]);
        model.area_mut(id).unwrap().geometry = Arc::new(fresh);
        let cell = CellInWorld { x: 4, y: 4 };
        let volumes = |model: &Model| model.active_area().unwrap().volumes_of(cell);
        tell(&mut model, AreaMessage::Hover(Some([72.0, 72.0])));
        assert_eq!(volumes(&model), CellVolumes::Coming, "nothing is unpacked by asking");
        model.settle();
        assert_eq!(volumes(&model), CellVolumes::Are(vec![(0, 32_767).into()]));
        let outside = CellInWorld { x: -4, y: 4 };
        assert_eq!(model.active_area().unwrap().volumes_of(outside), CellVolumes::NoGeometry);
        assert!(model.jobs().is_empty());
    }
}
