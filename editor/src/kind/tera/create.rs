//! A new area: a rectangle of zones whose geometry lies in a folder, with paths made from it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::format::tera::apd;
use landwright_core::nav::tera::plant::Planting;
use landwright_core::sample::tera::packed_file;
use landwright_core::space::tera::{Origin, Zone};
use landwright_core::vfs::disk;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::regenerate::{Nodes, Regenerate};
use landwright_core::world::area::squares::Squares;
use landwright_core::world::area::zones::MAX_SIDE;

use super::AreaDone;
use super::document::Parts;
use super::open::folders_around;
use super::open::{geometry_of, parts_of};
use crate::job::Progress;
use crate::kind::tera::dialog::AreaDialog;
use crate::message::dialog::Dialog;
use crate::model::Model;
use crate::model::tick::Done;
use crate::versions::name_of;

/// What is asked about a new area.
#[derive(Debug, Clone, PartialEq)]
pub struct NewAreaForm {
    pub folder: PathBuf,
    /// Whose geometry is in the folder.
    pub found: Vec<Zone>,
    /// Two corners of the rectangle of zones.
    pub from: Zone,
    pub to: Zone,
    /// Where the world starts for the areas that have a zone, by the list of areas.
    pub listed: BTreeMap<Zone, Origin>,
    /// As the person wants it; `None` for what is listed.
    pub wanted_origin: Option<Origin>,
    pub planting: Planting,
}

/// An area that has no file yet.
#[derive(Debug)]
pub(crate) struct Made {
    pub(super) name: String,
    pub(super) maker: Maker,
    /// With what a person should know of it; `None` where it was cancelled.
    pub(super) outcome: Option<Result<(Parts, Vec<String>), String>>,
}

/// Who wants an area that has no file yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maker {
    /// Anyone who closes it loses nothing.
    Program,
    /// Somebody settled how it was made.
    Person,
}

impl NewAreaForm {
    /// All that is in a folder; `None` where there is no geometry.
    fn of(
        folder: PathBuf,
        found: Vec<Zone>,
        listed: BTreeMap<Zone, Origin>,
    ) -> Option<NewAreaForm> {
        let (xs, ys) = (|| found.iter().map(|zone| zone.x), || found.iter().map(|zone| zone.y));
        let from = Zone { x: xs().min()?, y: ys().min()? };
        let to = Zone { x: xs().max()?, y: ys().max()? };
        let planting = Planting::default();
        Some(NewAreaForm { folder, found, from, to, listed, wanted_origin: None, planting })
    }

    /// Where the world of the area starts: as most of its zones have it, where nobody says so.
    pub fn origin(&self) -> Origin {
        let mut votes: BTreeMap<Origin, usize> = BTreeMap::new();
        for (_, origin) in self.listed.iter().filter(|(zone, _)| self.has(**zone)) {
            *votes.entry(*origin).or_default() += 1;
        }
        let most = votes.into_iter().rev().max_by_key(|(_, n)| *n).map(|(origin, _)| origin);
        self.wanted_origin.or(most).unwrap_or(Origin::USUAL)
    }

    fn has(&self, zone: Zone) -> bool {
        let side = |a: u32, b: u32| a.min(b)..=a.max(b);
        side(self.from.x, self.to.x).contains(&zone.x)
            && side(self.from.y, self.to.y).contains(&zone.y)
    }

    /// How many zones the rectangle has, and of how many there is geometry.
    pub fn n_zones(&self) -> (u64, usize) {
        let n = |a: u32, b: u32| u64::from(a.abs_diff(b)) + 1;
        let n_found = self.found.iter().filter(|zone| self.has(**zone)).count();
        (n(self.from.x, self.to.x) * n(self.from.y, self.to.y), n_found)
    }

    /// Why it can't be made.
    pub fn refusal(&self) -> Option<String> {
        let side = self.from.x.abs_diff(self.to.x).max(self.from.y.abs_diff(self.to.y));
        if side >= MAX_SIDE {
            return Some(format!("An area has at most {MAX_SIDE} zones along a side"));
        }
        (self.n_zones().1 == 0).then(|| "None of these zones has geometry".to_owned())
    }

    fn make(&self, progress: &Progress) -> Result<(Parts, Vec<String>), String> {
        let zones = Zone::rectangle(self.from, self.to);
        let area = Area::of_zones(zones, self.origin()).map_err(|error| error.to_string())?;
        let empty = area.to_apd().map_err(|error| error.to_string())?;
        let file_of = |zone: Zone| {
            Some(self.folder.join(zone.file_name())).filter(|file| disk::is_file(file))
        };
        let (geometry, zone_files, said) = geometry_of(&empty, file_of);
        if let Some(said) = said.into_iter().next() {
            return Err(said);
        }
        let (squares, nodes) = (Squares::Everything, Nodes::Anew);
        let action = Action::Regenerate(Regenerate { squares, nodes, planting: self.planting });
        let resolved = action.resolve_watched(&area, &geometry, &mut progress.watcher());
        let resolved = resolved.map_err(|refusal| refusal.to_string())?;
        let apd = resolved.area.to_apd().map_err(|error| error.to_string())?;
        let bytes = packed_file("", &apd::write(&apd)).bytes;
        let unread = geometry.troubles().into_iter().map(|(zone, error)| {
            format!("{} can't be read, so it gets no nodes: {error}", zone.file_name())
        });
        let said = resolved.notes.into_iter().chain(unread).collect();
        Ok((parts_of(&apd, None, bytes, (geometry, zone_files))?, said))
    }
}

impl Model {
    /// Looks which zones have geometry in a folder, and asks which of them to take.
    pub(crate) fn ask_about_new_area(&mut self, folder: PathBuf) {
        self.jobs.start(format!("Searching {}", name_of(&folder)), move |_| {
            let found = zones_in(&folder);
            let listed = origins_of(&folder, &found);
            Done::from(AreaDone::ZonesFound(folder, found, listed))
        });
    }

    pub(super) fn take_found_zones(
        &mut self,
        folder: PathBuf,
        found: Vec<Zone>,
        listed: BTreeMap<Zone, Origin>,
    ) {
        let name = folder.display().to_string();
        match NewAreaForm::of(folder, found, listed) {
            Some(form) => self.dialogs.push_back(AreaDialog::NewArea(form).into()),
            None => {
                let example = Zone { x: 1000, y: 1000 }.file_name();
                let what = format!("{name} contains no zone geometry such as {example}");
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }

    pub(crate) fn make_area(&mut self, form: NewAreaForm) {
        self.jobs.start("Creating an area", move |progress| {
            let made = form.make(progress);
            let outcome = (!progress.is_cancelled()).then_some(made);
            let made = Made { name: "new.apd".to_owned(), maker: Maker::Person, outcome };
            Done::from(AreaDone::Made(Box::new(made)))
        });
    }

    pub(super) fn take_made_area(&mut self, made: Made) {
        let Made { name, maker, outcome } = made;
        match outcome {
            None => self.log.note(format!("Creating {name} was cancelled")),
            Some(Ok((parts, said))) => {
                let id = self.add_area(name, parts);
                if let Some(area) = self.area_mut(id).filter(|_| maker == Maker::Person) {
                    // It took its time, and is in no file.
                    area.start_journal();
                    area.forget_saved();
                }
                self.flush(id);
                said.into_iter().for_each(|said| self.log.warn(said));
            }
            Some(Err(what)) => {
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }
}

/// Where the worlds start that zones are in, as far as there is a list of areas that says so.
pub(super) fn origins_of(folder: &Path, zones: &[Zone]) -> BTreeMap<Zone, Origin> {
    let Some(Ok(list)) = folders_around(folder).read_list() else { return BTreeMap::new() };
    let origin = |zone: Zone| list.names.with_zone(zone).find_map(|area| area.origins.first());
    zones.iter().filter_map(|zone| Some((*zone, *origin(*zone)?))).collect()
}

fn zones_in(folder: &Path) -> Vec<Zone> {
    let files = disk::walk(folder).files.into_iter();
    let beside = files.filter(|path| path.parent() == Some(folder));
    beside.filter_map(|path| Zone::from_file_name(&name_of(&path))).collect()
}
