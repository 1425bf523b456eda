//! A zone in space: its ground as a landscape, water over it, and a marker at the true height of
//! each thing. What has not changed since the last look is not made again.

mod markers;

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec2;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::Revision;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::palette::Rgb;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::picture::painter::{HeightRange, Painter};
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use self::markers::Markers;
use super::raster::{self, Look};
use super::scene::ZoneScene;
use crate::canvas::three_d::heights::HeightRanges;
use crate::canvas::three_d::scene::{Grid, Mesh, PartId, Scene, Shot, Upload};
use crate::canvas::three_d::terrain::{Budget, Progress, Sight, Terrain};
use crate::model::document::{DocumentId, ViewId};
use crate::view::ViewSize;
use crate::view::ground::Ground as _;
use crate::view::orbit::{Bounds, Orbit};
use crate::view::zone::relief::Relief;
use crate::view::zone::symbol::colour_of;

const WATER_ALPHA: u8 = 110;

/// What views of zones in space keep from frame to frame.
#[derive(Default)]
pub(crate) struct ZoneSpaces {
    grounds: BTreeMap<DocumentId, Ground>,
    markers: BTreeMap<ViewId, Markers>,
}

/// The ground of a zone on the graphics card, and what it was made from.
struct Ground {
    revision: Revision,
    zone: Zone,
    textures: Arc<Textures>,
    look: Look,
    relief: Relief,
    ranges: HeightRanges,
    terrain: Terrain,
    /// A colour for each cell of a block, the north row first; made when it is first seen.
    colours: BTreeMap<BlockCoord, Vec<Rgb>>,
    water: Option<PartId>,
    is_used: bool,
}

/// From where a view looks, and how large it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Vantage {
    pub(crate) view: ViewId,
    pub(crate) orbit: Orbit,
    /// In points.
    pub(crate) size: ViewSize,
    pub(crate) pixels_per_point: f32,
    pub(crate) max_quad_in_pixels: f32,
    pub(crate) max_side_in_pixels: u32,
    pub(crate) background: Rgb,
}

impl ZoneSpaces {
    /// Takes what no view has asked for since the last call off the graphics card.
    pub(crate) fn forget_unused(&mut self, on_card: &Scene) {
        self.grounds.retain(|_, ground| {
            let is_used = std::mem::take(&mut ground.is_used);
            if !is_used {
                ground.terrain.remove(on_card);
                ground.water.into_iter().for_each(|part| on_card.remove(part));
            }
            is_used
        });
        self.markers.retain(|_, markers| markers.keep_if_used(on_card));
    }

    /// The box around a zone, up to date.
    pub(crate) fn bounds(&mut self, on_card: &mut Scene, scene: &ZoneScene<'_>) -> Bounds {
        let ground = self.ground(on_card, scene);
        ground.ranges.all(ground.relief.world_units_per_cell())
    }

    /// The ground that the pointer and the eye meet.
    pub(crate) fn relief(&mut self, on_card: &mut Scene, scene: &ZoneScene<'_>) -> &Relief {
        &self.ground(on_card, scene).relief
    }

    /// What a view shows.
    pub(crate) fn shot(
        &mut self,
        on_card: &mut Scene,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        budget: Budget,
    ) -> (Shot, Progress) {
        let Vantage { orbit, size, pixels_per_point, .. } = *from;
        let clip_from_world = orbit.clip_from_world(size);
        let sight = Sight {
            eye_in_world: orbit.eye_in_world(),
            clip_from_world,
            pixels_per_world_unit_at_1: orbit.points_per_world_unit(1.0, size) * pixels_per_point,
            max_quad_in_pixels: from.max_quad_in_pixels,
        };
        let ground = self.ground(on_card, scene);
        let (solid, progress) = ground.show(on_card, &sight, budget);
        let mut translucent: Vec<PartId> =
            ground.water.filter(|_| scene.layers.shows(Kind::Water)).into_iter().collect();
        let markers = self.markers.entry(from.view).or_insert_with(|| Markers::new(on_card));
        if let Some(ground) = self.grounds.get(&scene.document) {
            markers.follow(on_card, scene, &ground.relief, from);
        }
        translucent.push(markers.part());
        let side = |points: f32| {
            ((points * pixels_per_point).round() as u32).clamp(1, from.max_side_in_pixels)
        };
        let shot = Shot {
            clip_from_world,
            size_in_pixels: [side(size.x), side(size.y)],
            background: from.background,
            grid: if scene.layers.cells.is_yes() { Grid::Shown } else { Grid::Hidden },
            solid,
            translucent,
            lines: markers.lines().to_vec(),
            lines_in_front: Vec::new(),
        };
        (shot, progress)
    }

    /// The thing whose marker is under the pointer and not behind a hill, of those that may be
    /// taken hold of. `point` is in points from the view's top left corner.
    pub(crate) fn pick(
        &self,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        point: Vec2,
    ) -> Option<ThingId> {
        let ground = self.grounds.get(&scene.document)?;
        let reach_in_world = from.reach_in_world(&ground.relief, point);
        self.markers.get(&from.view)?.at(scene, from, point, reach_in_world)
    }

    /// The things whose markers are seen in a part of the view, of those that may be taken hold of.
    pub(crate) fn within(
        &self,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        is_in: impl Fn(Vec2) -> bool,
    ) -> Vec<ThingId> {
        let (ground, markers) = (self.grounds.get(&scene.document), self.markers.get(&from.view));
        let both = ground.zip(markers);
        both.map_or_else(Vec::new, |(ground, markers)| {
            markers.within(scene, from, &ground.relief, is_in)
        })
    }

    fn ground(&mut self, on_card: &mut Scene, scene: &ZoneScene<'_>) -> &mut Ground {
        let ground =
            self.grounds.entry(scene.document).or_insert_with(|| Ground::new(on_card, scene));
        ground.is_used = true;
        ground.follow(on_card, scene);
        ground
    }
}

fn look_of(scene: &ZoneScene<'_>, heights: HeightRange) -> Look {
    Look { ground: scene.layers.ground, shading: scene.layers.shading, heights }
}

impl Ground {
    fn new(on_card: &mut Scene, scene: &ZoneScene<'_>) -> Ground {
        let relief = Relief::of(scene.zone);
        let mut ground = Ground {
            revision: scene.revision,
            zone: scene.zone.clone(),
            textures: Arc::clone(scene.textures),
            look: look_of(scene, HeightRange::of(scene.zone)),
            ranges: HeightRanges::of(&relief),
            terrain: Terrain::new(&relief),
            relief,
            colours: BTreeMap::new(),
            water: None,
            is_used: true,
        };
        ground.put_water(on_card);
        ground
    }

    /// Marks what has changed since it was shown last.
    fn follow(&mut self, on_card: &mut Scene, scene: &ZoneScene<'_>) {
        let look = look_of(scene, self.look.heights);
        if self.look != look || !Arc::ptr_eq(&self.textures, scene.textures) {
            (self.look, self.textures) = (look, Arc::clone(scene.textures));
            self.colours.clear();
            let [width, height] = self.relief.size_in_cells();
            self.terrain.mark(Rect { x: 0, y: 0, width, height });
        }
        if self.revision == scene.revision {
            return;
        }
        self.revision = scene.revision;
        for block in scene.zone.blocks_with_other_ground(&self.zone) {
            let cells = self.relief.update(scene.zone, block);
            self.ranges.update(&self.relief, cells);
            self.terrain.mark(cells);
            self.colours.remove(&block);
        }
        self.zone = scene.zone.clone();
        self.put_water(on_card);
    }

    /// All planes of water as one mesh.
    fn put_water(&mut self, on_card: &mut Scene) {
        let [r, g, b] = colour_of(Kind::Water);
        let mut water = Mesh::default();
        for (_, plane) in self.zone.things().filter(|(_, thing)| matches!(thing, Thing::Water(_))) {
            let corners = plane.corners_file_cm().map(PosInFileCm::from_bits);
            let [low, high] = corners.map(|corner| self.relief.space_from_file(corner));
            if !(low.is_finite() && high.is_finite()) {
                continue;
            }
            let first = water.vertices.len() as u32;
            let level = Mesh::level(low, high, [r, g, b, WATER_ALPHA]);
            water.vertices.extend(level.vertices);
            water.indices.extend(level.indices.into_iter().map(|index| first + index));
        }
        let part = *self.water.get_or_insert_with(|| on_card.new_part());
        on_card.put(part, Upload { mesh: Some(water), texels: None });
    }

    fn show(
        &mut self,
        on_card: &mut Scene,
        sight: &Sight,
        budget: Budget,
    ) -> (Vec<PartId>, Progress) {
        let Ground { terrain, relief, ranges, colours, zone, textures, look, .. } = self;
        // Asking how high a zone is takes a while, and mostly nothing is made.
        let painter = LazyCell::new(|| raster::painter(zone, textures, *look));
        let n_cells = zone.grid().cells_per_block().max(1);
        let mut colours = |cells: Rect| {
            let mut block = |block| block_colours(&painter, block, n_cells as usize);
            colours_of(colours, &mut block, relief, n_cells, cells)
        };
        let shown = terrain.show(on_card, relief, ranges, &mut colours, sight, budget);
        (shown.parts, shown.progress)
    }
}

/// The colours of some cells, row by row from the south.
fn colours_of(
    made: &mut BTreeMap<BlockCoord, Vec<Rgb>>,
    make: &mut dyn FnMut(BlockCoord) -> Vec<Rgb>,
    relief: &Relief,
    side: u32,
    cells: Rect,
) -> Vec<Rgb> {
    let first = relief.span().first_block();
    let [_, n_rows] = relief.span().size_in_blocks();
    let mut colours = Vec::with_capacity(cells.width as usize * cells.height as usize);
    for y in cells.y..cells.north() {
        let mut x = cells.x;
        while x < cells.east() {
            let (column, row_from_south) = (x / side, y / side);
            let row = n_rows.saturating_sub(row_from_south + 1);
            let block = BlockCoord { x: first.x + column as i32, y: first.y + row as i32 };
            let until = ((column + 1) * side).min(cells.east());
            let of_block = made.entry(block).or_insert_with(|| make(block));
            let start = (side - 1 - y % side) as usize * side as usize + (x % side) as usize;
            let n = (until - x) as usize;
            colours.extend_from_slice(of_block.get(start..start + n).unwrap_or_default());
            x = until;
        }
    }
    colours
}

fn block_colours(painter: &Painter<'_>, block: BlockCoord, n_cells: usize) -> Vec<Rgb> {
    let image = raster::picture(painter, block, n_cells);
    image.pixels.iter().map(|pixel| Rgb([pixel.r(), pixel.g(), pixel.b()])).collect()
}

#[cfg(test)]
mod tests {
    use glam::vec2;

    use super::super::scene::tests::Stand;
    use super::*;
    use crate::canvas::three_d::headless::{Studio, Trouble};
    use crate::canvas::three_d::scene;
    use crate::view::Shown;
    use crate::view::zone::Lock;

    fn vantage(orbit: Orbit) -> Vantage {
        Vantage {
            view: ViewId { document: DocumentId(1), number: 1 },
            orbit,
            size: vec2(1000.0, 700.0),
            pixels_per_point: 1.0,
            max_quad_in_pixels: 4.0,
            max_side_in_pixels: 4096,
            background: Rgb([20, 22, 30]),
        }
    }

    /// Looks at a thing from the south.
    fn near(stand: &Stand, id: ThingId, distance_in_world: f32) -> Orbit {
        let at = stand.zone.thing(id).unwrap().pos_in_file_cm();
        let target_in_world = Relief::of(&stand.zone).space_from_file(at);
        Orbit { target_in_world, distance_in_world, yaw_degrees: 20.0, pitch_degrees: 35.0 }
    }

    #[test]
    fn what_has_not_changed_is_not_made_again() {
        let mut stand = Stand::new(2, 2, 200);
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let id = stand.ids(Kind::Npc)[0];
        let from = vantage(near(&stand, id, 60.0));
        let everything = Budget::Everything;
        let (first, _) = spaces.shot(&mut on_card, &stand.scene(), &from, everything);
        assert!(!scene::take(&on_card.waiting()).is_empty());
        let (again, progress) = spaces.shot(&mut on_card, &stand.scene(), &from, everything);
        assert_eq!((&again, progress), (&first, Progress::Done));
        assert!(scene::take(&on_card.waiting()).is_empty());
        stand.hover = Some(id);
        spaces.shot(&mut on_card, &stand.scene(), &from, everything);
        assert_eq!(scene::take(&on_card.waiting()).len(), 1, "the markers alone");
        stand.act(r#"{"action":"shape-heights","region":"everything","how":{"raise":100}}"#);
        spaces.shot(&mut on_card, &stand.scene(), &from, everything);
        assert!(scene::take(&on_card.waiting()).len() > 2);
        spaces.forget_unused(&on_card);
        spaces.forget_unused(&on_card);
        assert!(spaces.grounds.is_empty() && spaces.markers.is_empty());
    }

    #[test]
    fn the_marker_under_the_pointer_is_picked_and_hills_hide() {
        let mut stand = Stand::new(2, 2, 200);
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let id = stand.ids(Kind::Npc)[0];
        let from = vantage(near(&stand, id, 40.0));
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        let middle = from.size / 2.0;
        let picked = spaces.pick(&stand.scene(), &from, middle - vec2(0.0, 6.0));
        let place = |id: ThingId| stand.zone.thing(id).unwrap().pos_in_file_cm();
        assert_eq!(picked.map(place), Some(place(id)));
        stand.layers.kind_mut(Kind::Npc).unwrap().shown = Shown::No;
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        assert_ne!(spaces.pick(&stand.scene(), &from, middle), Some(id));
        stand.layers.kind_mut(Kind::Npc).unwrap().shown = Shown::Yes;
        stand.act(r#"{"action":"shape-heights","region":"everything","how":{"raise":2000}}"#);
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        assert_eq!(spaces.pick(&stand.scene(), &from, middle), None, "the ground lies between");
    }

    #[test]
    fn what_is_seen_in_a_part_of_the_view_is_found_and_hills_and_locks_keep_it() {
        let mut stand = Stand::new(2, 2, 200);
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let id = stand.ids(Kind::Npc)[0];
        let from = vantage(near(&stand, id, 40.0));
        let middle = from.size / 2.0;
        let mut within = |stand: &Stand, radius: f32| {
            spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
            spaces.within(&stand.scene(), &from, |at| at.distance(middle) < radius)
        };
        let (found, all) = (within(&stand, 30.0), within(&stand, 9000.0));
        assert!(found.contains(&id) && found.len() < all.len(), "{found:?} of {all:?}");
        assert!(all.len() < stand.zone.n_things(), "some stand behind the eye");
        stand.layers.kind_mut(Kind::Npc).unwrap().lock = Lock::Locked;
        assert!(!within(&stand, 30.0).contains(&id));
        stand.layers.kind_mut(Kind::Npc).unwrap().lock = Lock::Open;
        stand.act(r#"{"action":"shape-heights","region":"everything","how":{"raise":2000}}"#);
        assert!(within(&stand, 30.0).is_empty(), "the ground lies between");
    }

    #[test]
    fn a_zone_in_space_is_a_landscape_with_markers() {
        let mut stand = Stand::new(3, 2, 600);
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let id = stand.ids(Kind::Spawn)[0];
        stand.selection.insert(id);
        let mut studio = match Studio::open() {
            Ok(studio) => studio,
            Err(Trouble::NoDriver(_)) => {
                eprintln!("skipped: no graphics driver is installed");
                return;
            }
            Err(trouble) => panic!("{trouble}"),
        };
        let far = Orbit::fit(spaces.bounds(&mut on_card, &stand.scene()), vec2(1000.0, 700.0));
        for (name, orbit) in [("space-near", near(&stand, id, 130.0)), ("space-far", far)] {
            let from = vantage(orbit);
            let (shot, _) = spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
            let image = studio.picture(&on_card, &shot).unwrap();
            if let Some(folder) = std::env::var_os("LANDWRIGHT_SHOTS") {
                let pixels = image.pixels.iter().flat_map(|Rgb(parts)| *parts).collect();
                let image = image::RgbImage::from_raw(image.width, image.height, pixels).unwrap();
                image.save(std::path::Path::new(&folder).join(format!("{name}.png"))).unwrap();
            }
            let n_ground = image.pixels.iter().filter(|pixel| **pixel != from.background).count();
            assert!(n_ground * 4 > image.pixels.len(), "{name}: {n_ground}");
        }
    }
}
