//! The water level of a map: in the RSW that is named, or in the one beside it.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Content;
use landwright_core::format::number::F32;
use landwright_core::format::problem::problem_of;
use landwright_core::format::ragnarok::rsw;
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::vfs::Trouble;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::path::VfsPath;

use super::load;
use super::outcome::Failure;
use super::output::shown;
use super::settings::Settings;

/// What is known about the water of a map.
#[derive(Debug, Clone)]
pub(super) struct Water {
    /// As an altitude.
    pub(super) surface: Option<F32>,
    /// The RSW that was asked.
    rsw: Option<PathBuf>,
}

impl Water {
    /// Of the RSW that somebody named, or else of the one beside the map, by its name, or else of
    /// the one in the roots of the project.
    pub(super) fn of(map: &Path, named: Option<&Path>) -> Result<Water, Failure> {
        let beside = || {
            let names = ["rsw", "RSW"].map(|extension| map.with_extension(extension));
            names.into_iter().find(|path| disk::is_file(path))
        };
        let Some(rsw) = named.map(Path::to_owned).or_else(beside) else {
            return Water::in_roots(map);
        };
        match load::read(&rsw)?.0.content {
            Content::Rsw(read) => Ok(Water { surface: read.water_level(), rsw: Some(rsw) }),
            _ => Err(Failure::WrongUse(format!("{} is no RSW", shown(&rsw)))),
        }
    }

    /// Of the RSW in the roots, where clients and servers have it.
    fn in_roots(map: &Path) -> Result<Water, Failure> {
        let nothing = Ok(Water { surface: None, rsw: None });
        let project = Settings::of_one(map)?;
        if project.roots.is_empty() {
            return nothing;
        }
        let (roots, _) = project.mount();
        let name = load::name_of(&map.with_extension("rsw"));
        for path in [name.clone(), format!("data/{name}")] {
            let Ok(path) = VfsPath::new(&path) else { continue };
            match roots.read(&path, READ_LIMIT) {
                Ok(loaded) => {
                    let rsw = PathBuf::from(path.as_str());
                    let read = rsw::read(&loaded.bytes).map_err(|error| {
                        let problem = problem_of(path.as_str(), &error);
                        Failure::WrongFile(load::in_words(problem))
                    })?;
                    return Ok(Water { surface: read.water_level(), rsw: Some(rsw) });
                }
                Err(error) if error.trouble == Trouble::Missing => {}
                Err(error) => return Err(Failure::Disk(format!("error: {error}"))),
            }
        }
        nothing
    }

    /// As servers use it.
    pub(super) fn level(&self) -> WaterLevel {
        self.surface.map_or(WaterLevel::NONE, WaterLevel::new)
    }

    /// "water level 13.0 from xmas.rsw".
    pub(super) fn in_words(&self) -> String {
        match (&self.rsw, self.surface) {
            (None, _) => {
                "no water, since there is no RSW beside the map or in a root; --rsw names one"
                    .to_owned()
            }
            (Some(rsw), Some(level)) => format!("water level {level} from {}", shown(rsw)),
            (Some(rsw), None) => {
                format!("no water: {} is 2.6 or newer and leaves it to the GND", shown(rsw))
            }
        }
    }
}
