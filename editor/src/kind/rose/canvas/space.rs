//! A zone in space: its ground as a landscape, water over it, and a marker at the true height of
//! each thing. What has not changed since the last look is not made again.

mod colours;
mod markers;
mod models;
mod water;

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Vec2, Vec3};
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::world::Revision;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::palette::Rgb;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::picture::painter::HeightRange;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

pub(crate) use self::markers::Hovered;
use self::markers::{Markers, is_before};
use self::models::Models;
use self::water::Plane;
use super::raster::{self, Look};
use super::scene::ZoneScene;
use crate::canvas::three_d::heights::HeightRanges;
use crate::canvas::three_d::scene::{Grid, Lines, PartId, Scene, Shot, Upload};
use crate::canvas::three_d::terrain::{Budget, Progress, Sight, Terrain};
use crate::kind::rose::view::crowd::Crowd;
use crate::kind::rose::view::relief::{Asked, Relief};
use crate::kind::rose::view::span::ZoneSpan;
use crate::renderer::cast::CastId;
use crate::view::ground::{Ground as _, pick_beyond};
use crate::view::id::{DocumentId, ViewId};
use crate::view::orbit::{Bounds, Orbit};
use crate::view::{Shown, ViewSize};

/// Around water that is selected, and that the pointer is over; the second is seen through hills.
const SHORE: [[u8; 4]; 2] = [[255, 60, 150, 255], [255, 60, 150, 90]];
const SHORE_HOVERED: [[u8; 4]; 2] = [[255, 240, 150, 235], [255, 240, 150, 70]];
const SHORE_POINTS: f32 = 2.5;
/// A mesh may be met so far behind the ground.
const SUNK_M: f32 = 0.3;

/// What views of zones in space keep from frame to frame.
#[derive(Default)]
pub(crate) struct ZoneSpaces {
    grounds: BTreeMap<DocumentId, Ground>,
    markers: BTreeMap<ViewId, Markers>,
    /// Counts sets of models, so that each is told from all others on the graphics card.
    n_casts: u64,
}

/// The ground of a zone on the graphics card, and what it was made from.
struct Ground {
    revision: Revision,
    zone: Zone,
    textures: Arc<Textures>,
    look: Look,
    /// Whether it shows who may walk where.
    walks: Shown,
    relief: Relief,
    ranges: HeightRanges,
    terrain: Terrain,
    /// A colour for each cell of a block, the north row first; made when it is first seen.
    colours: BTreeMap<BlockCoord, Vec<Rgb>>,
    crowd: Crowd,
    planes: Vec<Plane>,
    water: PartId,
    models: Option<Models>,
    is_used: bool,
}

/// What the pointer is over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Over {
    pub(crate) id: ThingId,
    /// Where water is met; of anything else, where it stands.
    pub(crate) at_in_world: Vec3,
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
    /// Since motions began; they stand still where this stays.
    pub(crate) seconds: f64,
}

impl ZoneSpaces {
    /// Takes what no view has asked for since the last call off the graphics card.
    pub(crate) fn forget_unused(&mut self, on_card: &Scene) {
        self.grounds.retain(|_, ground| {
            let is_used = std::mem::take(&mut ground.is_used);
            if !is_used {
                ground.remove(on_card);
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
        let follows = self.follow_models(on_card, scene, budget);
        let side = |points: f32| {
            ((points * pixels_per_point).round() as u32).clamp(1, from.max_side_in_pixels)
        };
        let size_in_pixels = [side(size.x), side(size.y)];
        let ground = self.ground(on_card, scene);
        let models = ground.models.as_ref();
        let cast = models.map(|it| Box::new(it.cast(scene.layers, from, size_in_pixels)));
        let has_water = scene.layers.shows(Kind::Water) && cast.is_none();
        let water = has_water.then_some(ground.water);
        let is_drawn_as_ground = models.is_some_and(|it| it.has_ground(scene.layers));
        let (solid, progress) = match is_drawn_as_ground {
            true => (Vec::new(), follows),
            false => ground.show(on_card, &sight, budget),
        };
        let markers = self.markers.entry(from.view).or_insert_with(|| Markers::new(on_card));
        let mut lines = Lines::default();
        if let Some(ground) = self.grounds.get(&scene.document) {
            markers.follow(on_card, scene, ground, from);
            lines = ground.shores(scene, pixels_per_point);
            let boxes = ground.models.iter().flat_map(|it| it.boxes(scene, pixels_per_point));
            lines.hidden_by_ground.extend(boxes);
        }
        lines.hidden_by_ground.extend_from_slice(markers.lines());
        let translucent = water.into_iter().chain([markers.part()]).collect();
        let progress = if follows == Progress::GoesOn { follows } else { progress };
        let shot = Shot {
            clip_from_world,
            size_in_pixels,
            background: from.background,
            grid: if scene.layers.cells.is_yes() { Grid::Shown } else { Grid::Hidden },
            cast,
            solid,
            laid: Vec::new(),
            cover: 1.0,
            translucent,
            lines: lines.hidden_by_ground,
            lines_in_front: lines.in_front,
        };
        (shot, progress)
    }

    /// The thing under the pointer and not behind a hill, of those that may be taken hold of: one
    /// whose marker is there, or else the nearest water. `point` is in points from the view's top
    /// left corner.
    pub(crate) fn pick(&self, scene: &ZoneScene<'_>, from: &Vantage, point: Vec2) -> Option<Over> {
        let ground = self.grounds.get(&scene.document)?;
        let reach_in_world = from.reach_in_world(ground, point);
        let markers = self.markers.get(&from.view);
        let marked = markers.and_then(|markers| markers.at(scene, point, reach_in_world));
        let standing = marked.and_then(|id| {
            let at = scene.zone.thing(id)?.pos_in_file_cm();
            Some(Over { id, at_in_world: ground.relief.space_from_file(at) })
        });
        let on_mesh = || ground.model_at(scene, from, point, reach_in_world);
        standing.or_else(on_mesh).or_else(|| ground.water_at(scene, from, point, reach_in_world))
    }

    /// Lets the models of a zone be as the zone is.
    fn follow_models(
        &mut self,
        on_card: &mut Scene,
        scene: &ZoneScene<'_>,
        budget: Budget,
    ) -> Progress {
        let id = CastId { document: scene.document.0, number: self.n_casts + 1 };
        let ground = self.ground(on_card, scene);
        let Some(base) = scene.models else {
            ground.models = None;
            return Progress::Done;
        };
        let goes_on = ground.models.as_ref().is_some_and(|models| models.goes_on_as(base));
        let is_new = !goes_on;
        if is_new {
            ground.models = None;
        }
        let new = || Models::new(base, id, ground.relief.span());
        let progress = ground.models.get_or_insert_with(new).follow(scene, base, budget);
        self.n_casts += u64::from(is_new);
        progress
    }

    /// Whether a zone asks for models that were not read.
    pub(crate) fn lacks_models(&self, scene: &ZoneScene<'_>) -> bool {
        let ground = self.grounds.get(&scene.document);
        let models = ground.and_then(|ground| ground.models.as_ref());
        models.is_none_or(Models::lacks_files)
    }

    /// The edges of the box around the model that the pointer is over.
    pub(crate) fn hovered_box(&self, scene: &ZoneScene<'_>) -> Vec<[Vec3; 2]> {
        let ground = self.grounds.get(&scene.document);
        let models = ground.and_then(|ground| ground.models.as_ref());
        let id =
            scene.hover.filter(|id| scene.zone.thing(*id).map(Thing::kind) != Some(Kind::Water));
        let corners = models.zip(id).and_then(|(models, id)| models.corners(id));
        corners.map(|corners| models::edges(&corners)).unwrap_or_default()
    }

    /// How what the pointer is over is drawn in a view. Water has no mark.
    pub(crate) fn hovered(&self, scene: &ZoneScene<'_>, view: ViewId) -> Option<Hovered> {
        let ground = self.grounds.get(&scene.document)?;
        self.markers.get(&view)?.hovered(scene, &ground.relief)
    }

    /// The things that are in a part of the view and not behind hills, of those that may be taken
    /// hold of: as many as the same part of the ground has from above.
    pub(crate) fn within(
        &self,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        is_in: impl Fn(Vec2) -> bool,
    ) -> Vec<ThingId> {
        let Some(ground) = self.grounds.get(&scene.document) else { return Vec::new() };
        let mut found = markers::within(scene, from, ground, &is_in);
        found.extend(ground.water_within(scene, from, is_in));
        found
    }

    fn ground(&mut self, on_card: &mut Scene, scene: &ZoneScene<'_>) -> &mut Ground {
        // Places in space are told from a corner of the zone, which blocks may come beyond.
        let span = ZoneSpan::of(scene.zone);
        let is_other = |ground: &Ground| {
            *ground.relief.span() != span
                || ground.revision != scene.revision && !ground.relief.has_blocks_of(scene.zone)
        };
        if self.grounds.get(&scene.document).is_some_and(is_other)
            && let Some(mut ground) = self.grounds.remove(&scene.document)
        {
            ground.remove(on_card);
        }
        let ground =
            self.grounds.entry(scene.document).or_insert_with(|| Ground::new(on_card, scene));
        ground.is_used = true;
        ground.follow(on_card, scene);
        ground
    }
}

impl Vantage {
    /// How many metres a point of the screen is at a distance of 1.
    fn m_per_point_at_1(&self) -> f32 {
        1.0 / self.orbit.points_per_world_unit(1.0, self.size)
    }

    /// How far the ground is away at a point of the view.
    fn reach_in_world(&self, ground: &Ground, point: Vec2) -> f32 {
        let ray = self.orbit.ray(point, self.size);
        let hit = pick_beyond(&ground.relief, &ground.ranges, &ray);
        hit.map_or(f32::INFINITY, |hit| hit.distance_in_world as f32)
    }
}

fn look_of(scene: &ZoneScene<'_>, heights: HeightRange) -> Look {
    Look { ground: scene.layers.ground, shading: scene.layers.shading, heights }
}

impl Ground {
    fn new(on_card: &mut Scene, scene: &ZoneScene<'_>) -> Ground {
        let relief = Relief::of(scene.zone);
        let mut ground = Ground {
            crowd: Crowd::default(),
            planes: Vec::new(),
            water: on_card.new_part(),
            revision: scene.revision,
            zone: scene.zone.clone(),
            textures: Arc::clone(scene.textures),
            look: look_of(scene, HeightRange::of(scene.zone)),
            walks: scene.layers.walks,
            ranges: HeightRanges::of(&relief),
            terrain: Terrain::new(&relief),
            relief,
            colours: BTreeMap::new(),
            models: None,
            is_used: true,
        };
        ground.note_things(on_card);
        ground
    }

    fn remove(&mut self, on_card: &Scene) {
        self.terrain.remove(on_card);
        on_card.remove(self.water);
    }

    /// Marks what has changed since it was shown last.
    fn follow(&mut self, on_card: &mut Scene, scene: &ZoneScene<'_>) {
        let look = look_of(scene, self.look.heights);
        let has_look = self.look == look && self.walks == scene.layers.walks;
        if !has_look || !Arc::ptr_eq(&self.textures, scene.textures) {
            (self.look, self.walks) = (look, scene.layers.walks);
            self.textures = Arc::clone(scene.textures);
            self.colours.clear();
            let [width, height] = self.relief.size_in_cells();
            self.terrain.mark(Rect { x: 0, y: 0, width, height });
        }
        if self.revision == scene.revision {
            return;
        }
        self.revision = scene.revision;
        for block in scene.zone.blocks_with_other_ground(&self.zone) {
            let Asked { cells, has_moved } = self.relief.update(scene.zone, block);
            if has_moved {
                self.ranges.update(&self.relief, cells);
                self.terrain.mark_moved(cells);
            }
            self.terrain.mark(cells);
            self.colours.remove(&block);
        }
        self.zone = scene.zone.clone();
        self.note_things(on_card);
    }

    fn note_things(&mut self, on_card: &Scene) {
        self.crowd = Crowd::of(&self.zone, &self.relief);
        self.planes = water::planes(&self.zone, &self.relief);
        let mesh = Some(water::mesh(&self.planes));
        on_card.put(self.water, Upload { mesh, texels: None });
    }

    fn model_at(
        &self,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        point: Vec2,
        reach_in_world: f32,
    ) -> Option<Over> {
        let ray = from.orbit.ray(point, from.size);
        // What stands half in the ground is met a little behind that.
        let before_m = reach_in_world + SUNK_M;
        let (id, _) = self.models.as_ref()?.at(scene, &ray, from.seconds, before_m)?;
        let at = scene.zone.thing(id)?.pos_in_file_cm();
        Some(Over { id, at_in_world: self.relief.space_from_file(at) })
    }

    fn water_at(
        &self,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        point: Vec2,
        reach_in_world: f32,
    ) -> Option<Over> {
        let ray = from.orbit.ray(point, from.size);
        let planes = self.planes.iter().filter(|_| scene.layers.picks(Kind::Water));
        let met = planes.filter_map(|plane| Some((plane.id, plane.meet(&ray)?)));
        let seen = met.filter(|(_, (_, distance))| *distance <= reach_in_world);
        let nearest = seen.min_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b));
        nearest.map(|(id, (at_in_world, _))| Over { id, at_in_world })
    }

    /// Water whose middle is in a part of the view, as far as some of it is seen anywhere.
    fn water_within(
        &self,
        scene: &ZoneScene<'_>,
        from: &Vantage,
        is_in: impl Fn(Vec2) -> bool,
    ) -> Vec<ThingId> {
        let (lens, eye) = (from.orbit.lens(from.size), from.orbit.eye_in_world());
        let is_seen = |at_in_world: Vec3| {
            lens.view_from_world(at_in_world).is_some_and(|point| {
                is_before(at_in_world.distance(eye), from.reach_in_world(self, point))
            })
        };
        let planes = self.planes.iter().filter(|_| scene.layers.picks(Kind::Water));
        let within = planes.filter(|plane| {
            lens.view_from_world(plane.middle_in_world()).is_some_and(&is_in)
                && plane.samples_in_world().any(is_seen)
        });
        within.map(|plane| plane.id).collect()
    }

    /// Lines around water that is selected, or that the pointer is over.
    fn shores(&self, scene: &ZoneScene<'_>, pixels_per_point: f32) -> Lines {
        let mut lines = Lines::default();
        let planes = self.planes.iter().filter(|_| scene.layers.shows(Kind::Water));
        for plane in planes {
            let [seen, hidden] = match plane.id {
                id if scene.selection.contains(&id) => SHORE,
                id if scene.hover == Some(id) => SHORE_HOVERED,
                _ => continue,
            };
            let width = SHORE_POINTS * pixels_per_point;
            lines.hidden_by_ground.extend(plane.outline(seen, width));
            lines.in_front.extend(plane.outline(hidden, width));
        }
        lines
    }

    fn show(
        &mut self,
        on_card: &mut Scene,
        sight: &Sight,
        budget: Budget,
    ) -> (Vec<PartId>, Progress) {
        let Ground { terrain, relief, ranges, colours, zone, textures, look, walks, .. } = self;
        // Asking how high a zone is takes a while, and mostly nothing is made.
        let painter = LazyCell::new(|| raster::painter(zone, textures, *look));
        let n_cells = zone.grid().cells_per_block().max(1);
        let mut colours = |cells: Rect| {
            let mut block = |block| colours::of_block(zone, &painter, *walks, block);
            colours::of_cells(colours, &mut block, relief, n_cells, cells)
        };
        let shown = terrain.show(on_card, relief, ranges, &mut colours, sight, budget);
        (shown.parts, shown.progress)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use glam::vec2;

    use super::super::scene::tests::Stand;
    use super::*;
    use crate::canvas::three_d::headless::Studio;
    use crate::canvas::three_d::scene::{self, Change};
    use crate::kind::rose::view::Lock;
    use crate::renderer::device::Trouble;

    fn vantage(orbit: Orbit) -> Vantage {
        Vantage {
            view: ViewId { document: DocumentId(1), number: 1 },
            orbit,
            size: vec2(1000.0, 700.0),
            pixels_per_point: 1.0,
            max_quad_in_pixels: 4.0,
            max_side_in_pixels: 4096,
            background: Rgb([20, 22, 30]),
            seconds: 0.0,
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
        assert!(scene::take(&on_card.waiting()).is_empty(), "it has a ring over the picture");
        stand.selection.insert(id);
        spaces.shot(&mut on_card, &stand.scene(), &from, everything);
        assert_eq!(scene::take(&on_card.waiting()).len(), 1, "the markers alone");
        stand.act(r#"{"action":"shape-heights","region":"everything","how":{"raise":100}}"#);
        spaces.shot(&mut on_card, &stand.scene(), &from, everything);
        assert!(scene::take(&on_card.waiting()).len() > 2);
        spaces.forget_unused(&on_card);
        spaces.forget_unused(&on_card);
        assert!(spaces.grounds.is_empty() && spaces.markers.is_empty());
    }

    /// How high the highest ground is that was uploaded, in metres.
    fn highest(on_card: &Scene) -> Option<f32> {
        let changes = scene::take(&on_card.waiting());
        let uploads = changes.into_values().filter_map(|change| match change {
            // Water and markers are smaller.
            Change::Put(upload) => upload.mesh.filter(|mesh| mesh.vertices.len() > 1000),
            Change::Remove => None,
        });
        let heights = uploads.flat_map(|mesh| mesh.vertices).map(|vertex| vertex.at_in_world[2]);
        heights.max_by(f32::total_cmp)
    }

    #[test]
    fn ground_that_is_raised_is_higher_in_space_at_once() {
        let mut stand = Stand::new(2, 1, 0);
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let from = vantage(overlook(&stand));
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        let before = highest(&on_card).unwrap();
        stand.act(r#"{"action":"shape-heights","region":"everything","how":{"raise":2000}}"#);
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        let after = highest(&on_card).unwrap();
        assert!((after - before - 20.0).abs() < 0.1, "{before} {after}");
        // What is painted over it leaves it as it is.
        stand.act(r#"{"action":"paint-tiles","region":"everything","tile":2,"brush":[1,2,3]}"#);
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        assert_eq!(highest(&on_card), None);
    }

    #[test]
    fn the_marker_under_the_pointer_is_picked_and_hills_hide() {
        let mut stand = Stand::new(2, 2, 200);
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let id = stand.ids(Kind::Npc)[0];
        let from = vantage(near(&stand, id, 40.0));
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        let middle = from.size / 2.0;
        let pick = |spaces: &ZoneSpaces, stand: &Stand, at| {
            spaces.pick(&stand.scene(), &from, at).map(|over| over.id)
        };
        let picked = pick(&spaces, &stand, middle - vec2(0.0, 6.0));
        let place = |id: ThingId| stand.zone.thing(id).unwrap().pos_in_file_cm();
        assert_eq!(picked.map(place), Some(place(id)));
        stand.layers.kind_mut(Kind::Npc).unwrap().shown = Shown::No;
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        assert_ne!(pick(&spaces, &stand, middle), Some(id));
        stand.layers.kind_mut(Kind::Npc).unwrap().shown = Shown::Yes;
        stand.act(r#"{"action":"shape-heights","region":"everything","how":{"raise":2000}}"#);
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        assert_eq!(pick(&spaces, &stand, middle), None, "the ground lies between");
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

    /// From above the middle of a zone, so high that all of it is seen.
    fn overlook(stand: &Stand) -> Orbit {
        let mut spaces = ZoneSpaces::default();
        Orbit::fit(spaces.bounds(&mut Scene::default(), &stand.scene()), vec2(1000.0, 700.0))
    }

    #[test]
    fn a_box_over_all_of_a_zone_takes_all_that_layers_show_as_from_above() {
        let mut stand = Stand::new(3, 2, 1500);
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let from = vantage(overlook(&stand));
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        let all = |spaces: &ZoneSpaces, stand: &Stand| {
            let found = spaces.within(&stand.scene(), &from, |_| true);
            found.into_iter().collect::<BTreeSet<ThingId>>()
        };
        let everything: BTreeSet<ThingId> = stand.zone.things().map(|(id, _)| id).collect();
        assert_eq!(all(&spaces, &stand), everything);
        for kind in Kind::ALL {
            stand.layers.kind_mut(kind).unwrap().shown = Shown::No;
            let left = all(&spaces, &stand);
            let of_kind: BTreeSet<ThingId> = stand.ids(kind).into_iter().collect();
            assert_eq!(left.union(&of_kind).count(), everything.len(), "{kind}");
            assert!(left.is_disjoint(&of_kind), "{kind}");
            stand.layers.kind_mut(kind).unwrap().shown = Shown::Yes;
        }
    }

    #[test]
    fn from_far_every_kind_has_marks_and_not_more_than_lie_beside_each_other() {
        let n_marks = |stand: &Stand, orbit: Orbit| {
            let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
            let from = vantage(orbit);
            spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
            let mut hovering = stand.scene();
            let mut has_mark = |id: ThingId| {
                hovering.hover = Some(id);
                spaces.hovered(&hovering, from.view).is_some()
            };
            for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Water) {
                assert!(stand.ids(kind).into_iter().any(&mut has_mark), "{kind}");
            }
            stand.zone.things().filter(|(id, _)| has_mark(*id)).count()
        };
        let mut stand = Stand::new(3, 3, 20_000);
        let far = Orbit { distance_in_world: 4000.0, ..overlook(&stand) };
        let n_thinned = n_marks(&stand, far);
        assert!(n_thinned < 2000, "{n_thinned}");
        stand.layers.clusters = Shown::No;
        assert!(n_marks(&stand, far) > 2 * n_thinned, "more, where it is asked for");
    }

    #[test]
    fn water_is_picked_where_its_plane_is_met_and_nothing_is_nearer() {
        let mut stand = Stand::new(2, 2, 0);
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Water) {
            stand.layers.kind_mut(kind).unwrap().shown = Shown::No;
        }
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let id = stand.ids(Kind::Water)[0];
        let from = vantage(near(&stand, id, 90.0));
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        let [middle, corner] = [from.size / 2.0, vec2(2.0, 698.0)];
        let over = spaces.pick(&stand.scene(), &from, middle).unwrap();
        assert_eq!((over.id, over.at_in_world.z), (id, from.orbit.target_in_world.z));
        assert!(over.at_in_world.distance(from.orbit.target_in_world) < 0.1);
        assert_eq!(spaces.pick(&stand.scene(), &from, corner), None, "beside it");
        assert!(spaces.within(&stand.scene(), &from, |at| at.distance(middle) < 9.0).contains(&id));
        let shores = |spaces: &mut ZoneSpaces, on_card: &mut Scene, stand: &Stand| {
            spaces.shot(on_card, &stand.scene(), &from, Budget::Everything).0.lines.len()
        };
        assert_eq!(shores(&mut spaces, &mut on_card, &stand), 0);
        stand.selection.insert(id);
        assert_eq!(shores(&mut spaces, &mut on_card, &stand), 4);
        stand.layers.kind_mut(Kind::Water).unwrap().lock = Lock::Locked;
        assert_eq!(spaces.pick(&stand.scene(), &from, middle), None);
        stand.layers.kind_mut(Kind::Water).unwrap().lock = Lock::Open;
        stand.act(r#"{"action":"shape-heights","region":"everything","how":{"raise":2000}}"#);
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        assert_eq!(spaces.pick(&stand.scene(), &from, middle), None, "under the ground");
        assert!(spaces.within(&stand.scene(), &from, |_| true).is_empty());
    }

    #[test]
    fn blocks_that_come_and_go_are_seen() {
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let (small, mut large) = (Stand::new(1, 1, 20), Stand::new(3, 2, 20));
        let before = spaces.bounds(&mut on_card, &small.scene());
        large.revision.0 += 1;
        let after = spaces.bounds(&mut on_card, &large.scene());
        assert_eq!(after.extent().truncate(), before.extent().truncate() * vec2(3.0, 2.0));
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
