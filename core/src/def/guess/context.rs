//! Between which fields the fields of a type stand, over all definitions.

use std::collections::HashMap;

use super::is_unknown;
use crate::def::catalogue::{Catalogue, Definition};
use crate::def::syntax::{Field, FieldId, Syntax};
use crate::def::types::Type;

/// What stands beside a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Beside {
    /// The end of the message or element.
    End,
    Known(Type),
    /// A field that nobody knows, of so many bytes.
    Size(u32),
}

/// A place of a field, by which fields are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Site {
    pub(super) before: Beside,
    pub(super) after: Beside,
    pub(super) is_in_element: bool,
    pub(super) is_from_client: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Sign {
    Before(Beside),
    After(Beside),
    Both(Beside, Beside),
    InElement(bool),
    FromClient(bool),
}

/// How often each type is in real definitions, so that a folder of few tells as much.
const USUAL: &[(Type, f64)] = &[
    (Type::Bool, 37.0),
    (Type::Byte, 12.0),
    (Type::Int16, 10.0),
    (Type::Uint16, 6.0),
    (Type::Angle, 5.0),
    (Type::Int32, 140.0),
    (Type::Uint32, 105.0),
    (Type::Float, 26.0),
    (Type::Skillid32, 0.2),
    (Type::Int64, 22.0),
    (Type::Uint64, 40.0),
    (Type::Double, 1.0),
    (Type::Skillid, 4.0),
    (Type::Customize, 1.0),
    (Type::Vec3, 12.0),
    (Type::Vec3fa, 1.7),
];

/// So many fields of a word's packets count as much as all others.
const TRUSTED: f64 = 3.0;

pub(super) struct Context {
    n_of: HashMap<Type, f64>,
    /// By a word of the packet's name.
    n_words: HashMap<(String, Type), f64>,
    n_signs: HashMap<(Type, Sign), f64>,
}

impl Context {
    pub(super) fn of(catalogue: &Catalogue) -> Context {
        let mut context = Context {
            n_of: USUAL.iter().copied().collect(),
            n_words: HashMap::new(),
            n_signs: HashMap::new(),
        };
        for definition in catalogue.definitions() {
            context.learn(definition);
        }
        context
    }

    fn learn(&mut self, definition: &Definition) {
        let syntax = &definition.syntax;
        for (id, field) in syntax.fields() {
            let is_value = USUAL.iter().any(|row| row.0 == field.kind);
            if !is_value || is_unknown(syntax.str(field.name)) {
                continue;
            }
            *self.n_of.entry(field.kind).or_default() += 1.0;
            for word in words(definition) {
                *self.n_words.entry((word.to_owned(), field.kind)).or_default() += 1.0;
            }
            let site = site(definition, id);
            // A neighbour counts as itself and as one of its size, as it is met when unknown.
            let mut signs = signs(site).to_vec();
            let sizes = [site.before, site.after].map(generic);
            signs.extend(self::signs(Site { before: sizes[0], after: sizes[1], ..site }));
            signs.sort_unstable();
            signs.dedup();
            for sign in signs {
                *self.n_signs.entry((field.kind, sign)).or_default() += 1.0;
            }
        }
    }

    /// How much a place speaks for a type, as the logarithm of odds, with how usual the type is.
    pub(super) fn speak_for(&self, ty: Type, site: Site) -> f64 {
        let n = self.n_of.get(&ty).copied().unwrap_or(0.5);
        let share = |sign: Sign, smooth: f64| {
            let n_sign = self.n_signs.get(&(ty, sign)).copied().unwrap_or(0.0);
            ((n_sign + smooth) / (n + 20.0 * smooth)).ln()
        };
        let both = Sign::Both(site.before, site.after);
        let [before, after, _, element, client] = signs(site);
        let alone = share(before, 0.5) + share(after, 0.5);
        // Where both together are known, they tell more than each alone.
        let beside = match self.n_with(both) >= 6.0 {
            true => share(both, 0.3) * 1.1,
            false => alone * 0.7,
        };
        n.ln() + beside + (share(element, 0.5) + share(client, 0.5)) * 0.5
    }

    /// How much packets of related names speak for a type among those of its size.
    pub(super) fn family(&self, ty: Type, definition: &Definition) -> f64 {
        let size = ty.size(u32::MAX);
        let alike = || USUAL.iter().map(|row| row.0).filter(move |it| it.size(u32::MAX) == size);
        let n_of = |ty: Type| self.n_of.get(&ty).copied().unwrap_or(0.5);
        let usual = n_of(ty) / alike().map(n_of).sum::<f64>().max(1.0);
        let speaks = |word: &str| {
            let n = |ty: Type| self.n_words.get(&(word.to_owned(), ty)).copied().unwrap_or(0.0);
            let share = (n(ty) + TRUSTED * usual) / (alike().map(n).sum::<f64>() + TRUSTED);
            (share / usual).ln()
        };
        words(definition).map(speaks).sum()
    }

    fn n_with(&self, sign: Sign) -> f64 {
        USUAL.iter().filter_map(|(ty, _)| self.n_signs.get(&(*ty, sign))).sum()
    }
}

/// The words of a packet's name that others may share.
fn words(definition: &Definition) -> impl Iterator<Item = &str> {
    let name = definition.packet.as_ref().map_or("", |packet| &*packet.name);
    name.split('_').filter(|word| word.len() > 2)
}

fn signs(site: Site) -> [Sign; 5] {
    [
        Sign::Before(site.before),
        Sign::After(site.after),
        Sign::Both(site.before, site.after),
        Sign::InElement(site.is_in_element),
        Sign::FromClient(site.is_from_client),
    ]
}

fn generic(beside: Beside) -> Beside {
    match beside {
        Beside::Known(ty) => ty.size(u32::MAX).map_or(beside, Beside::Size),
        other => other,
    }
}

pub(super) fn site(definition: &Definition, id: FieldId) -> Site {
    let syntax = &definition.syntax;
    let name = definition.packet.as_ref().map_or("", |packet| &*packet.name);
    let beside = |id: Option<FieldId>| {
        let field = id.and_then(|id| syntax.field(id));
        field.map_or(Beside::End, |field| of_field(syntax, field))
    };
    let [before, after] = neighbours(syntax, id).map(beside);
    Site {
        before,
        after,
        is_in_element: syntax.scope(id).is_some(),
        is_from_client: name.starts_with("C_"),
    }
}

/// The fields right before and after one, below the same field, without meta fields.
pub(super) fn neighbours(syntax: &Syntax, id: FieldId) -> [Option<FieldId>; 2] {
    let parent = syntax.field(id).and_then(|field| field.parent);
    let is_plain = |id: &FieldId| syntax.field(*id).is_some_and(|field| !field.kind.is_meta());
    let (mut before, mut after) = (None, None);
    for other in syntax.children(parent).filter(is_plain) {
        if other < id {
            before = Some(other);
        } else if other > id {
            after = Some(other);
            break;
        }
    }
    [before, after]
}

fn of_field(syntax: &Syntax, field: &Field) -> Beside {
    match field.kind.size(u32::MAX) {
        Some(size) if is_unknown(syntax.str(field.name)) => Beside::Size(size),
        _ => Beside::Known(field.kind),
    }
}
