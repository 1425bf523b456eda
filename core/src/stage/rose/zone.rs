//! A zone as a scene: its ground and water, and a model for everything that has one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::{Affine3A, DVec3, Quat, Vec3};

use crate::format::number::F32;
use crate::format::rose::ifo::object::Object;
use crate::format::rose::lit::LitObject;
use crate::format::rose::stb::Stb;
use crate::format::text::Text;
use crate::scene::light::Surroundings;
use crate::scene::model::{Instance, PartLight};
use crate::scene::particle::Emitter;
use crate::scene::{ModelId, Scene};
use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::{PosInFileCm, PosInWorldCm};
use crate::stage::files::Missing;
use crate::vfs::{Vfs, VfsPath};
use crate::world::zone::thing::{Kind, Thing, ThingId};
use crate::world::zone::{Listed, Zone};

use super::assets::Assets;
use super::character::Characters;
use super::clock::{Clock, clock};
use super::convert;
use super::morph::Morphs;
use super::object::Objects;
use super::{ground, water};
use crate::stage::rose::effect::{BEGAN_S, Effects};

/// Columns of LIST_ZONE.STB.
const ZONE_FILE: usize = 1;
const ZONE_DECO: usize = 11;
const ZONE_CNST: usize = 12;
/// By one reader: the gate of a warp.
const SPECIAL: &str = "3DDATA/SPECIAL/LIST_DECO_SPECIAL.ZSC";
const WARP_GATE: u32 = 1;
const EVENT_OBJECTS: &str = "3DDATA/SPECIAL/EVENT_OBJECT.ZSC";

/// What the scene's places count from, in the world's centimetres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Origin {
    pub world_cm: DVec3,
}

/// A zone that is ready to be drawn.
pub struct Staged {
    pub scene: Scene,
    pub origin: Origin,
    pub clock: Clock,
    /// Things that have a model in the game; effects do not count.
    pub n_objects: usize,
    /// Effects that have a place of their own.
    pub n_effects: usize,
    /// Those of them that have none here.
    pub without_model: Vec<ThingId>,
    pub missing: Vec<Missing>,
    /// What nothing is drawn of, how many there are, and why.
    pub not_drawn: BTreeMap<(String, &'static str), usize>,
}

impl Origin {
    /// The middle of the zone's blocks, in whole blocks.
    pub(super) fn of(zone: &Zone) -> Origin {
        let grid = zone.grid();
        let blocks: Vec<_> = zone.blocks().collect();
        let n = blocks.len().max(1) as f64;
        let corners = blocks.iter().map(|block| {
            let area = grid.area_of_block(*block);
            DVec3::new(area.west, area.north, 0.0)
        });
        let sum: DVec3 = corners.sum();
        Origin { world_cm: (sum / n / 1_000.0).round() * 1_000.0 }
    }

    pub fn scene_from_world(self, at: PosInWorldCm) -> Vec3 {
        ((DVec3::new(at.x, at.y, at.z) - self.world_cm) / 100.0).as_vec3()
    }
}

/// Why nothing is drawn of a kind.
fn why_not_drawn(kind: Kind) -> &'static str {
    match kind {
        Kind::Sound => "a sound has no shape",
        Kind::Collision => "the client hides it",
        Kind::Point => "a point is only a place",
        Kind::Spawn => "the server decides what appears",
        _ => "it has no model",
    }
}

/// Makes a scene of a zone at an hour of its day, from what is in some folders and archives.
pub fn stage(zone: &Zone, look_in: &[&Vfs], hour: f64) -> Staged {
    let mut assets = Assets::new(look_in, zone.code_page());
    let tables = Tables::read(&assets, zone);
    let clock = tables.clock(hour);
    let origin = Origin::of(zone);
    ground::add(&mut assets, zone, origin);
    water::add(&mut assets, zone, origin);
    let mut models = Models::new(&mut assets, &tables, origin);
    let (mut without_model, mut n_objects, mut n_effects) = (Vec::new(), 0, 0);
    let mut not_drawn: BTreeMap<(String, &'static str), usize> = BTreeMap::new();
    let mut lights = Lights::default();
    for listed in zone.listed() {
        let Some(thing) = zone.thing(listed.id) else { continue };
        if matches!(thing, Thing::Water(_)) {
            continue;
        }
        if !has_model(listed.kind) {
            let why = why_not_drawn(listed.kind);
            *not_drawn.entry((listed.kind.to_string(), why)).or_default() += 1;
            continue;
        }
        match listed.kind {
            Kind::Effect => n_effects += 1,
            _ => n_objects += 1,
        }
        match models.instance(&mut assets, zone, listed.id, thing) {
            Some(mut instance) => {
                instance.lights = lights.of(&mut assets, zone, listed);
                assets.scene.instances.push(instance);
            }
            None if listed.kind == Kind::Effect => {
                let why = "a file of it is missing, or holds nothing to draw";
                *not_drawn.entry((listed.kind.to_string(), why)).or_default() += 1;
            }
            None => without_model.push(listed.id),
        }
    }
    let Assets { mut scene, missing, .. } = assets;
    scene.surroundings = Surroundings { ..clock.surroundings };
    count_unseen_effects(&scene, &mut not_drawn);
    Staged { scene, origin, clock, n_objects, n_effects, without_model, missing, not_drawn }
}

/// Effects whose time it is not.
fn count_unseen_effects(scene: &Scene, not_drawn: &mut BTreeMap<(String, &'static str), usize>) {
    for instance in &scene.instances {
        let Some(model) = scene.model(instance.model) else { continue };
        let what = if instance.is_object { "effect of an object" } else { "effect" };
        let is_by_day = !scene.surroundings.is_night;
        let (at_night, others): (Vec<&Emitter>, Vec<&Emitter>) =
            model.emitters.iter().partition(|emitter| emitter.is_at_night_only);
        let has_meshes = model.parts.iter().any(|part| {
            part.number.is_none() && scene.mesh(part.mesh).is_some_and(|it| it.n_triangles() > 0)
        });
        let is_over = |emitter: &&Emitter| {
            emitter.ends_s().is_some_and(|end| end < f64::from(instance.ahead_s))
        };
        let why = if is_by_day && !at_night.is_empty() && others.is_empty() {
            "it is seen at night alone"
        } else if !model.emitters.is_empty()
            && !has_meshes
            && model.emitters.iter().all(|it| is_over(&it))
        {
            "it is over soon after it began, and does not go on"
        } else {
            continue;
        };
        *not_drawn.entry((what.to_owned(), why)).or_default() += 1;
    }
}

/// What the tables of the client say of a zone.
#[derive(Debug, Clone)]
pub(super) struct Tables {
    zones: Option<Arc<Stb>>,
    row: Option<usize>,
    skies: Option<Arc<Stb>>,
}

impl Tables {
    pub(super) fn read(assets: &Assets<'_>, zone: &Zone) -> Tables {
        let zones = assets.table("LIST_ZONE");
        let row = zones.as_ref().and_then(|zones| row_of(assets, zones, zone));
        let skies = assets.table("LIST_SKY").map(Arc::new);
        Tables { zones: zones.map(Arc::new), row, skies }
    }

    pub(super) fn clock(&self, hour: f64) -> Clock {
        clock(self.zones.as_deref().zip(self.row), self.skies.as_deref(), hour)
    }

    /// The list of objects that a column names.
    fn list(&self, assets: &Assets<'_>, column: usize) -> Option<VfsPath> {
        let cell = self.zones.as_ref()?.cell(self.row?, column)?;
        assets.path(&Text::from(cell)).ok().filter(|path| !path.is_root())
    }
}

/// The row of LIST_ZONE that is this zone.
fn row_of(assets: &Assets<'_>, zones: &Stb, zone: &Zone) -> Option<usize> {
    let own = VfsPath::new(zone.path_of(None)?).ok()?;
    let is_own = |row: &usize| {
        let cell = zones.cell(*row, ZONE_FILE).filter(|cell| !cell.is_empty());
        let path = cell.and_then(|cell| assets.path(&Text::from(cell)).ok());
        path.is_some_and(|path| path.key() == own.key())
    };
    (0..zones.n_rows()).find(is_own)
}

/// The models of a zone's things.
#[derive(Debug, Clone)]
pub(super) struct Models {
    origin: Origin,
    decos: Option<VfsPath>,
    cnsts: Option<VfsPath>,
    specials: Option<VfsPath>,
    events: Option<VfsPath>,
    objects: Objects,
    characters: Characters,
    morphs: Morphs,
    effects: Effects,
    with_effects: BTreeSet<ModelId>,
}

impl Models {
    pub(super) fn new(assets: &mut Assets<'_>, tables: &Tables, origin: Origin) -> Models {
        if tables.row.is_none() {
            assets.miss(
                "3DDATA/STB/LIST_ZONE.STB",
                "no row names this zone, which says where its models are",
            );
        }
        Models {
            origin,
            decos: tables.list(assets, ZONE_DECO),
            cnsts: tables.list(assets, ZONE_CNST),
            specials: VfsPath::new(SPECIAL).ok(),
            events: VfsPath::new(EVENT_OBJECTS).ok(),
            objects: Objects::default(),
            characters: Characters::default(),
            morphs: Morphs::default(),
            effects: Effects::default(),
            with_effects: BTreeSet::new(),
        }
    }

    /// A thing in its place, without its light; why there is none is missed.
    pub(super) fn instance(
        &mut self,
        assets: &mut Assets<'_>,
        zone: &Zone,
        id: ThingId,
        thing: &Thing,
    ) -> Option<Instance> {
        let (object, kind) = (thing.object()?, thing.kind());
        let place = self.world_from_model(zone, object);
        if !place.is_finite() {
            assets.miss(format!("{kind} #{}", id.0), "its place is no number");
            return None;
        }
        let instance = match thing {
            Thing::Effect(effect) => {
                let model = self.effects.model(assets, effect.path.as_bytes())?;
                Instance { is_object: false, ..Instance::new(model, place) }
            }
            _ => self.instance_of_object(assets, (id, kind), object, place)?,
        };
        // A view that follows edits has the scene elsewhere; the model was made before then.
        if assets.scene.model(instance.model).is_some_and(|model| model.has_effects()) {
            self.with_effects.insert(instance.model);
        }
        let has_effects = self.with_effects.contains(&instance.model);
        let began_s = if has_effects { BEGAN_S + id.0 as f32 * 0.37 % 5.0 } else { 0.0 };
        Some(Instance { tag: id.0, ahead_s: instance.ahead_s + began_s, ..instance })
    }

    fn instance_of_object(
        &mut self,
        assets: &mut Assets<'_>,
        (id, kind): (ThingId, Kind),
        object: &Object,
        place: Affine3A,
    ) -> Option<Instance> {
        let number = u32::try_from(object.object_id).ok();
        let list = match kind {
            Kind::Deco => &self.decos,
            Kind::Cnst => &self.cnsts,
            Kind::Warp => &self.specials,
            Kind::Event => &self.events,
            _ => &None,
        };
        let what = format!("{kind} #{}", id.0);
        let Some(number) = number else {
            assets.miss(what, format!("there is no object {}", object.object_id));
            return None;
        };
        Some(match (kind, list) {
            (Kind::Npc, _) => {
                let character = self.characters.character(assets, number)?;
                let scaled = place * Affine3A::from_scale(Vec3::splat(character.scale));
                let mut instance = Instance::new(character.model, scaled);
                instance.motion = character.stands;
                instance.ahead_s = id.0 as f32 * 0.37 % 5.0;
                instance
            }
            (Kind::Animated, _) => Instance::new(self.morphs.model(assets, number)?, place),
            (kind, Some(list)) => {
                let number = if kind == Kind::Warp { WARP_GATE } else { number };
                Instance::new(self.objects.model(assets, list, number)?, place)
            }
            (kind, None) => {
                // Once for all of its kind.
                let why = "no table says which list the models of these are in";
                assets.miss(kind.to_string(), why);
                return None;
            }
        })
    }

    fn world_from_model(&self, zone: &Zone, object: &Object) -> Affine3A {
        let at = PosInFileCm::from_bits(object.position_file_cm);
        let at = self.origin.scene_from_world(zone.grid().world_from_file(at));
        let [x, y, z, w] = object.rotation_xyzw;
        let turn = convert::turn([w, x, y, z]);
        let turn = if turn.is_finite() { turn } else { Quat::IDENTITY };
        Affine3A::from_scale_rotation_translation(scale(object.scale), turn, at)
    }
}

/// Where the light of an object is in the list of its block.
#[derive(Debug, Default)]
pub(super) struct Lights {
    places: BTreeMap<(BlockCoord, Kind), BTreeMap<u32, usize>>,
}

impl Lights {
    /// Where the light of the parts of a thing is painted.
    pub(super) fn of(
        &mut self,
        assets: &mut Assets<'_>,
        zone: &Zone,
        listed: Listed,
    ) -> Vec<(u32, PartLight)> {
        let Some(block) = listed.block else { return Vec::new() };
        let [object, building] = zone.lightmaps(block);
        let lit = match listed.kind {
            Kind::Deco => object,
            Kind::Cnst => building,
            _ => None,
        };
        let Some((path, lit)) = lit else { return Vec::new() };
        let is_own = |one: &&LitObject| one.id.checked_sub(1) == Some(listed.index);
        // They stand in order as a rule.
        let at_once = lit.objects.get(listed.index as usize).filter(is_own);
        let places = self.places.entry((block, listed.kind));
        let places = places.or_insert_with(|| {
            let ids = lit.objects.iter().enumerate().map(|(place, one)| (one.id, place));
            // The first of an id counts.
            ids.rev().collect()
        });
        let id = listed.index.checked_add(1);
        let other = || lit.objects.get(*places.get(&id?)?);
        let Some(own) = at_once.or_else(other) else {
            return Vec::new();
        };
        let folder = VfsPath::new(path).ok().and_then(|path| path.parent());
        let Some(folder) = folder else { return Vec::new() };
        let mut lights = Vec::new();
        for part in &own.parts {
            let name = lit.textures.get(part.lightmap as usize).unwrap_or(&part.file);
            let name = Text::from(name.as_bytes()).decode(assets.code_page).into_owned();
            let Ok(path) = folder.join(&name) else { continue };
            let Some(picture) = assets.light(&path) else { continue };
            let per_row = part.n_per_row.max(1);
            let (column, row) = (part.place % per_row, part.place / per_row);
            let scale = 1.0 / per_row as f32;
            let corner = [column as f32 * scale, row as f32 * scale];
            lights.push((part.id, PartLight { picture, scale, corner }));
        }
        lights
    }
}

/// Which kinds have models in the client.
pub(super) fn has_model(kind: Kind) -> bool {
    use Kind::{Animated, Cnst, Deco, Effect, Event, Npc, Warp};
    matches!(kind, Deco | Cnst | Npc | Warp | Event | Animated | Effect)
}

/// Nothing is seen of a thing whose scale is 0 or no number; 1 shows at least where it is.
fn scale(stated: [F32; 3]) -> Vec3 {
    let usable = |scale: f32| if scale.is_finite() && scale != 0.0 { scale } else { 1.0 };
    Vec3::from_array(stated.map(|it| usable(it.get())))
}

#[cfg(test)]
mod tests {
    use glam::camera::rh::proj::directx::perspective_infinite_reverse;
    use glam::camera::rh::view::look_at_mat4;

    use super::*;
    use crate::format::text::CodePage;
    use crate::sample::rose::{Plan, Zone as Sample, assets};
    use crate::scene::cull::Sight;
    use crate::scene::frame::{Frame, Thrift};
    use crate::scene::model::Moment;
    use crate::scene::prepared::Prepared;
    use crate::vfs::memory::Memory;
    use crate::world::zone::load;

    fn staged(hour: f64) -> Staged {
        let memory = Memory::new("sample");
        for file in Sample::new(Plan::small(1)).files().into_iter().chain(assets::files()) {
            memory.put(&VfsPath::new(&file.path).unwrap(), &file.bytes);
        }
        let mut vfs = Vfs::default();
        vfs.push(memory);
        let path = VfsPath::new(crate::sample::rose::ZONE_FOLDER).unwrap();
        let opened = load::open(&vfs, &path, CodePage::Cp949).unwrap();
        stage(&opened.zone, &[&vfs], hour)
    }

    #[test]
    fn everything_in_the_sample_has_a_model_and_nothing_is_missing() {
        let staged = staged(12.0);
        assert_eq!(staged.missing, []);
        assert_eq!(staged.without_model, []);
        let n_placed = staged.scene.instances.iter().filter(|one| one.is_object).count();
        assert_eq!((staged.n_objects, n_placed), (180, 180));
        assert_eq!(staged.scene.terrain.pieces.len(), 4);
        let lit = staged.scene.instances.iter().filter(|one| !one.lights.is_empty()).count();
        assert!(lit > 100, "{lit}");
        assert_eq!(Prepared::new(&staged.scene).n_objects, 180);
    }

    #[test]
    fn the_wheel_of_a_mill_turns_and_its_sails_with_it() {
        let scene = staged(12.0).scene;
        let moves = |name: &str| scene.models.iter().find(|model| model.name.ends_with(name));
        let mill = moves("LIST_CNST_S01.ZSC:1").unwrap();
        let at = |seconds| mill.model_from_parts(&scene, &[], seconds);
        let (before, after) = (at(0.0), at(1.0));
        let turned: Vec<bool> =
            before.iter().zip(&after).map(|(one, other)| one != other).collect();
        assert_eq!(turned, [false, false, false, true, true]);
    }

    fn frame(staged: &Staged, seconds: f64) -> Frame {
        let (eye_m, up) = (Vec3::new(0.0, 0.0, 900.0), Vec3::Y);
        let camera_from_world = look_at_mat4(eye_m, Vec3::ZERO, up);
        let clip_from_world = perspective_infinite_reverse(1.5, 1.0, 0.1) * camera_from_world;
        let sight = Sight { eye_m, clip_from_world, pixels_at_1_m: 500.0 };
        let moment = Moment { seconds, is_night: staged.scene.surroundings.is_night };
        let mut frame = Frame::default();
        let all = Thrift { least_pixels: 0.0, coarseness: 1.0 };
        frame.look(&staged.scene, &Prepared::new(&staged.scene), &sight, moment, all);
        frame
    }

    #[test]
    fn effects_of_the_sample_are_drawn_and_lanterns_at_night_alone() {
        let (day, night) = (staged(12.0), staged(0.0));
        let effects = |staged: &Staged| {
            let is_effect = |one: &&Instance| !one.is_object && one.ahead_s > 0.0;
            staged.scene.instances.iter().filter(is_effect).count()
        };
        assert!(day.n_effects >= 4 && effects(&day) == day.n_effects, "{}", day.n_effects);
        let unlit = ("effect of an object".to_owned(), "it is seen at night alone");
        let n_lanterns = day.not_drawn.get(&unlit).copied().unwrap_or_default();
        assert!(n_lanterns > 0 && !night.not_drawn.contains_key(&unlit));
        let (by_day, by_night) = (frame(&day, 0.0), frame(&night, 0.0));
        assert_eq!(by_day.n_sources + n_lanterns, by_night.n_sources);
        // A lantern is one glow.
        assert_eq!(by_day.quads.len() + n_lanterns, by_night.quads.len());
        // The same moment is the same picture, and a later one is not.
        assert_eq!(frame(&day, 0.0).quads, by_day.quads);
        assert_ne!(frame(&day, 0.5).quads, by_day.quads);
    }

    #[test]
    fn it_is_darker_at_night() {
        let light = |hour| staged(hour).scene.surroundings.light_on_painted.length();
        assert!(light(0.0) < light(12.0));
    }
}
