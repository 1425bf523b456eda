//! What an open mesh does as every open document does it, in its own way.

use std::any::Any;
use std::collections::BTreeSet;

use landwright_core::check;
use landwright_core::problem::{Fix, Problem, Spot, Thing};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::eq::mesh::action::Action;
use landwright_core::world::eq::mesh::document::EditedMesh;
use landwright_core::world::eq::mesh::merge::{Merged, merge};
use landwright_core::world::journal::{Journal, Trouble};
use landwright_core::world::{Document, Editing};

use crate::exchange::Format;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::merging::{Both, Merger, back_up};
use crate::kind::document::open::{Checker, Extent, Found, OpenDocument, Reader};
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::document::saving::Saver;
use crate::kind::document::written::{Written, WrittenContent};
use crate::kind::navigation::Read as MeshRead;
use crate::kind::navigation::conflicts;
use crate::kind::navigation::document::NavDocument;
use crate::kind::navigation::message::Way;
use crate::kind::table::around::Tables;
use crate::model::check::actions_of;
use crate::model::open;
use crate::versions::conflicts::{Conflict, Theirs, Undecided};

impl OpenDocument for NavDocument {
    fn noun(&self) -> &'static str {
        "mesh"
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn history(&self) -> &dyn History {
        &self.editing
    }

    fn history_mut(&mut self) -> &mut dyn History {
        &mut self.editing
    }

    fn formats(&self) -> &'static [Format] {
        &[]
    }

    /// What a step changed is selected: it is what a person wants to see of it.
    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        self.editing.go(to)?;
        self.look();
        Ok(())
    }

    fn checker(&mut self, _extent: Extent) -> Checker {
        let mesh = self.edited().clone();
        let path = self.common.file.as_ref().map(|file| file.path.clone());
        Box::new(move |file, _| {
            let around = Tables::default();
            let beside = |name: &str| around.beside(path.as_ref()?, name);
            Found::all(check::navigation::check(file, mesh.content(), &beside))
        })
    }

    /// Only a person knows what was meant.
    fn fixes_in_bulk(&self) -> Vec<Fix> {
        Vec::new()
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        troubles.extend(self.act_all(title, &actions).warnings);
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        let Spot::Thing(Thing::Object { list, index, .. }) = problem.place.spot else { return };
        let index = index as usize;
        let polygons: BTreeSet<usize> = match list {
            "tile" => {
                let tile = self.mesh.tiles.get(index);
                tile.into_iter().flat_map(|tile| tile.first..tile.first + tile.n_polygons).collect()
            }
            "connection" => {
                let of = |(_, one): &(&usize, &super::document::Connection)| {
                    one.number as usize == index
                };
                self.connections.iter().find(of).map(|(own, _)| *own).into_iter().collect()
            }
            _ => BTreeSet::from([index]),
        };
        if !polygons.is_empty() {
            self.select(&polygons, Way::Replace);
            self.n_shows += 1;
        }
    }

    fn saver(&self) -> Saver {
        let mesh = self.edited().clone();
        Box::new(move |target, _| {
            let (fingerprint, said) = target.write_one(mesh.to_bytes())?;
            let content = WrittenContent(Box::new(mesh));
            Ok(Written::of_one_file(fingerprint, content, said))
        })
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(mesh) = written.content.0.downcast::<EditedMesh>() {
            self.saved = *mesh;
        }
    }

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn take_surroundings(&mut self, read: Read) -> Vec<String> {
        if let Some((read, _)) = mesh_in(read) {
            self.take_lay(read.lay);
        }
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        if let Some((read, fingerprint)) = mesh_in(read) {
            self.become_mesh(title, read, &fingerprint);
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        if let Some(edit) = self.edited().edit_to(&self.saved) {
            self.apply("Discard unsaved changes", &edit);
        }
        if let Some(fingerprint) = self.common.file.as_ref().map(|file| file.fingerprint) {
            self.editing.mark_saved(&fingerprint);
        }
        Ok(())
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let Some((read, _)) = mesh_in(read) {
            self.saved = read.saved;
            self.take_base();
            self.editing.forget_saved();
        }
        Vec::new()
    }

    fn can_merge(&self) -> bool {
        true
    }

    fn merger(&self, read: &Read) -> Option<Merger> {
        let ReadContent(content) = &read.content;
        let content: &dyn Any = &**content;
        let theirs = content.downcast_ref::<MeshRead>()?.saved.clone();
        let (saved, ours) = (self.saved.clone(), self.edited().clone());
        let file = self.common.file.as_ref().map(|file| file.path.clone());
        let fingerprint = read.fingerprint;
        Some(Box::new(move |session, _| {
            if ours.over(&theirs).is_none() {
                let why = "the grid of its tiles is different on disk, so nothing was merged";
                return Some(Err(why.to_owned()));
            }
            let merged = merge(saved.nav(), ours.nav(), theirs.nav());
            let file = file.filter(|_| !merged.conflicts.is_empty());
            let theirs = file.map(|file| back_up(session, &file, fingerprint)).transpose();
            Some(theirs.map(|theirs| Both(Box::new((merged, theirs)))))
        }))
    }

    fn take_merged(&mut self, both: Both, theirs: Read) -> Undecided {
        let (Both(merged), Some((read, _))) = (both, mesh_in(theirs)) else {
            return Undecided::default();
        };
        let Ok(both) = merged.downcast::<(Merged, Option<Theirs>)>() else {
            return Undecided::default();
        };
        let (Merged { nav, conflicts, takes }, kept) = *both;
        let merged = self.edited().with_content(nav.content);
        if let Some(edit) = self.edited().edit_to(&merged) {
            self.apply("Merge with the version on disk", &edit);
        }
        self.saved = read.saved;
        self.take_base();
        self.editing.forget_saved();
        let (conflicts, told) = conflicts::of(conflicts, takes);
        Undecided { conflicts, told, theirs: kept }
    }

    fn show_conflict(&mut self, conflict: &Conflict) -> bool {
        self.show_conflict_at(conflict)
    }

    fn take_theirs(&mut self, title: &str, conflicts: &[&Conflict]) -> Result<(), String> {
        self.take_theirs_in(title, conflicts)
    }
}

impl NavDocument {
    /// A different mesh, which is what is on disk, as a step that can be undone. Where more than its tiles
    /// is different, there is nothing that steps could be undone on, so they are gone.
    fn become_mesh(&mut self, title: &str, read: MeshRead, saved: &Fingerprint) {
        let MeshRead { saved: mesh, lay, .. } = read;
        self.saved = mesh.clone();
        if self.edited().over(&mesh).is_some() {
            if let Some(edit) = self.edited().edit_to(&mesh) {
                self.apply(title, &edit);
            }
            self.take_base();
            self.editing.mark_saved(saved);
        } else {
            let journal = self.editing.take_journal();
            // Where this fails, the next start offers what is in it.
            let _ = journal.map(Journal::remove);
            self.editing = Editing::new(mesh.clone());
            self.first = mesh;
            self.common.begin_anew(*saved);
            self.begin_anew();
        }
        self.take_lay(lay);
        self.look();
    }

    /// Takes over what the file on disk has besides its tiles.
    fn take_base(&mut self) {
        let file = self.saved.clone();
        self.editing.look_around(|mesh| {
            if let Some(over) = mesh.over(&file) {
                *mesh = over;
            }
        });
    }
}

fn mesh_in(read: Read) -> Option<(MeshRead, Fingerprint)> {
    let ReadContent(content) = read.content;
    let content: Box<dyn Any> = content;
    Some((*content.downcast::<MeshRead>().ok()?, read.fingerprint))
}
