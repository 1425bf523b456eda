//! What can go wrong during a save.

use landwright_core::sample::rng::Rng;

use super::calls::Call;
use super::case::Case;
use super::prepared::Prepared;
use super::stage;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    Kill,
    /// A call fails once.
    Error(Errno),
    /// From some call on, all of its name fail.
    Lasting(Errno),
    /// The next command is killed as well.
    DoubleKill,
    /// Somebody else saves the same in the middle of it.
    TwoWriters,
    /// After a kill, the folder goes elsewhere.
    Moved,
    /// A kill in a folder whose name is no UTF-8.
    OddName,
    FullDisk,
    FullJournal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Errno {
    Eio,
    Enospc,
    Eacces,
}

const FAULTS: &[(&str, Fault)] = &[
    ("kill", Fault::Kill),
    ("eio", Fault::Error(Errno::Eio)),
    ("eio-lasts", Fault::Lasting(Errno::Eio)),
    ("enospc", Fault::Error(Errno::Enospc)),
    ("enospc-lasts", Fault::Lasting(Errno::Enospc)),
    ("eacces", Fault::Error(Errno::Eacces)),
    ("eacces-lasts", Fault::Lasting(Errno::Eacces)),
    ("double-kill", Fault::DoubleKill),
    ("two-writers", Fault::TwoWriters),
    ("moved", Fault::Moved),
    ("odd-name", Fault::OddName),
    ("full-disk", Fault::FullDisk),
    ("full-journal", Fault::FullJournal),
];

/// Where a fault strikes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Point {
    Call(Call),
    /// So many pages are free.
    Free(u64),
}

impl Errno {
    fn name(self) -> &'static str {
        match self {
            Errno::Eio => "EIO",
            Errno::Enospc => "ENOSPC",
            Errno::Eacces => "EACCES",
        }
    }

    fn strikes(self, call: &Call) -> bool {
        match self {
            Errno::Eio => call.can_fail(),
            Errno::Enospc => call.needs_room(),
            Errno::Eacces => call.needs_rights(),
        }
    }
}

impl Fault {
    pub(crate) fn named(name: &str) -> Option<Fault> {
        FAULTS.iter().find(|(known, _)| *known == name).map(|(_, fault)| *fault)
    }

    pub(crate) fn name(self) -> &'static str {
        FAULTS.iter().find(|(_, fault)| *fault == self).map_or("", |(name, _)| name)
    }

    /// Those that can befall a way to save.
    pub(crate) fn of(case: &Case) -> impl Iterator<Item = Fault> {
        let has_journal = case.is_window();
        let faults = FAULTS.iter().map(|(_, fault)| *fault);
        faults.filter(move |fault| *fault != Fault::FullJournal || has_journal)
    }

    /// Everywhere that it can strike, in order.
    pub(crate) fn points(self, prepared: &Prepared) -> Vec<Point> {
        if matches!(self, Fault::FullDisk | Fault::FullJournal) && stage::can_mount() {
            let n_pages = prepared.pages_needed(self == Fault::FullJournal);
            return (0..n_pages).map(Point::Free).collect();
        }
        let strikes = |call: &&Call| match self {
            Fault::Error(errno) | Fault::Lasting(errno) => errno.strikes(call),
            Fault::FullDisk | Fault::FullJournal => Errno::Enospc.strikes(call),
            _ => true,
        };
        prepared.calls.iter().filter(strikes).cloned().map(Point::Call).collect()
    }

    /// One of the points. What changes the disk is chosen more often than what only looks.
    pub(crate) fn choose(self, points: &[Point], rng: &mut Rng) -> Option<Point> {
        let changing: Vec<&Point> = points.iter().filter(|point| point.is_changing()).collect();
        let any = |rng: &mut Rng| points.get(rng.below(points.len().max(1) as u32) as usize);
        let point = match rng.below(4) {
            0 => any(rng),
            _ if changing.is_empty() => any(rng),
            _ => changing.get(rng.below(changing.len() as u32) as usize).copied(),
        };
        point.cloned()
    }

    /// Options of `strace` that make it strike at a call.
    pub(crate) fn injected(self, call: &Call) -> Vec<String> {
        let Call { name, number, .. } = call;
        let inject = match self {
            Fault::Error(errno) => format!("{name}:error={}:when={number}", errno.name()),
            Fault::Lasting(errno) => format!("{name}:error={}:when={number}+", errno.name()),
            Fault::FullDisk | Fault::FullJournal => format!("{name}:error=ENOSPC:when={number}+"),
            Fault::TwoWriters => format!("{name}:signal=STOP:when={number}"),
            Fault::Kill | Fault::DoubleKill | Fault::Moved | Fault::OddName => {
                format!("{name}:signal=KILL:when={number}")
            }
        };
        let words = ["-e", &format!("trace={name}"), "-e", &format!("inject={inject}")];
        words.map(str::to_owned).into()
    }

    /// Whether it goes on after it was met, so that trying again does not help.
    pub(crate) fn lasts(self) -> bool {
        matches!(self, Fault::Lasting(_) | Fault::FullDisk | Fault::FullJournal)
    }
}

impl Point {
    fn is_changing(&self) -> bool {
        match self {
            Point::Call(call) => call.is_changing(),
            Point::Free(_) => true,
        }
    }

    pub(crate) fn in_words(&self) -> String {
        match self {
            Point::Call(call) => format!("{} {}", call.name, call.number),
            Point::Free(pages) => format!("{pages} pages free"),
        }
    }
}
