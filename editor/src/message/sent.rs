//! What goes between a document of a kind and the shell, which carries it and knows nothing of it.

use std::any::Any;
use std::fmt::{self, Debug, Formatter};
use std::path::PathBuf;
use std::sync::Arc;

use crate::job::Progress;
use crate::message::Request;

/// Something for a document of a kind, from its panel, its questions or its jobs.
#[derive(Clone)]
pub struct Sent(Arc<dyn Any + Send + Sync>);

/// What a document asks of the shell.
#[derive(Debug, Default)]
pub struct Wishes {
    pub notes: Vec<String>,
    pub warnings: Vec<String>,
    pub requests: Vec<Request>,
    pub question: Option<Question>,
    pub jobs: Vec<Job>,
    pub others: Vec<Other>,
}

/// A question with a button for each answer, and one that leaves all as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub heading: String,
    /// A paragraph each.
    pub texts: Vec<String>,
    pub answers: Vec<(String, Sent)>,
}

/// Work beside the window; the document takes what comes of it.
pub struct Job {
    pub title: String,
    pub work: Box<dyn FnOnce(&Progress) -> Sent + Send>,
}

/// A different document that is opened, where it is not open yet, and gets a message.
#[derive(Debug)]
pub struct Other {
    pub path: PathBuf,
    pub sent: Option<Sent>,
    /// Whether the one that asks stays in front.
    pub stays_behind: bool,
}

impl Sent {
    pub fn new(message: impl Any + Send + Sync) -> Sent {
        Sent(Arc::new(message))
    }

    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

/// Two are the same where one is a copy of the other.
impl PartialEq for Sent {
    fn eq(&self, other: &Sent) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Debug for Sent {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Sent")
    }
}

impl Debug for Job {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Job({:?})", self.title)
    }
}

impl Wishes {
    pub fn note(text: impl Into<String>) -> Wishes {
        Wishes { notes: vec![text.into()], ..Wishes::default() }
    }

    pub fn warn(text: impl Into<String>) -> Wishes {
        Wishes { warnings: vec![text.into()], ..Wishes::default() }
    }

    pub fn ask(question: Question) -> Wishes {
        Wishes { question: Some(question), ..Wishes::default() }
    }

    pub fn job(
        title: impl Into<String>,
        work: impl FnOnce(&Progress) -> Sent + Send + 'static,
    ) -> Wishes {
        let job = Job { title: title.into(), work: Box::new(work) };
        Wishes { jobs: vec![job], ..Wishes::default() }
    }

    pub fn open(path: PathBuf, sent: Option<Sent>) -> Wishes {
        Wishes { others: vec![Other { path, sent, stays_behind: false }], ..Wishes::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sent_is_of_one_type_and_the_same_as_its_copies() {
        let sent = Sent::new(7u32);
        assert_eq!((sent.get::<u32>(), sent.get::<String>()), (Some(&7), None));
        assert_eq!(sent, sent.clone());
        assert_ne!(sent, Sent::new(7u32));
    }
}
