//! Models of ROSE as they are looked at: a mesh, the objects of a list, creatures.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::file::Kind as Format;
use landwright_core::format::picture::{self, Picture};
use landwright_core::format::rose::zmd::{self, Zmd};
use landwright_core::format::rose::zmo::{self, Zmo};
use landwright_core::format::rose::{chr, zms, zsc};
use landwright_core::format::text::{CodePage, Text};
use landwright_core::project::Project;
use landwright_core::scene::MotionId;
use landwright_core::scene::prepared::scene_bounds;
use landwright_core::scene::reach;
use landwright_core::scene::set::Set;
use landwright_core::stage::rose::assets::Assets;
use landwright_core::stage::rose::model::{self, Piece};
use landwright_core::stage::rose::{character, effect};
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::{Vfs, disk};

use crate::kind::FileRead;
use crate::kind::asset::exhibit::{Exhibit, Models, Source};
use crate::kind::rose::zones::Site;
use crate::model::project;

/// A file with models in it.
#[derive(Debug)]
struct Shelf {
    path: PathBuf,
    code_page: CodePage,
    what: What,
}

#[derive(Debug)]
enum What {
    Mesh(Box<zms::Zms>),
    Objects(Arc<Vec<u8>>),
    Creatures(Box<chr::Chr>, Arc<Vec<u8>>),
    Effect(Arc<Vec<u8>>),
    Particles(Arc<Vec<u8>>),
    Motion(Box<Zmo>),
}

const NO_SKELETON: &str = "no skeleton (.zmd) with its bones is beside it, and no creature has it";

/// The formats that are shown.
pub(crate) fn shows(format: Format) -> bool {
    use Format::{Chr, Eft, Ptl, Zmo, Zms, Zsc};
    matches!(format, Zms | Zsc | Chr | Eft | Ptl | Zmo)
}

/// Reads a file of a format that is shown.
pub(crate) fn source(format: Format, file: &FileRead<'_>) -> Result<Source, String> {
    let said = |error: landwright_core::format::ReadError| error.to_string();
    let bytes = || Arc::new(file.bytes.to_vec());
    let (what, entries) = match format {
        Format::Zms => {
            let zms = zms::read(file.bytes).map_err(said)?;
            (What::Mesh(Box::new(zms)), vec![(0, file.name())])
        }
        Format::Zsc => {
            let zsc = zsc::read(file.bytes).map_err(said)?;
            (What::Objects(bytes()), objects(&zsc, file.code_page))
        }
        Format::Zmo => {
            let zmo = zmo::read(file.bytes).map_err(said)?;
            (What::Motion(Box::new(zmo)), vec![(0, file.name())])
        }
        Format::Eft => (What::Effect(bytes()), vec![(0, file.name())]),
        Format::Ptl => (What::Particles(bytes()), vec![(0, file.name())]),
        _ => {
            let chr = chr::read(file.bytes).map_err(said)?;
            let entries = creatures(&chr, file.code_page);
            (What::Creatures(Box::new(chr), bytes()), entries)
        }
    };
    Source::new(entries, Shelf { path: file.path.to_owned(), code_page: file.code_page, what })
}

impl Models for Shelf {
    fn has_motions(&self) -> bool {
        matches!(self.what, What::Creatures(..))
    }

    fn exhibit(&self, number: u32) -> Result<Exhibit, String> {
        let bytes = match &self.what {
            What::Mesh(zms) => return self.mesh(zms),
            What::Motion(zmo) => return self.motion(zmo),
            What::Objects(bytes)
            | What::Creatures(_, bytes)
            | What::Effect(bytes)
            | What::Particles(bytes) => bytes,
        };
        let (site, [vfs, tables]) = self.client()?;
        let mut assets = Assets::new(&[&vfs, &tables], self.code_page);
        assets.beside = site.place.parent();
        // It may be edited.
        assets.changed = Some((site.place.clone(), Arc::clone(bytes)));
        let mut motions = Vec::new();
        match &self.what {
            What::Creatures(chr, _) => {
                model::of_character(&mut assets, &site.place, number, None);
                motions = motions_of(&mut assets, chr, number);
            }
            What::Effect(_) => {
                let model = effect::model(&mut assets, &site.place);
                model.into_iter().for_each(|model| effect::place(&mut assets, model));
            }
            What::Particles(_) => {
                let model = effect::model_of_particles(&mut assets, &site.place);
                model.into_iter().for_each(|model| effect::place(&mut assets, model));
            }
            _ => model::of_object(&mut assets, &site.place, number),
        }
        let Assets { mut scene, missing, .. } = assets;
        // All effects on it are seen.
        scene.surroundings.is_night = true;
        let bounds = scene_bounds(&scene);
        let effects = scene.instances.first().and_then(|instance| {
            let seconds = reach::seconds(scene.model(instance.model)?)?;
            Some((seconds, reach::best_moment(&scene, instance.model)))
        });
        let set = Arc::new(Set::new(scene));
        Ok(Exhibit { set, bounds, motions, effects, missing, ..Exhibit::default() })
    }
}

impl Shelf {
    /// Where the file is in its client, and what is looked into for others.
    fn client(&self) -> Result<(Site, [Vfs; 2]), String> {
        let site = Site::of(&self.path)?;
        let project: Project = project::load(&self.path).0;
        let mut vfs = Vfs::default();
        let folder = Folder::open(&site.game, self.code_page);
        vfs.push(folder.map_err(|error| error.trouble.to_string())?);
        let tables = site.tables(&project);
        Ok((site, [vfs, tables]))
    }

    /// On the skeleton beside it, or on that of a creature with this motion.
    fn motion(&self, zmo: &Zmo) -> Result<Exhibit, String> {
        let zmd = self.skeleton_beside(zmo).or_else(|| self.skeleton_of_creature());
        let zmd = zmd.ok_or(NO_SKELETON)?;
        let name = crate::versions::name_of(&self.path);
        let scene = model::of_bones(&zmd, (&name, zmo)).map_err(|it| it.to_string())?;
        let bounds = scene_bounds(&scene);
        let moves = scene.instances.first().and_then(|instance| instance.motion);
        let motions = moves.map(|motion| (name, motion)).into_iter().collect();
        let set = Arc::new(Set::new(scene));
        Ok(Exhibit { set, bounds, motions, ..Exhibit::default() })
    }

    /// That with the fewest bones of those that have all bones of the motion.
    fn skeleton_beside(&self, zmo: &Zmo) -> Option<Zmd> {
        let n_bones = zmo.channels().iter().map(|one| one.bone as usize + 1).max()?;
        let entries = disk::list(self.path.parent()?).unwrap_or_default();
        let is_skeleton =
            |path: &PathBuf| Format::of_name(&crate::versions::name_of(path)) == Some(Format::Zmd);
        let folder = self.path.parent()?;
        let paths = entries.iter().map(|entry| folder.join(entry.name())).filter(is_skeleton);
        let read = paths.filter_map(|path| {
            let loaded = disk::read_file(&path, disk::READ_LIMIT).ok()?;
            zmd::read(&loaded.bytes).ok()
        });
        read.filter(|zmd| zmd.bones.len() >= n_bones).min_by_key(|zmd| zmd.bones.len())
    }

    fn skeleton_of_creature(&self) -> Option<Zmd> {
        let (site, [vfs, tables]) = self.client().ok()?;
        let mut assets = Assets::new(&[&vfs, &tables], self.code_page);
        let path = character::skeleton_with(&mut assets, &site.place)?;
        zmd::read(&vfs.read(&path, disk::READ_LIMIT).ok()?.bytes).ok()
    }

    fn mesh(&self, zms: &zms::Zms) -> Result<Exhibit, String> {
        let name = crate::versions::name_of(&self.path);
        let hold = model::usual_hold(&name, false);
        let piece = Piece { name, zms: zms.clone(), picture: picture_beside(&self.path), hold };
        let scene = model::of_pieces(vec![piece], None, None).map_err(|it| it.to_string())?;
        let bounds = scene_bounds(&scene);
        let set = Arc::new(Set::new(scene));
        Ok(Exhibit { set, bounds, ..Exhibit::default() })
    }
}

/// Objects that have parts, by the mesh of their first.
fn objects(zsc: &zsc::Zsc, code_page: CodePage) -> Vec<(u32, String)> {
    let named = |(number, object): (u32, &zsc::Object)| {
        let part = object.parts().first()?;
        let mesh = zsc.meshes.get(usize::from(part.mesh));
        let mesh = mesh.map(|path| stem(&path.text().decode(code_page))).unwrap_or_default();
        Some((number, format!("{number}  {mesh}")))
    };
    (0..).zip(zsc.objects.iter()).filter_map(named).collect()
}

fn creatures(chr: &chr::Chr, code_page: CodePage) -> Vec<(u32, String)> {
    let named = |(number, character): (u32, &Option<Box<chr::Character>>)| {
        let name = character.as_ref()?.name.text().decode(code_page).into_owned();
        Some((number, format!("{number}  {name}")))
    };
    (0..).zip(chr.characters.iter()).filter_map(named).collect()
}

/// The name of a file without its folders and its ending.
fn stem(path: &str) -> String {
    let name = path.rsplit(['\\', '/']).next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// Each motion of a creature once, by its action and its file.
fn motions_of(assets: &mut Assets<'_>, chr: &chr::Chr, number: u32) -> Vec<(String, MotionId)> {
    let character = chr.characters.get(number as usize).and_then(Option::as_deref);
    let pairs = character.map(|it| it.motions.iter().copied().collect()).unwrap_or_default();
    let mut pairs: Vec<chr::MotionPair> = pairs;
    pairs.retain(|pair| pair.is_set());
    pairs.sort_by_key(|pair| pair.action);
    let mut seen = BTreeSet::new();
    pairs.retain(|pair| seen.insert((pair.action, pair.motion)));
    let motion = |pair: chr::MotionPair| {
        let path = chr.motions.get(usize::from(pair.motion))?.text();
        let name = format!("{}  {}", pair.action, stem(&path.decode(assets.code_page)));
        let path = assets.path(&Text::from(path.as_bytes())).ok()?;
        Some((name, assets.motion(&path)?))
    };
    pairs.into_iter().filter_map(motion).collect()
}

/// The picture with the name of a mesh, beside it.
fn picture_beside(mesh: &Path) -> Option<Picture> {
    let names = ["dds", "DDS", "tga", "TGA"].map(|ending| mesh.with_extension(ending));
    let there = names.into_iter().find(|path| disk::is_file(path))?;
    let loaded = disk::read_file(&there, disk::READ_LIMIT).ok()?;
    picture::read(&loaded.bytes).ok()
}
