//! Commands: what an editor asks for by name, with one object as argument.

use landwright_core::def::assist::{self, next_version};
use landwright_core::def::diff::{Side, diff};
use landwright_core::def::feature::rows;
use landwright_core::problem::FileChange;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    Location, MessageType, Position, Range, ShowDocumentParams, TextDocumentIdentifier,
    TextDocumentPositionParams, Url, WorkspaceEdit,
};

use crate::feature::decode::decode;
use crate::feature::{action, dialects};
use crate::file::Key;
use crate::job;
use crate::session::Session;
use crate::world::Snapshot;
use crate::{edit, from_proto, to_proto};

/// Goes to some places; an editor of ours shows a list instead. `{uri, locations}`
pub const SHOW: &str = "landwright.show";
/// Tells what differs between two definitions. `{from, to}`
pub const COMPARE: &str = "landwright.compare";
/// Tells the person what differs; an editor of ours shows both texts beside it. `{from, to}`
pub const SHOW_DIFFERENCE: &str = "landwright.showDifference";
/// Gives the byte layout of a definition as rows. `{uri}`
pub const LAYOUT: &str = "landwright.layout";
/// Reads a packet by a definition. `{uri, hex}`
pub const DECODE: &str = "landwright.decode";

/// Makes the next version of a packet, as a copy, and says where. `{uri}`
pub const NEW_VERSION: &str = "landwright.newVersion";

/// Does what a code action says, for an editor that takes commands alone.
pub const APPLY_FIX: &str = "landwright.applyFix";
/// Puts filler in front of a field, up to an offset. `{uri, position, offset}`
pub const PAD: &str = "landwright.pad";
/// Gives which parsers load a definition, and why others do not. `{uri}`
pub const DIALECTS: &str = "landwright.dialects";
/// Tells the person the same; an editor of ours lets them choose one. `{uri}`
pub const SHOW_DIALECTS: &str = "landwright.showDialects";

pub const ALL: &[&str] = &[
    SHOW,
    COMPARE,
    SHOW_DIFFERENCE,
    LAYOUT,
    DECODE,
    NEW_VERSION,
    APPLY_FIX,
    PAD,
    DIALECTS,
    SHOW_DIALECTS,
];

#[derive(Deserialize)]
struct Show {
    locations: Vec<Location>,
}

#[derive(Deserialize)]
struct OfFile {
    uri: Url,
}

#[derive(Deserialize)]
struct Pair {
    /// Without it, the version before `to` is meant.
    from: Option<Url>,
    to: Url,
}

#[derive(Deserialize)]
struct Pad {
    uri: Url,
    #[serde(default)]
    position: Position,
    #[serde(default)]
    offset: u32,
}

/// What differs between two definitions.
#[derive(Serialize)]
struct Comparison {
    from: Option<Url>,
    to: Url,
    summary: String,
    text: String,
}

impl Comparison {
    fn in_words(&self) -> String {
        match self.text.trim_end() {
            "" => "Both give the same bytes".to_owned(),
            text => format!("{}\n{text}", self.summary),
        }
    }
}

#[derive(Deserialize)]
struct Packet {
    uri: Url,
    hex: String,
}

/// Does what a command says, or says why it can't be done.
pub async fn execute(
    session: &Session,
    name: &str,
    arguments: Vec<Value>,
) -> Result<Option<Value>> {
    let argument = arguments.into_iter().next().unwrap_or_default();
    match name {
        SHOW => show(session, read(argument)?).await,
        LAYOUT => {
            let OfFile { uri } = read(argument)?;
            layout(&known(session, &uri)?).map(Some)
        }
        DECODE => {
            let Packet { uri, hex } = read(argument)?;
            let snapshot = known(session, &uri)?;
            let tree = job::run(move |_| decode(&snapshot, &hex)).await?;
            serde_json::to_value(tree).map(Some).map_err(|error| refused(error.to_string()))
        }
        COMPARE => {
            let found = compare(session, &read(argument)?)?;
            serde_json::to_value(found).map(Some).map_err(|error| refused(error.to_string()))
        }
        SHOW_DIFFERENCE => {
            let found = compare(session, &read(argument)?)?;
            session.client.show_message(MessageType::INFO, found.in_words()).await;
            Ok(None)
        }
        NEW_VERSION => {
            let OfFile { uri } = read(argument)?;
            new_version(session, &known(session, &uri)?).await.map(Some)
        }
        PAD => pad(session, read(argument)?).await,
        APPLY_FIX => apply_fix(session, &argument).await,
        DIALECTS => {
            let OfFile { uri } = read(argument)?;
            let snapshot = known(session, &uri)?;
            job::run(move |_| dialects::as_json(&snapshot)).await.map(Some)
        }
        SHOW_DIALECTS => {
            let OfFile { uri } = read(argument)?;
            let snapshot = known(session, &uri)?;
            let text = job::run(move |_| dialects::in_words(&snapshot)).await?;
            session.client.show_message(MessageType::INFO, text).await;
            Ok(None)
        }
        _ => Err(refused(format!("unknown command {name}"))),
    }
}

fn read<T: DeserializeOwned>(argument: Value) -> Result<T> {
    T::deserialize(argument).map_err(|error| Error::invalid_params(error.to_string()))
}

fn known(session: &Session, uri: &Url) -> Result<Snapshot> {
    session.snapshot(uri).ok_or_else(|| refused(format!("{uri} is not a known file")))
}

/// An error that is nobody's fault: what was asked for can't be done.
pub fn refused(message: impl Into<String>) -> Error {
    let message = message.into().into();
    Error { code: tower_lsp::jsonrpc::ErrorCode::ServerError(REQUEST_FAILED), message, data: None }
}

/// The protocol's number for a request that is right and fails all the same.
const REQUEST_FAILED: i64 = -32803;

async fn show(session: &Session, Show { locations }: Show) -> Result<Option<Value>> {
    if !session.abilities().shows_documents {
        return Err(refused("this editor can't show a file on request"));
    }
    if let Some(Location { uri, range }) = locations.into_iter().next() {
        let (external, take_focus, selection) = (None, Some(true), Some(range));
        let params = ShowDocumentParams { uri, external, take_focus, selection };
        session.client.show_document(params).await?;
    }
    Ok(None)
}

/// The table of core, with the lines as ranges.
fn layout(snapshot: &Snapshot) -> Result<Value> {
    let table = rows::table(snapshot.catalogue(), snapshot.path())
        .ok_or_else(|| refused("only definitions have a byte layout"))?;
    let ranges: Vec<Option<Range>> = table
        .rows
        .iter()
        .map(|row| row.line.map(|(start, end)| to_proto::range(snapshot, start..end)))
        .collect();
    let failed = |error: serde_json::Error| refused(error.to_string());
    let mut value = serde_json::to_value(table).map_err(failed)?;
    let rows = value.get_mut("rows").and_then(Value::as_array_mut);
    for (row, range) in rows.into_iter().flatten().zip(ranges) {
        if let Some(row) = row.as_object_mut() {
            row.remove("line");
            row.insert("range".to_owned(), serde_json::to_value(range).map_err(failed)?);
        }
    }
    Ok(value)
}

/// What differs between two definitions, in words, and which they are.
fn compare(session: &Session, Pair { from, to }: &Pair) -> Result<Comparison> {
    let after = known(session, to)?;
    let catalogue = after.catalogue();
    let before = match from {
        Some(from) => Key::of_url(from).as_str().to_owned(),
        None => {
            let found = catalogue.version_of(after.path());
            let (packet, this) = found.ok_or_else(|| refused("this file belongs to no packet"))?;
            let older = packet.siblings(this).filter(|other| other.version < this.version);
            let older = older.filter(|other| !other.is_script).last();
            let older = older.ok_or_else(|| refused("there is no version before this one"))?;
            older.path.to_string()
        }
    };
    let side = |path: &str| {
        let definition = catalogue.definition(path);
        let definition =
            definition.ok_or_else(|| refused(format!("{path} is not a definition")))?;
        Ok((definition.clone(), catalogue.layout(definition)))
    };
    let ((old, old_layout), (new, new_layout)) = (side(&before)?, side(after.path())?);
    let difference = diff(
        Side { syntax: &old.syntax, layout: &old_layout },
        Side { syntax: &new.syntax, layout: &new_layout },
    );
    let from = to_proto::url(&after.world, &before);
    let (summary, text) = (difference.summary(), difference.to_string());
    Ok(Comparison { from, to: to.clone(), summary, text })
}

async fn new_version(session: &Session, snapshot: &Snapshot) -> Result<Value> {
    let next = next_version(snapshot.catalogue(), snapshot.path());
    let (_, file) =
        next.ok_or_else(|| refused("the name of this file has no packet and version"))?;
    let uri = to_proto::url(&snapshot.world, &file);
    let create = FileChange::Create { file, text: snapshot.file.text.to_string() };
    let edit = edit::of_changes(&snapshot.world, &[create]);
    let edit = edit.filter(|_| snapshot.world.abilities.applies_edits);
    let edit = edit.ok_or_else(|| refused("this editor can't create files for a server"))?;
    session.note_made(&edit);
    apply(session, edit, "the file was not created").await?;
    Ok(json!({ "uri": uri }))
}

async fn pad(session: &Session, Pad { uri, position, offset }: Pad) -> Result<Option<Value>> {
    let snapshot = known(session, &uri)?;
    let at = TextDocumentPositionParams::new(TextDocumentIdentifier::new(uri), position);
    let at = from_proto::offset(&snapshot, &at);
    let edits =
        assist::pad::pad(snapshot.catalogue(), snapshot.path(), at, offset).map_err(refused)?;
    let change = FileChange::Edit { file: snapshot.path().to_owned(), edits };
    let edit = edit::of_changes(&snapshot.world, &[change]);
    let edit = edit.filter(|_| snapshot.world.abilities.applies_edits);
    let edit = edit.ok_or_else(|| refused("this editor can't change files for a server"))?;
    apply(session, edit, "nothing was changed").await?;
    Ok(None)
}

async fn apply_fix(session: &Session, argument: &Value) -> Result<Option<Value>> {
    let edit = action::chosen(session, argument)
        .await
        .ok_or_else(|| refused("the text has changed since; ask for the actions again"))?;
    session.note_made(&edit);
    apply(session, edit, "nothing was changed").await?;
    Ok(None)
}

async fn apply(session: &Session, edit: WorkspaceEdit, failure: &str) -> Result<()> {
    let answer = session.client.apply_edit(edit).await?;
    if answer.applied {
        return Ok(());
    }
    let reason = answer.failure_reason.unwrap_or_else(|| "the editor gave no reason".to_owned());
    Err(refused(format!("{failure}: {reason}")))
}
