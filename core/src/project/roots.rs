//! The roots of a project as they are opened, and which files belong to its game.

use std::path::Path;

use super::{Game, Project, Stated, is_there};
use crate::format::file::Kind;
use crate::problem::Problem;
use crate::vfs::archive::Archive;
use crate::vfs::eq_archive::{self, EqArchive};
use crate::vfs::folder::Folder;
use crate::vfs::grf::{self, Grf};
use crate::vfs::rose_archive::{self, RoseArchive};
use crate::vfs::{FileError, Mount, Vfs, disk};

impl Game {
    /// Whether files of a format belong to the game.
    pub fn has(self, kind: Kind) -> bool {
        let game = match kind {
            Kind::Gat | Kind::Gnd | Kind::Rsw | Kind::Rsm | Kind::Rsm2 => Game::Ragnarok,
            Kind::MapCache | Kind::Mcache | Kind::Fld2 | Kind::PackedFld2 => Game::Ragnarok,
            Kind::Ifo | Kind::Zon | Kind::Him | Kind::Til | Kind::Mov | Kind::Lit => Game::Rose,
            Kind::Stb | Kind::Stl | Kind::Ltb | Kind::Qsd | Kind::Aip | Kind::Con => Game::Rose,
            Kind::Zms | Kind::Zmd | Kind::Zmo | Kind::Zsc | Kind::Chr | Kind::Eft | Kind::Ptl => {
                Game::Rose
            }
            Kind::Tsi | Kind::Tbl | Kind::Lod | Kind::Hlp | Kind::Zca | Kind::Idx => Game::Rose,
            Kind::Zgd | Kind::Apd => Game::Tera,
            Kind::S3d | Kind::Wld | Kind::Map | Kind::Wtr | Kind::Nav => Game::EverQuest,
        };
        self == game
    }
}

impl Project {
    /// Opens the roots in their order; without any, the folder of the project is the root. What
    /// became of saves that were interrupted in deeper folders is told by [`Vfs::take_problems`]
    /// as those are looked into.
    pub fn mount(&self) -> (Vfs, Vec<Problem>) {
        let mut vfs = Vfs::default();
        let mut problems = Vec::new();
        let own = [Stated { path: self.folder.clone(), range: 0..0 }];
        let roots = if self.roots.is_empty() { &own[..] } else { &self.roots };
        // Those that are not there were told as the project was loaded.
        for root in roots.iter().filter(|root| self.roots.is_empty() || is_there(root)) {
            for opened in self.open_root(&root.path) {
                match opened {
                    Ok(mount) => vfs.push_boxed(mount),
                    Err(error) => problems.push(self.without_root(root, error.to_string())),
                }
            }
        }
        problems.extend(vfs.take_problems());
        (vfs, problems)
    }

    /// What a root is made of: a folder and the archives that its `DATA.INI` lists, those alone, or
    /// one archive.
    fn open_root(&self, root: &Path) -> Vec<Result<Box<dyn Mount>, FileError>> {
        let is_file = disk::is_file(root);
        let is_ini = root.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ini"));
        if is_file && !is_ini {
            return vec![self.open_archive(root)];
        }
        let (folder, ini) = match is_file {
            true => (None, Some(root.to_owned())),
            false => (Some(Folder::open(root, self.code_page)), grf::data_ini(root)),
        };
        let boxed = |folder: Folder| -> Box<dyn Mount> { Box::new(folder) };
        let mut opened: Vec<_> = folder.into_iter().map(|folder| folder.map(boxed)).collect();
        match ini.map(|ini| grf::listed_in(&ini)) {
            None => {}
            Some(Ok(archives)) => {
                opened.extend(archives.iter().map(|archive| self.open_archive(archive)));
            }
            Some(Err(error)) => opened.push(Err(error)),
        }
        opened
    }

    fn open_archive(&self, file: &Path) -> Result<Box<dyn Mount>, FileError> {
        if rose_archive::is_archive(file) {
            return Ok(Box::new(RoseArchive::open(file, self.code_page)?));
        }
        let start = disk::read_start(file, grf::HEAD_SIZE)?;
        match () {
            () if Grf::recognises(&start) => Ok(Box::new(Grf::open(file, self.code_page)?)),
            () if eq_archive::recognises(&start) => {
                Ok(Box::new(EqArchive::open(file, self.code_page)?))
            }
            () => Ok(Box::new(Archive::open(file, self.code_page)?)),
        }
    }
}
