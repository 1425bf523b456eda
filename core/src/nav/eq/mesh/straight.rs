//! The shortest way through the polygons of a route: a string pulled tight.

use crate::nav::eq::mesh::shape::{along_segment, turn};
use crate::nav::eq::mesh::{Mesh, Point};

/// A corner of a way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corner {
    pub at: Point,
    /// A connection begins here.
    pub begins_connection: bool,
}

/// Whoever is nearer to a portal is through it.
const AT_PORTAL: f32 = 0.001 * 0.001;

/// Nearer points are the same.
const SAME: f32 = 1.0 / 16384.0 / 16384.0;

/// One side of what is open ahead.
#[derive(Debug, Clone, Copy)]
struct Side {
    at: Point,
    /// Which polygon of the route it is the far side of.
    step: usize,
    is_connection: bool,
}

fn is_same([ax, az, ay]: Point, [bx, bz, by]: Point) -> bool {
    let (x, z, y) = (ax - bx, az - bz, ay - by);
    x * x + z * z + y * y < SAME
}

impl Mesh {
    /// The corners of the shortest way through the polygons of a route, from its start to its end.
    pub fn pulled(&self, [start, end]: [Point; 2], route: &[usize]) -> Vec<Corner> {
        let mut corners = Vec::new();
        let add = |corners: &mut Vec<Corner>, at: Point, begins_connection: bool| match corners
            .last_mut()
            .filter(|last: &&mut Corner| is_same(last.at, at))
        {
            Some(last) => last.begins_connection |= begins_connection,
            None => corners.push(Corner { at, begins_connection }),
        };
        add(&mut corners, start, false);
        let apex_side = |at: Point, step: usize| Side { at, step, is_connection: false };
        let mut apex = start;
        let (mut left, mut right) = (apex_side(start, 0), apex_side(start, 0));
        let mut step = 0;
        // Each new corner goes back at most to where its side was set, and every one is farther on.
        let mut n_left = route.len().saturating_mul(route.len()).saturating_add(16);
        while step < route.len() && n_left > 0 {
            n_left -= 1;
            let (ahead, is_connection) = match self.ahead(route, step) {
                Some(Some(portal)) => portal,
                Some(None) => ([end; 2], false),
                None => break,
            };
            let [ahead_left, ahead_right] = ahead;
            let is_last = step + 1 == route.len();
            if step == 0 && !is_last && along_segment(apex, ahead_left, ahead_right).1 < AT_PORTAL {
                step += 1;
                continue;
            }
            if turn(apex, right.at, ahead_right) <= 0.0 {
                if is_same(apex, right.at) || turn(apex, left.at, ahead_right) > 0.0 {
                    right = Side { at: ahead_right, step, is_connection };
                } else {
                    apex = left.at;
                    add(&mut corners, apex, left.is_connection);
                    (step, right) = (left.step, Side { at: apex, ..left });
                    left = right;
                    step += 1;
                    continue;
                }
            }
            if turn(apex, left.at, ahead_left) >= 0.0 {
                if is_same(apex, left.at) || turn(apex, right.at, ahead_left) < 0.0 {
                    left = Side { at: ahead_left, step, is_connection };
                } else {
                    apex = right.at;
                    add(&mut corners, apex, right.is_connection);
                    (step, left) = (right.step, Side { at: apex, ..right });
                    right = left;
                    step += 1;
                    continue;
                }
            }
            step += 1;
        }
        add(&mut corners, end, false);
        corners
    }

    /// What leads on from a polygon of a route, and whether to a connection; `Some(None)` at its end.
    #[allow(clippy::option_option, reason = "the end of a route is no broken one")]
    fn ahead(&self, route: &[usize], step: usize) -> Option<Option<([Point; 2], bool)>> {
        let Some(next) = route.get(step + 1) else { return Some(None) };
        let from = *route.get(step)?;
        let portal = self.portal(from, self.link_to(from, *next)?)?;
        Some(Some((portal, self.polygons.get(*next)?.is_connection)))
    }
}
