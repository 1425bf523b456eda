//! Pictures of ROSE and EverQuest zones, of models, and of Ragnarok maps, in 3D, drawn by a graphics driver without a window.

use std::path::Path;
use std::time::Instant;

use glam::Vec3;
use landwright_core::problem::counted::counted;
use landwright_core::scene::Scene;
use landwright_core::scene::mesh::Bounds;
use landwright_core::scene::model::Instance;
use landwright_core::scene::prepared::scene_bounds;
use landwright_core::scene::reach;
use landwright_core::space::rose::pose::Hold;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::stage::everquest;
use landwright_core::stage::files::Missing;
use landwright_core::stage::ragnarok::map;
use landwright_core::stage::rose::clock::fog;
use landwright_core::stage::rose::zone::{Staged, stage};
use landwright_core::world::gat::picture::image::Image;
use serde_json::{Value, json};

use crate::cli::eq;
use crate::cli::model::{Model, is_effect, is_model, missed, read_model};
use crate::cli::outcome::Failure;
use crate::cli::output::shown;
use crate::cli::render::ragnarok;
use crate::cli::zone;
use crate::renderer::camera::Camera;
use crate::renderer::device::Trouble;
use crate::renderer::draw::Background;
use crate::renderer::headless::{Counts, Shot, Studio};

/// What is behind a model.
const PLAIN: Vec3 = Vec3::splat(0.157);
/// From how far down a zone and a model are looked at where nobody says.
const PITCH_OF_ZONE: f32 = 35.0;
const PITCH_OF_MODEL: f32 = 8.0;

/// A place to look from: as the game's own files have places, and two angles in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct From {
    pub(super) at: [f64; 3],
    pub(super) yaw_degrees: f32,
    pub(super) pitch_degrees: f32,
}

impl std::str::FromStr for From {
    type Err = String;

    fn from_str(text: &str) -> Result<From, String> {
        let expected = "expected x,y,z,yaw,pitch, such as -3000,1200.5,400,90,10";
        let numbers: Result<Vec<f64>, _> =
            text.split(',').map(|number| number.trim().parse::<f64>()).collect();
        let numbers = numbers.map_err(|_| expected)?;
        match numbers[..] {
            [x, y, z, yaw, pitch] if numbers.iter().all(|number| number.is_finite()) => {
                let angle = |degrees: f64| degrees.clamp(-360.0, 360.0) as f32;
                let at = [x, y, z];
                Ok(From { at, yaw_degrees: angle(yaw), pitch_degrees: angle(pitch) })
            }
            _ => Err(expected.to_owned()),
        }
    }
}

/// What is drawn, and how.
pub(super) struct Ask<'a> {
    pub(super) path: &'a Path,
    /// Whether it is the ground of a Ragnarok map.
    pub(super) is_ground: bool,
    pub(super) rsw: Option<&'a Path>,
    pub(super) camera: Option<From>,
    pub(super) yaw_degrees: f32,
    pub(super) pitch_degrees: Option<f32>,
    pub(super) size: [u32; 2],
    pub(super) hour: f64,
    /// Since all motions began; where nobody says, an effect is drawn when the most of it is seen.
    pub(super) seconds: Option<f64>,
    /// Instead, a frame of the model's motion.
    pub(super) frame: Option<u32>,
    pub(super) skeleton: Option<&'a Path>,
    pub(super) motion: Option<&'a Path>,
    pub(super) bone: Option<u32>,
    pub(super) dummy: Option<u32>,
    pub(super) wants_stats: bool,
}

/// A picture, what there is to say of it, and its statistics.
pub(super) struct Drawn {
    pub(super) image: Image,
    pub(super) notes: Vec<String>,
    pub(super) stats: Value,
}

/// Something to draw.
struct Set {
    scene: Scene,
    n_objects: usize,
    /// Effects that have a place of their own, or hang on something.
    n_effects: usize,
    n_without_model: usize,
    missing: Vec<Missing>,
    /// Kinds of things that are not drawn, how many there are, and why.
    not_drawn: Vec<(String, usize, &'static str)>,
    notes: Vec<String>,
    background: Background,
    camera: Camera,
    seconds: f64,
}

pub(super) fn draw(ask: &Ask<'_>) -> Result<Drawn, Failure> {
    let start = Instant::now();
    let set = match (is_model(ask.path) || is_effect(ask.path)) && !ask.is_ground {
        true => model_set(ask)?,
        false => {
            let of_models = [ask.skeleton.is_some(), ask.motion.is_some(), ask.bone.is_some()];
            if of_models.contains(&true) || ask.dummy.is_some() || ask.frame.is_some() {
                let message = "a zone or map takes no skeleton, motion, frame, bone or dummy";
                return Err(Failure::WrongUse(format!("{}: {message}", shown(ask.path))));
            }
            match ask {
                _ if ask.is_ground => map_set(ask)?,
                _ if eq::is_archive(ask.path) => everquest_set(ask)?,
                _ => zone_set(ask)?,
            }
        }
    };
    let failed = |trouble: Trouble| Failure::WrongUse(format!("no 3D picture: {trouble}"));
    let mut studio = Studio::open(&set.scene).map_err(failed)?;
    let shot = Shot {
        camera: set.camera,
        size: ask.size,
        background: set.background,
        seconds: set.seconds,
    };
    let (image, counts) = studio.picture(&shot).map_err(failed)?;
    let first_ms = start.elapsed().as_secs_f64() * 1_000.0;
    let frame_ms = match ask.wants_stats {
        true => studio.frame_ms(&shot).map_err(failed)?,
        false => 0.0,
    };
    let stats = stats(&set, &counts, first_ms, frame_ms);
    let mut notes = set.notes;
    notes.extend(
        set.not_drawn.iter().map(|(kind, n, why)| format!("note: {n} × {kind}: not drawn, {why}")),
    );
    if studio.n_left_out() > 0 {
        let things = counted(studio.n_left_out(), "thing", "things");
        notes.push(format!("note: {things} left out: there are too many parts to draw"));
    }
    if counts.n_particles_left_out > 0 {
        let particles = counted(counts.n_particles_left_out, "particle", "particles");
        notes.push(format!("note: {particles} left out: there are too many in sight"));
    }
    Ok(Drawn { image, notes, stats })
}

fn stats(set: &Set, counts: &Counts, first_ms: f64, frame_ms: f64) -> Value {
    let missing = set.missing.iter().map(|Missing { what, why }| json!({"what": what, "why": why}));
    let not_drawn = set.not_drawn.iter();
    let not_drawn = not_drawn.map(|(what, n, why)| json!({"what": what, "n": n, "why": why}));
    let rounded = |ms: f64| (ms * 10.0).round() / 10.0;
    json!({
        "version": 1,
        "objects": set.n_objects,
        "drawn": counts.n_objects,
        "without_model": set.n_without_model,
        "effects": set.n_effects,
        "effects_drawn": counts.n_effects,
        "particles": counts.n_particles,
        "missing": missing.collect::<Vec<_>>(),
        "not_drawn": not_drawn.collect::<Vec<_>>(),
        "triangles": counts.n_triangles,
        "draw_calls": counts.n_draw_calls,
        "first_ms": rounded(first_ms),
        "frame_ms": rounded(frame_ms),
    })
}

fn zone_set(ask: &Ask<'_>) -> Result<Set, Failure> {
    let opened = zone::open(ask.path)?;
    opened.tell_problems();
    let staged = stage(&opened.zone, &opened.look_in(), ask.hour);
    let Staged { mut scene, origin, clock, n_objects, .. } = staged;
    let Staged { n_effects, without_model, missing, not_drawn, .. } = staged;
    let mut notes = missed(&missing);
    let not_drawn = not_drawn.into_iter();
    let not_drawn = not_drawn.map(|((what, why), n)| (what, n, why)).collect();
    let mut time = format!("it is {}", clock.phase.name());
    if let Some(music) = &clock.music {
        time.push_str(&format!(", with the music {music}"));
    }
    notes.push(time);
    let bounds = scene_bounds(&scene);
    let n_hung = n_with_effects(&scene, |instance| instance.is_object);
    let camera = match ask.camera {
        Some(from) => {
            let [x, y, z] = from.at;
            let at = opened.zone.grid().world_from_file(PosInFileCm { x, y, z });
            // As the client sees it. From far away nothing would be seen in its fog.
            scene.surroundings.fog = Some(fog(&clock));
            camera_at(from, origin.scene_from_world(at))
        }
        None => fitting(ask, &bounds, PITCH_OF_ZONE),
    };
    Ok(Set {
        not_drawn,
        scene,
        n_objects,
        n_effects: n_effects + n_hung,
        n_without_model: without_model.len(),
        missing,
        notes,
        background: Background::Sky,
        camera,
        seconds: ask.seconds.unwrap_or_default(),
    })
}

fn n_with_effects(scene: &Scene, is_meant: impl Fn(&Instance) -> bool) -> usize {
    let has_effects =
        |one: &&Instance| scene.model(one.model).is_some_and(|model| model.has_effects());
    scene.instances.iter().filter(|one| is_meant(one)).filter(has_effects).count()
}

fn map_set(ask: &Ask<'_>) -> Result<Set, Failure> {
    let scenery = ragnarok::open(ask.path, ask.rsw)?;
    let staged = map::stage(&scenery.gnd, scenery.rsw.as_ref(), scenery.files());
    let map::Staged { scene, bounds, n_objects, without_model, missing, not_drawn, .. } = staged;
    let notes = missed(&missing);
    let not_drawn = not_drawn.into_iter();
    let not_drawn = not_drawn.map(|(kind, (n, why))| (kind.to_owned(), n, why)).collect();
    let camera = match ask.camera {
        Some(from) => {
            let at = glam::DVec3::from_array(from.at).as_vec3();
            camera_at(from, map::scene_from_raw(at))
        }
        None => fitting(ask, &bounds, PITCH_OF_ZONE),
    };
    Ok(Set {
        not_drawn,
        scene,
        n_objects,
        n_effects: 0,
        n_without_model: without_model.len(),
        missing,
        notes,
        background: Background::Sky,
        camera,
        seconds: ask.seconds.unwrap_or_default(),
    })
}

fn everquest_set(ask: &Ask<'_>) -> Result<Set, Failure> {
    let zone = eq::zone(ask.path)?;
    let staged = everquest::zone::stage(&zone);
    let everquest::zone::Staged { scene, bounds, n_objects, without_model, missing } = staged;
    let camera = match ask.camera {
        Some(from) => {
            let at = from.at.map(|number| number as f32);
            camera_at(from, everquest::scene_from_server(at))
        }
        None => fitting(ask, &bounds, PITCH_OF_ZONE),
    };
    Ok(Set {
        not_drawn: Vec::new(),
        scene,
        n_objects,
        n_effects: 0,
        n_without_model: without_model.values().sum(),
        notes: missed(&missing),
        missing,
        background: Background::Sky,
        camera,
        seconds: ask.seconds.unwrap_or_default(),
    })
}

fn camera_at(from: From, eye_m: Vec3) -> Camera {
    let From { yaw_degrees, pitch_degrees, .. } = from;
    Camera { eye_m, yaw_degrees, pitch_degrees }
}

fn fitting(ask: &Ask<'_>, bounds: &Bounds, pitch: f32) -> Camera {
    let angles = [ask.yaw_degrees, ask.pitch_degrees.unwrap_or(pitch)];
    Camera::fitting(bounds, angles, ask.size)
}

fn model_set(ask: &Ask<'_>) -> Result<Set, Failure> {
    let Model { mut scene, missing } = model_of(ask)?;
    // All effects on it are seen.
    scene.surroundings.is_night = true;
    let n_without_model = usize::from(scene.instances.is_empty());
    let bounds = scene_bounds(&scene);
    let camera = match ask.camera {
        Some(from) => camera_at(from, (glam::DVec3::from_array(from.at) / 100.0).as_vec3()),
        None => fitting(ask, &bounds, PITCH_OF_MODEL),
    };
    let motion = scene.instances.first().and_then(|instance| scene.motion(instance.motion?));
    let fps = motion.map_or(30.0, |motion| f64::from(motion.frames_per_second.max(1.0)));
    let of_frame = ask.frame.map(|frame| f64::from(frame) / fps);
    let best = || {
        let model = scene.instances.first().map(|instance| instance.model);
        model.map_or(0.0, |model| reach::best_moment(&scene, model))
    };
    let seconds = of_frame.or(ask.seconds).unwrap_or_else(best);
    let notes = missed(&missing);
    Ok(Set {
        not_drawn: Vec::new(),
        n_objects: 1,
        n_effects: n_with_effects(&scene, |_| true),
        scene,
        n_without_model,
        missing,
        notes,
        background: Background::Plain(PLAIN),
        camera,
        seconds,
    })
}

fn model_of(ask: &Ask<'_>) -> Result<Model, Failure> {
    let hold = match (ask.bone, ask.dummy) {
        (Some(bone), _) => Some(Hold::Bone(bone)),
        (None, Some(dummy)) => Some(Hold::Dummy(dummy)),
        (None, None) => None,
    };
    read_model(ask.path, ask.skeleton, ask.motion, hold)
}

/// In a line: how much was drawn.
pub(super) fn in_words(stats: &Value) -> String {
    let number = |key: &str| stats.get(key).and_then(Value::as_u64).unwrap_or_default() as usize;
    format!(
        "{} of {} drawn, {} in {}",
        number("drawn"),
        counted(number("objects"), "object", "objects"),
        counted(number("triangles"), "triangle", "triangles"),
        counted(number("draw_calls"), "draw call", "draw calls"),
    )
}
