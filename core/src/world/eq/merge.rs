//! What differs between zones, region by region and object by object, and both changes in one.

mod objects;

use std::collections::BTreeMap;

use crate::space::eq::Kind;
use crate::world::eq::action::{Action, Refusal, TagRegions};
use crate::world::eq::retag::{Tag, retag};
use crate::world::eq::zone_line::ZoneLine;
use crate::world::eq::{Zone, server_wtr};
use crate::world::three_way::{Line, Report, Verdict};

/// What a merge came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub zone: Zone,
    pub report: Report,
    /// For each conflict, what would decide it for the other side; `None` where no action says it.
    pub takes: Vec<Option<Action>>,
}

/// The kind of each region that is in a list.
fn tags(zone: &Zone) -> BTreeMap<u32, Tag> {
    let mut tags = BTreeMap::new();
    for (kind, list) in server_wtr::lists(zone) {
        let name = zone.world.name(list.name);
        let line = ZoneLine::of_list(name, list.text()).filter(|_| kind == Kind::ZoneLine);
        let tag = Tag { kind, line };
        tags.extend(list.regions.iter().map(|region| (*region, tag.clone())));
    }
    tags
}

/// What makes the regions and the objects of one zone into those of a different one.
pub fn compare(before: &Zone, after: &Zone) -> Vec<Line> {
    let (was, is) = (tags(before), tags(after));
    let regions = each(&[&was, &is])
        .filter(|region| was.get(region) != is.get(region))
        .map(|region| line(region, [None, Some(was.get(&region)), Some(is.get(&region))]));
    regions.chain(objects::compare(before, after)).collect()
}

/// Takes what `theirs` changed of the regions and the objects since `before`.
pub fn merge(before: &Zone, ours: &Zone, theirs: &Zone) -> Result<Merged, Refusal> {
    let (was, own, other) = (tags(before), tags(ours), tags(theirs));
    let mut report = Report::default();
    let mut takes = Vec::new();
    let mut taken: BTreeMap<Tag, Vec<u32>> = BTreeMap::new();
    for region in each(&[&was, &own, &other]) {
        let sides = [&was, &own, &other].map(|tags| tags.get(&region));
        let [base, our, their] = sides;
        let verdict = Verdict::of(&base, &our, &their);
        report.add(verdict, || line(region, sides.map(Some)));
        let tag = || their.cloned().unwrap_or(Tag::of(Kind::Normal));
        match verdict {
            Verdict::Keep => {}
            Verdict::Take => taken.entry(tag()).or_default().push(region),
            Verdict::Conflict => {
                takes.push(TagRegions::of_tag(vec![region], &tag()).map(Action::TagRegions));
            }
        }
    }
    let mut zone = ours.clone();
    for (tag, regions) in taken {
        retag(&mut zone, &regions, &tag)?;
    }
    takes.extend(objects::merge([before, ours, theirs], &mut zone, &mut report)?);
    Ok(Merged { zone, report, takes })
}

fn each(tags: &[&BTreeMap<u32, Tag>]) -> impl Iterator<Item = u32> + use<> {
    let mut regions: Vec<u32> = tags.iter().flat_map(|tags| tags.keys().copied()).collect();
    regions.sort_unstable();
    regions.dedup();
    regions.into_iter()
}

fn line(region: u32, sides: [Option<Option<&Tag>>; 3]) -> Line {
    let words = |tag: Option<&Tag>| {
        let kind = tag.map_or(Kind::Normal, |tag| tag.kind);
        match tag.and_then(|tag| tag.line.as_ref()) {
            Some(ZoneLine::Number(point)) => format!("{} {point}", kind.name()),
            Some(line) => format!("{} to {line}", kind.name()),
            None => kind.name().to_owned(),
        }
    };
    let [base, ours, theirs] = sides.map(|side| side.map(words));
    let (row, thing) = (region as usize + 1, format!("region {region}"));
    Line { row, thing, field: "kind".to_owned(), base, ours, theirs }
}
