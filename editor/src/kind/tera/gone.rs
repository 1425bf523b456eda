//! Files of zones that are gone while something is changed in them: a person says whether they are
//! written anew.

use std::path::PathBuf;

use landwright_core::space::tera::Zone;
use landwright_core::vfs::disk;

use super::document::AreaDocument;
use crate::kind::tera::dialog::AreaDialog;
use crate::message::dialog::Dialog;
use crate::model::Model;
use crate::view::id::DocumentId;

impl Model {
    /// Asks what becomes of changed zones whose files are gone; `what` is said where there are none
    /// any more.
    pub(crate) fn ask_about_gone_zones(&mut self, id: DocumentId, what: String) {
        let gone = self.area(id).map(AreaDocument::gone_zones).unwrap_or_default();
        let files: Vec<PathBuf> = gone.into_iter().map(|(_, file)| file).collect();
        self.dialogs.push_back(match files.is_empty() {
            true => Dialog::Failed { what },
            false => AreaDialog::ZonesGone { document: id, files }.into(),
        });
        self.look_again_at(id);
    }

    pub(crate) fn write_zones_anew(&mut self, id: DocumentId) {
        let Some(area) = self.area_mut(id) else { return };
        let gone = area.gone_zones();
        area.written_anew.extend(gone.into_iter().map(|(zone, _)| zone));
        self.save(id);
    }
}

impl AreaDocument {
    /// Zones that were touched here, and whose files are not there any more.
    fn gone_zones(&self) -> Vec<(Zone, PathBuf)> {
        let touched = self.area().volumes().zones();
        let files = touched.filter_map(|zone| Some((zone, self.zone_files.get(&zone)?)));
        let gone = files.filter(|(_, file)| !disk::is_file(&file.path));
        gone.map(|(zone, file)| (zone, file.path.clone())).collect()
    }
}
