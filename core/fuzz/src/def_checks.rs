//! Checks, quick fixes, assists, renaming and comparing, of any definition.

use landwright_core::def::assist::assists;
use landwright_core::def::diff::{Side, diff};
use landwright_core::def::edit::applied;
use landwright_core::def::rename::{Reach, rename_field};
use landwright_core::def::{
    Catalogue, Definition, Dialect, Place, Role, Scope, Settings, Slot, Syntax, against, check,
};
use landwright_core::problem::{Change, FileChange, Fix, Spot, TextEdit};

use crate::{PATH, text};

pub fn hold(bytes: &[u8]) {
    let text = &*text(bytes);
    for dialect in Dialect::ALL {
        let mut catalogue = Catalogue::new(Settings { dialect, patch: None }, &[]);
        catalogue.set_file(PATH, text);
        catalogue.set_file("S_LANTERN.1.def", "int32 a\narray l\n- string s\n");
        let definition = catalogue.definition(PATH).expect("it was set");
        for problem in check::file(PATH, &catalogue) {
            if let Spot::Text { start, end } = problem.place.spot {
                assert!(text.get(start..end).is_some(), "{problem:?}");
            }
            problem.fixes.iter().for_each(|fix| hold_fix(&catalogue, definition, fix));
        }
        for assist in assists(&catalogue, PATH, 0..text.len()) {
            hold_fix(&catalogue, definition, &assist.fix);
        }
        hold_rename(&catalogue, definition);
        hold_diff(&catalogue, definition);
    }
}

/// A fix changes no byte of a packet, unless it says so.
fn hold_fix(catalogue: &Catalogue, definition: &Definition, fix: &Fix) {
    let Change::Files(changes) = &fix.change else { panic!("{fix:?}") };
    let text = definition.syntax.text();
    for change in changes {
        let FileChange::Edit { file, edits } = change else { continue };
        if file != PATH || fix.title.contains("(changes the layout") {
            continue;
        }
        hold_edits(text, edits);
        let after = applied(text, edits);
        assert_ne!(after, **text, "{fix:?}");
        let mut changed = catalogue.clone();
        changed.set_file(PATH, after.as_str());
        let after = changed.definition(PATH).expect("it was set");
        let (before, after) = (catalogue.layout(definition), changed.layout(after));
        assert_eq!(shape(&before.message), shape(&after.message), "{fix:?}");
    }
}

fn hold_edits(text: &str, edits: &[TextEdit]) {
    assert!(edits.is_sorted_by(|a, b| a.end <= b.start), "{edits:?}");
    assert!(edits.iter().all(|edit| text.get(edit.start..edit.end).is_some()), "{edits:?}");
}

/// Renaming a field changes its name, and nothing about the bytes of a packet.
fn hold_rename(catalogue: &Catalogue, definition: &Definition) {
    let Some((_, field)) = definition.syntax.fields().last() else { return };
    for offset in [field.name.start, field.name.end] {
        let renamed =
            rename_field(catalogue, PATH, offset as usize, "zxRenamed", Reach::AllVersions);
        for change in renamed.unwrap_or_default() {
            let FileChange::Edit { file, edits } = change else { panic!("{change:?}") };
            let before = catalogue.definition(&file).expect("only definitions have fields");
            hold_edits(before.syntax.text(), &edits);
            let after = Syntax::parse(applied(before.syntax.text(), &edits));
            let after = catalogue.layout_with(before, &after);
            let before = catalogue.layout(before);
            assert_eq!(shape(&before.message), shape(&after.message), "{edits:?}");
        }
    }
}

/// What the bytes of a message or element are, without the names of its fields.
fn shape(scope: &Scope) -> String {
    let has_bytes = |slot: &&Slot| slot.role != Role::Object;
    let mut out = String::new();
    for slot in scope.slots.iter().filter(has_bytes) {
        // Objects have no bytes, and so no place in the count.
        let place = match slot.place {
            Place::Fixed(at) => (None, at),
            Place::After { slot, bytes } => {
                (Some(scope.slots.iter().take(slot).filter(has_bytes).count()), bytes)
            }
        };
        let what = (slot.role, slot.ty, slot.repeat, slot.size, slot.is_interleaved);
        out.push_str(&format!("{place:?} {what:?};"));
        out.extend(slot.element.iter().map(|element| format!("[{}]", shape(element))));
    }
    out
}

/// A definition differs in nothing from itself, and its comparison with another ends.
fn hold_diff(catalogue: &Catalogue, definition: &Definition) {
    let layout = catalogue.layout(definition);
    let this = Side { syntax: &definition.syntax, layout: &layout };
    let same = diff(this, this);
    assert!(same.differences.is_empty() && same.is_same_on_wire, "{same:?}");
    assert!(against::check(catalogue, definition, definition.syntax.text()).is_none());
    let other = catalogue.definition("S_LANTERN.1.def").expect("it was set");
    let other_layout = catalogue.layout(other);
    let there = Side { syntax: &other.syntax, layout: &other_layout };
    _ = (diff(this, there).summary(), diff(there, this).summary());
    _ = against::check(catalogue, definition, other.syntax.text());
}
