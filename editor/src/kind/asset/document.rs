//! An open file with models: which of them is shown, and how it moves.

use std::sync::Arc;

use landwright_core::scene::material::Blend;
use landwright_core::vfs::Fingerprint;

use crate::command::CommandId;
use crate::kind::asset::exhibit::{Exhibit, Source};
use crate::kind::asset::{BEFORE, LOOP, NEXT, PLAY};
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::read_only::{self, Looked, ReadOnly};
use crate::kind::{Content, Kind, KindDocument, Means};
use crate::message::sent::{Sent, Wishes};
use crate::view::id::DocumentId;

/// A file with models. A clone costs next to nothing.
#[derive(Debug, Clone)]
pub(crate) struct Modelled {
    pub(super) source: Arc<Source>,
    /// Which of the entries is shown.
    pub(super) entry: usize,
    /// It, or why it can't be shown; `None` while it is read.
    pub(super) shown: Option<Result<Arc<Exhibit>, String>>,
    /// Grows with every model that is shown.
    pub(super) n_shown: u64,
    pub(super) motion: usize,
    pub(super) is_playing: bool,
    pub(super) is_looped: bool,
    pub(super) percent: u16,
}

/// What the window and its jobs send.
#[derive(Debug, Clone)]
pub(super) enum ModelMessage {
    Show(usize),
    Shown(usize, Result<Arc<Exhibit>, String>),
    Motion(usize),
    /// The motion came to its end.
    Stop,
    Speed(u16),
}

impl Modelled {
    pub(super) fn new(source: Source) -> Modelled {
        let shown = source.exhibit(0).map(Arc::new);
        Modelled {
            source: Arc::new(source),
            entry: 0,
            shown: Some(shown),
            n_shown: 1,
            motion: 0,
            is_playing: false,
            is_looped: true,
            percent: 100,
        }
    }

    pub(super) fn exhibit(&self) -> Option<&Arc<Exhibit>> {
        self.shown.as_ref()?.as_ref().ok()
    }

    /// How long its motion takes, in seconds; `None` where nothing of it moves.
    pub(super) fn seconds(&self) -> Option<f64> {
        let exhibit = self.exhibit()?;
        let scene = &exhibit.set.scene;
        let motion = exhibit.motions.get(self.motion).and_then(|(_, id)| scene.motion(*id));
        let of_parts = || scene.motions.first().map(|motion| &**motion);
        let own = motion.or_else(of_parts).map(|motion| motion.seconds());
        own.filter(|seconds| *seconds > 0.0)
    }

    fn show(&mut self, entry: usize) -> Wishes {
        let Some((_, name)) = self.source.entries.get(entry) else { return Wishes::default() };
        (self.entry, self.shown) = (entry, None);
        let source = Arc::clone(&self.source);
        Wishes::job(format!("Reading model {name}"), move |_| {
            let shown = source.exhibit(entry).map(Arc::new);
            Sent::new(ModelMessage::Shown(entry, shown))
        })
    }

    fn take(&mut self, message: &ModelMessage) -> Wishes {
        match message {
            ModelMessage::Show(entry) => return self.show(*entry),
            ModelMessage::Shown(entry, shown) if *entry == self.entry => {
                self.shown = Some(shown.clone());
                self.n_shown += 1;
                self.motion = 0;
            }
            ModelMessage::Shown(..) => {}
            ModelMessage::Motion(motion) => self.motion = *motion,
            ModelMessage::Stop => self.is_playing = false,
            ModelMessage::Speed(percent) => self.percent = (*percent).clamp(1, 1000),
        }
        Wishes::default()
    }

    /// What is known of the model, a line each.
    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let Some(exhibit) = self.exhibit() else { return Vec::new() };
        let scene = &exhibit.set.scene;
        let Some(model) = scene.models.last() else { return Vec::new() };
        if !exhibit.facts.is_empty() {
            return exhibit.facts.clone();
        }
        let meshes = model.parts.iter().filter_map(|part| scene.mesh(part.mesh));
        let (mut n_triangles, mut n_vertices) = (0, 0);
        for mesh in meshes {
            n_triangles += mesh.n_triangles();
            n_vertices += mesh.vertices.len();
        }
        let skeleton = model.skeleton.and_then(|id| scene.skeleton(id));
        let count = |is: fn(&Blend) -> bool| {
            scene.materials.iter().filter(|material| is(&material.blend)).count()
        };
        let size = exhibit.bounds.high_m - exhibit.bounds.low_m;
        let mut facts = vec![
            ("Parts", model.parts.len().to_string()),
            ("Triangles", n_triangles.to_string()),
            ("Vertices", n_vertices.to_string()),
            ("Materials", scene.materials.len().to_string()),
            ("Cut out", count(|it| matches!(it, Blend::CutOut { .. })).to_string()),
            ("Blended", count(|it| matches!(it, Blend::Over | Blend::Add)).to_string()),
            ("Pictures", scene.pictures.len().to_string()),
        ];
        if !exhibit.bounds.is_empty() {
            facts.push(("Size", format!("{:.2} × {:.2} × {:.2} m", size.x, size.y, size.z)));
        }
        facts.extend(skeleton.map(|it| ("Bones", it.bones().len().to_string())));
        if self.source.has_motions() {
            facts.push(("Motions", exhibit.motions.len().to_string()));
        }
        facts
    }
}

impl Looked for Modelled {
    const NOUN: &'static str = "model";
}

impl Content for Modelled {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        read_only::open(*self, id, name, base)
    }
}

impl KindDocument for ReadOnly<Modelled> {
    fn kind(&self) -> &'static dyn Kind {
        &super::Assets
    }

    fn endings(&self) -> &'static [&'static str] {
        &["zms", "zsc", "chr", "rsm", "rsm2"]
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        let what = &self.what;
        match id {
            NEXT => Some(what.entry + 1 < what.source.entries.len()),
            BEFORE => Some(what.entry > 0),
            PLAY | LOOP => Some(what.seconds().is_some()),
            CommandId::SaveAs | CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            _ => None,
        }
    }

    fn is_on(&self, id: CommandId) -> Option<bool> {
        match id {
            PLAY => Some(self.what.is_playing),
            LOOP => Some(self.what.is_looped),
            _ => None,
        }
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        let what = &mut self.what;
        match id {
            NEXT => return what.show(what.entry + 1),
            BEFORE => return what.show(what.entry.saturating_sub(1)),
            PLAY => what.is_playing = !what.is_playing,
            LOOP => what.is_looped = !what.is_looped,
            _ => {}
        }
        Wishes::default()
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        sent.get::<ModelMessage>().map(|message| self.what.take(message)).unwrap_or_default()
    }

    fn means(&self, _sent: &Sent) -> Means {
        Means::Looking
    }

    fn needs_more_letters(&self, _is_first_look: bool) -> bool {
        let missing = self.what.exhibit().into_iter().flat_map(|exhibit| &exhibit.missing);
        let names = self.what.source.entries.iter().map(|(_, name)| name);
        let mut names = names.chain(missing.map(|missing| &missing.what));
        names.any(|name| name.chars().any(|letter| letter > '\u{2fff}'))
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}
