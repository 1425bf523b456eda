//! Filler: unknown fields up to an offset, where nobody knows what is there.

use super::reshape::unused;
use crate::def::Dialect;
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::edit::insert_before;
use crate::def::feature::fixed_offset;
use crate::def::syntax::{Field, FieldId, Syntax};
use crate::problem::TextEdit;

/// No packet has more that is fixed and unknown.
const MAX_FILLER: u32 = 1024;

/// Puts filler in front of the field on a line, so that it is at an offset of its message or
/// element. The error says why that can't be.
pub fn pad(
    catalogue: &Catalogue,
    path: &str,
    at: usize,
    target: u32,
) -> Result<Vec<TextEdit>, String> {
    let definition = catalogue.definition(path).ok_or("only definitions have offsets")?;
    let syntax = &definition.syntax;
    let id = syntax.field_at(at).ok_or("there is no field on this line")?;
    let field = syntax.field(id).ok_or("there is no field on this line")?;
    let name = syntax.name(id);
    let offset = fixed_offset(catalogue, definition, id)
        .ok_or_else(|| format!("`{name}` has no fixed offset"))?;
    let n_bytes = match target.checked_sub(offset) {
        None => return Err(format!("`{name}` is at {offset}, which is already past {target}")),
        Some(0) => return Err(format!("`{name}` is at {offset} already")),
        Some(n) if n > MAX_FILLER => return Err(format!("filler has at most {MAX_FILLER} bytes")),
        Some(n) => n,
    };
    let lines = filler(catalogue, definition, field, n_bytes);
    Ok(vec![insert_before(syntax, field.line as usize, &lines)])
}

/// The lines of so many bytes, as deep as a field.
pub(super) fn filler(
    catalogue: &Catalogue,
    definition: &Definition,
    like: &Field,
    n_bytes: u32,
) -> Vec<String> {
    let syntax = &definition.syntax;
    let dashes = dashes(syntax, like);
    let mut names = Names { syntax, taken: Vec::new() };
    if catalogue.dialect(definition) == Dialect::Protojs && n_bytes > 8 {
        return vec![format!("{dashes}byte[{n_bytes}] {}", names.next())];
    }
    let words = std::iter::repeat_n("uint32", n_bytes as usize / 4);
    let rest = match n_bytes % 4 {
        0 => &[][..],
        1 => &["byte"],
        2 => &["uint16"],
        _ => &["uint16", "byte"],
    };
    let all = words.chain(rest.iter().copied());
    all.map(|ty| format!("{dashes}{ty} {}", names.next())).collect()
}

fn dashes(syntax: &Syntax, field: &Field) -> String {
    let dashes = syntax.str(field.dashes);
    let is_open = dashes.is_empty() || dashes.ends_with(char::is_whitespace);
    format!("{dashes}{}", if is_open { "" } else { " " })
}

/// `unk`, `unk2` and so on, each once.
struct Names<'a> {
    syntax: &'a Syntax,
    taken: Vec<String>,
}

impl Names<'_> {
    fn next(&mut self) -> String {
        let first = unused(self.syntax, "unk");
        let number = |name: &str| name.strip_prefix("unk").and_then(|it| it.parse::<u32>().ok());
        let mut numbers = number(&first).unwrap_or(1)..;
        let name = numbers
            .by_ref()
            .map(|n| if n == 1 { "unk".to_owned() } else { format!("unk{n}") })
            .find(|name| {
                let is_field = self.syntax.fields().any(|(id, _)| self.syntax.name(id) == *name);
                !is_field && !self.taken.contains(name)
            })
            .unwrap_or_default();
        self.taken.push(name.clone());
        name
    }
}

/// Selected fields of fixed sizes as filler, with as many bytes.
pub(super) fn as_filler(
    catalogue: &Catalogue,
    definition: &Definition,
    selected: &[FieldId],
) -> Option<(String, Vec<TextEdit>)> {
    let syntax = &definition.syntax;
    let patch = catalogue.layout(definition).patch;
    let fields: Vec<&Field> = selected.iter().filter_map(|id| syntax.field(*id)).collect();
    let size = |field: &&Field| {
        let is_plain = field.patches.is_none() && field.init.is_none() && field.subtype.is_none();
        let size = field.kind.size(patch).filter(|_| is_plain)?;
        size.checked_mul(field.repeat(syntax))
    };
    let sizes: Option<Vec<u32>> = fields.iter().map(size).collect();
    let n_bytes = sizes?.iter().try_fold(0_u32, |sum, n| sum.checked_add(*n))?;
    let (first, others) = fields.split_first()?;
    if n_bytes == 0 || n_bytes > MAX_FILLER || others.is_empty() {
        return None;
    }
    let lines = filler(catalogue, definition, first, n_bytes);
    let line_break = crate::def::edit::break_of(syntax, first.line as usize);
    let start = if first.n_dashes > 0 { first.dashes.start } else { first.ty.start };
    let mut edits =
        vec![TextEdit::replace(start as usize..first.name.end as usize, lines.join(line_break))];
    edits.extend(crate::def::edit::remove_lines(syntax, others.iter().map(|it| it.line as usize)));
    Some((format!("Make the {} fields filler of {n_bytes} bytes", fields.len()), edits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::def::edit::applied;
    use crate::def::fixture::Fixture;

    fn check(text: &str, target: u32, expected: Result<&str, &str>) {
        let fixture = Fixture::parse(text);
        let found = pad(&fixture.catalogue(), fixture.path(), fixture.offset(), target);
        let found = found.map(|edits| applied(fixture.text(), &edits));
        assert_eq!(found.as_deref().map_err(|error| &**error), expected, "{text}");
    }

    #[test]
    fn filler_brings_a_field_to_an_offset() {
        check(
            "int32 a\r\nint32 $0unk\r\n",
            16,
            Ok("int32 a\r\nuint32 unk2\r\nuint32 unk3\r\nint32 unk\r\n"),
        );
        check(
            "int32 a\nint32 $0b\n",
            15,
            Ok("int32 a\nuint32 unk\nuint16 unk2\nbyte unk3\nint32 b\n"),
        );
        check("array l\n-byte a\n-byte $0b\n", 6, Ok("array l\n-byte a\n- byte unk\n-byte b\n"));
        check("int32 a\nint32 $0b ^90\n", 20, Ok("int32 a\nbyte[12] unk\nint32 b ^90\n"));
        check("int32 a\nint32 $0b\n", 4, Err("`b` is at 8, which is already past 4"));
        check("int32 a\nint32 $0b\n", 8, Err("`b` is at 8 already"));
        check("int32 $0a\n", 60_000, Err("filler has at most 1024 bytes"));
        check("bytes a\nstring $0b\n", 60, Err("`b` has no fixed offset"));
        check("# $0\n", 60, Err("there is no field on this line"));
    }
}
