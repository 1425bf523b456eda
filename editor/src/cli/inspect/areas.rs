//! The list of TERA's areas, and which areas share a zone.

use std::collections::BTreeMap;
use std::path::Path;

use landwright_core::format::file::Content;
use landwright_core::format::tera::area_list;
use landwright_core::problem::counted::counted;
use landwright_core::space::tera::Zone;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::folders::Folders;
use landwright_core::world::area::names::{NamedArea, Names, name_of_file};
use serde_json::{Value, json};

use super::sheet::Sheet;
use crate::cli::area::named::{folders_around, names_in};
use crate::cli::load::name_of;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::json::write_spread;

/// A list of areas tells itself in its first bytes.
const N_START: u64 = 4096;

/// Whether a file is a list of areas.
pub(super) fn is_list(path: &Path) -> bool {
    let is_xml = name_of(path).to_lowercase().ends_with(".xml");
    is_xml && disk::read_start(path, N_START).is_ok_and(|start| area_list::is_area_list(&start))
}

pub(super) fn show(path: &Path, as_json: bool, output: &mut Output) -> Result<Outcome, Failure> {
    let bytes = disk::read_file(path, READ_LIMIT)
        .map_err(|error| Failure::WrongUse(format!("{}: {}", shown(path), error.trouble)))?
        .bytes;
    let (list, troubles) = area_list::read(&bytes);
    for trouble in &troubles {
        complain(&format!("warning: {}: {trouble}", shown(path)));
    }
    let outcome = if troubles.is_empty() { Outcome::Fine } else { Outcome::Found };
    let (names, folders) = (Names::of(&list), folders_around(path));
    if as_json {
        let areas: Vec<Value> = names.areas().map(|area| in_json(area, &names, &folders)).collect();
        write_spread(&json!({ "areas": areas }), output.writer())?;
        return Ok(outcome);
    }
    let mut sheet = Sheet::default();
    sheet.section("List of areas");
    sheet.row("continents", list.continents.len().to_string());
    sheet.row("entries", list.areas.len().to_string());
    sheet.row("areas", names.areas().len().to_string());
    let mut n_areas: BTreeMap<Zone, usize> = BTreeMap::new();
    for zone in names.areas().flat_map(|area| &area.zones) {
        *n_areas.entry(*zone).or_default() += 1;
    }
    let n_shared = n_areas.values().filter(|n| **n > 1).count();
    sheet.row("zones", format!("{}, {n_shared} of them in several areas", n_areas.len()));
    let found = names.areas().filter(|area| folders.area(&area.name).is_some());
    let found: Vec<&NamedArea> = found.collect();
    sheet.row("with a file here", found.len().to_string());
    output.text(&format!("{}\n{sheet}", shown(path)))?;
    // All of them: this is where somebody looks for a name.
    output.line("\nAreas")?;
    for area in names.areas() {
        let zones: Vec<Zone> = area.zones.iter().copied().collect();
        let shares = match names.sharing(&area.name, &zones).len() {
            0 => String::new(),
            n => format!(", shares zones with {}", counted(n, "other", "others")),
        };
        let file = match found.iter().any(|one| one.name == area.name) {
            true => format!(", {}", area.file_name()),
            false => String::new(),
        };
        let zones = counted(zones.len(), "zone", "zones");
        output.line(&format!("  {:<28} {zones}{shares}{file}", area.name))?;
    }
    Ok(outcome)
}

fn in_json(area: &NamedArea, names: &Names, folders: &Folders) -> Value {
    let zones: Vec<Zone> = area.zones.iter().copied().collect();
    let sharing = names.sharing(&area.name, &zones);
    let pair = |zone: &Zone| json!([zone.x, zone.y]);
    let shares: Vec<Value> = sharing
        .iter()
        .map(|(other, zones)| {
            json!({ "area": other.name, "zones": zones.iter().map(pair).collect::<Vec<_>>() })
        })
        .collect();
    json!({
        "name": area.name,
        "line": area.line,
        "zones": zones.iter().map(pair).collect::<Vec<_>>(),
        "origins": area.origins.iter().map(|o| json!([o.zone_x, o.zone_y])).collect::<Vec<_>>(),
        "file": folders.area(&area.name).map(|file| shown(&file)),
        "shares": shares,
    })
}

/// Which other areas have the zones of a file, where there is a list that says so.
pub(super) fn sharing(path: &Path, content: &Content, sheet: &mut Sheet) {
    let name = name_of(path);
    let (own, zones) = match content {
        Content::Apd(apd) => {
            let zones = apd.zones().iter().map(|zone| Zone { x: zone.x, y: zone.y });
            (name_of_file(&name), zones.collect())
        }
        Content::Zgd(_) => ("", Vec::from_iter(Zone::from_file_name(&name_of(path)))),
        _ => return,
    };
    let Some(names) = names_in(&folders_around(path)) else { return };
    let title = if own.is_empty() { "Areas with this zone" } else { "Areas that share zones" };
    sheet.list(title, names.sharing(own, &zones), |(area, zones)| {
        let zones: Vec<String> = zones.iter().map(|zone| zone.file_name()).collect();
        vec![area.name.clone(), zones.join(" ")]
    });
}
