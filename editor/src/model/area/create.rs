//! A new area: a rectangle of zones whose geometry lies in a folder, with paths made from it.

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
use super::open::{geometry_of, parts_of};
use crate::model::dialog::Dialog;
use crate::model::open::name_of;
use crate::model::{Done, Model};

/// What is asked about a new area.
#[derive(Debug, Clone, PartialEq)]
pub struct NewAreaForm {
    pub folder: PathBuf,
    /// Whose geometry is in the folder.
    pub found: Vec<Zone>,
    /// Two corners of the rectangle of zones.
    pub from: Zone,
    pub to: Zone,
    pub planting: Planting,
}

impl NewAreaForm {
    /// All that is in a folder; `None` where there is no geometry.
    fn of(folder: PathBuf, found: Vec<Zone>) -> Option<NewAreaForm> {
        let (xs, ys) = (|| found.iter().map(|zone| zone.x), || found.iter().map(|zone| zone.y));
        let from = Zone { x: xs().min()?, y: ys().min()? };
        let to = Zone { x: xs().max()?, y: ys().max()? };
        Some(NewAreaForm { folder, found, from, to, planting: Planting::default() })
    }

    /// How many zones the rectangle has, and of how many there is geometry.
    pub fn n_zones(&self) -> (u64, usize) {
        let n = |a: u32, b: u32| u64::from(a.abs_diff(b)) + 1;
        let side = |a: u32, b: u32| a.min(b)..=a.max(b);
        let (xs, ys) = (side(self.from.x, self.to.x), side(self.from.y, self.to.y));
        let is_inside = |zone: &&Zone| xs.contains(&zone.x) && ys.contains(&zone.y);
        let n_found = self.found.iter().filter(is_inside).count();
        (n(self.from.x, self.to.x) * n(self.from.y, self.to.y), n_found)
    }

    /// Why it can't be made.
    pub fn refusal(&self) -> Option<String> {
        let side = self.from.x.abs_diff(self.to.x).max(self.from.y.abs_diff(self.to.y));
        if side >= MAX_SIDE {
            return Some(format!("An area has at most {MAX_SIDE} zones along a side"));
        }
        (self.n_zones().1 == 0).then(|| "There is no geometry of any of these zones".to_owned())
    }

    fn make(&self) -> Result<Parts, String> {
        let zones = Zone::rectangle(self.from, self.to);
        let area = Area::of_zones(zones, Origin::USUAL).map_err(|error| error.to_string())?;
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
        let resolved = action.resolve(&area, &geometry).map_err(|refusal| refusal.to_string())?;
        let apd = resolved.area.to_apd().map_err(|error| error.to_string())?;
        let bytes = packed_file("", &apd::write(&apd)).bytes;
        parts_of(&apd, None, bytes, (geometry, zone_files))
    }
}

impl Model {
    /// Looks which zones have geometry in a folder, and asks which of them to take.
    pub(in crate::model) fn ask_about_new_area(&mut self, folder: PathBuf) {
        self.jobs.start(format!("Looking into {}", name_of(&folder)), move |_| {
            let found = zones_in(&folder);
            Done::from(AreaDone::ZonesFound(folder, found))
        });
    }

    pub(super) fn take_found_zones(&mut self, folder: PathBuf, found: Vec<Zone>) {
        let name = folder.display().to_string();
        match NewAreaForm::of(folder, found) {
            Some(form) => self.dialogs.push_back(Dialog::NewArea(form)),
            None => {
                let example = Zone { x: 1000, y: 1000 }.file_name();
                let what = format!("{name} has no geometry of zones, such as {example}");
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }

    pub(in crate::model) fn make_area(&mut self, form: NewAreaForm) {
        self.jobs.start("Making an area", move |_| {
            let name = "new.apd".to_owned();
            Done::from(AreaDone::Made(name, Box::new(form.make())))
        });
    }
}

fn zones_in(folder: &Path) -> Vec<Zone> {
    let files = disk::walk(folder).files.into_iter();
    let beside = files.filter(|path| path.parent() == Some(folder));
    beside.filter_map(|path| Zone::from_file_name(&name_of(&path))).collect()
}
