//! The tools of ground, how they are set, and what a stroke of each of them means.

use landwright_core::world::gat::heights::How;
use landwright_core::world::gnd::action::Action;
use landwright_core::world::gnd::face::Face;
use landwright_core::world::gnd::heights::ShapeHeights;
use landwright_core::world::gnd::paint::{Paint, Texture};
use landwright_core::world::gnd::region::{Brush, Region};
use landwright_core::world::gnd::wall::{AddWalls, FillHoles, MakeHoles, RemoveWalls};

/// What the left button does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    Select,
    Raise,
    Lower,
    SetHeight,
    Flatten,
    Smooth,
    Ramp,
    Paint,
    Wall,
    Hole,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Settings {
    /// Of the brush, in cubes.
    pub(crate) radius: f32,
    /// World units that a stroke raises or lowers.
    pub(crate) by: f32,
    /// What is set, in world units.
    pub(crate) height: f32,
    /// How far smoothing goes, from 0 to 1.
    pub(crate) smoothness: f32,
    /// Whether the effect fades out towards the edge of the brush.
    pub(crate) is_soft: bool,
    /// That which is painted, and that of new walls and tops.
    pub(crate) texture: u16,
    /// Whether the picture is laid anew, and over how many cubes.
    pub(crate) is_laid: bool,
    pub(crate) over: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            radius: 3.0,
            by: 5.0,
            height: 0.0,
            smoothness: 0.5,
            is_soft: true,
            texture: 0,
            is_laid: false,
            over: 4,
        }
    }
}

impl Tool {
    pub(crate) fn shapes(self) -> bool {
        !matches!(self, Tool::Select | Tool::Paint | Tool::Wall | Tool::Hole)
    }

    /// What a stroke does, from the places that it went through, in cubes. `level` is the height where it began.
    /// Shift turns tools that have an opposite around. `None` where it does nothing yet.
    pub(crate) fn action(
        self,
        points: &[[f64; 2]],
        level: f32,
        is_reversed: bool,
        settings: &Settings,
    ) -> Option<Action> {
        let radius = f64::from(settings.radius);
        let (first, last) = (points.first()?, points.last()?);
        let points = if self == Tool::Ramp { vec![*first, *last] } else { points.to_vec() };
        let ends = [*first, *last].map(|place| place.map(|at| at.max(0.0) as u32));
        let region = Region::Brush(Brush { points, radius });
        let falloff = if settings.is_soft && self != Tool::Ramp { radius } else { 0.0 };
        let texture = Texture::Number(settings.texture);
        let over = settings.is_laid.then_some(settings.over);
        let shape = |region, how| Action::ShapeHeights(ShapeHeights { region, how, falloff });
        let by = settings.by;
        Some(match self {
            Tool::Select => return None,
            Tool::Raise if is_reversed => shape(region, How::Lower { by }),
            Tool::Lower if is_reversed => shape(region, How::Raise { by }),
            Tool::Raise => shape(region, How::Raise { by }),
            Tool::Lower => shape(region, How::Lower { by }),
            Tool::SetHeight => shape(region, How::Set { height: settings.height }),
            Tool::Flatten => shape(region, How::Set { height: level }),
            Tool::Smooth => shape(region, How::Smooth { strength: settings.smoothness }),
            Tool::Ramp => {
                let [from, to] = ends;
                if from == to {
                    return None;
                }
                shape(region, How::Ramp { from, to, from_height: None, to_height: None })
            }
            Tool::Paint => {
                let faces = vec![Face::Top];
                Action::Paint(Paint { region, texture, faces, over })
            }
            Tool::Wall if is_reversed => {
                Action::RemoveWalls(RemoveWalls { region, faces: Face::WALLS.to_vec() })
            }
            Tool::Wall => {
                let faces = Face::WALLS.to_vec();
                Action::AddWalls(AddWalls { region, texture, faces, everywhere: false })
            }
            Tool::Hole if is_reversed => Action::FillHoles(FillHoles { region, texture, over }),
            Tool::Hole => Action::MakeHoles(MakeHoles { region }),
        })
    }
}
