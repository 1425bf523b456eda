//! Spawns where nothing appears, or not where one may walk.

use crate::format::rose::ifo::spawn::{Monsters, Spawn};
use crate::problem::{Rule, Severity};
use crate::space::rose::position::{PosInFileCm, PosInWorldCm};
use crate::world::zone::field::Field;
use crate::world::zone::ground::{Cut, InWorld};
use crate::world::zone::thing::Thing;
use crate::world::zone::{Listed, Zone};

use super::found::{Found, fixes};

/// The numbers that the first editor of the game begins with.
const USUAL_LIMIT: f64 = 5.0;
const USUAL_RANGE_M: f64 = 20.0;
const USUAL_INTERVAL_S: f64 = 7.0;
const USUAL_TACTIC_POINTS: f64 = 100.0;

/// No spawn of a game has as many monsters alive.
const MOST_MONSTERS: u32 = 1_000;
/// Farther than the largest world is wide.
const LARGEST_RANGE_M: u32 = 10_000;
/// Thirty days: servers are restarted sooner.
const LONGEST_INTERVAL_S: u32 = 30 * 24 * 3_600;
/// A hundred times those of real spawns, and more.
const MOST_TACTIC_POINTS: u32 = 100_000;

/// Wider ranges are looked at as if they were so wide.
const WIDEST_M: f64 = 200.0;
/// The same where a zone is cut so finely that the widest range would be millions of cells.
const WIDEST_CELLS: f64 = 100.0;

pub(super) const EMPTY: Rule = Rule {
    code: "zone-spawn-empty",
    severity: Severity::Warning,
    title: "Spawn without monsters",
    explanation: "\
The basic list of this spawn is empty. Servers draw from it first, so nothing ever appears here, \
whatever is in the tactic list.

Add a monster, or delete the spawn.",
};

pub(super) const NO_LIMIT: Rule = Rule {
    code: "zone-spawn-no-limit",
    severity: Severity::Warning,
    title: "Spawn with a limit of 0",
    explanation: "\
The limit is how many monsters of a spawn are alive at once. With 0 none appears, and a server \
that divides by it stops with an error.

Some people switch off a spawn this way. The fix sets the default limit of editors; only you can \
choose it, and `--fix` skips it.",
};

pub(super) const NO_RANGE: Rule = Rule {
    code: "zone-spawn-no-range",
    severity: Severity::Information,
    title: "Spawn with a range of 0",
    explanation: "\
The range is how far from the spawn its monsters appear, in metres. With 0 all of them appear in \
one place, which makes sense for a boss and seldom for others.",
};

pub(super) const NO_INTERVAL: Rule = Rule {
    code: "zone-spawn-no-interval",
    severity: Severity::Information,
    title: "Spawn with an interval of 0",
    explanation: "\
The interval is how many seconds pass before more monsters appear. With 0 a killed monster is back \
at once: players can't clear the spawn.",
};

pub(super) const NO_COUNT: Rule = Rule {
    code: "zone-spawn-no-count",
    severity: Severity::Information,
    title: "Spawn with 0 of a monster",
    explanation: "\
A line in a list of this spawn has a count of 0: none of its monsters appears. When a server chooses \
this line, nothing happens.

Set the count, or delete the line. Some people switch off a line this way, so `--fix` skips it.",
};

pub(super) const NO_TACTIC_POINTS: Rule = Rule {
    code: "zone-spawn-no-tactic-points",
    severity: Severity::Information,
    title: "Spawn with 0 tactic points",
    explanation: "\
Killed monsters collect tactic points, and a spawn switches to its tactic list when they reach this \
number. With 0 they always reach it, so the basic list may never be used.

The fix sets the default of editors; only you can choose the number, and `--fix` skips it.",
};

pub(super) const TOO_MUCH: Rule = Rule {
    code: "zone-spawn-too-much",
    severity: Severity::Warning,
    title: "Spawn with a number that is too large",
    explanation: "\
A number of this spawn is far larger than any that works. More than 1,000 monsters at once bring \
down a server. A range of more than 10 km is wider than any zone. After an interval of more than 30 \
days, or with more than 100,000 tactic points, nothing ever appears.

Most often the field was damaged, or a number less than 0 was stored in it. Set it to a usual number.",
};

pub(super) const BLOCKED: Rule = Rule {
    code: "zone-spawn-blocked",
    severity: Severity::Warning,
    title: "Spawn where no monster may walk",
    explanation: "\
All of the ground within the range of this spawn is blocked in the MOV files, for everybody or for \
monsters. Monsters that appear here can't move, or can't be reached.

Move the spawn, widen its range, or open the ground.",
};

pub(super) const OUTSIDE: Rule = Rule {
    code: "zone-spawn-outside",
    severity: Severity::Hint,
    title: "Spawn that reaches outside the zone",
    explanation: "\
The range of this spawn reaches into blocks that the zone does not have. Monsters that appear \
there have no ground.

Move the spawn, or make its range smaller. You can ignore this if you opened only a part of a \
zone.",
};

pub(super) fn check(found: &mut Found<'_>, listed: Listed, thing: &Thing) {
    let Some(spawn) = thing.spawn() else { return };
    let id = listed.id;
    if spawn.basic.is_empty() {
        // No fix: a script may fill it, and its tactic list may be what somebody has worked on.
        found.add(&EMPTY, listed, || {
            ("the basic list of the spawn is empty".to_owned(), Vec::new())
        });
    }
    // A person may have meant any of them: a spawn that is off, a boss, a spawn that never ends.
    for (rule, number, field, usual) in [
        (&NO_LIMIT, spawn.limit, Field::Limit, USUAL_LIMIT),
        (&NO_RANGE, spawn.range_m, Field::Range, USUAL_RANGE_M),
        (&NO_INTERVAL, spawn.interval_s, Field::Interval, USUAL_INTERVAL_S),
        (&NO_TACTIC_POINTS, spawn.tactic_points, Field::TacticPoints, USUAL_TACTIC_POINTS),
    ] {
        // Without a tactic list there is nothing to switch to.
        let is_used = rule.code != NO_TACTIC_POINTS.code || !spawn.tactic.is_empty();
        if number == 0 && is_used {
            found.add(rule, listed, || {
                let fix = fixes::set(id, field, usual).one_by_one();
                (format!("the {field} of the spawn is 0"), vec![fix])
            });
        }
    }
    check_large(found, listed, spawn);
    let around = Around::of(found.zone(), thing.pos_in_file_cm(), f64::from(spawn.range_m));
    if around.n_known > 0 && around.n_open == 0 {
        found.add(&BLOCKED, listed, || {
            let message = format!("all ground within {} m of the spawn is blocked", spawn.range_m);
            (message, Vec::new())
        });
    }
    // Of one IFO alone nobody knows what lies around it.
    if !found.zone().is_of_one_ifo() && around.n_outside > 0 && around.n_outside < around.n_cells {
        found.add(&OUTSIDE, listed, || {
            let percent = (100 * around.n_outside).div_ceil(around.n_cells);
            (format!("{percent} % of the spawn range lies outside the zone"), Vec::new())
        });
    }
}

/// Counts of 0, and numbers that are out of reach.
fn check_large(found: &mut Found<'_>, listed: Listed, spawn: &Spawn) {
    for (number, most, field) in [
        (spawn.limit, MOST_MONSTERS, Field::Limit),
        (spawn.range_m, LARGEST_RANGE_M, Field::Range),
        (spawn.interval_s, LONGEST_INTERVAL_S, Field::Interval),
        (spawn.tactic_points, MOST_TACTIC_POINTS, Field::TacticPoints),
    ] {
        if number > most {
            let message =
                || format!("the {field} of the spawn is {number}; more than {most} is too much");
            found.add(&TOO_MUCH, listed, || (message(), Vec::new()));
        }
    }
    for (list, lines) in [("basic", &spawn.basic), ("tactic", &spawn.tactic)] {
        for (line, monsters) in lines.iter().enumerate() {
            let Monsters { monster_id: id, count, .. } = monsters;
            let line = format!("line {line} of the {list} list has {count} of monster {id}");
            if *count == 0 {
                found.add(&NO_COUNT, listed, || (line, Vec::new()));
            } else if *count > MOST_MONSTERS {
                let message = format!("{line}; more than {MOST_MONSTERS} is too much");
                found.add(&TOO_MUCH, listed, || (message, Vec::new()));
            }
        }
    }
}

/// The walk cells within the range of a spawn.
#[derive(Default)]
struct Around {
    n_cells: u32,
    /// In no block of the zone.
    n_outside: u32,
    /// Those that a MOV says anything of.
    n_known: u32,
    n_open: u32,
}

impl Around {
    fn of(zone: &Zone, at: PosInFileCm, range_m: f64) -> Around {
        let mut around = Around::default();
        let grid = zone.grid();
        let at = grid.world_from_file(at);
        let size_cm = Cut::Walks.size_cm(grid);
        let range_cm = (range_m.min(WIDEST_M) * 100.0).min(WIDEST_CELLS * size_cm);
        let [x, y] = Cut::Walks.units_from_world(grid, at);
        if !(x.abs() < 1e9 && y.abs() < 1e9) {
            return around;
        }
        let reach = (range_cm / size_cm).ceil() as i32;
        let (x, y) = (x.floor() as i32, y.floor() as i32);
        for (dx, dy) in (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy))) {
            let cell = InWorld { x: x + dx, y: y + dy };
            let middle: PosInWorldCm = Cut::Walks.world_of(grid, cell);
            let is_near = (middle.x - at.x).hypot(middle.y - at.y) <= range_cm;
            if !is_near && (dx, dy) != (0, 0) {
                continue;
            }
            around.n_cells += 1;
            around.n_outside += u32::from(zone.block_at(middle).is_none());
            if let Some(walk) = zone.walk(cell) {
                around.n_known += 1;
                around.n_open += u32::from(walk == 0);
            }
        }
        around
    }
}
