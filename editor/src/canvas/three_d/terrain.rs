//! A ground of cells in the scene: patches that are fine when near and coarse when far, made when
//! they are first seen, and made again when what they show has changed.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use glam::{Mat4, Vec3};
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::cover::cover;

use super::heights::HeightRanges;
use super::patch::{self, Colours, PatchKey};
use super::scene::{PartId, Scene, Texels, Upload};
use crate::view::ground::Ground;
use crate::view::orbit::Bounds;

pub(crate) struct Terrain {
    size_in_cells: [u32; 2],
    patches: BTreeMap<PatchKey, Patch>,
    /// Grows with each time that it is shown.
    now: u64,
}

struct Patch {
    part: PartId,
    texels: Texels,
    /// Cells that look different since.
    stale: Vec<Rect>,
    /// Corners of it, or beside it, have moved since.
    is_bent: bool,
    shown_at: u64,
}

/// From where the ground is seen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sight {
    pub(crate) eye_in_world: Vec3,
    pub(crate) clip_from_world: Mat4,
    /// How many pixels a world unit takes up at a distance of 1.
    pub(crate) pixels_per_world_unit_at_1: f32,
    /// Quads that would be larger are divided.
    pub(crate) max_quad_in_pixels: f32,
}

/// How much may be made before the next frame.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Budget {
    /// At least one patch, and more until then.
    Until(Instant),
    Everything,
}

/// What is shown of a ground.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) parts: Vec<PartId>,
    pub(crate) progress: Progress,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Progress {
    #[default]
    Done,
    /// Some of it is coarser or older than it should be; the next frame brings more.
    GoesOn,
}

/// So many places of a patch are coloured again each on its own.
const MAX_STALE: usize = 64;

/// Patches beside those in view that are kept.
const MAX_KEPT: usize = 192;

impl Budget {
    pub(crate) fn of(time: Duration) -> Budget {
        Instant::now().checked_add(time).map_or(Budget::Everything, Budget::Until)
    }

    pub(crate) fn is_spent(self) -> bool {
        matches!(self, Budget::Until(end) if Instant::now() >= end)
    }

    pub(crate) fn is_left(self) -> bool {
        match self {
            Budget::Until(end) => Instant::now() < end,
            Budget::Everything => true,
        }
    }
}

impl Terrain {
    pub(crate) fn new(ground: &impl Ground) -> Terrain {
        let size_in_cells = ground.size_in_cells();
        Terrain { size_in_cells, patches: BTreeMap::new(), now: 0 }
    }

    pub(crate) fn size_in_cells(&self) -> [u32; 2] {
        self.size_in_cells
    }

    /// Cells look different.
    pub(crate) fn mark(&mut self, cells: Rect) {
        for (key, patch) in &mut self.patches {
            let stale = key.cells(self.size_in_cells).within(cells);
            if !stale.is_empty() {
                patch.stale.push(stale);
                if patch.stale.len() > MAX_STALE {
                    patch.stale = vec![patch.stale.drain(..).fold(Rect::default(), Rect::around)];
                }
            }
        }
    }

    /// Cells have other heights.
    pub(crate) fn mark_moved(&mut self, cells: Rect) {
        let [width, height] = self.size_in_cells;
        let map = Rect { x: 0, y: 0, width, height };
        // The walls of a patch are made of the cells beside it as well.
        let around = cells.within(map).grown(1, map);
        for (key, patch) in &mut self.patches {
            patch.is_bent |= !key.cells(self.size_in_cells).within(around).is_empty();
        }
    }

    /// Makes what is seen, as far as the budget goes, and says which parts it is.
    pub(crate) fn show(
        &mut self,
        scene: &mut Scene,
        ground: &impl Ground,
        heights: &HeightRanges,
        colours: &mut Colours<'_>,
        sight: &Sight,
        budget: Budget,
    ) -> Shown {
        self.now += 1;
        let mut look = Look {
            terrain: self,
            scene,
            ground,
            heights,
            colours,
            sight,
            budget,
            n_made: 0,
            parts: Vec::new(),
            progress: Progress::Done,
        };
        let root = PatchKey::root(look.terrain.size_in_cells);
        if look.terrain.patches.is_empty() && matches!(budget, Budget::Until(_)) {
            // It stands in for whatever is not there yet.
            let patch = look.make(root, None);
            look.terrain.patches.insert(root, patch);
        }
        look.choose(root);
        let shown = Shown { parts: look.parts, progress: look.progress };
        self.forget_old(scene);
        shown
    }

    fn forget_old(&mut self, scene: &Scene) {
        // Several views may show it in turn.
        let is_old = |patch: &Patch| patch.shown_at + 8 < self.now;
        let n_old = self.patches.values().filter(|patch| is_old(patch)).count();
        if n_old <= MAX_KEPT {
            return;
        }
        let mut times: Vec<u64> = self.patches.values().map(|patch| patch.shown_at).collect();
        times.sort_unstable();
        let keep_from = times.get(n_old - MAX_KEPT / 2).copied().unwrap_or(self.now);
        self.patches.retain(|_, patch| {
            let is_kept = patch.shown_at >= keep_from || !is_old(patch);
            if !is_kept {
                scene.remove(patch.part);
            }
            is_kept
        });
    }

    /// Takes all of it off the graphics card.
    pub(crate) fn remove(&mut self, scene: &Scene) {
        for patch in std::mem::take(&mut self.patches).into_values() {
            scene.remove(patch.part);
        }
    }
}

/// One look at a terrain.
struct Look<'l, 'c, G: Ground> {
    terrain: &'l mut Terrain,
    scene: &'l mut Scene,
    ground: &'l G,
    heights: &'l HeightRanges,
    colours: &'l mut Colours<'c>,
    sight: &'l Sight,
    budget: Budget,
    n_made: usize,
    parts: Vec<PartId>,
    progress: Progress,
}

/// Whether the ground of a patch is shown by it or by finer ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Covered {
    Yes,
    No,
}

impl<G: Ground> Look<'_, '_, G> {
    fn choose(&mut self, key: PatchKey) -> Covered {
        let cells = key.cells(self.terrain.size_in_cells);
        let bounds = self.heights.bounds(key, self.ground.world_units_per_cell());
        if cells.is_empty() || !bounds.may_be_seen(&self.sight.clip_from_world) {
            return Covered::Yes;
        }
        let Some(children) = key.children().filter(|_| self.is_too_coarse(key, &bounds)) else {
            return self.show(key);
        };
        let n_parts = self.parts.len();
        let covered = children.map(|child| self.choose(child));
        if !covered.contains(&Covered::No) {
            return Covered::Yes;
        }
        self.progress = Progress::GoesOn;
        // Until the finer ones are there, this one stands in for them.
        match self.terrain.patches.get_mut(&key) {
            Some(patch) => {
                patch.shown_at = self.terrain.now;
                self.parts.truncate(n_parts);
                self.parts.push(patch.part);
                Covered::Yes
            }
            None => Covered::No,
        }
    }

    fn is_too_coarse(&self, key: PatchKey, bounds: &Bounds) -> bool {
        let quad_in_world = key.cells_per_quad() as f32 * self.ground.world_units_per_cell();
        let distance = bounds.distance_to(self.sight.eye_in_world).max(1e-3);
        let pixels = quad_in_world * self.sight.pixels_per_world_unit_at_1 / distance;
        pixels > self.sight.max_quad_in_pixels
    }

    /// Makes a patch that is not there or not up to date, where the budget lets it.
    fn show(&mut self, key: PatchKey) -> Covered {
        let before = self.terrain.patches.remove(&key);
        let is_made = before.as_ref().is_some_and(|patch| patch.stale.is_empty() && !patch.is_bent);
        let may_make = self.n_made == 0 || self.budget.is_left();
        let patch = match before {
            Some(patch) if is_made => patch,
            before if may_make => self.make(key, before),
            Some(patch) => {
                self.progress = Progress::GoesOn;
                patch
            }
            None => return Covered::No,
        };
        self.parts.push(patch.part);
        self.terrain.patches.insert(key, Patch { shown_at: self.terrain.now, ..patch });
        Covered::Yes
    }

    /// Makes a patch, or what is stale of it.
    fn make(&mut self, key: PatchKey, before: Option<Patch>) -> Patch {
        self.n_made += 1;
        let cells = key.cells(self.terrain.size_in_cells);
        let mut patch = before.unwrap_or_else(|| Patch {
            part: self.scene.new_part(),
            texels: patch::empty_texels(key, cells),
            stale: vec![cells],
            is_bent: true,
            shown_at: self.terrain.now,
        });
        let stale = std::mem::take(&mut patch.stale);
        for stale in cover(&stale) {
            patch::recolour(&mut patch.texels, key, cells, stale, self.colours);
        }
        let is_bent = std::mem::take(&mut patch.is_bent);
        let mesh = is_bent.then(|| patch::mesh::mesh(self.ground, key));
        let texels = (!stale.is_empty()).then(|| patch.texels.clone());
        self.scene.put(patch.part, Upload { mesh, texels });
        patch
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::format::number::F32;
    use landwright_core::format::ragnarok::gat::{Gat, Tile, Version};
    use landwright_core::world::gat::GatMap;
    use landwright_core::world::gat::picture::palette::Rgb;

    use super::super::scene::{self, Change};
    use super::*;
    use crate::view::ViewSize;
    use crate::view::orbit::Orbit;

    const SIZE: ViewSize = glam::vec2(1280.0, 800.0);

    /// Level, with one cell that stands out.
    fn map(width: u16, height: u16) -> GatMap {
        let mut gat = Gat::filled(Version::V1_2, width, height, Tile::default());
        gat.tile_mut(100, 70).unwrap().altitude = [F32::new(-40.0); 4];
        GatMap::new(&gat).unwrap()
    }

    fn sight(orbit: &Orbit) -> Sight {
        Sight {
            eye_in_world: orbit.eye_in_world(),
            clip_from_world: orbit.clip_from_world(SIZE),
            pixels_per_world_unit_at_1: orbit.points_per_world_unit(1.0, SIZE),
            max_quad_in_pixels: 6.0,
        }
    }

    fn show(terrain: &mut Terrain, scene: &mut Scene, map: &GatMap, budget: Budget) -> Shown {
        let heights = HeightRanges::of(map);
        let orbit = Orbit::fit(heights.all(5.0), SIZE);
        let mut grey = |rect: Rect| vec![Rgb([99; 3]); rect.width as usize * rect.height as usize];
        terrain.show(scene, map, &heights, &mut grey, &sight(&orbit), budget)
    }

    #[test]
    fn far_ground_is_few_patches_and_near_ground_is_fine() {
        let map = map(512, 512);
        let (mut terrain, mut scene) = (Terrain::new(&map), Scene::default());
        let far = show(&mut terrain, &mut scene, &map, Budget::Everything);
        assert_eq!(far.progress, Progress::Done);
        assert!(far.parts.len() <= 16, "{}", far.parts.len());
        let near = Orbit {
            target_in_world: Vec3::new(500.0, 350.0, 0.0),
            distance_in_world: 100.0,
            yaw_degrees: 0.0,
            pitch_degrees: 60.0,
        };
        let mut asked = Vec::new();
        let mut colours = |rect: Rect| {
            asked.push(rect);
            vec![Rgb([99; 3]); rect.width as usize * rect.height as usize]
        };
        let everything = Budget::Everything;
        let shown = terrain.show(
            &mut scene,
            &map,
            &HeightRanges::of(&map),
            &mut colours,
            &sight(&near),
            everything,
        );
        assert!((1..=4).contains(&shown.parts.len()), "{}", shown.parts.len());
        let finest = terrain.patches.keys().filter(|key| key.level == 0).count();
        assert_eq!(finest, shown.parts.len());
    }

    #[test]
    fn what_changed_is_made_again_and_nothing_else() {
        let map = map(512, 512);
        let (mut terrain, mut scene) = (Terrain::new(&map), Scene::default());
        let shown = show(&mut terrain, &mut scene, &map, Budget::Everything);
        let first = scene::take(&scene.waiting());
        assert_eq!(first.len(), shown.parts.len());
        assert_eq!(show(&mut terrain, &mut scene, &map, Budget::Everything), shown);
        assert!(scene::take(&scene.waiting()).is_empty());
        terrain.mark(Rect { x: 100, y: 100, width: 3, height: 3 });
        assert_eq!(show(&mut terrain, &mut scene, &map, Budget::Everything), shown);
        let again = scene::take(&scene.waiting());
        assert_eq!(again.len(), 1);
        let has_mesh = |change: &Change| match change {
            Change::Put(Upload { mesh, texels: Some(_) }) => mesh.is_some(),
            _ => panic!("{change:?}"),
        };
        assert!(!again.values().any(has_mesh), "types are colours, and no triangle moves");
        terrain.mark(Rect { x: 100, y: 100, width: 3, height: 3 });
        terrain.mark_moved(Rect { x: 100, y: 100, width: 3, height: 3 });
        show(&mut terrain, &mut scene, &map, Budget::Everything);
        let bent = scene::take(&scene.waiting());
        assert!(bent.len() == 1 && bent.values().all(has_mesh));
    }

    #[test]
    fn with_little_time_the_ground_gets_finer_frame_by_frame() {
        let map = map(300, 300);
        let (mut terrain, mut scene) = (Terrain::new(&map), Scene::default());
        let long_ago = Budget::Until(Instant::now());
        let mut n_frames = 1;
        loop {
            let shown = show(&mut terrain, &mut scene, &map, long_ago);
            assert!(!shown.parts.is_empty(), "something stands in from the first frame on");
            if shown.progress == Progress::Done {
                break;
            }
            n_frames += 1;
        }
        let n_patches = terrain.patches.len();
        assert_eq!(n_frames, n_patches);
        let shown = show(&mut terrain, &mut scene, &map, long_ago);
        assert_eq!(shown.parts.len(), n_patches - 1, "all but the one that stood in for them");
    }

    #[test]
    fn what_nobody_looks_at_is_forgotten() {
        let map = map(200, 100);
        let (mut terrain, mut scene) = (Terrain::new(&map), Scene::default());
        terrain.now = 1000;
        for n in 0..400 {
            let key = PatchKey { level: 0, column: n, row: 500 };
            let (part, texels) = (scene.new_part(), Texels::default());
            let patch =
                Patch { part, texels, stale: Vec::new(), is_bent: false, shown_at: u64::from(n) };
            terrain.patches.insert(key, patch);
        }
        show(&mut terrain, &mut scene, &map, Budget::Everything);
        let n_gone = scene::take(&scene.waiting())
            .values()
            .filter(|change| matches!(change, Change::Remove))
            .count();
        assert_eq!(n_gone, 400 - MAX_KEPT / 2);
        let first_kept = terrain.patches.keys().find(|key| key.row == 500).unwrap();
        assert_eq!(first_kept.column as usize, n_gone, "the newest are kept");
        let n_kept = terrain.patches.len();
        terrain.remove(&scene);
        let gone = scene::take(&scene.waiting());
        assert_eq!(gone.len(), n_kept);
        assert!(gone.values().all(|change| matches!(change, Change::Remove)));
    }
}
