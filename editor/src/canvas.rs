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
pub(crate) mod three_d;

use landwright_core::problem::Problem;

use crate::kind::ragnarok::canvas::above::Grounds;
use crate::kind::ragnarok::canvas::contours::Contours;
use crate::kind::ragnarok::canvas::pictures::Pictures;
use crate::kind::ragnarok::canvas::reference::References;
use crate::kind::ragnarok::canvas::stamps::Stamps;

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
    pub(crate) contours: Contours,
    pub(crate) references: References,
    pub(crate) stamps: Stamps,
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
