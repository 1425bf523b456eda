//! Runs everything that is asked for, on all processors.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use landwright_core::sample::rng::Rng;
use landwright_core::scene::chance::mix;
use landwright_core::vfs::ContentHash;

use super::case::Case;
use super::cases;
use super::fault::{Fault, Point};
use super::options::{Extent, Options};
use super::prepared::Prepared;
use super::process;
use super::run;
use super::stage;
use super::table::{self, Finding, Line};
use super::verdict;

/// Not every call comes again in each run: threads take turns, and a folder may be called otherwise.
const MOST_TRIES: usize = 6;

/// A line, and what is needed to run it.
struct Work<'w> {
    prepared: Option<&'w Prepared>,
    points: Vec<Point>,
    line: Mutex<(Line, Vec<Finding>)>,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    let is_asked = |case: &Case| {
        options.kind.as_ref().is_none_or(|kind| kind == case.kind)
            && options.way.as_ref().is_none_or(|way| way == case.way)
            && is_in_part(case, options.part)
    };
    let cases: Vec<Case> = cases::all().into_iter().filter(is_asked).collect();
    if cases.is_empty() {
        return wrong_use("nothing is saved so; without --kind and --way all lines are listed");
    }
    let programs: Vec<_> = cases.iter().flat_map(Case::programs).collect();
    if let Some(missing) = process::missing(&programs) {
        return wrong_use(&missing);
    }
    if !stage::can_mount() {
        eprintln!("note: no small disks can be mounted here; calls fail in place of a full disk");
    }
    let start = Instant::now();
    let prepared = in_parallel(&cases, Prepared::new);
    let works: Vec<Work<'_>> = cases
        .iter()
        .zip(&prepared)
        .flat_map(|(case, prepared)| works_of(case, prepared, options))
        .collect();
    eprintln!("{} lines, ready after {} s", works.len(), start.elapsed().as_secs());
    run_all(&works, options, start);
    let lines: Vec<_> = works.into_iter().map(|work| work.line.into_inner().unwrap()).collect();
    report(&lines, options)
}

/// Cases are spread by their names, so that a new one moves no other.
fn is_in_part(case: &Case, (part, of): (u64, u64)) -> bool {
    let name = format!("{} {}", case.kind, case.way);
    mix(ContentHash::of(name.as_bytes()).0 as u64) % of == part - 1
}

fn wrong_use(what: &str) -> ExitCode {
    eprintln!("error: {what}");
    ExitCode::from(2)
}

fn works_of<'w>(
    case: &'w Case,
    prepared: &'w Result<Prepared, String>,
    options: &Options,
) -> Vec<Work<'w>> {
    let faults = Fault::of(case).filter(|fault| options.fault.is_none_or(|asked| asked == *fault));
    let work = |fault: Fault| {
        let points = prepared.as_ref().map(|prepared| fault.points(prepared)).unwrap_or_default();
        let mut trouble = prepared.as_ref().err().cloned();
        if points.is_empty() && trouble.is_none() {
            trouble = Some("no system call where it could strike".to_owned());
        }
        let (kind, way) = (case.kind, case.way);
        let line = Line { kind, way, fault, n_runs: 0, n_missed: 0, counts: [0; 4], trouble };
        Work { prepared: prepared.as_ref().ok(), points, line: Mutex::new((line, Vec::new())) }
    };
    faults.map(work).collect()
}

/// Round by round, a run of every line in each, so that a time that is over is spread fairly.
fn run_all(works: &[Work<'_>], options: &Options, start: Instant) {
    let n_rounds = match options.extent {
        Extent::Sample(n) => n,
        Extent::Time(_) => u64::MAX,
        Extent::All => works.iter().map(|work| work.points.len()).max().unwrap_or(0) as u64,
    };
    let rounds = match options.only_run {
        Some(run) => run..run + 1,
        None => 0..n_rounds,
    };
    let end = match options.extent {
        Extent::Time(time) => time,
        _ => Duration::MAX,
    };
    for round in rounds {
        let is_first = round == 0 || options.only_run.is_some();
        let is_over = || !is_first && start.elapsed() >= end;
        if is_over() || works.iter().all(|work| work.points.is_empty()) {
            break;
        }
        in_parallel(works, |work| {
            if !is_over() {
                run_one(work, round, options);
            }
        });
    }
}

fn run_one(work: &Work<'_>, round: u64, options: &Options) {
    let Some(prepared) = work.prepared else { return };
    let line = work.line.lock().unwrap().0.clone();
    let name = format!("{} {} {}", line.kind, line.way, line.fault.name());
    let mut rng =
        Rng::new(mix(options.seed ^ mix(ContentHash::of(name.as_bytes()).0 as u64 ^ mix(round))));
    for _ in 0..MOST_TRIES {
        let point = match options.extent {
            Extent::All => work.points.get(round as usize).cloned(),
            _ => line.fault.choose(&work.points, &mut rng),
        };
        let Some(point) = point else { return };
        if strikes(work, prepared, round, &point, &mut rng, options) {
            return;
        }
    }
}

/// Runs it once, and says whether the fault struck.
fn strikes(
    work: &Work<'_>,
    prepared: &Prepared,
    round: u64,
    point: &Point,
    rng: &mut Rng,
    options: &Options,
) -> bool {
    let fault = work.line.lock().unwrap().0.fault;
    let (came, stage) = run::run(prepared, fault, point, rng);
    let verdict = verdict::judge(prepared, fault, &came);
    let (line, findings) = &mut *work.line.lock().unwrap();
    if !came.has_struck {
        line.n_missed += 1;
        return false;
    }
    line.count(&verdict);
    if !verdict.is_clean() {
        let finding = Finding::new(round, point, &verdict, &came);
        eprintln!("{}", finding.in_words(line, options));
        findings.push(finding);
        if options.keeps_folders {
            eprintln!("  kept: {}", stage.keep().display());
        }
    }
    true
}

fn report(lines: &[(Line, Vec<Finding>)], options: &Options) -> ExitCode {
    if options.is_json {
        println!("{}", table::json(lines, options));
    } else {
        let lines: Vec<Line> = lines.iter().map(|(line, _)| line.clone()).collect();
        print!("{}", table::tsv(&lines));
    }
    let mut troubles = BTreeMap::new();
    for (line, _) in lines.iter().filter(|(line, _)| line.n_runs == 0) {
        let why = line.trouble.clone().unwrap_or_else(|| "there is no such run".to_owned());
        troubles.entry((line.kind, line.way, why)).or_insert_with(Vec::new).push(line.fault.name());
    }
    for ((kind, way, why), faults) in troubles {
        eprintln!("no runs: {kind} {way} ({}): {why}", faults.join(", "));
    }
    let n_runs: u64 = lines.iter().map(|(line, _)| line.n_runs).sum();
    let n_missed: u64 = lines.iter().map(|(line, _)| line.n_missed).sum();
    if n_missed > 0 {
        eprintln!("{n_missed} runs more, in which the call did not come again");
    }
    let n_found: usize = lines.iter().map(|(_, findings)| findings.len()).sum();
    let n_empty = lines.iter().filter(|(line, _)| line.n_runs == 0).count();
    eprintln!("{n_runs} runs in {} lines, {n_found} found something", lines.len());
    if n_empty > 0 {
        eprintln!("{n_empty} lines without runs");
    }
    let is_clean = lines.iter().all(|(line, _)| line.is_clean());
    if is_clean { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// Does something with everything in a list, on all processors, and gives what came in order.
fn in_parallel<'l, T: Sync, R: Send>(list: &'l [T], work: impl Fn(&'l T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    let n_threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = list.get(idx) else { return };
                    let result = work(item);
                    results.lock().unwrap().insert(idx, result);
                }
            });
        }
    });
    results.into_inner().unwrap().into_values().collect()
}
