//! What a server has of a made-up island: its scripts, with faults in them, and caches of its cells.

use crate::format::name::Name;
use crate::format::ragnarok::gat::{self, Gat};
use crate::format::ragnarok::grf::{Patch, TooLarge};
use crate::format::ragnarok::map_cache::{Entry, MapCache};
use crate::format::ragnarok::packed::{PackError, PackedCells};
use crate::format::ragnarok::{gnd, map_cache, rsm, rsw};
use crate::format::text::{CodePage, Text};
use crate::nav::ragnarok::cell::{WaterLevel, cached_types};
use crate::sample::ragnarok::{models, pictures, scene};

/// Scripts for a map: each of its last lines has one fault, and two lines are not to be understood.
/// `None` where the map has no wall, or nothing but walls.
pub fn scripts(map: &str, gat: &Gat) -> Option<String> {
    let (x, y) = find(gat, |_, _, is_free| is_free)?;
    let (wall_x, wall_y) = find(gat, |x, y, is_free| {
        let around = (y.saturating_sub(1)..=y + 1)
            .flat_map(|y| (x.saturating_sub(1)..=x + 1).map(move |x| (x, y)));
        !is_free && around.into_iter().all(|(x, y)| !is_walkable(gat, x, y))
    })?;
    Some(format!(
        "// The gates of the island\n\
         {map},{x},{y},0\twarp\tgate#1\t1,1,{map},{x},{y}\n\
         {map},{x},{y},4\tscript\tGuide#1::guide\t105,2,2,{{\n\
         \tmes \"[Guide] {{not a brace}}\"; // nor this: }}\n\
         \tsetcell \"{map}\",{x},{y},{x},{y},cell_walkable,1;\n\
         \twarp \"{map}\",{x},{y};\n\
         \tclose;\n\
         }}\n\
         {map},{x},{y},4\tduplicate(guide)\tGuide#2\t105\n\
         -\tscript\tClock\t-1,{{ end; }}\n\
         {map},{x},{y},4\tshop\tMilk Seller\t73,519:-1\n\
         {map},0,0,0,0\tmonster\tPoring\t1002,30,5000,0,0\n\
         {map}\tmapflag\tnobranch\n\
         a line of a kind that nobody knows\n\
         {map},{x},{y},0\tdance\tx\ty\n\
         {map},{wall_x},{wall_y},0\twarp\tin_a_wall\t0,0,{map},{x},{y}\n\
         {map},{x},{y},0\twarp\tinto_a_wall\t1,1,{map},{wall_x},{wall_y}\n\
         {map},{wall_x},{wall_y},1,1\tmonster\tPoring\t1002,3,0,0,0\n\
         {map},{wall_x},{wall_y},4\tscript\tWallflower\t105,{{ end; }}\n\
         nowhere,1,1,0\twarp\tlost\t1,1,{map},{x},{y}\n"
    ))
}

/// The first tile that is as asked for.
fn find(gat: &Gat, is_it: impl Fn(u32, u32, bool) -> bool) -> Option<(u32, u32)> {
    let mut tiles = (1..gat.height()).flat_map(|y| (1..gat.width()).map(move |x| (x, y)));
    tiles.find(|(x, y)| is_it(*x, *y, is_walkable(gat, *x, *y)))
}

fn is_walkable(gat: &Gat, x: u32, y: u32) -> bool {
    gat.tile(x, y).is_some_and(|tile| !matches!(tile.terrain.kind(), 1 | 5))
}

/// A cache with a map under three names, one of which is there twice.
pub fn cache(name: &str, gat: &Gat, water_level: WaterLevel) -> Result<MapCache, PackError> {
    let types = cached_types(gat, water_level);
    let cells = PackedCells::pack(gat.width(), gat.height(), &types)?;
    let mut cache = MapCache::default();
    for name in [name, "elsewhere", name] {
        let name = Name::new(name.as_bytes()).unwrap_or_default();
        // Three fit.
        let added = cache.add(Entry { name, cells: cells.clone() });
        debug_assert!(added.is_ok());
    }
    Ok(cache)
}

/// The cache without its head, as the oldest tools wrote it.
pub fn headless(cache: &MapCache) -> Vec<u8> {
    map_cache::write(cache).split_off(8)
}

/// An archive of a client with the map, its ground, models and textures; paths of some are Korean.
pub fn archive(name: &str, gat: &Gat, seed: u64) -> Result<Vec<u8>, TooLarge> {
    let mut files = vec![
        (format!("data/{name}.gat"), gat::write(gat)),
        (format!("data/{name}.gnd"), gnd::write(&scene::ground(gat, seed))),
        (format!("data/{name}.rsw"), rsw::write(&scene::scene(gat, seed, 20))),
        (format!("data/model/{}", models::HOUSE_NAME), rsm::write(&models::house())),
        (format!("data/model/{}", models::TREE_NAME), rsm::write(&models::tree())),
    ];
    files.extend(pictures::files().into_iter().map(|file| (file.path, file.bytes)));
    let mut patch = Patch::default();
    for (name, bytes) in files {
        let name = name.replace('/', "\\");
        let name = Text::encode(&name, CodePage::Cp949).unwrap_or_else(|_| Text::from(&*name));
        patch.add(&name, &bytes)?;
    }
    patch.finish()
}
