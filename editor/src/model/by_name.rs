//! Opening by name, from the lists of games: `AreaList.xml`, `LIST_ZONE.STB`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::vfs::disk;

use super::{Done, Model};
use crate::kind::ALL;
use crate::message::Request;
use crate::message::dialog::Dialog;
use crate::message::dialog::names::{Listed, Named, NamesForm};
use crate::message::dialog::trust::Then;
use crate::versions::name_of;

impl Model {
    /// Asks what to open of the lists that are nearest to what is open, or which list.
    pub(crate) fn ask_for_name(&mut self) {
        let file = self.active().and_then(|document| document.common().file.as_ref());
        let file = file.map(|file| file.path.clone());
        let Some(start) = file.or_else(|| self.settings.folder.clone()) else {
            self.requests.push(Request::AskForList);
            return;
        };
        self.jobs.start("Looking for names", move |_| Done::NamesListed(around(&start)));
    }

    pub(crate) fn open_list(&mut self, list: PathBuf) {
        if self.waits_for_trust(&list, Some(Then::Open(list.clone()))) {
            return;
        }
        self.jobs.start(format!("Reading {}", name_of(&list)), move |_| {
            let list = disk::absolute(&list).unwrap_or(list);
            let named = ALL.iter().find_map(|kind| kind.names_in(&list));
            let unknown = || Err(format!("{} is no list of names", list.display()));
            Done::NamesListed(named.unwrap_or_else(unknown))
        });
    }

    pub(crate) fn take_listed(&mut self, listed: Listed) {
        match listed {
            Ok((named, said)) => {
                named.lists.iter().for_each(|list| self.settings.remember(list));
                self.keep_settings();
                said.into_iter().for_each(|said| self.log.warn(said));
                let form = NamesForm { named: Arc::new(named), search: String::new() };
                self.dialogs.push_back(Dialog::Names(form));
            }
            Err(what) => {
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }
}

/// All that has a name around a file or a folder.
fn around(start: &Path) -> Listed {
    let (mut named, mut said) = (Named::default(), Vec::new());
    for of_kind in ALL.iter().filter_map(|kind| kind.names_around(start)) {
        let (more, of_more) = of_kind?;
        named.lists.extend(more.lists);
        named.places.extend(more.places);
        said.extend(of_more);
    }
    if named == Named::default() {
        let lists = ALL.iter().filter_map(|kind| kind.list_name());
        let lists: Vec<String> = lists.map(|list| format!("no {list}")).collect();
        let (lists, around) = (lists.join(" and "), start.display());
        return Err(format!("{lists} was found beside {around}, above it or in a root"));
    }
    named.lists.dedup();
    Ok((named, said))
}

#[cfg(test)]
mod tests {
    use landwright_core::format::tera::apd;
    use landwright_core::sample;
    use landwright_core::sample::tera::packed_file;
    use landwright_core::space::tera::{Origin, Zone};
    use landwright_core::world::area::Area;

    use crate::command::CommandId;
    use crate::message::Message;
    use crate::message::dialog::Answer;
    use crate::settings::Settings;

    use super::*;
    use crate::message::dialog::names::NamedPlace;

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
        let Some(Dialog::Names(form)) = model.dialog().cloned() else {
            panic!("{:?}", model.dialog())
        };
        assert_eq!(model.log.lines().filter(|line| line.text.contains("line 1")).count(), 1);
        let found = |text: &str| -> Vec<&NamedPlace> {
            form.named.found(text).into_iter().map(|n| &form.named.places[n]).collect()
        };
        let names =
            |text: &str| found(text).iter().map(|place| place.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(""), ["Isle_P", "Far_P", "Fort_P"]);
        assert!(found("")[0].file.as_ref().is_some_and(|file| file.ends_with("isle_p.apd")));
        assert_eq!(names("F"), ["Far_P", "Fort_P"]);
        assert_eq!(names("fort 1"), Vec::<String>::new());
        assert_eq!(names("0 FORT"), ["Fort_P"]);
    }

    #[test]
    fn a_zone_is_opened_by_the_name_that_the_table_beside_what_is_open_has_for_it() {
        let folder = tempfile::tempdir().unwrap();
        for file in sample::rose::Zone::new(sample::rose::Plan::small(1)).files() {
            let path = folder.path().join(&file.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, file.bytes).unwrap();
        }
        let table = folder.path().join("3DDATA/STB").join("LIST_ZONE.STB");
        let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
        model.handle(Message::OpenList(table.clone()));
        model.settle();
        let Some(Dialog::Names(form)) = model.dialog().cloned() else { panic!() };
        assert_eq!(form.named.lists, [table]);
        let [found] = form.named.found("downs mossy")[..] else { panic!() };
        let found = &form.named.places[found];
        let file = found.file.clone().unwrap();
        assert_eq!(found.about, "zone 1, S01.ZON");
        model.handle(Message::Answer(Answer::Open(file)));
        model.settle();
        assert!(model.active_zone().is_some());
        // From what is open, the same list is found.
        model.handle(Message::Command(CommandId::OpenByName));
        model.settle();
        assert!(matches!(model.dialog(), Some(Dialog::Names(_))), "{:?}", model.dialog());
    }

    #[test]
    fn whoever_has_no_list_at_hand_is_told_where_it_is_looked_for() {
        let folder = tempfile::tempdir().unwrap();
        let said = around(folder.path()).unwrap_err();
        assert!(said.contains("AreaList.xml") && said.contains("3DDATA/STB/LIST_ZONE.STB"));
    }
}
