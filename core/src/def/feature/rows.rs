//! The layout of a definition as the rows of a table: what stands where, in the order of the wire.

use std::sync::Arc;

use serde::Serialize;

use super::places::{short_place, short_size};
use crate::def::catalogue::Catalogue;
use crate::def::layout::{Role, Scope, Slot};
use crate::def::syntax::{Field, Syntax};
use crate::def::types::Type;

/// All that a packet holds, as its definition is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// `S_LOGIN.14`, or the name of the file where it has no such form.
    pub name: String,
    pub dialect: &'static str,
    /// `None`: the newest.
    pub patch: Option<u32>,
    /// The size of all of it: `≥ 24 B`.
    pub size: String,
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// In how many arrays and objects it stands.
    pub depth: u32,
    /// `+12`, or `list +4`: so many bytes behind the end of the list. In an element it counts from
    /// the start of the element.
    pub place: String,
    /// The same as a number, where it is one.
    pub offset: Option<u32>,
    pub size: String,
    pub ty: String,
    pub name: String,
    /// True where no line of its own declares it.
    pub is_implied: bool,
    /// The line that it comes from, in bytes.
    pub line: Option<(usize, usize)>,
}

/// The table of a definition, or nothing where the file is none.
pub fn table(catalogue: &Catalogue, path: &str) -> Option<Table> {
    let definition = catalogue.definition(path)?;
    let layout = catalogue.layout(definition);
    let mut rows = Vec::new();
    add(&definition.syntax, &layout.message, 0, &mut rows);
    let name = match &definition.packet {
        Some(packet) => packet.to_string(),
        None => crate::def::file_name::file_of(path).to_owned(),
    };
    Some(Table {
        name,
        dialect: catalogue.dialect(definition).name(),
        patch: (layout.patch != u32::MAX).then_some(layout.patch),
        size: short_size(layout.message.size),
        rows,
    })
}

/// As deep as the tree of fields, which is bounded.
fn add(syntax: &Arc<Syntax>, scope: &Scope, depth: u32, rows: &mut Vec<Row>) {
    for slot in &scope.slots {
        let depth = depth.saturating_add(n_objects_around(scope, slot));
        rows.push(row(syntax, scope, slot, depth));
        if let Some(element) = &slot.element {
            add(syntax, element, depth.saturating_add(1), rows);
        }
    }
}

fn n_objects_around(scope: &Scope, slot: &Slot) -> u32 {
    let around = |idx: &usize| scope.slot(*idx).and_then(|slot| slot.object);
    let objects = std::iter::successors(slot.object, around).take(scope.slots.len());
    u32::try_from(objects.count()).unwrap_or(u32::MAX)
}

fn row(syntax: &Syntax, scope: &Scope, slot: &Slot, depth: u32) -> Row {
    let field = slot.field.and_then(|id| syntax.field(id));
    let line = field.and_then(|field| syntax.lines().get(field.line as usize));
    let is_object = slot.role == Role::Object;
    let is_meta = matches!(slot.role, Role::Count | Role::Offset);
    // A `ref` is one line for a count and an offset.
    let is_of_ref = is_meta && field.is_some_and(|field| field.kind == Type::Ref);
    let of_meta = slot.is_implied && slot.role != Role::Field || is_of_ref;
    let is_included = field.is_some_and(|field| field.kind == Type::Include);
    // What stands in an `array<int32>` has its type from there.
    let subtype = |field: &Field| field.subtype.filter(|_| field.kind != slot.ty);
    let ty = match field {
        // As written: `array<int32>`.
        Some(field) if !of_meta && !is_included => {
            syntax.str(subtype(field).unwrap_or(field.ty)).to_owned()
        }
        // What is implied is always two bytes, without a sign.
        _ if of_meta || slot.is_implied => Type::Uint16.name().to_owned(),
        _ => type_text(slot),
    };
    let name = match (of_meta, slot.role) {
        (true, Role::Count) => meta_name("count", slot),
        (true, Role::Offset) => meta_name("offset", slot),
        (_, Role::Object) => slot.name().to_owned(),
        _ => slot.path.to_string(),
    };
    Row {
        depth,
        place: if is_object { String::new() } else { short_place(scope, slot.place) },
        offset: slot.place.fixed().filter(|_| !is_object),
        size: if is_object { String::new() } else { short_size(slot.size) },
        ty,
        name,
        is_implied: slot.is_implied,
        line: line.map(|line| (line.span.start as usize, line.span.end as usize)),
    }
}

/// What stands in an `array<string>` has no name.
fn meta_name(meta: &str, slot: &Slot) -> String {
    match &*slot.path {
        "" => format!("{meta} of the value"),
        name => format!("{meta} of {name}"),
    }
}

/// The type of a slot as a line of an included file may have it.
fn type_text(slot: &Slot) -> String {
    let value = slot.element.as_ref().and_then(|element| {
        element.slots.iter().find(|slot| slot.role == Role::Field && slot.path.is_empty())
    });
    match (value, slot.repeat) {
        (Some(value), _) => format!("{}<{}>", slot.ty, type_text(value)),
        (None, 1) => slot.ty.name().to_owned(),
        (None, n) => format!("{}[{n}]", slot.ty),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::fixture::Fixture;

    fn check(text: &str, expected: &Expect) {
        let catalogue = Fixture::parse(&format!("//- S_A.1.def\n{text}")).catalogue();
        let table = table(&catalogue, "S_A.1.def").unwrap();
        let mut out = format!("{} {} {}\n", table.name, table.dialect, table.size);
        for row in &table.rows {
            let indent = "  ".repeat(row.depth as usize);
            let implied = if row.is_implied { " (implied)" } else { "" };
            let text = row.line.and_then(|(start, end)| text.get(start..end)).unwrap_or("-");
            let Row { place, size, ty, name, .. } = row;
            out += &format!("{indent}[{place}] [{size}] {ty} {name}{implied} | {text}\n");
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn every_byte_of_a_packet_has_its_row() {
        check(
            "int32 id\narray list\n- string name\nobject target\n- int32 x\nbytes data\n",
            &expect![[r#"
                S_A.1 toolbox ≥ 20 B
                [+0] [2 B] uint16 length (implied) | -
                [+2] [2 B] uint16 opcode (implied) | -
                [+4] [2 B] uint16 count of list (implied) | array list
                [+6] [2 B] uint16 offset of list (implied) | array list
                [+8] [2 B] uint16 offset of data (implied) | bytes data
                [+10] [2 B] uint16 count of data (implied) | bytes data
                [+12] [4 B] int32 id | int32 id
                [+16] [≥ 0 B] array list | array list
                  [+0] [2 B] uint16 here (implied) | -
                  [+2] [2 B] uint16 next (implied) | -
                  [+4] [2 B] uint16 offset of name (implied) | - string name
                  [+6] [≥ 2 B] string name | - string name
                [] [] object target | object target
                  [list +0] [4 B] int32 target.x | - int32 x
                [list +4] [≥ 0 B] bytes data | bytes data
            "#]],
        );
    }

    #[test]
    fn an_element_has_the_type_that_its_array_says() {
        check(
            "array<vec3> way\n",
            &expect![[r#"
                S_A.1 toolbox ≥ 8 B
                [+0] [2 B] uint16 length (implied) | -
                [+2] [2 B] uint16 opcode (implied) | -
                [+4] [2 B] uint16 count of way (implied) | array<vec3> way
                [+6] [2 B] uint16 offset of way (implied) | array<vec3> way
                [+8] [≥ 0 B] array<vec3> way | array<vec3> way
                  [+0] [2 B] uint16 here (implied) | -
                  [+2] [2 B] uint16 next (implied) | -
                  [+4] [12 B] vec3  | array<vec3> way
            "#]],
        );
    }

    #[test]
    fn a_ref_is_a_count_and_an_offset() {
        check(
            "ref list\nbyte a\narray list\n- byte b\n",
            &expect![[r#"
            S_A.1 toolbox ≥ 9 B
            [+0] [2 B] uint16 length (implied) | -
            [+2] [2 B] uint16 opcode (implied) | -
            [+4] [2 B] uint16 count of list | ref list
            [+6] [2 B] uint16 offset of list | ref list
            [+8] [1 B] byte a | byte a
            [+9] [≥ 0 B] array list | array list
              [+0] [2 B] uint16 here (implied) | -
              [+2] [2 B] uint16 next (implied) | -
              [+4] [1 B] byte b | - byte b
        "#]],
        );
    }

    #[test]
    fn what_is_included_has_its_own_types_and_names() {
        check(
            "@include S_B.1.def\nbyte c\n//- S_B.1.def\nint32 a\narray<int32> b\nbyte[5] d\n\
             array e\n- string f\n",
            &expect![[r#"
                S_A.1 protojs ≥ 22 B
                [+0] [2 B] uint16 length (implied) | -
                [+2] [2 B] uint16 opcode (implied) | -
                [+4] [4 B] int32 a | @include S_B.1.def
                [+8] [2 B] uint16 count of b (implied) | @include S_B.1.def
                [+10] [2 B] uint16 offset of b (implied) | @include S_B.1.def
                [+12] [5 B] byte[5] d | @include S_B.1.def
                [+17] [2 B] uint16 count of e (implied) | @include S_B.1.def
                [+19] [2 B] uint16 offset of e (implied) | @include S_B.1.def
                [+21] [1 B] byte c | byte c
                [+22] [≥ 0 B] array<int32> b | @include S_B.1.def
                  [+0] [2 B] uint16 here (implied) | -
                  [+2] [2 B] uint16 next (implied) | -
                  [+4] [4 B] int32  | @include S_B.1.def
                [b +0] [≥ 0 B] array e | @include S_B.1.def
                  [+0] [2 B] uint16 here (implied) | -
                  [+2] [2 B] uint16 next (implied) | -
                  [+4] [2 B] uint16 offset of f (implied) | @include S_B.1.def
                  [+6] [≥ 2 B] string f | @include S_B.1.def
            "#]],
        );
    }

    #[test]
    fn a_file_that_is_no_definition_has_no_table() {
        let catalogue = Fixture::parse("//- protocol.1.map\nA 1\n").catalogue();
        assert_eq!(table(&catalogue, "protocol.1.map"), None);
    }
}
