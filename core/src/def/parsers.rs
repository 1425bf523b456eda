//! What the three real parsers do with a definition that they don't read as it is written.
//!
//! | | seed | toolbox | protojs |
//! |---|---|---|---|
//! | a line of no known form      | skips it          | skips it          | refuses the file |
//! | an unknown type              | fails at a packet | does not compile  | does not compile |
//! | a line below a scalar        | refuses the file  | refuses the file  | skips it         |
//! | a line below nothing         | refuses the file  | refuses the file  | refuses the file |
//! | more than one level deeper   | one level         | one level         | refuses the file |
//! | `offset` or `ref` of nothing | steps over it     | does not compile  | does not compile |
//!
//! A file that is refused or does not compile is as good as not there; a line that is skipped
//! moves all that follows it. Either way the parser does not load what the file says.

mod facts;
mod toolbox;

use super::Dialect;
use super::catalogue::{Catalogue, Definition};
use super::text::Span;

/// A place where a parser does not read what is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The number of its line, from 0.
    pub line: u32,
    pub span: Span,
    pub effect: Effect,
    /// What the parser does not have or do, as the end of a sentence: "has no `ref`".
    pub reason: String,
}

/// What comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// It reads other bytes, or under another name.
    Misreads,
    /// The line is lost, and what stands below it.
    Skips,
    /// It reads the file, and fails when it makes code of it, or at the first packet.
    Fails,
    /// It breaks off at the line.
    Refuses,
}

impl Effect {
    fn consequence(self) -> &'static str {
        match self {
            Effect::Misreads => "it reads something different there",
            Effect::Skips => "it skips the line",
            Effect::Fails => "it can't use the definition",
            Effect::Refuses => "it rejects the file",
        }
    }
}

impl Refusal {
    /// As a sentence about a parser: "protojs has no `offset`; it can't use the definition".
    pub fn sentence(&self, dialect: Dialect) -> String {
        format!("{} {}; {}", parser_name(dialect), self.reason, self.effect.consequence())
    }
}

/// What a parser is called in a sentence.
pub fn parser_name(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Seed => "the first parser",
        other => other.name(),
    }
}

/// The dialects that are one parser's each.
pub const PARSERS: [Dialect; 3] = [Dialect::Seed, Dialect::Toolbox, Dialect::Protojs];

/// Whether a parser loads a definition as it is written, and if not, why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub dialect: Dialect,
    /// The worst of its refusals; of those alike the first. `None`: it loads.
    pub refusal: Option<Refusal>,
}

impl Verdict {
    pub fn loads(&self) -> bool {
        self.refusal.is_none()
    }

    /// `line 3: protojs has no `offset`; it can't use the definition`.
    pub fn reason(&self) -> Option<String> {
        let refusal = self.refusal.as_ref()?;
        let line = refusal.line.saturating_add(1);
        Some(format!("line {line}: {}", refusal.sentence(self.dialect)))
    }
}

/// `loads in: seed ✔ toolbox ✘ protojs ✔`
pub fn signs(verdicts: &[Verdict; 3]) -> String {
    let signs = verdicts.iter().map(|verdict| {
        let sign = if verdict.loads() { '✔' } else { '✘' };
        format!(" {} {sign}", verdict.dialect.name())
    });
    format!("loads in:{}", signs.collect::<String>())
}

/// What each of the parsers makes of a definition.
pub fn verdicts(catalogue: &Catalogue, definition: &Definition) -> [Verdict; 3] {
    PARSERS.map(|dialect| {
        let all = refusals(catalogue, definition, dialect).into_iter();
        let refusal = all.reduce(|a, b| if b.effect > a.effect { b } else { a });
        Verdict { dialect, refusal }
    })
}

/// Where a parser does not read what is written, in the order of the lines. Of `Auto`, nowhere.
pub fn refusals(catalogue: &Catalogue, definition: &Definition, dialect: Dialect) -> Vec<Refusal> {
    if dialect == Dialect::Auto {
        return Vec::new();
    }
    let mut found = facts::of(&definition.syntax, dialect);
    match dialect {
        Dialect::Toolbox => found.extend(toolbox::references(&definition.syntax)),
        Dialect::Protojs => found.extend(included(catalogue, definition)),
        Dialect::Auto | Dialect::Seed => {}
    }
    found.sort_by_key(|refusal| (refusal.line, refusal.span.start));
    found
}

/// The includes that protojs can't follow, or in which it finds what it does not read.
fn included(catalogue: &Catalogue, definition: &Definition) -> Vec<Refusal> {
    use super::include::{self, Trouble};
    let mut found = Vec::new();
    for include in include::all(catalogue, definition) {
        let name = definition.syntax.name(include.field);
        let (effect, reason) = match &include.trouble {
            Some(Trouble::Missing) => (Effect::Refuses, format!("finds no file `{name}`")),
            Some(Trouble::Cycle | Trouble::TooMany) => {
                (Effect::Refuses, "follows no more than 5 includes".to_owned())
            }
            None => {
                let inner = include.files.iter().flat_map(|file| {
                    let found = facts::of(&file.syntax, Dialect::Protojs).into_iter();
                    found.map(move |refusal| (file, refusal))
                });
                let Some((file, refusal)) = inner.max_by_key(|(_, refusal)| refusal.effect) else {
                    continue;
                };
                let path = super::file_name::file_of(&file.path);
                (refusal.effect, format!("{} in `{path}`", refusal.reason))
            }
        };
        let Some(field) = definition.syntax.field(include.field) else { continue };
        found.push(Refusal { line: field.line, span: field.name, effect, reason });
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::def::fixture::Fixture;

    fn check(text: &str, expected: &Expect) {
        let fixture = Fixture::parse(text);
        let catalogue = fixture.catalogue();
        let definition = catalogue.definition(fixture.path()).unwrap();
        let mut out = String::new();
        for verdict in verdicts(&catalogue, definition) {
            let reason = verdict.reason().unwrap_or_else(|| "loads".to_owned());
            out += &format!("{}: {reason}\n", verdict.dialect.name());
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn plain_definitions_load_everywhere() {
        check(
            "int32 a\nvec3 b\narray c\n- skillid d\nobject o\n- string s",
            &expect![[r#"
                seed: loads
                toolbox: loads
                protojs: loads
            "#]],
        );
    }

    #[test]
    fn each_parser_has_forms_of_its_own() {
        check(
            "int32 a ^80-90",
            &expect![[r#"
                seed: line 1: the first parser has no ranges of patches; it skips the line
                toolbox: line 1: toolbox has no ranges of patches; it skips the line
                protojs: loads
            "#]],
        );
        check(
            "int32 c=5",
            &expect![[r#"
                seed: line 1: the first parser has no values for fields; it reads something different there
                toolbox: line 1: toolbox has no values for fields; it can't use the definition
                protojs: loads
            "#]],
        );
        check(
            "skillid32 s",
            &expect![[r#"
                seed: loads
                toolbox: loads
                protojs: line 1: protojs has no `skillid32`; it can't use the definition
            "#]],
        );
        check(
            "array[interleaved] a\n- byte b",
            &expect![[r#"
                seed: line 1: the first parser has no flags; it can't use the definition
                toolbox: loads
                protojs: line 1: protojs has no flags; it can't use the definition
            "#]],
        );
        check(
            "ref s\nstring s\ncustomize c",
            &expect![[r#"
                seed: line 1: the first parser has no `ref`; it can't use the definition
                toolbox: loads
                protojs: line 1: protojs has no `ref`; it can't use the definition
            "#]],
        );
    }

    #[test]
    fn toolbox_links_every_reference() {
        check(
            "offset arr2\nint32 a",
            &expect![[r#"
                seed: loads
                toolbox: line 1: toolbox has no `offset` of a field that isn't there; it can't use the definition
                protojs: line 1: protojs has no `offset`; it can't use the definition
            "#]],
        );
        check(
            "object o\n- ref s\nobject o\n- string s",
            &expect![[r#"
                seed: line 2: the first parser has no `ref`; it can't use the definition
                toolbox: line 4: toolbox finds no `ref o.s` at the top of the message; it rejects the file
                protojs: line 2: protojs has no `ref`; it can't use the definition
            "#]],
        );
        check(
            "ref a\nstring a\nstring b",
            &expect![[r#"
                seed: line 1: the first parser has no `ref`; it can't use the definition
                toolbox: line 3: toolbox takes the field for its own missing `ref`; it skips the line
                protojs: line 1: protojs has no `ref`; it can't use the definition
            "#]],
        );
    }

    #[test]
    fn what_is_wrong_for_all_is_wrong_in_different_ways() {
        check(
            "int32 a\n- int32 b",
            &expect![[r#"
                seed: line 2: the first parser breaks on a line below a field that holds none; it rejects the file
                toolbox: line 2: toolbox breaks on a line below a field that holds none; it rejects the file
                protojs: line 2: protojs reads no line below such a field; it skips the line
            "#]],
        );
        check(
            "array a\n- - int32 b",
            &expect![[r#"
                seed: loads
                toolbox: loads
                protojs: line 2: protojs allows one level more at a time; it rejects the file
            "#]],
        );
        check(
            "int32\nin32 a",
            &expect![[r#"
                seed: line 2: the first parser has no type `in32`; it can't use the definition
                toolbox: line 2: toolbox has no type `in32`; it can't use the definition
                protojs: line 1: protojs finds no field on the line; it rejects the file
            "#]],
        );
    }

    #[test]
    fn an_include_is_protojs_own_and_has_to_be_there() {
        check(
            "//- d/A.2.def\n@include A.1.def\n//- d/A.1.def\nint32 x",
            &expect![[r#"
                seed: line 1: the first parser has no `@include`; it can't use the definition
                toolbox: line 1: toolbox has no `@include`; it can't use the definition
                protojs: loads
            "#]],
        );
        check(
            "//- d/A.2.def\n@include A.1.def\n",
            &expect![[r#"
                seed: line 1: the first parser has no `@include`; it can't use the definition
                toolbox: line 1: toolbox has no `@include`; it can't use the definition
                protojs: line 1: protojs finds no file `A.1.def`; it rejects the file
            "#]],
        );
        check(
            "//- d/A.2.def\n@include B.1.def\n//- d/B.1.def\noffset s\nstring s",
            &expect![[r#"
                seed: line 1: the first parser has no `@include`; it can't use the definition
                toolbox: line 1: toolbox has no `@include`; it can't use the definition
                protojs: line 1: protojs has no `offset` in `B.1.def`; it can't use the definition
            "#]],
        );
    }
}
