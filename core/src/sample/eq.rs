//! A small made-up zone of EverQuest: a lake with a bridge, a pit of lava, a hill with a tunnel, and a
//! line to a different zone, with what is wrong with real zones.
//!
//! - A region is in lists of water and of lava, and a zone line says nowhere that it leads.
//! - A pool is drawn and not tagged, and slime is dry land for the server.
//! - An object has no model, and a texture no bitmap.
//! - The header states too large a fragment, which does no harm, and padding is not zero.
//! - In its navigation mesh, a connection ends in the air, and nobody walks to the bottom of the lake.
//! - Of the spawn points, some float, are in the ground, in water or outside of everything.
//! - A waypoint is in a wall, and one on the border of a region. A door is outside, and a zone point nowhere; no
//!   row has the number that the zone line leads to.

mod grid;
mod mesh;
mod spawns;
mod tables;
mod world;

use crate::format::eq::pfs::{self, TooLarge};
use crate::format::eq::wld;

use super::File;

/// The name of the zone.
pub const NAME: &str = "isle";

/// When the archives were made, in seconds since 1970.
const MADE: u32 = 930_000_000;

/// The files of the zone, for the client and for the server.
pub fn files() -> Result<Vec<File>, TooLarge> {
    let file = |path: &str, bytes: Vec<u8>| File { path: path.to_owned(), bytes };
    Ok(vec![
        file("isle.s3d", zone()?),
        file("isle_obj.s3d", objects()?),
        file("isle.nav", mesh::nav()),
        file("isle_spawns.csv", spawns::csv().into_bytes()),
        file("isle_spawns.sql", spawns::sql().into_bytes()),
        file("isle_grids.sql", tables::grids().into_bytes()),
        file("isle_doors.csv", tables::doors().into_bytes()),
        file("isle_zone_points.csv", tables::zone_points().into_bytes()),
    ])
}

/// The archive of the zone.
pub fn zone() -> Result<Vec<u8>, TooLarge> {
    let worlds = [world::zone(), world::placed(), world::lights()].map(|world| wld::write(&world));
    let [zone, placed, lights] = &worlds;
    let pictures = [bitmap(40), bitmap(90), bitmap(160)];
    let [grass, water, lava] = &pictures;
    let archive = pfs::build(
        &[
            ("grass.bmp", grass),
            ("isle.wld", zone),
            ("lava.bmp", lava),
            ("lights.wld", lights),
            ("objects.wld", placed),
            ("water.bmp", water),
        ],
        MADE,
    )?;
    Ok(pfs::write(&archive))
}

/// The archive of what can be placed in the zone.
pub fn objects() -> Result<Vec<u8>, TooLarge> {
    let models = wld::write(&world::models());
    let archive = pfs::build(&[("isle_obj.wld", &models), ("bark.bmp", &bitmap(20))], MADE)?;
    Ok(pfs::write(&archive))
}

/// A picture of 8 × 8 pixels of 256 colours.
fn bitmap(colour: u8) -> Vec<u8> {
    let mut out = b"BM".to_vec();
    let mut put = |words: &[u32]| words.iter().for_each(|word| out.extend(word.to_le_bytes()));
    put(&[54 + 1024 + 64, 0, 54 + 1024, 40, 8, 8, 0x8_0001, 0, 64, 0, 0, 256, 0]);
    for shade in 0..=255_u8 {
        out.extend([shade, shade.wrapping_add(colour), shade / 2, 0]);
    }
    out.extend((0..64_u8).map(|pixel| colour.wrapping_add(pixel % 7)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::eq::wld::{Meaning, fragment};

    #[test]
    fn every_fragment_is_understood() {
        let worlds = [world::zone(), world::placed(), world::lights(), world::models()];
        for world in worlds {
            for (number, fragment) in world.fragments.iter().enumerate() {
                let meaning = Meaning::of(fragment, world.version);
                assert!(
                    matches!(meaning, Some(Ok(_))),
                    "{number}: {:#x} {meaning:?}",
                    fragment.kind
                );
            }
            assert_eq!(wld::read(&wld::write(&world)), Ok(world));
        }
        let zone = world::zone();
        assert_eq!(zone.of_kind(fragment::REGION).count(), zone.n_regions as usize);
    }

    #[test]
    fn the_same_files_are_made_each_time() {
        assert_eq!(files(), files());
        assert_eq!(files().unwrap().len(), 8);
    }
}
