//! Text that its code page can't read.

use crate::format::text::{CodePage, ShortText};
use crate::problem::{Place, Rule, Severity, Thing as Spot};
use crate::world::zone::Listed;
use crate::world::zone::field::{Field, Value};
use crate::world::zone::thing::Thing;

use super::found::Found;

pub(super) const UNDECODABLE: Rule = Rule {
    code: "zone-text-undecodable",
    severity: Severity::Warning,
    title: "Text that does not decode",
    explanation: "\
The bytes of a text are not valid in the code page of the zone. The text was cut in the middle of \
a letter, or written in a different code page. The game shows garbage, or cuts the text.

Viewing the text changes nothing. Type it again, or set the code page of the files in \
landwright.toml.",
};

pub(super) fn check(found: &mut Found<'_>, listed: Listed, thing: &Thing) {
    let code_page = found.zone().code_page();
    for field in Field::of_kind(listed.kind) {
        let bad = thing.values(field).into_iter().find_map(|value| match value {
            Value::Text(text) if !decodes(text, code_page) => Some(text),
            _ => None,
        });
        if let Some(text) = bad {
            found
                .add(&UNDECODABLE, listed, || (message(field.name(), text, code_page), Vec::new()));
        }
    }
}

/// What stands in files beside things.
pub(super) fn check_files(found: &mut Found<'_>) {
    let zone = found.zone();
    if let Some(zon) = zone.path_of(None) {
        if let Some(economy) = zone.economy() {
            let (name, music, sky) = (&economy.name, &economy.music, &economy.sky);
            for (field, text) in [("name", name), ("music", music), ("sky", sky)] {
                check_text(found, || Place::file(zon), &format!("{field} of the economy"), text);
            }
        }
        for (index, texture) in (0..).zip(zone.textures()) {
            let spot = Spot::object("texture", index);
            check_text(found, || Place::thing(zon, spot), "path", texture);
        }
    }
    for block in zone.blocks() {
        let (Some(ifo), Some(info)) = (zone.path_of(Some(block)), zone.map_info(block)) else {
            continue;
        };
        check_text(found, || Place::file(ifo), "name of the block", &info.name);
    }
}

fn check_text(found: &mut Found<'_>, place: impl FnOnce() -> Place, what: &str, text: &ShortText) {
    let code_page = found.zone().code_page();
    if !decodes(text, code_page) {
        found.add_at(&UNDECODABLE, place, || (message(what, text, code_page), Vec::new()));
    }
}

fn message(what: &str, text: &ShortText, code_page: CodePage) -> String {
    format!(
        "{what} is \"{}\", which is not valid text in code page {code_page}",
        text.as_bytes().escape_ascii()
    )
}

fn decodes(text: &ShortText, code_page: CodePage) -> bool {
    text.as_bytes().is_ascii() || !code_page.decode(text.as_bytes()).contains('\u{fffd}')
}
