//! Changes to files as the protocol has them.

use std::collections::HashMap;

use landwright_core::problem::{Change, FileChange, Fix, TextEdit as CoreEdit};
use tower_lsp::lsp_types::{
    AnnotatedTextEdit, ChangeAnnotation, CreateFile, CreateFileOptions, DeleteFile,
    DeleteFileOptions, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Range, RenameFile, RenameFileOptions, ResourceOp,
    TextDocumentEdit, TextEdit, Url, WorkspaceEdit,
};

use crate::file::File;
use crate::world::World;
use crate::{position, to_proto};

/// What a fix does; `None` where the client can't do that, or the fix is not about texts.
pub fn of_fix(world: &World, fix: &Fix) -> Option<WorkspaceEdit> {
    match &fix.change {
        // What changes several files is shown before.
        Change::Files(changes) => asking(world, changes, &fix.title, |_| changes.len() > 1),
        Change::Action { .. } => None,
    }
}

/// Changes that are done in their order; `None` where the client can't do one of them.
pub fn of_changes(world: &World, changes: &[FileChange]) -> Option<WorkspaceEdit> {
    asking(world, changes, "", |_| false)
}

/// The same, where a client that can asks the person about some of them first, under a title.
pub fn asking(
    world: &World,
    changes: &[FileChange],
    title: &str,
    is_asked: impl Fn(&FileChange) -> bool,
) -> Option<WorkspaceEdit> {
    let asks = world.abilities.confirms_changes;
    if world.abilities.versioned_edits {
        let steps: Option<Vec<Vec<DocumentChangeOperation>>> = changes
            .iter()
            .map(|change| {
                let mut operations = operations(world, change)?;
                if asks && is_asked(change) {
                    operations.iter_mut().for_each(annotate);
                }
                Some(operations)
            })
            .collect();
        let operations = steps?.into_iter().flatten().collect();
        let document_changes = Some(DocumentChanges::Operations(operations));
        let is_any_asked = asks && changes.iter().any(&is_asked);
        let change_annotations = is_any_asked.then(|| {
            let annotation = ChangeAnnotation {
                label: title.to_owned(),
                needs_confirmation: Some(true),
                description: None,
            };
            HashMap::from([(ASKED.to_owned(), annotation)])
        });
        return Some(WorkspaceEdit { document_changes, change_annotations, changes: None });
    }
    let mut by_file: HashMap<Url, Vec<TextEdit>> = HashMap::new();
    for change in changes {
        let FileChange::Edit { file, edits } = change else { return None };
        let file = world.file(file)?;
        by_file.entry(file.url.clone()).or_default().extend(text_edits(world, file, edits));
    }
    Some(WorkspaceEdit { changes: Some(by_file), ..WorkspaceEdit::default() })
}

/// The name of the annotation of changes that the person is asked about.
const ASKED: &str = "asked";

fn annotate(operation: &mut DocumentChangeOperation) {
    match operation {
        DocumentChangeOperation::Edit(edit) => {
            for edit in &mut edit.edits {
                let text_edit = match edit {
                    OneOf::Left(edit) => edit.clone(),
                    OneOf::Right(edit) => edit.text_edit.clone(),
                };
                *edit =
                    OneOf::Right(AnnotatedTextEdit { text_edit, annotation_id: ASKED.to_owned() });
            }
        }
        DocumentChangeOperation::Op(ResourceOp::Create(it)) => {
            it.annotation_id = Some(ASKED.to_owned());
        }
        DocumentChangeOperation::Op(ResourceOp::Rename(it)) => {
            it.annotation_id = Some(ASKED.to_owned());
        }
        DocumentChangeOperation::Op(ResourceOp::Delete(it)) => {
            let options = it.options.get_or_insert(DeleteFileOptions {
                recursive: None,
                ignore_if_not_exists: None,
                annotation_id: None,
            });
            options.annotation_id = Some(ASKED.to_owned());
        }
    }
}

fn operations(world: &World, change: &FileChange) -> Option<Vec<DocumentChangeOperation>> {
    let abilities = &world.abilities;
    let only = |operation| Some(vec![DocumentChangeOperation::Op(operation)]);
    match change {
        FileChange::Edit { file, edits } => {
            let file = world.file(file)?;
            let edits = text_edits(world, file, edits);
            Some(vec![edit(file.url.clone(), file.version, edits)])
        }
        FileChange::Create { file, text } if abilities.creates_files => {
            let uri = to_proto::url(world, file)?;
            // What is there already is not written over.
            let options =
                CreateFileOptions { overwrite: Some(false), ignore_if_exists: Some(false) };
            let create =
                CreateFile { uri: uri.clone(), options: Some(options), annotation_id: None };
            let content = TextEdit { range: Range::default(), new_text: text.clone() };
            let create = DocumentChangeOperation::Op(ResourceOp::Create(create));
            Some(vec![create, edit(uri, None, vec![content])])
        }
        FileChange::Rename { from, to } if abilities.renames_files => {
            let (old_uri, new_uri) = (to_proto::url(world, from)?, to_proto::url(world, to)?);
            let options =
                RenameFileOptions { overwrite: Some(false), ignore_if_exists: Some(false) };
            let (options, annotation_id) = (Some(options), None);
            only(ResourceOp::Rename(RenameFile { old_uri, new_uri, options, annotation_id }))
        }
        FileChange::Delete { file } if abilities.deletes_files => {
            let uri = to_proto::url(world, file)?;
            only(ResourceOp::Delete(DeleteFile { uri, options: None }))
        }
        FileChange::Create { .. } | FileChange::Rename { .. } | FileChange::Delete { .. } => None,
    }
}

fn edit(uri: Url, version: Option<i32>, edits: Vec<TextEdit>) -> DocumentChangeOperation {
    DocumentChangeOperation::Edit(TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    })
}

/// Edits of one file, which all speak of its text as it is.
pub fn text_edits(world: &World, file: &File, edits: &[CoreEdit]) -> Vec<TextEdit> {
    let edit = |edit: &CoreEdit| TextEdit {
        range: position::range(file.lines(), edit.start..edit.end, world.encoding()),
        new_text: edit.new_text.clone(),
    };
    edits.iter().map(edit).collect()
}
