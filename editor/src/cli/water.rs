//! The water level of a map, as commands ask for it and speak of it.

use std::path::Path;

use landwright_core::format::problem::problem_of;
use landwright_core::problem::report::{NoSources, Report};

use super::half::mend_at;
use super::load;
use super::outcome::Failure;
use super::output::{colour_of_stderr, complain, shown};
use super::settings::Settings;
use crate::kind::ragnarok::water::{Trouble, Water};

/// Of the RSW that somebody named, or else of the one beside the map or in a root. Says which.
pub(super) fn water_of(map: &Path, named: Option<&Path>) -> Result<Water, Failure> {
    if load::is_cached(map) {
        return match named {
            Some(_) => Err(Failure::WrongUse(format!(
                "{}: its cells have their water already; --rsw is for a GAT",
                shown(map)
            ))),
            None => Ok(Water::default()),
        };
    }
    let water = match named {
        Some(rsw) => {
            mend_at(rsw);
            Water::of_rsw(rsw, &*Settings::of_one(rsw)?)
        }
        None => Water::of(map, &*Settings::of_one(map)?),
    };
    let mut water = water.map_err(|trouble| match trouble {
        Trouble::Disk(error) => {
            Failure::WrongUse(format!("{}: {}", shown(&error.path), error.trouble))
        }
        Trouble::Other(rsw) => Failure::WrongUse(format!("{} is not an RSW", shown(&rsw))),
        Trouble::Broken { path, error } => {
            Failure::File(crate::cli::output::in_words(problem_of(&shown(&path), &error)))
        }
    })?;
    let problems = std::mem::take(&mut water.problems);
    if !problems.is_empty() {
        complain(&Report::new(problems, &NoSources).to_text(colour_of_stderr()));
    }
    complain(&format!("note: {}", in_words(&water)));
    Ok(water)
}

/// "water level 13.0 from xmas.rsw".
fn in_words(water: &Water) -> String {
    match (&water.rsw, water.surface) {
        (None, _) => {
            "no water, because no RSW is beside the map or in a root of its project; give \
            one with --rsw"
                .to_owned()
        }
        (Some(rsw), Some(level)) => match &water.gnd {
            Some(Ok(gnd)) => {
                format!("water level {level} from {gnd}, since {} is 2.6 or newer", shown(rsw))
            }
            _ => format!("water level {level} from {}", shown(rsw)),
        },
        (Some(rsw), None) => {
            let rsw = shown(rsw);
            match &water.gnd {
                Some(Ok(gnd)) => {
                    format!("no water level: neither {rsw} nor {gnd} has one for the whole map")
                }
                Some(Err(why)) => {
                    format!(
                        "no water: {rsw} is 2.6 or newer, so the water is in the GND, which can't be \
                         read: {why}"
                    )
                }
                None => format!("no water in {rsw}"),
            }
        }
    }
}
