//! New areas from the files of TERA's own servers, made beside the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::effort::Effort;
use landwright_core::format::file::{self, Content, File};
use landwright_core::format::tera::apd::Apd;
use landwright_core::format::tera::zgd::Zgd;
use landwright_core::problem::counted::counted;
use landwright_core::space::tera::{Origin, Zone};
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;

use super::AreaDone;
use super::create::{Made, Maker, origins_of};
use super::document::Parts;
use super::geometry::ZoneFiles;
use super::open::{folders_around, geometry_of, missing_zones, parts_of};
use crate::job::Progress;
use crate::kind::tera::exchange::{Retail, RetailKind};
use crate::model::Model;
use crate::model::tick::Done;
use crate::versions::name_of;

/// An area with what a person should know of it; `None` where it was cancelled.
type Outcome = Option<Result<(Parts, Vec<String>), String>>;

impl Model {
    /// An area without a file, which is unsaved until it has one.
    pub(crate) fn import_retail(&mut self, kind: RetailKind, path: PathBuf) {
        let name = name_of(&path);
        self.jobs.start(format!("Importing {name}"), move |progress| {
            let outcome: Outcome = match kind.read(&path) {
                Ok(Retail::Paths(apd)) => of_paths(&path, &apd, progress),
                Ok(Retail::Zone(zgd)) => of_zone(&path, zgd, progress),
                Err(trouble) => Some(Err(trouble.to_string())),
            };
            let said = |error| format!("{name} can't be imported: {error}");
            let outcome = outcome.map(|made| made.map_err(said));
            let name = name_of(&path.with_extension("apd"));
            Done::from(AreaDone::Made(Box::new(Made { name, maker: Maker::Person, outcome })))
        });
    }
}

/// The paths, with the geometry that is found around their file.
fn of_paths(path: &Path, apd: &Apd, progress: &Progress) -> Outcome {
    let folders = folders_around(path);
    let (geometry, zone_files, mut said) = geometry_of(apd, |zone| folders.zone(zone));
    let bytes = packed(Content::Apd(apd.clone()), progress)?;
    let parts = parts_of(apd, None, bytes, (geometry, zone_files));
    Some(parts.map(|parts| {
        let n_missing = missing_zones(&parts.area, &parts.geometry).len();
        if n_missing > 0 {
            let zones = counted(n_missing, "zone", "zones");
            said.push(format!("{}: no geometry found for {zones}", name_of(path)));
        }
        (parts, said)
    }))
}

/// An area of one zone without a node, to be regenerated; its geometry has no file yet.
fn of_zone(path: &Path, zgd: Zgd, progress: &Progress) -> Outcome {
    let Some(zone) = Zone::from_file_name(&name_of(&path.with_extension("zgd"))) else {
        let example = Zone { x: 1000, y: 1000 }.file_name().replace(".zgd", ".idx");
        let why = "its name does not contain the zone";
        return Some(Err(format!("{why}; name it for example {example}")));
    };
    let origin = origins_of(path, &[zone]).remove(&zone).unwrap_or(Origin::USUAL);
    let area = Area::of_zones([zone], origin).map_err(|error| error.to_string());
    let apd = area.and_then(|area| area.to_apd().map_err(|error| error.to_string()));
    let apd = match apd {
        Ok(apd) => apd,
        Err(error) => return Some(Err(error)),
    };
    let bytes = packed(Content::Apd(apd.clone()), progress)?;
    let of_zone = packed(Content::Zgd(zgd.clone()), progress)?;
    let geometry = Geometry::none().with_saved([(zone, of_zone, Arc::new(zgd))]);
    let parts = parts_of(&apd, None, bytes, (geometry, ZoneFiles::default()));
    Some(parts.map(|parts| (parts, Vec::new())))
}

/// As it will be in its file; `None` where it was cancelled.
fn packed(content: Content, progress: &Progress) -> Option<Vec<u8>> {
    let file = File { content, packed: None };
    file::write(&file, Effort::Quick, &mut progress.watcher()).ok()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use landwright_core::format::tera::retail::write_zone;

    use crate::command::CommandId;
    use crate::kind::document::open::OpenDocument;
    use crate::message::ImportTo;
    use crate::message::Message;
    use crate::message::dialog::Dialog;
    use crate::model::Model;
    use crate::settings::Settings;

    use super::*;

    fn model() -> Model {
        Model::new(Settings::default(), None, Arc::new(|| ()))
    }

    fn import(model: &mut Model, path: PathBuf) {
        model.handle(Message::Import(ImportTo::New, path));
        model.settle();
    }

    #[test]
    fn paths_of_a_server_become_an_area_that_is_not_saved_yet() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = model();
        model.handle(Message::Command(CommandId::OpenSampleArea));
        model.settle();
        let before = model.active_area().unwrap().area().to_apd().unwrap();
        let (gdi, nod) = landwright_core::format::tera::retail::write_paths(&before).unwrap();
        let [gdi_file, nod_file] = ["isle.gdi", "isle.nod"].map(|name| folder.path().join(name));
        fs::write(&gdi_file, gdi).unwrap();
        import(&mut model, gdi_file);
        let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
        assert!(what.starts_with("isle.gdi can't be imported: ") && what.contains("isle.nod"));
        assert_eq!(model.areas().count(), 1);
        fs::write(&nod_file, nod).unwrap();
        import(&mut model, nod_file);
        let area = model.active_area().unwrap();
        assert_eq!((area.name.as_str(), area.file.as_ref()), ("isle.apd", None));
        assert!(area.has_unsaved_changes());
        assert_eq!(area.area().n_nodes() as usize, before.n_nodes());
        let said = "isle.nod: no geometry found for 2 zones";
        assert!(model.log.lines().any(|line| line.text == said), "{:?}", model.log);
    }

    #[test]
    fn geometry_of_a_server_becomes_an_area_of_its_zone_and_is_saved_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let zgd = Zgd::from_cells(|_, _, cell| cell.push((7, 100).into()));
        let (idx, geo) = write_zone(&zgd);
        for name in ["x1000y1000", "castle"] {
            fs::write(folder.path().join(name).with_extension("IDX"), &idx).unwrap();
            fs::write(folder.path().join(name).with_extension("GEO"), &geo).unwrap();
        }
        let mut model = model();
        import(&mut model, folder.path().join("castle.IDX"));
        let Some(Dialog::Failed { what }) = model.dialog().cloned() else { panic!() };
        assert!(what.contains("for example x1000y1000.idx"), "{what}");
        import(&mut model, folder.path().join("x1000y1000.GEO"));
        let area = model.active_area().unwrap();
        assert_eq!(area.area().zones(), [Zone { x: 1000, y: 1000 }]);
        let (id, path) = (area.id, folder.path().join("mine.apd"));
        model.handle(Message::SaveTo(id, path.clone()));
        model.settle();
        let written = fs::read(folder.path().join("x1000y1000.zgd")).unwrap();
        let written = landwright_core::format::tera::zgd::read_packed(&written).unwrap().0;
        assert!(written == zgd && path.exists());
    }
}
