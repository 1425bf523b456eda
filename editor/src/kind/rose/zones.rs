//! ROSE zones on the disk, alike for the window and the command line: which paths are zones, what
//! is read with one, the copies that are kept in step with it, and what it may not be mixed with.

pub(crate) mod atlas;
pub(crate) mod copies;
pub(crate) mod others;
mod unread;

use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::space::rose::block::BlockCoord;
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::memory::Memory;
use landwright_core::vfs::problem::problems_of;
use landwright_core::vfs::save::recover::recover;
use landwright_core::vfs::saver::Wanted;
use landwright_core::vfs::{Account, Vfs, VfsPath, disk};
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::load::{self, Watch};
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::picture::textures::Textures;

/// The language of STL files in which things are named: English in the game's own.
pub(crate) const LANGUAGE: usize = 1;
/// The folder that the paths in the game's tables start with.
const DATA: &str = "3DDATA";

/// Whether a path is a zone: a folder with a ZON or with blocks, a ZON, or an IFO.
pub(crate) fn is_zone(path: &Path) -> bool {
    let kind_of = |name: &str| Kind::of_name(name);
    if disk::is_folder(path) {
        let entries = disk::list(path).unwrap_or_default();
        return entries.iter().map(disk::FolderEntry::name).any(|name| match kind_of(&name) {
            Some(Kind::Zon) => true,
            Some(Kind::Ifo) => BlockCoord::from_file_name(&name).is_some(),
            _ => false,
        });
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    matches!(kind_of(&name), Some(Kind::Zon | Kind::Ifo))
}

/// The blocks of which a folder has heights.
pub(crate) fn heights_in(folder: &Path) -> impl Iterator<Item = BlockCoord> {
    let entries = disk::list(folder).unwrap_or_default().into_iter();
    let names = entries.map(|entry| entry.name());
    names
        .filter(|name| Kind::of_name(name) == Some(Kind::Him))
        .filter_map(|name| BlockCoord::from_file_name(&name))
}

/// The folder that holds the `3DDATA` in which a folder is.
pub(crate) fn game_folder(folder: &Path) -> Option<&Path> {
    let is_data = |part: &&Path| {
        part.file_name().is_some_and(|name| name.to_string_lossy().eq_ignore_ascii_case(DATA))
    };
    folder.ancestors().find(is_data)?.parent()
}

/// Where a zone is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Site {
    /// The folder that the paths of the game's tables begin at; the zone's own where it is in no
    /// game.
    pub(crate) game: PathBuf,
    /// The folder, the ZON or the IFO that was asked for, below it.
    pub(crate) place: VfsPath,
    /// The folder of the zone.
    pub(crate) folder: PathBuf,
}

impl Site {
    pub(crate) fn of(path: &Path) -> Result<Site, String> {
        let path = disk::absolute(path).map_err(|error| error.trouble.to_string())?;
        let folder = match disk::is_folder(&path) {
            true => path.as_path(),
            false => path.parent().unwrap_or(&path),
        };
        let game = game_folder(folder).unwrap_or(folder);
        let place = path.strip_prefix(game).unwrap_or(Path::new(""));
        let place = VfsPath::new(&place.to_string_lossy()).map_err(said)?;
        Ok(Site { game: game.to_owned(), place, folder: folder.to_owned() })
    }

    /// Where the textures of the ground are looked for, tables in the first alone.
    pub(crate) fn stack(&self, project: &Project) -> Vec<Vfs> {
        // A folder that can't be opened holds none.
        std::iter::once(self.tables(project)).chain(self.mount(project).ok()).collect()
    }

    fn mount(&self, project: &Project) -> Result<Vfs, String> {
        let mut vfs = Vfs::default();
        let folder = Folder::open(&self.game, project.code_page);
        vfs.push(folder.map_err(|error| error.trouble.to_string())?);
        Ok(vfs)
    }

    /// Where tables and textures are looked for: the game's folder, and then the roots of the
    /// project.
    pub(crate) fn tables(&self, project: &Project) -> Vfs {
        let mut vfs = match project.roots.is_empty() {
            true => Vfs::default(),
            false => project.mount().0,
        };
        // A folder that can't be opened has no tables.
        let Ok(folder) = Folder::open(&self.game, project.code_page) else { return vfs };
        let data = VfsPath::new(DATA).map(|data| folder.locate(&data));
        if matches!(data, Ok(Ok(Some(_)))) {
            vfs.push(folder);
        }
        vfs
    }
}

fn said(error: impl Display) -> String {
    error.to_string()
}

/// A zone as it is on disk, and where its tables are.
pub(crate) struct OnDisk {
    pub(crate) zone: Zone,
    pub(crate) files: Account<VfsPath>,
    /// The problems of files that could not be read.
    pub(crate) problems: Vec<Problem>,
    /// The folder of the game alone.
    pub(crate) vfs: Vfs,
    /// Where tables and textures are looked for.
    pub(crate) tables: Vfs,
    /// What became of interrupted saves in the copies of its project, which were saved with it.
    pub(crate) of_copies: Vec<Problem>,
    pub(crate) site: Site,
}

/// Reads a zone; the watch hears of every block, and may cancel.
pub(crate) fn read(path: &Path, project: &Project, watch: Watch<'_>) -> Result<OnDisk, String> {
    read_with(path, project, &[], watch)
}

/// Reads a zone in which files have other bytes than on the disk, or are not there yet.
pub(crate) fn read_with(
    path: &Path,
    project: &Project,
    others: &[(&Path, &[u8])],
    watch: Watch<'_>,
) -> Result<OnDisk, String> {
    let site = Site::of(path)?;
    let mut vfs = Vfs::default();
    if !others.is_empty() {
        let memory = Memory::new("merged");
        for (path, bytes) in others {
            memory.put(&Site::of(path)?.place, bytes);
        }
        vfs.push(memory);
    }
    site.mount(project)?.into_mounts().for_each(|mount| vfs.push_boxed(mount));
    let opened = load::open_watched(&vfs, &site.place, project.code_page, watch).map_err(said)?;
    let load::Opened { zone, files, mut problems } = opened;
    problems.extend(unread::problems(&site));
    let files = files.moved(|_, path| site.game.join(path));
    let tables = site.tables(project);
    let of_copies =
        project.copies.iter().filter_map(|copy| copies::find(&copy.path, &site.place).ok());
    let of_copies = of_copies.flat_map(|folder| problems_of(&recover(&folder))).collect();
    Ok(OnDisk { zone, files, problems, vfs, tables, of_copies, site })
}

/// For [`read`] where nobody watches.
pub(crate) fn go_on(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

impl Site {
    /// The files that have to be written for a zone to be on disk, where it was read from there.
    /// Names are kept in the case that they have on the disk.
    pub(crate) fn changed(&self, files: &Account<VfsPath>, zone: &Zone) -> Vec<Wanted<VfsPath>> {
        files.changed(zone.to_files(), |file| self.game.join(file.as_str()))
    }
}

impl OnDisk {
    pub(crate) fn names(&self) -> Names {
        Names::load(&self.tables, &self.zone, LANGUAGE)
    }

    /// The textures of the ground, as far as they are at hand.
    pub(crate) fn textures(&self) -> Textures {
        Textures::load(&[&self.tables, &self.vfs], &self.zone)
    }
}
