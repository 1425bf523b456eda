//! Everything that is drawn of documents: a file for each thing that is drawn.

pub(crate) mod ground;
pub(crate) mod letters;
pub(crate) mod marks;
pub(crate) mod menu;
pub(crate) mod plain;
pub(crate) mod places;
pub(crate) mod stage;
pub(crate) mod gesture;
pub(crate) mod steer;
pub(crate) mod sheet;
pub(crate) mod three_d;
