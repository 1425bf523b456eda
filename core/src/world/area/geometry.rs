//! The volumes of an area's zones: kept packed, unpacked where somebody looks, and the zones
//! looked at last kept unpacked as far as a budget goes.

pub mod cells;
pub mod odd;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::format::ReadError;
use crate::format::effort::Effort;
use crate::format::file::{self, Content, File};
use crate::format::packed::{Cancelled, Progress};
use crate::format::tera::zgd::{self, Volume, Zgd, cell_at};
use crate::nav::tera::Stride;
use crate::nav::tera::ground::Ground;
use crate::nav::tera::straight::{Body, Stop, pass};
use crate::space::tera::{CellInWorld, Origin, PosInWorld, Zone};

use self::cells::ZoneCells;
use self::odd::Own;
use super::Area;
use super::volumes::{TouchedZone, Volumes};

/// How much memory unpacked zones may take.
pub const DEFAULT_BUDGET: usize = 64 << 20;

/// A [`Land`] has no more zones than this along a side: nobody walks farther at a time.
const MAX_SIDE: i64 = 4;

/// The geometry of the zones that there are files of, with what was changed in it. A clone is a
/// snapshot, and shares what is unpacked.
#[derive(Debug, Clone)]
pub struct Geometry {
    files: Arc<Files>,
    volumes: Volumes,
    patience: Patience,
}

/// What becomes of whoever asks for a zone that is packed.
#[derive(Debug, Clone)]
enum Patience {
    /// Waits until it is unpacked.
    Waits,
    /// Is told that nothing is known of it, and the zone is noted.
    Goes(Arc<Mutex<BTreeSet<Zone>>>),
}

#[derive(Debug)]
struct Files {
    zones: BTreeMap<Zone, Source>,
    unpacked: Mutex<Unpacked>,
}

#[derive(Debug, Clone)]
enum Source {
    /// The bytes of a file as it is, and as it was read first: a zone that becomes again what it
    /// was is written as it was.
    Packed { now: Arc<[u8]>, first: Arc<[u8]> },
    /// Made, or changed and not saved yet.
    Held(Own),
}

/// What was unpacked last.
#[derive(Debug, Default)]
struct Unpacked {
    /// As they were read, and as they are with what was changed.
    zones: BTreeMap<(Zone, State), Kept>,
    troubles: BTreeMap<Zone, ReadError>,
    n_bytes: usize,
    budget: usize,
    clock: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    AsRead,
    Changed,
}

#[derive(Debug, Clone)]
struct Kept {
    own: Own,
    /// The changes that are in it.
    changes: Option<Arc<TouchedZone>>,
    n_bytes: usize,
    touched: u64,
}

impl Geometry {
    /// No zone is known.
    pub fn none() -> Geometry {
        Geometry::of_sources(BTreeMap::new())
    }

    fn of_sources(zones: BTreeMap<Zone, Source>) -> Geometry {
        let unpacked = Unpacked { budget: DEFAULT_BUDGET, ..Unpacked::default() };
        let files = Files { zones, unpacked: Mutex::new(unpacked) };
        let (files, volumes) = (Arc::new(files), Volumes::default());
        Geometry { files, volumes, patience: Patience::Waits }
    }

    /// Of files, as bytes; they are read when somebody looks.
    pub fn of_files(files: impl IntoIterator<Item = (Zone, Vec<u8>)>) -> Geometry {
        let zones = files.into_iter().map(|(zone, bytes)| {
            let now: Arc<[u8]> = bytes.into();
            (zone, Source::Packed { first: now.clone(), now })
        });
        Geometry::of_sources(zones.collect())
    }

    /// Of zones that are in memory already.
    pub fn of_zones(zones: impl IntoIterator<Item = (Zone, Zgd)>) -> Geometry {
        let zones = zones.into_iter().map(|(zone, zgd)| (zone, Source::Held(Own::of(zgd))));
        Geometry::of_sources(zones.collect())
    }

    pub fn with_budget(self, n_bytes: usize) -> Geometry {
        self.lock().budget = n_bytes;
        self
    }

    /// The same files with what an area changes of them.
    pub fn of(&self, area: &Area) -> Geometry {
        Geometry { volumes: area.volumes().clone(), ..self.clone() }
    }

    /// The same for whoever can't wait: of zones that are packed nothing is known, and they are
    /// noted.
    pub fn at_hand(&self) -> Geometry {
        Geometry { patience: Patience::Goes(Arc::default()), ..self.clone() }
    }

    /// The packed zones that somebody asked for who can't wait.
    pub fn missed(&self) -> BTreeSet<Zone> {
        match &self.patience {
            Patience::Waits => BTreeSet::new(),
            Patience::Goes(missed) => missed.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }

    /// The same once files of some zones were written, with what is in them.
    pub fn with_saved(
        &self,
        saved: impl IntoIterator<Item = (Zone, Vec<u8>, Arc<Zgd>)>,
    ) -> Geometry {
        let mut zones = self.files.zones.clone();
        let mut unpacked = self.lock().of_zones(|_| true);
        for (zone, bytes, zgd) in saved {
            let now: Arc<[u8]> = bytes.into();
            let first = match zones.get(&zone) {
                Some(Source::Packed { first, .. }) => first.clone(),
                _ => now.clone(),
            };
            zones.insert(zone, Source::Packed { now, first });
            unpacked.troubles.remove(&zone);
            unpacked.put((zone, State::AsRead), Own::of(zgd), None);
        }
        self.with_files(Files { zones, unpacked: Mutex::new(unpacked) })
    }

    /// The same once the files were read again. Those of zones that stay did not change.
    pub fn read_again(&self, read: &Geometry, stays: impl Fn(Zone) -> bool) -> Geometry {
        let mut zones = read.files.zones.clone();
        let own = self.files.zones.iter().filter(|(zone, _)| stays(**zone));
        zones.extend(own.map(|(zone, source)| (*zone, source.clone())));
        let of_read = read.lock().of_zones(|zone| !stays(zone));
        let mut unpacked = self.lock().of_zones(&stays);
        unpacked.take(of_read);
        self.with_files(Files { zones, unpacked: Mutex::new(unpacked) })
    }

    fn with_files(&self, files: Files) -> Geometry {
        Geometry { files: Arc::new(files), ..self.clone() }
    }

    /// The zones that there is geometry of, readable or not.
    pub fn zones(&self) -> impl Iterator<Item = Zone> {
        self.files.zones.keys().copied()
    }

    pub fn has(&self, zone: Zone) -> bool {
        self.files.zones.contains_key(&zone)
    }

    /// The volumes of a zone; `None` where there is no file of it, or none that can be read.
    pub fn zone(&self, zone: Zone) -> Option<Arc<Zgd>> {
        let Some(changes) = self.volumes.zone(zone) else { return self.as_read(zone) };
        if let Some(zgd) = self.lock().changed(zone, changes) {
            return Some(zgd);
        }
        let own = self.as_read(zone)?;
        let zgd = own.with_cells(changes.cells().map(|(idx, cell)| (idx, cell.now)));
        let changed = Own::of(zgd);
        Some(self.lock().put((zone, State::Changed), changed, Some(changes.clone())).zgd)
    }

    /// The same without what was changed.
    pub(super) fn as_read(&self, zone: Zone) -> Option<Arc<Zgd>> {
        self.own(zone).map(|own| own.zgd)
    }

    fn own(&self, zone: Zone) -> Option<Own> {
        let packed = match self.files.zones.get(&zone)? {
            Source::Held(own) => return Some(own.clone()),
            Source::Packed { now, .. } => now,
        };
        if let Some(known) = self.lock().known(zone) {
            return known;
        }
        if let Patience::Goes(missed) = &self.patience {
            missed.lock().unwrap_or_else(PoisonError::into_inner).insert(zone);
            return None;
        }
        // Unpacked without the lock, so that others are not kept waiting.
        let read = zgd::read_packed(packed).map(|(zgd, _)| Own::counted(zgd));
        self.lock().keep(zone, read)
    }

    /// The zones that could not be read so far, and why.
    pub fn troubles(&self) -> Vec<(Zone, ReadError)> {
        let unpacked = self.lock();
        unpacked.troubles.iter().map(|(zone, error)| (*zone, error.clone())).collect()
    }

    /// The zones with other volumes than their files have. Of a zone that can't be read, nobody
    /// knows what is in its file: once touched, it counts.
    pub fn changed_zones(&self) -> Vec<Zone> {
        let zones = self.volumes.zones().filter(|zone| {
            let Some(changes) = self.volumes.zone(*zone) else { return false };
            let Some(own) = self.as_read(*zone) else { return true };
            changes.cells().any(|(idx, cell)| {
                let (x, y) = cell_at(idx);
                own.volumes_at(x, y) != cell.now
            })
        });
        zones.collect()
    }

    /// The file of a zone with what was changed in it; `None` where nothing is known of it.
    pub fn file_of(
        &self,
        zone: Zone,
        effort: Effort,
        progress: Progress<'_>,
    ) -> Option<Result<Vec<u8>, Cancelled>> {
        let zgd = self.zone(zone)?;
        let packed = match self.files.zones.get(&zone)? {
            Source::Packed { first, .. } => Some(zgd::read_packed(first).ok()?.1),
            Source::Held(_) => None,
        };
        let file = File { content: Content::Zgd(Zgd::clone(&zgd)), packed };
        Some(file::write(&file, effort, progress))
    }

    /// How much memory unpacked zones take.
    pub fn n_bytes(&self) -> usize {
        self.lock().n_bytes
    }

    /// The land within reach of a place.
    pub fn around(&self, origin: Origin, pos_in_world: PosInWorld, reach: f64) -> Land {
        let PosInWorld { x, y, .. } = pos_in_world;
        self.between(origin, [x - reach, y - reach], [x + reach, y + reach])
    }

    /// The land between two corners, no more than some zones of it.
    pub fn between(&self, origin: Origin, low: [f64; 2], high: [f64; 2]) -> Land {
        let zone_at = |[x, y]: [f64; 2]| {
            CellInWorld::of(PosInWorld { x, y, z: 0.0 }).map(|cell| origin.nearest_zone(cell))
        };
        match (zone_at(low), zone_at(high)) {
            (Some(low), Some(high)) => self.land(origin, low, high),
            _ => Land { origin, low: Zone { x: 0, y: 0 }, n_y: 0, zones: Vec::new() },
        }
    }

    /// Moves a body straight from a place to another.
    pub fn pass(&self, origin: Origin, ends: [PosInWorld; 2], body: Body) -> Result<(), Stop> {
        let [from, to] = ends;
        let reach = from.distance_on_ground(to) / 2.0 + f64::from(body.radius) + 32.0;
        let middle = PosInWorld { x: (from.x + to.x) / 2.0, y: (from.y + to.y) / 2.0, z: 0.0 };
        pass(&self.around(origin, middle, reach), from, to, body, &Stride::default())
    }

    /// A zone and those around it.
    pub fn around_zone(&self, origin: Origin, zone: Zone) -> Land {
        let low = Zone { x: zone.x.saturating_sub(1), y: zone.y.saturating_sub(1) };
        let high = Zone { x: zone.x.saturating_add(1), y: zone.y.saturating_add(1) };
        self.land(origin, low, high)
    }

    fn land(&self, origin: Origin, low: Zone, high: Zone) -> Land {
        let side = |low: u32, high: u32| (i64::from(high) - i64::from(low) + 1).clamp(0, MAX_SIDE);
        let (n_x, n_y) = (side(low.x, high.x) as u32, side(low.y, high.y) as u32);
        let zones = (0..n_x).flat_map(|x| (0..n_y).map(move |y| (x, y)));
        let zones = zones.map(|(x, y)| {
            self.cells(Zone { x: low.x.saturating_add(x), y: low.y.saturating_add(y) })
        });
        Land { origin, low, n_y, zones: zones.collect() }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Unpacked> {
        // What a panic left behind is still a cache.
        self.files.unpacked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Unpacked {
    /// What is known of a zone: its volumes, or that it can't be read.
    fn known(&mut self, zone: Zone) -> Option<Option<Own>> {
        if self.troubles.contains_key(&zone) {
            return Some(None);
        }
        self.clock += 1;
        let kept = self.zones.get_mut(&(zone, State::AsRead))?;
        kept.touched = self.clock;
        Some(Some(kept.own.clone()))
    }

    /// What is known of a zone with just these changes.
    fn changed(&mut self, zone: Zone, changes: &Arc<TouchedZone>) -> Option<Arc<Zgd>> {
        self.clock += 1;
        let kept = self.zones.get_mut(&(zone, State::Changed))?;
        if !kept.changes.as_ref().is_some_and(|own| Arc::ptr_eq(own, changes)) {
            return None;
        }
        kept.touched = self.clock;
        Some(kept.own.zgd.clone())
    }

    fn keep(&mut self, zone: Zone, read: Result<Own, ReadError>) -> Option<Own> {
        match read {
            Ok(own) => Some(self.put((zone, State::AsRead), own, None)),
            Err(error) => {
                self.troubles.insert(zone, error);
                None
            }
        }
    }

    fn put(&mut self, place: (Zone, State), own: Own, changes: Option<Arc<TouchedZone>>) -> Own {
        self.clock += 1;
        let n_bytes = own.zgd.n_bytes();
        self.n_bytes += n_bytes;
        let kept = Kept { own: own.clone(), changes, n_bytes, touched: self.clock };
        if let Some(old) = self.zones.insert(place, kept) {
            self.n_bytes -= old.n_bytes;
        }
        while self.n_bytes > self.budget {
            // To let go of what somebody holds would free nothing.
            let free = self.zones.iter().filter(|(_, kept)| Arc::strong_count(&kept.own.zgd) == 1);
            let oldest = free.min_by_key(|(_, kept)| kept.touched);
            let Some(oldest) = oldest.map(|(place, _)| *place) else { break };
            if let Some(kept) = self.zones.remove(&oldest) {
                self.n_bytes -= kept.n_bytes;
            }
        }
        own
    }

    /// What is known of some zones.
    fn of_zones(&self, is_meant: impl Fn(Zone) -> bool) -> Unpacked {
        let zones = self.zones.iter().filter(|((zone, _), _)| is_meant(*zone));
        let zones: BTreeMap<_, _> = zones.map(|(place, kept)| (*place, kept.clone())).collect();
        let troubles = self.troubles.iter().filter(|(zone, _)| is_meant(**zone));
        let troubles = troubles.map(|(zone, error)| (*zone, error.clone())).collect();
        let n_bytes = zones.values().map(|kept| kept.n_bytes).sum();
        Unpacked { zones, troubles, n_bytes, budget: self.budget, clock: self.clock }
    }

    /// Knows as well what others know of other zones.
    fn take(&mut self, other: Unpacked) {
        self.troubles.extend(other.troubles);
        for (place, kept) in other.zones {
            self.put(place, kept.own, kept.changes);
        }
    }
}

/// Some zones side by side, unpacked as long as somebody walks on them.
#[derive(Debug, Clone)]
pub struct Land {
    origin: Origin,
    low: Zone,
    n_y: u32,
    /// In columns along x; `None` where nothing is known.
    zones: Vec<Option<ZoneCells>>,
}

impl Land {
    fn zone(&self, zone: Zone) -> Option<&ZoneCells> {
        let (x, y) = (zone.x.checked_sub(self.low.x)?, zone.y.checked_sub(self.low.y)?);
        let idx = (y < self.n_y).then(|| x as usize * self.n_y as usize + y as usize)?;
        self.zones.get(idx)?.as_ref()
    }
}

impl Ground for Land {
    fn volumes(&self, cell_in_world: CellInWorld) -> &[Volume] {
        let Some((zone, cell)) = self.origin.zone_from_world(cell_in_world) else { return &[] };
        self.zone(zone).map_or(&[], |cells| cells.volumes_at(cell.x(), cell.y()))
    }

    fn is_known(&self, cell_in_world: CellInWorld) -> bool {
        let zone = self.origin.zone_from_world(cell_in_world);
        zone.is_some_and(|(zone, _)| self.zone(zone).is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::Continue;

    use super::*;
    use crate::sample::tera::packed_file;
    use crate::world::area::tests::{act_on, area};

    pub(super) fn flat(z: i16) -> Zgd {
        Zgd::from_cells(|_, _, cell| cell.push(Volume { z, height: 100 }))
    }

    #[test]
    fn zones_are_unpacked_on_demand_and_let_go_over_budget() {
        let zone = |x: u32| Zone { x: 1000 + x, y: 1000 };
        let files = (0..3).map(|x| (zone(x), packed_file("", &zgd::write(&flat(x as i16))).bytes));
        let broken = (zone(3), b"not brotli".to_vec());
        let one = flat(0).n_bytes();
        let geometry = Geometry::of_files(files.chain([broken])).with_budget(2 * one + 1);
        assert_eq!(geometry.n_bytes(), 0);
        for x in [0, 1, 2, 0, 2] {
            assert_eq!(geometry.zone(zone(x)).unwrap().volumes_at(5, 5)[0].z, x as i16);
            assert!(geometry.n_bytes() <= 2 * one);
        }
        assert!(geometry.zone(zone(3)).is_none() && geometry.zone(zone(4)).is_none());
        let troubles = geometry.troubles();
        assert_eq!(troubles.iter().map(|(zone, _)| *zone).collect::<Vec<_>>(), [zone(3)]);
    }

    #[test]
    fn whoever_can_not_wait_is_told_of_unpacked_zones_alone() {
        let zone = |x: u32| Zone { x: 1000 + x, y: 1000 };
        let file = |z: i16| packed_file("", &zgd::write(&flat(z))).bytes;
        let geometry = Geometry::of_files((0..3).map(|x| (zone(x), file(x as i16))));
        let held = geometry.zone(zone(0)).unwrap();
        let one = geometry.n_bytes();
        let geometry = geometry.with_budget(one + 1);
        let at_hand = geometry.at_hand();
        assert!(at_hand.zone(zone(0)).is_some() && at_hand.zone(zone(1)).is_none());
        assert!(at_hand.zone(zone(9)).is_none());
        assert_eq!(at_hand.missed(), [zone(1)].into(), "there is no file of the other one");
        assert_eq!(geometry.n_bytes(), one, "nothing was unpacked");
        // What is held stays known, whatever else is unpacked.
        geometry.zone(zone(1));
        geometry.zone(zone(2));
        assert!(at_hand.zone(zone(0)).is_some() && at_hand.zone(zone(1)).is_none());
        drop(held);
        geometry.zone(zone(1));
        assert!(at_hand.zone(zone(0)).is_none());
        assert!(geometry.n_bytes() <= one + 1);
    }

    #[test]
    fn what_was_saved_and_read_again_is_known_and_what_did_not_change_stays_unpacked() {
        let zone = |x: u32| Zone { x: 1000 + x, y: 1000 };
        let file = |z: i16| packed_file("", &zgd::write(&flat(z))).bytes;
        let geometry = Geometry::of_files((0..2).map(|x| (zone(x), file(x as i16))));
        let both = [0, 1].map(|x| geometry.zone(zone(x)).unwrap());
        let saved = geometry.with_saved([(zone(1), file(9), Arc::new(flat(9)))]);
        assert!(Arc::ptr_eq(&saved.zone(zone(0)).unwrap(), &both[0]));
        assert_eq!(saved.zone(zone(1)).unwrap().volumes_at(0, 0)[0].z, 9);
        let read = Geometry::of_files([(zone(0), file(5)), (zone(1), file(9))]);
        let again = saved.read_again(&read, |one| one == zone(1));
        assert_eq!(again.zone(zone(0)).unwrap().volumes_at(0, 0)[0].z, 5);
        assert!(Arc::ptr_eq(&again.zone(zone(1)).unwrap(), &saved.zone(zone(1)).unwrap()));
    }

    #[test]
    fn a_touched_zone_that_can_not_be_read_counts_as_changed() {
        let zone = Zone { x: 1000, y: 1000 };
        let file = packed_file("", &zgd::write(&flat(0))).bytes;
        let json = r#"{"action":"set-volumes","cells":{"list":[[5,5]]},"z":9}"#;
        let whole = Geometry::of_files([(zone, file.clone())]);
        let start = area(&[(4, 4)], &[]);
        let changed = act_on(&start, &whole, json).unwrap();
        let half = Geometry::of_files([(zone, file[..file.len() / 2].to_vec())]);
        for lost in [half.clone(), Geometry::none()] {
            let lost = lost.of(&changed);
            assert_eq!(lost.changed_zones(), [zone]);
            assert!(lost.file_of(zone, Effort::Quick, &mut |_, _| Continue(())).is_none());
        }
        assert_eq!(half.of(&start).changed_zones(), [], "nobody touched it");
    }

    #[test]
    fn land_reaches_over_zones_and_knows_what_it_does_not_know() {
        let zones = [(1000, 1), (1001, 2)].map(|(x, z)| (Zone { x, y: 1000 }, flat(z)));
        let geometry = Geometry::of_zones(zones);
        let border = PosInWorld { x: 15_360.0, y: 8.0, z: 0.0 };
        let land = geometry.around(Origin::USUAL, border, 20.0);
        let z = |x, y| land.nearest_floor(CellInWorld { x, y }, 0).map(|volume| volume.z);
        assert_eq!([z(959, 0), z(960, 0), z(960, -1)], [Some(1), Some(2), None]);
        let is_known = |x, y| land.is_known(CellInWorld { x, y });
        assert_eq!([is_known(959, 0), is_known(0, -1)], [true, false]);
        let corner = PosInWorld { x: 8.0, y: 8.0, z: 0.0 };
        let first = Geometry::of_zones([(Zone { x: 0, y: 0 }, flat(3))]);
        let land = first.around(Origin { zone_x: 0, zone_y: 0 }, corner, 300.0);
        let is_known = |x, y| land.is_known(CellInWorld { x, y });
        assert_eq!([is_known(0, 0), is_known(-1, 0)], [true, false], "the first of all zones");
        let nowhere = PosInWorld { x: f64::NAN, ..border };
        assert!(!geometry.around(Origin::USUAL, nowhere, 1.0).is_known(CellInWorld { x: 0, y: 0 }));
    }
}
