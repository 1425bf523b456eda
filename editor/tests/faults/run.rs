//! One run: a save with a fault, and what a person does next.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use landwright_core::sample::rng::Rng;

use super::calls;
use super::case::Step;
use super::fault::{Fault, Point};
use super::prepared::Prepared;
use super::process::{self, Ended};
use super::stage::{Ground, Stage};
use super::tree::Tree;

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Came {
    /// The save itself.
    pub(crate) first: Ended,
    /// Whether the fault struck at all.
    pub(crate) has_struck: bool,
    /// Another writer at the same time.
    pub(crate) second: Option<Ended>,
    /// The folder before the next command.
    pub(crate) between: Tree,
    pub(crate) next_step: Step,
    pub(crate) next: Ended,
    pub(crate) last: Tree,
}

const STOPPED: &str = "stopped by SIGSTOP";

/// How long somebody waits for a lock that another program has.
const PATIENCE: Duration = Duration::from_secs(3);

/// Lets a fault strike at a point.
pub(crate) fn run(
    prepared: &Prepared,
    fault: Fault,
    point: &Point,
    rng: &mut Rng,
) -> (Came, Stage) {
    let ground = match (fault, point) {
        (Fault::OddName, _) => Ground::OddName,
        (Fault::FullDisk, Point::Free(pages)) => Ground::FullDisk(*pages),
        (Fault::FullJournal, Point::Free(pages)) => Ground::FullJournal(*pages),
        _ => Ground::Usual,
    };
    let case = &prepared.case;
    let mut stage = Stage::new(&prepared.old, &Tree::default(), ground);
    let injected = match point {
        Point::Call(call) => fault.injected(call),
        Point::Free(_) => Vec::new(),
    };
    let (first, second) = match fault {
        Fault::TwoWriters => two_writers(prepared, &stage, &injected),
        _ => (process::run(&case.save, &stage.place, &noted(&injected, &stage)), None),
    };
    let has_struck = injected.is_empty() || first.code.is_none() || is_noted(&stage);
    stage.make_room();
    let mut next_step = case.next[rng.below(case.next.len() as u32) as usize].clone();
    if fault == Fault::Moved {
        stage.move_work();
        if case.is_window() {
            // It knows its files by where they were; the command line comes by here.
            next_step = Step::Line("landwright check .".to_owned());
        }
    }
    if fault == Fault::DoubleKill {
        kill_again(&next_step, &stage, rng);
    }
    let between = stage.work();
    let next = process::run(&next_step, &stage.place, &[]);
    let last = stage.work();
    (Came { first, has_struck, second, between, next_step, next, last }, stage)
}

/// Where `strace` writes down what it did.
const NOTES: &str = "notes";

fn noted(injected: &[String], stage: &Stage) -> Vec<String> {
    if injected.is_empty() {
        return Vec::new();
    }
    let mut options = vec!["-o".to_owned(), stage.log(NOTES).to_str().unwrap().to_owned()];
    options.extend_from_slice(injected);
    options
}

fn is_noted(stage: &Stage) -> bool {
    let notes = fs::read_to_string(stage.log(NOTES)).unwrap_or_default();
    notes.contains("(INJECTED)") || notes.contains(STOPPED)
}

/// Kills the next command as well, at one of the calls that it makes here.
fn kill_again(step: &Step, stage: &Stage, rng: &mut Rng) {
    let trial = Stage::new(&stage.work(), &stage.home(), Ground::Usual);
    let log = trial.log("calls");
    process::run(step, &trial.place, &calls::counting(log.to_str().unwrap()));
    let log = fs::read_to_string(log).unwrap_or_default();
    let calls = calls::touching(&log, trial.place.root());
    let points: Vec<Point> = calls.into_iter().map(Point::Call).collect();
    if let Some(Point::Call(call)) = Fault::Kill.choose(&points, rng) {
        process::run(step, &stage.place, &noted(&Fault::Kill.injected(&call), stage));
    }
}

/// Stops the save at a call, lets another one run to its end, and goes on.
fn two_writers(prepared: &Prepared, stage: &Stage, injected: &[String]) -> (Ended, Option<Ended>) {
    let (case, place) = (&prepared.case, &stage.place);
    let mut first = process::start(&case.save, place, &noted(injected, stage));
    wait_for_stop(&mut first, &stage.log(NOTES));
    let mut second = process::start(&case.other, place, &[]);
    // Where it waits for a lock of the first one, that has to go on before.
    ends_in_time(&mut second);
    go_on(&mut first, &stage.log(NOTES));
    (process::wait(first, place), Some(process::wait(second, place)))
}

/// The threads that notes say were stopped, once for each time.
fn stopped(notes: &Path) -> Vec<String> {
    let text = fs::read_to_string(notes).unwrap_or_default();
    let stops = text.lines().filter(|line| line.contains(STOPPED));
    stops.filter_map(|line| Some(line.split_once(' ')?.0.to_owned())).collect()
}

fn has_ended(child: &mut Child) -> bool {
    child.try_wait().is_ok_and(|ended| ended.is_some())
}

fn wait_for_stop(child: &mut Child, notes: &Path) {
    let start = Instant::now();
    while start.elapsed() < PATIENCE * 10 && stopped(notes).is_empty() && !has_ended(child) {
        thread::sleep(Duration::from_millis(3));
    }
}

/// Lets a stopped process go on until it ends. Each of its threads may come to such a call.
fn go_on(child: &mut Child, notes: &Path) {
    let mut n_let_go = 0;
    while !has_ended(child) {
        let stopped = stopped(notes);
        for process in stopped.iter().skip(n_let_go) {
            let _ = Command::new("kill").args(["-CONT", process]).output();
        }
        n_let_go = stopped.len();
        thread::sleep(Duration::from_millis(3));
    }
}

fn ends_in_time(child: &mut Child) {
    let start = Instant::now();
    while start.elapsed() < PATIENCE && !has_ended(child) {
        thread::sleep(Duration::from_millis(3));
    }
}
