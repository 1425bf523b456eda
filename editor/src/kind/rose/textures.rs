//! The textures of the ground: those that an edit of the ZON names are looked for beside the window.

use landwright_core::vfs::Vfs;
use landwright_core::world::zone::picture::textures::Textures;

use super::ZoneDone;
use super::open::sample_vfs;
use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::model::tick::Done;
use crate::model::{Model, project};
use crate::view::id::DocumentId;

impl Model {
    /// Starts to look for textures wherever a zone names different ones than are shown.
    pub(crate) fn follow_textures(&mut self) {
        for document in self.documents.values_mut().filter_map(Open::as_zone_mut) {
            let is_given_up = document.textures_given_up == Some(document.editing.revision());
            if is_given_up
                || document.is_looking_for_textures
                || document.textures.are_of(document.zone())
            {
                continue;
            }
            document.is_looking_for_textures = true;
            let (id, name) = (document.id, document.title.clone());
            let (zone, known) = (document.zone().clone(), document.textures.clone());
            let site = document.home.as_ref().map(super::open::Home::site);
            let title = format!("Searching textures of {name}");
            self.jobs.start_for((id, For::Textures), title, move |_| {
                let stacks = match site {
                    Some(site) => site.stack(&project::load(&site.folder).0),
                    None => sample_vfs().into_iter().collect(),
                };
                let stacks: Vec<&Vfs> = stacks.iter().collect();
                Done::from(ZoneDone::TexturesFound(id, known.followed(&stacks, &zone)))
            });
        }
    }

    pub(super) fn take_textures(&mut self, id: DocumentId, textures: Textures) {
        if let Some(document) = self.zone_mut(id) {
            document.is_looking_for_textures = false;
            document.textures = textures.into();
        }
    }
}
