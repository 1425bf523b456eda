//! Bitmaps and models that are not there, and walls that only the client knows.

use std::collections::{BTreeMap, BTreeSet};

use super::super::found::Found;
use crate::format::eq::wld::fragment;
use crate::format::eq::wld::surface::Bitmap;
use crate::problem::{Place, Rule, Severity, Thing};
use crate::world::eq::Zone;
use crate::world::eq::server_map::Report;

pub(super) const NO_BITMAP: Rule = Rule {
    code: "eq-no-bitmap",
    severity: Severity::Warning,
    title: "Bitmap that is not in the archive",
    explanation: "\
A texture of the zone uses a bitmap that its archive does not have. The client shows the surface \
without it, or crashes.

Add the bitmap to the archive, or take the archive from the version that the zone was made for.",
};

pub(super) const NO_MODEL: Rule = Rule {
    code: "eq-no-model",
    severity: Severity::Warning,
    title: "Placed object without a model",
    explanation: "\
An object is placed in the zone, but the archive of objects beside the zone has no model with that \
name. The client shows nothing there, and the server has no collision there.

Take the archive of objects that belongs to this version of the zone.",
};

pub(super) const INVISIBLE: Rule = Rule {
    code: "eq-invisible-wall",
    severity: Severity::Information,
    title: "Walls that only the client has",
    explanation: "\
Invisible polygons stop a player in the client. The tools that make the server's map leave them \
out, so monsters walk through these walls and spells pass through them.

Most zones have such walls. The server's own tools include them with --IncludeCollideTex.",
};

/// The report is of the zone's map with its objects.
pub(super) fn check(file: &str, zone: &Zone, report: &Report, found: &mut Found) {
    bitmaps(file, zone, found);
    for (model, n_objects) in &report.without_model {
        let objects = match n_objects {
            1 => "a placed object uses".to_owned(),
            n => format!("{n} placed objects use"),
        };
        let message = format!("{objects} {model}, which has no model");
        found.add(&NO_MODEL, || Place::file(file), || (message, Vec::new()));
    }
    if report.n_invisible > 0 {
        let message = format!("the server does not know {} invisible polygons", report.n_invisible);
        found.add(&INVISIBLE, || Place::file(file), || (message, Vec::new()));
    }
}

fn bitmaps(file: &str, zone: &Zone, found: &mut Found) {
    let members = zone.archive.members().into_iter();
    let names: BTreeSet<Vec<u8>> =
        members.filter_map(|member| Some(member.name?.as_bytes().to_ascii_lowercase())).collect();
    let mut missing: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    for (idx, fragment) in zone.world.of_kind(fragment::BITMAP) {
        let Ok(bitmap) = Bitmap::read(fragment) else { continue };
        for name in bitmap.names {
            let name = name.as_bytes().to_ascii_lowercase();
            if !names.contains(&name) {
                missing.entry(name).or_insert(idx);
            }
        }
    }
    for (name, idx) in missing {
        let message = format!("`{}` is not in the archive", name.escape_ascii());
        let number = u32::try_from(idx + 1).unwrap_or(u32::MAX);
        let place = || Place::thing(file, Thing::object("fragment", number));
        found.add(&NO_BITMAP, place, || (message, Vec::new()));
    }
}
