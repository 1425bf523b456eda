//! The roots of a project as they are opened, and which files belong to its game.

use super::{Game, Project, Stated, is_there};
use crate::format::file::Kind;
use crate::problem::Problem;
use crate::vfs::archive::Archive;
use crate::vfs::folder::Folder;
use crate::vfs::rose_archive::{self, RoseArchive};
use crate::vfs::{Vfs, disk};

impl Game {
    /// Whether files of a format belong to the game.
    pub fn has(self, kind: Kind) -> bool {
        let game = match kind {
            Kind::Gat | Kind::Rsw | Kind::MapCache | Kind::Mcache | Kind::Fld2 => Game::Ragnarok,
            Kind::Ifo | Kind::Zon | Kind::Him | Kind::Til | Kind::Mov | Kind::Lit => Game::Rose,
            Kind::Stb | Kind::Stl | Kind::Ltb | Kind::Qsd | Kind::Aip | Kind::Con => Game::Rose,
            Kind::Zms | Kind::Zmd | Kind::Zmo | Kind::Zsc | Kind::Chr | Kind::Eft | Kind::Ptl => {
                Game::Rose
            }
            Kind::Idx => Game::Rose,
            Kind::Zgd | Kind::Apd => Game::Tera,
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
            let opened = if rose_archive::is_archive(&root.path) {
                RoseArchive::open(&root.path, self.code_page).map(|archive| vfs.push(archive))
            } else if disk::is_file(&root.path) {
                Archive::open(&root.path, self.code_page).map(|archive| vfs.push(archive))
            } else {
                Folder::open(&root.path, self.code_page).map(|folder| vfs.push(folder))
            };
            if let Err(error) = opened {
                problems.push(self.without_root(root, error.to_string()));
            }
        }
        problems.extend(vfs.take_problems());
        (vfs, problems)
    }
}
