//! Text that its code page can't read.

use crate::format::text::{CodePage, ShortText};
use crate::problem::{Rule, Severity};
use crate::world::zone::Listed;
use crate::world::zone::field::{Field, Value};
use crate::world::zone::thing::Thing;

use super::found::Found;

pub(super) const UNDECODABLE: Rule = Rule {
    code: "zone-text-undecodable",
    severity: Severity::Warning,
    title: "Text that does not decode",
    explanation: "\
The bytes of a text are no text in the code page of the zone: it was cut in the middle of a letter, \
or written in another code page. The game shows rubbish, or cuts it.

Nothing is changed by looking at it. Type the text anew, or say in landwright.toml which code page \
the files are in.",
};

pub(super) fn check(found: &mut Found<'_>, listed: Listed, thing: &Thing) {
    let code_page = found.zone().code_page();
    for field in Field::of_kind(listed.kind) {
        let bad = thing.values(field).into_iter().find_map(|value| match value {
            Value::Text(text) if !decodes(text, code_page) => Some(text),
            _ => None,
        });
        if let Some(text) = bad {
            found.add(&UNDECODABLE, listed, || {
                let bytes = text.as_bytes().escape_ascii();
                (
                    format!("{field} is \"{bytes}\", which is no text in code page {code_page}"),
                    Vec::new(),
                )
            });
        }
    }
}

fn decodes(text: &ShortText, code_page: CodePage) -> bool {
    text.as_bytes().is_ascii() || !code_page.decode(text.as_bytes()).contains('\u{fffd}')
}
