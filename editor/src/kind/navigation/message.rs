//! What views, panels and jobs send to a mesh.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::nav::eq::mesh::Point;
use landwright_core::space::eq::area::Area;
use landwright_core::world::eq::mesh::picture::View;
use landwright_core::world::eq::plan::Plan;

/// How polygons come to those that are selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Replace,
    Add,
    /// Those that are selected already go.
    Toggle,
}

/// What a click does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Tool {
    #[default]
    Select,
    /// Two clicks are the ends of a new connection.
    Connect,
    /// Two clicks are the ends of a way that is asked for.
    Route,
}

#[derive(Debug, Clone)]
pub(crate) enum ToMesh {
    /// A place was clicked, in the server's axes, with the polygon that is seen there.
    Click {
        at: Point,
        polygon: Option<usize>,
        way: Way,
    },
    Select {
        polygons: BTreeSet<usize>,
        way: Way,
    },
    /// Of new connections.
    BothWays(bool),
    Radius(f32),
    Area(Area),
    Colours(View),
    /// Whether the zone is drawn below the mesh.
    Ground(bool),
    /// What is above this height is cut off.
    Below(Option<f32>),
    /// From a job: the floors of the zone below a height.
    Drawn(Option<f32>, Arc<Plan>),
}
