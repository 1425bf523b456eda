//! What is wrong with the files themselves: lists that can't be read, left-over bytes, lightmaps.

use crate::check::fix;
use crate::problem::counted::counted;
use crate::problem::{Place, Rule, Severity};
use crate::space::rose::block::BlockCoord;
use crate::world::zone::action::Action;
use crate::world::zone::files::DropSlack;
use crate::world::zone::thing::Kind;

use super::found::Found;

pub(super) const OPAQUE: Rule = Rule {
    code: "zone-list-unreadable",
    severity: Severity::Warning,
    title: "List that can't be read",
    explanation: "\
One of the lists of this file does not follow the layout that is known. Its bytes are kept as they \
are, and nothing in it can be seen or edited; everything else in the file can.

It may be damaged, or of a version that Landwright does not know yet.",
};

pub(super) const SLACK: Rule = Rule {
    code: "zone-stale-bytes",
    severity: Severity::Hint,
    title: "Left-over bytes of an older version",
    explanation: "\
Bytes stand behind the last field of a list. The old tools wrote over files without cutting them, so \
these are most often what is left of a longer version. Nothing reads them.

They are kept unless somebody drops them. The fix does: the file gets shorter, and nothing else \
changes.",
};

pub(super) const LIGHTMAP: Rule = Rule {
    code: "zone-lightmap",
    severity: Severity::Hint,
    title: "Lightmap of an object that is not there",
    explanation: "\
Lightmaps name decorations and buildings by their place in the list, from 1. This file names a place \
behind the last: an object was deleted since the lightmaps were made, and those of all that followed \
it now lie on others.

Have the lightmaps of the block made again.",
};

pub(super) fn check(found: &mut Found<'_>) {
    let zone = found.zone();
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
                    || (format!("names {kind} {highest}; {block} has {n}"), Vec::new()),
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
                let block = block.map(|block| [block.x, block.y]);
                let action = Action::DropSlack(DropSlack { block });
                let bytes = counted(n_stale, "byte is", "bytes are");
                let message = format!("{bytes} left over from an older version");
                (message, vec![fix("Drop the bytes", &action)])
            },
        );
    }
}
