//! A picture of an area in 3D, with its problems and a key of colours.

use landwright_core::problem::counted::counted;
use landwright_core::space::tera::PosInWorld;
use landwright_core::vfs::save::Before;
use landwright_core::world::area::picture::marks::{Mark, draw_mark};
use landwright_core::world::area::picture::part::Part;
use landwright_core::world::area::picture::{Layer, NOTHING};
use landwright_core::world::gat::picture::image::Image;

use super::{Read, marks_of, note_unseen};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain};
use crate::cli::render::Render;
use crate::cli::render::values::{LayerName, SIZE_3D, Size};
use crate::kind::tera::canvas::space::picture::{Ask, Drawn, From, picture};
use crate::kind::tera::view::space_from_world;
use crate::view::orbit::Orbit;

impl Render {
    pub(super) fn draw_area_in_space(
        &self,
        before: Before,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        if self.layer == LayerName::Density {
            let message = "--layer density belongs to pictures from above: --view top";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        let Read { area, geometry, problems } = self.read_area()?;
        let part = self.sight.part(&area, &self.file)?;
        let draw = |size: Size| {
            let from = self.eye();
            let (size_in_pixels, layer) = ([size.width, size.height], Layer::from(self.layer));
            let ask = Ask { area: &area, geometry: &geometry, part, from, size_in_pixels, layer };
            let mut drawn = picture(&ask)
                .map_err(|trouble| Failure::WrongUse(format!("no 3D picture: {trouble}")))?;
            note(&drawn);
            if let Some(problems) = &problems {
                let marks = marks_of(&area, problems);
                mark(&mut drawn.image, &drawn.orbit, part, &marks);
            }
            Ok(drawn.image)
        };
        let size = self.size.unwrap_or(SIZE_3D);
        let image = match self.sight.legend {
            true => {
                self.beside_legend(&area, &geometry, problems.as_deref(), Some(size), |size| {
                    draw(size.unwrap_or(SIZE_3D))
                })?
            }
            false => draw(size)?,
        };
        self.save_on_sheet(image, NOTHING, before, output)
    }

    fn eye(&self) -> From {
        match self.camera {
            Some(eye) => {
                let [x, y, z] = eye.at;
                let (yaw_degrees, pitch_degrees) = (eye.yaw_degrees, eye.pitch_degrees);
                From::Eye { at: PosInWorld { x, y, z }, yaw_degrees, pitch_degrees }
            }
            None => {
                let pitch_degrees = self.pitch.unwrap_or(Orbit::FIRST_PITCH_DEGREES);
                From::Everything { yaw_degrees: self.yaw, pitch_degrees }
            }
        }
    }
}

/// Says on standard error what is left out.
fn note(drawn: &Drawn) {
    let [n_seen, n_drawn] = drawn.n_nodes;
    if n_drawn < n_seen {
        complain(&format!(
            "note: {n_drawn} of {} are drawn, since so many cover each other; --crop shows a part",
            counted(n_seen, "node", "nodes")
        ));
    }
    if drawn.lacks_edges {
        complain("note: edges are left out, since there are too many; --crop shows a part");
    }
}

/// Marks problems where they are seen, the worst above the others.
fn mark(image: &mut Image, orbit: &Orbit, part: Part, marks: &[Mark]) {
    let size = glam::vec2(image.width as f32, image.height as f32);
    let radius = (f64::from(image.width.min(image.height)) / 160.0).clamp(3.0, 9.0);
    let mut sorted: Vec<&Mark> = marks.iter().collect();
    sorted.sort_by_key(|mark| mark.severity);
    let mut n_drawn = 0;
    for mark in sorted.into_iter().filter(|mark| part.place(mark.pos, [1, 1]).is_some()) {
        let at = orbit.view_from_world(space_from_world(mark.pos), size);
        let is_seen = |at: &glam::Vec2| at.cmpge(glam::Vec2::ZERO).all() && at.cmple(size).all();
        if let Some(at) = at.filter(is_seen) {
            draw_mark(image, at.as_dvec2().to_array(), radius, mark.severity);
            n_drawn += 1;
        }
    }
    note_unseen(marks.len() - n_drawn);
}
