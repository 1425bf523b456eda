//! The water level of a map: in the RSW beside it, or else in the roots of its project; and for an RSW of 2.6 or
//! newer in the GND that it names.

use std::path::{Path, PathBuf};

use landwright_core::format::ReadError;
use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gnd::WaterGrid;
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::vfs::disk::{self, Loaded, READ_LIMIT};
use landwright_core::vfs::{FileError, VfsPath};

use crate::kind::ragnarok::scenery::Scenery;

/// What is known about the water of a map.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Water {
    /// As an altitude.
    pub(crate) surface: Option<F32>,
    /// The RSW that was asked; in an archive, below the archive's own path.
    pub(crate) rsw: Option<PathBuf>,
    /// The GND that was asked where the RSW leaves water to it, or why none was.
    pub(crate) gnd: Option<Result<String, String>>,
    /// The problems of the roots that were looked into.
    pub(crate) problems: Vec<Problem>,
}

/// Why an RSW that is there says nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("{0}")]
    Disk(#[from] FileError),
    #[error("{}: {error}", path.display())]
    Broken { path: PathBuf, error: ReadError },
    #[error("{} is not an RSW", .0.display())]
    Other(PathBuf),
}

impl Water {
    /// Of the RSW beside the map, by its name, or else of the first in the roots.
    pub(crate) fn of(map: &Path, project: &Project) -> Result<Water, Trouble> {
        match beside(map) {
            Some(rsw) => Water::of_rsw(&rsw, project),
            None => in_roots(map, project),
        }
    }

    /// Of the RSW that somebody named.
    pub(crate) fn of_rsw(rsw: &Path, project: &Project) -> Result<Water, Trouble> {
        let loaded = disk::read_file(rsw, READ_LIMIT)?;
        Ok(Water::read(rsw, &loaded)?.with_ground(rsw, project))
    }

    /// With the water of the GND, where the RSW has none. `at` is the RSW, or the map that it belongs to.
    fn with_ground(mut self, at: &Path, project: &Project) -> Water {
        if self.rsw.is_none() || self.surface.is_some() {
            return self;
        }
        match Scenery::of(at, None, project) {
            Ok(scenery) => {
                self.surface = scenery.gnd.water().and_then(WaterGrid::level);
                self.gnd = Some(Ok(scenery.gnd_name));
            }
            Err(trouble) => self.gnd = Some(Err(trouble.to_string())),
        }
        self
    }

    fn read(rsw: &Path, loaded: &Loaded) -> Result<Water, Trouble> {
        let rsw = rsw.to_owned();
        if Kind::of(&rsw.to_string_lossy(), &loaded.bytes) != Some(Kind::Rsw) {
            return Err(Trouble::Other(rsw));
        }
        match file::read(Kind::Rsw, &loaded.bytes) {
            Ok(file::File { content: Content::Rsw(read), .. }) => {
                Ok(Water { surface: read.water_level(), rsw: Some(rsw), ..Water::default() })
            }
            Ok(_) => Err(Trouble::Other(rsw)),
            Err(error) => Err(Trouble::Broken { path: rsw, error }),
        }
    }

    /// As servers use it.
    pub(crate) fn level(&self) -> WaterLevel {
        match (self.surface, &self.gnd) {
            (None, _) => WaterLevel::NONE,
            (Some(level), None) => WaterLevel::new(level),
            (Some(level), Some(_)) => WaterLevel::of_ground(level),
        }
    }
}

/// The RSW of the map's name in its folder, in small or large letters, as clients and servers of
/// Windows find it. The one that is spelled most alike comes first.
fn beside(map: &Path) -> Option<PathBuf> {
    let alike = ["rsw", "RSW", "Rsw"].map(|ending| map.with_extension(ending));
    if let Some(rsw) = alike.into_iter().find(|path| disk::is_file(path)) {
        return Some(rsw);
    }
    let name = map.with_extension("rsw").file_name()?.to_string_lossy().to_lowercase();
    let folder = map.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = disk::list(folder.unwrap_or(Path::new("."))).ok()?;
    let is_it = |path: &PathBuf| {
        let own = path.file_name().map(|own| own.to_string_lossy().to_lowercase());
        own.as_ref() == Some(&name) && disk::is_file(path)
    };
    entries.into_iter().map(|entry| entry.path).filter(is_it).min()
}

/// Where the project names roots: at the same place below a root, in its `data`, or at its top.
fn in_roots(map: &Path, project: &Project) -> Result<Water, Trouble> {
    if project.roots.is_empty() {
        return Ok(Water::default());
    }
    let rsw = map.with_extension("rsw");
    let name = PathBuf::from(rsw.file_name().unwrap_or_default());
    let below = project.roots.iter().filter_map(|root| disk::below(&rsw, &root.path));
    let names = below.chain([Path::new("data").join(&name), name.clone()]);
    let paths = names.filter_map(|name| VfsPath::new(&name.to_string_lossy()).ok());
    let (vfs, problems) = project.mount();
    for path in paths {
        if let Some((mount, _)) = vfs.find(&path)? {
            let rsw = Path::new(mount.name()).join(path.as_str());
            let water = Water::read(&rsw, &vfs.read(&path, READ_LIMIT)?)?;
            return Ok(Water { problems, ..water }.with_ground(map, project));
        }
    }
    Ok(Water { problems, ..Water::default() })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use landwright_core::format::ragnarok::{gat, gnd, rsw};
    use landwright_core::sample::ragnarok::{Plan, island, scene};

    use super::*;

    #[test]
    fn an_rsw_in_other_letters_is_the_one_of_the_map() {
        let folder = tempfile::tempdir().unwrap();
        let island = island(Plan { seed: 1, width: 8, height: 8, version: gat::Version::V1_2 });
        let rsw = folder.path().join("Hugel.RSW");
        fs::write(&rsw, rsw::write(&island.rsw)).unwrap();
        fs::write(folder.path().join("hugel2.rsw"), b"of another map").unwrap();
        let usual = Project::usual(folder.path());
        let found = Water::of(&folder.path().join("hugel.gat"), &usual).unwrap();
        assert_eq!((found.surface, found.rsw), (island.rsw.water_level(), Some(rsw)));
    }

    #[test]
    fn water_that_the_rsw_leaves_to_the_ground_is_read_from_the_gnd() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let island = island(Plan { seed: 1, width: 32, height: 32, version: gat::Version::V1_3 });
        let mut json = serde_json::to_value(scene::scene(&island.gat, 1, 3)).unwrap();
        json["layout"]["version"] = serde_json::json!({ "major": 2, "minor": 6 });
        json["layout"]["build"] = serde_json::json!({ "number": { "number": 161, "flag": 1 } });
        json["water"] = serde_json::Value::Null;
        let of_2_6: rsw::Rsw = serde_json::from_value(json).unwrap();
        assert_eq!(of_2_6.water_level(), None);
        fs::write(at("town.rsw"), rsw::write(&of_2_6)).unwrap();
        let usual = Project::usual(folder.path());
        let dry = Water::of(&at("town.gat"), &usual).unwrap();
        assert!(dry.surface.is_none() && matches!(dry.gnd, Some(Err(_))), "{dry:?}");
        let water = landwright_core::format::ragnarok::water::Water {
            level: F32::new(4.5),
            ..Default::default()
        };
        let ground = scene::ground(&island.gat, 1).with_water(water);
        let name = of_2_6.names.gnd.decode(usual.code_page).into_owned();
        fs::write(at(&name), gnd::write(&ground)).unwrap();
        let found = Water::of(&at("town.gat"), &usual).unwrap();
        assert_eq!(found.surface, Some(F32::new(4.5)));
        assert!(matches!(found.gnd, Some(Ok(gnd)) if gnd == name));
    }

    #[test]
    fn the_rsw_is_beside_the_map_or_in_a_root() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let island = island(Plan { seed: 1, width: 32, height: 32, version: gat::Version::V1_2 });
        let level = island.rsw.water_level();
        assert!(level.is_some());
        for part in ["edited", "client/data", "empty"] {
            fs::create_dir_all(at(part)).unwrap();
        }
        fs::write(at("client/data/Town.RSW"), rsw::write(&island.rsw)).unwrap();
        let toml = "roots = ['empty', 'client', 'gone']";
        let (project, _) = Project::parse(toml, &at("landwright.toml"), &[]);
        let map = at("edited/town.gat");
        let usual = Project::usual(folder.path());
        assert_eq!(Water::of(&map, &usual).unwrap(), Water::default());
        let found = Water::of(&map, &project).unwrap();
        assert_eq!(found.surface, level);
        assert!(found.rsw.as_ref().is_some_and(|rsw| rsw.ends_with("data/town.rsw")));
        assert_eq!(found.problems, []);
        fs::write(at("gone"), b"no archive").unwrap();
        let [problem] = &Water::of(&map, &project).unwrap().problems[..] else { panic!() };
        assert_eq!(problem.code, "project-missing-root");
        fs::write(at("edited/town.rsw"), b"no world").unwrap();
        let trouble = Water::of(&map, &project).unwrap_err().to_string();
        assert!(trouble.contains("town.rsw"), "{trouble}");
    }
}
