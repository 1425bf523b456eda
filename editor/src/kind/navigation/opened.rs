//! A mesh as a document of one file: how it is read, checked, shown and merged.

use std::collections::BTreeSet;
use std::path::Path;

use landwright_core::check;
use landwright_core::format::eq::nav;
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::world::eq::mesh::action::Action;
use landwright_core::world::eq::mesh::document::EditedMesh;
use landwright_core::world::eq::mesh::merge::{self, Take, merge};
use serde::Deserialize;

use crate::kind::FileRead;
use crate::kind::document::open::{Checker, Found};
use crate::kind::navigation::conflicts;
use crate::kind::navigation::document::{Connection, NavDocument};
use crate::kind::navigation::lay::Lay;
use crate::kind::navigation::message::Way;
use crate::kind::single::{Merged, OneFile, Single, Sole};
use crate::kind::table::around::Tables;
use crate::versions::conflicts::Conflict;

impl Sole for EditedMesh {
    type Take = Take;

    const PARTS: &'static str = "tiles";
    const UNLIKE: &'static str = "the grid of its tiles is different";

    fn file_bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.to_bytes())
    }

    fn laid_over(&self, file: &EditedMesh) -> Option<EditedMesh> {
        self.over(file)
    }

    fn merged(
        base: &EditedMesh,
        ours: &EditedMesh,
        theirs: &EditedMesh,
    ) -> Result<Merged<EditedMesh>, String> {
        let merge::Merged { nav, conflicts, takes } = merge(base.nav(), ours.nav(), theirs.nav());
        let (conflicts, told) = conflicts::of(conflicts, takes);
        Ok(Merged { document: ours.with_content(nav.content), conflicts, told })
    }

    fn with_takes(&self, takes: &[Take]) -> Result<EditedMesh, String> {
        Ok(self.with_content(self.content().with_theirs(takes)?))
    }
}

impl OneFile for NavDocument {
    type Doc = EditedMesh;
    type Action = Action;
    type Beside = Lay;

    const NOUN: &'static str = "mesh";

    fn document_in(file: &FileRead<'_>) -> Result<EditedMesh, String> {
        nav::read(file.bytes).map(EditedMesh::new).map_err(|error| error.to_string())
    }

    fn beside(_mesh: &EditedMesh, path: &Path) -> Result<Lay, String> {
        Ok(Lay::of(path))
    }

    fn new(single: Single<EditedMesh>, lay: Lay) -> NavDocument {
        NavDocument::of(single, lay)
    }

    fn look(&mut self) {
        self.follow();
    }

    fn look_anew(&mut self, lay: Option<Lay>) {
        self.begin_with_other();
        lay.into_iter().for_each(|lay| self.take_lay(lay));
    }

    fn look_beside(&mut self, lay: Lay) {
        self.take_lay(lay);
    }

    fn take_beside(&mut self, lay: Lay) {
        self.take_lay(lay);
    }

    fn checks(&self) -> Checker {
        let mesh = self.edited().clone();
        let path = self.common.file.as_ref().map(|file| file.path.clone());
        Box::new(move |file, _| {
            let around = Tables::default();
            let beside = |name: &str| around.beside(path.as_ref()?, name);
            Found::all(check::navigation::check(file, mesh.content(), &beside))
        })
    }

    fn after(&self, actions: &[Action]) -> Result<(EditedMesh, Vec<String>), String> {
        let mut content = self.edited().content().clone();
        for action in actions {
            action.apply(&mut content).map_err(|refusal| refusal.to_string())?;
        }
        Ok((self.edited().with_content(content), Vec::new()))
    }

    fn show_problem(&mut self, problem: &Problem) {
        let Spot::Thing(Thing::Object { list, index, .. }) = problem.place.spot else { return };
        let index = index as usize;
        let polygons: BTreeSet<usize> = match list {
            "tile" => {
                let tile = self.mesh.tiles.get(index);
                tile.into_iter().flat_map(|tile| tile.first..tile.first + tile.n_polygons).collect()
            }
            "connection" => {
                let of = |(_, one): &(&usize, &Connection)| one.number as usize == index;
                self.connections.iter().find(of).map(|(own, _)| *own).into_iter().collect()
            }
            _ => BTreeSet::from([index]),
        };
        if !polygons.is_empty() {
            self.select(&polygons, Way::Replace);
            self.n_shows += 1;
        }
    }

    /// Selects the polygon of a conflict, or all of its tile.
    fn show_conflict_at(&mut self, conflict: &Conflict) -> Option<bool> {
        let Ok(take) = Take::deserialize(&conflict.take) else { return Some(false) };
        let place = self.edited().content().place_of(take.at());
        let tile = place.and_then(|place| self.mesh.tiles.get(place));
        let Some(tile) = tile else { return Some(false) };
        let all = tile.first..tile.first + tile.n_polygons;
        let polygons = match take {
            Take::Tile { .. } => all.collect(),
            Take::Area { polygon, .. } | Take::Flags { polygon, .. } => {
                all.skip(polygon).take(1).collect()
            }
        };
        self.select(&polygons, Way::Replace);
        self.n_shows += 1;
        Some(true)
    }
}
