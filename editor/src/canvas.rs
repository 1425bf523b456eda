//! Everything that is drawn of documents: a file for each thing that is drawn.

pub(crate) mod contours;
mod drawing;
pub(crate) mod ground;
mod hatch;
mod heights;
mod keyboard;
pub(crate) mod letters;
pub(crate) mod map;
pub(crate) mod marks;
pub(crate) mod menu;
mod map_key;
pub(crate) mod overlay;
pub(crate) mod pictures;
pub(crate) mod plain;
mod places;
pub(crate) mod stage;
pub(crate) mod gesture;
pub(crate) mod reference;
pub(crate) mod stamps;
pub(crate) mod steer;
pub(crate) mod three_d;

use landwright_core::problem::Problem;

use self::pictures::Pictures;
use crate::kind::ragnarok::canvas::above::Grounds;

/// What a canvas draws with besides the model.
pub(crate) struct Supply<'a> {
    pub(crate) pictures: &'a mut Pictures,
    pub(crate) kept: &'a mut Kept,
    /// Whether the Problems panel lists a problem.
    pub(crate) is_listed: &'a dyn Fn(&Problem) -> bool,
}

/// What canvases keep from frame to frame besides the cells themselves.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) contours: contours::Contours,
    pub(crate) references: reference::References,
    pub(crate) stamps: stamps::Stamps,
    pub(crate) grounds: Grounds,
}

impl Kept {
    /// Forgets what no view has asked for since the last call.
    pub(crate) fn forget_unused(&mut self) {
        self.contours.forget_unused();
        self.references.forget_unused();
        self.stamps.forget_unused();
        self.grounds.forget_unused();
    }
}
