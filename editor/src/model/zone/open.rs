//! Opening zones: a folder of blocks with its ZON, or one block by its IFO, and the tables of the
//! game that it belongs to.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::file::Kind;
use landwright_core::format::text::CodePage;
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::sample;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::memory::Memory;
use landwright_core::vfs::{Vfs, VfsPath};
use landwright_core::world::Editing;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::{self, Zone, ZoneFiles};

use super::ZoneDone;
use super::archive::Archive;
use super::document::ZoneDocument;
use crate::model::document::DocumentId;
use crate::model::kind::Open;
use crate::model::open::{Read, ReadContent, name_of};
use crate::model::{Done, Model, project};

/// The language of STL files in which things are named: English in the game's own.
const LANGUAGE: usize = 1;
/// The folder that the paths in the game's tables start with.
const DATA: &str = "3DDATA";
/// What a sample is called until it is saved.
const SAMPLE: &str = "sample zone";

/// What a zone is made of when it is opened.
#[derive(Debug)]
pub struct Parts {
    pub(in crate::model) zone: Zone,
    pub(super) files: ZoneFiles,
    pub(super) names: Arc<Names>,
    /// Of the ground, as far as they were found.
    pub(super) textures: Arc<Textures>,
    /// What is wrong with files that could not be read.
    pub(super) problems: Vec<Problem>,
    /// `None` for a zone that is in no folder.
    pub(super) home: Option<Home>,
    /// Every file as it was read.
    pub(super) archive: Arc<Archive>,
}

/// Where the files of a zone are on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    /// The folder that the paths of the game's tables begin at.
    pub(super) game: PathBuf,
    /// The folder of the zone as the game names it, and as the disk does.
    own: VfsPath,
    folder: PathBuf,
    /// A file that was saved under another name than that under which it was read.
    renamed: Option<(VfsPath, String)>,
}

impl Home {
    fn of(path: &Path) -> Result<(Home, VfsPath), String> {
        let folder = match disk::is_folder(path) {
            true => path,
            false => path.parent().unwrap_or(path),
        };
        let game = game_folder(folder).unwrap_or(folder).to_owned();
        let inside = |path: &Path| {
            let inside = path.strip_prefix(&game).unwrap_or(Path::new(""));
            VfsPath::new(&inside.to_string_lossy()).map_err(|error| error.to_string())
        };
        let (own, place) = (inside(folder)?, inside(path)?);
        Ok((Home { game: game.clone(), own, folder: folder.to_owned(), renamed: None }, place))
    }

    /// The same zone in another folder, its ZON under another name.
    pub(super) fn elsewhere(
        own: VfsPath,
        folder: PathBuf,
        renamed: Option<(VfsPath, String)>,
    ) -> Home {
        let game = game_folder(&folder).unwrap_or(&folder).to_owned();
        Home { game, own, folder, renamed }
    }

    pub(super) fn own(&self) -> &VfsPath {
        &self.own
    }

    /// Where a file of the zone is. Names are kept in the case that they have on the disk.
    pub(super) fn on_disk(&self, path: &VfsPath) -> PathBuf {
        let name = match &self.renamed {
            Some((renamed, name)) if renamed == path => return self.folder.join(name),
            _ => path.as_str(),
        };
        let n_own = self.own.components().count();
        match path.starts_with(&self.own) {
            true => {
                path.components().skip(n_own).fold(self.folder.clone(), |to, part| to.join(part))
            }
            false => self.game.join(name),
        }
    }
}

/// Whether a path is a zone: a folder with a ZON or with blocks, a ZON, or an IFO.
pub fn is_zone(path: &Path) -> bool {
    if disk::is_folder(path) {
        let entries = disk::list(path).unwrap_or_default();
        return entries.iter().any(|entry| {
            let name = entry.name();
            match Kind::of_name(&name) {
                Some(Kind::Zon) => true,
                Some(Kind::Ifo) => BlockCoord::from_file_name(&name).is_some(),
                _ => false,
            }
        });
    }
    matches!(Kind::of_name(&name_of(path)), Some(Kind::Zon | Kind::Ifo))
}

/// What a zone is known by: the ZON of its folder, where there is just one.
pub(in crate::model) fn file_of(path: PathBuf) -> PathBuf {
    if !disk::is_folder(&path) {
        return path;
    }
    let entries = disk::list(&path).unwrap_or_default();
    let mut zons = entries.iter().filter(|entry| Kind::of_name(&entry.name()) == Some(Kind::Zon));
    match (zons.next(), zons.next()) {
        (Some(zon), None) => path.join(zon.name()),
        _ => path,
    }
}

/// The folder that holds the `3DDATA` in which a folder is.
fn game_folder(folder: &Path) -> Option<&Path> {
    let is_data = |part: &&Path| {
        part.file_name().is_some_and(|name| name.to_string_lossy().eq_ignore_ascii_case(DATA))
    };
    folder.ancestors().find(is_data)?.parent()
}

/// A zone as it is on disk, with the tables of its game.
pub(in crate::model) fn read_zone(path: &Path) -> Result<Read, String> {
    let (project, _) = project::load(path);
    let (home, place) = Home::of(path)?;
    let mut vfs = Vfs::default();
    let folder = Folder::open(&home.game, project.code_page).map_err(|e| e.trouble.to_string())?;
    vfs.push(folder);
    let opened = zone::open(&vfs, &place, project.code_page).map_err(|error| error.to_string())?;
    let tables = tables_of(&opened.zone, &home, &project);
    let parts = parts_of(opened, &vfs, Some(home), tables)?;
    let said =
        parts.problems.iter().map(|problem| format!("{}: {}", problem.place.file, problem.message));
    let said = said.collect();
    let fingerprint = parts.archive.fingerprint();
    Ok(Read { fingerprint, content: ReadContent::Zone(Box::new(parts)), said })
}

/// The tables and textures: those of the game's folder, and then of the roots of the project.
fn tables_of(zone: &Zone, home: &Home, project: &Project) -> (Names, Textures) {
    let mut vfs = match project.roots.is_empty() {
        true => Vfs::default(),
        false => project.mount().0,
    };
    if disk::is_folder(&home.game.join(DATA)) || game_folder(&home.folder).is_some() {
        // A folder that can't be opened has no tables.
        if let Ok(folder) = Folder::open(&home.game, project.code_page) {
            vfs.push(folder);
        }
    }
    in_folders(&vfs, zone)
}

fn in_folders(vfs: &Vfs, zone: &Zone) -> (Names, Textures) {
    (Names::load(vfs, zone, LANGUAGE), Textures::load(&[vfs], zone))
}

fn parts_of(
    opened: zone::Opened,
    vfs: &Vfs,
    home: Option<Home>,
    (names, textures): (Names, Textures),
) -> Result<Parts, String> {
    let zone::Opened { zone, files, problems } = opened;
    let mut archive = Archive::of(&zone);
    for (path, _) in files.iter() {
        if archive.has(path) {
            continue;
        }
        let read = vfs.read(path, READ_LIMIT).map_err(|error| error.to_string())?;
        archive.put(path.clone(), read.bytes);
    }
    let (names, textures) = (Arc::new(names), Arc::new(textures));
    let archive = Arc::new(archive);
    Ok(Parts { zone, files, names, textures, problems, home, archive })
}

/// A made-up zone of four blocks with the tables of its game.
fn sample_parts() -> Result<Parts, String> {
    let vfs = sample_vfs()?;
    let folder = VfsPath::new(sample::rose::ZONE_FOLDER).map_err(|error| error.to_string())?;
    let opened = zone::open(&vfs, &folder, CodePage::Cp949).map_err(|error| error.to_string())?;
    let tables = in_folders(&vfs, &opened.zone);
    parts_of(opened, &vfs, None, tables)
}

fn sample_vfs() -> Result<Vfs, String> {
    let memory = Memory::new("sample");
    for file in sample::rose::Zone::new(sample::rose::Plan::small(1)).files() {
        let path = VfsPath::new(&file.path).map_err(|error| error.to_string())?;
        memory.put(&path, &file.bytes);
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    Ok(vfs)
}

/// A zone as its archive has it, which may be another one than is on disk by now.
pub(in crate::model) fn parts_of_archive(name: &str, bytes: &[u8]) -> Result<Parts, String> {
    let archive = Archive::read(bytes).ok_or("what the journal builds on can't be read")?;
    let path = Path::new(name);
    let is_on_disk = path.is_absolute();
    let (home, place) = match is_on_disk {
        true => {
            let (home, place) = Home::of(path)?;
            (Some(home), place)
        }
        false => {
            let folder = VfsPath::new(sample::rose::ZONE_FOLDER);
            (None, folder.map_err(|error| error.to_string())?)
        }
    };
    let (project, _) = project::load(path);
    let vfs = archive.mounted();
    let code_page = if is_on_disk { project.code_page } else { CodePage::Cp949 };
    let opened = zone::open(&vfs, &place, code_page).map_err(|error| error.to_string())?;
    let tables = match &home {
        Some(home) => tables_of(&opened.zone, home, &project),
        None => in_folders(&sample_vfs()?, &opened.zone),
    };
    parts_of(opened, &vfs, home, tables)
}

/// Zones of the same place, from other files.
pub(super) fn zone_of_archive(archive: &Archive, like: &Zone) -> Result<zone::Opened, String> {
    let any = like.path_of(None).or_else(|| like.blocks().find_map(|at| like.path_of(Some(at))));
    let path = VfsPath::new(any.unwrap_or_default()).map_err(|error| error.to_string())?;
    let place = match like.has_zon() {
        true => path,
        false => path.parent().unwrap_or_else(VfsPath::root),
    };
    zone::open(&archive.mounted(), &place, like.code_page()).map_err(|error| error.to_string())
}

impl Parts {
    /// The files as they were saved last, after work that a crash left.
    pub(in crate::model) fn mark_saved(
        &mut self,
        editing: &mut Editing<Zone>,
    ) -> Result<(), String> {
        let Some(saved) = editing.steps().saved() else { return Ok(()) };
        let head = editing.steps().head();
        let trouble = |error: landwright_core::world::journal::Trouble| error.to_string();
        editing.jump(saved).map_err(trouble)?;
        self.files.mark_written(editing.document());
        self.archive = Arc::new(self.archive.with(editing.document()));
        editing.jump(head).map_err(trouble)?;
        Ok(())
    }
}

impl Model {
    pub(in crate::model) fn open_sample_zone(&mut self) {
        self.jobs.start("Making the sample zone", |_| {
            Done::from(ZoneDone::SampleMade(Box::new(sample_parts())))
        });
    }

    pub(super) fn take_sample_zone(&mut self, parts: Result<Parts, String>) {
        match parts {
            Ok(parts) => {
                self.add_zone(SAMPLE.to_owned(), parts);
            }
            Err(error) => self.log.error(error),
        }
    }

    pub(in crate::model) fn add_zone(&mut self, name: String, parts: Parts) -> DocumentId {
        let editing = Editing::new(parts.zone.clone());
        self.add_restored_zone(name, parts, editing)
    }

    /// With the history that it had.
    pub(in crate::model) fn add_restored_zone(
        &mut self,
        name: String,
        parts: Parts,
        editing: Editing<Zone>,
    ) -> DocumentId {
        self.add_document(|id| Open::Zone(Box::new(ZoneDocument::new(id, name, parts, editing))))
    }
}
