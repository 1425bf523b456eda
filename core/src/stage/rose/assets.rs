//! The files of a client, each read once and put into a scene.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::format::picture::{self, Picture};
use crate::format::rose::eft::{self, Eft};
use crate::format::rose::ptl::{self, Ptl};
use crate::format::rose::stb::{self, Stb};
use crate::format::rose::zsc::{self, Zsc};
use crate::format::rose::{zmd, zmo, zms};
use crate::format::text::{CodePage, Text};
use crate::scene::mesh::Mesh;
use crate::scene::{MeshId, MotionId, PictureId, Scene, SkeletonId};
use crate::stage::files::Missing;
use crate::vfs::{Vfs, VfsPath};

use super::convert;

/// No file of a client that is drawn is as large as this.
const LIMIT: u64 = 128 << 20;
/// Pictures of light are no longer along a side.
const LIGHT_SIDE: u32 = 256;
/// Of all pictures of a scene: half a gigabyte in memory.
const MOST_PIXELS: u64 = 128 << 20;
/// Where the tables are.
const TABLES: &str = "3DDATA/STB";

/// Along a side of the dot.
const SPECK_SIDE: u32 = 32;

/// Where files are found, and what was made of them.
#[derive(Clone)]
pub struct Assets<'v> {
    /// Where this is empty, what is not known yet is counted, and not missed.
    look_in: Vec<&'v Vfs>,
    /// How often something was asked for that only a look into files could answer.
    pub n_unknown: usize,
    /// A folder where files are looked for by their names alone, which are not where their paths say.
    pub beside: Option<VfsPath>,
    /// A file that is not as it is on disk.
    pub changed: Option<(VfsPath, Arc<Vec<u8>>)>,
    pub code_page: CodePage,
    pub scene: Scene,
    /// Each once, in the order in which they were missed.
    pub missing: Vec<Missing>,
    /// The same, to be found again quickly.
    missed: BTreeSet<Missing>,
    /// Pixels that further pictures may have.
    n_pixels_left: u64,
    pictures: BTreeMap<String, Option<PictureId>>,
    meshes: BTreeMap<String, Option<MeshId>>,
    skeletons: BTreeMap<String, Option<(SkeletonId, u32)>>,
    motions: BTreeMap<String, Option<MotionId>>,
    lists: BTreeMap<String, Option<Arc<Zsc>>>,
    effects: BTreeMap<String, Option<Arc<Eft>>>,
    particles: BTreeMap<String, Option<Arc<Ptl>>>,
    nothing: Option<MeshId>,
    speck: Option<PictureId>,
}

impl<'v> Assets<'v> {
    /// Files are looked for in each of these in turn.
    pub fn new(look_in: &[&'v Vfs], code_page: CodePage) -> Assets<'v> {
        Assets {
            look_in: look_in.to_vec(),
            n_unknown: 0,
            beside: None,
            changed: None,
            code_page,
            scene: Scene::default(),
            missing: Vec::new(),
            missed: BTreeSet::new(),
            n_pixels_left: MOST_PIXELS,
            pictures: BTreeMap::new(),
            meshes: BTreeMap::new(),
            skeletons: BTreeMap::new(),
            motions: BTreeMap::new(),
            lists: BTreeMap::new(),
            effects: BTreeMap::new(),
            particles: BTreeMap::new(),
            nothing: None,
            speck: None,
        }
    }

    /// The same with all that was made, to look elsewhere; or nowhere, and so to live on.
    pub fn looking_in<'w>(self, look_in: &[&'w Vfs]) -> Assets<'w> {
        let Assets { look_in: _, n_unknown: _, beside, changed, code_page, scene, .. } = self;
        let Assets { missing, missed, n_pixels_left, pictures, meshes, skeletons, .. } = self;
        let Assets { motions, lists, effects, particles, nothing, speck, .. } = self;
        let (look_in, n_unknown) = (look_in.to_vec(), 0);
        Assets {
            look_in,
            n_unknown,
            beside,
            changed,
            code_page,
            scene,
            missing,
            missed,
            n_pixels_left,
            pictures,
            meshes,
            skeletons,
            motions,
            lists,
            effects,
            particles,
            nothing,
            speck,
        }
    }

    /// Whether what is not known yet has to wait for a look into files; then that is counted.
    pub(super) fn has_to_wait(&mut self) -> bool {
        let waits = self.look_in.is_empty();
        self.n_unknown += usize::from(waits);
        waits
    }

    pub fn miss(&mut self, what: impl Into<String>, why: impl Into<String>) {
        let missing = Missing { what: what.into(), why: why.into() };
        if self.missed.insert(missing.clone()) {
            self.missing.push(missing);
        }
    }

    /// A path as files of the client write it.
    pub fn path(&self, text: &Text) -> Result<VfsPath, String> {
        VfsPath::from_text(text, self.code_page)
            .map_err(|error| format!("{}: {error}", text.decode(self.code_page)))
    }

    fn bytes(&self, path: &VfsPath) -> Result<Vec<u8>, String> {
        if let Some((_, bytes)) = self.changed.as_ref().filter(|(own, _)| own.key() == path.key()) {
            return Ok(bytes.to_vec());
        }
        let beside = self.beside.as_ref().and_then(|folder| folder.join(path.name()).ok());
        for path in std::iter::once(path).chain(&beside) {
            for vfs in &self.look_in {
                match vfs.read(path, LIMIT) {
                    Ok(loaded) => return Ok(loaded.bytes),
                    Err(error) if error.is_missing() => {}
                    Err(error) => return Err(error.trouble.to_string()),
                }
            }
        }
        Err("the file is not there".to_owned())
    }

    pub fn is_there(&self, path: &VfsPath) -> bool {
        self.look_in.iter().any(|vfs| matches!(vfs.find(path), Ok(Some(_))))
    }

    /// What a file is made into; a file that is not there or can't be read is missed, once.
    pub(super) fn read_file<T>(
        &mut self,
        path: &VfsPath,
        read: impl FnOnce(&[u8]) -> Result<T, String>,
    ) -> Option<T> {
        match self.bytes(path).and_then(|bytes| read(&bytes)) {
            Ok(read) => Some(read),
            Err(why) => {
                self.miss(path.as_str(), why);
                None
            }
        }
    }

    pub fn table(&self, name: &str) -> Option<Stb> {
        let path = VfsPath::new(&format!("{TABLES}/{name}.STB")).ok()?;
        stb::read(&self.bytes(&path).ok()?).ok()
    }

    pub fn picture(&mut self, path: &VfsPath) -> Option<PictureId> {
        if let Some(known) = self.pictures.get(path.key()) {
            return *known;
        }
        let read = self.read_file(path, |bytes| picture::read(bytes).map_err(|it| it.to_string()));
        let id = read.and_then(|picture| self.add_picture(path, picture));
        self.pictures.insert(path.key().to_owned(), id);
        id
    }

    /// As long as there is room for pictures.
    fn add_picture(&mut self, path: &VfsPath, picture: Picture) -> Option<PictureId> {
        match self.n_pixels_left.checked_sub(picture.pixels.len() as u64) {
            Some(left) => {
                self.n_pixels_left = left;
                Some(self.scene.add_picture(picture))
            }
            None => {
                self.miss(path.as_str(), "the pictures of the scene have too many pixels already");
                None
            }
        }
    }

    /// A picture of light, at most of a size that is enough for it: a zone has hundreds.
    pub fn light(&mut self, path: &VfsPath) -> Option<PictureId> {
        let key = format!("light of {}", path.key());
        if let Some(known) = self.pictures.get(&key) {
            return *known;
        }
        if self.has_to_wait() {
            return None;
        }
        let read = self.read_file(path, |bytes| picture::read(bytes).map_err(|it| it.to_string()));
        let id = read.and_then(|picture| {
            let is_large = picture.width.max(picture.height) > LIGHT_SIDE;
            let picture = if is_large { picture.squared(LIGHT_SIDE) } else { picture };
            self.add_picture(path, picture)
        });
        self.pictures.insert(key, id);
        id
    }

    pub fn mesh(&mut self, path: &VfsPath) -> Option<MeshId> {
        if let Some(known) = self.meshes.get(path.key()) {
            return *known;
        }
        let read = self.read_file(path, |bytes| zms::read(bytes).map_err(|it| it.to_string()));
        let id = read.map(|zms| self.scene.add_mesh(convert::mesh(&zms)));
        self.meshes.insert(path.key().to_owned(), id);
        id
    }

    /// A mesh of nothing, where one is missing and its place counts.
    pub fn no_mesh(&mut self) -> MeshId {
        let known = self.nothing;
        *self.nothing.insert(known.unwrap_or_else(|| self.scene.add_mesh(Mesh::default())))
    }

    /// With the number of its first dummy.
    pub fn skeleton(&mut self, path: &VfsPath) -> Option<(SkeletonId, u32)> {
        if let Some(known) = self.skeletons.get(path.key()) {
            return *known;
        }
        let read = self.read_file(path, |bytes| {
            let zmd = zmd::read(bytes).map_err(|it| it.to_string())?;
            let skeleton = convert::skeleton(&zmd).map_err(|it| it.to_string())?;
            Ok((skeleton, convert::first_dummy(&zmd)))
        });
        let id = read.map(|(skeleton, dummy)| (self.scene.add_skeleton(skeleton), dummy));
        self.skeletons.insert(path.key().to_owned(), id);
        id
    }

    pub fn motion(&mut self, path: &VfsPath) -> Option<MotionId> {
        if let Some(known) = self.motions.get(path.key()) {
            return *known;
        }
        let read = self.read_file(path, |bytes| zmo::read(bytes).map_err(|it| it.to_string()));
        let id = read.map(|zmo| self.scene.add_motion(convert::motion(path.as_str(), &zmo)));
        self.motions.insert(path.key().to_owned(), id);
        id
    }

    /// A list of objects.
    pub fn list(&mut self, path: &VfsPath) -> Option<Arc<Zsc>> {
        if let Some(known) = self.lists.get(path.key()) {
            return known.clone();
        }
        let read = self.read_file(path, |bytes| zsc::read(bytes).map_err(|it| it.to_string()));
        let list = read.map(Arc::new);
        self.lists.insert(path.key().to_owned(), list.clone());
        list
    }

    pub fn effect(&mut self, path: &VfsPath) -> Option<Arc<Eft>> {
        if let Some(known) = self.effects.get(path.key()) {
            return known.clone();
        }
        let read = self.read_file(path, |bytes| eft::read(bytes).map_err(|it| it.to_string()));
        let effect = read.map(Arc::new);
        self.effects.insert(path.key().to_owned(), effect.clone());
        effect
    }

    pub fn particles(&mut self, path: &VfsPath) -> Option<Arc<Ptl>> {
        if let Some(known) = self.particles.get(path.key()) {
            return known.clone();
        }
        let read = self.read_file(path, |bytes| ptl::read(bytes).map_err(|it| it.to_string()));
        let particles = read.map(Arc::new);
        self.particles.insert(path.key().to_owned(), particles.clone());
        particles
    }

    /// A soft dot, for particles whose own picture is missing.
    pub fn speck(&mut self) -> PictureId {
        let known = self.speck;
        *self.speck.insert(known.unwrap_or_else(|| self.scene.add_picture(speck())))
    }
}

impl Assets<'_> {
    /// The mesh of nothing, where it was needed.
    pub(super) fn scene_nothing(&self) -> Option<MeshId> {
        self.nothing
    }
}

fn speck() -> Picture {
    let middle = (SPECK_SIDE as f32 - 1.0) / 2.0;
    let pixel = |n: u32| {
        let [x, y] = [n % SPECK_SIDE, n / SPECK_SIDE].map(|at| (at as f32 - middle) / middle);
        let near = (1.0 - (x * x + y * y).sqrt()).max(0.0);
        [255, 255, 255, (near * near * 255.0) as u8]
    };
    let pixels = (0..SPECK_SIDE * SPECK_SIDE).map(pixel).collect();
    Picture { width: SPECK_SIDE, height: SPECK_SIDE, pixels }
}
