//! The water level of a map: in the RSW that is named, or in the one beside it.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Content;
use landwright_core::format::number::F32;
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::vfs::disk;

use super::load;
use super::outcome::Failure;
use super::output::shown;

/// What is known about the water of a map.
#[derive(Debug, Clone)]
pub(super) struct Water {
    /// As an altitude.
    pub(super) surface: Option<F32>,
    /// The RSW that was asked.
    rsw: Option<PathBuf>,
}

impl Water {
    /// Of the RSW that somebody named, or else of the one beside the map, by its name.
    pub(super) fn of(map: &Path, named: Option<&Path>) -> Result<Water, Failure> {
        let beside = || {
            let names = ["rsw", "RSW"].map(|extension| map.with_extension(extension));
            names.into_iter().find(|path| disk::is_file(path))
        };
        let Some(rsw) = named.map(Path::to_owned).or_else(beside) else {
            return Ok(Water { surface: None, rsw: None });
        };
        match load::read(&rsw)?.0.content {
            Content::Rsw(read) => Ok(Water { surface: read.water_level(), rsw: Some(rsw) }),
            _ => Err(Failure::WrongUse(format!("{} is no RSW", shown(&rsw)))),
        }
    }

    /// As servers use it.
    pub(super) fn level(&self) -> WaterLevel {
        self.surface.map_or(WaterLevel::NONE, WaterLevel::new)
    }

    /// "water level 13.0 from xmas.rsw".
    pub(super) fn in_words(&self) -> String {
        match (&self.rsw, self.surface) {
            (None, _) => {
                "no water, since there is no RSW beside the map; --rsw names one".to_owned()
            }
            (Some(rsw), Some(level)) => format!("water level {level} from {}", shown(rsw)),
            (Some(rsw), None) => {
                format!("no water: {} is 2.6 or newer and leaves it to the GND", shown(rsw))
            }
        }
    }
}
