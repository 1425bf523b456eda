//! Areas of TERA, damaged in every way that was seen and mended: no edge of theirs may be lost.

#[path = "support/damage.rs"]
mod damage;
mod support;

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::check;
use landwright_core::check::mend::area::OnLand;
use landwright_core::check::mend::{Bytes, Mended, mend};
use landwright_core::format::tera::apd;
use landwright_core::problem::{Problem, Severity};
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::id::NodeId;

use self::damage::{DAMAGES, Damage, N, Victim, World};

/// What came of a kind of damage.
#[derive(Debug, Default)]
struct Outcome {
    n_hurt: usize,
    n_fixes: usize,
    n_left: usize,
    /// Edges of the area that the damage left and mending took.
    lost: usize,
    /// Edges of the area that are not there in the end, and others that are.
    n_missing: usize,
    n_extra: usize,
    /// Errors and warnings before and after.
    n_bad: [usize; 2],
}

impl World {
    /// Mends the area after so much damage of each kind.
    fn damaged(&self, damages: &[Damage], n_each: usize, usual: &Geometry) -> Outcome {
        let seed = damages.iter().map(|damage| *damage as u64 + 100).sum();
        let mut victim = Victim::new(self, seed);
        let each = damages.iter().flat_map(|damage| (0..n_each).map(move |_| *damage));
        let n_hurt = each.filter(|damage| victim.hurt(*damage).is_some()).count();
        let Victim { paths, cells, deleted, .. } = victim;
        let changed = (!cells.is_empty()).then(|| self.geometry(&cells));
        let geometry = changed.as_ref().unwrap_or(usual);
        let area = Area::new(&apd::read(&paths.write()).unwrap()).unwrap();
        let found = |area: &Area| check::area::check("a.apd", area, geometry);
        let mended = mend(&OnLand { area, geometry }, Bytes::NotAsked, |now| found(&now.area));
        let left_by_damage = paths.edges();
        let number = |node: u32| {
            deleted.iter().try_fold(node, |node, gone| match node.cmp(gone) {
                std::cmp::Ordering::Less => Some(node),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(node - 1),
            })
        };
        let own: BTreeSet<(u32, u32)> = self
            .paths
            .edges()
            .into_iter()
            .filter_map(|(from, to)| number(from).zip(number(to)))
            .collect();
        outcome(&mended, n_hurt, &own, &left_by_damage)
    }
}

fn outcome(
    mended: &Mended<OnLand<'_>>,
    n_hurt: usize,
    own: &BTreeSet<(u32, u32)>,
    left_by_damage: &BTreeSet<(u32, u32)>,
) -> Outcome {
    let area = &mended.document.area;
    let now: BTreeSet<(u32, u32)> = area
        .nodes()
        .flat_map(|from| area.targets(from).map(move |to| (from.0, to.0)))
        .filter(|(from, to)| from != to)
        .collect();
    let lost: Vec<_> =
        own.intersection(left_by_damage).filter(|edge| !now.contains(edge)).collect();
    for (from, to) in lost.iter().take(3) {
        println!("  lost {from} → {to}: {:?} {:?}", area.pos(NodeId(*from)), area.pos(NodeId(*to)));
    }
    let n_bad = |problems: &[Problem]| {
        problems.iter().filter(|problem| problem.severity >= Severity::Warning).count()
    };
    Outcome {
        n_hurt,
        n_fixes: mended.done.len(),
        n_left: mended.left.len(),
        lost: lost.len(),
        n_missing: own.difference(&now).count(),
        n_extra: now.difference(own).count(),
        n_bad: [n_bad(&mended.before), n_bad(&mended.problems)],
    }
}

fn damage_and_mend(world: &World, kinds: &[&[Damage]], n_each: usize) {
    let usual = world.geometry(&BTreeMap::new());
    let area = Area::new(&apd::read(&world.paths.write()).unwrap()).unwrap();
    let untouched = check::area::check("a.apd", &area, &usual);
    let bad: Vec<_> = untouched.iter().filter(|one| one.severity >= Severity::Warning).collect();
    assert!(bad.is_empty(), "{bad:?}");
    println!("damage\thurt\tfixes\tleft\tlost\tmissing\textra\tbefore\tafter");
    let mut lost = Vec::new();
    for damages in kinds {
        let n_each = if **damages == [Damage::ZoneShifted] { 1 } else { n_each };
        let outcome = world.damaged(damages, n_each, &usual);
        let Outcome { n_hurt, n_fixes, n_left, n_missing, n_extra, .. } = outcome;
        let (n_lost, [before, after]) = (outcome.lost, outcome.n_bad);
        let names =
            damages.iter().map(|damage| format!("{damage:?}")).collect::<Vec<_>>().join("+");
        let numbers = [n_hurt, n_fixes, n_left, n_lost, n_missing, n_extra, before, after];
        println!("{names}\t{}", numbers.map(|n| n.to_string()).join("\t"));
        if n_lost > 0 {
            lost.push(names);
        }
    }
    assert!(lost.is_empty(), "edges of the area were lost: {lost:?}");
}

fn one_by_one() -> Vec<&'static [Damage]> {
    DAMAGES.chunks(1).collect()
}

#[test]
fn mending_a_made_up_area_that_is_damaged_in_all_ways_loses_none_of_its_edges() {
    // Lists of nodes that are wrong keep nodes from being put back.
    let is_meant = |damage: &Damage| {
        use Damage::{CountWrong, DeletedCentre, IndexWrong, RangeSwapped, ZoneShifted};
        ![CountWrong, DeletedCentre, IndexWrong, RangeSwapped, ZoneShifted].contains(damage)
    };
    let damages: Vec<Damage> = DAMAGES.iter().copied().filter(is_meant).collect();
    damage_and_mend(&World::of_sample(), &[&damages], 3);
}

/// It takes minutes: `LANDWRIGHT_ALL=1` asks for it.
#[test]
fn mending_each_kind_of_damage_loses_no_edge_of_any_area() {
    if !support::all_is_asked_for() {
        return;
    }
    damage_and_mend(&World::of_sample(), &one_by_one(), N);
    if let Some(world) = World::of_retail() {
        damage_and_mend(&world, &one_by_one(), N);
    }
}
