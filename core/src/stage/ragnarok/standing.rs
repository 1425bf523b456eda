//! The ground of a map with what stands on it: which cells its models block, and which are under water.
//!
//! A model blocks the cells that its triangles cross between the ground and a little over a head, and those that
//! they enclose. So a house blocks all of its floor, a tree its trunk, and a bridge or a roof over the ground nothing.
//! Models that are no higher than a person block nothing. Of 5,701 cells that are found so on 4 real maps, with all
//! of their models that were at hand, 80.2 % are blocked there: 100, 95.7 and 90.1 % on three of them, and 64.9 % on
//! one that is full of bushes, where a third of the cells under these are walkable (November 2026).

use std::collections::BTreeMap;

use glam::Vec3;

use crate::format::ragnarok::gnd::Gnd;
use crate::format::ragnarok::rsw::Rsw;
use crate::format::ragnarok::rsw::object::Object;
use crate::scene::mesh::Bounds;
use crate::space::ragnarok::{TilePos, WORLD_UNITS_PER_TILE, altitude_in_cube};
use crate::stage::files::{Files, Missing, Watch};
use crate::stage::ragnarok::assets::Assets;
use crate::stage::ragnarok::map::{shapes_of, world_from_model};
use crate::stage::ragnarok::surface;
use crate::stage::ragnarok::water::Pool;
use crate::world::gat::area::{Area, Rect};
use crate::world::gat::ground::{Ground, altitudes};

/// In world units over the ground: lower parts are steps, and higher ones are over the heads.
const LOW: f32 = 2.0;
const HIGH: f32 = 10.0;
/// A model that is lower is a bench, a box or a flower. Of 2,976 cells under those 75.4 % are blocked, hardly more than
/// of all cells there.
const LEAST_HEIGHT: f32 = 10.0;
/// Between places that are looked at along a triangle, in cells.
const STEP: f32 = 0.25;
/// Triangles with more places along a side are no walls of a house.
const MOST_STEPS: f32 = 4096.0;
/// Of all models together: more than the fullest real map needs, and some seconds of work.
const MOST_PLACES: u64 = 1 << 28;

/// What is known of a ground, and what could not be looked at.
#[derive(Debug)]
pub struct Standing {
    pub ground: Ground,
    /// Models of the RSW, and how many of them have no file that can be read.
    pub n_models: usize,
    pub n_without_file: usize,
    pub missing: Vec<Missing>,
}

/// Looks at the models of a scene, and at its water. `None` where the watch cancels.
pub fn standing(
    name: &str,
    gnd: Gnd,
    rsw: Option<&Rsw>,
    files: Files<'_>,
    watch: Watch<'_>,
) -> Option<Standing> {
    let wet = wet(&gnd, rsw);
    let ground = Ground { wet, ..Ground::bare(name, gnd) };
    let mut found = Standing { ground, n_models: 0, n_without_file: 0, missing: Vec::new() };
    let Some(rsw) = rsw else { return Some(found) };
    let mut assets = Assets::new(files);
    let mut shapes = BTreeMap::new();
    let mut floor = Floor::new(&found.ground.gnd);
    for (number, object) in rsw.objects.iter().enumerate() {
        if watch(number, rsw.objects.len()).is_break() {
            return None;
        }
        let Object::Model(placed) = object else { continue };
        found.n_models += 1;
        let key = placed.file.as_bytes().to_ascii_lowercase();
        let shape =
            shapes.entry(key).or_insert_with(|| shapes_of(&mut assets, placed.file.as_bytes()));
        let Some(meshes) = shape else {
            found.n_without_file += 1;
            continue;
        };
        let place = world_from_model(placed);
        let bounds = meshes.iter().map(|mesh| mesh.bounds().moved(&place));
        let bounds = bounds.fold(Bounds::default(), Bounds::joined);
        let height = (bounds.high_m.z - bounds.low_m.z) * WORLD_UNITS_PER_TILE;
        if place.is_finite() && height >= LEAST_HEIGHT {
            let triangles = meshes.iter().flat_map(|mesh| mesh.triangles());
            floor.add(triangles.map(|corners| corners.map(|one| place.transform_point3(one.at_m))));
        }
    }
    if floor.is_short {
        assets.files.miss("models", "some of their triangles are too large to be looked at");
    }
    found.missing = assets.files.missing;
    found.ground.models = Some(floor.blocked);
    Some(found)
}

/// Cells whose south-west corner is under water, as servers ask.
fn wet(gnd: &Gnd, rsw: Option<&Rsw>) -> Option<Area> {
    let pool = Pool::of(gnd, rsw)?;
    let mut area = Area::empty(map_on(gnd));
    for y in 0..gnd.height().saturating_mul(2) {
        for x in 0..gnd.width().saturating_mul(2) {
            let cell = TilePos { x, y };
            let altitude = altitudes(gnd, cell).map(|[south_west, ..]| south_west.get());
            let level = pool.level(gnd, x / 2, y / 2);
            if altitude.zip(level).is_some_and(|(altitude, level)| altitude > level) {
                area.insert(cell);
            }
        }
    }
    Some(area)
}

fn map_on(gnd: &Gnd) -> Rect {
    let [width, height] = [gnd.width(), gnd.height()].map(|cubes| cubes.saturating_mul(2));
    Rect { x: 0, y: 0, width, height }
}

/// The cells that are blocked so far.
struct Floor<'g> {
    gnd: &'g Gnd,
    map: Rect,
    blocked: Area,
    n_places_left: u64,
    /// Some triangles were passed over.
    is_short: bool,
}

impl Floor<'_> {
    fn new(gnd: &Gnd) -> Floor<'_> {
        let map = map_on(gnd);
        Floor { gnd, map, blocked: Area::empty(map), n_places_left: MOST_PLACES, is_short: false }
    }

    /// Adds the cells of one model, by its triangles in the space of a scene.
    fn add(&mut self, triangles: impl Iterator<Item = [Vec3; 3]>) {
        let triangles: Vec<[Vec3; 3]> = triangles.collect();
        let bounds = self.cells_around(Bounds::of(triangles.iter().flatten().copied()));
        let mut walls = Area::empty(bounds);
        for triangle in triangles {
            self.cross(triangle, &mut walls);
        }
        let bounds = walls.bounds();
        for (y, west, east) in enclosed(&walls, bounds).union(&walls).spans() {
            self.blocked.insert_span(y, west, east);
        }
    }

    /// The cells of the map that something may reach.
    fn cells_around(&self, bounds: Bounds) -> Rect {
        let [middle_x, middle_y] = self.middle();
        // A cast takes all that is beside the map for its edge.
        let range = |low: f32, high: f32, middle: f32| {
            let (low, high) = ((low + middle) as u32, (high + middle) as u32);
            (low, high.saturating_sub(low).saturating_add(1))
        };
        let (x, width) = range(bounds.low_m.x, bounds.high_m.x, middle_x);
        let (y, height) = range(bounds.low_m.y, bounds.high_m.y, middle_y);
        Rect { x, y, width, height }.within(self.map)
    }

    /// Of the map, in cells.
    fn middle(&self) -> [f32; 2] {
        [self.map.width as f32 / 2.0, self.map.height as f32 / 2.0]
    }

    /// The cells in which a triangle is at the height of people.
    fn cross(&mut self, [a, b, c]: [Vec3; 3], crossed: &mut Area) {
        if ![a, b, c].iter().all(|at| at.is_finite()) {
            return;
        }
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let [middle_x, middle_y] = self.middle();
        let is_outside =
            low.x > middle_x || low.y > middle_y || high.x < -middle_x || high.y < -middle_y;
        let longest = (b - a).length().max((c - a).length());
        let n_steps = (longest / STEP).ceil().max(1.0);
        if is_outside {
            return;
        }
        if n_steps > MOST_STEPS {
            self.is_short = true;
            return;
        }
        let n_steps = n_steps as u32;
        let n_places = u64::from(n_steps + 1) * u64::from(n_steps + 2) / 2;
        let Some(left) = self.n_places_left.checked_sub(n_places) else {
            self.is_short = true;
            return;
        };
        self.n_places_left = left;
        for i in 0..=n_steps {
            for j in 0..=n_steps - i {
                let (s, t) = (i as f32 / n_steps as f32, j as f32 / n_steps as f32);
                let at = a + (b - a) * s + (c - a) * t;
                let (east, north) = (at.x + middle_x, at.y + middle_y);
                if let Some(ground) = self.height_at(east, north)
                    && (LOW..=HIGH).contains(&(at.z * WORLD_UNITS_PER_TILE - ground))
                {
                    crossed.insert(TilePos { x: east as u32, y: north as u32 });
                }
            }
        }
    }

    /// The height of the ground at a place in cells, in world units.
    fn height_at(&self, east: f32, north: f32) -> Option<f32> {
        if !(east >= 0.0 && north >= 0.0) {
            return None;
        }
        let (x, y) = (east / 2.0, north / 2.0);
        let corners = surface::altitudes(self.gnd, x as u32, y as u32)?;
        Some(0.0 - altitude_in_cube(corners, x.fract(), y.fract()))
    }
}

/// The cells of a rectangle that nobody reaches from its edge over sides of cells that are no walls.
fn enclosed(walls: &Area, rect: Rect) -> Area {
    let open = walls.inverted(rect);
    let is_edge = |cell: &TilePos| {
        cell.x == rect.x
            || cell.y == rect.y
            || cell.x + 1 == rect.east()
            || cell.y + 1 == rect.north()
    };
    let mut reached = Area::empty(rect);
    let mut left: Vec<TilePos> = open.cells().filter(is_edge).collect();
    while let Some(cell) = left.pop() {
        if reached.contains(cell) || !open.contains(cell) {
            continue;
        }
        reached.insert(cell);
        let TilePos { x, y } = cell;
        left.extend([
            TilePos { x: x + 1, y },
            TilePos { x, y: y + 1 },
            TilePos { x: x.saturating_sub(1), y },
            TilePos { x, y: y.saturating_sub(1) },
        ]);
    }
    open.difference(&reached)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::format::name::Name;
    use crate::format::number::F32;
    use crate::format::ragnarok::gat::{self, Version};
    use crate::format::ragnarok::{gnd, rsm, rsw};
    use crate::format::text::CodePage;
    use crate::sample::ragnarok::{Plan, island, models, scene};
    use crate::vfs::folder::Folder;
    use crate::vfs::memory::Memory;
    use crate::vfs::{Vfs, VfsPath};
    use crate::world::gat::ground::GroundTypes;

    fn looked_at(gnd: Gnd, rsw: Option<&Rsw>, vfs: &Vfs) -> Standing {
        let files = Files::new(&[vfs], CodePage::Cp949);
        standing("isle.gnd", gnd, rsw, files, &mut |_, _| ControlFlow::Continue(())).unwrap()
    }

    fn client() -> Vfs {
        let memory = Memory::new("client");
        let path = VfsPath::new(&format!("data/model/{}", models::HOUSE_NAME)).unwrap();
        memory.put(&path, &rsm::write(&models::house()));
        let mut vfs = Vfs::default();
        vfs.push(memory);
        vfs
    }

    /// Flat ground of 20 cubes each way, and the houses of a made-up scene, the first of them in the middle.
    fn flat() -> (Gnd, Rsw) {
        let plan = Plan { seed: 3, width: 40, height: 40, version: Version::V1_2 };
        let gat = island(plan).gat;
        let mut gnd = scene::ground(&gat, 3);
        let cubes = gnd.cubes_mut().iter_mut();
        cubes.for_each(|cube| cube.altitude = [0.0; 4].map(F32::new));
        let mut rsw = scene::scene(&gat, 3, 30);
        rsw.objects.retain(|object| matches!(object, Object::Model(_)));
        rsw.objects.truncate(1);
        if let Some(Object::Model(house)) = rsw.objects.first_mut() {
            let number = F32::new;
            house.file = Name::new(b"\xc1\xfd\\house.rsm").unwrap();
            (house.position, house.rotation) = ([number(0.0); 3], [number(0.0); 3]);
            house.scale = [number(1.0); 3];
        }
        (gnd, rsw)
    }

    #[test]
    fn a_house_blocks_the_cells_that_it_stands_on_as_one_piece() {
        let (gnd, rsw) = flat();
        assert_eq!(rsw.objects.len(), 1);
        let found = looked_at(gnd, Some(&rsw), &client());
        assert_eq!((found.n_models, found.n_without_file, found.missing), (1, 0, vec![]));
        let blocked = found.ground.models.unwrap();
        let bounds = blocked.bounds();
        assert!(bounds.contains(TilePos { x: 20, y: 20 }), "{bounds:?}");
        assert_eq!(blocked.n_cells(), 25, "nothing is left open inside");
        assert_eq!((bounds.width, bounds.height), (5, 5));
    }

    #[test]
    fn models_without_a_file_are_counted_and_without_a_scene_nobody_asks() {
        let (gnd, rsw) = flat();
        let found = looked_at(gnd.clone(), Some(&rsw), &Vfs::default());
        assert_eq!((found.n_models, found.n_without_file), (1, 1));
        assert!(found.ground.models.unwrap().is_empty() && !found.missing.is_empty());
        let bare = looked_at(gnd, None, &client());
        assert_eq!((bare.ground.models, bare.ground.wet), (None, None));
    }

    #[test]
    fn models_of_hostile_size_and_place_end_soon() {
        let (gnd, mut rsw) = flat();
        let one = rsw.objects.first().cloned().unwrap();
        for wild in [f32::NAN, f32::INFINITY, 1e30, -1e30, 1e6, 1e3] {
            let Object::Model(mut model) = one.clone() else { panic!() };
            model.scale = [F32::new(wild); 3];
            rsw.objects.push(Object::Model(model.clone()));
            model.position = model.scale;
            rsw.objects.push(Object::Model(model));
        }
        looked_at(gnd, Some(&rsw), &client());
        let empty = Gnd::new(0, 0, Vec::new()).unwrap();
        looked_at(empty, Some(&rsw), &client());
    }

    #[test]
    fn a_watch_cancels_it() {
        let (gnd, rsw) = flat();
        let vfs = client();
        let files = Files::new(&[&vfs], CodePage::Cp949);
        assert!(
            standing("a", gnd, Some(&rsw), files, &mut |_, _| ControlFlow::Break(())).is_none()
        );
    }

    /// Of the corners of all cells, of those that are steep, and of those under models: how many are as the real
    /// GAT has them.
    #[test]
    fn most_of_a_real_map_is_as_its_ground_says() {
        let Some(folder) = crate::sample::real::corpus("ragnarok/data") else { return };
        let mut vfs = Vfs::default();
        vfs.push(Folder::open(&folder, CodePage::Cp949).unwrap());
        let (mut n_maps, mut corners, mut steep, mut under) = (0, [0; 2], [0; 2], [0; 2]);
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let read = |ending: &str| std::fs::read(path.with_extension(ending)).ok();
            if path.extension().is_none_or(|ending| ending != "gnd") {
                continue;
            }
            let Some(real) = read("gat") else { continue };
            let real = gat::read(&real).unwrap();
            let gnd = gnd::read(&read("gnd").unwrap()).unwrap();
            let rsw = read("rsw").and_then(|bytes| rsw::read(&bytes).ok());
            let ground = looked_at(gnd, rsw.as_ref(), &vfs).ground;
            let types = GroundTypes { hole: 7, model: 8, ..GroundTypes::default() };
            let made = ground.to_map(Version::V1_2, types).unwrap().to_gat();
            assert_eq!((made.width(), made.height()), (real.width(), real.height()));
            n_maps += 1;
            for (made, real) in made.tiles().iter().zip(real.tiles()) {
                for (made, real) in made.altitude.iter().zip(real.altitude) {
                    corners[usize::from((made.get() - real.get()).abs() <= 0.01)] += 1;
                }
                let is_blocked = usize::from(matches!(real.terrain.kind(), 1 | 5));
                match made.terrain.kind() {
                    1 => steep[is_blocked] += 1,
                    8 => under[is_blocked] += 1,
                    _ => {}
                }
            }
        }
        eprintln!(
            "{n_maps} maps; different and alike: corners {corners:?}, steep {steep:?}, under models {under:?}"
        );
        assert!(n_maps > 3);
        let share = |[other, alike]: [u32; 2]| f64::from(alike) / f64::from(other + alike);
        assert!(share(corners) > 0.94 && share(steep) > 0.98 && share(under) > 0.78);
    }
}
