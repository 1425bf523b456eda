//! What appears at the spawns of a zone as time goes by, to see how dense it is before a server
//! does.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::rose::ifo::spawn::{Monsters, Spawn};
use crate::sample::rng::Rng;
use crate::scene::chance::mix;
use crate::space::rose::position::PosInFileCm;

use super::Zone;
use super::thing::ThingId;

/// No spawn holds more than that, whatever its lists say.
const MOST_ALIVE: usize = 1000;
/// Nobody waits longer at once; and no spawn is asked more often.
const MOST_CHECKS: u32 = 100_000;

/// How a server decides what appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rule {
    /// By progress: the more was killed, the later lines of the lists.
    #[default]
    Progress,
    /// One monster of the basic list at a time, by chance.
    Chance,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    pub seed: u64,
    pub rule: Rule,
    /// After how many seconds a monster is killed; never, where it is not given.
    pub life_s: Option<f64>,
}

/// A zone on a clock. The same plan gives the same monsters, on every machine.
#[derive(Debug, Clone)]
pub struct Preview {
    plan: Plan,
    time_s: f64,
    spawns: Vec<Living>,
}

#[derive(Debug, Clone)]
struct Living {
    id: ThingId,
    at: PosInFileCm,
    spawn: Spawn,
    rng: Rng,
    next_check_s: f64,
    progress: u64,
    alive: Vec<Monster>,
}

/// A monster that appeared and was not killed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Monster {
    /// Row of LIST_NPC.STB.
    pub monster_id: u32,
    pub x_file_cm: f64,
    pub y_file_cm: f64,
    pub since_s: f64,
}

/// A line of a list that a rule draws: which, and how many more or fewer than it says.
type Draw = (List, usize, i64);

#[derive(Debug, Clone, Copy)]
enum List {
    Basic,
    Tactic,
}

/// What happens up to a share of progress: what the progress becomes, and what appears.
struct Stage {
    up_to: u64,
    then: Then,
    draws: &'static [Draw],
}

#[derive(Debug, Clone, Copy)]
enum Then {
    Grows(u64),
    Is(u64),
}

const HIGHEST_PROGRESS: u64 = 500;

/// As an open server has it (2026-11); it was written after the game's own.
const STAGES: &[Stage] = &[
    Stage { up_to: 10, then: Then::Grows(12), draws: &[(List::Basic, 0, 0)] },
    Stage { up_to: 15, then: Then::Grows(15), draws: &[(List::Basic, 0, -2), (List::Basic, 1, 0)] },
    Stage { up_to: 25, then: Then::Grows(12), draws: &[(List::Basic, 2, 0)] },
    Stage { up_to: 30, then: Then::Grows(15), draws: &[(List::Basic, 0, -1), (List::Basic, 2, 0)] },
    Stage { up_to: 40, then: Then::Grows(12), draws: &[(List::Basic, 3, 0)] },
    Stage { up_to: 50, then: Then::Grows(12), draws: &[(List::Basic, 1, 0), (List::Basic, 2, -1)] },
    Stage { up_to: 65, then: Then::Grows(20), draws: &[(List::Basic, 2, 0), (List::Basic, 3, -2)] },
    Stage { up_to: 73, then: Then::Grows(15), draws: &[(List::Basic, 3, 0), (List::Basic, 4, 0)] },
    Stage {
        up_to: 85,
        then: Then::Grows(15),
        draws: &[(List::Basic, 0, 0), (List::Basic, 4, -2), (List::Tactic, 0, -1)],
    },
    Stage {
        up_to: 92,
        then: Then::Is(1),
        draws: &[(List::Basic, 1, 0), (List::Tactic, 0, 0), (List::Tactic, 1, 0)],
    },
    Stage {
        up_to: u64::MAX,
        then: Then::Is(7),
        draws: &[(List::Basic, 4, 0), (List::Tactic, 0, 1), (List::Tactic, 1, 0)],
    },
];

impl Preview {
    /// All spawns of a zone, with nothing alive: the first check comes at once.
    pub fn new(zone: &Zone, plan: Plan) -> Preview {
        let spawns = zone.things().filter_map(|(id, thing)| {
            let at = thing.pos_in_file_cm();
            let seed = mix(plan.seed ^ mix(u64::from(id.0)));
            Some(Living {
                id,
                at,
                spawn: thing.spawn()?.clone(),
                rng: Rng::new(seed),
                next_check_s: 0.0,
                progress: 0,
                alive: Vec::new(),
            })
        });
        Preview { plan, time_s: 0.0, spawns: spawns.collect() }
    }

    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Everything that is alive, by spawn.
    pub fn monsters(&self) -> impl Iterator<Item = (ThingId, &Monster)> {
        self.spawns.iter().flat_map(|living| living.alive.iter().map(|one| (living.id, one)))
    }

    /// Lets time go by.
    pub fn advance(&mut self, seconds: f64) {
        if !(seconds.is_finite() && seconds > 0.0) {
            return;
        }
        self.time_s += seconds;
        for living in &mut self.spawns {
            living.advance(self.plan, self.time_s);
        }
    }

    /// How many of each monster are alive.
    pub fn counts(&self) -> BTreeMap<u32, usize> {
        let mut counts = BTreeMap::new();
        for (_, monster) in self.monsters() {
            *counts.entry(monster.monster_id).or_default() += 1;
        }
        counts
    }
}

impl Living {
    fn advance(&mut self, plan: Plan, until_s: f64) {
        let interval_s = f64::from(self.spawn.interval_s.max(1));
        for _ in 0..MOST_CHECKS {
            if self.next_check_s > until_s {
                break;
            }
            let now_s = self.next_check_s;
            self.bury(plan, now_s);
            match plan.rule {
                Rule::Progress => self.check_progress(now_s),
                Rule::Chance => self.check_chance(now_s),
            }
            self.next_check_s += interval_s;
        }
        // What was left out is not made up for later.
        if self.next_check_s <= until_s {
            self.next_check_s = until_s + interval_s;
        }
        self.bury(plan, until_s);
    }

    fn bury(&mut self, plan: Plan, now_s: f64) {
        if let Some(life_s) = plan.life_s {
            self.alive.retain(|monster| now_s - monster.since_s < life_s);
        }
    }

    fn check_progress(&mut self, now_s: f64) {
        let (limit, points) = (u64::from(self.spawn.limit), u64::from(self.spawn.tactic_points));
        let n_alive = self.alive.len() as u64;
        if n_alive >= limit {
            self.progress = self.progress.saturating_sub(1);
            return;
        }
        let share = (2 * limit - n_alive) * self.progress * 50 / (limit * points.max(1));
        let Some(stage) = STAGES.iter().find(|stage| share <= stage.up_to) else { return };
        self.progress = match stage.then {
            Then::Grows(by) => (self.progress + by).min(HIGHEST_PROGRESS),
            Then::Is(progress) => progress,
        };
        for (list, line, change) in stage.draws {
            let list = match list {
                List::Basic => &self.spawn.basic,
                List::Tactic => &self.spawn.tactic,
            };
            if let Some(Monsters { monster_id, count, .. }) = list.get(*line) {
                let (monster_id, count) = (*monster_id, i64::from(*count) + change);
                let room = MOST_ALIVE.saturating_sub(self.alive.len()) as i64;
                (0..count.clamp(0, room)).for_each(|_| self.appear(monster_id, now_s));
            }
        }
    }

    fn check_chance(&mut self, now_s: f64) {
        if self.alive.len() as u64 >= u64::from(self.spawn.limit) {
            return;
        }
        let line = self.rng.below(self.spawn.basic.len() as u32);
        if let Some(line) = self.spawn.basic.get(line as usize) {
            self.appear(line.monster_id, now_s);
        }
    }

    /// Somewhere within the range, every spot as likely as any other.
    fn appear(&mut self, monster_id: u32, now_s: f64) {
        if self.alive.len() >= MOST_ALIVE {
            return;
        }
        let range_cm = f64::from(self.spawn.range_m) * 100.0;
        let (mut x, mut y) = (0.0, 0.0);
        for _ in 0..64 {
            x = 2.0 * f64::from(self.rng.unit()) - 1.0;
            y = 2.0 * f64::from(self.rng.unit()) - 1.0;
            if x * x + y * y <= 1.0 {
                break;
            }
        }
        let (x_file_cm, y_file_cm) = (self.at.x + x * range_cm, self.at.y + y * range_cm);
        self.alive.push(Monster { monster_id, x_file_cm, y_file_cm, since_s: now_s });
    }
}

/// How much of a monster a zone's spawns hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Total {
    pub monster_id: u32,
    /// Spawns with it in either list.
    pub n_spawns: usize,
    /// How many live at once when all spawns are full, if every monster of a basic list is as
    /// likely as the lines say.
    pub n_alive: f64,
}

/// All monsters of a zone, by number.
pub fn totals(zone: &Zone) -> Vec<Total> {
    let mut totals: BTreeMap<u32, (usize, f64)> = BTreeMap::new();
    for spawn in zone.things().filter_map(|(_, thing)| thing.spawn()) {
        let ids = spawn.basic.iter().chain(&spawn.tactic).map(|line| line.monster_id);
        let ids: BTreeSet<u32> = ids.collect();
        for id in ids {
            totals.entry(id).or_default().0 += 1;
        }
        let n_all: f64 = spawn.basic.iter().map(|line| f64::from(line.count)).sum();
        for line in spawn.basic.iter().filter(|_| n_all > 0.0) {
            let share = f64::from(line.count) / n_all;
            totals.entry(line.monster_id).or_default().1 += f64::from(spawn.limit) * share;
        }
    }
    let total = |(monster_id, (n_spawns, n_alive))| Total { monster_id, n_spawns, n_alive };
    totals.into_iter().map(total).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{act, first, sample_zone};
    use super::super::thing::Kind;
    use super::*;

    const PLAN: Plan = Plan { seed: 3, rule: Rule::Progress, life_s: None };

    #[test]
    fn spawns_fill_up_and_what_appears_is_in_range() {
        let zone = sample_zone();
        for rule in [Rule::Progress, Rule::Chance] {
            let mut preview = Preview::new(&zone, Plan { rule, ..PLAN });
            assert_eq!(preview.monsters().count(), 0);
            preview.advance(3600.0);
            let mut per_spawn: BTreeMap<ThingId, usize> = BTreeMap::new();
            for (id, monster) in preview.monsters() {
                *per_spawn.entry(id).or_default() += 1;
                let thing = zone.thing(id).unwrap();
                let (spawn, at) = (thing.spawn().unwrap(), thing.pos_in_file_cm());
                let distance = (monster.x_file_cm - at.x).hypot(monster.y_file_cm - at.y);
                assert!(distance <= f64::from(spawn.range_m) * 100.0);
                let lines = spawn.basic.iter().chain(&spawn.tactic);
                assert!(lines.into_iter().any(|line| line.monster_id == monster.monster_id));
            }
            let spawns = zone.things().filter_map(|(id, thing)| Some((id, thing.spawn()?)));
            for (id, spawn) in spawns {
                assert!(per_spawn[&id] >= spawn.limit as usize, "{rule:?} {id}");
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_monsters_however_time_is_cut() {
        let zone = sample_zone();
        let plan = Plan { life_s: Some(90.0), ..PLAN };
        let run = |plan: Plan, steps: &[f64]| {
            let mut preview = Preview::new(&zone, plan);
            steps.iter().for_each(|seconds| preview.advance(*seconds));
            preview.monsters().map(|(id, monster)| (id, *monster)).collect::<Vec<_>>()
        };
        assert_eq!(run(plan, &[600.0]), run(plan, &[100.0, 250.0, 250.0]));
        assert_ne!(run(plan, &[600.0]), run(Plan { seed: 4, ..plan }, &[600.0]));
    }

    #[test]
    fn progress_goes_from_the_basic_list_to_the_tactic_list() {
        let zone = sample_zone();
        let id = first(&zone, Kind::Spawn);
        let one = format!(r#""things":{{"ids":[{}]}}"#, id.0);
        let rest = format!(
            r#"{{"action":"delete","things":{{"ids":{:?}}}}}"#,
            zone.things()
                .filter(|(other, thing)| thing.spawn().is_some() && *other != id)
                .map(|(id, _)| id.0)
                .collect::<Vec<_>>()
        );
        let mut zone = act(&zone, &rest).unwrap();
        for (field, to) in
            [("limit", 1000), ("tactic-points", 10), ("interval", 10), ("monster-count", 3)]
        {
            zone = act(&zone, &format!(r#"{{"action":"set",{one},"field":"{field}","to":{to}}}"#))
                .unwrap();
        }
        let spawn = zone.thing(id).unwrap().spawn().unwrap().clone();
        let mut preview = Preview::new(&zone, PLAN);
        preview.advance(1.0);
        assert_eq!(preview.counts(), BTreeMap::from([(spawn.basic[0].monster_id, 3)]));
        // With few points the tactic list follows at once.
        preview.advance(10.0);
        let n_tactic = preview.counts()[&spawn.tactic[0].monster_id];
        assert!(n_tactic >= 4, "{n_tactic}");
    }

    #[test]
    fn odd_spawns_do_no_harm() {
        let mut zone = sample_zone();
        for (field, to) in [
            ("limit", "4294967295"),
            ("range", "4294967295"),
            ("interval", "0"),
            ("tactic-points", "0"),
            ("monster-count", "4294967295"),
        ] {
            let json = format!(
                r#"{{"action":"set","things":{{"matching":{{"kinds":["spawn"]}}}},"field":"{field}","to":{to}}}"#
            );
            zone = act(&zone, &json).unwrap();
        }
        let mut preview = Preview::new(&zone, PLAN);
        preview.advance(1e9);
        preview.advance(f64::NAN);
        assert!(preview.monsters().count() <= zone.n_things() * MOST_ALIVE);
    }

    #[test]
    fn totals_add_up_to_the_limits() {
        let zone = sample_zone();
        let limits: u32 = zone.things().filter_map(|(_, t)| t.spawn()).map(|s| s.limit).sum();
        let alive: f64 = totals(&zone).iter().map(|total| total.n_alive).sum();
        assert!((alive - f64::from(limits)).abs() < 1e-6);
    }
}
