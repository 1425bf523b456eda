//! A ground as a document of one file: how it is read, checked, shown and merged.

use std::path::Path;

use landwright_core::check::scene::check_ground;
use landwright_core::format::ragnarok::gnd;
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::space::ragnarok::CubePos;
use landwright_core::world::gnd::Ground;
use landwright_core::world::gnd::action::Action;
use landwright_core::world::gnd::entry::Entry;
use landwright_core::world::gnd::merge::{self, Take, merge};
use serde::Deserialize;

use crate::kind::FileRead;
use crate::kind::document::open::{Checker, Found};
use crate::kind::ground::document::GroundDocument;
use crate::kind::single::{Merged, OneFile, Single, Sole, conflicts_of};
use crate::versions::conflicts::Conflict;
use crate::versions::differences::At;

impl Sole for Ground {
    type Take = Take;

    const PARTS: &'static str = "cubes and surfaces";
    const UNLIKE: &'static str = "it is laid out differently";

    fn file_bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.to_bytes())
    }

    /// Edits change all of it.
    fn laid_over(&self, _file: &Ground) -> Option<Ground> {
        Some(self.clone())
    }

    fn merged(base: &Ground, ours: &Ground, theirs: &Ground) -> Result<Merged<Ground>, String> {
        let merged = merge(base, ours, theirs).map_err(|error| error.to_string())?;
        let merge::Merged { ground, conflicts, takes } = merged;
        let conflicts = conflicts_of(conflicts, takes);
        Ok(Merged { document: ground, conflicts, told: Vec::new() })
    }

    fn with_takes(&self, takes: &[Take]) -> Result<Ground, String> {
        self.with_theirs(takes)
    }
}

impl OneFile for GroundDocument {
    type Doc = Ground;
    type Action = Action;
    type Beside = ();

    const NOUN: &'static str = "ground";

    fn document_in(file: &FileRead<'_>) -> Result<Ground, String> {
        let gnd = gnd::read(file.bytes).map_err(|error| error.to_string())?;
        Ground::new(gnd, file.code_page).map_err(|refusal| refusal.to_string())
    }

    fn beside(_ground: &Ground, _path: &Path) -> Result<(), String> {
        Ok(())
    }

    fn new(single: Single<Ground>, (): ()) -> GroundDocument {
        GroundDocument::of(single)
    }

    fn look(&mut self) {
        self.follow();
    }

    fn look_at_step(&mut self, _before: &Ground) {
        self.stroke = None;
        self.look();
    }

    fn checks(&self) -> Checker {
        let ground = self.ground().clone();
        Box::new(move |file, _| Found::all(check_ground(file, &ground.to_gnd())))
    }

    fn after(&self, actions: &[Action]) -> Result<(Ground, Vec<String>), String> {
        let mut after = self.ground().clone();
        for action in actions {
            after = action.resolve(&after).map_err(|refusal| refusal.to_string())?.ground;
        }
        Ok((after, Vec::new()))
    }

    fn show_problem(&mut self, problem: &Problem) {
        let Spot::Thing(Thing::Object { list, index, .. }) = problem.place.spot else { return };
        let width = self.ground().width().max(1);
        let place = match list {
            "surface" => self.ground().place_of(Entry::Surface(index)),
            _ => Some(CubePos { x: index % width, y: index / width }),
        };
        if let Some(at) = place.filter(|at| self.ground().cube(*at).is_some()) {
            self.select_alone(at);
        }
    }

    fn show_difference_at(&mut self, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let place = name.strip_prefix("cube ").and_then(|place| place.split_once(", "));
        let number = |text: &str| text.parse().ok();
        let Some((Some(x), Some(y))) = place.map(|(x, y)| (number(x), number(y))) else {
            return false;
        };
        let at = CubePos { x, y };
        let is_there = self.ground().cube(at).is_some();
        if is_there {
            self.select_alone(at);
        }
        is_there
    }

    fn show_conflict_at(&mut self, conflict: &Conflict) -> Option<bool> {
        let Ok(Take { entry, .. }) = Take::deserialize(&conflict.take) else { return Some(false) };
        let place = self.ground().place_of(entry);
        if let Some(at) = place {
            self.select_alone(at);
        }
        Some(place.is_some())
    }
}
