//! Regions made water, lava or a zone line, by the rules that a client takes.
//!
//! Only lists of regions (0x29) change: one is appended, or loses regions, or goes where it has none
//! left. Planes, regions and meshes stay as they are.

use std::collections::BTreeSet;

use super::Zone;
use super::zone_line::{Decimal, ZoneLine};
use crate::format::eq::wld::fragment;
use crate::format::eq::wld::region::RegionList;
use crate::format::eq::wld::{NotLast, Wld};
use crate::format::text::Text;
use crate::space::eq::Kind;

/// What regions are to be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag {
    pub kind: Kind,
    /// Of a zone line: where it leads.
    pub line: Option<ZoneLine>,
}

/// Why regions stay as they are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("there is no region {region}: the zone has regions 0 to {last}")]
    NoRegion { region: u32, last: usize },
    #[error("the zone has no regions")]
    NoRegions,
    #[error("no regions are given")]
    NothingNamed,
    #[error("regions can't be made {}: no text that the client reads this way is known", .0.name())]
    UnknownText(Kind),
    #[error(
        "a zone line needs a zone_point, the number of the row in the server's zone_points, or a place \
         (`to`)"
    )]
    NoTarget,
    #[error("a zone line has a zone_point or a place (`to`), and not both")]
    TwoTargets,
    #[error("only a zone line leads somewhere, but this is {}", .0.name())]
    TargetOfOther(Kind),
    #[error("{0} is not the number of a zone: expected 0 to 99999, but 255")]
    NoZone(u32),
    #[error("{field} of a zone line has room for {width} characters, but not for {value}")]
    LongPlace { field: &'static str, value: Decimal, width: usize },
    #[error("{0}; its regions would stay {1}")]
    NotLast(NotLast, &'static str),
    #[error("zone point {0} has more than six digits")]
    LongNumber(u32),
}

impl Tag {
    pub const fn of(kind: Kind) -> Tag {
        Tag { kind, line: None }
    }

    fn check(&self) -> Result<(), Refusal> {
        match (self.kind, &self.line) {
            (Kind::ZoneLine, None) => Err(Refusal::NoTarget),
            (Kind::ZoneLine, Some(line)) => line.text().map(drop),
            (kind, Some(_)) => Err(Refusal::TargetOfOther(kind)),
            (
                Kind::Normal | Kind::Water | Kind::Lava | Kind::Pvp | Kind::Slime | Kind::Ice,
                None,
            ) => Ok(()),
            (kind, None) => Err(Refusal::UnknownText(kind)),
        }
    }

    /// The text of a new list, with a number that is its own.
    fn text(&self, serial: u32) -> Option<Vec<u8>> {
        let zeros = "0".repeat(21);
        let (prefix, mark) = match self.kind {
            Kind::Water => ("WTN__", '_'),
            Kind::Lava => ("LAN__", '_'),
            Kind::Pvp => ("DRP__", '_'),
            Kind::Slime => ("SLN__", '_'),
            Kind::Ice => ("DRN__", 'S'),
            Kind::ZoneLine => return self.line.as_ref()?.text().ok(),
            _ => return None,
        };
        Some(format!("{prefix}{serial:05}{zeros}_{mark}_000000000000\0").into_bytes())
    }

    /// Whether a list says the same of its regions.
    fn is_of(&self, name: &[u8], text: &[u8]) -> bool {
        Kind::of_list(name, text) == self.kind
            && (self.line.is_none() || ZoneLine::of_list(name, text) == self.line)
    }
}

/// Makes regions something. Gives how many lists it changed, appended or took out; 0 where all of the
/// regions are so already. The zone stays as it is where it refuses.
pub fn retag(zone: &mut Zone, regions: &[u32], tag: &Tag) -> Result<usize, Refusal> {
    tag.check()?;
    if regions.is_empty() {
        return Err(Refusal::NothingNamed);
    }
    let last = zone.world.of_kind(fragment::REGION).count().checked_sub(1);
    let last = last.ok_or(Refusal::NoRegions)?;
    if let Some(region) = regions.iter().find(|region| **region as usize > last) {
        return Err(Refusal::NoRegion { region: *region, last });
    }
    let mut world = zone.world.clone();
    let n_changed = retag_in(&mut world, &regions.iter().copied().collect(), tag)?;
    zone.world = world;
    Ok(n_changed)
}

fn retag_in(world: &mut Wld, regions: &BTreeSet<u32>, tag: &Tag) -> Result<usize, Refusal> {
    let mut missing = regions.clone();
    let (mut changed, mut emptied) = (Vec::new(), Vec::new());
    for (idx, fragment) in world.of_kind(fragment::REGION_LIST) {
        let Ok(list) = RegionList::read(fragment) else { continue };
        let name = world.name_of(fragment);
        if tag.is_of(name, list.text()) {
            list.regions.iter().for_each(|region| _ = missing.remove(region));
            continue;
        }
        let kept = list.regions.iter().copied().filter(|region| !regions.contains(region));
        let kept: Vec<u32> = kept.collect();
        match kept.len() {
            len if len == list.regions.len() => {}
            0 => emptied.push((idx, Kind::of_list(name, list.text()))),
            _ => changed.push((idx, RegionList { regions: kept, ..list })),
        }
    }
    let mut n_changed = changed.len() + emptied.len();
    changed.iter().for_each(|(idx, list)| world.put_region_list(*idx, list));
    // The new list comes in before others go, so that its number is one that none of them had.
    if let Some(text) = tag.text(next_serial(world)).filter(|_| !missing.is_empty()) {
        let name = next_name(world);
        let name = world.add_name(name.as_bytes());
        let user_data = Text(text.into());
        let regions = missing.into_iter().collect();
        world.append_region_list(&RegionList { name, flags: 0, regions, user_data });
        n_changed += 1;
    }
    let which: Vec<usize> = emptied.iter().map(|(idx, _)| *idx).collect();
    let kind_of = |at: &NotLast| emptied.iter().find(|(idx, _)| idx + 1 == at.fragment);
    world.remove_region_lists(&which).map_err(|at| {
        Refusal::NotLast(at, kind_of(&at).map_or("as they are", |(_, kind)| kind.name()))
    })?;
    Ok(n_changed)
}

/// A name that no list has: Z0001_ZONE and so on.
fn next_name(world: &Wld) -> String {
    let number = |fragment| {
        let name = std::str::from_utf8(world.name_of(fragment)).ok()?;
        name.strip_prefix('Z')?.strip_suffix("_ZONE")?.parse::<u32>().ok()
    };
    let used = world.of_kind(fragment::REGION_LIST).filter_map(|(_, fragment)| number(fragment));
    format!("Z{:04}_ZONE", used.max().map_or(0, |number| number.saturating_add(1)))
}

/// A number that the text of no list has.
fn next_serial(world: &Wld) -> u32 {
    let serial = |fragment| {
        let list = RegionList::read(fragment).ok()?;
        let digits = list.text().get(5..10)?;
        let is_reference = list.text().get(3..5) == Some(b"TP");
        std::str::from_utf8(digits).ok()?.parse::<u32>().ok().filter(|_| !is_reference)
    };
    let used = world.of_kind(fragment::REGION_LIST).filter_map(|(_, fragment)| serial(fragment));
    // Five digits: the first is taken again behind the last.
    used.max().map_or(0, |number| (number + 1) % 100_000)
}
