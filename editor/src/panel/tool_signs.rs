//! The signs of tools: each a few strokes in a square of 16 points.

use std::f32::consts::TAU;

use eframe::egui;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

use crate::command::CommandId as Id;

type At = (f32, f32);

/// A part of a sign, in points from its upper left corner.
enum Part {
    Path(&'static [At]),
    Closed(&'static [At]),
    Dashed(&'static [At]),
    Dot(At, f32),
    Ring(At, f32),
    /// From corner to corner, filled.
    Plate(At, At),
    /// A middle and two radii, filled.
    Ellipse(At, At),
    /// The same as a dashed line.
    DashedEllipse(At, At),
    /// A middle and a radius, between two turns against the clock from the east.
    Arc(At, f32, [f32; 2]),
}

use Part::{Arc, Closed, Dashed, DashedEllipse, Dot, Ellipse, Path, Plate, Ring};

const SIGNS: [(Id, &[Part]); 21] = [
    (Id::ToolPaint, &[Path(&[(14.0, 2.0), (7.0, 9.0)]), Dot((4.5, 11.5), 3.5)]),
    (
        Id::ToolFill,
        &[
            Closed(&[(7.0, 2.0), (13.0, 8.0), (7.0, 14.0), (1.0, 8.0)]),
            Path(&[(1.5, 8.0), (12.5, 8.0)]),
            Dot((14.5, 12.5), 1.5),
        ],
    ),
    (Id::ToolRectangle, &[Plate((1.5, 3.5), (14.5, 12.5))]),
    (Id::ToolEllipse, &[Ellipse((8.0, 8.0), (7.0, 5.0))]),
    (Id::ToolPolygon, &[Closed(&[(2.0, 5.0), (8.0, 2.0), (14.0, 6.0), (11.0, 14.0), (4.0, 13.0)])]),
    (
        Id::ToolStamp,
        &[Dot((8.0, 4.0), 2.5), Path(&[(8.0, 5.0), (8.0, 10.0)]), Plate((2.0, 10.0), (14.0, 13.0))],
    ),
    (Id::ToolHeights, &[Path(&[(1.0, 13.0), (6.0, 4.0), (9.0, 9.0), (11.0, 6.0), (15.0, 13.0)])]),
    (Id::ToolRamp, &[Closed(&[(1.5, 13.0), (14.5, 13.0), (14.5, 4.0)])]),
    (
        Id::ToolCorner,
        &[Closed(&[(3.0, 5.0), (11.0, 5.0), (11.0, 13.0), (3.0, 13.0)]), Dot((11.0, 5.0), 2.8)],
    ),
    (
        Id::ToolSelectRectangle,
        &[Dashed(&[(2.0, 3.0), (14.0, 3.0), (14.0, 13.0), (2.0, 13.0), (2.0, 3.0)])],
    ),
    (
        Id::ToolLasso,
        &[DashedEllipse((8.0, 6.5), (6.5, 4.5)), Path(&[(5.0, 10.5), (6.5, 13.0), (5.0, 15.0)])],
    ),
    (
        Id::ToolWand,
        &[
            Path(&[(2.0, 14.0), (9.0, 7.0)]),
            Path(&[(11.5, 1.5), (11.5, 7.5)]),
            Path(&[(8.5, 4.5), (14.5, 4.5)]),
            Path(&[(9.5, 2.5), (13.5, 6.5)]),
            Path(&[(13.5, 2.5), (9.5, 6.5)]),
        ],
    ),
    (
        Id::ToolProbe,
        &[
            Dot((3.0, 13.0), 2.2),
            Dot((13.0, 3.0), 2.2),
            Path(&[(3.0, 13.0), (8.0, 13.0), (8.0, 3.0), (13.0, 3.0)]),
        ],
    ),
    (Id::ToolNode, &[Ring((8.0, 8.0), 4.0), Dot((8.0, 8.0), 1.5)]),
    (
        Id::ToolEdge,
        &[Ring((3.5, 12.5), 2.5), Ring((12.5, 3.5), 2.5), Path(&[(5.5, 10.5), (10.5, 5.5)])],
    ),
    (
        Id::ToolVolumes,
        &[
            Closed(&[(1.5, 5.0), (8.0, 2.0), (14.5, 5.0), (8.0, 8.0)]),
            Closed(&[(1.5, 10.5), (8.0, 7.5), (14.5, 10.5), (8.0, 13.5)]),
        ],
    ),
    (
        Id::ToolPut,
        &[
            Closed(&[(2.0, 8.0), (6.5, 3.5), (11.0, 8.0), (6.5, 12.5)]),
            Path(&[(10.0, 13.0), (16.0, 13.0)]),
            Path(&[(13.0, 10.0), (13.0, 16.0)]),
        ],
    ),
    (
        Id::GizmoMove,
        &[
            Path(&[(3.0, 13.0), (3.0, 2.0)]),
            Path(&[(1.0, 4.5), (3.0, 2.0), (5.0, 4.5)]),
            Path(&[(3.0, 13.0), (14.0, 13.0)]),
            Path(&[(11.5, 11.0), (14.0, 13.0), (11.5, 15.0)]),
        ],
    ),
    (
        Id::GizmoRotate,
        &[Arc((8.0, 8.0), 6.0, [0.125, 0.9375]), Path(&[(8.5, 4.0), (12.5, 4.0), (12.5, 0.5)])],
    ),
    (
        Id::GizmoScale,
        &[
            Closed(&[(2.0, 9.0), (7.0, 9.0), (7.0, 14.0), (2.0, 14.0)]),
            Path(&[(8.0, 8.0), (14.0, 2.0)]),
            Path(&[(10.0, 2.0), (14.0, 2.0), (14.0, 6.0)]),
        ],
    ),
    (
        Id::ToolPan,
        &[
            Path(&[(8.0, 1.5), (8.0, 14.5)]),
            Path(&[(1.5, 8.0), (14.5, 8.0)]),
            Path(&[(6.0, 3.5), (8.0, 1.5), (10.0, 3.5)]),
            Path(&[(6.0, 12.5), (8.0, 14.5), (10.0, 12.5)]),
            Path(&[(3.5, 6.0), (1.5, 8.0), (3.5, 10.0)]),
            Path(&[(12.5, 6.0), (14.5, 8.0), (12.5, 10.0)]),
        ],
    ),
];

/// Draws the sign of a tool from a corner on, as far as it has one.
pub(crate) fn draw(painter: &Painter, corner: Pos2, tool: Id, colour: Color32) {
    let parts = SIGNS.iter().find(|(id, _)| *id == tool).map_or(&[][..], |(_, parts)| *parts);
    painter.extend(parts.iter().flat_map(|part| part.shapes(corner, colour)));
}

impl Part {
    fn shapes(&self, corner: Pos2, colour: Color32) -> Vec<Shape> {
        let at = |(x, y): At| corner + vec2(x, y);
        let all = |points: &[At]| points.iter().copied().map(at).collect::<Vec<_>>();
        let stroke = Stroke::new(1.5, colour);
        let dashed = |points: &[Pos2]| Shape::dashed_line(points, stroke, 3.0, 2.0);
        match *self {
            Path(points) => vec![Shape::line(all(points), stroke)],
            Closed(points) => vec![Shape::closed_line(all(points), stroke)],
            Dashed(points) => dashed(&all(points)),
            Dot(middle, radius) => vec![Shape::circle_filled(at(middle), radius, colour)],
            Ring(middle, radius) => vec![Shape::circle_stroke(at(middle), radius, stroke)],
            Plate(a, b) => {
                vec![Shape::rect_filled(Rect::from_min_max(at(a), at(b)), 0.5, colour)]
            }
            Ellipse(middle, (x, y)) => {
                vec![Shape::ellipse_filled(at(middle), vec2(x, y), colour)]
            }
            DashedEllipse(middle, radii) => dashed(&arc(at(middle), radii, [0.0, 1.0])),
            Arc(middle, radius, turns) => {
                vec![Shape::line(arc(at(middle), (radius, radius), turns), stroke)]
            }
        }
    }
}

fn arc(middle: Pos2, radii: At, [from, to]: [f32; 2]) -> Vec<Pos2> {
    let point = |n: u8| {
        let (sine, cosine) = ((from + (to - from) * f32::from(n) / 16.0) * TAU).sin_cos();
        pos2(middle.x + radii.0 * cosine, middle.y - radii.1 * sine)
    };
    (0..=16).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::all;

    #[test]
    fn every_tool_has_a_sign_of_its_own() {
        let is_tool = |name: &str| name.starts_with("tool-") || name.starts_with("gizmo-");
        for command in all().filter(|command| is_tool(command.name)) {
            let n = SIGNS.iter().filter(|(id, _)| *id == command.id).count();
            assert_eq!(n, 1, "{}", command.name);
        }
    }

    #[test]
    fn signs_stay_in_their_square() {
        for (id, parts) in &SIGNS {
            let shapes = parts.iter().flat_map(|part| part.shapes(Pos2::ZERO, Color32::WHITE));
            let room = Rect::from_min_max(Pos2::ZERO, pos2(16.0, 16.0)).expand(1.0);
            for shape in shapes {
                let drawn = shape.visual_bounding_rect();
                assert!(room.contains_rect(drawn), "{id:?} {drawn:?}");
            }
        }
    }
}
