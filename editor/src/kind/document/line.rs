//! What waits for a document that is not ready.

use std::collections::VecDeque;

use crate::kind::Tools;
use crate::message::Message;
use crate::message::dialog::Dialog;
use crate::view::id::ViewId;

/// What waits for a document.
#[derive(Debug, Default)]
pub struct Line {
    /// In the order in which they came. The document is not ready for the first one.
    pub(crate) messages: VecDeque<Waiting>,
    /// What is handled right now asked for something that is not ready, and did nothing.
    pub(crate) has_to_wait: bool,
}

#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) message: Message,
    /// As they were for anyone who sent it.
    pub(crate) tools: Box<Tools>,
    pub(crate) active: Option<ViewId>,
    /// The question that it answers, which nobody is to answer twice.
    pub(crate) asked: Option<Dialog>,
}

/// A document that lets messages wait.
pub trait LetsWait {
    fn line(&self) -> &Line;

    fn line_mut(&mut self) -> &mut Line;

    /// Whether something is under way that comes before all that waits.
    fn comes_first(&self) -> bool;

    /// Whether it has what the first message in line asked for.
    fn is_ready(&self) -> bool;

    /// Nothing waits any more.
    fn end_line(&mut self);

    /// Whether it has to wait before its changes can be given up, which can't begin twice.
    fn waits_to_reload(&mut self) -> bool;
}
