//! What is known of the place under the pointer.

use std::ops::Range;
use std::sync::Arc;

use super::places::{Line, Places, bytes_text, is_element, long_place, size_text};
use super::subject::{self, Subject};
use super::summary::{self, code_text, map_text, patches_text};
use super::{names, type_docs};
use crate::def::catalogue::{Catalogue, Definition, File, Learned, MapFile};
use crate::def::guess::TypeGuess;
use crate::def::layout::{Layout, Role, Scope, Slot};
use crate::def::parsers::{self, Verdict};
use crate::def::syntax::{FieldId, LineKind, Part, Syntax, split_type};
use crate::def::text::is_space;
use crate::def::types::Type;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    pub range: Range<usize>,
    pub markdown: String,
}

/// What captures hold of a field.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recorded {
    /// The values, as text.
    pub values: Vec<String>,
    /// The types that fit them, the most likely first; of a known field none.
    pub types: Vec<TypeGuess>,
}

/// What captures hold of each field of the definition.
pub type Seen<'a> = &'a dyn Fn(FieldId) -> Recorded;

/// As many values out of captures as are shown.
const MAX_SEEN: usize = 8;
/// As many types as are shown of those that fit.
const MAX_TYPES: usize = 3;

pub fn hover(catalogue: &Catalogue, path: &str, offset: usize, seen: Seen<'_>) -> Option<Hover> {
    let found = subject::at(catalogue, path, offset);
    if let Some((Subject::Packet(name, version), range)) = found {
        let markdown = match catalogue.file(path)? {
            File::Map(map) => map_entry(catalogue, map, offset)?,
            File::Definition(own) if own.packet.as_ref().is_some_and(|p| *p.name == *name) => {
                match version {
                    Some(_) => summary::packet(catalogue, name, version, path),
                    None => {
                        let summary = summary::definition(catalogue, own);
                        format!("{summary}  \n{}", dialects(catalogue, own))
                    }
                }
            }
            _ => summary::packet(catalogue, name, version, path),
        };
        return Some(Hover { range, markdown });
    }
    match catalogue.file(path)? {
        File::Map(map) => {
            let (_, range) = found?;
            Some(Hover { range, markdown: map_entry(catalogue, map, offset)? })
        }
        File::Definition(definition) => match found {
            Some((Subject::Field(of, id), range)) if of.path != definition.path => {
                Some(Hover { range, markdown: field(catalogue, of, id, &|_| Recorded::default()) })
            }
            Some((Subject::Field(_, id), range)) => {
                Some(Hover { range, markdown: field(catalogue, definition, id, seen) })
            }
            Some((Subject::File(file), range)) => {
                let markdown = summary::definition(catalogue, catalogue.definition(&file)?);
                Some(Hover { range, markdown })
            }
            _ => in_line(catalogue, definition, offset, seen),
        },
        _ => None,
    }
}

/// Which parsers load a definition, and why the others do not.
fn dialects(catalogue: &Catalogue, definition: &Definition) -> String {
    let verdicts = parsers::verdicts(catalogue, definition);
    let mut lines = vec![capitalized(&parsers::signs(&verdicts))];
    lines.extend(verdicts.iter().filter_map(Verdict::reason).map(|reason| capitalized(&reason)));
    lines.join("  \n")
}

/// A place on a line that names nothing.
fn in_line(
    catalogue: &Catalogue,
    definition: &Definition,
    offset: usize,
    seen: Seen<'_>,
) -> Option<Hover> {
    let syntax = &definition.syntax;
    let id = syntax.field_at(offset)?;
    let (part, span) = match syntax.part_at(offset) {
        Some(found) => found,
        None => (Part::Dashes, syntax.lines().get(syntax.line_at(offset))?.content),
    };
    let ty = match part {
        Part::Keyword => Type::named(syntax.str(span)),
        Part::Subtype => Type::named(split_type(syntax.text(), span).keyword.of(syntax.text())),
        _ => Type::Unknown,
    };
    let patch = catalogue.layout(definition).patch;
    let markdown = match (part, ty) {
        (_, Type::Unknown) => field(catalogue, definition, id, seen),
        _ => type_text(ty, patch),
    };
    Some(Hover { range: span.range(), markdown })
}

/// A type with its size for a patch.
pub(super) fn type_text(ty: Type, patch: u32) -> String {
    let size = ty.size(patch).map_or(String::new(), |size| format!(" · {}", bytes_text(size)));
    format!("**{ty}**{size}\n\n{}", type_docs::doc(ty))
}

/// A field: its place, its size, and what is known of its name.
fn field(catalogue: &Catalogue, definition: &Definition, id: FieldId, seen: Seen<'_>) -> String {
    let syntax = &definition.syntax;
    let Some(own) = syntax.field(id) else { return String::new() };
    let line = syntax.lines().get(own.line as usize);
    let content = line.map_or("", |line| syntax.str(line.content));
    let mut parts = vec![format!("```teradef\n{}\n```", content.replace("```", ""))];
    let layout = catalogue.layout(definition);
    parts.push(place(syntax, &layout, id));
    if let Some((_, patches)) = own.patches {
        parts.push(format!("Only in {}", patches_text(patches)));
    }
    let Recorded { values, types } = seen(id);
    if !values.is_empty() {
        let more = if values.len() > MAX_SEEN { " …" } else { "" };
        let shown: Vec<_> = values.iter().take(MAX_SEEN).map(String::as_str).collect();
        parts.push(format!("Seen: {}{more}", shown.join(" · ")));
    }
    if !types.is_empty() {
        let row = |ty: &TypeGuess| format!("`{}` {:.0} %: {}", ty.ty, ty.score * 100.0, ty.why);
        let rows: Vec<_> = types.iter().take(MAX_TYPES).map(row).collect();
        parts.push(format!("Likely types:  \n{}", rows.join("  \n")));
    }
    parts.extend(comments(syntax, own.line as usize));
    if !own.kind.is_meta() {
        let name = syntax.name(id);
        let others = catalogue.learned(name).map(|row| without(row, syntax.str(own.ty)));
        let others = others.filter(|row| row.n_fields() > 0);
        parts.extend(others.map(|row| learned(name, &row).replace("of this name", "elsewhere")));
    }
    if let Some(packet) = &definition.packet {
        let opcodes = summary::opcode_lines(catalogue, &packet.name, &definition.path);
        let name = std::iter::once(format!("{packet}"));
        parts.push(name.chain(opcodes).collect::<Vec<_>>().join("  \n"));
    }
    parts.join("\n\n")
}

/// Where a field is, what it takes, and where its count and offset are.
fn place(syntax: &Syntax, layout: &Layout, id: FieldId) -> String {
    let Some(field) = syntax.field(id) else { return String::new() };
    let places = Places::of(layout, syntax);
    let Some(Line { scope, slot, place, size }) = places.get(id) else {
        return match field.kind {
            _ if field.is_misplaced => "Not part of the packet: it is below no array or object",
            Type::Ref if names::Described::new(syntax).by(id).is_some() => {
                "Has no place of its own"
            }
            Type::Include => "The included file has no fields",
            _ if field.patches.is_some() => "Not part of the packet for this patch",
            _ => "Not part of the packet",
        }
        .to_owned();
    };
    let mut text = format!("**{}**", capitalized(&long_place(scope, place)));
    if is_element(scope) {
        let array = syntax.scope(id).map_or("", |array| syntax.name(array));
        text.push_str(&format!(" in each element of `{array}`"));
    }
    text.push_str(&format!(" · {}", size_text(size)));
    if field.kind == Type::Include {
        return text;
    }
    if let Some(element) = &slot.element {
        text.push_str(&format!(" · each element {}", size_text(element.size)));
    }
    for (meta, name) in [(slot.count, "count"), (slot.offset, "offset")] {
        text.push_str(&meta_text(scope, meta, name));
    }
    if let Some(target) = slot.target.and_then(|target| scope.slot(target)) {
        text.push_str(&format!("  \nDescribes `{}`", target.path));
        if field.kind == Type::Ref {
            let metas = [(target.count, "count"), (target.offset, "offset")];
            let metas = metas.map(|(meta, name)| meta_text(scope, meta, name));
            text.push_str(&metas.concat());
        }
    } else if matches!(slot.role, Role::Count | Role::Offset | Role::Ref) {
        text.push_str("  \nDescribes no field of this file");
    }
    text
}

fn meta_text(scope: &Scope, meta: Option<usize>, name: &str) -> String {
    let slot: Option<&Slot> = meta.and_then(|meta| scope.slot(meta));
    let Some(slot) = slot else { return String::new() };
    let implied = if slot.is_implied { " (implied)" } else { "" };
    format!("  \nIts `{name}`{implied} {}", long_place(scope, slot.place))
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// What all other fields of a name are.
fn without(learned: &Learned, ty: &str) -> Learned {
    let mut others = learned.clone();
    if let Some(own) = others.types.iter_mut().find(|row| *row.ty == *ty) {
        own.n_fields = own.n_fields.saturating_sub(1);
    }
    others.types.retain(|row| row.n_fields > 0);
    others.types.sort_by_key(|row| std::cmp::Reverse(row.n_fields));
    others
}

/// How often fields of this name have which type.
pub(super) fn learned(name: &str, learned: &Learned) -> String {
    let n_fields = learned.n_fields();
    let row = |ty: &str, n: u32| format!("`{ty}` in {n} of {n_fields}");
    let rows: Vec<_> = learned.types.iter().take(4).map(|t| row(&t.ty, t.n_fields)).collect();
    let fields = if n_fields == 1 { "field" } else { "fields" };
    format!("`{name}` is {} {fields} of this name", rows.join(", "))
}

/// What is said right above a field, and behind it.
fn comments(syntax: &Syntax, line: usize) -> Option<String> {
    let lines = syntax.lines().get(..=line)?;
    let (own, before) = lines.split_last()?;
    let is_comment = |kind: LineKind| kind == LineKind::Blank;
    let above = before.iter().rev().take_while(|l| is_comment(l.kind) && l.comment.is_some());
    let mut spans: Vec<_> = above.filter_map(|line| line.comment).collect();
    spans.reverse();
    spans.extend(own.comment);
    let text = |comment: &str| comment.trim_start_matches('#').trim_matches(is_space).to_owned();
    let texts: Vec<_> = spans.into_iter().map(|span| text(syntax.str(span))).collect();
    let texts: Vec<_> = texts.iter().filter(|text| !text.is_empty()).collect();
    let quoted: Vec<_> = texts.iter().map(|text| format!("> {text}  ")).collect();
    (!quoted.is_empty()).then(|| quoted.join("\n"))
}

/// A line of a map.
fn map_entry(catalogue: &Catalogue, file: &Arc<MapFile>, offset: usize) -> Option<String> {
    let map = &file.map;
    let entry = map.lines().get(map.line_at(offset))?.entry.as_ref()?;
    let (name, code) = (map.str(entry.name), entry.code?);
    let mut lines = vec![format!("**{name}** = {}", code_text(code))];
    lines.push(format!("In {}", map_text(catalogue, file)));
    if map.name(code).is_some_and(|other| other != name) {
        lines.push(format!("`{}` has the same number", map.name(code)?));
    }
    if map.code(name).is_some_and(|other| other != code) {
        lines.push("A later line gives it a different number, which counts".to_owned());
    }
    let mut text = lines.join("  \n");
    if file.kind == crate::def::MapKind::Protocol {
        text.push_str("\n\n");
        text.push_str(&summary::packet(catalogue, name, None, &file.path));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::super::fixture::Fixture;
    use super::*;

    fn check(text: &str, expected: &Expect) {
        let fixture = Fixture::parse(text);
        let why = "there are negative values, down to -1".to_owned();
        let int32 = TypeGuess { ty: "int32".to_owned(), score: 0.98, why };
        let seen = |id: FieldId| match id.0 {
            1 => Recorded { values: vec!["7".into(), "9".into()], types: Vec::new() },
            5 => Recorded { values: vec!["-1".into()], types: vec![int32.clone()] },
            _ => Recorded::default(),
        };
        let found = hover(&fixture.catalogue(), fixture.path(), fixture.offset(), &seen);
        expected.assert_eq(found.as_ref().map_or("nothing", |hover| &hover.markdown));
        if let ([(_, range)], Some(hover)) = (fixture.ranges().as_slice(), found) {
            assert_eq!(hover.range, *range, "{text}");
        }
    }

    #[test]
    fn a_field_says_where_it_is() {
        check(
            "//- protocol.1.map\nS_TEST = 7\n//- S_TEST.1.def\nint32 a\n# how many\n\
             int16 $0b # at most\n      ^\nint16 c\n",
            &expect![[r#"
                ```teradef
                int16 b
                ```

                **At 8 (0x08)** · 2 bytes

                Seen: 7 · 9

                > how many  
                > at most  

                S_TEST.1  
                Opcode 7 (0x0007) in `protocol.1.map`"#]],
        );
    }

    #[test]
    fn an_unknown_field_says_what_types_fit() {
        check(
            "byte a\nbyte b\nbyte c\nbyte d\nbyte e\nuint32 $0unk1\n",
            &expect![[r#"
                ```teradef
                uint32 unk1
                ```

                **At 9 (0x09)** · 4 bytes

                Seen: -1

                Likely types:  
                `int32` 98 %: there are negative values, down to -1

                S_TEST.1"#]],
        );
    }

    #[test]
    fn a_variable_field_says_where_its_count_and_offset_are() {
        check(
            "string s\narray $0list\n- uint64 gameId\n",
            &expect![[r#"
                ```teradef
                array list
                ```

                **Right after `s`** · any size · each element 12 bytes  
                Its `count` (implied) at 6 (0x06)  
                Its `offset` (implied) at 8 (0x08)

                Seen: 7 · 9

                S_TEST.1"#]],
        );
        check(
            "array list\n- uint64 $0gameId ^86-95\n",
            &expect![[r#"
                ```teradef
                - uint64 gameId ^86-95
                ```

                Not part of the packet for this patch

                Only in patches from 86 up to, not including, 95

                Seen: 7 · 9

                S_TEST.1"#]],
        );
        check(
            "count $0list\narray list\n",
            &expect![[r#"
                ```teradef
                array list
                ```

                **At 6 (0x06)** · any size · each element 4 bytes  
                Its `count` at 4 (0x04)

                Seen: 7 · 9

                S_TEST.1"#]],
        );
        check(
            "re$0f list\n^^^\narray list\n",
            &expect![[r#"
            **ref**

            The count and offset of the field with this name, in their usual order. For an array: `count`, `offset`. For bytes: `offset`, `count`. For a string: `offset`."#]],
        );
        check(
            "ref $0list\narray list\n",
            &expect![[r#"
                ```teradef
                array list
                ```

                **At 8 (0x08)** · any size · each element 4 bytes  
                Its `count` at 4 (0x04)  
                Its `offset` at 6 (0x06)

                Seen: 7 · 9

                S_TEST.1"#]],
        );
    }

    #[test]
    fn types_are_explained() {
        check(
            "skil$0lid a\n^^^^^^^\n",
            &expect![[r#"
            **skillid** · 8 bytes

            A skill with its flags: id, hunting zone, type, npc. It has 4 bytes before patch 74, and 8 from then on."#]],
        );
        check(
            "array<vec$03> a\n      ^^^^\n",
            &expect![[r#"
            **vec3** · 12 bytes

            A place or a direction: three floats x, y, z."#]],
        );
        check(
            "in$032 a\nbyte b",
            &expect![[r#"
            ```teradef
            in32 a
            ```

            **At 4 (0x04)** · unknown size

            S_TEST.1"#]],
        );
        check(
            "in$0t a\n^^^\n",
            &expect![[r#"
            ```teradef
            int a
            ```

            **At 4 (0x04)** · unknown size

            S_TEST.1"#]],
        );
    }

    #[test]
    fn a_header_and_a_map_tell_of_the_packet() {
        let files = "//- S_A.1.def\n# for all$0\nint32 a\nstring s\n//- S_A.2.console.def\n\
                     //- deprecated.json\n{\"S_A\": {\"1\": {\"max\": 80}}}\n";
        check(
            &format!("{files}//- protocol.9.map\nS_A 300\n"),
            &expect![[r#"
                **S_A.1**  
                Versions: 1, 2.console  
                Size with its header: at least 12 bytes  
                Deprecated: for patches –80  
                Opcode 300 (0x012c) in `protocol.9.map`  
                Loads in: seed ✔ toolbox ✔ protojs ✔"#]],
        );
        let files = files.replace("$0", "");
        check(
            &format!("{files}//- protocol.9.map\nS_A$0 = 300\n^^^\nS_B = 300"),
            &expect![[r#"
            **S_A** = 300 (0x012c)  
            In `protocol.9.map`  
            `S_B` has the same number

            **S_A.2.console**  
            Versions: 1, 2.console  
            Size with its header: 4 bytes  
            Opcode 300 (0x012c) in `protocol.9.map`"#]],
        );
        check(
            &format!("{files}//- sysmsg.9.map\nSMT_A = $0300\n        ^^^\n"),
            &expect![[r#"
            **SMT_A** = 300 (0x012c)  
            In `sysmsg.9.map`"#]],
        );
        check(
            &files.replace("\"1\"", "\"1$0\""),
            &expect![[r#"
            **S_A.1**  
            Versions: 1, 2.console  
            Size with its header: at least 12 bytes  
            Deprecated: for patches –80"#]],
        );
        check(
            &format!("//- S_B.1.def\nint32 a # see S_A$0.s\n              ^^^^^\n{files}"),
            &expect![[r#"
                **S_A.2.console**  
                Versions: 1, 2.console  
                Size with its header: 4 bytes"#]],
        );
        check("//- a.def\n$0\n", &expect!["nothing"]);
    }
}
