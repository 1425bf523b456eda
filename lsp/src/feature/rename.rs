//! Renaming: a field with what refers to it, or a packet with its files.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use landwright_core::def;
use landwright_core::def::rename::{
    InMaps, Reach, Refusal, Renamable, prepare_field, prepare_packet, rename_field, rename_packet,
};
use landwright_core::problem::FileChange;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    FileRename, PrepareRenameResponse, RenameParams, TextDocumentPositionParams, Url, WorkspaceEdit,
};

use crate::config::Rename;
use crate::edit;
use crate::feature::command::refused;
use crate::file::Key;
use crate::world::{Snapshot, World};
use crate::{from_proto, to_proto};

fn at(snapshot: &Snapshot, offset: usize) -> Option<Renamable> {
    match snapshot.catalogue().file(snapshot.path())? {
        def::File::Definition(definition) => prepare_field(&definition.syntax, offset),
        def::File::Map(file) if file.kind == def::MapKind::Protocol => {
            prepare_packet(&file.map, offset)
        }
        _ => None,
    }
}

/// The name at a place, if it can be renamed.
pub fn prepare(
    snapshot: &Snapshot,
    params: &TextDocumentPositionParams,
) -> Option<PrepareRenameResponse> {
    let found = at(snapshot, from_proto::offset(snapshot, params))?;
    let range = to_proto::range(snapshot, found.span.range());
    Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: found.name })
}

pub fn rename(snapshot: &Snapshot, params: &RenameParams) -> Result<Option<WorkspaceEdit>> {
    let offset = from_proto::offset(snapshot, &params.text_document_position);
    let found = at(snapshot, offset).ok_or_else(|| refusal(&Refusal::Nothing))?;
    let (catalogue, path) = (snapshot.catalogue(), snapshot.path());
    let Rename { all_versions, maps } = snapshot.settings.rename;
    let changes = match catalogue.definition(path) {
        Some(_) => {
            let reach = if all_versions { Reach::AllVersions } else { Reach::ThisFile };
            rename_field(catalogue, path, offset, &params.new_name, reach)
        }
        None => {
            let in_maps = if maps { InMaps::Rename } else { InMaps::Keep };
            let root = catalogue.root_of(path);
            rename_packet(catalogue, root, &found.name, &params.new_name, in_maps)
        }
    };
    let changes = changes.map_err(|reason| refusal(&reason))?;
    let edit = edit::of_changes(&snapshot.world, &changes);
    edit.map(Some).ok_or_else(|| refused("this editor can't rename files for a server"))
}

fn refusal(reason: &Refusal) -> Error {
    refused(reason.to_string())
}

/// What has to follow when an editor renames definitions: once no version of a packet keeps its
/// name, what refers to the packet gets the new one.
pub fn follow(world: &World, renamed: &[FileRename], settings: Rename) -> Option<WorkspaceEdit> {
    let mut packets: BTreeMap<(Option<usize>, String), (String, BTreeSet<String>)> =
        BTreeMap::new();
    for FileRename { old_uri, new_uri } in renamed {
        let (old, new) =
            (Key::of_url(&Url::parse(old_uri).ok()?), Key::of_url(&Url::parse(new_uri).ok()?));
        let packet = |key: &Key| match def::FileKind::of(key.as_str()) {
            Some(def::FileKind::Definition(Some(packet))) => Some(packet.name.into_string()),
            _ => None,
        };
        let (Some(old_name), Some(new_name)) = (packet(&old), packet(&new)) else { continue };
        let root = world.catalogue.root_of(old.as_str());
        if old_name != new_name && root == world.catalogue.root_of(new.as_str()) {
            let row = packets.entry((root, old_name)).or_insert((new_name, BTreeSet::new()));
            row.1.insert(old.as_str().to_owned());
        }
    }
    let in_maps = if settings.maps { InMaps::Rename } else { InMaps::Keep };
    let mut changes = Vec::new();
    for ((root, old_name), (new_name, files)) in packets {
        let packet = world.catalogue.packet(&old_name)?;
        let mut stay = packet.versions.iter().filter(|version| version.root == root);
        if stay.any(|version| !files.contains(&*version.path)) {
            continue;
        }
        // A name that is taken, or is none, is the person's own affair here.
        let of_packet = rename_packet(&world.catalogue, root, &old_name, &new_name, in_maps);
        changes.extend(of_packet.unwrap_or_default());
    }
    // The editor renames the files itself.
    changes.retain(|change| matches!(change, FileChange::Edit { .. }));
    edit::of_changes(world, &changes).filter(|_| !changes.is_empty())
}
