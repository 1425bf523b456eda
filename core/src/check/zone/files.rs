//! What is wrong with the files themselves: lists that can't be read, left-over bytes, lightmaps.

use crate::check::fix;
use crate::problem::counted::counted;
use crate::problem::{Place, Rule, Severity};
use crate::space::rose::block::BlockCoord;
use crate::world::zone::action::Action;
use crate::world::zone::files::DropSlack;
use crate::world::zone::ground::Cut;
use crate::world::zone::thing::Kind;

use super::found::Found;

pub(super) const OPAQUE: Rule = Rule {
    code: "zone-list-unreadable",
    severity: Severity::Warning,
    title: "List that can't be read",
    explanation: "\
One of the lists in this file does not follow the known layout. Its bytes are kept as they are, \
but you can't see or edit them. You can edit everything else in the file.

It may be damaged, or from a version that Landwright does not know yet.",
};

pub(super) const SLACK: Rule = Rule {
    code: "zone-stale-bytes",
    severity: Severity::Hint,
    title: "Leftover bytes of an older version",
    explanation: "\
There are bytes after the last field of a list. The old tools wrote over files without cutting \
them, so these bytes are most often left from a longer version. Nothing reads them.

They are kept unless you drop them. The fix drops them: the file gets shorter, and nothing else \
changes.",
};

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

pub(super) const NO_ZON: Rule = Rule {
    code: "zone-no-zon",
    severity: Severity::Warning,
    title: "Zone without a ZON",
    explanation: "\
The folder has blocks, but no readable ZON. The ZON has the event points that warps lead to, the \
tiles and textures of the ground, and the division of the world into blocks. Without it the game \
does not load the zone, and Landwright shows tiles as colours without a texture.

Put the ZON beside the blocks. You can ignore this if you only copied some blocks to look at them.",
};

pub(super) const NO_HEIGHTS: Rule = Rule {
    code: "zone-no-heights",
    severity: Severity::Warning,
    title: "Block without heights",
    explanation: "\
Other blocks of the zone have a HIM, but this one has no readable HIM. There is a hole in the \
ground: the game does not load the block, and you can't place anything on its ground.

Put the HIM of the block beside its IFO, with the same name.",
};

pub(super) const NO_GROUND_FILE: Rule = Rule {
    code: "zone-no-ground-file",
    severity: Severity::Hint,
    title: "Block without tiles or walkability",
    explanation: "\
A block has no TIL, which has the tiles of its ground, or no MOV, which says who may walk where. \
If no block of the zone has any TIL, MOV or HIM (heights), this is reported once for the zone. \
Copies for a server often have none, since servers do not read them.

You can't see or paint the missing data. If the block should have the file, put it beside the IFO \
of the block, with the same name.",
};

/// The files that say something of the ground of a block.
const OF_GROUND: [(Cut, &str, &str); 3] = [
    (Cut::Heights, "HIM", "heights"),
    (Cut::Patches, "TIL", "tiles"),
    (Cut::Walks, "MOV", "walks"),
];

/// Files that ought to be there.
fn check_missing(found: &mut Found<'_>) {
    let zone = found.zone();
    let of_zone = || Place::file(zone.path_of(None).unwrap_or(zone.name()));
    if !zone.has_zon() && !zone.is_of_one_ifo() {
        found.add_at(&NO_ZON, of_zone, || {
            let what = "has blocks, but no readable ZON beside them";
            (what.to_owned(), Vec::new())
        });
    }
    for (cut, ending, what) in OF_GROUND {
        let lacks = |block: &BlockCoord| zone.ground_path(*block, cut).is_none();
        let n_blocks = zone.blocks().count();
        let missing: Vec<BlockCoord> = zone.blocks().filter(lacks).collect();
        if missing.len() == n_blocks && n_blocks > 0 {
            found.add_at(&NO_GROUND_FILE, of_zone, || {
                let blocks =
                    if n_blocks == 1 { "its block has no" } else { "none of its blocks has a" };
                (format!("{blocks} readable {ending}: no {what} are known"), Vec::new())
            });
            continue;
        }
        let rule = if cut == Cut::Heights { &NO_HEIGHTS } else { &NO_GROUND_FILE };
        for block in missing {
            let place = || {
                let cuts = OF_GROUND.iter().find_map(|(cut, ..)| zone.ground_path(block, *cut));
                let file = zone.path_of(Some(block)).or(cuts);
                Place::file(file.unwrap_or(zone.name()))
            };
            found.add_at(rule, place, || {
                let message = format!(
                    "block {block} has no {what}: {block}.{ending} is missing or can't be read"
                );
                (message, Vec::new())
            });
        }
    }
}

pub(super) fn check(found: &mut Found<'_>) {
    let zone = found.zone();
    check_missing(found);
    check_file(found, None);
    for block in zone.blocks() {
        check_file(found, Some(block));
        for (lit, kind) in zone.lightmaps(block).into_iter().zip([Kind::Deco, Kind::Cnst]) {
            let Some((file, lit)) = lit.filter(|_| zone.has_ifo(block)) else { continue };
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

fn check_file(found: &mut Found<'_>, block: Option<BlockCoord>) {
    let zone = found.zone();
    let Some(file) = zone.path_of(block) else { return };
    for (kind, error) in zone.unreadable_lists(block) {
        found.add_at(
            &OPAQUE,
            || Place::file(file),
            || (format!("list {} can't be read: {error}", kind.0), Vec::new()),
        );
    }
    let n_stale = zone.n_slack(block);
    if n_stale > 0 {
        found.add_at(
            &SLACK,
            || Place::file(file),
            || {
                let action = Action::DropSlack(DropSlack { block });
                let bytes = counted(n_stale, "byte is", "bytes are");
                let message = format!("{bytes} left over from an older version");
                (message, vec![fix("Drop the bytes", &action).one_by_one()])
            },
        );
    }
}
