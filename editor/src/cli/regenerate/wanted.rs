//! Which zones a regenerated area has, where its world starts, and where their geometry is.

use std::path::{Path, PathBuf};

use landwright_core::problem::nearest::{did_you_mean, near_ones};
use landwright_core::space::tera::{Origin, Zone};
use landwright_core::vfs::disk;
use landwright_core::world::area::Area;
use landwright_core::world::area::folders::Folders;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::names::NamedArea;
use landwright_core::world::area::zones::MAX_SIDE;

use super::{Pair, Regenerate};
use crate::cli::area::named::{folders_around, names_in};
use crate::cli::area::{geometry_by, geometry_in, is_area, read};
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};

/// An area without nodes, and the geometry of its zones.
pub(super) struct Wanted {
    pub(super) area: Area,
    pub(super) geometry: Geometry,
}

impl Wanted {
    pub(super) fn of(args: &Regenerate) -> Result<Wanted, Failure> {
        let (zones, origin, folders) = match args.from {
            Some(from) => (rectangle(from, args.to.unwrap_or(from))?, None, None),
            None => {
                let known = Known::of(args)?;
                (known.zones, known.origin, Some(known.folders))
            }
        };
        let given = args.origin.map(|Pair { x, y }| Origin { zone_x: x.into(), zone_y: y.into() });
        let origin = given.or(origin).unwrap_or(USUAL);
        let area = Area::of_zones(zones, origin);
        let area = area.map_err(|error| Failure::WrongUse(error.to_string()))?;
        let geometry = match (&args.zones, folders) {
            (Some(folder), _) if !disk::is_folder(folder) => {
                let message = format!("{} is not a folder; give one with --zones", shown(folder));
                return Err(Failure::WrongUse(message));
            }
            (Some(folder), _) => geometry_in(folder, &area),
            (None, Some(folders)) => geometry_by(&area, &folders),
            (None, None) => geometry_in(&args.what, &area),
        };
        Ok(Wanted { area, geometry })
    }
}

/// The world of most areas starts in this zone.
const USUAL: Origin = Origin { zone_x: 1000, zone_y: 1000 };

/// The known facts about an area that was named.
struct Known {
    zones: Vec<Zone>,
    origin: Option<Origin>,
    folders: Folders,
}

impl Known {
    fn of(args: &Regenerate) -> Result<Known, Failure> {
        let what = &args.what;
        if disk::is_folder(what) {
            let message = format!(
                "{} is a folder: add the zones, as in `landwright regenerate {} 1000,1000`, or \
                 name an area",
                shown(what),
                shown(what)
            );
            return Err(Failure::WrongUse(message));
        }
        if disk::is_file(what) || is_area(what) {
            let area = read(what)?;
            let (zones, origin) = (area.zones().to_vec(), Some(area.origin()));
            return Ok(Known { zones, origin, folders: folders_around(what) });
        }
        let starts = [Some(Path::new(".")), args.zones.as_deref(), args.target.path().parent()];
        let starts: Vec<PathBuf> = starts
            .into_iter()
            .flatten()
            .filter(|start| disk::is_folder(start))
            .map(Path::to_owned)
            .collect();
        let mut refusal = None;
        for start in starts {
            let folders = folders_around(&start);
            // A list that lacks the name says more than a place without a list.
            let has_list = folders.list().is_some();
            match Known::named(&shown(what), folders) {
                Ok(known) => return Ok(known),
                Err(why) if has_list || refusal.is_none() => refusal = Some(why),
                Err(_) => {}
            }
        }
        Err(Failure::WrongUse(refusal.unwrap_or_default()))
    }

    /// By the list of areas, and by the file of the name where that is at hand.
    fn named(name: &str, folders: Folders) -> Result<Known, String> {
        let names = names_in(&folders);
        let listed = names.as_ref().and_then(|names| names.get(name));
        let file = folders.area(name).and_then(|file| read(&file).ok());
        let file_zones = file.as_ref().map(|area| area.zones().to_vec());
        let origin = listed.and_then(|listed| origin_of(listed, file.as_ref()));
        let origin = origin.or(file.as_ref().map(Area::origin));
        // The file of the game has the zones of one entry of the list, in their rectangle.
        let zones = file_zones.or_else(|| listed.map(zones_of));
        match zones.filter(|zones| !zones.is_empty()) {
            Some(zones) => Ok(Known { zones, origin, folders }),
            None => Err(match (folders.list(), &names) {
                (Some(list), Some(_)) if listed.is_some() => {
                    format!("{} lists no zones for {name}", shown(list))
                }
                (Some(list), Some(names)) => {
                    let areas: Vec<&str> = names.areas().map(|area| area.name.as_str()).collect();
                    let near = did_you_mean(&near_ones(name, &areas));
                    format!("{} has no area named {name}{near}", shown(list))
                }
                _ => format!(
                    "{name} is neither a folder nor the name of an area: no AreaList.xml was found \
                     beside or above it"
                ),
            }),
        }
    }
}

/// Where the world of a listed area starts: that of its file where the list has several.
fn origin_of(listed: &NamedArea, file: Option<&Area>) -> Option<Origin> {
    let own = file.map(Area::origin).filter(|origin| listed.origins.contains(origin));
    if own.is_none() && listed.origins.len() > 1 {
        let Origin { zone_x, zone_y } = listed.origins.first()?;
        complain(&format!(
            "note: {} is in several worlds; the world that starts in zone {zone_x}, {zone_y} is \
             used; choose a different one with --origin",
            listed.name
        ));
    }
    own.or(listed.origins.first().copied())
}

/// The rectangle around all zones that are listed, or around those of the first entry where that would
/// be too large.
fn zones_of(listed: &NamedArea) -> Vec<Zone> {
    let mut choices = std::iter::once(&listed.zones).chain(&listed.entries);
    let rectangles = choices.find_map(|zones| {
        let (x, y) = (zones.iter().map(|zone| zone.x), zones.iter().map(|zone| zone.y));
        let low = Zone { x: x.clone().min()?, y: y.clone().min()? };
        let high = Zone { x: x.max()?, y: y.max()? };
        let is_small = high.x - low.x < MAX_SIDE && high.y - low.y < MAX_SIDE;
        is_small.then(|| Zone::rectangle(low, high).collect())
    });
    rectangles.unwrap_or_default()
}

fn rectangle(from: Pair, to: Pair) -> Result<Vec<Zone>, Failure> {
    if from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) >= MAX_SIDE {
        let message = format!("an area has at most {MAX_SIDE} zones along a side");
        return Err(Failure::WrongUse(message));
    }
    let zone = |Pair { x, y }| Zone { x, y };
    Ok(Zone::rectangle(zone(from), zone(to)).collect())
}
