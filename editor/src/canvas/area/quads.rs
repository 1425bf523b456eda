//! Many lines and squares as one mesh: thousands of shapes of their own would be slow.

use eframe::egui;
use egui::epaint::Vertex;
use egui::{Color32, Mesh, Pos2, Vec2};

use crate::canvas::plain::mesh::{self, Look, Run};

#[derive(Default)]
pub(super) struct Quads {
    mesh: Mesh,
}

impl Quads {
    pub(super) fn line(&mut self, from: Pos2, to: Pos2, width: f32, colour: Color32) {
        let along = to - from;
        if along.length_sq() < 0.01 {
            return;
        }
        let aside = along.normalized().rot90() * (width / 2.0);
        self.quad([from + aside, to + aside, to - aside, from - aside], colour);
    }

    pub(super) fn square(&mut self, at: Pos2, radius: f32, colour: Color32) {
        let (x, y) = (Vec2::new(radius, 0.0), Vec2::new(0.0, radius));
        self.quad([at - x - y, at + x - y, at + x + y, at - x + y], colour);
    }

    /// A point of an arrow that ends somewhere.
    pub(super) fn arrow(&mut self, from: Pos2, to: Pos2, size: f32, colour: Color32) {
        let along = (to - from).normalized() * size;
        let aside = along.rot90() * 0.5;
        self.quad([to, to - along + aside, to - along, to - along - aside], colour);
    }

    fn quad(&mut self, corners: [Pos2; 4], colour: Color32) {
        let first = self.mesh.vertices.len() as u32;
        let vertex = |pos| Vertex { pos, uv: egui::epaint::WHITE_UV, color: colour };
        self.mesh.vertices.extend(corners.map(vertex));
        let corner = |n: u32| first + n;
        self.mesh.indices.extend([0, 1, 2, 0, 2, 3].map(corner));
    }

    pub(super) fn draw(self, painter: &egui::Painter) {
        if !self.mesh.vertices.is_empty() {
            let all = Run { indices: 0..self.mesh.indices.len() as u32, look: Look::Plain };
            mesh::paint(painter, self.mesh, vec![all]);
        }
    }
}
