//! What can be done where a selection is: mend a problem, say the same otherwise, make something
//! new, or mend all that can be mended without changing what a file means.

use std::ops::Range;

use landwright_core::def::edit::replaced;
use landwright_core::def::{assist, mend};
use landwright_core::problem::{Fix, Problem, Spot};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, Diagnostic, Url,
    WorkspaceEdit,
};

use crate::feature::command::APPLY_FIX;
use crate::job;
use crate::session::Session;
use crate::world::Snapshot;
use crate::{analysis, edit, from_proto, to_proto};

/// The kinds that are offered, for the client to show in its menus.
pub const KINDS: &[CodeActionKind] = &[
    CodeActionKind::QUICKFIX,
    CodeActionKind::REFACTOR,
    CodeActionKind::REFACTOR_REWRITE,
    CodeActionKind::SOURCE,
    CodeActionKind::SOURCE_FIX_ALL,
];

/// What of an action is sent away, to come back when it is chosen.
#[derive(Debug, Serialize, Deserialize)]
struct Origin {
    uri: Url,
    /// The text that it is for.
    serial: u64,
    start: usize,
    end: usize,
    kind: CodeActionKind,
    title: String,
}

/// An action before it is decided how it is sent.
struct Offer {
    kind: CodeActionKind,
    fix: Fix,
    mends: Option<Diagnostic>,
    is_preferred: bool,
}

pub fn actions(snapshot: &Snapshot, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let range = from_proto::range(snapshot, params.range);
    let only = params.context.only.as_deref();
    let offers = offers(snapshot, &range).into_iter().filter(|offer| is_wanted(&offer.kind, only));
    if !snapshot.world.abilities.literal_actions {
        let commands = offers.filter_map(|offer| command(snapshot, &range, &offer));
        return commands.map(CodeActionOrCommand::Command).collect();
    }
    let actions = offers.filter_map(|offer| action(snapshot, &range, offer));
    actions.map(CodeActionOrCommand::CodeAction).collect()
}

/// For a client whose actions are names of commands and no more.
fn command(snapshot: &Snapshot, range: &Range<usize>, offer: &Offer) -> Option<Command> {
    edit::of_fix(&snapshot.world, &offer.fix)?;
    let origin = serde_json::to_value(origin(snapshot, range, offer)).ok()?;
    Some(Command {
        title: offer.fix.title.clone(),
        command: APPLY_FIX.to_owned(),
        arguments: Some(vec![origin]),
    })
}

fn origin(snapshot: &Snapshot, range: &Range<usize>, offer: &Offer) -> Origin {
    Origin {
        uri: snapshot.file.url.clone(),
        serial: snapshot.file.serial,
        start: range.start,
        end: range.end,
        kind: offer.kind.clone(),
        title: offer.fix.title.clone(),
    }
}

/// A kind stands for those below it: `refactor` for `refactor.rewrite`.
fn is_wanted(kind: &CodeActionKind, only: Option<&[CodeActionKind]>) -> bool {
    let is_below = |wanted: &CodeActionKind| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    only.is_none_or(|only| only.iter().any(is_below))
}

fn action(snapshot: &Snapshot, range: &Range<usize>, offer: Offer) -> Option<CodeAction> {
    let edit = edit::of_fix(&snapshot.world, &offer.fix)?;
    let is_late = snapshot.world.abilities.resolves_edits;
    let origin = origin(snapshot, range, &offer);
    let title = offer.fix.title;
    Some(CodeAction {
        title,
        kind: Some(offer.kind),
        diagnostics: offer.mends.map(|diagnostic| vec![diagnostic]),
        is_preferred: offer.is_preferred.then_some(true),
        edit: (!is_late).then_some(edit),
        data: is_late.then(|| serde_json::to_value(origin).ok()).flatten(),
        ..CodeAction::default()
    })
}

/// The file that an action was offered in.
pub fn url(action: &CodeAction) -> Option<Url> {
    Some(Origin::deserialize(action.data.as_ref()?).ok()?.uri)
}

/// Adds the edit to an action that was chosen; `None` if the text is different by now.
pub fn resolve(snapshot: &Snapshot, mut action: CodeAction) -> Option<CodeAction> {
    action.edit = Some(Origin::deserialize(action.data.as_ref()?).ok()?.edit(snapshot)?);
    Some(action)
}

/// The file and the edit that a command was offered for.
pub async fn chosen(session: &Session, argument: &Value) -> Option<WorkspaceEdit> {
    let origin = Origin::deserialize(argument).ok()?;
    let snapshot = session.snapshot(&origin.uri)?;
    // Names for opcodes may take a moment.
    job::run(move |_| origin.edit(&snapshot)).await
}

impl Origin {
    /// `None` where the text is different by now.
    fn edit(&self, snapshot: &Snapshot) -> Option<WorkspaceEdit> {
        if self.serial != snapshot.file.serial {
            return None;
        }
        let mut offers = offers(snapshot, &(self.start..self.end)).into_iter();
        let chosen =
            offers.find(|offer| offer.fix.title == self.title && offer.kind == self.kind)?;
        edit::of_fix(&snapshot.world, &chosen.fix)
    }
}

fn offers(snapshot: &Snapshot, range: &Range<usize>) -> Vec<Offer> {
    let problems = analysis::problems(snapshot);
    let mut offers = Vec::new();
    for problem in problems.iter().filter(|problem| is_at(problem, range)) {
        let mends = to_proto::diagnostic(snapshot, problem);
        for (idx, fix) in problem.fixes.iter().enumerate() {
            let kind = CodeActionKind::QUICKFIX;
            let (fix, mends) = (fix.clone(), mends.clone());
            offers.push(Offer { kind, fix, mends, is_preferred: idx == 0 });
        }
    }
    let (catalogue, path) = (snapshot.catalogue(), snapshot.path());
    let mut assists =
        assist::guessed(catalogue, path, range.clone(), &analysis::captures(snapshot));
    assists.extend(map_lines(snapshot, range));
    assists.extend(assist::assists(catalogue, path, range.clone()));
    for assist in assists {
        let kind = match assist.kind {
            assist::AssistKind::QuickFix => CodeActionKind::QUICKFIX,
            assist::AssistKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
            assist::AssistKind::Refactor => CodeActionKind::REFACTOR,
            assist::AssistKind::Source => CodeActionKind::SOURCE,
        };
        offers.push(Offer { kind, fix: assist.fix, mends: None, is_preferred: false });
    }
    offers.extend(fix_all(snapshot, &problems));
    offers
}

/// Lines for the map, where something at the place lacks one.
fn map_lines(snapshot: &Snapshot, range: &Range<usize>) -> Vec<assist::Assist> {
    let (catalogue, captures) = (snapshot.catalogue(), analysis::captures(snapshot));
    let found = assist::mapped::unmapped(catalogue, snapshot.path(), range, &captures);
    let Some((map, of)) = found else { return Vec::new() };
    let world = &snapshot.world;
    let names = world.opcode_names.of(world.revision, &captures, catalogue, &map);
    assist::mapped::mapped(&map, &of, &names, &captures)
}

fn is_at(problem: &Problem, range: &Range<usize>) -> bool {
    match problem.place.spot {
        Spot::Text { start, end } => start <= range.end && range.start <= end,
        // The problems of a whole file are shown at its start.
        _ => range.start == 0,
    }
}

/// The best fixes of all problems of this file that may be done at once, as `check --fix` does
/// them.
fn fix_all(snapshot: &Snapshot, problems: &[Problem]) -> Option<Offer> {
    let path = snapshot.path();
    let mut catalogue = snapshot.catalogue().clone();
    let mut round = mend::round(&catalogue, problems, |file| file == path);
    let mut text = None;
    for _ in 0..mend::MAX_ROUNDS {
        let Some(after) = round.texts.remove(path) else { break };
        catalogue.set_file(path, after.as_str());
        text = Some(after);
        let problems = analysis::problems_with(snapshot, &catalogue);
        round = mend::round(&catalogue, &problems, |file| file == path);
    }
    let edit = replaced(&snapshot.file.text, &text?);
    let fix = Fix::edit("Fix everything without changing meaning", path, vec![edit]);
    Some(Offer { kind: CodeActionKind::SOURCE_FIX_ALL, fix, mends: None, is_preferred: false })
}
