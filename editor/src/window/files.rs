//! Asking for files: by the system's own dialog where there is one, and by ours where not.

mod own;

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use eframe::egui;

use self::own::{Outcome, OwnDialog, Start};
use crate::exchange::Format;
use crate::kind::SavedAs;
use crate::kind::document::open::OpenDocument;
use crate::message::ImportTo;
use crate::message::Message;
use crate::model::Model;
use crate::settings::FileDialog;
use crate::versions::comparing::Compare;
use crate::view::id::DocumentId;

/// Everything that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Purpose {
    OpenMaps,
    OpenFolder,
    /// That names the areas of a game.
    List,
    /// With the geometry of a new area.
    ZonesFolder,
    Save(DocumentId, SavedAs),
    Picture(DocumentId),
    Compare(DocumentId),
    Export(DocumentId, Format),
    Import(ImportTo),
}

pub(super) struct FileDialogs {
    sender: Sender<Answer>,
    receiver: Receiver<Answer>,
    /// How many of the system's are open.
    n_open: usize,
    own: Option<OwnDialog>,
}

enum Answer {
    Chosen(Option<Message>),
    /// The system has no dialog after all.
    NoDialog(Start),
}

/// Nobody closes a dialog faster than this: it was never there.
const TOO_FAST: Duration = Duration::from_millis(150);

impl Default for FileDialogs {
    fn default() -> FileDialogs {
        let (sender, receiver) = channel();
        FileDialogs { sender, receiver, n_open: 0, own: None }
    }
}

impl FileDialogs {
    pub(super) fn is_open(&self) -> bool {
        self.n_open > 0 || self.own.is_some()
    }

    pub(super) fn ask(&mut self, context: &egui::Context, model: &Model, purpose: Purpose) {
        let start = start(model, purpose);
        let is_own = match model.settings.file_dialog {
            FileDialog::Own => true,
            FileDialog::System => false,
            FileDialog::Automatic => !system_has_dialogs(),
        };
        if is_own {
            self.own = Some(OwnDialog::new(context, start));
            return;
        }
        let (sender, waker) = (self.sender.clone(), context.clone());
        self.n_open += 1;
        std::thread::spawn(move || {
            let began = Instant::now();
            let chosen = ask_system(&start);
            let was_there = chosen.is_some() || began.elapsed() > TOO_FAST;
            let answer = if was_there { Answer::Chosen(chosen) } else { Answer::NoDialog(start) };
            // The window may be gone by now.
            let _ = sender.send(answer);
            waker.request_repaint();
        });
    }

    pub(super) fn take_answers(&mut self, context: &egui::Context) -> Vec<Message> {
        let answers: Vec<Answer> = self.receiver.try_iter().collect();
        self.n_open = self.n_open.saturating_sub(answers.len());
        let mut messages = Vec::new();
        for answer in answers {
            match answer {
                Answer::Chosen(chosen) => messages.extend(chosen),
                Answer::NoDialog(start) => self.own = Some(OwnDialog::new(context, start)),
            }
        }
        messages
    }

    pub(super) fn show(&mut self, context: &egui::Context, send: &mut Vec<Message>) {
        let Some(own) = &mut self.own else { return };
        match own.show(context) {
            Outcome::Open => {}
            Outcome::Closed(chosen) => {
                send.extend(chosen);
                self.own = None;
            }
        }
    }
}

/// Where the dialog begins, and what is in it.
fn start(model: &Model, purpose: Purpose) -> Start {
    let about = match &purpose {
        Purpose::Picture(id)
        | Purpose::Compare(id)
        | Purpose::Export(id, _)
        | Purpose::Save(id, _) => model.document(*id),
        Purpose::OpenMaps
        | Purpose::OpenFolder
        | Purpose::List
        | Purpose::ZonesFolder
        | Purpose::Import(_) => model.active(),
    };
    let about = about.map(OpenDocument::common);
    let about = about.map(|common| (common.name.clone(), common.file.clone()));
    let file = about.as_ref().and_then(|(_, file)| file.as_ref());
    let beside = file.and_then(|file| file.path.parent()).map(PathBuf::from);
    let mut recent = model.settings.recent.iter().filter_map(|path| path.parent());
    let mut places: Vec<PathBuf> = beside.iter().cloned().collect();
    places.extend(model.settings.folder.clone());
    places.extend(recent.clone().map(PathBuf::from));
    let name = match purpose {
        Purpose::Save(id, _) => {
            model.kind_document(id).map(|document| document.name_to_save()).unwrap_or_default()
        }
        Purpose::Export(_, Format::MapCache) => "map_cache.dat".to_owned(),
        Purpose::Export(_, Format::Minimap) => {
            let name = about.map(|(name, _)| Path::new(&name).with_extension("minimap.png"));
            name.unwrap_or_default().to_string_lossy().into_owned()
        }
        Purpose::Export(_, format) => {
            let name = about.map(|(name, _)| Path::new(&name).with_extension(format.ending()));
            name.unwrap_or_default().to_string_lossy().into_owned()
        }
        _ => String::new(),
    };
    let folder = beside.or_else(|| model.settings.folder.clone());
    let folder = folder.or_else(|| recent.next().map(PathBuf::from));
    Start { purpose, folder, name, places }
}

/// On Linux, dialogs come from a service on the session bus.
fn system_has_dialogs() -> bool {
    let has_bus = || std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|it| !it.is_empty());
    !cfg!(target_os = "linux") || has_bus()
}

fn ask_system(start: &Start) -> Option<Message> {
    let mut dialog = rfd::FileDialog::new().set_title(start.purpose.title());
    if let Some(folder) = &start.folder {
        dialog = dialog.set_directory(folder);
    }
    if let Some((name, endings)) = start.purpose.endings() {
        let in_capitals = endings.iter().map(|ending| ending.to_uppercase());
        let endings: Vec<String> =
            endings.iter().map(ToString::to_string).chain(in_capitals).collect();
        dialog = dialog.add_filter(name, &endings);
    }
    match start.purpose {
        Purpose::OpenMaps => dialog.pick_files().map(Message::Open),
        Purpose::List => dialog.pick_file().map(Message::OpenList),
        Purpose::OpenFolder => dialog.pick_folder().map(Message::OpenFolder),
        Purpose::ZonesFolder => dialog.pick_folder().map(Message::NewArea),
        Purpose::Save(id, _) => {
            let chosen = dialog.set_file_name(&start.name).save_file();
            chosen.map(|path| Message::SaveTo(id, path))
        }
        Purpose::Picture(id) => dialog.pick_file().map(|path| Message::TakePicture(id, path)),
        Purpose::Compare(id) => {
            let with = |path| Message::Compare(id, Compare::WithFile(path));
            dialog.pick_file().map(with)
        }
        Purpose::Export(id, format) => {
            let chosen = dialog.set_file_name(&start.name).save_file();
            chosen.map(|path| Message::Export(id, format, path))
        }
        Purpose::Import(to) => dialog.pick_file().map(|path| Message::Import(to, path)),
    }
}

impl Purpose {
    fn title(&self) -> &'static str {
        match self {
            Purpose::OpenMaps => "Open files",
            Purpose::OpenFolder => "Open a folder",
            Purpose::List => "Choose AreaList.xml or LIST_ZONE.STB",
            Purpose::ZonesFolder => "Choose the folder with the geometry of the zones",
            Purpose::Compare(_) => "Compare with",
            Purpose::Save(_, saved_as) => saved_as.title,
            Purpose::Picture(_) => "Choose a picture",
            Purpose::Export(_, Format::MapCache) => "Export the map into a cache",
            Purpose::Export(..) => "Export",
            Purpose::Import(ImportTo::Reports(_)) => "Import reports",
            Purpose::Import(ImportTo::Mesh(_)) => "Choose a mesh",
            Purpose::Import(_) => "Import",
        }
    }

    fn is_folder(&self) -> bool {
        matches!(self, Purpose::OpenFolder | Purpose::ZonesFolder)
    }

    /// What kind of file is meant, and how the names of such files end.
    fn endings(&self) -> Option<(&'static str, &'static [&'static str])> {
        match self {
            Purpose::OpenMaps => {
                let endings = &[
                    "gat", "apd", "xml", "zon", "ifo", "stb", "stl", "ltb", "dat", "mcache",
                    "fld2", "gz", "s3d", "dds", "tga", "bmp", "jpg", "png",
                ];
                Some(("Maps, areas, zones, tables and pictures", endings))
            }
            Purpose::List => Some(("Lists of names", &["xml", "stb"])),
            Purpose::Save(_, saved_as) => Some((saved_as.files, saved_as.endings)),
            Purpose::Picture(_) => Some(("Pictures", &["png", "jpg", "jpeg", "bmp", "tga"])),
            Purpose::Export(_, format) => Some(match format {
                Format::Tmj => ("Tiled maps", &["tmj"]),
                Format::Csv => ("Tables", &["csv"]),
                Format::Png | Format::Minimap => ("Pictures", &["png"]),
                Format::Mcache => ("Map caches", &["mcache"]),
                Format::MapCache => ("Map caches", &["dat"]),
                Format::Geojson => ("Points and lines", &["geojson"]),
                Format::Json => ("JSON", &["json"]),
                Format::Gdi => ("TERA server paths", &["gdi"]),
            }),
            Purpose::Import(ImportTo::Reports(_)) => {
                Some(("Logs and tables", &["log", "txt", "csv", "tsv", "json"]))
            }
            Purpose::Import(ImportTo::Mesh(_)) => Some(("Meshes", &["obj", "glb"])),
            Purpose::Import(ImportTo::New) => {
                let endings =
                    &["tmj", "tmx", "json", "csv", "tsv", "txt", "log", "gdi", "nod", "idx", "geo"];
                Some(("Tiled maps, tables, and files of TERA's servers", endings))
            }
            Purpose::Import(ImportTo::Document(_)) => {
                let endings = &["tmj", "tmx", "geojson", "json", "csv", "tsv", "txt"];
                Some(("Exported files", endings))
            }
            Purpose::OpenFolder | Purpose::ZonesFolder | Purpose::Compare(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::rose::tests::opened_sample;

    #[test]
    fn what_is_exported_is_called_as_the_document_whatever_kind_that_is() {
        let model = opened_sample();
        let id = model.active_zone().unwrap().id;
        let name = |format| start(&model, Purpose::Export(id, format)).name;
        assert_eq!(name(Format::Csv), "sample zone.csv");
        assert_eq!(name(Format::Minimap), "sample zone.minimap.png");
    }
}
