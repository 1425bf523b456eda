//! Opening zones: a folder of blocks with its ZON, or one block by its IFO, and the tables of the
//! game that it belongs to.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::file::Kind;
use landwright_core::format::text::CodePage;
use landwright_core::problem::Problem;
use landwright_core::sample;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::memory::Memory;
use landwright_core::vfs::{Fingerprint, Vfs, VfsPath};
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::{Zone, load};
use landwright_core::world::{Editing, journal};

use super::ZoneDone;
use super::archive::Archive;
use super::document::{ZoneDocument, with_ids_of};
use crate::job::Progress;
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::rose::zones::{self, LANGUAGE, OnDisk, Site, game_folder};
use crate::model::tick::Done;
use crate::model::{Model, project};
use crate::versions::name_of;
use crate::view::id::DocumentId;

/// What a sample is called until it is saved.
const SAMPLE: &str = "sample zone";

/// The folder of lightmaps in the one of a block.
const LIGHTMAPS: &str = "LIGHTMAP";

/// What a zone is made of when it is opened.
#[derive(Debug)]
pub struct Parts {
    pub(crate) zone: Zone,
    pub(super) names: Arc<Names>,
    /// Of the ground, as far as they were found.
    pub(super) textures: Arc<Textures>,
    /// The problems of files that could not be read.
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
    fn of(site: &Site) -> Result<Home, String> {
        let own = site.folder.strip_prefix(&site.game).unwrap_or(Path::new(""));
        let own = VfsPath::new(&own.to_string_lossy()).map_err(|error| error.to_string())?;
        let (game, folder) = (site.game.clone(), site.folder.clone());
        Ok(Home { game, own, folder, renamed: None })
    }

    /// What the zone calls a file in its folder on the disk; `None` for one that is elsewhere.
    fn name_of(&self, file: &Path) -> Option<VfsPath> {
        let inside = self.inside(file)?;
        match &self.renamed {
            Some((path, name)) if VfsPath::new(name).as_ref() == Ok(&inside) => Some(path.clone()),
            _ => self.own.join(inside.as_str()).ok(),
        }
    }

    /// A file as it is within the folder of the zone.
    pub(super) fn inside(&self, file: &Path) -> Option<VfsPath> {
        VfsPath::new(&file.strip_prefix(&self.folder).ok()?.to_string_lossy()).ok()
    }

    /// Where a block has its files, whether they are there or not.
    pub(super) fn folders_of(&self, block: BlockCoord) -> [PathBuf; 3] {
        let of_block = self.folder.join(block.to_string());
        [self.folder.clone(), of_block.join(LIGHTMAPS), of_block]
    }

    /// Where a zone goes on that is saved under another name: in the folder of that file.
    pub(super) fn elsewhere(path: &Path, zone: &Zone, before: Option<&Home>) -> Home {
        let kind = Kind::of_name(&name_of(path));
        let folder = match path.parent() {
            Some(folder) if matches!(kind, Some(Kind::Zon | Kind::Ifo)) => folder,
            _ => path,
        };
        let zon = zone.path_of(None).and_then(|zon| VfsPath::new(zon).ok());
        let own = match (before, &zon) {
            (Some(home), _) => home.own.clone(),
            (None, Some(zon)) => zon.parent().unwrap_or_else(VfsPath::root),
            (None, None) => VfsPath::root(),
        };
        let renamed = zon.filter(|_| kind == Some(Kind::Zon)).map(|zon| (zon, name_of(path)));
        let game = game_folder(folder).unwrap_or(folder).to_owned();
        Home { game, own, folder: folder.to_owned(), renamed }
    }

    pub(super) fn site(&self) -> Site {
        let (game, folder) = (self.game.clone(), self.folder.clone());
        Site { game, place: self.own.clone(), folder }
    }

    /// Whether a path is the zone itself, or in its folder.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        Site::of(path).is_ok_and(|site| site.folder == self.folder)
    }

    pub(super) fn own(&self) -> &VfsPath {
        &self.own
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
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

/// What a zone is known by: the ZON of its folder, where there is just one.
pub(crate) fn file_of(path: PathBuf) -> PathBuf {
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

/// A zone as it is on disk, with the tables of its game.
pub(crate) fn read_zone(path: &Path, progress: &Progress) -> Result<Read, String> {
    let (project, _) = project::load(path);
    let mut watch = |n_done: usize, n_all: usize| {
        progress.report(n_done as u64, n_all as u64);
        match progress.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let read = zones::read(path, &project, &mut watch)?;
    let (names, textures, home) = (read.names(), read.textures(), Home::of(&read.site)?);
    let OnDisk { zone, files, problems, vfs, tables, of_copies, .. } = read;
    let of_names: Vec<String> = names.problems.iter().map(said_of).collect();
    let opened = load::Opened { zone, files, problems };
    let parts = parts_of(opened, &vfs, Some(home), (names, textures))?;
    let mut read = parts.into_read();
    read.said.extend(of_names);
    let half_saves = vfs.take_problems().into_iter().chain(tables.take_problems()).chain(of_copies);
    read.said.extend(half_saves.map(|problem| said_of(&problem)));
    Ok(read)
}

/// A problem of a file in a line of the log.
fn said_of(problem: &Problem) -> String {
    format!("{}: {}", problem.place.file, problem.message)
}

/// The zone of an open document as it is on disk now. Its files are called as they are there, wherever
/// it was saved since it was opened.
pub(super) fn read_again(
    path: &Path,
    home: Option<&Home>,
    like: &Zone,
    progress: &Progress,
) -> Result<Read, String> {
    let read = read_zone(path, progress)?;
    let Some(parts) = read.content.as_kind::<Parts>() else { return Ok(read) };
    let (Some(home), Some(there)) = (home, &parts.home) else { return Ok(read) };
    if home == there {
        return Ok(read);
    }
    let name = |path: &VfsPath| home.name_of(&there.on_disk(path)).unwrap_or_else(|| path.clone());
    let archive = parts.archive.renamed(name);
    let mut opened = zone_of_archive(&archive, like)?;
    opened.zone.hold_edges_to(parts.zone.holds_edges_to());
    let mut problems = opened.problems;
    for mut problem in parts.problems.clone() {
        let Ok(path) = VfsPath::new(&problem.place.file) else { continue };
        // Of the others it was just said once more.
        if !parts.archive.has(&path) {
            problem.place.file = name(&path).to_string();
            problems.push(problem);
        }
    }
    let (zone, archive, home) = (opened.zone, Arc::new(archive), Some(home.clone()));
    let Some(parts) = read.content.of_kind::<Parts>() else {
        return Err("is not a zone".to_owned());
    };
    let parts = Parts { zone, problems, home, archive, ..*parts };
    Ok(parts.into_read())
}

/// Tables are in the first stack alone.
fn in_folders(stacks: &[Vfs], zone: &Zone) -> (Names, Textures) {
    let names = stacks.first().map(|tables| Names::load(tables, zone, LANGUAGE));
    let stacks: Vec<&Vfs> = stacks.iter().collect();
    (names.unwrap_or_default(), Textures::load(&stacks, zone))
}

fn parts_of(
    opened: load::Opened,
    vfs: &Vfs,
    home: Option<Home>,
    (names, textures): (Names, Textures),
) -> Result<Parts, String> {
    let load::Opened { zone, files, problems } = opened;
    let mut archive = Archive::of(&zone);
    for (path, known) in files.iter() {
        if archive.has(path) {
            continue;
        }
        let read = vfs.read(path, READ_LIMIT).map_err(|error| error.to_string())?;
        if !read.fingerprint.same_content(&known.fingerprint) {
            return Err(format!("{path} changed while the zone was read; try again"));
        }
        archive.put(path.clone(), read.bytes);
    }
    let (names, textures) = (Arc::new(names), Arc::new(textures));
    let archive = Arc::new(archive);
    Ok(Parts { zone, names, textures, problems, home, archive })
}

/// A made-up zone of four blocks with the tables of its game.
fn sample_parts() -> Result<Parts, String> {
    let vfs = sample_vfs()?;
    let folder = VfsPath::new(sample::rose::ZONE_FOLDER).map_err(|error| error.to_string())?;
    let opened = load::open(&vfs, &folder, CodePage::Cp949).map_err(|error| error.to_string())?;
    let stacks = [vfs];
    let tables = in_folders(&stacks, &opened.zone);
    let [vfs] = &stacks;
    parts_of(opened, vfs, None, tables)
}

pub(super) fn sample_vfs() -> Result<Vfs, String> {
    let memory = Memory::new("sample");
    for file in sample::rose::Zone::new(sample::rose::Plan::small(1)).files() {
        let path = VfsPath::new(&file.path).map_err(|error| error.to_string())?;
        memory.put(&path, &file.bytes);
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    Ok(vfs)
}

/// A zone as its archive has it, which may be a different one than is on disk by now.
pub(crate) fn parts_of_archive(name: &str, bytes: &[u8]) -> Result<Parts, String> {
    let archive = Archive::read(bytes).ok_or("the base of the journal can't be read")?;
    let path = &*journal::name::to_path(name);
    let site = if path.is_absolute() { Some(Site::of(path)?) } else { None };
    let place = match &site {
        Some(site) => without_unread_zon(&archive, &site.place),
        None => VfsPath::new(sample::rose::ZONE_FOLDER).map_err(|error| error.to_string())?,
    };
    let (project, _) = project::load(path);
    let vfs = archive.mounted();
    let code_page = if site.is_some() { project.code_page } else { CodePage::Cp949 };
    let mut opened = load::open(&vfs, &place, code_page).map_err(|error| error.to_string())?;
    if let Some(site) = site.as_ref().filter(|_| opened.zone.is_of_one_ifo()) {
        // Nothing but the files of the block itself is in the archive.
        opened.zone.hold_edges_to(zones::heights_in(&site.folder));
    }
    let tables = match &site {
        Some(site) => in_folders(&site.stack(&project), &opened.zone),
        None => in_folders(&[sample_vfs()?], &opened.zone),
    };
    let home = site.as_ref().map(Home::of).transpose()?;
    parts_of(opened, &vfs, home, tables)
}

/// The place of a zone. Its folder, where the ZON could not be read: then the archive has its blocks alone.
fn without_unread_zon(archive: &Archive, place: &VfsPath) -> VfsPath {
    let name = place.components().last().unwrap_or_default();
    let is_unread = Kind::of_name(name) == Some(Kind::Zon) && !archive.has(place);
    place.parent().filter(|_| is_unread).unwrap_or_else(|| place.clone())
}

/// A zone of the same place, from other files.
pub(super) fn zone_of_archive(archive: &Archive, like: &Zone) -> Result<load::Opened, String> {
    let place = place_in(archive, like);
    load::open(&archive.mounted(), &place, like.code_page()).map_err(|error| error.to_string())
}

/// Where a zone is opened in an archive.
fn place_in(archive: &Archive, like: &Zone) -> VfsPath {
    let path = |block: Option<BlockCoord>| VfsPath::new(like.path_of(block)?).ok();
    if let Some(zon) = path(None).filter(|zon| archive.has(zon)) {
        return zon;
    }
    let ifo = like.blocks().find_map(|block| path(Some(block)).filter(|ifo| archive.has(ifo)));
    let highest = || archive.files().map(|(path, _)| path).min_by_key(|at| at.components().count());
    let Some(file) = ifo.as_ref().or_else(highest) else { return VfsPath::root() };
    let name = file.components().last().unwrap_or_default();
    match (&ifo, BlockCoord::from_file_name(name)) {
        // Nothing but the file itself says which block it is.
        (Some(ifo), None) => ifo.clone(),
        _ => file.parent().unwrap_or_else(VfsPath::root),
    }
}

impl Parts {
    fn into_read(self) -> Read {
        let said = self.problems.iter().map(said_of).collect();
        let fingerprint = self.archive.fingerprint();
        Read { fingerprint, content: ReadContent(Box::new(self)), said }
    }

    /// Where the zone went on before a crash.
    pub(crate) fn move_to(&mut self, path: &Path) {
        self.home = Some(Home::elsewhere(path, &self.zone, self.home.as_ref()));
    }

    /// The files as they were saved last, after work that a crash left.
    pub(crate) fn mark_saved(&mut self, editing: &mut Editing<Zone>) -> Result<(), String> {
        let Some(saved) = editing.steps().saved() else { return Ok(()) };
        let head = editing.steps().head();
        let trouble = |error: journal::Trouble| error.to_string();
        editing.jump(saved).map_err(trouble)?;
        self.archive = Arc::new(self.archive.saved(&self.zone, editing.document()));
        self.zone = editing.document().clone();
        editing.jump(head).map_err(trouble)?;
        Ok(())
    }
}

impl Parts {
    /// What was on disk when both were merged last, or when that was passed over, and was not saved
    /// since. Answers with what it is known by.
    pub(crate) fn take_disk(&mut self, path: &Path, here: &Zone) -> Option<Fingerprint> {
        let kept = disk::read_file(path, READ_LIMIT).ok()?;
        let archive = Archive::read(&kept.bytes)?;
        let on_disk = zone_of_archive(&archive, here).ok()?.zone;
        self.zone = with_ids_of(here, &on_disk);
        self.archive = Arc::new(archive);
        Some(self.archive.fingerprint())
    }
}

impl Model {
    pub(crate) fn open_sample_zone(&mut self) {
        self.jobs.start("Creating the sample zone", |_| {
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

    pub(crate) fn add_zone(&mut self, name: String, parts: Parts) -> DocumentId {
        let editing = Editing::new(parts.zone.clone());
        self.add_restored_zone(name, parts, editing)
    }

    /// With the history that it had.
    pub(crate) fn add_restored_zone(
        &mut self,
        name: String,
        parts: Parts,
        editing: Editing<Zone>,
    ) -> DocumentId {
        self.add_document(|id| Box::new(ZoneDocument::new(id, name, parts, editing)))
    }
}
