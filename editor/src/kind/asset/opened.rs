//! An asset as a document of one file: how it is read, checked, shown and merged.

use std::path::Path;

use landwright_core::check::asset::check;
use landwright_core::format::file::{self, Kind as Format};
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::world::asset::Asset;
use landwright_core::world::asset::action::{Action, Resolved};
use landwright_core::world::asset::merge::{self, Take, merge, place_of};
use landwright_core::world::asset::place::Place;
use landwright_core::world::asset::shape::lists_of;
use serde::Deserialize;

use crate::kind::FileRead;
use crate::kind::asset::edited::AssetDocument;
use crate::kind::document::open::{Checker, Found};
use crate::kind::single::{Merged, OneFile, Single, Sole, conflicts_of};
use crate::versions::conflicts::Conflict;
use crate::versions::differences::At;

impl Sole for Asset {
    type Take = Take;

    const PARTS: &'static str = "things";
    const UNLIKE: &'static str = "it has a different format";

    fn file_bytes(&self) -> Result<Vec<u8>, String> {
        self.to_bytes()
    }

    /// Edits change all of it.
    fn laid_over(&self, file: &Asset) -> Option<Asset> {
        (self.kind() == file.kind()).then(|| self.clone())
    }

    fn merged(base: &Asset, ours: &Asset, theirs: &Asset) -> Result<Merged<Asset>, String> {
        let merged = merge(base, ours, theirs).map_err(|error| error.to_string())?;
        let merge::Merged { asset, conflicts, takes } = merged;
        let conflicts = conflicts_of(conflicts, takes);
        Ok(Merged { document: asset, conflicts, told: Vec::new() })
    }

    fn with_takes(&self, takes: &[Take]) -> Result<Asset, String> {
        self.with_theirs(takes)
    }
}

impl OneFile for AssetDocument {
    type Doc = Asset;
    type Action = Action;
    type Beside = ();

    const NOUN: &'static str = "asset";

    fn document_in(file: &FileRead<'_>) -> Result<Asset, String> {
        let format = Format::of(&file.name(), file.bytes).ok_or("has an unknown format")?;
        let read = file::read(format, file.bytes).map_err(|error| error.to_string())?;
        Asset::new(&read.content, file.code_page).map_err(|unfit| unfit.to_string())
    }

    fn beside(_asset: &Asset, _path: &Path) -> Result<(), String> {
        Ok(())
    }

    fn new(single: Single<Asset>, (): ()) -> AssetDocument {
        AssetDocument::of(single)
    }

    fn look(&mut self) {
        self.follow_asset();
    }

    /// What came is what a person wants to see.
    fn look_at_done(&mut self, before: &Asset) {
        if let Some(place) = self.came_since(before) {
            self.select(&place);
        }
    }

    fn checks(&self) -> Checker {
        let asset = self.asset().clone();
        Box::new(move |file, _| {
            Found::all(asset.content().map_or_else(|_| Vec::new(), |content| check(file, &content)))
        })
    }

    fn after(&self, actions: &[Action]) -> Result<(Asset, Vec<String>), String> {
        let mut after = self.asset().clone();
        for action in actions {
            let Resolved { asset, .. } = action.resolve(&after).map_err(|it| it.to_string())?;
            after = asset;
        }
        Ok((after, Vec::new()))
    }

    fn show_problem(&mut self, problem: &Problem) {
        let Spot::Thing(Thing::Object { list, index, .. }) = problem.place.spot else { return };
        let lists = lists_of(self.asset().kind()).iter();
        let mut tops = lists.filter(|one| !one.pattern.contains('.'));
        if let Some(top) = tops.find(|top| top.thing == list) {
            self.select(&Place::default().field(top.pattern).nth(index as usize));
        }
    }

    fn show_difference_at(&mut self, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let place = place_of(name).filter(|place| self.is_there(place));
        place.iter().for_each(|place| self.select(place));
        place.is_some()
    }

    fn show_conflict_at(&mut self, conflict: &Conflict) -> Option<bool> {
        let take = Take::deserialize(&conflict.take).ok()?;
        let place = self.asset().place_of_take(&take).filter(|place| self.is_there(place));
        place.iter().for_each(|place| self.select(place));
        Some(place.is_some())
    }
}
