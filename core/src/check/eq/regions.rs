//! Regions that several lists say different things of, and lists of regions that are not there.

use std::collections::BTreeMap;

use super::super::{fix, found::Found};
use super::{list, region};
use crate::format::eq::wld::fragment;
use crate::format::eq::wld::region::RegionList;
use crate::problem::{Rule, Severity};
use crate::space::eq::Kind;
use crate::world::eq::Zone;
use crate::world::eq::action::{Action, TagRegions};

pub(super) const DOUBLED: Rule = Rule {
    code: "eq-region-doubled",
    severity: Severity::Warning,
    title: "Region of two kinds",
    explanation: "\
A region is in several lists of different kinds, such as water and a zone line. The server uses \
the last list in the file; it is not known how the client decides.

Choose a kind for the region, and tag it: it is then removed from all other lists.",
};

pub(super) const MISSING: Rule = Rule {
    code: "eq-region-missing",
    severity: Severity::Error,
    title: "List with a region that does not exist",
    explanation: "\
A list of regions has one that the zone does not have. The server leaves it out; a client may read \
unrelated memory.

The list was most likely made for a different version of the zone. Make it again from the regions \
of this one.",
};

pub(super) fn check(file: &str, zone: &Zone, found: &mut Found) {
    let world = &zone.world;
    let n_regions = world.of_kind(fragment::REGION).count();
    let mut kinds: BTreeMap<u32, Vec<Kind>> = BTreeMap::new();
    for (idx, fragment) in world.of_kind(fragment::REGION_LIST) {
        let Ok(lists) = RegionList::read(fragment) else { continue };
        let kind = Kind::of_list(world.name_of(fragment), lists.text());
        for region in lists.regions {
            if region as usize >= n_regions {
                let message = || {
                    format!(
                        "the list has region {region}, but there are only {n_regions}, from 0 \
                        on"
                    )
                };
                found.add(&MISSING, || list(file, idx), || (message(), Vec::new()));
            } else {
                kinds.entry(region).or_default().push(kind);
            }
        }
    }
    for (index, kinds) in kinds {
        let Some(last) = kinds.last() else { continue };
        if kinds.iter().all(|kind| kind == last) {
            continue;
        }
        let problem = || {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
            let last = last.name();
            let message = format!(
                "the region is in lists of {}; the server treats it as {last}",
                names.join(", ")
            );
            let fixes =
                kinds.iter().rev().filter(|kind| !matches!(kind, Kind::ZoneLine | Kind::Untagged));
            let fixes = fixes.map(|kind| {
                let tag = TagRegions::new(vec![index], *kind);
                let title = format!("Make it only {}", kind.name());
                fix(title, &Action::TagRegions(tag)).one_by_one()
            });
            (message, fixes.collect())
        };
        found.add(&DOUBLED, || region(file, index), problem);
    }
}
