//! The outline of a file: fields by their depth, or the names of a map.

use std::ops::Range;

use super::places::{Line, Places, short_place};
use super::type_docs;
use crate::def::catalogue::{Catalogue, File};
use crate::def::syntax::{FieldId, Syntax};
use crate::def::types::Type;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    /// `int32 @ +4`, or the number of a name in a map.
    pub detail: String,
    pub kind: SymbolKind,
    /// With everything below it.
    pub range: Range<usize>,
    /// The name.
    pub focus: Range<usize>,
    pub is_deprecated: bool,
    pub children: Vec<Symbol>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// All definitions of one name.
    Packet,
    Array,
    Object,
    String,
    Number,
    Bool,
    /// `vec3` and its like, whose value has parts.
    Compound,
    Bytes,
    Meta,
    Include,
    Unknown,
    /// A name of a map.
    Constant,
}

impl SymbolKind {
    pub(super) fn of(ty: Type) -> SymbolKind {
        match ty {
            Type::Array => SymbolKind::Array,
            Type::Object => SymbolKind::Object,
            Type::String => SymbolKind::String,
            Type::Bool => SymbolKind::Bool,
            Type::Bytes | Type::Customize => SymbolKind::Bytes,
            Type::Vec3 | Type::Vec3fa | Type::Skillid | Type::Skillid32 => SymbolKind::Compound,
            Type::Count | Type::Offset | Type::Ref => SymbolKind::Meta,
            Type::Include => SymbolKind::Include,
            Type::Unknown => SymbolKind::Unknown,
            _ => SymbolKind::Number,
        }
    }
}

pub fn symbols(catalogue: &Catalogue, path: &str) -> Vec<Symbol> {
    match catalogue.file(path) {
        Some(File::Definition(definition)) => {
            let syntax = &definition.syntax;
            let layout = catalogue.layout(definition);
            let places = Places::of(&layout, syntax);
            below(syntax, &places, None)
        }
        Some(File::Map(file)) => {
            let map = &file.map;
            let entries = map.lines().iter().filter_map(|line| Some((line, line.entry.as_ref()?)));
            let symbol = |(line, entry): (&crate::def::MapLine, &crate::def::MapEntry)| Symbol {
                name: map.str(entry.name).to_owned(),
                detail: map.str(entry.value).to_owned(),
                kind: SymbolKind::Constant,
                range: line.span.range(),
                focus: entry.name.range(),
                is_deprecated: false,
                children: Vec::new(),
            };
            entries.map(symbol).collect()
        }
        _ => Vec::new(),
    }
}

/// As deep as the tree of fields, which is bounded.
fn below(syntax: &Syntax, places: &Places<'_>, parent: Option<FieldId>) -> Vec<Symbol> {
    syntax.children(parent).filter_map(|id| symbol(syntax, places, id)).collect()
}

fn symbol(syntax: &Syntax, places: &Places<'_>, id: FieldId) -> Option<Symbol> {
    let field = syntax.field(id)?;
    let line = |id| Some(syntax.lines().get(syntax.field(id)?.line as usize)?.span);
    let range = line(id)?.start as usize..line(syntax.subtree(id).last()?)?.end as usize;
    let mut detail = syntax.str(field.ty).to_owned();
    if let Some(Line { scope, slot, .. }) = places.get(id) {
        detail.push_str(&format!(" @ {}", short_place(scope, slot.place)));
    }
    Some(Symbol {
        name: syntax.name(id).to_owned(),
        detail,
        kind: SymbolKind::of(field.kind),
        range,
        focus: field.name.range(),
        is_deprecated: type_docs::is_deprecated(field.kind),
        children: below(syntax, places, Some(id)),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::super::fixture::Fixture;
    use super::*;

    fn dump(symbols: &[Symbol], indent: &str, out: &mut String) {
        for symbol in symbols {
            assert!(symbol.range.start <= symbol.focus.start);
            assert!(symbol.focus.end <= symbol.range.end);
            let mark = if symbol.is_deprecated { "!" } else { "" };
            out.push_str(&format!(
                "{indent}{}{mark} {:?} {}\n",
                symbol.name, symbol.kind, symbol.detail
            ));
            dump(&symbol.children, &format!("{indent}  "), out);
        }
    }

    fn check(text: &str, expected: &Expect) {
        let fixture = Fixture::parse(text);
        let mut out = String::new();
        dump(&symbols(&fixture.catalogue(), fixture.path()), "", &mut out);
        expected.assert_eq(&out);
    }

    #[test]
    fn fields_are_outlined_by_depth() {
        check(
            "int32 a\narray list\n- object o\n- - vec3 loc\n- oops\n- string s\nbool b\n",
            &expect![[r#"
                a Number int32 @ +8
                list Array array @ +12
                  o Object object @ +6
                    loc Compound vec3 @ +6
                  s String string @ +18
                b Bool bool @ list +0
            "#]],
        );
        check(
            "count a\narray a\n",
            &expect![[r#"
            a! Meta count @ +4
            a Array array @ +6
        "#]],
        );
    }

    #[test]
    fn a_map_is_a_list_of_names() {
        check(
            "//- protocol.1.map\nS_A = 7\nS_B x\n",
            &expect![[r#"
            S_A Constant 7
            S_B Constant x
        "#]],
        );
    }
}
