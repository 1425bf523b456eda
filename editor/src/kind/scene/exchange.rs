//! The objects of a scene for spreadsheets, and back.

use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::Document;
use landwright_core::world::rsw::exchange::{Incoming, from_csv, to_csv};

use crate::exchange::{Exported, Format, has_ending};
use crate::kind::scene::document::SceneDocument;
use crate::kind::scene::message::ToScene;
use crate::kind::{Exporter, Import, Importer};
use crate::message::sent::Sent;

impl SceneDocument {
    pub(super) fn exporter_as(&self, format: Format) -> Option<Exporter> {
        let scene = self.scene().clone();
        (format == Format::Csv).then(|| -> Exporter {
            Box::new(move |path| Ok(Exported::one(path, to_csv(&scene).into_bytes())))
        })
    }

    pub(super) fn importer_onto(&self) -> Importer {
        let before = self.scene().clone();
        Box::new(move |path| {
            if !has_ending(path, "csv") {
                return Err("expected a name that ends in .csv".to_owned());
            }
            let loaded = disk::read_file(path, READ_LIMIT).map_err(|e| e.trouble.to_string())?;
            let Incoming { scene, report } =
                from_csv(&before, &loaded.bytes).map_err(|wrong| wrong.to_string())?;
            let edit = before.edit_to(&scene);
            Ok(Import::new(move |model, id, title| {
                model.tell_conflicts(&title, &report);
                model.send_to_kind(id, &Sent::new(ToScene::BringIn { title, edit }));
            }))
        })
    }
}
