//! Where the files of areas are: beside the list of areas, in the roots of the project, and in the
//! folders right in those.

use std::path::{Path, PathBuf};

use crate::format::tera::area_list::{self, AreaList, Trouble};
use crate::project::Project;
use crate::space::tera::Zone;
use crate::vfs::FileError;
use crate::vfs::disk::{self, EntryKind};

use super::names::{Names, file_name};

/// The name of the list of areas, and how some systems write it.
const LIST_NAMES: [&str; 2] = ["AreaList.xml", "arealist.xml"];

/// Tools that unpack the data centre number the sheets of a list, and put them into a folder.
const SHEETS: [&str; 2] = ["", "AreaList"];

/// So many sheets of a list are looked for.
const MAX_SHEETS: u32 = 100;

/// A list is read up to this size: retail's has 142,419 bytes.
const MAX_LIST: u64 = 64 << 20;

/// So many folders of a folder are looked into.
const MAX_FOLDERS: usize = 64;

/// The folders in which files of areas are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folders {
    /// Those that are beside each other; most worlds have one.
    lists: Vec<PathBuf>,
    /// Each once, the first that has a file wins.
    folders: Vec<PathBuf>,
}

/// A list of areas that was read, and what was not understood of it.
#[derive(Debug)]
pub struct ReadList {
    pub names: Names,
    pub troubles: Vec<Trouble>,
}

impl Folders {
    /// Of a file or a folder: the list of areas beside it or above, or in the roots of its project.
    pub fn around(start: &Path, project: &Project) -> Folders {
        let start = disk::absolute(start).unwrap_or_else(|_| start.to_owned());
        let own = if disk::is_folder(&start) { Some(&*start) } else { start.parent() };
        let roots = project.roots.iter().map(|root| root.path.as_path());
        let roots: Vec<&Path> = roots.filter(|root| disk::is_folder(root)).collect();
        let above = own.into_iter().flat_map(Path::ancestors);
        let below = roots.iter().flat_map(|root| with_folders(root));
        let mut places = above.map(Path::to_owned).chain(below);
        let lists =
            places.find_map(|folder| Some(lists_in(&folder)).filter(|lists| !lists.is_empty()));
        let lists = lists.unwrap_or_default();
        let of_list = lists.first().and_then(|list| list.parent()).map(|folder| {
            let is_of_sheets = folder.file_name().is_some_and(|name| name == "AreaList");
            folder.parent().filter(|_| is_of_sheets).unwrap_or(folder)
        });
        // Without a project, its folder is that of the file itself.
        let of_project = project.file.as_ref().and_then(|file| file.parent());
        let mut folders: Vec<PathBuf> = Vec::new();
        for folder in own.into_iter().chain(of_list).chain(roots).chain(of_project) {
            for folder in with_folders(folder) {
                if !folders.contains(&folder) {
                    folders.push(folder);
                }
            }
        }
        Folders { lists, folders }
    }

    /// The list of areas, where there is one; the first of several.
    pub fn list(&self) -> Option<&Path> {
        self.lists.first().map(PathBuf::as_path)
    }

    /// Reads the list, and all of several; `None` where there is none.
    pub fn read_list(&self) -> Option<Result<ReadList, FileError>> {
        (!self.lists.is_empty()).then(|| read_lists(&self.lists))
    }

    /// The file with the paths of an area.
    pub fn area(&self, name: &str) -> Option<PathBuf> {
        self.file(&file_name(name)).or_else(|| self.file(&format!("{name}.apd")))
    }

    /// All files that could be meant by the name of an area: the one in the folder that was asked
    /// from, or else every one that is found.
    pub fn areas_named(&self, name: &str) -> Vec<PathBuf> {
        let all = self.folders.iter().filter_map(|folder| {
            let mut files = [file_name(name), format!("{name}.apd")].into_iter();
            files.find_map(|file| file_in(folder, &file))
        });
        let mut all: Vec<PathBuf> = all.collect();
        let own = self.folders.first().map(PathBuf::as_path);
        if all.first().is_some_and(|first| first.parent() == own) {
            all.truncate(1);
        }
        all
    }

    /// The file with the geometry of a zone.
    pub fn zone(&self, zone: Zone) -> Option<PathBuf> {
        self.file(&zone.file_name())
    }

    /// Whether the geometry of a zone is looked for in this file, and found in no other before it.
    pub fn is_zone_at(&self, zone: Zone, path: &Path) -> bool {
        match self.zone(zone) {
            Some(found) => found == path,
            None => self.folders.iter().any(|folder| folder.join(zone.file_name()) == path),
        }
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        self.folders.iter().find_map(|folder| file_in(folder, name))
    }
}

fn file_in(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_plain = !name.contains(['/', '\\', ':']) && !name.starts_with('.');
    is_plain.then(|| folder.join(name)).filter(|file| disk::is_file(file))
}

/// Reads a list of areas with those beside it.
pub fn read_list(path: &Path) -> Result<ReadList, FileError> {
    let beside = path.parent().map(lists_in).unwrap_or_default();
    match beside.iter().any(|list| list == path) {
        true => read_lists(&beside),
        false => read_lists(&[path.to_owned()]),
    }
}

fn read_lists(paths: &[PathBuf]) -> Result<ReadList, FileError> {
    let (mut list, mut troubles) = (AreaList::default(), Vec::new());
    for path in paths {
        let loaded = disk::read_file(path, MAX_LIST)?;
        let (own, of_own) = area_list::read(&loaded.bytes);
        list.extend(own);
        // The first one is named by whoever tells of it.
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        troubles.extend(of_own.into_iter().map(|trouble| match Some(path) == paths.first() {
            true => trouble,
            false => Trouble { what: format!("{} (in {name})", trouble.what), ..trouble },
        }));
    }
    Ok(ReadList { names: Names::of(&list), troubles })
}

fn lists_in(folder: &Path) -> Vec<PathBuf> {
    let whole = LIST_NAMES.iter().map(|name| folder.join(name)).find(|file| disk::is_file(file));
    let numbered = SHEETS.into_iter().flat_map(|sheets| {
        let folder = folder.join(sheets);
        let files = (0..MAX_SHEETS).map(move |n| folder.join(format!("AreaList-{n:05}.xml")));
        files.take_while(|file| disk::is_file(file))
    });
    whole.into_iter().chain(numbered).collect()
}

/// A folder and those right in it, by name.
fn with_folders(folder: &Path) -> Vec<PathBuf> {
    let entries = disk::list(folder).unwrap_or_default().into_iter();
    let inside = entries.filter(|entry| entry.kind == EntryKind::Folder).map(|entry| entry.path);
    std::iter::once(folder.to_owned()).chain(inside.take(MAX_FOLDERS)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::trust::{self, Consent, Trust};

    /// A project with a list above, areas in one folder and zones in another.
    fn world() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for folder in ["server/paths", "server/zones", "work/deep"] {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        let list = "<AreaList>\n<Area name='Isle_P'><Zone x='1' y='2'/></Area>\n</AreaList";
        for (name, text) in [
            ("server/AreaList.xml", list),
            ("server/paths/isle_p.apd", ""),
            ("server/zones/x0001y0002.zgd", ""),
            ("work/landwright.toml", "roots = [\"../server\"]"),
            ("work/deep/x0001y0002.zgd", ""),
        ] {
            std::fs::write(root.path().join(name), text).unwrap();
        }
        root
    }

    fn trusted(start: &Path) -> Project {
        let home = tempfile::tempdir().unwrap();
        let way = (&Trust::kept_in(home.path()), Consent::Given);
        trust::load(start, &[], way, |_| ()).unwrap().0
    }

    fn around(start: &Path) -> Folders {
        Folders::around(start, &trusted(start))
    }

    #[test]
    fn files_are_found_from_above_and_through_the_roots() {
        let root = world();
        let zone = Zone { x: 1, y: 2 };
        for start in ["server", "server/zones", "server/paths/isle_p.apd", "work/new.apd"] {
            let folders = around(&root.path().join(start));
            assert!(folders.list().unwrap().ends_with("server/AreaList.xml"), "{start}");
            assert!(folders.area("Isle_P").unwrap().ends_with("paths/isle_p.apd"), "{start}");
            assert_eq!(folders.area("none"), None);
            assert_eq!(folders.area("../paths/isle_p"), None);
        }
        // The folder of a file comes first.
        let own = around(&root.path().join("work/deep/new.apd")).zone(zone).unwrap();
        assert!(own.ends_with("work/deep/x0001y0002.zgd"), "{own:?}");
        let far = around(&root.path().join("server/paths/isle_p.apd")).zone(zone).unwrap();
        assert!(far.ends_with("server/zones/x0001y0002.zgd"), "{far:?}");
    }

    #[test]
    fn of_several_files_with_a_name_the_one_at_hand_is_meant_or_none() {
        let root = world();
        std::fs::create_dir(root.path().join("server/copies")).unwrap();
        std::fs::write(root.path().join("server/copies/isle_p.apd"), "").unwrap();
        let named = |start: &str| around(&root.path().join(start)).areas_named("Isle_P");
        let ends = named("server");
        assert!(ends[0].ends_with("copies/isle_p.apd") && ends[1].ends_with("paths/isle_p.apd"));
        assert_eq!(ends.len(), 2);
        assert_eq!(named("work").len(), 2);
        let own = named("server/paths");
        assert!(own.len() == 1 && own[0].ends_with("paths/isle_p.apd"), "{own:?}");
        assert!(around(root.path()).areas_named("none").is_empty());
    }

    #[test]
    fn sheets_of_a_list_are_read_together() {
        let root = world();
        let server = root.path().join("server");
        std::fs::create_dir(server.join("AreaList")).unwrap();
        std::fs::remove_file(server.join("AreaList.xml")).unwrap();
        let sheet = |n: u32, name: &str| {
            let list =
                format!("<AreaList><Area name='{name}'><Zone x='1' y='2'/></Area></AreaList>");
            std::fs::write(server.join(format!("AreaList/AreaList-{n:05}.xml")), list).unwrap();
        };
        sheet(0, "Isle_P");
        sheet(1, "Fort_P");
        let folders = around(&server.join("paths"));
        let names = folders.read_list().unwrap().unwrap().names;
        assert!(names.get("isle_p").is_some() && names.get("fort_p").is_some());
        assert!(folders.list().unwrap().ends_with("AreaList/AreaList-00000.xml"));
        assert!(folders.zone(Zone { x: 1, y: 2 }).is_some());
        assert_eq!(read_list(folders.list().unwrap()).unwrap().names.areas().len(), 2);
    }

    #[test]
    fn a_broken_list_says_where_and_holds_as_far_as_it_goes() {
        let root = world();
        let read = around(&root.path().join("server")).read_list().unwrap().unwrap();
        assert!(read.names.get("isle_p").is_some());
        assert_eq!(read.troubles[0].line, 3);
    }

    #[test]
    fn without_a_list_files_beside_are_found_all_the_same() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("isle_p.apd"), b"").unwrap();
        let folders = around(&root.path().join("new.apd"));
        assert!(folders.area("ISLE_P").is_some());
        assert!(folders.list().is_none() && folders.read_list().is_none());
    }
}
