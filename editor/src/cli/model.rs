//! Models of ROSE on the command line: meshes with a skeleton and a motion, objects of a list, creatures.

use std::path::{Path, PathBuf};

use landwright_core::format::file::{Content, Kind};
use landwright_core::format::picture::{self, Picture};
use landwright_core::format::rose::zmd::Zmd;
use landwright_core::format::rose::zmo::Zmo;
use landwright_core::scene::Scene;
use landwright_core::space::rose::pose::{BadPose, Hold};
use landwright_core::stage::files::Missing;
use landwright_core::stage::rose::assets::Assets;
use landwright_core::stage::rose::effect;
use landwright_core::stage::rose::model::{self, Piece};
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::{Vfs, VfsPath, disk};

use super::outcome::Failure;
use super::output::{complain, shown};
use super::settings::Settings;
use super::{load, zone};
use crate::kind::rose::zones::Site;

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

/// Whether a path is an effect or particles.
pub(super) fn is_effect(path: &Path) -> bool {
    matches!(Kind::of_name(&load::name_of(path)), Some(Kind::Eft | Kind::Ptl))
}

/// The list and the number in `LIST.ZSC:5`.
fn part_of(path: &Path) -> Option<(PathBuf, Kind, u32)> {
    let text = path.to_str()?;
    let (file, number) = text.rsplit_once(':')?;
    let kind = Kind::of_name(file).filter(|kind| matches!(kind, Kind::Zsc | Kind::Chr))?;
    Some((PathBuf::from(file), kind, number.parse().ok()?))
}

/// A model alone, and what it lacks.
pub(super) struct Model {
    pub(super) scene: Scene,
    pub(super) missing: Vec<Missing>,
}

/// Reads a model, with a skeleton and a motion where they are given.
pub(super) fn read_model(
    path: &Path,
    skeleton: Option<&Path>,
    motion: Option<&Path>,
    hold: Option<Hold>,
) -> Result<Model, Failure> {
    if let Some((list, kind, number)) = part_of(path) {
        let has_none = match kind {
            Kind::Zsc => skeleton.is_some() || motion.is_some() || hold.is_some(),
            _ => skeleton.is_some() || hold.is_some(),
        };
        if has_none {
            let message = match kind {
                Kind::Zsc => "an object of a list can't have a skeleton, motion, bone or dummy",
                _ => "a creature has its own skeleton and can't have a bone or dummy",
            };
            return Err(Failure::WrongUse(format!("{}: {message}", shown(path))));
        }
        return of_list(&list, kind, number, motion);
    }
    if let Some(kind @ (Kind::Eft | Kind::Ptl)) = Kind::of_name(&load::name_of(path)) {
        if skeleton.is_some() || motion.is_some() || hold.is_some() {
            let message = "an effect can't have a skeleton, motion, bone or dummy";
            return Err(Failure::WrongUse(format!("{}: {message}", shown(path))));
        }
        return of_effect(path, kind);
    }
    let meshes = match disk::is_folder(path) {
        true => in_folder(path, Kind::Zms),
        false => vec![path.to_owned()],
    };
    let beside = disk::is_folder(path).then(|| only_skeleton(path)).flatten();
    let skeleton = skeleton.map(Path::to_owned).or(beside);
    let zmd = skeleton.as_deref().map(read_skeleton).transpose()?;
    held(hold, zmd.as_ref())
        .map_err(|error| Failure::WrongUse(format!("{}: {error}", shown(path))))?;
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

fn in_folder(folder: &Path, kind: Kind) -> Vec<PathBuf> {
    let entries = disk::list(folder).unwrap_or_default();
    let names = entries.iter().map(|entry| entry.name());
    let names = names.filter(|name| Kind::of_name(name) == Some(kind));
    names.map(|name| folder.join(name)).collect()
}

/// In a folder, the only skeleton is that of its meshes.
pub(super) fn only_skeleton(folder: &Path) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match in_folder(folder, Kind::Zmd).as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

fn of_list(list: &Path, kind: Kind, number: u32, motion: Option<&Path>) -> Result<Model, Failure> {
    let zmo = motion.map(read_motion).transpose()?;
    let name = motion.map(load::name_of).unwrap_or_default();
    let motion = zmo.as_ref().map(|zmo| (name.as_str(), zmo));
    let called = format!("{}:{number}", shown(list));
    in_client(list, &called, |assets, place| match kind {
        Kind::Zsc => model::of_object(assets, place, number),
        _ => model::of_character(assets, place, number, motion),
    })
}

fn of_effect(path: &Path, kind: Kind) -> Result<Model, Failure> {
    // One that is damaged says so by itself.
    load::read(path)?;
    in_client(path, &shown(path).to_string(), |assets, place| {
        let model = match kind {
            Kind::Eft => effect::model(assets, place),
            _ => effect::model_of_particles(assets, place),
        };
        model.into_iter().for_each(|model| effect::place(assets, model));
    })
}

/// A model of a file, which finds others in the client that the file is in, or beside it.
fn in_client(
    path: &Path,
    called: &str,
    make: impl FnOnce(&mut Assets<'_>, &VfsPath),
) -> Result<Model, Failure> {
    let project = Settings::of_one(path)?;
    let site = Site::of(path).map_err(Failure::WrongUse)?;
    let mut vfs = Vfs::default();
    let folder = Folder::open(&site.game, project.code_page)
        .map_err(|error| Failure::WrongUse(error.trouble.to_string()))?;
    vfs.push(folder);
    let tables = site.tables(&project);
    let mut assets = Assets::new(&[&vfs, &tables], project.code_page);
    assets.beside = site.place.parent();
    make(&mut assets, &site.place);
    let Assets { scene, missing, .. } = assets;
    if scene.instances.is_empty() {
        missed(&missing).iter().for_each(|note| complain(note));
        let message = format!("error: {called}: it has nothing to draw");
        return Err(Failure::File(message));
    }
    Ok(Model { scene, missing })
}

/// Fails where a skeleton has no such bone or dummy; without a skeleton there are none.
fn held(hold: Option<Hold>, zmd: Option<&Zmd>) -> Result<(), BadPose> {
    let (n_bones, n_dummies) = zmd.map_or((0, 0), |zmd| (zmd.bones.len(), zmd.dummies().len()));
    match hold {
        Some(Hold::Bone(bone)) if bone as usize >= n_bones => {
            Err(BadPose::NoBone { bone, n_bones })
        }
        Some(Hold::Dummy(dummy)) if dummy as usize >= n_dummies => {
            Err(BadPose::NoDummy { dummy, n_dummies })
        }
        _ => Ok(()),
    }
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

pub(super) fn read_skeleton(path: &Path) -> Result<Zmd, Failure> {
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

/// What is missing, in words.
pub(super) fn missed(missing: &[Missing]) -> Vec<String> {
    missing.iter().map(|Missing { what, why }| format!("note: {what}: {why}")).collect()
}
