//! What views, panels and jobs send to a zone.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::nav::eq::answer::Volumes;
use landwright_core::space::eq::Kind;
use landwright_core::world::Revision;
use landwright_core::world::eq::object::Object;
use landwright_core::world::eq::plan::Plan;
use landwright_core::world::eq::zone_line::ZoneLine;

use crate::kind::everquest::lay::Laid;

/// How regions come to those that are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Replace,
    Add,
    /// Those that are selected already go.
    Toggle,
}

/// Below which height connected regions are selected.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Limit {
    /// Of ground that nobody tagged, a little above the floor that was clicked; of all other kinds, none.
    #[default]
    Usual,
    None,
    Below(f64),
}

/// What is done with placed objects.
#[derive(Debug, Clone)]
pub(crate) enum ToObjects {
    Choose {
        objects: BTreeSet<u32>,
        way: Way,
    },
    /// Moves the selected ones along x and y of the server.
    Move([f32; 2]),
    /// Sets a part of the place of the selected ones.
    Set(Part, String),
    /// What is placed next.
    Model(String),
    Hide(bool),
    /// Whether a box selects objects, and not regions.
    Box(bool),
}

/// A part of the place of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    X,
    Y,
    Z,
    Heading,
    Pitch,
    Roll,
    Scale,
}

impl Part {
    pub(crate) const ALL: [Part; 7] =
        [Part::X, Part::Y, Part::Z, Part::Heading, Part::Pitch, Part::Roll, Part::Scale];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Part::X => "x",
            Part::Y => "y",
            Part::Z => "z",
            Part::Heading => "heading",
            Part::Pitch => "pitch",
            Part::Roll => "roll",
            Part::Scale => "scale",
        }
    }
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
    Limit(Limit),
    /// Where the next zone line leads.
    Line(ZoneLine),
    Objects(ToObjects),
    /// From jobs: floors below a height, and of which of the zones that it ever was.
    Drawn(Option<f32>, u64, Arc<Plan>),
    Sorted(Revision, Arc<Volumes>),
    /// What placed objects are a part of, and of which of them.
    Laid(Arc<Vec<Object>>, Result<Arc<Laid>, String>),
    /// The files of the server beside the saved zone that do not fit it.
    Stale(Vec<String>),
    /// They were made anew, or why they were not.
    Made(Result<Vec<String>, String>),
}
