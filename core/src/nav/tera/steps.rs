//! How far long work is, told to whoever waits for it and may break it off.

use std::ops::ControlFlow;

use crate::format::packed::Progress;

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
}

/// For whoever waits as long as it takes.
pub fn go_on(_: usize, _: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
