//! Lines, rectangles, arrows and parts of a picture, gathered into one mesh: thousands of shapes of
//! their own would be slow.

use eframe::egui;
use egui::epaint::Vertex;
use egui::{Color32, Mesh, Painter, Pos2, Rect, TextureId, Vec2};

use super::mesh::{self, Look, Run};

/// Lines are thin up to here.
const THIN: f32 = 1.5;

pub(crate) struct Shapes {
    mesh: Mesh,
    runs: Vec<Run>,
    /// Where the picture is white, for painters that draw everything with it.
    white: Pos2,
}

impl Default for Shapes {
    fn default() -> Shapes {
        Shapes { mesh: Mesh::default(), runs: Vec::new(), white: egui::epaint::WHITE_UV }
    }
}

impl Shapes {
    pub(crate) fn with_picture(picture: TextureId, white: Pos2) -> Shapes {
        Shapes { mesh: Mesh::with_texture(picture), runs: Vec::new(), white }
    }

    /// A part of the picture with four corners, none of which points inwards, and what of the
    /// picture is at each.
    pub(crate) fn cut_out(&mut self, corners: [(Pos2, Pos2); 4], tint: Color32) {
        let vertex = |(pos, uv)| Vertex { pos, uv, color: tint };
        self.add(corners.map(vertex));
        self.run_on(Look::Pictured);
    }

    /// A part of the picture that falls on whole pixels, as many as it has itself.
    pub(crate) fn stamped(&mut self, rect: Rect, uv: Rect, tint: Color32) {
        self.mesh.add_rect_with_uv(rect, uv, tint);
        self.run_on(Look::Stamped);
    }

    pub(crate) fn line(&mut self, from: Pos2, to: Pos2, width: f32, colour: Color32) {
        let along = to - from;
        if along.length_sq() < 0.01 {
            return;
        }
        let along = along.normalized();
        // So that a thin line takes a pixel in each row or column, whichever way it slants.
        let slant = if width < THIN { along.x.abs().max(along.y.abs()) } else { 1.0 };
        let aside = along.rot90() * (width * slant / 2.0);
        self.quad([from + aside, to + aside, to - aside, from - aside], colour);
    }

    /// The point of an arrow that ends somewhere.
    pub(crate) fn point(&mut self, from: Pos2, to: Pos2, size: f32, colour: Color32) {
        let along = (to - from).normalized() * size;
        let aside = along.rot90() * 0.5;
        self.quad([to, to - along + aside, to - along * 0.8, to - along - aside], colour);
    }

    pub(crate) fn square(&mut self, at: Pos2, radius: f32, colour: Color32) {
        self.rect(Rect::from_center_size(at, Vec2::splat(radius * 2.0)), colour);
    }

    pub(crate) fn rect(&mut self, rect: Rect, colour: Color32) {
        let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        self.quad(corners, colour);
    }

    pub(crate) fn quad(&mut self, corners: [Pos2; 4], colour: Color32) {
        self.add(corners.map(|pos| Vertex { pos, uv: self.white, color: colour }));
        self.run_on(Look::Plain);
    }

    fn add(&mut self, corners: [Vertex; 4]) {
        let first = self.mesh.vertices.len() as u32;
        self.mesh.vertices.extend(corners);
        self.mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|n: u32| first + n));
    }

    /// The inside of corners none of which points inwards.
    pub(crate) fn polygon(&mut self, corners: impl Iterator<Item = Pos2>, colour: Color32) {
        let first = self.mesh.vertices.len() as u32;
        let vertex = |pos| Vertex { pos, uv: self.white, color: colour };
        self.mesh.vertices.extend(corners.map(vertex));
        let end = self.mesh.vertices.len() as u32;
        let triangles = (first + 2..end).flat_map(|corner| [first, corner - 1, corner]);
        self.mesh.indices.extend(triangles);
        self.run_on(Look::Plain);
    }

    /// What was added last looks so.
    fn run_on(&mut self, look: Look) {
        let end = self.mesh.indices.len() as u32;
        match self.runs.last_mut() {
            Some(run) if run.look == look => run.indices.end = end,
            last => {
                let start = last.map_or(0, |run| run.indices.end);
                self.runs.push(Run { indices: start..end, look });
            }
        }
    }

    pub(crate) fn draw(self, painter: &Painter) {
        mesh::paint(painter, self.mesh, self.runs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_one_look_that_follow_each_other_are_drawn_at_once() {
        let mut shapes = Shapes::default();
        let (a, b) = (egui::pos2(1.0, 1.0), egui::pos2(9.0, 1.0));
        shapes.line(a, b, 1.0, Color32::WHITE);
        shapes.line(a, a, 1.0, Color32::WHITE);
        shapes.square(b, 2.0, Color32::WHITE);
        shapes.cut_out([(a, a), (a, b), (b, b), (b, a)], Color32::WHITE);
        shapes.point(a, b, 3.0, Color32::WHITE);
        let runs: Vec<_> = shapes.runs.iter().map(|run| (run.indices.clone(), run.look)).collect();
        assert_eq!(runs, [(0..12, Look::Plain), (12..18, Look::Pictured), (18..24, Look::Plain)]);
        assert_eq!(shapes.mesh.indices.len(), 24, "a line without length is none");
    }
}
