//! What can be wrong with definitions and maps: a file per rule, with its fix and its tests.
//!
//! Every place is the tokens at fault. A fix never changes which bytes a definition means, or
//! which numbers a map gives, unless its title says so (`(changes the layout)`, `(changes the
//! map)`), and it never takes a comment away.

mod context;
mod edit;

mod limit;
mod conflict;
mod malformed;
mod unknown_type;
mod unknown_subtype;
mod stray_subtype;
mod unknown_flag;
mod unread_children;
mod misplaced;
mod depth_jump;
mod duplicate_name;
mod identifier;
mod missing_meta;
mod meta_in_object;
mod orphan_meta;
mod meta_order;
mod redundant_meta;
mod deprecated_meta;
mod fixed_after_variable;
mod interleaved;
mod empty;
mod include;
mod dialect;
mod file_name;
mod map_line;
mod map_duplicate;
mod table;
#[cfg(test)]
mod harness;

use super::catalogue::{Catalogue, Definition, File, MapFile};
use crate::problem::{Fix, Problem, Rule};

use context::Context;

pub const RULES: &[&Rule] = &[
    &limit::TOO_LONG,
    &limit::TOO_DEEP,
    &conflict::MERGE_CONFLICT,
    &malformed::MALFORMED_LINE,
    &unknown_type::UNKNOWN_TYPE,
    &unknown_subtype::UNKNOWN_SUBTYPE,
    &stray_subtype::STRAY_SUBTYPE,
    &unknown_flag::UNKNOWN_FLAG,
    &unread_children::UNREAD_CHILDREN,
    &misplaced::UNDER_NOTHING,
    &misplaced::UNDER_SCALAR,
    &depth_jump::DEPTH_JUMP,
    &duplicate_name::DUPLICATE_NAME,
    &identifier::IDENTIFIER,
    &missing_meta::MISSING_META,
    &meta_in_object::META_IN_OBJECT,
    &orphan_meta::ORPHAN_META,
    &meta_order::META_AFTER_FIELD,
    &meta_order::META_ORDER,
    &redundant_meta::REDUNDANT_META,
    &deprecated_meta::DEPRECATED_META,
    &fixed_after_variable::FIXED_AFTER_VARIABLE,
    &interleaved::INTERLEAVED_APART,
    &empty::EMPTY_ARRAY,
    &empty::EMPTY_OBJECT,
    &include::INCLUDE_MISSING,
    &include::INCLUDE_CYCLE,
    &dialect::OTHER_DIALECT,
    &file_name::FILE_NAME,
    &table::BROKEN_TABLE,
    &map_line::MAP_TOO_LONG,
    &map_line::MAP_MERGE_CONFLICT,
    &map_line::MAP_MALFORMED_LINE,
    &map_line::MAP_NOT_A_NUMBER,
    &map_line::MAP_OUT_OF_RANGE,
    &map_duplicate::MAP_DUPLICATE_NAME,
    &map_duplicate::MAP_REPEATED_LINE,
    &map_duplicate::MAP_DUPLICATE_CODE,
];

/// The rules whose fixes are right for some parsers and wrong for others: they are about meta
/// fields and types of elements, which not all parsers have, or not in the same place.
const RESTING_ON_THE_DIALECT: &[&Rule] = &[
    &stray_subtype::STRAY_SUBTYPE,
    &unknown_flag::UNKNOWN_FLAG,
    &duplicate_name::DUPLICATE_NAME,
    &missing_meta::MISSING_META,
    &meta_in_object::META_IN_OBJECT,
    &orphan_meta::ORPHAN_META,
    &meta_order::META_AFTER_FIELD,
    &meta_order::META_ORDER,
    &redundant_meta::REDUNDANT_META,
    &deprecated_meta::DEPRECATED_META,
    &fixed_after_variable::FIXED_AFTER_VARIABLE,
    &interleaved::INTERLEAVED_APART,
];

/// The checks of a definition that can be read, each of which adds what it finds.
const CHECKS: &[fn(&Context<'_>, &mut Vec<Problem>)] = &[
    malformed::check,
    unknown_type::check,
    unknown_subtype::check,
    stray_subtype::check,
    unknown_flag::check,
    unread_children::check,
    misplaced::check,
    depth_jump::check,
    duplicate_name::check,
    identifier::check,
    missing_meta::check,
    meta_in_object::check,
    orphan_meta::check,
    meta_order::check,
    redundant_meta::check,
    deprecated_meta::check,
    fixed_after_variable::check,
    interleaved::check,
    empty::check,
    include::check,
    dialect::check,
];

/// The problems of every file, in the order of their paths and places.
pub fn all(catalogue: &Catalogue) -> Vec<Problem> {
    catalogue.files().flat_map(|(path, _)| file(path, catalogue)).collect()
}

/// The problems of one file of a catalogue, in the order of their places.
pub fn file(path: &str, catalogue: &Catalogue) -> Vec<Problem> {
    match catalogue.file(path) {
        Some(File::Definition(of)) => definition(of, catalogue),
        Some(File::Map(of)) => map(of),
        Some(File::Revisions(of)) => table::check(path, of.fault.as_ref()),
        Some(File::Deprecated(of)) => table::check(path, of.fault.as_ref()),
        Some(File::Script(_)) | None => Vec::new(),
    }
}

/// Whether a fix is right only if nobody is mistaken about the dialect, which nobody has set: it
/// writes what other parsers don't know, or makes other bytes of what they read otherwise.
pub fn rests_on_a_guess(catalogue: &Catalogue, code: &str, fix: &Fix) -> bool {
    let is_about_the_dialect = RESTING_ON_THE_DIALECT.iter().any(|rule| rule.code == code);
    // Another parser does not know `ref`, or does not imply what is written out.
    let new_forms = [deprecated_meta::DEPRECATED_META.code, redundant_meta::REDUNDANT_META.code];
    let brings_a_new_form = new_forms.contains(&code);
    let has_an_effect = brings_a_new_form || fix.title.ends_with(context::CHANGES_LAYOUT);
    catalogue.guesses_the_dialect() && is_about_the_dialect && has_an_effect
}

/// The problems of a definition of this catalogue. Fixes that would rest on a guess are left out.
pub fn definition(definition: &Definition, catalogue: &Catalogue) -> Vec<Problem> {
    let mut problems = with_all_fixes(definition, catalogue);
    for Problem { code, fixes, .. } in &mut problems {
        fixes.retain(|fix| !rests_on_a_guess(catalogue, code, fix));
    }
    problems
}

fn with_all_fixes(definition: &Definition, catalogue: &Catalogue) -> Vec<Problem> {
    let mut problems = Vec::new();
    file_name::check(definition, catalogue, &mut problems);
    limit::check(definition, &mut problems);
    // Of two versions in one text, most lines are wrong for no reason of their own.
    if !conflict::check(definition, &mut problems) {
        let context = Context::new(definition, catalogue);
        CHECKS.iter().for_each(|check| check(&context, &mut problems));
    }
    sort(&mut problems);
    problems
}

/// The problems of a map.
pub fn map(file: &MapFile) -> Vec<Problem> {
    let mut problems = Vec::new();
    if !map_line::check_conflicts(file, &mut problems) {
        map_line::check(file, &mut problems);
        map_duplicate::check(file, &mut problems);
    }
    sort(&mut problems);
    problems
}

fn sort(problems: &mut [Problem]) {
    problems.sort_by(|a, b| a.place.spot.cmp(&b.place.spot).then_with(|| a.code.cmp(b.code)));
}
