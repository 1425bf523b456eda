//! An open file with models: which of them is shown, and how it moves.

use std::sync::Arc;

use landwright_core::scene::material::Blend;
use landwright_core::scene::model::Part;
use landwright_core::scene::particle::Emitter;
use landwright_core::vfs::Fingerprint;

use crate::command::CommandId;
use crate::kind::asset::commands::{ADD, BEFORE, DUPLICATE, LOOP, NEXT, PLAY, REMOVE};
use crate::kind::asset::exhibit::{Exhibit, Source};
use crate::kind::asset::message::Made;
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::foreign::Scripts;
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
    /// Grows with every model that is shown, and with each change of one.
    pub(super) n_shown: u64,
    /// Grows with every model that is shown.
    pub(super) n_fits: u64,
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
        Modelled::of(&Made { source: Arc::new(source), entry: 0, shown })
    }

    /// One that is ready.
    pub(super) fn of(made: &Made) -> Modelled {
        let Made { source, entry, shown } = made.clone();
        Modelled {
            source,
            entry,
            shown: Some(shown),
            n_shown: 1,
            n_fits: 1,
            motion: 0,
            is_playing: false,
            is_looped: true,
            percent: 100,
        }
    }

    /// The same models as they are now: where it is the same one, it stays as it is looked at.
    pub(super) fn renew(&mut self, made: &Made) {
        let number = self.number();
        self.source = Arc::clone(&made.source);
        (self.entry, self.shown) = (made.entry, Some(made.shown.clone()));
        self.n_shown += 1;
        if self.number() != number {
            self.n_fits += 1;
            self.motion = 0;
        }
        let n_motions = self.exhibit().map_or(0, |exhibit| exhibit.motions.len());
        self.motion = self.motion.min(n_motions.saturating_sub(1));
    }

    /// The number of the model in its file.
    pub(super) fn number(&self) -> Option<u32> {
        self.source.entries.get(self.entry).map(|(number, _)| *number)
    }

    /// Shows a model by its number in the file, where it can be shown.
    pub(super) fn show_number(&mut self, number: u32) -> Wishes {
        self.source.entry_of(number).map(|entry| self.show(entry)).unwrap_or_default()
    }

    pub(super) fn can_run(model: Option<&Modelled>, id: CommandId) -> Option<bool> {
        match id {
            NEXT => Some(model.is_some_and(|it| it.entry + 1 < it.source.entries.len())),
            BEFORE => Some(model.is_some_and(|it| it.entry > 0)),
            PLAY | LOOP => Some(model.is_some_and(|it| it.seconds().is_some())),
            _ => None,
        }
    }

    pub(super) fn is_on(&self, id: CommandId) -> Option<bool> {
        match id {
            PLAY => Some(self.is_playing),
            LOOP => Some(self.is_looped),
            _ => None,
        }
    }

    pub(super) fn run(&mut self, id: CommandId) -> Wishes {
        match id {
            NEXT => return self.show(self.entry + 1),
            BEFORE => return self.show(self.entry.saturating_sub(1)),
            PLAY => self.is_playing = !self.is_playing,
            LOOP => self.is_looped = !self.is_looped,
            _ => {}
        }
        Wishes::default()
    }

    pub(super) fn foreign_scripts(&self) -> Scripts {
        let missing = self.exhibit().into_iter().flat_map(|exhibit| &exhibit.missing);
        let names = self.source.entries.iter().map(|(_, name)| name);
        names.chain(missing.map(|missing| &missing.what)).map(|name| Scripts::of(name)).collect()
    }

    pub(super) fn exhibit(&self) -> Option<&Arc<Exhibit>> {
        self.shown.as_ref()?.as_ref().ok()
    }

    /// Why the only model of a file can't be shown.
    pub(super) fn why_not(&self) -> Option<&str> {
        let why = self.shown.as_ref()?.as_ref().err()?;
        (self.source.entries.len() == 1).then_some(why)
    }

    /// How long its motion takes, in seconds; `None` where nothing of it moves.
    pub(super) fn seconds(&self) -> Option<f64> {
        let exhibit = self.exhibit()?;
        let scene = &exhibit.set.scene;
        let motion = exhibit.motions.get(self.motion).and_then(|(_, id)| scene.motion(*id));
        let of_parts = || scene.motions.first().map(|motion| &**motion);
        let own = motion.or_else(of_parts).map(|motion| motion.seconds());
        let own = own.filter(|seconds| *seconds > 0.0);
        let of_effects = exhibit.effects.map(|(seconds, _)| seconds);
        let of_effects = of_effects.filter(|seconds| *seconds > 0.0);
        own.map_or(of_effects, |own| Some(of_effects.map_or(own, |of_effects| own.max(of_effects))))
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

    pub(super) fn take(&mut self, message: &ModelMessage) -> Wishes {
        match message {
            ModelMessage::Show(entry) => return self.show(*entry),
            ModelMessage::Shown(entry, shown) if *entry == self.entry && self.shown.is_none() => {
                self.shown = Some(shown.clone());
                self.n_shown += 1;
                self.n_fits += 1;
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
        let is_there = |part: &&Part| scene.mesh(part.mesh).is_some_and(|it| it.n_triangles() > 0);
        let parts = model.parts.iter().filter(is_there);
        let meshes = parts.clone().filter_map(|part| scene.mesh(part.mesh));
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
            ("Parts", parts.count().to_string()),
            ("Triangles", n_triangles.to_string()),
            ("Vertices", n_vertices.to_string()),
            ("Materials", scene.materials.len().to_string()),
            ("Cut out", count(|it| matches!(it, Blend::CutOut { .. })).to_string()),
            (
                "Blended",
                count(|it| matches!(it, Blend::Over | Blend::Add | Blend::Mixed { .. }))
                    .to_string(),
            ),
            ("Pictures", scene.pictures.len().to_string()),
        ];
        if !exhibit.bounds.is_empty() {
            facts.push(("Size", format!("{:.2} × {:.2} × {:.2} m", size.x, size.y, size.z)));
        }
        facts.extend(skeleton.map(|it| ("Bones", it.bones().len().to_string())));
        if !model.emitters.is_empty() {
            facts.push(("Sources of particles", model.emitters.len().to_string()));
            let mut ends = model.emitters.iter().map(Emitter::ends_s);
            let end = ends.try_fold(0.0_f64, |all, one| Some(all.max(one?)));
            let lasts = end.map_or("without end".to_owned(), |end| format!("{end:.2} s"));
            facts.push(("Lasts", lasts));
        }
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
        &["zms", "rsm", "rsm2"]
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        match id {
            CommandId::SaveAs | CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            ADD | DUPLICATE | REMOVE => Some(false),
            id => Modelled::can_run(Some(&self.what), id),
        }
    }

    fn is_on(&self, id: CommandId) -> Option<bool> {
        self.what.is_on(id)
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        self.what.run(id)
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        sent.get::<ModelMessage>().map(|message| self.what.take(message)).unwrap_or_default()
    }

    fn means(&self, _sent: &Sent) -> Means {
        Means::Looking
    }

    fn foreign_scripts(&self, _is_first_look: bool) -> Scripts {
        self.what.foreign_scripts()
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}
