//! What a person does to ground, each as one step.

use std::collections::BTreeMap;

use landwright_core::problem::counted::counted;
use landwright_core::space::ragnarok::{Corner, CubePos};
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gnd::action::{Action, Resolved};
use landwright_core::world::gnd::face::Face;
use landwright_core::world::gnd::heights::SetCorners;
use landwright_core::world::gnd::paint::{Paint, SetSurface, SetTexture, Texture};
use landwright_core::world::gnd::region::Region;
use landwright_core::world::gnd::wall::AddWalls;

use crate::kind::ground::document::{GroundDocument, Stroke};
use crate::kind::ground::tool::Tool;
use crate::kind::single::OneFile;
use crate::message::sent::Wishes;
use crate::view::hand::{Held, Phase};

/// The hand goes so far before a stroke has one more point, as a share of the brush.
const STEP: f64 = 0.4;

impl GroundDocument {
    fn act(&mut self, action: &Action) -> Wishes {
        self.act_all(&action.title(), std::slice::from_ref(action))
    }

    pub(super) fn set_corner(&mut self, corner: Corner, text: &str) -> Wishes {
        let Some(CubePos { x, y }) = self.cube else { return Wishes::default() };
        match text.trim().parse::<f32>() {
            Ok(height) => {
                let heights = BTreeMap::from([(corner, height)]);
                self.act(&Action::SetCorners(SetCorners { x, y, heights }))
            }
            Err(_) => Wishes::warn(format!("`{text}` is no height: expected a number")),
        }
    }

    pub(super) fn paint_face(&mut self, face: Face) -> Wishes {
        let Some(CubePos { x, y }) = self.cube else { return Wishes::default() };
        let texture = Some(Texture::Number(self.settings.texture));
        let (lightmap, color, u, v) = (None, None, None, None);
        self.act(&Action::SetSurface(SetSurface { x, y, face, texture, lightmap, color, u, v }))
    }

    pub(super) fn rename(&mut self, texture: u16, name: &str) -> Wishes {
        let name = name.to_owned();
        self.act(&Action::SetTexture(SetTexture { texture, name }))
    }

    /// Adds a texture to the list, which is painted with then.
    pub(super) fn add_texture(&mut self, name: &str) -> Wishes {
        let before = self.ground().textures().len();
        // A region without a cube: the name alone goes to the list.
        let (region, faces) = (Region::Rectangle(Rect::default()), vec![Face::Top]);
        let texture = Texture::Name(name.to_owned());
        let paint = Paint { region, texture, faces, over: None };
        let wishes = self.act_all(&format!("Add texture {name}"), &[Action::Paint(paint)]);
        if self.ground().textures().len() > before {
            self.settings.texture = u16::try_from(before).unwrap_or_default();
        }
        wishes
    }

    pub(super) fn wall_all(&mut self) -> Wishes {
        let texture = Texture::Number(self.settings.texture);
        let (region, faces) = (Region::Everything, Face::WALLS.to_vec());
        self.act(&Action::AddWalls(AddWalls { region, texture, faces, everywhere: false }))
    }

    /// The hand of the tool: one step from press to release.
    pub(super) fn stroke(&mut self, phase: Phase, at: [f64; 2], held: Held) -> Wishes {
        match phase {
            Phase::Press => return self.press(at, held),
            Phase::Drag | Phase::Hop => return self.drag(at),
            Phase::Release | Phase::Close => return self.end_stroke(),
            Phase::GiveUp => {
                self.stroke = None;
                self.editing.cancel();
                self.look();
            }
        }
        Wishes::default()
    }

    fn press(&mut self, at: [f64; 2], held: Held) -> Wishes {
        let under = self.cube_at(at);
        if self.tool == Tool::Select {
            self.cube = under;
            return Wishes::default();
        }
        if held.alt
            && let Some(under) = under
        {
            return self.pick(under);
        }
        let level = under.and_then(|under| self.height_of(under)).unwrap_or_default();
        let points = vec![at];
        let title = self.tool.action(&points, level, held.shift, &self.settings);
        self.begin(&title.map_or_else(|| "Make a ramp".to_owned(), |action| action.title()));
        let (before, is_reversed) = (self.ground().clone(), held.shift);
        self.stroke = Some(Stroke { before, points, level, is_reversed });
        self.grow()
    }

    /// Takes the height or the texture under the hand for the tool.
    fn pick(&mut self, under: CubePos) -> Wishes {
        if self.tool.shapes() {
            self.settings.height = self.height_of(under).unwrap_or(self.settings.height);
            return Wishes::default();
        }
        let number = self.ground().surface_at(under, Face::Top);
        let surface = number.and_then(|number| self.ground().surface(number));
        if let Some(texture) = surface.and_then(|surface| u16::try_from(surface.texture).ok()) {
            self.settings.texture = texture;
        }
        Wishes::default()
    }

    fn drag(&mut self, at: [f64; 2]) -> Wishes {
        let least = (f64::from(self.settings.radius) * STEP).max(0.2);
        let is_ramp = self.tool == Tool::Ramp;
        let Some(stroke) = &mut self.stroke else { return Wishes::default() };
        let [x, y] = stroke.points.last().copied().unwrap_or(at);
        let is_new = (at[0] - x).hypot(at[1] - y) >= least;
        if is_ramp {
            stroke.points.truncate(1);
        }
        if is_new || is_ramp {
            stroke.points.push(at);
            return self.grow();
        }
        Wishes::default()
    }

    /// The ground as the stroke has made it so far.
    fn grow(&mut self) -> Wishes {
        let Some(Stroke { before, points, level, is_reversed }) = &self.stroke else {
            return Wishes::default();
        };
        let action = self.tool.action(points, *level, *is_reversed, &self.settings);
        match action.map(|action| (action.resolve(before), action.title())) {
            Some((Ok(Resolved { ground, .. }), _)) => {
                self.editing.grow_to(ground);
                self.look();
                Wishes::default()
            }
            Some((Err(refusal), title)) => {
                self.stroke = None;
                self.editing.cancel();
                Wishes::warn(format!("{title}: {refusal}"))
            }
            None => Wishes::default(),
        }
    }

    /// Says how many lightmaps are out of date by it.
    pub(super) fn end_stroke(&mut self) -> Wishes {
        let Some(stroke) = self.stroke.take() else { return Wishes::default() };
        let n_reshaped = match self.editing.end() {
            Some(_) => self.ground().n_reshaped_since(&stroke.before),
            None => 0,
        };
        self.look();
        match n_reshaped {
            0 => Wishes::default(),
            n => Wishes::note(format!(
                "{}: the lightmaps of {} are out of date",
                self.common.title,
                counted(n, "cube", "cubes")
            )),
        }
    }
}
