//! What views, panels and jobs send to a ground.

use std::sync::Arc;

use landwright_core::space::ragnarok::{Corner, CubePos};
use landwright_core::world::Revision;
use landwright_core::world::gnd::face::Face;

use crate::kind::ground::tool::Settings;
use crate::kind::scene::land::{Land, Staged};
use crate::view::hand::{Held, Phase};

#[derive(Debug, Clone)]
pub(crate) enum ToGround {
    Select(Option<CubePos>),
    Set(Settings),
    /// The hand of the tool, at a place in cubes from the south-west corner.
    Stroke {
        phase: Phase,
        at: [f64; 2],
        held: Held,
    },
    /// A corner of the selected cube, as somebody typed it.
    SetCorner(Corner, String),
    /// The texture of a face of the selected cube: that which is painted.
    PaintFace(Face),
    /// A texture of the list has a different name.
    Rename(u16, String),
    /// A texture is painted with that is not in the list yet.
    AddTexture(String),
    /// From jobs: the picture of a state, or why there is none.
    Read(Revision, Result<Arc<Land>, String>),
    /// A state in 3D; `None` where somebody cancelled that.
    Staged(Revision, Option<Result<Arc<Staged>, String>>),
}
