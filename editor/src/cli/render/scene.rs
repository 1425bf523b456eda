//! Pictures of ROSE zones and models in 3D, drawn by a graphics driver without a window.

use std::path::{Path, PathBuf};
use std::time::Instant;

use glam::Vec3;
use landwright_core::format::file::{Content, Kind};
use landwright_core::format::picture::{self, Picture};
use landwright_core::format::rose::zmd::Zmd;
use landwright_core::format::rose::zmo::Zmo;
use landwright_core::problem::counted::counted;
use landwright_core::scene::Scene;
use landwright_core::scene::mesh::Bounds;
use landwright_core::scene::prepared::scene_bounds;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::stage::rose::assets::{Assets, Missing};
use landwright_core::stage::rose::clock::fog;
use landwright_core::stage::rose::model::{self, Piece};
use landwright_core::stage::rose::object::Hold;
use landwright_core::stage::rose::zone::{Staged, stage, why_not_drawn};
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::{Vfs, VfsPath, disk};
use landwright_core::world::gat::picture::image::Image;
use serde_json::{Value, json};

use crate::canvas::three_d::headless::Trouble;
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};
use crate::cli::settings::Settings;
use crate::cli::{load, zone};
use crate::renderer::camera::Camera;
use crate::renderer::draw::Background;
use crate::renderer::headless::{Counts, Shot, Studio};
use crate::zones::Site;

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
    pub(super) camera: Option<From>,
    pub(super) yaw_degrees: f32,
    pub(super) pitch_degrees: Option<f32>,
    pub(super) size: [u32; 2],
    pub(super) hour: f64,
    /// Since all motions began.
    pub(super) seconds: f64,
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
    n_without_model: usize,
    missing: Vec<Missing>,
    notes: Vec<String>,
    background: Background,
    camera: Camera,
    seconds: f64,
}

/// Whether a path is a model, and not a zone: a mesh, `LIST.ZSC:5`, `LIST_NPC.CHR:11`, or a folder with
/// meshes.
pub(super) fn is_model(path: &Path) -> bool {
    let kind = |path: &Path| Kind::of_name(&load::name_of(path));
    if disk::is_folder(path) {
        let entries = disk::list(path).unwrap_or_default();
        return !zone::is_zone(path)
            && entries.iter().any(|entry| Kind::of_name(&entry.name()) == Some(Kind::Zms));
    }
    matches!(kind(path), Some(Kind::Zms)) || part_of(path).is_some()
}

/// The list and the number in `LIST.ZSC:5`.
fn part_of(path: &Path) -> Option<(PathBuf, Kind, u32)> {
    let text = path.to_str()?;
    let (file, number) = text.rsplit_once(':')?;
    let kind = Kind::of_name(file).filter(|kind| matches!(kind, Kind::Zsc | Kind::Chr))?;
    Some((PathBuf::from(file), kind, number.parse().ok()?))
}

pub(super) fn draw(ask: &Ask<'_>) -> Result<Drawn, Failure> {
    let start = Instant::now();
    let set = match is_model(ask.path) {
        true => model_set(ask)?,
        false => zone_set(ask)?,
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
    Ok(Drawn { image, notes: set.notes, stats })
}

fn stats(set: &Set, counts: &Counts, first_ms: f64, frame_ms: f64) -> Value {
    let missing = set.missing.iter().map(|Missing { what, why }| json!({"what": what, "why": why}));
    let rounded = |ms: f64| (ms * 10.0).round() / 10.0;
    json!({
        "version": 1,
        "objects": set.n_objects,
        "drawn": counts.n_objects,
        "without_model": set.n_without_model,
        "missing": missing.collect::<Vec<_>>(),
        "triangles": counts.n_triangles,
        "draw_calls": counts.n_draw_calls,
        "first_ms": rounded(first_ms),
        "frame_ms": rounded(frame_ms),
    })
}

fn missed(missing: &[Missing]) -> Vec<String> {
    missing.iter().map(|Missing { what, why }| format!("note: {what}: {why}")).collect()
}

fn zone_set(ask: &Ask<'_>) -> Result<Set, Failure> {
    let opened = zone::open(ask.path)?;
    opened.tell_problems();
    let staged = stage(&opened.zone, &opened.look_in(), ask.hour);
    let Staged { mut scene, origin, clock, n_objects, without_model, missing, not_drawn } = staged;
    let mut notes = missed(&missing);
    for (kind, n) in not_drawn {
        notes.push(format!("note: {n} × {kind}: not drawn, {}", why_not_drawn(kind)));
    }
    let mut time = format!("it is {}", clock.phase.name());
    if let Some(music) = &clock.music {
        time.push_str(&format!(", with the music {music}"));
    }
    notes.push(time);
    let bounds = scene_bounds(&scene);
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
        scene,
        n_objects,
        n_without_model: without_model.len(),
        missing,
        notes,
        background: Background::Sky,
        camera,
        seconds: ask.seconds,
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
    let Model { scene, missing } = model_of(ask)?;
    let n_without_model = usize::from(scene.instances.is_empty());
    let bounds = scene_bounds(&scene);
    let camera = match ask.camera {
        Some(from) => camera_at(from, (glam::DVec3::from_array(from.at) / 100.0).as_vec3()),
        None => fitting(ask, &bounds, PITCH_OF_MODEL),
    };
    let motion = scene.instances.first().and_then(|instance| scene.motion(instance.motion?));
    let fps = motion.map_or(30.0, |motion| f64::from(motion.frames_per_second.max(1.0)));
    let seconds = ask.frame.map_or(ask.seconds, |frame| f64::from(frame) / fps);
    let notes = missed(&missing);
    Ok(Set {
        scene,
        n_objects: 1,
        n_without_model,
        missing,
        notes,
        background: Background::Plain(PLAIN),
        camera,
        seconds,
    })
}

/// A model alone, and what it lacks.
pub(in crate::cli) struct Model {
    pub(in crate::cli) scene: Scene,
    pub(in crate::cli) missing: Vec<Missing>,
}

fn model_of(ask: &Ask<'_>) -> Result<Model, Failure> {
    let hold = match (ask.bone, ask.dummy) {
        (Some(bone), _) => Some(Hold::Bone(bone)),
        (None, Some(dummy)) => Some(Hold::Dummy(dummy)),
        (None, None) => None,
    };
    read_model(ask.path, ask.skeleton, ask.motion, hold)
}

/// Reads a model, with a skeleton and a motion where they are given.
pub(in crate::cli) fn read_model(
    path: &Path,
    skeleton: Option<&Path>,
    motion: Option<&Path>,
    hold: Option<Hold>,
) -> Result<Model, Failure> {
    if let Some((list, kind, number)) = part_of(path) {
        return of_list(&list, kind, number, motion);
    }
    let folder = if disk::is_folder(path) { path } else { path.parent().unwrap_or(path) };
    let in_folder = |kind: Kind| -> Vec<PathBuf> {
        let entries = disk::list(folder).unwrap_or_default();
        let names = entries.iter().map(|entry| entry.name());
        names.filter(|name| Kind::of_name(name) == Some(kind)).map(|name| folder.join(name)).collect()
    };
    let meshes = if disk::is_folder(path) { in_folder(Kind::Zms) } else { vec![path.to_owned()] };
    // In a folder, the only skeleton is that of its meshes.
    let only = |found: Vec<PathBuf>| if found.len() == 1 { found.into_iter().next() } else { None };
    let beside = disk::is_folder(path).then(|| only(in_folder(Kind::Zmd))).flatten();
    let skeleton = skeleton.map(Path::to_owned).or(beside);
    let zmd = skeleton.as_deref().map(read_skeleton).transpose()?;
    let zmo = motion.map(read_motion).transpose()?;
    let mut pieces = Vec::new();
    for file in meshes {
        let Content::Zms(zms) = load::read(&file)?.0.content else {
            return Err(wrong_kind(&file, Kind::Zms));
        };
        let name = load::name_of(&file);
        let hold = hold.unwrap_or_else(|| model::usual_hold(&name, zmd.is_some()));
        pieces.push(Piece { picture: picture_beside(&file), name, zms, hold });
    }
    let name = motion.map(load::name_of).unwrap_or_default();
    let motion = zmo.as_ref().map(|zmo| (name.as_str(), zmo));
    let scene = model::of_pieces(pieces, zmd.as_ref(), motion)
        .map_err(|error| Failure::WrongUse(format!("{}: {error}", shown(path))))?;
    Ok(Model { scene, missing: Vec::new() })
}

fn of_list(list: &Path, kind: Kind, number: u32, motion: Option<&Path>) -> Result<Model, Failure> {
    let project = Settings::of_one(list)?;
    let site = Site::of(list).map_err(Failure::WrongUse)?;
    let mut vfs = Vfs::default();
    let folder = Folder::open(&site.game, project.code_page)
        .map_err(|error| Failure::WrongUse(error.trouble.to_string()))?;
    vfs.push(folder);
    let tables = site.tables(&project);
    let mut assets = Assets::new(&[&vfs, &tables], project.code_page);
    match kind {
        Kind::Zsc => model::of_object(&mut assets, &site.place, number),
        _ => {
            let motion = motion.map(|path| Site::of(path).map(|site| site.place));
            let motion = motion.transpose().map_err(Failure::WrongUse)?;
            model::of_character(&mut assets, number, motion.as_ref());
        }
    }
    let Assets { scene, missing, .. } = assets;
    if scene.instances.is_empty() {
        missed(&missing).iter().for_each(|note| complain(note));
    }
    Ok(Model { scene, missing })
}

/// The picture with the name of a mesh, beside it.
fn picture_beside(mesh: &Path) -> Option<Picture> {
    let names = ["dds", "DDS", "tga", "TGA"].map(|ending| mesh.with_extension(ending));
    let there = names.into_iter().find(|path| disk::is_file(path))?;
    let loaded = disk::read_file(&there, disk::READ_LIMIT).ok()?;
    picture::read(&loaded.bytes).ok()
}

fn wrong_kind(path: &Path, wanted: Kind) -> Failure {
    Failure::WrongUse(format!("{}: not a {} file ({})", shown(path), wanted.name(), wanted.title()))
}

fn read_skeleton(path: &Path) -> Result<Zmd, Failure> {
    match load::read(path)?.0.content {
        Content::Zmd(zmd) => Ok(zmd),
        _ => Err(wrong_kind(path, Kind::Zmd)),
    }
}

fn read_motion(path: &Path) -> Result<Zmo, Failure> {
    match load::read(path)?.0.content {
        Content::Zmo(zmo) => Ok(zmo),
        _ => Err(wrong_kind(path, Kind::Zmo)),
    }
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
