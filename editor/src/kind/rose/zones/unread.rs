//! Files of a zone that are there and not read: links out of the game's folder, and one of two whose
//! names differ by case alone.

use std::collections::BTreeMap;
use std::path::Path;

use landwright_core::format::file::Kind;
use landwright_core::format::problem::FILE_UNREADABLE;
use landwright_core::problem::{Place, Problem};
use landwright_core::vfs::disk::{self, Bounds};

use super::Site;
use crate::versions::name_of;

/// A zone of one block has all of its files by their names, so nothing of it is passed over.
pub(super) fn problems(site: &Site) -> Vec<Problem> {
    let of_zone = [Kind::Zon, Kind::Ifo, Kind::Him, Kind::Til, Kind::Mov, Kind::Lit];
    let is_of_zone = |path: &Path| {
        Kind::of_name(&name_of(path)).is_some_and(|kind| of_zone.contains(&kind))
            && path.parent() == Some(&*site.folder)
    };
    let problem = |path: &Path, message: String| {
        Problem::new(&FILE_UNREADABLE, Place::file(path.display().to_string()), message)
    };
    let is_block = site.folder.strip_prefix(&site.game).is_ok_and(|folder| {
        let place = Path::new(site.place.as_str());
        place != folder && Kind::of_name(&name_of(place)) == Some(Kind::Ifo)
    });
    if is_block {
        return Vec::new();
    }
    let walk = disk::walk_below(&site.folder, &Bounds::of([&site.game]), |_| false);
    let skipped = walk.skipped.iter().filter(|error| is_of_zone(&error.path));
    let mut found: Vec<Problem> =
        skipped.map(|error| problem(&error.path, error.trouble.to_string())).collect();
    let mut seen: BTreeMap<String, &Path> = BTreeMap::new();
    for path in walk.files.iter().filter(|path| is_of_zone(path)) {
        let name = name_of(path).to_lowercase();
        match seen.get(&name) {
            None => drop(seen.insert(name, path)),
            Some(first) => {
                let first = name_of(first);
                let message =
                    format!("a client reads only one of this and {first}; delete or rename one");
                found.push(problem(path, message));
            }
        }
    }
    found
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_out_of_the_game_and_names_that_differ_by_case_are_told() {
        let [game, outside] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let folder = game.path().join("3DDATA/MAPS/A");
        fs::create_dir_all(&folder).unwrap();
        fs::write(outside.path().join("x.IFO"), b"x").unwrap();
        fs::write(game.path().join("y.HIM"), b"y").unwrap();
        for name in ["A.ZON", "31_30.IFO", "31_30.ifo", "readme.txt", "README.txt"] {
            fs::write(folder.join(name), b"x").unwrap();
        }
        symlink(outside.path().join("x.IFO"), folder.join("32_30.IFO")).unwrap();
        symlink(game.path().join("y.HIM"), folder.join("31_30.HIM")).unwrap();
        let found = |path: &Path| {
            let problems = problems(&Site::of(path).unwrap());
            let names = problems.iter().map(|problem| name_of(Path::new(&problem.place.file)));
            names.collect::<Vec<String>>()
        };
        assert_eq!(found(&folder), ["32_30.IFO", "31_30.ifo"]);
        assert_eq!(found(&folder.join("A.ZON")), ["32_30.IFO", "31_30.ifo"]);
        assert_eq!(found(&folder.join("31_30.IFO")), [""; 0]);
    }
}
