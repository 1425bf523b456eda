//! Commands: what an editor asks for by name, with one object as argument.

use landwright_core::def::feature::rows;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{Location, Range, ShowDocumentParams, Url};

use crate::feature::decode::decode;
use crate::job;
use crate::session::Session;
use crate::to_proto;
use crate::world::Snapshot;

/// Goes to some places; an editor of ours shows a list instead. `{uri, locations}`
pub const SHOW: &str = "landwright.show";
/// Tells what differs between two definitions. `{from, to}`
pub const COMPARE: &str = "landwright.compare";
/// Gives the byte layout of a definition as rows. `{uri}`
pub const LAYOUT: &str = "landwright.layout";
/// Reads a packet by a definition. `{uri, hex}`
pub const DECODE: &str = "landwright.decode";

pub const ALL: &[&str] = &[SHOW, COMPARE, LAYOUT, DECODE];

#[derive(Deserialize)]
struct Show {
    locations: Vec<Location>,
}

#[derive(Deserialize)]
struct OfFile {
    uri: Url,
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
        _ => Err(refused(format!("there is no command {name}"))),
    }
}

fn read<T: DeserializeOwned>(argument: Value) -> Result<T> {
    T::deserialize(argument).map_err(|error| Error::invalid_params(error.to_string()))
}

fn known(session: &Session, uri: &Url) -> Result<Snapshot> {
    session.snapshot(uri).ok_or_else(|| refused(format!("{uri} is no file that is known")))
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
        return Err(refused("this editor can't be asked to show a file"));
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
