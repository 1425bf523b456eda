//! Questions that only a kind asks: it knows what is in them, draws them, and takes the answers.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use crate::view::id::DocumentId;

/// A question of a kind, with what was put into it.
pub trait Form: Any + Debug + Send + Sync + Same {
    /// The kind that asks it, as core calls that.
    fn kind(&self) -> &'static str;

    /// Whether it is beside the document, which goes on being seen.
    fn is_beside(&self) -> bool {
        self.changes().is_some()
    }

    /// The document that it is about to change, which is shown beside it.
    fn changes(&self) -> Option<DocumentId> {
        None
    }

    /// In points.
    fn width(&self) -> f32 {
        460.0
    }
}

/// Tells whether forms of any kind are the same.
pub trait Same {
    fn is_same(&self, other: &dyn Any) -> bool;
}

impl<F: Any + PartialEq> Same for F {
    fn is_same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<F>().is_some_and(|other| self == other)
    }
}

/// A form of any kind.
#[derive(Debug, Clone)]
pub struct Asked(Arc<dyn Form>);

impl Asked {
    pub fn new(form: impl Form) -> Asked {
        Asked(Arc::new(form))
    }

    pub fn form(&self) -> &dyn Form {
        &*self.0
    }

    pub fn get<F: Form>(&self) -> Option<&F> {
        let form: &dyn Any = self.form();
        form.downcast_ref()
    }
}

impl PartialEq for Asked {
    fn eq(&self, other: &Asked) -> bool {
        self.form().is_same(other.form())
    }
}
