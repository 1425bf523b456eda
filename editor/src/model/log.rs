//! What happened, for the Log panel; the last line stands in the status bar for a while.

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
    pub started: Instant,
}

const MAX_LINES: usize = 1000;

impl Default for Log {
    fn default() -> Log {
        Log { lines: VecDeque::new(), started: Instant::now() }
    }
}

impl Log {
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &Line> {
        self.lines.iter()
    }

    pub fn last(&self) -> Option<&Line> {
        self.lines.back()
    }

    pub fn clear(&mut self) {
        self.lines.clear();
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
        self.lines.push_back(Line { level, text, at: Instant::now() });
        if self.lines.len() > MAX_LINES {
            self.lines.pop_front();
        }
    }
}
