//! Everything that documents of all kinds are and have: their names and views, history and journal, how they
//! are read, saved and merged, and what a crash leaves of them.

pub mod common;
pub mod history;
pub mod journaling;
pub mod left;
pub mod line;
pub mod merging;
pub mod open;
pub mod read;
pub mod saving;
pub mod work;
pub mod written;
