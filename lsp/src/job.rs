//! Heavy work beside the loop, which stops when nobody wants its result any more.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::task::{AbortHandle, spawn_blocking};

/// A thread is worth its start for so many files.
const MIN_EACH: usize = 32;

/// Asked by the work from time to time whether to go on.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Cancels when it is dropped, as the waiting half of a request is when its client cancels it.
struct CancelOnDrop {
    cancel: Cancel,
    /// Takes work that has not begun out of the queue.
    task: AbortHandle,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.task.abort();
    }
}

/// Does some work on a thread of its own. If the returned future is dropped, the work learns of it.
/// A panic of the work is a panic of who waits for it.
pub async fn run<T: Send + 'static>(work: impl FnOnce(&Cancel) -> T + Send + 'static) -> T {
    let cancel = Cancel::default();
    let its_cancel = cancel.clone();
    let task = spawn_blocking(move || work(&its_cancel));
    let _guard = CancelOnDrop { cancel, task: task.abort_handle() };
    match task.await {
        Ok(result) => result,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            // Only a runtime that is shutting down cancels a task: nobody waits here any more.
            Err(_) => std::future::pending().await,
        },
    }
}

/// Does the same work for each of many things on all cores, and gives the results in order.
pub fn for_each<T: Sync, R: Send>(things: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let n_each = things.len().div_ceil(n_threads).max(MIN_EACH);
    if things.len() <= n_each {
        return things.iter().map(work).collect();
    }
    let work = &work;
    thread::scope(|scope| {
        let of_part = |part: &'_ [T]| part.iter().map(work).collect::<Vec<R>>();
        let parts: Vec<_> =
            things.chunks(n_each).map(|part| scope.spawn(move || of_part(part))).collect();
        let results =
            parts.into_iter().map(|part| part.join().unwrap_or_else(|p| resume_unwind(p)));
        results.flatten().collect()
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
    }

    #[test]
    fn work_that_nobody_waits_for_is_told_so() {
        let (begins, begun) = mpsc::channel();
        let (ends, ended) = mpsc::channel();
        block_on(async {
            let waiting = run(move |cancel| {
                begins.send(()).unwrap();
                while !cancel.is_cancelled() {
                    thread::yield_now();
                }
                ends.send(()).unwrap();
            });
            let mut waiting = Box::pin(waiting);
            let once = std::future::poll_fn(|context| {
                std::task::Poll::Ready(waiting.as_mut().poll(context).is_pending())
            });
            assert!(once.await);
            begun.recv().unwrap();
        });
        ended.recv().unwrap();
    }

    #[test]
    fn what_is_done_for_each_comes_in_order() {
        let numbers: Vec<usize> = (0..1000).collect();
        assert_eq!(for_each(&numbers, |number| number + 1), (1..1001).collect::<Vec<_>>());
        assert_eq!(for_each(&[] as &[usize], |number| *number), Vec::<usize>::new());
    }

    #[test]
    fn a_panic_in_the_work_is_a_panic_of_who_waits() {
        let ended = std::panic::catch_unwind(|| block_on(run(|_| panic!("on purpose"))));
        assert!(ended.is_err());
    }
}
