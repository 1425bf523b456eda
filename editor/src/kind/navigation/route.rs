//! A way that was asked for.

use landwright_core::nav::eq::mesh::route::USUAL_NODES;
use landwright_core::nav::eq::mesh::why::{Answer, CutOff, Gap, Outcome, Way};
use landwright_core::nav::eq::mesh::{Mesh, Point};

/// A question, and what a server makes of it. Points are in the server's axes.
#[derive(Debug, Clone)]
pub(super) struct Route {
    pub(super) ends: [Point; 2],
    pub(super) answer: Answer,
}

impl Route {
    pub(super) fn of(mesh: &Mesh, ends: [Point; 2]) -> Route {
        let [from, to] = ends;
        Route { ends, answer: mesh.answer(from, to, USUAL_NODES) }
    }

    /// The way, or as far as it goes.
    pub(super) fn way(&self) -> Option<&Way> {
        match &self.answer.outcome {
            Outcome::Reached(way) | Outcome::CutShort { way, .. } => Some(way),
            _ => None,
        }
    }

    /// Where a way breaks off.
    pub(super) fn gap(&self) -> Option<&Gap> {
        match &self.answer.outcome {
            Outcome::CutOff(CutOff { gap, .. }) => gap.as_ref(),
            _ => None,
        }
    }

    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "the panel alone says it"))]
    pub(super) fn lines(&self) -> Vec<String> {
        self.answer.lines(USUAL_NODES)
    }
}
