//! Lightmaps of no object, and of one that has some already.

use std::collections::BTreeSet;

use crate::format::rose::lit::Lit;
use crate::problem::counted::counted;
use crate::problem::{Place, Rule, Severity};
use crate::world::zone::thing::Kind;

use super::found::Found;

pub(super) const LIGHTMAP: Rule = Rule {
    code: "zone-lightmap",
    severity: Severity::Hint,
    title: "Lightmap of an object that does not exist",
    explanation: "\
Lightmaps refer to decorations and buildings by their place in the list, from 1. This file uses a \
place past the last one: an object was deleted, or moved to a different block, after the lightmaps \
were made. The lightmaps of all objects that followed it are now on different ones; the file does \
not say how many.

Have the lightmaps of the block made again.",
};

pub(super) const NO_OBJECT: Rule = Rule {
    code: "zone-lightmap-id",
    severity: Severity::Warning,
    title: "Lightmaps with an impossible object",
    explanation: "\
Entries of a LIT name a decoration or building by its place in the list, from 1, and each object has \
one entry. Here an entry names place 0, or several name the same place. Clients use one of them or \
stop with an error, and some object lacks its light.

Have the lightmaps of the block made again.",
};

pub(super) fn check(found: &mut Found<'_>) {
    let zone = found.zone();
    for block in zone.blocks() {
        for (lit, kind) in zone.lightmaps(block).into_iter().zip([Kind::Deco, Kind::Cnst]) {
            let Some((file, lit)) = lit.filter(|_| zone.has_ifo(block)) else { continue };
            check_ids(found, file, kind, lit);
            let n = zone.n_listed(block, kind);
            let highest = lit.objects.iter().map(|object| object.id).max().unwrap_or(0);
            if highest as usize > n {
                found.add_at(
                    &LIGHTMAP,
                    || Place::file(file),
                    || {
                        let of = counted(lit.objects.len(), "lightmap", "lightmaps");
                        let what = format!("uses {kind} {highest}; {block} has {n}");
                        (format!("{what}: any of its {of} may be on different objects"), Vec::new())
                    },
                );
            }
        }
    }
}

/// One problem for each file.
fn check_ids(found: &mut Found<'_>, file: &str, kind: Kind, lit: &Lit) {
    let mut seen = BTreeSet::new();
    let mut is_wrong = |id: u32| id == 0 || !seen.insert(id);
    let mut wrong = lit.objects.iter().map(|object| object.id).filter(|id| is_wrong(*id));
    let Some(first) = wrong.next() else { return };
    let n_more = wrong.count();
    found.add_at(
        &NO_OBJECT,
        || Place::file(file),
        || {
            let what = match first {
                0 => format!("an entry is of {kind} 0, and they count from 1"),
                id => format!("{kind} {id} has two entries"),
            };
            let more =
                if n_more > 0 { format!(", and {n_more} more are wrong") } else { String::new() };
            (format!("{what}{more}"), Vec::new())
        },
    );
}
