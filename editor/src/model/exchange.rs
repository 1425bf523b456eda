//! Documents to other programs and back from them, worked out beside the window.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Plan;
use landwright_core::vfs::{Fingerprint, Session};
use landwright_core::world::Revision;
use landwright_core::world::gat::exchange::cache::Put;
use landwright_core::world::three_way::Report;

use crate::exchange::{Exported, ExportedFile, Format};
use crate::job::lock;
use crate::kind::document::common::Replaced;
use crate::kind::place;
use crate::kind::{ALL, Import};
use crate::message::ImportTo;
use crate::message::dialog::Dialog;
use crate::message::dialog::export::{Purpose, ReplaceForm};
use crate::model::{Done, Model, project};
use crate::versions::name_of;
use crate::view::id::DocumentId;

/// What was read from a file of another program.
#[derive(Debug)]
pub(crate) struct Imported {
    path: PathBuf,
    document: DocumentId,
    /// Of the document that it was read for.
    revision: Revision,
    read: Result<Import, String>,
}

/// What an export comes to.
#[derive(Debug)]
pub(crate) enum ExportDone {
    Said(Vec<String>),
    /// Nothing yet: more would be replaced than the person knows.
    Asks(ReplaceForm),
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
        let export = self.kind_document(id).and_then(|document| document.exporter(format));
        let Some(export) = export else { return };
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
                session.set_backups(project::backups(&path, n_backups));
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
        let id = match to {
            ImportTo::Reports(id) => return self.read_reports(id, path),
            ImportTo::Mesh(id) => return self.read_mesh(id, path),
            ImportTo::New => {
                let kind = ALL.iter().find(|kind| kind.imports(&path));
                return kind.into_iter().for_each(|kind| kind.import(self, path.clone()));
            }
            ImportTo::Document(id) => id,
        };
        let Some(document) = self.kind_document(id) else { return };
        let (revision, importer) = (document.history().revision(), document.importer());
        self.jobs.start(format!("Importing {}", name_of(&path)), move |_| {
            let importer = importer.ok_or_else(|| "nothing can be imported into it".to_owned());
            let read = importer.and_then(|import| import(&path));
            Done::Imported(Box::new(Imported { path, document: id, revision, read }))
        });
    }

    pub(crate) fn take_imported(&mut self, imported: Imported) {
        let Imported { path, document: id, revision, read } = imported;
        let import = match read {
            Ok(import) => import,
            Err(error) => return self.tell_not_imported(&path, &error),
        };
        let Some(history) = self.document(id).map(|document| document.history()) else { return };
        if history.revision() == revision && !history.is_in_gesture() {
            import.done_to(self, id, format!("Import {}", name_of(&path)));
        } else {
            self.import(ImportTo::Document(id), path);
        }
    }

    pub(crate) fn tell_not_imported(&mut self, path: &Path, error: &str) {
        let what = format!("{} can't be imported: {error}", name_of(path));
        self.log.error(what.clone());
        self.dialogs.push_back(Dialog::Failed { what });
    }

    /// What stays as it is here, although a file changed it.
    pub(crate) fn tell_conflicts(&mut self, title: &str, report: &Report) {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use landwright_core::world::zone::thing::Kind;

    use super::*;
    use crate::command::CommandId;
    use crate::kind::rose::message::ZoneMessage;
    use crate::kind::tera::message::AreaMessage;
    use crate::message::Message;
    use crate::message::dialog::Answer;
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
