//! What an open asset does as every open document does it, in its own way.

use std::any::Any;
use std::path::Path;

use landwright_core::check::asset::check;
use landwright_core::problem::{Fix, Problem, Spot, Thing};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::Document;
use landwright_core::world::asset::Asset;
use landwright_core::world::asset::action::Action;
use landwright_core::world::asset::merge::{Merged, merge, place_of};
use landwright_core::world::asset::place::Place;
use landwright_core::world::asset::shape::lists_of;
use landwright_core::world::journal::Trouble;

use crate::exchange::Format;
use crate::kind::asset::edited::AssetDocument;
use crate::kind::asset::{Read as AssetRead, asset_of, conflicts};
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::merging::{Both, Merger, back_up};
use crate::kind::document::open::{Checker, Extent, Found, OpenDocument, Reader, VersionReader};
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::document::saving::{SaveError, Saver};
use crate::kind::document::written::{Written, WrittenContent};
use crate::model::check::actions_of;
use crate::model::open;
use crate::model::open::file_now;
use crate::versions::conflicts::{Conflict, Theirs, Undecided};
use crate::versions::differences::{At, FilesNow};

impl OpenDocument for AssetDocument {
    fn noun(&self) -> &'static str {
        "asset"
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

    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        self.editing.go(to)?;
        self.look();
        Ok(())
    }

    fn checker(&mut self, _extent: Extent) -> Checker {
        let asset = self.asset().clone();
        Box::new(move |file, _| {
            Found::all(asset.content().map_or_else(|_| Vec::new(), |content| check(file, &content)))
        })
    }

    /// Only a person knows which thing was meant.
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
        let lists = lists_of(self.asset().kind()).iter();
        let mut tops = lists.filter(|one| !one.pattern.contains('.'));
        if let Some(top) = tops.find(|top| top.thing == list) {
            self.select(&Place::default().field(top.pattern).nth(index as usize));
        }
    }

    fn saver(&self) -> Saver {
        let asset = self.asset().clone();
        Box::new(move |target, _| {
            let bytes = asset.to_bytes().map_err(SaveError::Content)?;
            let (fingerprint, said) = target.write_one(bytes)?;
            let content = WrittenContent(Box::new(asset));
            Ok(Written::of_one_file(fingerprint, content, said))
        })
    }

    fn compares(&self) -> bool {
        true
    }

    fn files_now(&self) -> Option<FilesNow> {
        let (asset, path) = (self.asset().clone(), self.common.path_or_name());
        Some(Box::new(move |_| Ok(vec![file_now(path, asset.to_bytes()?)])))
    }

    fn version_reader(&self) -> Option<VersionReader> {
        Some(Box::new(|files| {
            let file = files.into_iter().next().ok_or("nothing is different")?;
            Ok(Box::new(asset_of(&file.name, &file.bytes, file.code_page)?))
        }))
    }

    fn become_version(&mut self, title: &str, version: Box<dyn Any + Send>) -> Result<(), String> {
        let Ok(asset) = version.downcast::<Asset>() else { return Ok(()) };
        match self.asset().edit_to(&asset) {
            Some(edit) => self.apply(title, &edit),
            None => return Err("nothing is different".to_owned()),
        }
        Ok(())
    }

    fn show_difference(&mut self, _file: &Path, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let Some(place) = place_of(name) else { return false };
        let is_there = self.is_there(&place);
        self.select(&place);
        is_there
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(asset) = written.content.0.downcast::<Asset>() {
            self.saved = *asset;
        }
    }

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn take_surroundings(&mut self, _read: Read) -> Vec<String> {
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        if let Some((asset, fingerprint)) = asset_in(read) {
            self.become_asset(title, asset, &fingerprint);
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        if let Some(edit) = self.asset().edit_to(&self.saved) {
            self.apply("Discard unsaved changes", &edit);
        }
        if let Some(fingerprint) = self.common.file.as_ref().map(|file| file.fingerprint) {
            self.editing.mark_saved(&fingerprint);
        }
        Ok(())
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let Some((asset, _)) = asset_in(read) {
            self.saved = asset;
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
        let theirs = content.downcast_ref::<AssetRead>()?.saved.clone();
        let (saved, ours) = (self.saved.clone(), self.asset().clone());
        let file = self.common.file.as_ref().map(|file| file.path.clone());
        let fingerprint = read.fingerprint;
        Some(Box::new(move |session, _| {
            let merged = merge(&saved, &ours, &theirs).map_err(|error| error.to_string());
            Some(merged.and_then(|merged| {
                let file = file.filter(|_| !merged.takes.is_empty());
                let theirs = file.map(|file| back_up(session, &file, fingerprint));
                Ok(Both(Box::new((merged, theirs.transpose()?))))
            }))
        }))
    }

    fn take_merged(&mut self, both: Both, theirs: Read) -> Undecided {
        let (Both(merged), Some((theirs, _))) = (both, asset_in(theirs)) else {
            return Undecided::default();
        };
        let Ok(merged) = merged.downcast::<(Merged, Option<Theirs>)>() else {
            return Undecided::default();
        };
        let (Merged { asset, conflicts, takes }, kept) = *merged;
        if let Some(edit) = self.asset().edit_to(&asset) {
            self.apply("Merge with the version on disk", &edit);
        }
        self.merged = Some(asset);
        self.saved = theirs;
        self.editing.forget_saved();
        let conflicts = conflicts::of(conflicts, takes);
        Undecided { conflicts, told: Vec::new(), theirs: kept }
    }

    fn show_conflict(&mut self, conflict: &Conflict) -> bool {
        self.show_conflict_at(conflict)
    }

    fn take_theirs(&mut self, title: &str, conflicts: &[&Conflict]) -> Result<(), String> {
        self.take_theirs_in(title, conflicts)
    }
}

impl AssetDocument {
    /// The asset that is on disk, as a step that can be undone.
    fn become_asset(&mut self, title: &str, asset: Asset, saved: &Fingerprint) {
        if let Some(edit) = self.asset().edit_to(&asset) {
            self.apply(title, &edit);
        }
        self.editing.mark_saved(saved);
        self.saved = asset;
        self.look();
    }
}

fn asset_in(read: Read) -> Option<(Asset, Fingerprint)> {
    let ReadContent(content) = read.content;
    let content: Box<dyn Any> = content;
    Some((content.downcast::<AssetRead>().ok()?.saved, read.fingerprint))
}
