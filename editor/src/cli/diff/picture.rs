//! A picture of a map, pale, with the cells that are different in red.

use landwright_core::format::file::{self, Content};
use landwright_core::format::tera::CELLS_PER_ZONE;
use landwright_core::kinds;
use landwright_core::world::cache::Cache;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::{Palette, Rgb};
use landwright_core::world::gat::picture::{Look, Shading, View, picture};
use landwright_core::world::three_way::{Change, Thing};

use super::side::{Found, Pair, Sides};
use super::{Tally, compare_bytes};
use crate::cli::outcome::Failure;
use crate::cli::render::png;

const CHANGED: Rgb = Rgb([220, 30, 30]);
const PALE: Rgb = Rgb([236, 236, 236]);
/// How pale cells are that are the same, of 256.
const PALENESS: u32 = 170;

/// Draws what is different in two maps.
pub(super) fn draw(sides: &Sides) -> Result<(Vec<u8>, Tally), Failure> {
    let wrong = |what: &str| Failure::WrongUse(format!("a picture needs {what}"));
    if sides.is_folder {
        return Err(wrong("two maps, and not of folders"));
    }
    let pairs = sides.pairs()?;
    let pair = pairs.first().ok_or_else(|| wrong("two maps"))?;
    let Found::Both { a, b } = sides.load(pair)? else {
        return Err(wrong("two maps, and one is missing"));
    };
    let mut cells = Vec::new();
    let mut n_changes = 0_u64;
    let mut others = false;
    compare_bytes(pair, [&a, &b], &mut |change: Change| {
        n_changes += 1;
        match change.thing {
            Thing::Cell { x, y } => cells.push((x, y)),
            Thing::Named(_) => others |= change.field == "size",
        }
    })?;
    if others {
        return Err(wrong("two maps of one size"));
    }
    let needed = "maps (gat), maps in caches and geometry (zgd)";
    let mut image = ground(pair, &b).ok_or_else(|| wrong(needed))?;
    for (x, y) in cells {
        let row = image.height.checked_sub(y + 1);
        let idx = row.map(|row| row as usize * image.width as usize + x as usize);
        let pixel = idx.filter(|_| x < image.width).and_then(|idx| image.pixels.get_mut(idx));
        pixel.into_iter().for_each(|pixel| *pixel = CHANGED);
    }
    let tally = Tally {
        n_different: usize::from(n_changes > 0),
        n_equal: usize::from(n_changes == 0),
        n_unread: 0,
    };
    Ok((png(&image)?, tally))
}

/// What the changes are drawn on: a pixel for each cell.
fn ground(pair: &Pair, bytes: &[u8]) -> Option<Image> {
    let [_, name] = &pair.names;
    let [_, entry] = &pair.entries;
    if let Some(cache) = Cache::read(name, bytes) {
        let map = cache.ok()?.map(entry.as_deref().unwrap_or_default()).ok()?;
        return Some(of_map(&map));
    }
    kinds::kind_of(name, bytes)?;
    let kind = file::Kind::of(name, bytes)?;
    match file::read(kind, bytes).ok()?.content {
        Content::Gat(gat) => Some(of_map(&GatMap::new(&gat).ok()?)),
        Content::Zgd(_) => {
            let side = u32::try_from(CELLS_PER_ZONE).ok()?;
            Some(Image::filled(side, side, PALE))
        }
        _ => None,
    }
}

fn of_map(map: &GatMap) -> Image {
    let (view, palette) = (View::Types, Palette::Normal);
    let look = Look { view, palette, shading: Shading::Flat, water: None };
    let mut image = picture(map, map.rect(), &look).to_image();
    image.pixels.iter_mut().for_each(|pixel| *pixel = pixel.mixed(PALE, PALENESS));
    image
}
