//! What views of maps draw of the client's ground.

pub(crate) mod above;
pub(crate) mod space;
pub(crate) mod map;
pub(crate) mod map_key;
pub(crate) mod contours;
pub(crate) mod drawing;
pub(crate) mod hatch;
pub(crate) mod heights;
pub(crate) mod keyboard;
pub(crate) mod overlay;
pub(crate) mod pictures;
pub(crate) mod reference;
pub(crate) mod stamps;
pub(crate) mod hall;

use landwright_core::problem::Problem;

use self::above::Grounds;
use self::contours::Contours;
use self::pictures::Pictures;
use self::reference::References;
use self::stamps::Stamps;

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
