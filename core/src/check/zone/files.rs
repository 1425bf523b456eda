//! What is wrong with the files themselves: missing ones, lists that can't be read, left-over bytes.

use crate::check::fix;
use crate::problem::counted::counted;
use crate::problem::{Place, Rule, Severity};
use crate::space::rose::block::BlockCoord;
use crate::world::zone::action::Action;
use crate::world::zone::files::DropSlack;
use crate::world::zone::ground::Cut;

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

pub(super) const OTHER_ZON: Rule = Rule {
    code: "zone-other-zon",
    severity: Severity::Warning,
    title: "Second ZON in a zone's folder",
    explanation: "\
The folder of a zone has more than one ZON, and this one is not used. LIST_ZONE.STB says which one \
the game reads. If you open or check the folder, Landwright reads the first by name.

Delete the ZON that the game does not read, or move it elsewhere. To open this one, give its path.",
};

pub(super) const NO_IFO: Rule = Rule {
    code: "zone-no-ifo",
    severity: Severity::Warning,
    title: "Block without an IFO",
    explanation: "\
A block has heights, tiles or a MOV, but no readable IFO. The IFO lists everything that is in the \
block: the game shows bare ground there, or does not load the block. Nothing can be placed in it.

Put the IFO of the block beside its other files, with the same name. If no block has one, this is \
reported once for the zone.",
};

pub(super) const OTHER_BLOCK: Rule = Rule {
    code: "zone-other-block",
    severity: Severity::Warning,
    title: "IFO of a different block",
    explanation:
        "\
An IFO states which block it is, and its name says a different one: most likely somebody copied or \
renamed the file. Positions in it are of the whole zone, so its objects are where they were in the \
block that it was made for.

If the file has the wrong name, rename it. If it is a copy, take the block's own IFO from a backup.",
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
    for other in zone.other_zons().filter(|_| !zone.is_of_one_ifo()) {
        found.add_at(
            &OTHER_ZON,
            || Place::file(other),
            || {
                let used = zone.path_of(None).and_then(|path| path.rsplit('/').next());
                let used = used.map_or_else(String::new, |used| format!("; {used} is"));
                (format!("is not used for this zone{used}"), Vec::new())
            },
        );
    }
    check_ifos(found);
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

/// Blocks that have ground and nothing on it.
fn check_ifos(found: &mut Found<'_>) {
    let zone = found.zone();
    let cut_of =
        |block: BlockCoord| OF_GROUND.iter().find_map(|(cut, ..)| zone.ground_path(block, *cut));
    let bare = zone.blocks().filter(|block| !zone.has_ifo(*block));
    let bare: Vec<(BlockCoord, &str)> =
        bare.filter_map(|block| Some((block, cut_of(block)?))).collect();
    if !bare.is_empty() && !zone.blocks().any(|block| zone.has_ifo(block)) {
        found.add_at(
            &NO_IFO,
            || Place::file(zone.path_of(None).unwrap_or(zone.name())),
            || {
                (
                    "none of its blocks has a readable IFO: nothing is on the ground".to_owned(),
                    Vec::new(),
                )
            },
        );
        return;
    }
    for (block, file) in bare {
        found.add_at(
            &NO_IFO,
            || Place::file(file),
            || {
                let message =
                    format!("{block}.IFO is missing or can't be read: the block is empty");
                (message, Vec::new())
            },
        );
    }
}

/// The block that an IFO states.
fn check_info(found: &mut Found<'_>, block: BlockCoord) {
    let zone = found.zone();
    let (Some(file), Some(info)) = (zone.path_of(Some(block)), zone.map_info(block)) else {
        return;
    };
    let is_named = BlockCoord::from_file_name(file.rsplit('/').next().unwrap_or_default());
    let is_own = [i64::from(info.block_x), i64::from(info.block_y)]
        == [i64::from(block.x), i64::from(block.y)];
    if is_named.is_some() && !is_own {
        found.add_at(
            &OTHER_BLOCK,
            || Place::file(file),
            || {
                let (x, y) = (info.block_x, info.block_y);
                (
                    format!("states that it is block {x}_{y}, and its name is that of {block}"),
                    Vec::new(),
                )
            },
        );
    }
}

pub(super) fn check(found: &mut Found<'_>) {
    let zone = found.zone();
    check_missing(found);
    check_file(found, None);
    for block in zone.blocks() {
        check_file(found, Some(block));
        check_info(found, block);
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
