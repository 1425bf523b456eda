//! Maps, areas and zones to other programs and back from them, worked out beside the window.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Plan;
use landwright_core::vfs::{FileError, Fingerprint, Session};
use landwright_core::world::area::Area;
use landwright_core::world::area::edit::Edit as AreaEdit;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::edit::Edit;
use landwright_core::world::gat::exchange::Incoming as IncomingMap;
use landwright_core::world::gat::exchange::cache::Put;
use landwright_core::world::three_way::Report;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::exchange::Incoming;
use landwright_core::world::zone::numbers::Numbers;
use landwright_core::world::{Document, Revision};

use super::dialog::export::{Purpose, ReplaceForm, Replaced};
use super::dialog::{Dialog, Suggestion};
use super::document::DocumentId;
use super::kind::Open;
use super::open::name_of;
use super::{Done, Model, lock, project};
use crate::exchange::{self, Exported, ExportedFile, Format, Trouble};
use crate::kind::Importer;
use crate::kind::cache::place;
use crate::kind::rose::exchange::Seen;
use crate::kind::sent::Sent;
use crate::kind::tera::exchange::RetailKind;

/// Where something from another program goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportTo {
    /// A map; an area where it is of TERA's own servers.
    New,
    /// What differs becomes one step.
    Document(DocumentId),
    /// Reports of servers and players onto an area.
    Reports(DocumentId),
}

/// What was read from a file of another program.
#[derive(Debug)]
pub(crate) struct Imported {
    path: PathBuf,
    read: Result<Read, String>,
}

#[derive(Debug)]
enum Read {
    New(GatMap, Option<Edit>, Vec<String>),
    Onto(DocumentId, Revision, Change),
}

/// What an export comes to.
#[derive(Debug)]
pub(crate) enum ExportDone {
    Said(Vec<String>),
    /// Nothing yet: more would be replaced than the person knows.
    Asks(ReplaceForm),
}

/// What is written to a file, made beside the window.
type Exporter = Box<dyn FnOnce(&Path) -> Result<Exported, Trouble> + Send>;

/// A document as it was when something was to be imported onto it.
enum Onto {
    Map(GatMap),
    Area(Area),
    Zone(Zone, Arc<Numbers>),
    /// `None` where nothing can be imported.
    Kind(Option<Importer>),
}

/// What an import comes to.
#[derive(Debug)]
enum Change {
    /// With what a person should know.
    Map(Box<(Action, Report)>, Vec<String>),
    /// What makes it of the area as it was, and what it becomes; `None` where nothing differs.
    Area {
        edit: Option<Box<(AreaEdit, Area)>>,
        has_base: bool,
        report: Report,
    },
    Zone(Box<Incoming>),
    Kind(Sent),
}

impl Onto {
    fn of(document: &Open) -> (Revision, Onto) {
        let onto = match (document, document.as_area(), document.as_zone()) {
            (_, Some(area), _) => Onto::Area(area.area().clone()),
            (_, _, Some(zone)) => Onto::Zone(zone.zone().clone(), zone.numbers.clone()),
            (Open::Map(map), ..) => Onto::Map(map.map().clone()),
            (Open::Kind(kind), ..) => Onto::Kind(kind.importer()),
        };
        (document.history().revision(), onto)
    }

    fn read(self, path: &Path) -> Result<Change, String> {
        let bytes = || match disk::read_file(path, READ_LIMIT) {
            Ok(loaded) => Ok(loaded.bytes),
            Err(error) => Err(error.trouble.to_string()),
        };
        match self {
            Onto::Map(map) => {
                let incoming = incoming(path)?;
                let merged = incoming.merged(&map).map_err(|wrong| wrong.to_string())?;
                Ok(Change::Map(Box::new(merged), incoming.notes))
            }
            Onto::Area(area) => {
                let imported = crate::kind::tera::exchange::onto(&area, path, &bytes()?)?;
                let (new, has_base) = (imported.area, imported.has_base);
                let edit = area.edit_to(&new).map(|edit| Box::new((edit, new)));
                let report = imported.merged.unwrap_or_default();
                Ok(Change::Area { edit, has_base, report })
            }
            Onto::Zone(zone, numbers) => {
                let incoming =
                    crate::kind::rose::exchange::incoming(&zone, &numbers, path, &bytes()?)?;
                Ok(Change::Zone(Box::new(incoming)))
            }
            Onto::Kind(importer) => {
                let read = importer.ok_or("nothing can be imported into it")?;
                read(&bytes()?).map(Change::Kind)
            }
        }
    }
}

impl Model {
    /// Whoever chose the path was asked about replacing that one, and no other that comes of it; who
    /// was asked by name has agreed to those, and to no others.
    pub(crate) fn export(
        &mut self,
        id: DocumentId,
        format: Format,
        path: PathBuf,
        agreed: Option<Vec<Replaced>>,
    ) {
        let chosen = disk::absolute(&path).unwrap_or(path);
        let path = format.named(chosen.clone());
        if self.documents().any(|document| document.files().contains(&path)) {
            let what = format!("{} is open here; choose another name", name_of(&path));
            self.dialogs.push_back(Dialog::Failed { what });
            return;
        }
        let (session, n_backups) = (self.session.clone(), self.settings.n_backups);
        let Some(document) = self.document_mut(id) else { return };
        if document.is_working_out() {
            // What was done is a part of it.
            document.common_mut().due_exports.push((format, chosen, agreed));
            return;
        }
        let name = place::map_name(&document.common().name);
        let Some(export) = self.exporter(id, format, &name) else { return };
        self.jobs.start(format!("Exporting {}", name_of(&path)), move |_| {
            let exported = export(&path).map_err(|trouble| trouble.to_string());
            Done::Exported(exported.and_then(|exported| {
                let there = there(&exported.files);
                let replaced = replaced(&exported.files, &there);
                if !replaced.iter().all(|file| is_agreed(file, &chosen, agreed.as_deref())) {
                    let purpose = Purpose::Export(format);
                    let form = ReplaceForm { document: id, purpose, path, replaced };
                    return Ok(ExportDone::Asks(form));
                }
                let mut session = lock(&session);
                session.set_n_backups(project::n_backups(&path, n_backups));
                let mut said = said(&exported, &path, &name);
                said.extend(write(&mut session, exported.files, &there)?);
                Ok(ExportDone::Said(said))
            }))
        });
    }

    /// Starts the exports that waited for what was being worked out.
    pub(crate) fn start_due_exports(&mut self) {
        let mut due = Vec::new();
        for document in self.documents.values_mut().filter(|open| !open.is_working_out()) {
            let common = document.common_mut();
            let id = common.id;
            due.extend(common.due_exports.drain(..).map(|export| (id, export)));
        }
        for (id, (format, path, agreed)) in due {
            self.export(id, format, path, agreed);
        }
    }

    fn exporter(&self, id: DocumentId, format: Format, name: &str) -> Option<Exporter> {
        if let Some(area) = self.area(id) {
            let (map, geometry, packed) =
                (area.area().clone(), area.geometry.clone(), area.packed.clone());
            return Some(Box::new(move |path| {
                crate::kind::tera::exchange::export(&map, &geometry, packed, format, path)
            }));
        }
        if let Some(zone) = self.zone(id) {
            let seen = Seen { textures: zone.textures.clone(), layers: zone.layers };
            let numbers = zone.numbers.clone();
            let (zone, names) = (zone.zone().clone(), zone.names.clone());
            return Some(Box::new(move |path| {
                crate::kind::rose::exchange::export_seen(
                    &zone, &names, &numbers, &seen, format, path,
                )
            }));
        }
        if let Some(kind) = self.kind_document(id) {
            let export = kind.exporter(format)?;
            return Some(Box::new(move |path| {
                let bytes = export().map_err(Trouble::Map)?;
                Ok(Exported::one(path, bytes))
            }));
        }
        let document = self.map(id)?;
        let (map, level, name) = (document.map().clone(), document.water_level, name.to_owned());
        Some(Box::new(move |path| exchange::export(&map, format, path, &name, level)))
    }

    pub(crate) fn take_exported(&mut self, exported: Result<ExportDone, String>) {
        match exported {
            Ok(ExportDone::Asks(form)) => self.dialogs.push_back(Dialog::ReplaceFiles(form)),
            Ok(ExportDone::Said(said)) => said.into_iter().for_each(|said| self.log.note(said)),
            Err(error) => {
                let what = format!("Nothing is exported: {error}");
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }

    pub(crate) fn import(&mut self, to: ImportTo, path: PathBuf) {
        let onto = match to {
            ImportTo::Reports(id) => {
                self.read_reports(id, path);
                return;
            }
            ImportTo::New => {
                if let Some(kind) = RetailKind::of(&path) {
                    self.import_retail(kind, path);
                    return;
                }
                None
            }
            ImportTo::Document(id) => {
                let Some(onto) = self.documents.get(&id).map(Onto::of) else { return };
                Some((id, onto))
            }
        };
        self.jobs.start(format!("Importing {}", name_of(&path)), move |_| {
            let read = match onto {
                None => incoming(&path).and_then(|incoming| on_its_own(&incoming)),
                Some((id, (revision, onto))) => {
                    onto.read(&path).map(|change| Read::Onto(id, revision, change))
                }
            };
            Done::Imported(Box::new(Imported { path, read }))
        });
    }

    pub(crate) fn take_imported(&mut self, imported: Imported) {
        let Imported { path, read } = imported;
        let name = name_of(&path);
        let title = format!("Import {name}");
        match read {
            Ok(Read::New(map, edit, notes)) => {
                notes.into_iter().for_each(|note| self.log.warn(format!("{title}: {note}")));
                let id = self.add_map(&name_of(&path.with_extension("gat")), map);
                if let (Some(document), Some(edit)) = (self.map_mut(id), edit) {
                    document.apply(title, edit);
                }
                self.flush(id);
            }
            Ok(Read::Onto(id, revision, change)) => {
                let Some(history) = self.document(id).map(|document| document.history()) else {
                    return;
                };
                if history.revision() == revision && !history.is_in_gesture() {
                    self.take_change(id, title, change);
                } else {
                    self.import(ImportTo::Document(id), path);
                }
            }
            Err(error) => {
                let what = format!("{name} can't be imported: {error}");
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
    }

    fn take_change(&mut self, id: DocumentId, title: String, change: Change) {
        match change {
            Change::Map(merged, notes) => {
                notes.into_iter().for_each(|note| self.log.warn(format!("{title}: {note}")));
                let (action, report) = *merged;
                self.tell_conflicts(&title, &report);
                self.do_beside(id, Suggestion { title, action });
            }
            Change::Area { edit: None, report, .. } => {
                self.tell_conflicts(&title, &report);
                self.log.note(format!("{title}: nothing differs"));
            }
            Change::Area { edit: Some(change), has_base, report } => {
                self.tell_conflicts(&title, &report);
                if !has_base {
                    self.log.warn(format!("{title}: {}", crate::kind::tera::exchange::NO_BASE));
                }
                let (edit, after) = *change;
                if let Some(area) = self.area_mut(id) {
                    area.become_by(title, &edit, after);
                }
                self.flush(id);
            }
            Change::Kind(sent) => self.send_to_kind(id, &sent),
            Change::Zone(incoming) => {
                self.tell_conflicts(&title, &incoming.report);
                self.bring_into_zone(id, &title, *incoming);
            }
        }
    }

    /// What stays as it is here, although a file changed it.
    fn tell_conflicts(&mut self, title: &str, report: &Report) {
        for conflict in &report.conflicts {
            self.log.warn(format!("{title}: conflict: {}", conflict.conflict()));
        }
    }
}

/// What stands on disk in the places of some files.
fn there(files: &[ExportedFile]) -> BTreeMap<PathBuf, Fingerprint> {
    let there =
        |file: &ExportedFile| Some((file.path.clone(), disk::fingerprint(&file.path).ok()?));
    files.iter().filter_map(there).collect()
}

/// What of it is something else than what it would be replaced with.
fn replaced(files: &[ExportedFile], there: &BTreeMap<PathBuf, Fingerprint>) -> Vec<Replaced> {
    let replaced = |file: &ExportedFile| {
        let was = *there.get(&file.path)?;
        let is_other = !was.same_content(&Fingerprint::of(&file.bytes, None));
        is_other.then(|| Replaced { path: file.path.clone(), was })
    };
    files.iter().filter_map(replaced).collect()
}

/// Whether a person knows that it would be replaced, as it is.
fn is_agreed(replaced: &Replaced, chosen: &Path, agreed: Option<&[Replaced]>) -> bool {
    let is_it =
        |other: &Replaced| other.path == replaced.path && other.was.same_content(&replaced.was);
    agreed.map_or(replaced.path == chosen, |agreed| agreed.iter().any(is_it))
}

/// All of them or none, in the places of what is there.
fn write(
    session: &mut Session,
    files: Vec<ExportedFile>,
    there: &BTreeMap<PathBuf, Fingerprint>,
) -> Result<Vec<String>, String> {
    let wanted = files.into_iter().map(|file| {
        let was = file.made_from.or_else(|| there.get(&file.path).copied());
        file.wanted(was.map_or(Before::Absent, Before::Was))
    });
    let came = Plan::of(wanted.collect()).write(session).map_err(|error| error.to_string())?;
    Ok(came.notes)
}

fn said(exported: &Exported, path: &Path, name: &str) -> Vec<String> {
    let path = path.display();
    let others = exported.files.iter().skip(1).map(|file| format!(" and {}", name_of(&file.path)));
    let done = match exported.put {
        None => format!("{path}{} is written", others.collect::<String>()),
        Some((Put::Added, n)) => {
            format!("{name} was added to {path}, now {}", counted(n, "map", "maps"))
        }
        Some((Put::Replaced, _)) => format!("{name} was replaced in {path}"),
        Some((Put::Same, _)) => format!("{name} is in {path} as it is"),
    };
    exported.notes.iter().cloned().chain([done]).collect()
}

fn incoming(path: &Path) -> Result<IncomingMap, String> {
    let read = exchange::reader_of(path)?;
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|e: FileError| e.trouble.to_string())?;
    read(&loaded.bytes).map_err(|wrong| wrong.to_string())
}

/// The map that the file holds, and what was changed in it since it was given out.
fn on_its_own(incoming: &IncomingMap) -> Result<Read, String> {
    let (map, action) = incoming.on_its_own(None).map_err(|wrong| wrong.to_string())?;
    let resolved = action.resolve(&map).map_err(|refusal| refusal.to_string())?;
    let notes = incoming.notes.clone();
    match incoming.origin {
        Some(_) => Ok(Read::New(map, resolved.edit, notes)),
        // Nobody knows an empty map that it was made from.
        None => Ok(Read::New(resolved.map, None, notes)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use landwright_core::world::zone::thing::Kind;

    use super::*;
    use crate::command::CommandId;
    use crate::kind::rose::message::ZoneMessage;
    use crate::kind::tera::message::AreaMessage;
    use crate::model::dialog::Answer;
    use crate::model::message::Message;
    use crate::settings::Settings;

    fn opened(sample: CommandId) -> Model {
        let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
        model.handle(Message::Command(sample));
        model.settle();
        model
    }

    fn import(model: &mut Model, path: &Path) {
        let id = model.active().unwrap().common().id;
        model.handle(Message::Import(ImportTo::Document(id), path.to_owned()));
        model.settle();
    }

    fn n_steps(model: &Model) -> usize {
        model.active().unwrap().history().steps().len()
    }

    /// Exports what is open in all formats that it has.
    fn exported(model: &mut Model, folder: &Path) -> Vec<String> {
        let document = model.active().unwrap();
        let (id, formats) = (document.common().id, document.formats());
        for format in formats {
            let path = folder.join("out").with_extension(format.ending());
            model.handle(Message::Export(id, *format, path));
            model.settle();
            assert_eq!(model.dialog(), None, "{format:?}");
        }
        let mut names: Vec<String> =
            disk::list(folder).unwrap().iter().map(|entry| entry.name()).collect();
        names.sort();
        names
    }

    #[test]
    fn an_area_is_exported_in_every_format_and_its_points_and_lines_come_back_as_one_step() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = opened(CommandId::OpenSampleArea);
        let names = exported(&mut model, folder.path());
        let base = "out.geojson.base";
        assert_eq!(names, ["out.gdi", "out.geojson", base, "out.json", "out.nod", "out.png"]);
        let before = model.active_area().unwrap().area().clone();
        let path = folder.path().join("out.geojson");
        import(&mut model, &path);
        assert_eq!(n_steps(&model), 0, "nothing differs");
        let (id, node) = (model.active_area().unwrap().id, before.nodes().next().unwrap());
        model.handle(AreaMessage::to(id, AreaMessage::Select([node].into())));
        model.handle(Message::Command(CommandId::DeleteSelected));
        import(&mut model, &path);
        assert_eq!(n_steps(&model), 1, "the file changes nothing, and what others did stays");
        std::fs::remove_file(folder.path().join(base)).unwrap();
        import(&mut model, &path);
        let Some(Dialog::Failed { what }) = model.dialog() else { panic!() };
        assert!(what.contains("changed since"), "{what}");
        model.handle(Message::Answer(Answer::Cancel));
        // A program that drops what it does not know says nothing of the area as it was.
        let text = std::fs::read_to_string(&path).unwrap();
        let base = landwright_core::world::area::geojson::base_of(&before);
        std::fs::write(&path, text.replace(&format!(",\"base\":\"{base}\""), "")).unwrap();
        import(&mut model, &path);
        let area = model.active_area().unwrap().area();
        assert_eq!((area.n_nodes(), n_steps(&model)), (before.n_nodes(), 2));
        import(&mut model, &folder.path().join("out.png"));
        let Some(Dialog::Failed { what }) = model.dialog() else { panic!() };
        assert!(what.contains("expected points and lines"), "{what}");
        assert!(!model.can_run(CommandId::ExportTmj) && model.can_run(CommandId::ExportGdi));
    }

    fn paths(form: &ReplaceForm) -> Vec<&PathBuf> {
        form.replaced.iter().map(|replaced| &replaced.path).collect()
    }

    #[test]
    fn files_that_an_export_would_replace_unseen_are_asked_about_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let [gdi, nod] = ["isle.gdi", "isle.nod"].map(|name| folder.path().join(name));
        std::fs::write(&nod, b"of somebody else").unwrap();
        let mut model = opened(CommandId::OpenSampleArea);
        let id = model.active().unwrap().common().id;
        let export = |model: &mut Model| {
            model.handle(Message::Export(id, Format::Gdi, gdi.clone()));
            model.settle();
            model.dialog().cloned()
        };
        let Some(Dialog::ReplaceFiles(form)) = export(&mut model) else { panic!() };
        assert_eq!(paths(&form), [&nod]);
        assert!(!gdi.exists());
        model.handle(Message::Answer(Answer::Cancel));
        model.settle();
        assert_eq!(std::fs::read(&nod).unwrap(), b"of somebody else");
        let Some(Dialog::ReplaceFiles(form)) = export(&mut model) else { panic!() };
        // What it became meanwhile is not what was asked about, nor is what came meanwhile.
        std::fs::write(&nod, b"another one").unwrap();
        model.handle(Message::Answer(Answer::ReplaceFiles(form)));
        model.settle();
        assert_eq!(std::fs::read(&nod).unwrap(), b"another one");
        assert!(!gdi.exists());
        let Some(Dialog::ReplaceFiles(form)) = model.dialog().cloned() else { panic!() };
        std::fs::write(&gdi, b"came meanwhile").unwrap();
        model.handle(Message::Answer(Answer::ReplaceFiles(form)));
        model.settle();
        assert_eq!(std::fs::read(&gdi).unwrap(), b"came meanwhile");
        let Some(Dialog::ReplaceFiles(form)) = model.dialog().cloned() else { panic!() };
        model.handle(Message::Answer(Answer::ReplaceFiles(form)));
        model.settle();
        assert!(gdi.exists() && std::fs::read(&nod).unwrap() != b"of somebody else");
        assert_eq!(export(&mut model), None, "they are the same already");
        std::fs::write(&gdi, b"").unwrap();
        assert_eq!(export(&mut model), None, "the file dialog asked about this one");
        std::fs::write(&gdi, b"").unwrap();
        model.handle(Message::Export(id, Format::Gdi, gdi.with_extension("")));
        model.settle();
        let Some(Dialog::ReplaceFiles(form)) = model.dialog().cloned() else { panic!() };
        assert_eq!((&form.path, paths(&form)), (&gdi, vec![&gdi]));
    }

    #[test]
    fn a_zone_is_exported_in_every_format_and_its_table_comes_back_as_one_step() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = opened(CommandId::OpenSampleZone);
        assert_eq!(exported(&mut model, folder.path()), ["out.csv", "out.json", "out.png"]);
        let zone = model.active_zone().unwrap();
        let (id, before) = (zone.id, zone.zone().clone());
        let spawn = before.things().find(|(_, thing)| thing.kind() == Kind::Spawn).unwrap().0;
        let json = format!(
            r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":77}}"#,
            spawn.0
        );
        let set: landwright_core::world::zone::action::Action =
            serde_json::from_str(&json).unwrap();
        let table = folder.path().join("table.csv");
        std::fs::write(&table, format!("id,limit\n{},78\n", spawn.0)).unwrap();
        for file in ["out.csv", "out.json"] {
            model.handle(ZoneMessage::to(id, ZoneMessage::Act(Box::new(set.clone()))));
            let changed = model.active_zone().unwrap().zone().clone();
            assert!(changed != before);
            import(&mut model, &folder.path().join(file));
            assert!(*model.active_zone().unwrap().zone() == changed, "{file}: nobody changed it");
            import(&mut model, &table);
            assert!(*model.active_zone().unwrap().zone() != changed, "{file}");
            model.handle(Message::Command(CommandId::Undo));
            assert!(*model.active_zone().unwrap().zone() == changed, "{file}: one step");
            model.handle(Message::Command(CommandId::Undo));
            assert!(*model.active_zone().unwrap().zone() == before, "{file}");
        }
        assert_eq!(n_steps(&model), 4);
        assert!(!model.can_run(CommandId::ExportGeojson) && model.can_run(CommandId::ExportCsv));
    }
}
