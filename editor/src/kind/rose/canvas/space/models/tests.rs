//! What views show of models, and what the pointer finds among them.

use std::ops::ControlFlow;
use std::sync::Arc;

use glam::vec2;
use landwright_core::format::text::CodePage;
use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone as Sample, assets};
use landwright_core::scene::prepared::Look;
use landwright_core::stage::rose::live::Live;
use landwright_core::vfs::memory::Memory;
use landwright_core::vfs::{Vfs, VfsPath};
use landwright_core::world::gat::picture::palette::Rgb;
use landwright_core::world::zone::load::open;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use crate::canvas::three_d::headless::Studio;
use crate::canvas::three_d::scene::Scene;
use crate::canvas::three_d::terrain::{Budget, Progress};
use crate::kind::rose::canvas::scene::tests::Stand;
use crate::kind::rose::canvas::space::{Vantage, ZoneSpaces};
use crate::kind::rose::view::{Lock, ZoneGround};
use crate::renderer::cast::Backdrop;
use crate::renderer::device::Trouble;
use crate::view::Shown;
use crate::view::id::{DocumentId, ViewId};
use crate::view::orbit::Orbit;

/// The sample with everything that it is drawn with.
fn stand() -> Stand {
    let memory = Memory::new("sample");
    for file in Sample::new(Plan::small(1)).files().into_iter().chain(assets::files()) {
        memory.put(&VfsPath::new(&file.path).unwrap(), &file.bytes);
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    let zone = open(&vfs, &VfsPath::new(ZONE_FOLDER).unwrap(), CodePage::Cp949).unwrap().zone;
    let mut stand = Stand::of(zone, &vfs);
    let live = Live::load(&stand.zone, &[&vfs], &mut |_, _| ControlFlow::Continue(()));
    stand.models = live.map(Arc::new);
    stand
}

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

struct Scenery {
    stand: Stand,
    on_card: Scene,
    spaces: ZoneSpaces,
    from: Vantage,
}

impl Scenery {
    /// Looks at a thing from the south, into the middle of its model.
    fn near(id: impl Fn(&Stand) -> ThingId, distance_in_world: f32) -> (Scenery, ThingId) {
        let stand = stand();
        let id = id(&stand);
        let (mut on_card, mut spaces) = (Scene::default(), ZoneSpaces::default());
        let start = Orbit {
            target_in_world: glam::Vec3::ZERO,
            distance_in_world,
            yaw_degrees: 20.0,
            pitch_degrees: 25.0,
        };
        let mut from = vantage(start);
        spaces.shot(&mut on_card, &stand.scene(), &from, Budget::Everything);
        let ground = spaces.grounds.values().next().unwrap();
        let corners = ground.models.as_ref().unwrap().corners(id).unwrap();
        from.orbit.target_in_world = (corners[0] + corners[7]) / 2.0;
        let mut scenery = Scenery { stand, on_card, spaces, from };
        scenery.look();
        (scenery, id)
    }

    fn look(&mut self) -> Option<Box<crate::renderer::cast::Cast>> {
        let scene = self.stand.scene();
        let everything = Budget::Everything;
        let (shot, progress) = self.spaces.shot(&mut self.on_card, &scene, &self.from, everything);
        assert_eq!(progress, Progress::Done);
        shot.cast
    }

    fn picked(&self) -> Option<ThingId> {
        let middle = self.from.size / 2.0;
        Some(self.spaces.pick(&self.stand.scene(), &self.from, middle)?.id)
    }

    fn has_symbol(&mut self, id: ThingId) -> bool {
        self.stand.hover = Some(id);
        let has = self.spaces.hovered(&self.stand.scene(), self.from.view).is_some();
        self.stand.hover = None;
        has
    }
}

/// The building with the most room around it.
fn mill(stand: &Stand) -> ThingId {
    let numbered = |id: &&ThingId| {
        stand.zone.thing(**id).and_then(Thing::object).is_some_and(|it| it.object_id == 1)
    };
    let ids = stand.ids(Kind::Cnst);
    *ids.iter().find(numbered).unwrap()
}

#[test]
fn a_thing_with_a_model_is_picked_by_its_mesh_and_has_no_symbol() {
    let (mut scenery, id) = Scenery::near(mill, 40.0);
    assert_eq!(scenery.picked(), Some(id));
    assert!(!scenery.has_symbol(id));
    scenery.stand.layers.symbols = Shown::Yes;
    scenery.look();
    assert!(scenery.has_symbol(id));
    scenery.stand.layers.symbols = Shown::No;
    let spawn = scenery.stand.ids(Kind::Spawn)[0];
    let at = scenery.stand.zone.thing(spawn).unwrap().pos_in_file_cm();
    let ground = scenery.spaces.grounds.values().next().unwrap();
    scenery.from.orbit.target_in_world = ground.relief.space_from_file(at);
    scenery.look();
    assert!(scenery.has_symbol(spawn), "no model is known of a spawn");
    let (mut scenery, id) = Scenery::near(mill, 40.0);
    scenery.stand.layers.kind_mut(Kind::Cnst).unwrap().lock = Lock::Locked;
    scenery.look();
    assert_ne!(scenery.picked(), Some(id));
}

#[test]
fn a_model_moves_in_the_frame_in_which_its_thing_does() {
    let (mut scenery, id) = Scenery::near(mill, 40.0);
    let before = scenery.look().unwrap();
    assert_eq!(scenery.look().unwrap(), before, "nothing is drawn while nothing changes");
    let away = format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[9000,0,0]}}"#, id.0);
    scenery.stand.act(&away);
    let after = scenery.look().unwrap();
    assert_ne!(after.revision, before.revision);
    assert_ne!(scenery.picked(), Some(id));
    let [old, new] = [&before, &after].map(|cast| &cast.set.scene.instances);
    assert_eq!(old.iter().zip(new).filter(|(a, b)| a != b).count(), 1);
    scenery.stand.delete(Kind::Npc);
    scenery.look();
    let npc = stand().ids(Kind::Npc)[0];
    let ground = scenery.spaces.grounds.values().next().unwrap();
    assert!(!ground.models.as_ref().unwrap().has(npc));
}

#[test]
fn what_is_selected_is_marked_and_what_is_hidden_is_not_drawn() {
    let (mut scenery, id) = Scenery::near(mill, 40.0);
    scenery.stand.selection.insert(id);
    let cast = scenery.look().unwrap();
    let n = |cast: &crate::renderer::cast::Cast, look| {
        cast.set.prepared.looks.iter().filter(|own| **own == look).count()
    };
    assert_eq!((n(&cast, Look::Selected), n(&cast, Look::Hidden)), (1, 0));
    let scene = scenery.stand.scene();
    let (shot, _) =
        scenery.spaces.shot(&mut scenery.on_card, &scene, &scenery.from, Budget::Everything);
    assert!(shot.lines.len() >= 12, "a box around it");
    scenery.stand.layers.kind_mut(Kind::Cnst).unwrap().shown = Shown::No;
    let cast = scenery.look().unwrap();
    assert_eq!(n(&cast, Look::Hidden), scenery.stand.ids(Kind::Cnst).len());
    assert_ne!(scenery.picked(), Some(id));
}

#[test]
fn colours_that_say_something_are_seen_below_models_and_models_can_be_left_out() {
    let (mut scenery, _) = Scenery::near(mill, 40.0);
    assert_eq!(scenery.look().unwrap().backdrop, Backdrop::GroundAndSky);
    scenery.stand.layers.ground = ZoneGround::Heights;
    assert_eq!(scenery.look().unwrap().backdrop, Backdrop::Sky);
    let at_noon = scenery.look().unwrap().around;
    scenery.stand.layers.minutes = 0;
    assert!(scenery.look().unwrap().around.ambient.length() < at_noon.ambient.length());
    scenery.stand.models = None;
    assert!(scenery.look().is_none());
}

#[test]
fn a_zone_with_its_models_is_a_place() {
    let mut studio = match Studio::open() {
        Ok(studio) => studio,
        Err(Trouble::NoDriver(_)) => {
            eprintln!("skipped: no graphics driver is installed");
            return;
        }
        Err(trouble) => panic!("{trouble}"),
    };
    for (name, hour, distance) in [("models-day", 12, 60.0), ("models-night", 0, 120.0)] {
        let (mut scenery, id) = Scenery::near(mill, distance);
        scenery.stand.layers.minutes = hour * 60;
        scenery.stand.selection.insert(id);
        let scene = scenery.stand.scene();
        let (shot, _) =
            scenery.spaces.shot(&mut scenery.on_card, &scene, &scenery.from, Budget::Everything);
        let image = studio.picture(&scenery.on_card, &shot).unwrap();
        if let Some(folder) = std::env::var_os("LANDWRIGHT_SHOTS") {
            let pixels = image.pixels.iter().flat_map(|Rgb(parts)| *parts).collect();
            let image = image::RgbImage::from_raw(image.width, image.height, pixels).unwrap();
            image.save(std::path::Path::new(&folder).join(format!("{name}.png"))).unwrap();
        }
        let n_empty = image.pixels.iter().filter(|pixel| **pixel == shot.background).count();
        assert!(n_empty * 50 < image.pixels.len(), "{name}: the sky is behind everything");
        let is_pink = |Rgb([r, g, b]): &Rgb| i32::from(*r) - i32::from(*g) > 50 && *b > *g;
        let n_pink = image.pixels.iter().filter(|pixel| is_pink(pixel)).count();
        assert!(n_pink > 500, "{name}: {n_pink} pixels of what is selected");
    }
}
