//! Areas by their names: the list of areas (`AreaList.xml`), and where their files are.

use std::path::{Path, PathBuf};

use landwright_core::vfs::disk;
use landwright_core::world::area::folders::{Folders, read_list};

use super::AreaDone;
use crate::model::dialog::Dialog;
use crate::model::message::Request;
use crate::model::open::name_of;
use crate::model::{Done, Model, project};

/// The areas of a list, to choose one from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AreasForm {
    pub list: PathBuf,
    pub areas: Vec<ListedArea>,
    pub search: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedArea {
    pub name: String,
    pub n_zones: usize,
    /// `None` where it is not to be found.
    pub file: Option<PathBuf>,
}

impl AreasForm {
    /// Those that are searched for; whose file is there comes first.
    pub fn shown(&self) -> Vec<&ListedArea> {
        let wanted = self.search.to_lowercase();
        let is_wanted = |area: &&ListedArea| area.name.to_lowercase().contains(&wanted);
        let (mut there, missing): (Vec<_>, Vec<_>) =
            self.areas.iter().filter(is_wanted).partition(|area| area.file.is_some());
        there.extend(missing);
        there
    }
}

/// Whether a file is a list of areas by its name.
pub(in crate::model) fn is_list(path: &Path) -> bool {
    name_of(path).eq_ignore_ascii_case("AreaList.xml")
}

/// Where files of areas are, as seen from a file or a folder.
pub(super) fn folders_around(start: &Path) -> Folders {
    Folders::around(start, &project::load(start).0)
}

impl Model {
    /// Asks which area of the list to open that is nearest to what is open, or which list.
    pub(in crate::model) fn ask_for_area(&mut self) {
        let file = self.active().and_then(|document| document.common().file.as_ref());
        let file = file.map(|file| file.path.clone());
        let Some(start) = file.or_else(|| self.settings.folder.clone()) else {
            self.requests.push(Request::AskAreaList);
            return;
        };
        self.jobs.start("Looking for the list of areas", move |_| {
            let list = folders_around(&start).list().map(Path::to_owned);
            let listed = list.map(|list| listed(&list));
            Done::from(AreaDone::Listed(listed.unwrap_or_else(|| {
                let around = start.display();
                Err(format!("there is no AreaList.xml beside {around}, above it or in a root"))
            })))
        });
    }

    pub(in crate::model) fn open_area_list(&mut self, list: PathBuf) {
        self.jobs.start(format!("Reading {}", name_of(&list)), move |_| {
            Done::from(AreaDone::Listed(listed(&list)))
        });
    }

    pub(super) fn take_listed(&mut self, listed: Result<(AreasForm, Vec<String>), String>) {
        match listed {
            Ok((form, said)) => {
                self.settings.remember(&form.list);
                self.keep_settings();
                said.into_iter().for_each(|said| self.log.warn(said));
                self.dialogs.push_back(Dialog::Areas(form));
            }
            Err(what) => {
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }
}

/// What a list has, with what was not understood of it.
fn listed(list: &Path) -> Result<(AreasForm, Vec<String>), String> {
    let list = disk::absolute(list).unwrap_or_else(|_| list.to_owned());
    let read = read_list(&list).map_err(|error| error.to_string())?;
    let folders = folders_around(&list);
    let areas = read.names.areas().map(|area| ListedArea {
        name: area.name.clone(),
        n_zones: area.zones.len(),
        file: folders.area(&area.name),
    });
    let areas: Vec<ListedArea> = areas.collect();
    let name = name_of(&list);
    let said = read.troubles.iter().map(|trouble| format!("{name}: {trouble}")).collect();
    Ok((AreasForm { list, areas, search: String::new() }, said))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use landwright_core::format::tera::apd;
    use landwright_core::sample::tera::packed_file;
    use landwright_core::space::tera::{Origin, Zone};
    use landwright_core::world::area::Area;

    use crate::model::message::Message;
    use crate::settings::Settings;

    use super::*;

    #[test]
    fn an_area_knows_the_others_that_share_its_zones() {
        let folder = tempfile::tempdir().unwrap();
        let area = Area::of_zones([Zone { x: 3, y: 4 }], Origin::USUAL).unwrap();
        let bytes = packed_file("", &apd::write(&area.to_apd().unwrap())).bytes;
        let file = folder.path().join("isle_p.apd");
        std::fs::write(&file, bytes).unwrap();
        let text = "<AreaList><Area name='Isle_P'><Zone x='3' y='4'/></Area>\
                    <Area name='Fort_P'><Zone x='3' y='4'/><Zone x='3' y='5'/></Area></AreaList>";
        std::fs::write(folder.path().join("AreaList.xml"), text).unwrap();
        let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
        model.handle(Message::Open(vec![file]));
        model.settle();
        let area = model.active_area().unwrap();
        assert_eq!(area.sharing, [("Fort_P".to_owned(), vec![Zone { x: 3, y: 4 }])]);
    }

    #[test]
    fn a_list_says_which_areas_can_be_opened_and_what_it_does_not_understand() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("AreaList.xml");
        let text = "<AreaList><Area name='Isle_P'><Zone x='1' y='2'/></Area>\
                    <Area name='Fort_P'/><Area name='Far_P'><Zone x='1'/></Area></AreaList>";
        std::fs::write(&list, text).unwrap();
        std::fs::write(folder.path().join("isle_p.apd"), b"").unwrap();
        let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
        model.handle(Message::Open(vec![list]));
        model.settle();
        let Some(Dialog::Areas(mut form)) = model.dialog().cloned() else {
            panic!("{:?}", model.dialog())
        };
        assert_eq!(model.log.lines().filter(|line| line.text.contains("line 1")).count(), 1);
        let names = |form: &AreasForm| {
            form.shown().iter().map(|area| area.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&form), ["Isle_P", "Far_P", "Fort_P"]);
        assert!(form.shown()[0].file.as_ref().is_some_and(|file| file.ends_with("isle_p.apd")));
        form.search = "F".to_owned();
        assert_eq!(names(&form), ["Far_P", "Fort_P"]);
    }
}
