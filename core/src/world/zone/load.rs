//! A zone from its files, whichever of them are there and can be read.

mod columns;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::format::ReadError;
use crate::format::problem::{FILE_UNREADABLE, problem_of};
use crate::format::rose::lit::Lit;
use crate::format::rose::{him, ifo, lit, mov, til, zon};
use crate::format::text::CodePage;
use crate::problem::{Place, Problem};
use crate::space::rose::block::BlockCoord;
use crate::space::rose::{N_BLOCKS, ZoneGrid};
use crate::vfs::account::{Account, Known};
use crate::vfs::disk::READ_LIMIT;
use crate::vfs::{Entry, FileError, Kind as EntryKind, Vfs, VfsPath};
use crate::world::column::Column;

use self::columns::Columns;
use super::base::{Base, BlockFiles, Cells, Opened as AsOpened};
use super::thing::{Thing, ThingId};
use super::{ListId, Placed, Zone};
use crate::world::numbered::Table;

/// A zone that was opened, the files that it was read from, and what is wrong with some.
#[derive(Debug)]
pub struct Opened {
    pub zone: Zone,
    /// Their paths are those of the mounts.
    pub files: Account<VfsPath>,
    pub problems: Vec<Problem>,
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    #[error("{0}")]
    File(#[from] FileError),
    #[error("{0} has no ROSE zone: neither a ZON nor blocks such as 33_32.IFO")]
    NoZone(String),
    #[error("{path}: {error}")]
    Unreadable { path: String, error: ReadError },
    #[error("opening was cancelled")]
    Cancelled,
}

/// Hears before each block, and once behind the last, how many blocks were read and of how many;
/// `Break` cancels.
pub type Watch<'w> = &'w mut dyn FnMut(usize, usize) -> ControlFlow<()>;

/// Opens a zone by its folder or its ZON, or one block of it by its IFO. Names are without case.
/// A file that is missing or can't be read is a problem, and the rest is opened.
pub fn open(vfs: &Vfs, path: &VfsPath, code_page: CodePage) -> Result<Opened, OpenError> {
    open_watched(vfs, path, code_page, &mut |_, _| ControlFlow::Continue(()))
}

/// The same, for whoever wants to know how far it is.
pub fn open_watched(
    vfs: &Vfs,
    path: &VfsPath,
    code_page: CodePage,
    watch: Watch<'_>,
) -> Result<Opened, OpenError> {
    let is_file = matches!(vfs.find(path)?, Some((_, entry)) if entry.kind != EntryKind::Folder);
    let name = path.components().last().unwrap_or_default();
    let extension = extension_of(name);
    let mut opening = Opening::new(vfs, code_page);
    match (is_file, extension.as_str()) {
        (true, "IFO") => opening.find_block(path)?,
        (true, _) => opening.find_all(&folder_of(path), Some(path))?,
        (false, _) => opening.find_all(path, None)?,
    }
    opening.finish(path, watch)
}

/// What a zone's folder has, before it is read.
struct Opening<'v> {
    vfs: &'v Vfs,
    code_page: CodePage,
    zon: Option<VfsPath>,
    other_zons: Vec<VfsPath>,
    blocks: BTreeMap<BlockCoord, Names>,
    files: Account<VfsPath>,
    problems: Vec<Problem>,
    columns: Columns,
    is_of_one_ifo: bool,
    not_opened: BTreeSet<BlockCoord>,
}

/// The files of a block by name.
#[derive(Debug, Default)]
struct Names {
    ifo: Option<VfsPath>,
    him: Option<VfsPath>,
    til: Option<VfsPath>,
    mov: Option<VfsPath>,
    object_lit: Option<VfsPath>,
    building_lit: Option<VfsPath>,
}

impl<'v> Opening<'v> {
    fn new(vfs: &'v Vfs, code_page: CodePage) -> Opening<'v> {
        Opening {
            vfs,
            code_page,
            zon: None,
            other_zons: Vec::new(),
            blocks: BTreeMap::new(),
            files: Account::default(),
            problems: Vec::new(),
            columns: Columns::default(),
            is_of_one_ifo: false,
            not_opened: BTreeSet::new(),
        }
    }

    /// All blocks of a folder, and its ZON: the one that was asked for, or the first.
    fn find_all(&mut self, folder: &VfsPath, zon: Option<&VfsPath>) -> Result<(), OpenError> {
        for entry in self.vfs.list(folder)? {
            let name = entry.path.components().last().unwrap_or_default().to_owned();
            let (coord, extension) = (BlockCoord::from_file_name(&name), extension_of(&name));
            if coord.is_some_and(|coord| !coord.is_in_world()) {
                self.leave_out(&entry, &extension);
                continue;
            }
            match (entry.kind, extension.as_str(), coord) {
                (EntryKind::Folder, _, Some(coord)) => self.find_lightmaps(coord, &entry.path),
                (EntryKind::Folder, ..) => {}
                (_, "ZON", _) => self.other_zons.push(entry.path),
                (_, extension, Some(coord)) => self.take_name(coord, extension, &entry.path),
                _ => {}
            }
        }
        self.zon = zon.or(self.other_zons.first()).cloned();
        self.other_zons.retain(|other| Some(other) != self.zon.as_ref());
        if self.zon.is_none() && self.blocks.is_empty() {
            return Err(OpenError::NoZone(folder.to_string()));
        }
        Ok(())
    }

    /// Tells of a file whose block no world has. Nowhere would there be room to draw it.
    fn leave_out(&mut self, entry: &Entry, extension: &str) {
        if entry.kind != EntryKind::Folder && matches!(extension, "IFO" | "HIM" | "TIL" | "MOV") {
            let last = N_BLOCKS - 1;
            let message = format!(
                "has the name of a block outside every world, and is left out; blocks are 0_0 to \
                 {last}_{last}"
            );
            let place = Place::file(entry.path.as_str());
            self.problems.push(Problem::new(&FILE_UNREADABLE, place, message));
        }
    }

    /// One block, with what stands beside its IFO.
    fn find_block(&mut self, ifo: &VfsPath) -> Result<(), OpenError> {
        let name = ifo.components().last().unwrap_or_default();
        let coord = match BlockCoord::from_file_name(name).filter(|coord| coord.is_in_world()) {
            Some(coord) => coord,
            None => self.stated_coord(ifo)?,
        };
        self.find_all(&folder_of(ifo), None)?;
        // Of other blocks, which nobody asked for.
        self.problems.clear();
        let others = self.blocks.extract_if(.., |other, _| *other != coord);
        let with_heights = others.filter(|(_, names)| names.him.is_some());
        self.not_opened = with_heights.map(|(other, _)| other).collect();
        self.is_of_one_ifo = true;
        self.blocks.entry(coord).or_default().ifo = Some(ifo.clone());
        Ok(())
    }

    /// The block that an IFO says it is, where its name says nothing.
    fn stated_coord(&self, path: &VfsPath) -> Result<BlockCoord, OpenError> {
        let bytes = self.vfs.read(path, READ_LIMIT)?.bytes;
        let file = ifo::read(&bytes)
            .map_err(|error| OpenError::Unreadable { path: path.to_string(), error })?;
        let stated = match file.body(ifo::MAP_INFO) {
            Some(ifo::Body::MapInfo(info)) => {
                let number = |n: u32| i32::try_from(n).unwrap_or_default();
                Some(BlockCoord { x: number(info.block_x), y: number(info.block_y) })
            }
            _ => None,
        };
        let in_world = stated.filter(|coord| coord.is_in_world());
        Ok(in_world.unwrap_or(BlockCoord { x: 32, y: 32 }))
    }

    fn take_name(&mut self, coord: BlockCoord, extension: &str, path: &VfsPath) {
        let names = self.blocks.entry(coord);
        let place = match extension {
            "IFO" => &mut names.or_default().ifo,
            "HIM" => &mut names.or_default().him,
            "TIL" => &mut names.or_default().til,
            "MOV" => &mut names.or_default().mov,
            _ => return,
        };
        place.get_or_insert_with(|| path.clone());
    }

    fn find_lightmaps(&mut self, coord: BlockCoord, folder: &VfsPath) {
        let Ok(folder) = VfsPath::new(&format!("{folder}/LIGHTMAP")) else { return };
        let entries = match self.vfs.list(&folder) {
            Ok(entries) => entries,
            Err(error) => return self.note_unreadable(&folder, &error),
        };
        for entry in entries {
            let name = entry.path.components().last().unwrap_or_default().to_uppercase();
            let names = self.blocks.entry(coord);
            match name.as_str() {
                "OBJECTLIGHTMAPDATA.LIT" => names.or_default().object_lit = Some(entry.path),
                "BUILDINGLIGHTMAPDATA.LIT" => names.or_default().building_lit = Some(entry.path),
                _ => {}
            }
        }
    }

    fn note_unreadable(&mut self, path: &VfsPath, error: &FileError) {
        let message = error.trouble.to_string();
        self.problems.push(Problem::new(&FILE_UNREADABLE, Place::file(path.as_str()), message));
    }

    fn finish(mut self, asked: &VfsPath, watch: Watch<'_>) -> Result<Opened, OpenError> {
        let mut tell = |n_done: usize, n_all: usize| match watch(n_done, n_all) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(OpenError::Cancelled),
        };
        let zon_file = self.zon.clone().and_then(|path| self.read(&path, zon::read));
        let zon_path = self.zon.take().filter(|_| zon_file.is_some());
        let name = match (&zon_path, asked.components().last()) {
            (Some(path), _) => stem_of(path.components().last().unwrap_or_default()),
            (None, Some(last)) => last.to_owned(),
            (None, None) => "zone".to_owned(),
        };
        let mut zone = Zone::empty(self.code_page);
        let mut grid = ZoneGrid::USUAL;
        if let Some(file) = zon_file {
            if let Some(zon::Body::Info(info)) = file.body(zon::INFO) {
                let stated = ZoneGrid::from_zon(info.n_cells_per_patch, info.cell_cm);
                grid = stated.unwrap_or(grid);
            }
            let frame = zone.take_in(file, None);
            zone.frames.set(0, Some(frame.into()));
        } else {
            zone.frames.set(0, None);
        }
        let mut blocks = Vec::new();
        let found = std::mem::take(&mut self.blocks);
        let n_all = found.len();
        for (coord, names) in found {
            tell(blocks.len(), n_all)?;
            let file = names.ifo.clone().and_then(|path| self.read(&path, ifo::read));
            let ifo = names.ifo.clone().filter(|_| file.is_some());
            let frame = file.map(|file| zone.take_in(file, Some(coord)));
            zone.frames.set(blocks.len() as u32 + 1, frame.map(Arc::new));
            blocks.push(self.block(coord, ifo, &names));
        }
        tell(n_all, n_all)?;
        let Columns { heights, tiles, brushes, walks } = std::mem::take(&mut self.columns);
        let column = |words: Vec<u32>| words.into_iter().collect::<Column>();
        zone.heights = column(heights);
        zone.tiles = column(tiles);
        zone.brushes = column(brushes);
        zone.walks = column(walks);
        let number = blocks.iter().zip(0..).map(|(block, n)| (block.coord, n)).collect();
        zone.base = Arc::new(Base {
            name,
            grid,
            code_page: self.code_page,
            zon: zon_path,
            other_zons: self.other_zons,
            blocks,
            is_of_one_ifo: self.is_of_one_ifo,
            not_opened: self.not_opened,
            number,
            heights: zone.heights.clone(),
            opened: AsOpened(zone.things.clone()),
        });
        Ok(Opened { zone, files: self.files, problems: self.problems })
    }

    fn block(&mut self, coord: BlockCoord, ifo: Option<VfsPath>, names: &Names) -> BlockFiles {
        let him = self.cells(names.him.as_ref(), him::read, Columns::take_heights);
        let til = self.cells(names.til.as_ref(), til::read, Columns::take_tiles);
        let mov = self.cells(names.mov.as_ref(), mov::read, Columns::take_walks);
        let mut lit = |path: &Option<VfsPath>| -> Option<(VfsPath, Lit)> {
            let path = path.as_ref()?;
            Some((path.clone(), self.read(path, lit::read)?))
        };
        let object_lit = lit(&names.object_lit);
        let building_lit = lit(&names.building_lit);
        BlockFiles { coord, ifo, him, til, mov, object_lit, building_lit }
    }

    fn cells<F>(
        &mut self,
        path: Option<&VfsPath>,
        read: fn(&[u8]) -> Result<F, ReadError>,
        take: fn(&mut Columns, &mut F) -> (usize, u32, u32),
    ) -> Option<Cells<F>> {
        let path = path?;
        let mut file = self.read(path, read)?;
        let (start, width, height) = take(&mut self.columns, &mut file);
        Some(Cells { path: path.clone(), file, start, width, height })
    }

    /// A file, or nothing and a problem.
    fn read<F>(
        &mut self,
        path: &VfsPath,
        read: impl Fn(&[u8]) -> Result<F, ReadError>,
    ) -> Option<F> {
        let loaded = match self.vfs.read(path, READ_LIMIT) {
            Ok(loaded) => loaded,
            Err(error) => {
                self.note_unreadable(path, &error);
                return None;
            }
        };
        self.files.put(path.clone(), Known::new(path.as_str(), loaded.fingerprint));
        match read(&loaded.bytes) {
            Ok(file) => Some(file),
            Err(error) => {
                self.problems.push(problem_of(path.as_str(), &error));
                None
            }
        }
    }
}

impl Zone {
    fn empty(code_page: CodePage) -> Zone {
        let nothing = Column::filled(0, 0);
        let base = Base {
            name: String::new(),
            grid: ZoneGrid::USUAL,
            code_page,
            zon: None,
            other_zons: Vec::new(),
            blocks: Vec::new(),
            is_of_one_ifo: false,
            not_opened: BTreeSet::new(),
            number: BTreeMap::new(),
            heights: nothing.clone(),
            opened: AsOpened::default(),
        };
        Zone {
            base: Arc::new(base),
            things: Table::default(),
            lists: Table::default(),
            bodies: Table::default(),
            frames: Table::default(),
            heights: nothing.clone(),
            tiles: nothing.clone(),
            brushes: nothing.clone(),
            walks: nothing,
        }
    }

    /// A new thing, which its list does not name yet.
    pub(super) fn new_thing(&mut self, thing: Thing, list: ListId) -> ThingId {
        ThingId(self.things.push(Placed { thing, list }))
    }
}

/// In upper case.
fn extension_of(name: &str) -> String {
    name.rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_uppercase())
}

fn stem_of(name: &str) -> String {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

fn folder_of(path: &VfsPath) -> VfsPath {
    let mut parts: Vec<&str> = path.components().collect();
    parts.pop();
    VfsPath::new(&parts.join("/")).unwrap_or_else(|_| VfsPath::root())
}
