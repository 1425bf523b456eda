//! What is known of a place: heights, regions and distances, as the server answers and truly.

use landwright_core::nav::eq::answer::{Answer, As, Volumes, answer};
use landwright_core::nav::eq::column::Level;
use landwright_core::nav::eq::ground::Ground;
use landwright_core::nav::eq::tree::{Span, Step};
use landwright_core::space::eq::Kind;

/// Everything about a place that was clicked.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// In the server's axes.
    pub(super) at: [f64; 3],
    pub(super) server: Answer,
    pub(super) truth: Answer,
    /// From the highest.
    pub(super) levels: Vec<Level>,
    /// From the highest.
    pub(super) spans: Vec<Span>,
    /// From the nearest.
    pub(super) distances: Vec<(Kind, f64)>,
    /// The planes down the tree to where it is.
    pub(super) path: Vec<Step>,
}

/// Regions are looked for so far above and below the ground of a zone, in units.
const BEYOND: f64 = 50.0;

impl Found {
    pub(super) fn of(ground: &Ground, volumes: &Volumes, at: [f64; 3]) -> Found {
        let [x, y, _] = at;
        let [low, high] = ground.bounds().map_or([0.0, 0.0], |[low, high]| {
            let ([.., low], [.., high]) = (low, high);
            [f64::from(low) - BEYOND, f64::from(high) + BEYOND]
        });
        let mut levels = ground.column(x, y).0;
        let mut spans = volumes.tree.column([x, y], [low, high]);
        levels.reverse();
        spans.reverse();
        let kinds = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Normal);
        let distance = |kind: Kind| Some((kind, volumes.distance(kind, at)?));
        let mut distances: Vec<(Kind, f64)> = kinds.filter_map(distance).collect();
        distances.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        let [server, truth] = [As::Server, As::True].map(|who| answer(ground, volumes, who, at));
        let path = volumes.tree.path(at);
        Found { at, server, truth, levels, spans, distances, path }
    }
}
