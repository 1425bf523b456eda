//! Renaming: a field with what refers to it, or a packet with its files.

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
            let (root, names) = (catalogue.root_of(path), (&*found.name, &*params.new_name));
            let captures = captures(&snapshot.world);
            let go = |in_maps| rename_packet(catalogue, root, names, in_maps, &captures);
            match (maps, snapshot.world.abilities.confirms_changes) {
                (true, _) => go(InMaps::Rename),
                // A client that asks may be offered more than the settings say.
                (false, true) => go(InMaps::Rename).or_else(|_| go(InMaps::InOne(path))),
                (false, false) => go(InMaps::InOne(path)),
            }
        }
    };
    let changes = changes.map_err(|reason| refusal(&reason))?;
    let title = format!("Also in other files that name `{}`", found.name);
    let edit = edit::asking(&snapshot.world, &changes, &title, |change| {
        !maps && is_other_map(path, change)
    });
    edit.map(Some).ok_or_else(|| refused("this editor can't rename files for a server"))
}

/// Such maps go along only if the person says so, or if the settings do.
fn is_other_map(path: &str, change: &FileChange) -> bool {
    matches!(change, FileChange::Edit { file, .. } if file != path && file.ends_with(".map"))
}

fn refusal(reason: &Refusal) -> Error {
    refused(reason.to_string())
}

/// What has to follow when an editor renames definitions, which it does itself.
pub fn follow(world: &World, renamed: &[FileRename], settings: Rename) -> Option<WorkspaceEdit> {
    let key = |url: &str| Some(Key::of_url(&Url::parse(url).ok()?));
    let keys: Option<Vec<(Key, Key)>> =
        renamed.iter().map(|file| Some((key(&file.old_uri)?, key(&file.new_uri)?))).collect();
    let keys = keys?;
    let renamed = keys.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
    let in_maps = if settings.maps { InMaps::Rename } else { InMaps::Keep };
    let mut changes = def::rename::follow(&world.catalogue, &renamed, in_maps, &captures(world));
    // A client that can't do all of it would do nothing.
    let can_rename = world.abilities.renames_files && world.abilities.versioned_edits;
    changes.retain(|change| can_rename || matches!(change, FileChange::Edit { .. }));
    let title = "Also in other files that name the definition";
    edit::asking(world, &changes, title, |_| false).filter(|_| !changes.is_empty())
}

/// The files of recorded packets that can be read.
fn captures(world: &World) -> Vec<&str> {
    let files = world.captures.iter().filter(|(_, file)| file.capture.is_some());
    files.map(|(key, _)| key.as_str()).collect()
}
