//! What is above a definition.

use landwright_core::def::feature::lens::{self, Lens, LensAction};
use serde_json::{Value, json};
use tower_lsp::lsp_types::{CodeLens, Command};

use crate::feature::command;
use crate::to_proto;
use crate::world::Snapshot;

pub fn lenses(snapshot: &Snapshot) -> Vec<CodeLens> {
    let found = lens::lenses(snapshot.catalogue(), snapshot.path());
    found.into_iter().filter_map(|lens| to_lens(snapshot, lens)).collect()
}

fn to_lens(snapshot: &Snapshot, lens: Lens) -> Option<CodeLens> {
    let range = to_proto::range(snapshot, lens.range);
    let (command, argument) = action(snapshot, lens.action)?;
    let command =
        Command { title: lens.title, command: command.to_owned(), arguments: Some(vec![argument]) };
    Some(CodeLens { range, command: Some(command), data: None })
}

/// The command of a lens, with its argument.
fn action(snapshot: &Snapshot, action: LensAction) -> Option<(&'static str, Value)> {
    let world = &snapshot.world;
    Some(match action {
        LensAction::Show(places) => {
            let to: Vec<_> =
                places.iter().filter_map(|place| to_proto::location(world, place)).collect();
            (command::SHOW, json!({ "uri": snapshot.file.url, "locations": to }))
        }
        LensAction::Dialects => (command::SHOW_DIALECTS, json!({ "uri": snapshot.file.url })),
        LensAction::Diff { from, to } => {
            let (from, to) = (to_proto::url(world, &from)?, to_proto::url(world, &to)?);
            (command::SHOW_DIFFERENCE, json!({ "from": from, "to": to }))
        }
    })
}
