//! A zone as a document of one file: how it is read, checked, shown and merged.

use std::collections::BTreeSet;
use std::path::Path;

use landwright_core::check;
use landwright_core::format::eq::wld::fragment;
use landwright_core::format::eq::wld::region::RegionList;
use landwright_core::format::file::Kind as FileFormat;
use landwright_core::problem::{Problem, Spot, Thing};
use landwright_core::world::eq::action::Action;
use landwright_core::world::eq::document::EditedZone;
use landwright_core::world::eq::merge::{self, merge};

use crate::kind::FileRead;
use crate::kind::document::open::{Checker, Found};
use crate::kind::everquest::document::EqDocument;
use crate::kind::everquest::lay::Lay;
use crate::kind::everquest::message::Way;
use crate::kind::everquest::{conflicts, zone_of};
use crate::kind::single::{Merged, OneFile, Single, Sole};
use crate::kind::table::around::Tables;
use crate::model::open::opens_not;
use crate::versions::differences::At;

impl Sole for EditedZone {
    type Take = Action;

    const PARTS: &'static str = "regions and objects";
    const UNLIKE: &'static str = "more than its regions and objects is different";

    fn file_bytes(&self) -> Result<Vec<u8>, String> {
        self.to_bytes().map_err(|error| error.to_string())
    }

    fn laid_over(&self, file: &EditedZone) -> Option<EditedZone> {
        self.over(file)
    }

    fn merged(
        base: &EditedZone,
        ours: &EditedZone,
        theirs: &EditedZone,
    ) -> Result<Merged<EditedZone>, String> {
        let merged = merge(base.zone(), ours.zone(), theirs.zone());
        let merge::Merged { zone, report, takes } =
            merged.map_err(|refusal| refusal.to_string())?;
        let (conflicts, told) = conflicts::of(report.conflicts, takes);
        Ok(Merged { document: EditedZone::new(zone), conflicts, told })
    }

    fn with_takes(&self, takes: &[Action]) -> Result<EditedZone, String> {
        conflicts::with_theirs(self, takes)
    }
}

impl OneFile for EqDocument {
    type Doc = EditedZone;
    type Action = Action;
    type Beside = Lay;

    const NOUN: &'static str = "zone";

    fn document_in(file: &FileRead<'_>) -> Result<EditedZone, String> {
        match FileFormat::of(&file.name(), file.bytes) {
            Some(FileFormat::S3d) | None => {}
            Some(format) => return Err(opens_not(format)),
        }
        zone_of(file.path, file.bytes).map(EditedZone::new)
    }

    fn beside(zone: &EditedZone, path: &Path) -> Result<Lay, String> {
        Lay::of(zone.zone(), path)
    }

    fn new(single: Single<EditedZone>, lay: Lay) -> EqDocument {
        EqDocument::of(single, lay)
    }

    fn look(&mut self) {
        self.follow();
    }

    fn look_at_step(&mut self, _before: &EditedZone) {
        let before = self.kinds.clone();
        let objects = self.placement.all.clone();
        self.look();
        let moved = self.placement.different(&objects);
        if !moved.is_empty() {
            self.choose(&moved, Way::Replace);
        }
        let is_new = |region: &&u32| before.get(region) != self.kinds.get(region);
        let changed: BTreeSet<u32> = self.kinds.keys().filter(is_new).copied().collect();
        if !changed.is_empty() {
            self.select(&changed, Way::Replace);
        }
    }

    fn look_anew(&mut self, lay: Option<Lay>) {
        lay.into_iter().for_each(|lay| self.take_lay(lay));
        self.look();
    }

    fn was_saved(&mut self) {
        self.is_saved_anew = true;
    }

    fn checks(&self) -> Checker {
        let zone = self.zone().clone();
        let path = self.common.file.as_ref().map(|file| file.path.clone());
        Box::new(move |file, _| {
            let around = Tables::default();
            let beside = |name: &str| around.beside(path.as_ref()?, name);
            Found::all(check::eq::check(file, zone.zone(), &beside))
        })
    }

    fn after(&self, actions: &[Action]) -> Result<(EditedZone, Vec<String>), String> {
        let mut after = self.zone().zone().clone();
        for action in actions {
            action.apply(&mut after).map_err(|refusal| refusal.to_string())?;
        }
        Ok((EditedZone::new(after), Vec::new()))
    }

    fn show_problem(&mut self, problem: &Problem) {
        let Spot::Thing(Thing::Object { list, index, .. }) = problem.place.spot else { return };
        if list == "object" {
            self.choose(&BTreeSet::from([index]), Way::Replace);
            self.n_shows += 1;
            return;
        }
        let regions = match list {
            "region" => BTreeSet::from([index]),
            _ => self.regions_of_list(index),
        };
        if !regions.is_empty() {
            self.select(&regions, Way::Replace);
            self.n_shows += 1;
        }
    }

    fn show_difference_at(&mut self, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let object = name.strip_prefix("object ").and_then(|rest| rest.split(' ').next());
        if let Some(object) = object.and_then(|number| number.parse().ok()) {
            self.choose(&BTreeSet::from([object]), Way::Replace);
            self.placement.look(self.single.document());
            self.n_shows += 1;
            return !self.placement.chosen.is_empty();
        }
        let region = name.strip_prefix("region ").and_then(|number| number.parse().ok());
        let Some(region) = region else { return false };
        self.select(&BTreeSet::from([region]), Way::Replace);
        self.n_shows += 1;
        true
    }
}

impl EqDocument {
    /// The regions of a list, by the number of its fragment as references count.
    fn regions_of_list(&self, number: u32) -> BTreeSet<u32> {
        let fragment = i32::try_from(number).ok();
        let fragment = fragment.and_then(|number| self.zone().zone().world.fragment(number));
        let list = fragment.filter(|fragment| fragment.kind == fragment::REGION_LIST);
        let list = list.and_then(|list| RegionList::read(list).ok());
        list.map(|list| list.regions.into_iter().collect()).unwrap_or_default()
    }
}
