//! What views of a zone draw, as plain data.

use std::collections::BTreeSet;

use landwright_core::problem::Severity;
use landwright_core::world::Revision;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::index::Places;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::preview::Preview;
use landwright_core::world::zone::thing::{Kind, ThingId};

use crate::model::document::DocumentId;
use crate::view::zone::ZoneLayers;
use crate::view::zone::gizmo::Gizmo;

/// A zone and what is going on with it.
#[derive(Clone, Copy)]
pub(crate) struct ZoneScene<'a> {
    pub(crate) document: DocumentId,
    /// As it is shown: with what the hand is in the middle of.
    pub(crate) zone: &'a Zone,
    /// Another one wherever the zone is another.
    pub(crate) revision: Revision,
    pub(crate) places: &'a Places,
    pub(crate) names: &'a Names,
    pub(crate) layers: &'a ZoneLayers,
    pub(crate) selection: &'a BTreeSet<ThingId>,
    /// What the pointer is over.
    pub(crate) hover: Option<ThingId>,
    /// Things with a problem that is listed, and how bad the worst is.
    pub(crate) problems: &'a [(ThingId, Severity)],
    /// The thing of the problem that was shown last.
    pub(crate) shown_problem: Option<ThingId>,
    pub(crate) outline: Outline<'a>,
    /// What stands at the selection to be taken hold of.
    pub(crate) gizmo: Option<Gizmo>,
    /// What a click would put here, in cm of the files.
    pub(crate) ghost: Option<Ghost>,
    pub(crate) preview: Option<&'a Preview>,
}

/// What the hand draws over the zone, in cm of the files.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Outline<'a> {
    #[default]
    None,
    Box([f64; 2], [f64; 2]),
    /// A way that is closed by a line from its end to its beginning.
    Lasso(&'a [[f64; 2]]),
    /// A brush on the ground: its middle and how far it reaches.
    Brush {
        at_file_cm: [f64; 2],
        radius_cm: f64,
    },
}

/// A thing that is not there yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ghost {
    pub(crate) kind: Kind,
    pub(crate) at_file_cm: [f64; 2],
}
