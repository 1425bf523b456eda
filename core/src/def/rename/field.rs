//! Renaming a field with its `count`, `offset` and `ref`, in one version of a packet or in all.

use super::{Refusal, Renamable, check_name};
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::patch::PatchRange;
use crate::def::syntax::{Field, FieldId, Part, Syntax};
use crate::def::text::Span;
use crate::def::types::Type;
use crate::problem::{FileChange, TextEdit};

/// Which files a field is renamed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    ThisFile,
    /// All versions and platforms of the packet in the same root that have such a field in the
    /// same place.
    AllVersions,
}

/// The name that an offset is on.
pub fn prepare_field(syntax: &Syntax, offset: usize) -> Option<Renamable> {
    let target = Target::at(syntax, offset)?;
    let (_, field) = field_at(syntax, offset)?;
    let span = target.span_in(syntax, syntax.field_at(offset)?, field)?;
    Some(Renamable { span, name: target.name().to_owned() })
}

/// The edits that rename the field at an offset of a file, by file.
pub fn rename_field(
    catalogue: &Catalogue,
    path: &str,
    offset: usize,
    new_name: &str,
    reach: Reach,
) -> Result<Vec<FileChange>, Refusal> {
    let definition = catalogue.definition(path).ok_or(Refusal::Nothing)?;
    let target = Target::at(&definition.syntax, offset).ok_or(Refusal::Nothing)?;
    check_name(new_name)?;
    if target.name() == new_name {
        return Ok(Vec::new());
    }
    let mut changes = Vec::new();
    let here = definition.syntax.field_at(offset);
    changes.extend(target.rename_in(definition, here, new_name)?);
    if reach == Reach::AllVersions {
        let arrays = target.arrays(&definition.syntax);
        for other in others(catalogue, path) {
            let Some(scope) = find_scope(&other.syntax, &arrays) else { continue };
            let there = Target { scope, ..target.clone() };
            changes.extend(there.rename_in(other, None, new_name)?);
        }
    }
    Ok(changes)
}

/// The other definitions of the same packet in the same root.
fn others<'a>(
    catalogue: &'a Catalogue,
    path: &'a str,
) -> impl Iterator<Item = &'a std::sync::Arc<Definition>> {
    let found = catalogue.version_of(path);
    let versions = found
        .into_iter()
        .flat_map(|(packet, this)| packet.versions.iter().filter(|other| other.root == this.root));
    versions
        .filter(move |other| &*other.path != path)
        .filter_map(|other| catalogue.definition(&other.path))
}

/// What is renamed: a path in a message or an element, whichever lines write it.
#[derive(Debug, Clone)]
struct Target {
    /// The array that it is part of the elements of.
    scope: Option<FieldId>,
    /// With the names of the objects around it.
    path: String,
    /// Where its own name begins in the path.
    start: usize,
}

impl Target {
    /// In a dotted name, what is meant is the object or field that the cursor is in the name of.
    fn at(syntax: &Syntax, offset: usize) -> Option<Target> {
        let (id, field) = field_at(syntax, offset)?;
        let scope = syntax.scope(id);
        let path = syntax.dotted_name(id);
        let written = path.len() - syntax.str(field.name).len();
        let cursor = written + offset.saturating_sub(field.name.start as usize);
        if !field.kind.is_meta() {
            return Some(Target { scope, path, start: written });
        }
        let mut named = syntax.fields().filter(|(id, field)| {
            !field.kind.is_meta() && syntax.scope(*id) == scope && !field.is_misplaced
        });
        let meant = named.find_map(|(id, field)| {
            let above = syntax.dotted_name(id);
            let start = above.len() - syntax.str(field.name).len();
            let is_on_it = is_at_or_below(&path, &above) && (start..=above.len()).contains(&cursor);
            is_on_it.then_some(Target { scope, path: above, start })
        });
        Some(meant.unwrap_or(Target { scope, path, start: written }))
    }

    fn name(&self) -> &str {
        self.path.get(self.start..).unwrap_or_default()
    }

    /// Where a line writes it.
    fn span_in(&self, syntax: &Syntax, id: FieldId, field: &Field) -> Option<Span> {
        if syntax.scope(id) != self.scope || field.is_misplaced || field.kind == Type::Include {
            return None;
        }
        let path = syntax.dotted_name(id);
        let written = path.len() - syntax.str(field.name).len();
        let is_it = match field.kind.is_meta() {
            true => is_at_or_below(&path, &self.path),
            false => path == self.path && written == self.start,
        };
        let at = field.name.start + self.start.checked_sub(written).filter(|_| is_it)? as u32;
        Some(Span::new(at, at + self.name().len() as u32))
    }

    /// Of a name that stands there twice by mistake, only the one `here` is renamed.
    fn rename_in(
        &self,
        definition: &Definition,
        here: Option<FieldId>,
        new_name: &str,
    ) -> Result<Option<FileChange>, Refusal> {
        let syntax = &definition.syntax;
        let found = |(id, field): (FieldId, &Field)| Some((id, self.span_in(syntax, id, field)?));
        let mut spans: Vec<(FieldId, Span)> = syntax.fields().filter_map(found).collect();
        if spans.is_empty() {
            return Ok(None);
        }
        self.check_free(definition, new_name)?;
        let fields = || spans.iter().filter_map(|(id, _)| syntax.field(*id));
        let named: Vec<&Field> = fields().filter(|field| !field.kind.is_meta()).collect();
        if !are_one(&named) {
            match here.filter(|_| named.len() == spans.len()) {
                Some(here) => spans.retain(|(id, _)| *id == here),
                None => return Err(Refusal::Ambiguous(self.name().to_owned())),
            }
        }
        let edits = spans.iter().map(|(_, span)| TextEdit::replace(span.range(), new_name));
        let file = definition.path.to_string();
        Ok(Some(FileChange::Edit { file, edits: edits.collect() }))
    }

    /// A meta field that names nothing takes a name too: it would come to mean the renamed field.
    fn check_free(&self, definition: &Definition, new_name: &str) -> Result<(), Refusal> {
        let syntax = &definition.syntax;
        let wanted = format!("{}{new_name}", self.path.get(..self.start).unwrap_or_default());
        let is_taken = syntax.fields().any(|(id, field)| {
            syntax.scope(id) == self.scope
                && !field.is_misplaced
                && is_at_or_below(&syntax.dotted_name(id), &wanted)
        });
        if !is_taken {
            return Ok(());
        }
        let file = definition.path.to_string();
        Err(Refusal::FieldExists { file, name: new_name.to_owned() })
    }

    /// The paths of the arrays around it, from the outside in.
    fn arrays(&self, syntax: &Syntax) -> Vec<String> {
        let mut arrays = Vec::new();
        let mut scope = self.scope;
        while let Some(array) = scope {
            arrays.push(syntax.dotted_name(array));
            scope = syntax.scope(array);
        }
        arrays.reverse();
        arrays
    }
}

/// The field whose name an offset is on.
fn field_at(syntax: &Syntax, offset: usize) -> Option<(FieldId, &Field)> {
    let (part, _) = syntax.part_at(offset)?;
    let id = syntax.field_at(offset)?;
    let field = syntax.field(id)?;
    let can_be = part == Part::Name && field.kind != Type::Include && !field.is_misplaced;
    can_be.then_some((id, field))
}

/// True for `o` and `o.s` with `o`, but not for `ox`.
fn is_at_or_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// True for the lines of one field: an object in several parts, or a field that changed its type
/// with a patch.
fn are_one(fields: &[&Field]) -> bool {
    let patches = |field: &Field| field.patches.map_or(PatchRange::ALL, |(_, patches)| patches);
    fields.iter().all(|field| field.kind == Type::Object)
        || fields.iter().enumerate().all(|(idx, field)| {
            let others = fields.iter().take(idx);
            others.into_iter().all(|other| !patches(field).overlaps(patches(other)))
        })
}

/// The innermost of nested arrays, or `None` for the message if there are none.
#[expect(clippy::option_option, reason = "no such array, or the message, or an array")]
fn find_scope(syntax: &Syntax, arrays: &[String]) -> Option<Option<FieldId>> {
    let mut scope = None;
    for path in arrays {
        let found = syntax.fields().find(|(id, field)| {
            field.kind == Type::Array
                && syntax.scope(*id) == scope
                && syntax.dotted_name(*id) == *path
        });
        scope = Some(found?.0);
    }
    Some(scope)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::edit::applied;
    use crate::def::fixture::Fixture;

    fn rename(text: &str, new_name: &str, reach: Reach) -> Result<String, String> {
        let fixture = Fixture::parse(text);
        let catalogue = fixture.catalogue();
        let changes = rename_field(&catalogue, fixture.path(), fixture.offset(), new_name, reach)
            .map_err(|refusal| refusal.to_string())?;
        let mut out = String::new();
        for change in changes {
            let FileChange::Edit { file, edits } = change else { panic!("{change:?}") };
            let text = &fixture.files.iter().find(|row| row.0 == file).unwrap().1;
            out.push_str(&format!("//- {file}\n{}", applied(text, &edits)));
        }
        Ok(out)
    }

    fn check(text: &str, new_name: &str, expected: &str) {
        let renamed = rename(text, new_name, Reach::ThisFile);
        assert_eq!(renamed.unwrap(), format!("//- S_TEST.1.def\n{expected}"), "{text:?}");
    }

    fn refuse(text: &str, new_name: &str, message: &str) {
        assert_eq!(rename(text, new_name, Reach::ThisFile).unwrap_err(), message, "{text:?}");
    }

    #[test]
    fn a_field_is_renamed_with_its_meta_fields() {
        check(
            "count a\noffset a\narray a$0\n- int32 a",
            "b",
            "count b\noffset b\narray b\n- int32 a",
        );
        check("ref a$0\narray a\n- ref s\n- string s", "b", "ref b\narray b\n- ref s\n- string s");
        check(
            "array a\n- ref s\n- string s$0\nstring s",
            "t",
            "array a\n- ref t\n- string t\nstring s",
        );
        check("int32 a$0=5 ^86 # a", "b", "int32 b=5 ^86 # a");
        check("offset x$0\nint32 a", "y", "offset y\nint32 a");
    }

    #[test]
    fn dotted_names_are_renamed_in_part() {
        let text =
            "offset o.s\ncount o.p.a\nobject o\n- string s\n- object p\n- - array a\n- - - byte s";
        let put = |mark: &str| text.replacen(mark, &format!("{mark}$0"), 1);
        let new = text.replace("o.", "x.").replace("object o", "object x");
        check(&put("offset o"), "x", &new);
        check(&put("object o"), "x", &new);
        check(&put("offset o.s"), "x", &text.replace("o.s", "o.x").replace("string s", "string x"));
        check(&put("string s"), "x", &text.replace("o.s", "o.x").replace("string s", "string x"));
        check(&put("count o.p"), "x", &text.replace(".p.", ".x.").replace("object p", "object x"));
        check(&put("array a"), "x", &text.replace("p.a", "p.x").replace("array a", "array x"));
    }

    #[test]
    fn what_is_one_field_in_several_lines_is_renamed_as_one() {
        check(
            "object o$0\n- int32 a\nint32 b\nobject o\n- int32 c",
            "p",
            "object p\n- int32 a\nint32 b\nobject p\n- int32 c",
        );
        check("int32 a\nint32 a$0", "b", "int32 a\nint32 b");
        check("int32 a$0 ^0-86\nint64 a ^86", "b", "int32 b ^0-86\nint64 b ^86");
    }

    #[test]
    fn bad_names_and_names_that_are_there_are_refused() {
        refuse(
            "int32 a$0",
            "4b",
            "`4b` is not a name: use letters, digits and `_`, and no digit at the start",
        );
        refuse("int32 a$0\nint32 b", "b", "S_TEST.1.def already has a field `b` in the same place");
        refuse("int32 a$0\ncount b", "b", "S_TEST.1.def already has a field `b` in the same place");
        refuse("int$032 a", "b", "there is nothing here that can be renamed");
        refuse("@include a.def$0", "b", "there is nothing here that can be renamed");
        refuse(
            "ref a\nstring a$0\nstring a",
            "b",
            "several fields are called `a`, so it is unclear which of them the count or offset \
            belongs to",
        );
        check("array a$0\n- int32 b", "b", "array b\n- int32 b");
        assert_eq!(rename("int32 a$0", "a", Reach::ThisFile).unwrap(), "");
    }

    #[test]
    fn all_versions_that_have_the_field_follow() {
        let text = "//- S_A.1.def\narray l\n- int32 unk\n//- S_A.2.def\narray l\n- int32 unk$0\n\
                    //- S_A.3.def\narray m\n- int32 unk\nint32 unk\n//- S_B.1.def\narray l\n- int32 unk\n";
        assert_eq!(
            rename(text, "hp", Reach::AllVersions).unwrap(),
            "//- S_A.2.def\narray l\n- int32 hp\n//- S_A.1.def\narray l\n- int32 hp\n"
        );
        let taken = text.replacen("- int32 unk\n", "- int32 unk\n- byte hp\n", 1);
        assert_eq!(
            rename(&taken, "hp", Reach::AllVersions).unwrap_err(),
            "S_A.1.def already has a field `hp` in the same place"
        );
    }

    #[test]
    fn whatever_is_renamed_the_bytes_stay() {
        let shape = |text: &str| {
            let layout =
                crate::def::Layout::of(&Syntax::parse(text), crate::def::Settings::default());
            let slots = layout.slots().into_iter();
            slots
                .map(|(_, slot)| (slot.role, slot.ty, slot.place, slot.size, slot.target))
                .collect()
        };
        let mut n_renamed = 0;
        for seed in 0..3_000 {
            let text = crate::def::fixture::random_text(seed);
            let mut catalogue = Catalogue::default();
            catalogue.set_file("S_TEST.1.def", text.as_str());
            for offset in (0..text.len()).step_by(3) {
                let renamed =
                    rename_field(&catalogue, "S_TEST.1.def", offset, "zz9", Reach::AllVersions);
                let Ok([FileChange::Edit { edits, .. }]) = renamed.as_deref() else { continue };
                let (before, after): (Vec<_>, Vec<_>) =
                    (shape(&text), shape(&applied(&text, edits)));
                assert_eq!(before, after, "{text:?} at {offset}: {edits:?}");
                n_renamed += 1;
            }
        }
        assert!(n_renamed > 100, "{n_renamed}");
    }

    #[test]
    fn the_name_under_the_cursor_is_shown_first() {
        let fixture = Fixture::parse("offset o.s$0\nobject o\n- string s\n");
        let found = prepare_field(&fixture.syntax(), fixture.offset()).unwrap();
        assert_eq!((found.name.as_str(), found.span), ("s", Span::new(9, 10)));
        assert_eq!(prepare_field(&fixture.syntax(), 2), None);
    }
}
