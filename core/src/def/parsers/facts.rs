//! What each parser does with each line, whatever other lines say.

use super::{Effect, Refusal};
use crate::def::Dialect;
use crate::def::syntax::{Fault, Field, FieldId, Syntax};
use crate::def::text::Span;
use crate::def::types::Type;

/// Where a parser does not read the lines of one file as they are written.
pub(super) fn of(syntax: &Syntax, dialect: Dialect) -> Vec<Refusal> {
    let mut found = Vec::new();
    for fault in syntax.faults() {
        let Some((effect, reason)) = of_fault(fault.fault, dialect) else { continue };
        found.push(Refusal {
            line: fault.line,
            span: fault.span,
            effect,
            reason: reason.to_owned(),
        });
    }
    for (id, field) in syntax.fields() {
        let refusal = of_field(syntax, id, field, dialect);
        found.extend(refusal.map(|(span, effect, reason)| Refusal {
            line: field.line,
            span,
            effect,
            reason,
        }));
    }
    found
}

fn of_fault(fault: Fault, dialect: Dialect) -> Option<(Effect, &'static str)> {
    const NO_FIELD: &str = "finds no field on the line";
    let is_protojs = dialect == Dialect::Protojs;
    Some(match fault {
        // It takes whatever follows the `^` for a number, and what is none for no end.
        Fault::BadPatches if is_protojs => (Effect::Misreads, "takes the range for all patches"),
        Fault::NoType | Fault::NoName | Fault::ExtraWords | Fault::BadPatches if is_protojs => {
            (Effect::Refuses, NO_FIELD)
        }
        Fault::NoType | Fault::NoName | Fault::ExtraWords | Fault::BadPatches => {
            (Effect::Skips, NO_FIELD)
        }
        Fault::UnderNothing => (Effect::Refuses, "breaks on a line below nothing"),
        Fault::UnderScalar if is_protojs => (Effect::Skips, "reads no line below such a field"),
        Fault::UnderScalar => (Effect::Refuses, "breaks on a line below a field that holds none"),
        Fault::DepthJump if is_protojs => (Effect::Refuses, "allows one level more at a time"),
        // Bounds of ours, which no parser has.
        Fault::DepthJump | Fault::TooLong | Fault::TooDeep => return None,
    })
}

type Found = Option<(Span, Effect, String)>;

fn of_field(syntax: &Syntax, id: FieldId, field: &Field, dialect: Dialect) -> Found {
    let word = syntax.str(field.keyword);
    if field.kind == Type::Unknown {
        return Some((field.keyword, Effect::Fails, format!("has no type `{word}`")));
    }
    if !has_type(dialect, field.kind) {
        return Some((field.keyword, Effect::Fails, format!("has no `{word}`")));
    }
    match dialect {
        Dialect::Protojs => protojs_form(syntax, id, field),
        _ => older_form(syntax, id, field, dialect),
    }
}

/// The types that a parser can read values of.
fn has_type(dialect: Dialect, ty: Type) -> bool {
    match ty {
        Type::Count | Type::Offset => dialect != Dialect::Protojs,
        Type::Ref => dialect == Dialect::Toolbox,
        Type::Include => dialect == Dialect::Protojs,
        Type::Customize => dialect != Dialect::Seed,
        Type::Skillid32 => dialect != Dialect::Protojs,
        _ => true,
    }
}

fn protojs_form(syntax: &Syntax, id: FieldId, field: &Field) -> Found {
    if let Some(flags) = field.flags.filter(|span| !is_number(syntax.str(*span))) {
        return Some((flags, Effect::Fails, "has no flags".to_owned()));
    }
    let subtype = field.subtype.filter(|_| field.kind == Type::Array)?;
    if let Some(name) = unknown_inside(syntax, subtype) {
        return Some((subtype, Effect::Fails, format!("has no type `{name}`")));
    }
    unread_children(syntax, id, field, subtype)
}

/// The type in `array<array<in32>>` that protojs does not have. In one go, since there may be many levels.
fn unknown_inside(syntax: &Syntax, ty: Span) -> Option<&str> {
    let levels = syntax.str(ty).split('<');
    let mut names = levels.map(|level| level.split(['>', '[']).next().unwrap_or_default().trim());
    names.find(|name| {
        let kind = Type::named(name);
        let is_known = !matches!(kind, Type::Unknown | Type::Include);
        !is_known || !has_type(Dialect::Protojs, kind)
    })
}

fn unread_children(syntax: &Syntax, id: FieldId, field: &Field, subtype: Span) -> Found {
    let is_object = syntax.str(subtype) == "object";
    let child = syntax.children(Some(id)).next().filter(|_| !is_object)?;
    let _ = syntax.field(child)?;
    let reason = "reads no line below an array with a type".to_owned();
    Some((field.name, Effect::Skips, reason))
}

/// The forms that came with protojs, and for the first parser those of toolbox.
fn older_form(syntax: &Syntax, id: FieldId, field: &Field, dialect: Dialect) -> Found {
    if let Some((span, _)) = field.patches {
        return Some((span, Effect::Skips, "has no ranges of patches".to_owned()));
    }
    let is_toolbox = dialect == Dialect::Toolbox;
    let nested = field.subtype.filter(|span| syntax.str(*span).contains(['<', '[']));
    if let Some(span) = nested {
        return Some((span, Effect::Fails, "has no arrays of arrays".to_owned()));
    }
    if let Some(span) = field.flags.filter(|span| is_number(syntax.str(*span))) {
        let effect = if is_toolbox { Effect::Misreads } else { Effect::Fails };
        return Some((span, effect, "has no repeated types".to_owned()));
    }
    if let Some(span) = field.init {
        let effect = if is_toolbox { Effect::Fails } else { Effect::Misreads };
        return Some((span, effect, "has no values for fields".to_owned()));
    }
    match is_toolbox {
        true => toolbox_form(syntax, id, field),
        false => {
            let subtype = field.subtype.map(|span| (span, "has no types of elements"));
            let flags = field.flags.map(|span| (span, "has no flags"));
            let (span, reason) = subtype.or(flags)?;
            Some((span, Effect::Fails, reason.to_owned()))
        }
    }
}

fn toolbox_form(syntax: &Syntax, id: FieldId, field: &Field) -> Found {
    let name = syntax.str(field.name);
    // It makes code with the name in it.
    let is_meta = field.kind.is_meta();
    if !is_meta && !is_identifier(name) {
        let reason = format!("makes code from `{name}`, which is not a name there");
        return Some((field.name, Effect::Fails, reason));
    }
    let subtype = field.subtype.filter(|_| field.kind == Type::Array)?;
    let word = syntax.str(subtype);
    let kind = Type::named(word);
    let is_value = !matches!(kind, Type::Array | Type::Bytes | Type::Object)
        && !matches!(kind, Type::Include | Type::Unknown)
        && !kind.is_meta();
    if !is_value {
        return Some((subtype, Effect::Fails, format!("has no elements of type `{word}`")));
    }
    unread_children(syntax, id, field, subtype)
}

fn is_number(flags: &str) -> bool {
    !flags.is_empty() && flags.bytes().all(|byte| byte.is_ascii_digit())
}

/// As JavaScript has them.
fn is_identifier(name: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || c == '_' || c == '$';
    let starts = name.chars().next().is_some_and(is_letter);
    starts && name.chars().all(|c| is_letter(c) || c.is_alphanumeric())
}
