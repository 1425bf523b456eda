//! What panels, canvases and keys send to the model. Nothing else changes it.

use std::path::PathBuf;

use landwright_core::problem::Fix;
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::StepId;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::area::Area;

use crate::command::CommandId;
use crate::exchange::Format;
use crate::job::JobId;
use crate::kind::ragnarok::stamps::StampId;
use crate::kind::ragnarok::tool::{Pointer, Tools};
use crate::kind::sent::Sent;
use crate::model::dialog::Answer;
use crate::model::document::{DocumentId, ViewId};
use crate::model::exchange::ImportTo;
use crate::settings::Settings;
use crate::settings::keys::KeyChange;
use crate::versions::comparing::Compare;
use crate::versions::conflicts::Settle;
use crate::view::orbit::Orbit;
use crate::view::reference::Reference;
use crate::view::{Camera, ViewSize};

#[derive(Debug, Clone)]
pub enum Message {
    Command(CommandId),
    /// For a document of a kind with a folder of its own.
    Kind(DocumentId, Sent),
    Open(Vec<PathBuf>),
    OpenFolder(PathBuf),
    /// The list that names what to open.
    OpenList(PathBuf),
    /// The folder with the geometry of a new area.
    NewArea(PathBuf),
    SaveTo(DocumentId, PathBuf),
    Focus(ViewId),
    CloseView(ViewId),
    /// One step.
    Act(DocumentId, Action),
    Fix(DocumentId, Fix),
    /// The best fix of every problem of a code, as one step.
    FixAllOf(DocumentId, &'static str),
    Jump(DocumentId, StepId),
    /// All that it did since the last frame, in order.
    Point(ViewId, Vec<Pointer>),
    /// A view looks elsewhere, or has another size in points.
    Look(ViewId, Camera, ViewSize),
    /// A view in space looks from elsewhere, or has another size in points.
    LookFrom(ViewId, Orbit, ViewSize),
    /// What the pointer is over, in cells; `None` where it is over no view.
    Hover(Option<(ViewId, [i32; 2])>),
    ShowCell(DocumentId, TilePos),
    /// By its place in the list.
    ShowProblem(DocumentId, usize),
    Select(DocumentId, Area),
    /// What the clipboard of the system has is a stamp, or just text.
    Paste(String),
    /// What merges of the document left undecided.
    Settle(DocumentId, Settle),
    /// For another program.
    Export(DocumentId, Format, PathBuf),
    Import(ImportTo, PathBuf),
    /// Somebody wants to choose a picture to paint after.
    AskPicture(DocumentId),
    TakePicture(DocumentId, PathBuf),
    /// How it lies on the map; `None` for no picture.
    SetReference(DocumentId, Option<Box<Reference>>),
    /// Puts the selection, or else the stamp in hand, into the library.
    KeepStamp,
    TakeStamp(StampId),
    RenameStamp(StampId, String),
    /// After a question.
    DeleteStamp(StampId),
    /// The document and another version of it.
    Compare(DocumentId, Compare),
    SetTools(Box<Tools>),
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
