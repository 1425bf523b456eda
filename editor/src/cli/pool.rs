//! Work on many files with all cores: results come one by one, in the order of the files, and no more of
//! them are held than a few for each core.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How many results for each core may wait for one that takes longer.
const AHEAD: usize = 4;

struct State<R> {
    /// The next item that nobody works on.
    next: usize,
    /// How many results were taken.
    n_taken: usize,
    done: BTreeMap<usize, R>,
    /// Nobody wants more, or a worker broke off.
    is_over: bool,
}

struct Pool<R> {
    state: Mutex<State<R>>,
    changed: Condvar,
    n_items: usize,
    n_ahead: usize,
}

/// Does something to every item, and takes the results in the order of the items.
pub(super) fn each<I: Sync, R: Send, E>(
    items: &[I],
    work: impl Fn(&I) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let n_cores = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    if n_cores <= 1 {
        return items.iter().try_for_each(|item| take(work(item)));
    }
    let state = State { next: 0, n_taken: 0, done: BTreeMap::new(), is_over: false };
    let (state, changed) = (Mutex::new(state), Condvar::new());
    let pool = Pool { state, changed, n_items: items.len(), n_ahead: n_cores * AHEAD };
    thread::scope(|scope| {
        for _ in 0..n_cores {
            scope.spawn(|| pool.work(items, &work));
        }
        let _over = Over(&pool);
        while let Some(result) = pool.next_result() {
            take(result)?;
        }
        Ok(())
    })
}

/// Ends the work however its holder ends: nobody waits for what does not come.
struct Over<'p, R>(&'p Pool<R>);

impl<R> Drop for Over<'_, R> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.changed.notify_all();
    }
}

impl<R> Pool<R> {
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(&self, state: MutexGuard<'g, State<R>>) -> MutexGuard<'g, State<R>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn work<I>(&self, items: &[I], work: &impl Fn(&I) -> R) {
        let over = Over(self);
        while let Some((idx, item)) = self.next_item().and_then(|idx| Some((idx, items.get(idx)?)))
        {
            let result = work(item);
            self.lock().done.insert(idx, result);
            self.changed.notify_all();
        }
        // Anyone who gets here has not broken off; the others go on.
        std::mem::forget(over);
    }

    fn next_item(&self) -> Option<usize> {
        let mut state = self.lock();
        while !state.is_over
            && state.next < self.n_items
            && state.next >= state.n_taken + self.n_ahead
        {
            state = self.wait(state);
        }
        let idx = state.next;
        if state.is_over || idx >= self.n_items {
            return None;
        }
        state.next += 1;
        Some(idx)
    }

    fn next_result(&self) -> Option<R> {
        let mut state = self.lock();
        loop {
            let idx = state.n_taken;
            if let Some(result) = state.done.remove(&idx) {
                state.n_taken += 1;
                self.changed.notify_all();
                return Some(result);
            }
            if state.is_over || idx >= self.n_items {
                return None;
            }
            state = self.wait(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn results_come_in_order_and_few_wait() {
        let items: Vec<usize> = (0..2_000).collect();
        let (n_held, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |n: &usize| {
            let held = n_held.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(held, Ordering::SeqCst);
            n * 2
        };
        let mut taken = Vec::new();
        let all: Result<(), ()> = each(&items, work, |result| {
            n_held.fetch_sub(1, Ordering::SeqCst);
            taken.push(result);
            Ok(())
        });
        assert_eq!(all, Ok(()));
        assert!(taken.iter().copied().eq(items.iter().map(|n| n * 2)));
        let n_cores = thread::available_parallelism().map_or(1, NonZero::get);
        assert!(most.into_inner() <= n_cores * (AHEAD + 2));
    }

    #[test]
    fn an_error_ends_the_work() {
        let items: Vec<u32> = (0..10_000).collect();
        let n_done = AtomicUsize::new(0);
        let work = |n: &u32| {
            n_done.fetch_add(1, Ordering::SeqCst);
            *n
        };
        let came = each(&items, work, |n| if n < 5 { Ok(()) } else { Err(n) });
        assert_eq!(came, Err(5));
        assert!(n_done.into_inner() < 1_000);
        assert_eq!(each(&[] as &[u32], |n| *n, |_| Err(())), Ok(()));
    }

    #[test]
    fn a_worker_that_breaks_off_ends_the_work() {
        let broken = std::panic::catch_unwind(|| {
            let items: Vec<u32> = (0..100).collect();
            each(&items, |n| assert_ne!(*n, 50, "broken"), |()| Ok::<(), ()>(()))
        });
        assert!(broken.is_err());
    }
}
