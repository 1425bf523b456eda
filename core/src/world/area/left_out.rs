//! What a save of an area could not write: zones that changed and can't be read. A journal says which,
//! so that after a crash nothing counts as saved that is in no file.

use crate::format::bytes::{Bytes, Put};
use crate::space::tera::Zone;

use super::Area;

/// As a journal has them: u32 x and u32 y each.
pub fn bytes_of(zones: &[Zone]) -> Vec<u8> {
    let mut out = Vec::new();
    for zone in zones {
        out.put_u32(zone.x);
        out.put_u32(zone.y);
    }
    out
}

/// The zones of a record; of a torn one, those before the tear.
fn zones_of(bytes: &[u8]) -> Vec<Zone> {
    let mut bytes = Bytes::new(bytes);
    let zone =
        |bytes: &mut Bytes<'_>| Some(Zone { x: bytes.u32("x").ok()?, y: bytes.u32("y").ok()? });
    std::iter::from_fn(|| zone(&mut bytes)).collect()
}

impl Area {
    /// This area, with the geometry of zones that were left out as it was known before.
    pub(super) fn without(&self, left_out: &[u8], before: Option<&Area>) -> Area {
        let mut saved = self.clone();
        for zone in zones_of(left_out) {
            saved.volumes.take_zone(zone, before.map(|before| &before.volumes));
        }
        saved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_come_back_and_a_torn_list_gives_those_before_the_tear() {
        let zones = [1000, 1001].map(|x| Zone { x, y: 900 });
        let bytes = bytes_of(&zones);
        assert_eq!(zones_of(&bytes), zones);
        assert_eq!(zones_of(&bytes[..15]), zones[..1]);
        assert_eq!(zones_of(&[]), []);
    }
}
