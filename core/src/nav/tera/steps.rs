//! How far long work is, reported to the person who waits for it and may cancel it.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::format::packed::Progress;

/// Fewer things than this for each thread are not worth a thread.
const FEWEST: usize = 16;

/// How long a person waits at most until the work notices that it is cancelled.
const PATIENCE: Duration = Duration::from_millis(20);

/// Asks whether to go on, in the midst of long work on one thing.
pub type Ask<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// The steps of some work, counted.
pub struct Steps<'p> {
    progress: Progress<'p>,
    n_done: usize,
    n_all: usize,
}

impl<'p> Steps<'p> {
    pub fn new(progress: Progress<'p>, n_all: usize) -> Steps<'p> {
        Steps { progress, n_done: 0, n_all }
    }

    /// One more is done.
    pub fn step(&mut self) -> ControlFlow<()> {
        self.n_done = self.n_done.saturating_add(1).min(self.n_all);
        self.ask()
    }

    /// Whether to go on, in the midst of a step that may take long.
    pub fn ask(&mut self) -> ControlFlow<()> {
        (self.progress)(self.n_done, self.n_all)
    }

    /// Does the same work on each of many things, on all cores, and returns the results in their
    /// order. `done` follows each of them: [`Steps::step`] or [`Steps::ask`].
    pub fn each<T: Sync, R: Send>(
        &mut self,
        things: &[T],
        done: impl Fn(&mut Self) -> ControlFlow<()>,
        work: impl Fn(&T, Ask<'_>) -> ControlFlow<(), R> + Sync,
    ) -> ControlFlow<(), Vec<R>> {
        let n_cores = thread::available_parallelism().map_or(1, NonZero::get);
        let n_threads = n_cores.min(things.len() / FEWEST);
        if n_threads < 2 {
            let mut results = Vec::with_capacity(things.len());
            for thing in things {
                results.push(work(thing, &mut || self.ask())?);
                done(self)?;
            }
            return ControlFlow::Continue(results);
        }
        let (next, is_cancelled) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let take = |sender: &mpsc::Sender<(usize, R)>| {
            let mut ask = || match is_cancelled.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            while ask().is_continue() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(thing) = things.get(at) else { break };
                let ControlFlow::Continue(result) = work(thing, &mut ask) else { break };
                if sender.send((at, result)).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..n_threads {
                let (sender, take) = (sender.clone(), &take);
                scope.spawn(move || take(&sender));
            }
            drop(sender);
            let mut results: Vec<Option<R>> = things.iter().map(|_| None).collect();
            loop {
                let asked = match receiver.recv_timeout(PATIENCE) {
                    Ok((at, result)) => {
                        if let Some(place) = results.get_mut(at) {
                            *place = Some(result);
                        }
                        done(self)
                    }
                    Err(RecvTimeoutError::Timeout) => self.ask(),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if asked.is_break() {
                    is_cancelled.store(true, Ordering::Relaxed);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(results.into_iter().flatten().collect())
        })
    }
}

/// Waits as long as it takes.
pub fn go_on(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_things_and_each_counts() {
        let mut seen = Vec::new();
        let mut watch = |n_done, _| {
            seen.push(n_done);
            ControlFlow::Continue(())
        };
        let things: Vec<u64> = (0..500).collect();
        let mut steps = Steps::new(&mut watch, things.len());
        let squares = steps.each(&things, Steps::step, |n, _| ControlFlow::Continue(n * n));
        let expected: Vec<u64> = things.iter().map(|n| n * n).collect();
        assert_eq!(squares.continue_value(), Some(expected));
        assert!(seen.is_sorted() && seen.last() == Some(&500), "{seen:?}");
    }

    #[test]
    fn cancelled_work_ends_though_each_thing_would_go_on_for_ever() {
        let things = [(); 500];
        let mut n_left = 3;
        let mut until = |_, _| {
            n_left -= 1;
            if n_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut steps = Steps::new(&mut until, things.len());
        let ended = steps.each(&things, Steps::step, |(), ask| -> ControlFlow<(), ()> {
            loop {
                ask()?;
                thread::yield_now();
            }
        });
        assert!(ended.is_break());
    }
}
