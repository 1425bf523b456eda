//! What commands and messages do to a ground.

use std::sync::Arc;

use landwright_core::space::ragnarok::CubePos;
use landwright_core::world::Revision;

use crate::command::CommandId;
use crate::kind::document::common::ViewKind;
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::ground::Grounds;
use crate::kind::ground::commands::{ALL_WALLS, TOOLS};
use crate::kind::ground::document::GroundDocument;
use crate::kind::ground::message::ToGround;
use crate::kind::scene::land::{Land, Staged};
use crate::kind::{Kind, KindDocument, Means};
use crate::message::sent::{Sent, Wishes};

impl KindDocument for GroundDocument {
    fn kind(&self) -> &'static dyn Kind {
        &Grounds
    }

    fn endings(&self) -> &'static [&'static str] {
        &["gnd"]
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        match id {
            ALL_WALLS => Some(!self.ground().textures().is_empty()),
            CommandId::SelectNone | CommandId::ZoomSelection => Some(self.cube.is_some()),
            CommandId::ZoomFit | CommandId::ZoomIn | CommandId::ZoomOut => Some(true),
            CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            id if TOOLS.iter().any(|(_, own)| *own == id) => Some(true),
            _ => None,
        }
    }

    fn is_on(&self, id: CommandId) -> Option<bool> {
        let (tool, _) = TOOLS.iter().find(|(_, own)| *own == id)?;
        Some(self.tool == *tool)
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        match id {
            ALL_WALLS => return self.wall_all(),
            CommandId::SelectNone => self.cube = None,
            CommandId::ZoomFit => self.n_fits += 1,
            CommandId::ZoomIn => self.n_zooms += 1,
            CommandId::ZoomOut => self.n_zooms -= 1,
            CommandId::ZoomSelection => self.n_shows += 1,
            id => {
                if let Some((tool, _)) = TOOLS.iter().find(|(_, own)| *own == id) {
                    let wishes = self.end_stroke();
                    self.tool = *tool;
                    return wishes;
                }
            }
        }
        Wishes::default()
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        let Some(message) = sent.get::<ToGround>() else { return Wishes::default() };
        match message {
            ToGround::Select(at) => self.cube = *at,
            ToGround::Set(settings) => self.settings = *settings,
            ToGround::Stroke { phase, at, held } => return self.stroke(*phase, *at, *held),
            ToGround::SetCorner(corner, text) => return self.set_corner(*corner, text),
            ToGround::PaintFace(face) => return self.paint_face(*face),
            ToGround::Rename(texture, name) => return self.rename(*texture, name),
            ToGround::AddTexture(name) => return self.add_texture(name),
            ToGround::Read(of, read) => return self.take_land(*of, read.clone()),
            ToGround::Staged(of, staged) => {
                self.is_staging = false;
                // Where somebody cancelled it, it begins with the next change.
                self.staged_of = Some(*of);
                if let Some(staged) = staged {
                    self.staged = Some(staged.clone());
                    self.n_casts += 1;
                }
            }
        }
        Wishes::default()
    }

    fn means(&self, sent: &Sent) -> Means {
        match sent.get() {
            Some(ToGround::Stroke { phase, .. }) => Means::Pointing(*phase),
            Some(
                ToGround::SetCorner(..)
                | ToGround::PaintFace(_)
                | ToGround::Rename(..)
                | ToGround::AddTexture(_),
            ) => Means::Acting,
            _ => Means::Looking,
        }
    }

    fn finish_gesture(&mut self) {
        let _ = self.end_stroke();
    }

    fn go_to(&mut self, text: &str) -> Wishes {
        let numbers = text.split([',', ' ']).filter(|part| !part.is_empty());
        let numbers: Option<Vec<u32>> = numbers.map(|part| part.parse().ok()).collect();
        match numbers.as_deref() {
            Some([x, y]) if self.ground().cube(CubePos { x: *x, y: *y }).is_some() => {
                self.select_alone(CubePos { x: *x, y: *y });
                Wishes::default()
            }
            _ => Wishes::warn(format!("`{text}` is no cube of this ground: expected x, y")),
        }
    }

    fn places(&self) -> Option<[&'static str; 3]> {
        Some(["Go to a cube", "x, y in cubes from the south-west corner", "Cube"])
    }

    /// Its pictures are drawn beside the window.
    fn follow(&mut self) -> Wishes {
        let mut wishes = Wishes::default();
        let Some(path) = self.common.file.as_ref().map(|file| file.path.clone()) else {
            return wishes;
        };
        if self.editing.is_in_gesture() {
            return wishes;
        }
        let revision = self.editing.revision();
        if self.land_of != Some(revision) && !self.is_reading {
            self.is_reading = true;
            let (path, ground) = (path.clone(), self.ground().clone());
            let work = Wishes::job(format!("Drawing {}", self.title), move |progress| {
                let read = Land::read(&path, Some(ground.to_gnd()), progress);
                let read = read.unwrap_or_else(|| Err("somebody cancelled drawing it".to_owned()));
                Sent::new(ToGround::Read(revision, read.map(Arc::new)))
            });
            wishes.jobs.extend(work.jobs);
        }
        let is_in_space = self.common.views.values().any(|view| view.kind == ViewKind::InSpace);
        if is_in_space && self.staged_of != Some(revision) && !self.is_staging {
            self.is_staging = true;
            let ground = self.ground().clone();
            let title = format!("Making the 3D view of {}", self.title);
            let work = Wishes::job(title, move |progress| {
                let staged = Staged::of(&path, Some(ground.to_gnd()), None, progress);
                Sent::new(ToGround::Staged(revision, staged.map(|staged| staged.map(Arc::new))))
            });
            wishes.jobs.extend(work.jobs);
        }
        wishes
    }

    fn note_project_changed(&mut self) {
        self.land_of = None;
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}

impl GroundDocument {
    fn take_land(&mut self, of: Revision, read: Result<Arc<Land>, String>) -> Wishes {
        self.is_reading = false;
        self.land_of = Some(of);
        let is_first = self.land.is_none();
        let title = &self.common.title;
        let said = match &read {
            Ok(land) => land.missing.first().map(|first| match land.missing.len() {
                1 => format!("{title}: a picture is missing: {first}"),
                n => format!("{title}: pictures are missing: {first}; and {} more", n - 1),
            }),
            Err(why) => Some(format!("{title} is shown on a plain grid: {why}")),
        };
        self.land = Some(read);
        Wishes { notes: said.filter(|_| is_first).into_iter().collect(), ..Wishes::default() }
    }
}
