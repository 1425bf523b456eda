//! `@include`: which files a definition takes lines from, as protojs follows them.
//!
//! protojs puts the lines of the file in place of the `@include`, those of its own includes too,
//! and gives up at the sixth: that is how it notices a file that includes itself.

use std::sync::Arc;

use super::catalogue::{Catalogue, Definition};
use super::file_name::folder_of;
use super::syntax::FieldId;
use super::types::Type;

/// As many includes as protojs follows in one file.
pub const MAX_INCLUDES: usize = 5;

/// A line that takes in another file.
#[derive(Debug, Clone)]
pub struct Include {
    pub field: FieldId,
    /// The files whose lines come in, each once, in the order in which they are reached.
    pub files: Vec<Arc<Definition>>,
    pub trouble: Option<Trouble>,
}

/// Why an include leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The file, or one that it includes, is not there.
    Missing,
    /// It comes back to a file that is being read.
    Cycle,
    TooMany,
}

/// The includes of a definition, in the order of their lines.
pub fn all(catalogue: &Catalogue, definition: &Definition) -> Vec<Include> {
    let syntax = &definition.syntax;
    let mut walk = Walk { catalogue, left: MAX_INCLUDES };
    let lines = syntax.fields().filter(|(_, field)| field.kind == Type::Include);
    let mut all = Vec::new();
    for (field, _) in lines {
        let mut files = Vec::new();
        let mut open = vec![definition.path.to_string()];
        let trouble = walk.follow(&definition.path, syntax.name(field), &mut open, &mut files);
        all.push(Include { field, files, trouble: trouble.err() });
    }
    all
}

/// The file that an include names: it lies beside the one that names it.
pub fn path_of(definition: &str, name: &str) -> String {
    format!("{}{name}", folder_of(definition))
}

struct Walk<'a> {
    catalogue: &'a Catalogue,
    left: usize,
}

impl Walk<'_> {
    /// As deep as includes are followed, which is bounded.
    fn follow(
        &mut self,
        from: &str,
        name: &str,
        open: &mut Vec<String>,
        files: &mut Vec<Arc<Definition>>,
    ) -> Result<(), Trouble> {
        let path = path_of(from, name);
        if open.contains(&path) {
            return Err(Trouble::Cycle);
        }
        self.left = self.left.checked_sub(1).ok_or(Trouble::TooMany)?;
        let found = self.catalogue.definition(&path).ok_or(Trouble::Missing)?.clone();
        if files.iter().all(|file| file.path != found.path) {
            files.push(found.clone());
        }
        open.push(path);
        let inner = found.syntax.fields().filter(|(_, field)| field.kind == Type::Include);
        for (field, _) in inner {
            self.follow(&found.path, found.syntax.name(field), open, files)?;
        }
        open.pop();
        Ok(())
    }
}
