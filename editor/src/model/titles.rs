//! What open documents are called where people read it: by the names of their files, and by as much
//! of their folders as tells those of one name apart.

use std::collections::BTreeMap;
use std::path::{Component, MAIN_SEPARATOR_STR, Path, PathBuf};

use landwright_core::format::file::Kind;

use super::Model;
use crate::kind::document::common::Common;
use crate::versions::name_of;

impl Model {
    /// Lets titles follow what is open by now.
    pub(crate) fn follow_titles(&mut self) {
        let files = self.open_files();
        for (document, title) in self.documents.values_mut().zip(told_apart(&files)) {
            document.common_mut().title = title;
        }
    }

    /// What files are called that are not open, such as those that a crash left. The file of a zone
    /// says little by itself: every folder of blocks has a 30_30.IFO.
    pub fn told_beside_open(&self, files: &[&str]) -> Vec<String> {
        let all = files.iter().map(PathBuf::from).chain(self.open_files());
        let titles = told_apart(&all.collect::<Vec<PathBuf>>());
        let told = files.iter().zip(titles).map(|(file, title)| {
            let is_zone = matches!(Kind::of_name(file), Some(Kind::Zon | Kind::Ifo));
            match folders(Path::new(file))
                .first()
                .filter(|_| is_zone && title.starts_with(&name_of(file.as_ref())))
            {
                Some(folder) => [folder, &title].map(String::as_str).join(MAIN_SEPARATOR_STR),
                None => title,
            }
        });
        told.collect()
    }

    fn open_files(&self) -> Vec<PathBuf> {
        let file = |common: &Common| match &common.file {
            Some(file) => file.path.clone(),
            None => PathBuf::from(&common.name),
        };
        self.documents().map(|open| file(open.common())).collect()
    }
}

/// What files are called, in their order. One that has no folder is no file yet.
fn told_apart(files: &[impl AsRef<Path>]) -> Vec<String> {
    let files: Vec<&Path> = files.iter().map(AsRef::as_ref).collect();
    let mut namesakes: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
    for file in &files {
        namesakes.entry(name_of(file)).or_default().push(file);
    }
    let mut n_so: BTreeMap<String, u32> = BTreeMap::new();
    let titles = files.iter().map(|file| {
        let name = name_of(file);
        let title = namesakes.get(&name).map_or(name, |of_one_name| title(file, of_one_name));
        let n = n_so.entry(title.clone()).or_default();
        *n += 1;
        if *n > 1 { format!("{title} ({n})") } else { title }
    });
    titles.collect()
}

/// The name with the fewest folders before it that no other has; of many, just the first of them.
fn title(file: &Path, of_one_name: &[&Path]) -> String {
    let name = name_of(file);
    let others: Vec<Vec<String>> =
        of_one_name.iter().filter(|other| **other != file).map(|other| folders(other)).collect();
    let own = folders(file);
    if others.is_empty() || own.is_empty() {
        return name;
    }
    let tail = |folders: &[String], n: usize| folders.get(..n).map(<[String]>::to_vec);
    let is_own = |n: &usize| others.iter().all(|other| tail(other, *n) != tail(&own, *n));
    let n = (1..=own.len()).find(is_own).unwrap_or(own.len());
    let first = own.get(n - 1).cloned().unwrap_or_default();
    // Which of them stand between need not be said where nobody else has the first one at all.
    if n > 2 && !others.iter().any(|other| other.contains(&first)) {
        return [&first, "…", &name].join(MAIN_SEPARATOR_STR);
    }
    let folders = own.iter().take(n).rev();
    folders.chain([&name]).cloned().collect::<Vec<_>>().join(MAIN_SEPARATOR_STR)
}

/// The folders of a file, the nearest one first.
fn folders(file: &Path) -> Vec<String> {
    let parent = file.parent().unwrap_or(Path::new(""));
    let parts = parent.components().rev().filter(|part| !matches!(part, Component::RootDir));
    parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::CommandId;
    use crate::message::Message;
    use crate::message::dialog::Dialog;
    use crate::model::trial::{act, flat, run};

    fn told(files: &[&str]) -> Vec<String> {
        told_apart(files).into_iter().map(|title| title.replace(MAIN_SEPARATOR_STR, "/")).collect()
    }

    #[test]
    fn files_of_one_name_are_told_apart_by_the_nearest_folders_that_differ() {
        assert_eq!(told(&["/a/one.apd", "/b/two.apd"]), ["one.apd", "two.apd"]);
        assert_eq!(told(&["/a/one.apd", "/b/one.apd"]), ["a/one.apd", "b/one.apd"]);
        assert_eq!(told(&["/x/a/one.apd", "/y/a/one.apd"]), ["x/a/one.apd", "y/a/one.apd"]);
        let deep = ["/client/3DDATA/JUNON/S01.ZON", "/server/3DDATA/JUNON/S01.ZON", "/b/two.apd"];
        assert_eq!(told(&deep), ["client/…/S01.ZON", "server/…/S01.ZON", "two.apd"]);
        // Where one name of a folder is at more than one place, all of them are said.
        let crossed = ["/p/a/x/n", "/q/a/x/n", "/p/b/x/n", "/q/b/x/n"];
        assert_eq!(told(&crossed), ["p/a/x/n", "q/a/x/n", "p/b/x/n", "q/b/x/n"]);
        assert_eq!(told(&["/a/n", "/b/a/n"]), ["a/n", "b/a/n"]);
    }

    #[test]
    fn zones_that_a_crash_left_are_told_with_their_folder() {
        let mut model = flat(8);
        let told = |model: &Model, files: &[&str]| -> Vec<String> {
            let told = model.told_beside_open(files).into_iter();
            told.map(|title| title.replace(MAIN_SEPARATOR_STR, "/")).collect()
        };
        assert_eq!(told(&model, &["/c/S01/30_30.IFO"]), ["S01/30_30.IFO"]);
        assert_eq!(told(&model, &["/c/S01/S01.ZON", "/a/b.gat"]), ["S01/S01.ZON", "b.gat"]);
        let both = ["/c/S01/S01.ZON", "/d/S01/S01.ZON"];
        assert_eq!(told(&model, &both), ["c/S01/S01.ZON", "d/S01/S01.ZON"]);
        let twice = ["/c/S01/S01.ZON"; 2];
        assert_eq!(told(&model, &twice), ["S01/S01.ZON", "S01/S01.ZON (2)"]);
        assert_eq!(told(&model, &["S01.ZON"]), ["S01.ZON"], "of a sample, which is in no folder");
        let folder = tempfile::tempdir().unwrap();
        let id = model.active_map().unwrap().id;
        model.handle(Message::SaveTo(id, folder.path().join("b.gat")));
        model.settle();
        assert_eq!(told(&model, &["/a/b.gat"]), ["a/b.gat"], "the open one is another");
    }

    #[test]
    fn what_has_no_file_yet_is_counted() {
        assert_eq!(
            told(&["new.apd", "new.apd", "/a/new.apd"]),
            ["new.apd", "new.apd (2)", "a/new.apd"]
        );
    }

    #[test]
    fn two_maps_of_one_name_are_told_apart_as_long_as_both_are_open() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["client", "server"].map(|name| folder.path().join(name).join("one.gat"));
        let mut model = flat(8);
        let id = model.active_map().unwrap().id;
        for file in &files {
            std::fs::create_dir(file.parent().unwrap()).unwrap();
            model.handle(Message::SaveTo(id, file.clone()));
            model.settle();
        }
        assert_eq!(model.map(id).unwrap().title, "one.gat");
        model.handle(Message::Open(vec![files[0].clone()]));
        model.settle();
        let title = |place: &str| [place, "one.gat"].join(MAIN_SEPARATOR_STR);
        let titles: Vec<String> = model.maps().map(|map| map.title.clone()).collect();
        assert_eq!(titles, [title("server"), title("client")]);
        act(&mut model, "paint", r#"{"region":"everything","ink":{"type":5}}"#);
        run(&mut model, CommandId::Close);
        let Some(Dialog::Unsaved { name, .. }) = model.dialog() else { panic!() };
        assert_eq!(*name, title("client"));
        let second = model.active_map().unwrap().id;
        model.close_now(second);
        model.settle();
        assert_eq!(model.map(id).unwrap().title, "one.gat");
    }
}
