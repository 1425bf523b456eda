//! A zone cell by cell, and what became of it since it was looked at: for whoever asks about a few
//! cells of a zone that is being changed, and must not wait until all of it is put together.

use std::sync::Arc;

use crate::format::tera::zgd::{Volume, Zgd, cell_idx};
use crate::space::tera::Zone;

use super::odd::Own;
use super::{Geometry, Source};
use crate::world::area::volumes::TouchedZone;

/// The volumes of a zone as its file has them, with what was changed laid over it.
#[derive(Debug, Clone)]
pub struct ZoneCells {
    pub(super) own: Own,
    pub(super) touched: Option<Arc<TouchedZone>>,
}

/// What can be said of a zone without unpacking it.
#[derive(Debug, Clone)]
pub enum Known {
    /// There is no file of it, or none that can be read.
    Nothing,
    /// Its file is there, and packed.
    NotYet,
    Cells(ZoneCells),
}

/// What a zone was like when somebody looked.
#[derive(Debug, Clone)]
pub struct ZoneMark {
    source: Source,
    touched: Option<Arc<TouchedZone>>,
}

/// What is other about a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangedSince {
    Nothing,
    /// Cells of the zone from one corner to another, the second one excluded.
    Cells([u16; 2], [u16; 2]),
    Everything,
}

impl Geometry {
    /// The volumes of a zone, cell by cell; `None` where nothing is known of it.
    pub fn cells(&self, zone: Zone) -> Option<ZoneCells> {
        let own = self.own(zone)?;
        Some(ZoneCells { own, touched: self.volumes.zone(zone).cloned() })
    }

    /// The same where the zone is unpacked already: for whoever can't wait.
    pub fn known_cells(&self, zone: Zone) -> Known {
        let own = match self.files.zones.get(&zone) {
            None => None,
            Some(Source::Held(own)) => Some(own.clone()),
            Some(Source::Packed { .. }) => match self.lock().known(zone) {
                None => return Known::NotYet,
                Some(known) => known,
            },
        };
        let touched = self.volumes.zone(zone).cloned();
        own.map_or(Known::Nothing, |own| Known::Cells(ZoneCells { own, touched }))
    }

    /// What a zone is like now; `None` where there is no file of it.
    pub fn mark(&self, zone: Zone) -> Option<ZoneMark> {
        let source = self.files.zones.get(&zone)?.clone();
        Some(ZoneMark { source, touched: self.volumes.zone(zone).cloned() })
    }
}

impl ZoneCells {
    /// The volumes of a cell, counted from the zone's corner along x and y.
    pub fn volumes_at(&self, cell_x: u16, cell_y: u16) -> &[Volume] {
        let touched = self.touched.as_ref().zip(cell_idx(cell_x, cell_y));
        match touched.and_then(|(touched, idx)| touched.get(idx)) {
            Some(touched) => touched.now,
            None => self.own.zgd.volumes_at(cell_x, cell_y),
        }
    }

    /// The zone as its file has it.
    pub(in crate::world::area) fn as_read(&self) -> &Zgd {
        &self.own.zgd
    }

    /// The zone has so many volumes at most, which costs little to say.
    pub(in crate::world::area) fn most_volumes(&self) -> usize {
        let n_touched = self.touched.as_ref().map_or(0, |touched| touched.n_volumes());
        self.own.zgd.volumes().len() + n_touched
    }
}

impl ZoneMark {
    /// What is other now than it was then.
    pub fn until(&self, now: &ZoneMark) -> ChangedSince {
        let is_same_file = match (&self.source, &now.source) {
            (Source::Packed { now: a, .. }, Source::Packed { now: b, .. }) => Arc::ptr_eq(a, b),
            (Source::Held(a), Source::Held(b)) => Arc::ptr_eq(&a.zgd, &b.zgd),
            _ => false,
        };
        if !is_same_file {
            return ChangedSince::Everything;
        }
        let none = Arc::default();
        let of = |mark: &ZoneMark| mark.touched.as_ref().unwrap_or(&none).clone();
        match of(self).difference(&of(now)) {
            None => ChangedSince::Nothing,
            Some([low, high]) => ChangedSince::Cells(low, high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::flat;
    use super::*;
    use crate::format::tera::zgd;
    use crate::sample::tera::packed_file;
    use crate::world::area::tests::{act_on, area};

    #[test]
    fn cells_are_known_once_their_zone_was_unpacked_and_follow_what_changes() {
        let zone = Zone { x: 1000, y: 1000 };
        let file = packed_file("", &zgd::write(&flat(7))).bytes;
        let geometry = Geometry::of_files([(zone, file)]);
        assert!(matches!(geometry.known_cells(zone), Known::NotYet));
        assert!(matches!(geometry.known_cells(Zone { x: 1, y: 1 }), Known::Nothing));
        assert!(geometry.zone(zone).is_some());
        let before = geometry.mark(zone).unwrap();
        let start = area(&[(4, 4)], &[]);
        let json = r#"{"action":"set-volumes","cells":{"list":[[9,21],[17,20]]},"z":30}"#;
        let changed = act_on(&start, &geometry, json).unwrap();
        let changed = geometry.of(&changed);
        let Known::Cells(cells) = changed.known_cells(zone) else { panic!() };
        let z = |x, y| cells.volumes_at(x, y)[0].z;
        assert_eq!([z(9, 21), z(17, 20), z(9, 20)], [30, 30, 7]);
        let now = changed.mark(zone).unwrap();
        assert_eq!(before.until(&now), ChangedSince::Cells([8, 16], [24, 24]), "by squares");
        assert_eq!(now.until(&now), ChangedSince::Nothing);
        let saved = changed.with_saved([(zone, b"another".to_vec(), Arc::new(flat(7)))]);
        assert_eq!(now.until(&saved.mark(zone).unwrap()), ChangedSince::Everything);
    }
}
