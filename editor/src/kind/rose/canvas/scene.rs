//! What views of a zone draw, as plain data.

use std::collections::BTreeSet;
use std::sync::Arc;

use landwright_core::problem::Severity;
use landwright_core::stage::rose::live::Live;
use landwright_core::world::Revision;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::preview::Preview;
use landwright_core::world::zone::thing::{Kind, ThingId};

use crate::kind::rose::view::ZoneLayers;
use crate::kind::rose::view::gizmo::Gizmo;
use crate::view::id::DocumentId;

/// A zone and what is going on with it.
#[derive(Clone, Copy)]
pub(crate) struct ZoneScene<'a> {
    pub(crate) document: DocumentId,
    /// As it is shown: with what the hand is in the middle of.
    pub(crate) zone: &'a Zone,
    /// Another one wherever the zone is another.
    pub(crate) revision: Revision,
    pub(crate) names: &'a Names,
    /// Of the ground, as far as they were found.
    pub(crate) textures: &'a Arc<Textures>,
    pub(crate) layers: &'a ZoneLayers,
    /// What things look like, as far as that was read and is to be shown.
    pub(crate) models: Option<&'a Arc<Live>>,
    pub(crate) selection: &'a BTreeSet<ThingId>,
    /// What the pointer is over.
    pub(crate) hover: Option<ThingId>,
    /// Things with a problem that is listed, and how bad the worst is; the worst of all first.
    pub(crate) problems: &'a [(ThingId, Severity)],
    /// The thing of the problem that was shown last.
    pub(crate) shown_problem: Option<ThingId>,
    pub(crate) outline: Outline<'a>,
    /// What stands at the selection to be taken hold of.
    pub(crate) gizmo: Option<Gizmo>,
    /// What a click would put here, in cm of the files.
    pub(crate) ghost: Option<Ghost>,
    pub(crate) preview: Option<&'a Preview>,
}

/// What the hand draws over the zone, in cm of the files.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) enum Outline<'a> {
    #[default]
    None,
    Box([f64; 2], [f64; 2]),
    /// A way that is closed by a line from its end to its beginning.
    Lasso(&'a [[f64; 2]]),
    /// A brush on the ground: its middle and how far it reaches.
    Brush {
        at_file_cm: [f64; 2],
        radius_cm: f64,
    },
}

/// A thing that is not there yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ghost {
    pub(crate) kind: Kind,
    pub(crate) at_file_cm: [f64; 2],
}

#[cfg(test)]
pub(crate) mod tests {
    use landwright_core::format::text::CodePage;
    use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone as Sample};
    use landwright_core::vfs::memory::Memory;
    use landwright_core::vfs::{Vfs, VfsPath};
    use landwright_core::world::Document;
    use landwright_core::world::zone::action::Action;
    use landwright_core::world::zone::index::Places;
    use landwright_core::world::zone::load::open;

    use super::*;

    /// A made-up zone and all that a scene borrows.
    pub(crate) struct Stand {
        pub(crate) zone: Zone,
        pub(crate) revision: Revision,
        pub(crate) places: Places,
        pub(crate) names: Names,
        pub(crate) textures: Arc<Textures>,
        pub(crate) layers: ZoneLayers,
        pub(crate) models: Option<Arc<Live>>,
        pub(crate) selection: BTreeSet<ThingId>,
        pub(crate) hover: Option<ThingId>,
        pub(crate) problems: Vec<(ThingId, Severity)>,
        pub(crate) gizmo: Option<Gizmo>,
        pub(crate) ghost: Option<Ghost>,
        pub(crate) preview: Option<Preview>,
    }

    impl Stand {
        pub(crate) fn new(n_columns: u32, n_rows: u32, n_objects: u32) -> Stand {
            let memory = Memory::new("sample");
            for file in Sample::new(Plan { seed: 1, n_columns, n_rows, n_objects }).files() {
                memory.put(&VfsPath::new(&file.path).unwrap(), &file.bytes);
            }
            let mut vfs = Vfs::default();
            vfs.push(memory);
            let folder = VfsPath::new(ZONE_FOLDER).unwrap();
            let zone = open(&vfs, &folder, CodePage::Cp949).unwrap().zone;
            Stand::of(zone, &vfs)
        }

        pub(crate) fn of(zone: Zone, vfs: &Vfs) -> Stand {
            Stand {
                revision: Revision(0),
                places: Places::new(&zone),
                names: Names::load(vfs, &zone, 1),
                textures: Arc::new(Textures::load(&[vfs], &zone)),
                layers: ZoneLayers::default(),
                models: None,
                selection: BTreeSet::new(),
                hover: None,
                problems: Vec::new(),
                gizmo: None,
                ghost: None,
                preview: None,
                zone,
            }
        }

        pub(crate) fn scene(&self) -> ZoneScene<'_> {
            ZoneScene {
                document: DocumentId(1),
                zone: &self.zone,
                revision: self.revision,
                names: &self.names,
                textures: &self.textures,
                layers: &self.layers,
                models: self.models.as_ref(),
                selection: &self.selection,
                hover: self.hover,
                problems: &self.problems,
                shown_problem: None,
                outline: Outline::None,
                gizmo: self.gizmo,
                ghost: self.ghost,
                preview: self.preview.as_ref(),
            }
        }

        pub(crate) fn ids(&self, kind: Kind) -> Vec<ThingId> {
            let of_kind = self.zone.things().filter(|(_, thing)| thing.kind() == kind);
            of_kind.map(|(id, _)| id).collect()
        }

        /// Does an action, as it is written in scripts.
        pub(crate) fn act(&mut self, action: &str) {
            let action: Action = serde_json::from_str(action).unwrap();
            let edit = action.resolve(&self.zone).unwrap().edit.unwrap();
            self.zone.put(&edit);
            self.places.follow(&self.zone, &edit);
            self.revision.0 += 1;
        }

        pub(crate) fn delete(&mut self, kind: Kind) {
            let ids: Vec<u32> = self.ids(kind).iter().map(|id| id.0).collect();
            self.act(&format!(r#"{{"action":"delete","things":{{"ids":{ids:?}}}}}"#));
        }
    }
}
