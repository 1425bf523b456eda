//! What panels, canvases and keys send to the model. Nothing else changes it.

pub mod dialog;
pub mod sent;

use std::path::PathBuf;

use landwright_core::problem::Fix;
use landwright_core::world::StepId;

use crate::command::CommandId;
use crate::exchange::Format;
use crate::job::JobId;
use crate::message::dialog::Answer;
use crate::message::sent::Sent;
use crate::settings::Settings;
use crate::settings::keys::KeyChange;
use crate::versions::comparing::Compare;
use crate::versions::conflicts::Settle;
use crate::view::id::{DocumentId, ViewId};
use crate::view::orbit::Orbit;
use crate::view::{Camera, ViewSize};

#[derive(Debug, Clone)]
pub enum Message {
    Command(CommandId),
    /// For a document, which alone knows what is in it.
    Kind(DocumentId, Sent),
    /// For a kind, by its id, whatever is open.
    ToKind(&'static str, Sent),
    Open(Vec<PathBuf>),
    OpenFolder(PathBuf),
    /// The list that names what to open.
    OpenList(PathBuf),
    /// The folder with the geometry of a new area.
    NewArea(PathBuf),
    SaveTo(DocumentId, PathBuf),
    Focus(ViewId),
    CloseView(ViewId),
    Fix(DocumentId, Fix),
    /// Everything that a fix would change, to be accepted or left.
    PreviewFix(DocumentId, Fix),
    /// The best fix of every problem of a code, as one step.
    FixAllOf(DocumentId, &'static str),
    Jump(DocumentId, StepId),
    /// A view looks elsewhere, or has another size in points.
    Look(ViewId, Camera, ViewSize),
    /// A view in space looks from elsewhere, or has another size in points.
    LookFrom(ViewId, Orbit, ViewSize),
    /// What the pointer is over, in cells; `None` where it is over no view.
    Hover(Option<(ViewId, [i32; 2])>),
    /// By its place in the list.
    ShowProblem(DocumentId, usize),
    /// What the clipboard of the system has is a stamp, or just text.
    Paste(String),
    /// What merges of the document left undecided.
    Settle(DocumentId, Settle),
    /// For another program.
    Export(DocumentId, Format, PathBuf),
    Import(ImportTo, PathBuf),
    /// A picture that somebody chose for a document.
    TakePicture(DocumentId, PathBuf),
    /// The document and another version of it.
    Compare(DocumentId, Compare),
    /// How the tools of kinds are set, which the list of kinds knows.
    SetTools(Sent),
    SetSettings(Box<Settings>),
    ChangeKeys(KeyChange),
    Answer(Answer),
    CancelJob(JobId),
    /// A file changed on disk, or may have.
    FileChanged(PathBuf),
    /// A program that had a journal may have ended since.
    LookForLeft,
    ClearLog,
    /// The line of the status bar was read.
    DismissNotice,
}

/// Where something from another program goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportTo {
    /// A map; an area where it is of TERA's own servers.
    New,
    /// What differs becomes one step.
    Document(DocumentId),
    /// Reports of servers and players onto an area.
    Reports(DocumentId),
    /// A mesh that lies over an area.
    Mesh(DocumentId),
}

/// What the model asks of the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    AskWhatToOpen,
    /// The list that names areas.
    AskForList,
    AskFolder,
    AskZonesFolder,
    AskWhereToSave(DocumentId),
    AskPicture(DocumentId),
    /// For the Compare panel.
    AskWhatToCompare(DocumentId),
    AskWhereToExport(DocumentId, Format),
    AskWhatToImport(ImportTo),
    ShowView(ViewId),
    ShowPanel(Panel),
    ResetLayout,
    ShowPalette,
    /// At the page of whatever is in front.
    ShowManual,
    /// To the clipboard of the system.
    CopyText(String),
    Quit,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Panel {
    Project,
    Tools,
    Inspector,
    Problems,
    History,
    Minimap,
    Log,
    Compare,
    Conflicts,
    Manual,
}

impl Panel {
    pub const ALL: [Panel; 10] = [
        Panel::Project,
        Panel::Tools,
        Panel::Inspector,
        Panel::Problems,
        Panel::History,
        Panel::Minimap,
        Panel::Log,
        Panel::Compare,
        Panel::Conflicts,
        Panel::Manual,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Panel::Project => "Project",
            Panel::Tools => "Tools",
            Panel::Inspector => "Inspector",
            Panel::Problems => "Problems",
            Panel::History => "History",
            Panel::Minimap => "Minimap",
            Panel::Log => "Log",
            Panel::Compare => "Compare",
            Panel::Conflicts => "Conflicts",
            Panel::Manual => "Manual",
        }
    }
}
