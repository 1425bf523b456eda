//! The values of the dialogs of a zone.

pub mod copies;
pub mod things;
