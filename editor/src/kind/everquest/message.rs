//! What views, panels and jobs send to a zone.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::nav::eq::answer::Volumes;
use landwright_core::space::eq::Kind;
use landwright_core::world::Revision;
use landwright_core::world::eq::plan::Plan;
use landwright_core::world::eq::zone_line::ZoneLine;

/// How regions come to those that are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Replace,
    Add,
    /// Those that are selected already go.
    Toggle,
}

#[derive(Debug, Clone)]
pub(crate) enum ToZone {
    /// A place was clicked, in the server's axes, with the region that is seen there.
    Ask {
        at: [f64; 3],
        region: Option<u32>,
        way: Way,
    },
    Select {
        regions: BTreeSet<u32>,
        way: Way,
    },
    /// Whether regions of a kind have their colour.
    Show(Kind, bool),
    /// Floors above this height are cut off.
    Below(Option<f32>),
    /// Where the next zone line leads.
    Line(ZoneLine),
    /// From jobs: floors below a height, and of which of the zones that it ever was.
    Drawn(Option<f32>, u64, Arc<Plan>),
    Sorted(Revision, Arc<Volumes>),
    /// The files of the server beside the saved zone that do not fit it.
    Stale(Vec<String>),
    /// They were made anew, or why they were not.
    Made(Result<Vec<String>, String>),
}
