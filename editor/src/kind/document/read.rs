//! What is read of a file, on its way to a document.

use std::any::Any;

use landwright_core::vfs::Fingerprint;

use crate::kind::Content;

/// What a file holds.
#[derive(Debug)]
pub struct Read {
    pub fingerprint: Fingerprint,
    pub content: ReadContent,
    /// What else a person should know.
    pub said: Vec<String>,
}

/// What a kind made of a file.
#[derive(Debug)]
pub struct ReadContent(pub Box<dyn Content>);

impl ReadContent {
    /// What a kind made of it, where it is of that kind.
    pub(crate) fn of_kind<T: Content>(self) -> Option<Box<T>> {
        let content: Box<dyn Any> = self.0;
        content.downcast().ok()
    }

    pub(crate) fn as_kind<T: Content>(&self) -> Option<&T> {
        let content: &dyn Any = &*self.0;
        content.downcast_ref()
    }

    pub(crate) fn as_kind_mut<T: Content>(&mut self) -> Option<&mut T> {
        let content: &mut dyn Any = &mut *self.0;
        content.downcast_mut()
    }
}
