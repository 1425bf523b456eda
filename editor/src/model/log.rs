//! What happened, for the Log panel; the last line about what a person does is in the status bar
//! for a while.

use std::collections::VecDeque;
use std::time::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Note,
    Warning,
    Error,
}

#[derive(Debug, Clone)]
pub struct Line {
    pub level: Level,
    pub text: String,
    pub at: Instant,
}

#[derive(Debug, Clone)]
pub struct Log {
    lines: VecDeque<Line>,
    /// For the status bar.
    current: Option<Line>,
    pub started: Instant,
}

const MAX_LINES: usize = 1000;

impl Default for Log {
    fn default() -> Log {
        Log { lines: VecDeque::new(), current: None, started: Instant::now() }
    }
}

impl Log {
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &Line> {
        self.lines.iter()
    }

    pub fn last(&self) -> Option<&Line> {
        self.lines.back()
    }

    /// The last line about what the person does, as long as it is about how things are now.
    pub fn current(&self) -> Option<&Line> {
        self.current.as_ref()
    }

    /// What was done is undone, or done again: what was told of it holds no more. An error stays
    /// until it has been seen.
    pub fn state_was_left(&mut self) {
        self.current.take_if(|line| line.level < Level::Error);
    }

    /// The person has read it: the status bar is free, and the log keeps the line.
    pub fn dismiss(&mut self) {
        self.current = None;
    }

    pub fn clear(&mut self) {
        self.lines.clear();
        self.current = None;
    }

    /// What happened to something that the person is not at, and has not asked for: the status bar
    /// goes on with what it says.
    pub fn note_aside(&mut self, text: impl Into<String>) {
        self.add_line(Level::Note, text.into());
    }

    /// One of many lines that the next one in the status bar stands for.
    pub fn warn_aside(&mut self, text: impl Into<String>) {
        self.add_line(Level::Warning, text.into());
    }

    pub fn note(&mut self, text: impl Into<String>) {
        self.add(Level::Note, text.into());
    }

    pub fn warn(&mut self, text: impl Into<String>) {
        self.add(Level::Warning, text.into());
    }

    pub fn error(&mut self, text: impl Into<String>) {
        self.add(Level::Error, text.into());
    }

    fn add(&mut self, level: Level, text: String) {
        self.current = Some(self.add_line(level, text));
    }

    fn add_line(&mut self, level: Level, text: String) -> Line {
        let line = Line { level, text, at: Instant::now() };
        self.lines.push_back(line.clone());
        if self.lines.len() > MAX_LINES {
            self.lines.pop_front();
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use crate::command::CommandId as Id;
    use crate::model::trial::{act, flat, run};

    #[test]
    fn what_was_told_of_a_step_goes_when_it_is_undone() {
        let mut model = flat(9);
        act(&mut model, "paint", r#"{"region":"everything","ink":{"raw":4}}"#);
        model.log.warn("8 more edges were dropped");
        assert!(model.log.current().is_some());
        run(&mut model, Id::Undo);
        assert!(model.log.current().is_none());
        let last = model.log.last().unwrap();
        assert_eq!(last.text, "8 more edges were dropped", "the Log panel keeps it");
        model.log.note("something else");
        assert_eq!(model.log.current().unwrap().text, "something else");
        model.log.error("the disk is full");
        run(&mut model, Id::Redo);
        assert_eq!(model.log.current().unwrap().text, "the disk is full");
    }
}
