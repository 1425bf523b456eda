//! The models of a zone's things: read beside the window, once a view in space wants to show them.

use std::sync::Arc;

use glam::Vec3;
use landwright_core::sample::rose::assets;
use landwright_core::scene::mesh::Bounds;
use landwright_core::stage::rose::live::Live;
use landwright_core::vfs::memory::Memory;
use landwright_core::vfs::{Vfs, VfsPath};
use landwright_core::world::zone::thing::ThingId;

use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::kind::rose::ZoneDone;
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::open::{Home, sample_vfs};
use crate::kind::rose::view::span::ZoneSpan;
use crate::model::{Model, project};
use crate::view::id::DocumentId;
use crate::view::orbit::Bounds as Box3;

/// What is known of the models of a zone.
#[derive(Debug, Default)]
pub(crate) struct Models {
    /// As they were read last. Views let a copy follow the zone.
    pub(crate) live: Option<Arc<Live>>,
    reading: Reading,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Reading {
    #[default]
    No,
    Wanted,
    UnderWay,
    /// Cancelled or broken off: not tried again until models are asked for anew.
    GivenUp,
}

/// So many names of what is missing are told.
const MOST_TOLD: usize = 3;
/// Around a thing without a model.
const ROOM_M: f32 = 4.0;

impl Models {
    /// Whether a view that wants more may ask for it.
    pub(crate) fn may_ask(&self) -> bool {
        self.reading == Reading::No
    }

    pub(super) fn want(&mut self) {
        if self.may_ask() {
            self.reading = Reading::Wanted;
        }
    }

    pub(super) fn give_up(&mut self) {
        self.reading = Reading::GivenUp;
    }

    /// Somebody turned models off and on.
    pub(super) fn ask_anew(&mut self) {
        if self.reading == Reading::GivenUp {
            self.reading = Reading::No;
        }
    }
}

impl Model {
    /// Starts to read models wherever a view wants them.
    pub(crate) fn follow_models(&mut self) {
        for document in self.documents.values_mut().filter_map(Open::as_zone_mut) {
            if document.models.reading != Reading::Wanted {
                continue;
            }
            document.models.reading = Reading::UnderWay;
            let (id, zone) = (document.id, document.zone().clone());
            let known = document.models.live.clone();
            let site = document.home.as_ref().map(Home::site);
            let title = format!("Reading models of {}", document.title);
            self.jobs.start_for((id, For::Models), title, move |progress| {
                let stacks = match site {
                    Some(site) => site.stack(&project::load(&site.folder).0),
                    None => sample_vfs().into_iter().chain([sample_models()]).collect(),
                };
                let stacks: Vec<&Vfs> = stacks.iter().collect();
                let mut watch = progress.watcher();
                let live = match known {
                    Some(live) => (*live).clone().load_more(&zone, &stacks, &mut watch),
                    None => Live::load(&zone, &stacks, &mut watch),
                };
                ZoneDone::ModelsRead(id, live.map(Box::new)).into()
            });
        }
    }

    pub(super) fn take_models(&mut self, id: DocumentId, read: Option<Box<Live>>) {
        let Some(document) = self.zone_mut(id) else { return };
        let n_told = document.models.live.as_ref().map_or(0, |live| live.missing().len());
        let Some(live) = read else { return document.models.give_up() };
        let missing = live.missing().get(n_told..).unwrap_or_default();
        let told: Vec<String> =
            missing.iter().take(MOST_TOLD).map(|it| format!("{}: {}", it.what, it.why)).collect();
        let n_more = missing.len() - told.len();
        document.models.live = Some(Arc::from(live));
        document.models.reading = Reading::No;
        if !told.is_empty() {
            let more = if n_more > 0 { format!("; and {n_more} more") } else { String::new() };
            let title = document.title.clone();
            self.log.note(format!("{title}: not all models are there: {}{more}", told.join("; ")));
        }
    }
}

/// What the sample's things are drawn with.
fn sample_models() -> Vfs {
    let memory = Memory::new("sample");
    for file in assets::files() {
        if let Ok(path) = VfsPath::new(&file.path) {
            memory.put(&path, &file.bytes);
        }
    }
    let mut vfs = Vfs::default();
    vfs.push(memory);
    vfs
}

/// What takes a place of a scene into a view in space.
pub(crate) fn world_from_scene(live: &Live, span: &ZoneSpan) -> Vec3 {
    let at = live.origin.world_cm;
    let at = landwright_core::space::rose::position::PosInWorldCm { x: at.x, y: at.y, z: at.z };
    let on_map = span.map_from_world(at) * span.m_per_cell();
    on_map.extend((at.z / 100.0) as f32)
}

impl ZoneDocument {
    /// The box in space around some things, by their models as far as those are known.
    pub(super) fn box_around(&self, things: impl Iterator<Item = ThingId>) -> Option<Box3> {
        let (zone, span) = (self.zone(), self.span());
        let live = self.models.live.as_ref().filter(|_| self.layers.models.is_yes());
        let live = live.map(|live| {
            let mut live = (**live).clone();
            live.follow(zone);
            live
        });
        let of_model = |id: ThingId| {
            let live = live.as_ref()?;
            let bounds = live.set.bounds(live.instance_of(id)?);
            let by = world_from_scene(live, &span);
            let Bounds { low_m, high_m } = bounds;
            (!bounds.is_empty()).then(|| Bounds { low_m: low_m + by, high_m: high_m + by })
        };
        let of_place = |id: ThingId| {
            let at = zone.thing(id)?.pos_in_file_cm();
            let at = (span.map_from_file(at) * span.m_per_cell()).extend((at.z / 100.0) as f32);
            let room = Vec3::splat(ROOM_M);
            at.is_finite().then(|| Bounds { low_m: at - room, high_m: at + room })
        };
        let boxes = things.filter_map(|id| of_model(id).or_else(|| of_place(id)));
        let bounds = boxes.fold(Bounds::default(), Bounds::joined);
        let Bounds { low_m: low_in_world, high_m: high_in_world } = bounds;
        (!bounds.is_empty()).then_some(Box3 { low_in_world, high_in_world })
    }
}
