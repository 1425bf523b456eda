//! Work beside the window: each job has a thread, says how far it is, and can be cancelled.

pub(crate) mod child;

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// Counts jobs, and is never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(pub u64);

/// What a job and anyone who watches it share.
#[derive(Debug, Clone, Default)]
pub struct Progress(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Of 1,000; 0 where the job can't tell.
    done: AtomicU32,
    is_cancelled: AtomicBool,
}

impl Progress {
    pub fn report(&self, n_done: u64, n_all: u64) {
        let share = n_done.saturating_mul(1000) / n_all.max(1);
        self.0.done.store(share.min(1000) as u32, Ordering::Relaxed);
    }

    /// From 0 to 1, or `None` where the job can't tell.
    pub fn share(&self) -> Option<f32> {
        match self.0.done.load(Ordering::Relaxed) {
            0 => None,
            done => Some(done as f32 / 1000.0),
        }
    }

    /// Whether nobody had before.
    pub fn cancel(&self) -> bool {
        !self.0.is_cancelled.swap(true, Ordering::Relaxed)
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }

    /// For work that asks now and then, with what is done and how much there is, whether it goes on.
    pub fn watcher(&self) -> impl FnMut(usize, usize) -> ControlFlow<()> {
        move |n_done, n_all| {
            self.report(n_done as u64, n_all as u64);
            match self.is_cancelled() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }
    }
}

/// A job that runs.
#[derive(Debug)]
pub struct Running {
    pub id: JobId,
    /// For the status bar: "Saving prontera.gat".
    pub title: String,
    pub progress: Progress,
    pub started: Instant,
}

/// A job that broke off by an error of ours. The rest of the program goes on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{title} stopped because of an error in Landwright: {message}")]
pub struct Panicked {
    pub title: String,
    pub message: String,
}

/// Wakes anyone who takes results, from any thread.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// All jobs, and the results that wait to be taken.
pub struct Jobs<R> {
    sender: Sender<(JobId, Result<R, Panicked>)>,
    receiver: Receiver<(JobId, Result<R, Panicked>)>,
    running: Vec<Running>,
    n_started: u64,
    waker: Waker,
    #[cfg(test)]
    gate: Arc<Mutex<()>>,
}

impl<R: Send + 'static> Jobs<R> {
    pub fn new(waker: Waker) -> Jobs<R> {
        let (sender, receiver) = channel();
        Jobs {
            sender,
            receiver,
            running: Vec::new(),
            n_started: 0,
            waker,
            #[cfg(test)]
            gate: Arc::default(),
        }
    }

    /// What every job goes through first: while it is locked, none of them does anything.
    #[cfg(test)]
    pub fn gate(&self) -> Arc<Mutex<()>> {
        self.gate.clone()
    }

    pub fn running(&self) -> &[Running] {
        &self.running
    }

    /// Starts a job. A cancelled job ends as well, with whatever it has for a result.
    pub fn start(
        &mut self,
        title: impl Into<String>,
        work: impl FnOnce(&Progress) -> R + Send + 'static,
    ) -> JobId {
        self.spawn(title.into(), work, Err)
    }

    /// The same, with what comes of it where it breaks off by an error of ours.
    pub fn start_or(
        &mut self,
        title: impl Into<String>,
        work: impl FnOnce(&Progress) -> R + Send + 'static,
        broken: impl FnOnce(Panicked) -> R + Send + 'static,
    ) -> JobId {
        self.spawn(title.into(), work, |panicked| Ok(broken(panicked)))
    }

    fn spawn(
        &mut self,
        title: String,
        work: impl FnOnce(&Progress) -> R + Send + 'static,
        broken: impl FnOnce(Panicked) -> Result<R, Panicked> + Send + 'static,
    ) -> JobId {
        self.n_started += 1;
        let id = JobId(self.n_started);
        let progress = Progress::default();
        self.running.push(Running {
            id,
            title: title.clone(),
            progress: progress.clone(),
            started: Instant::now(),
        });
        let (sender, waker) = (self.sender.clone(), self.waker.clone());
        #[cfg(test)]
        let gate = self.gate.clone();
        thread::spawn(move || {
            #[cfg(test)]
            drop(gate.lock());
            let result = catch_unwind(AssertUnwindSafe(|| work(&progress)))
                .or_else(|panic| broken(Panicked { title, message: message_of(&*panic) }));
            // Nobody waits for it any more where this fails.
            let _ = sender.send((id, result));
            waker();
        });
        id
    }

    /// Asks a job to break off, where it still runs.
    /// Whether it runs, and nobody had before.
    pub fn cancel(&self, id: JobId) -> bool {
        let job = self.running.iter().find(|job| job.id == id);
        job.is_some_and(|job| job.progress.cancel())
    }

    /// The results of jobs that have ended.
    pub fn take_finished(&mut self) -> Vec<Result<R, Panicked>> {
        let finished: Vec<_> = self.receiver.try_iter().collect();
        self.running.retain(|job| finished.iter().all(|(id, _)| *id != job.id));
        finished.into_iter().map(|(_, result)| result).collect()
    }

    /// Waits until a job ends, for tests and for the end of the program.
    pub fn wait_for_one(&mut self) -> Option<Result<R, Panicked>> {
        if self.running.is_empty() {
            return None;
        }
        let (id, result) = self.receiver.recv().ok()?;
        self.running.retain(|job| job.id != id);
        Some(result)
    }
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}

/// The lock of what threads share. One that broke off while it had it leaves nothing half done: saves are all or
/// none.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_and_cancelled_jobs_end() {
        let mut jobs = Jobs::new(Arc::new(|| ()));
        jobs.start("Counting", |progress| {
            progress.report(1, 2);
            1
        });
        assert_eq!(jobs.running().len(), 1);
        assert_eq!(jobs.wait_for_one(), Some(Ok(1)));
        assert!(jobs.running().is_empty());
        let (go, wait) = channel();
        jobs.start("Waiting", move |progress| {
            wait.recv().unwrap();
            if progress.is_cancelled() { 2 } else { 3 }
        });
        jobs.running()[0].progress.cancel();
        go.send(()).unwrap();
        assert_eq!(jobs.wait_for_one(), Some(Ok(2)));
        assert_eq!(jobs.wait_for_one(), None);
    }

    #[test]
    fn a_job_that_panics_ends_with_a_message() {
        let mut jobs: Jobs<()> = Jobs::new(Arc::new(|| ()));
        jobs.start("Breaking", |_| panic!("oh"));
        let error = jobs.wait_for_one().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "Breaking stopped because of an error in Landwright: oh");
        let mut jobs = Jobs::new(Arc::new(|| ()));
        jobs.start_or("Breaking", |_| panic!("oh"), |panicked| panicked.message);
        assert_eq!(jobs.wait_for_one(), Some(Ok("oh".to_owned())));
    }
}
