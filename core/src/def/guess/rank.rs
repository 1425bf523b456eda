//! Puts all that speaks for the types of a field together.

use std::collections::HashMap;

use super::columns::Column;
use super::context::{Beside, Context, Site, neighbours, site};
use super::ids::Ids;
use super::profile::Profile;
use super::values::Stats;
use super::{Guess, TypeGuess, twin};
use crate::def::Dialect;
use crate::def::catalogue::Catalogue;
use crate::def::syntax::FieldId;
use crate::def::types::{Type, WIDE_SKILLID_PATCH};

/// A guess this sure counts as known when its neighbours are guessed again.
const SURE: f64 = 0.6;
/// What the place of a field counts against its values and its packet's name: its parts go together.
const PLACE_WEIGHT: f64 = 0.8;
/// Less likely types are not named.
const LEAST_SCORE: f64 = 0.001;

pub(super) fn guesses(columns: &[Column], catalogue: &Catalogue) -> Vec<Guess> {
    let columns: Vec<(&Column, Stats)> =
        columns.iter().map(|column| (column, Stats::of(column))).collect();
    let ranker = Ranker {
        catalogue,
        context: Context::of(catalogue),
        profile: Profile::of(&columns),
        ids: Ids::of(&columns),
    };
    let unknown: Vec<_> = columns.iter().filter(|(column, _)| column.is_unknown).collect();
    let mut sure: HashMap<(&str, FieldId), Type> = HashMap::new();
    for (column, stats) in &unknown {
        let odds = ranker.odds(column, stats, site(&column.definition, column.id));
        if let Some((ty, ..)) = shares(&odds).first().filter(|row| row.1 >= SURE) {
            sure.insert((&*column.definition.path, column.id), *ty);
        }
    }
    let mut guesses = Vec::new();
    for (column, stats) in &unknown {
        let known = |id: Option<FieldId>| sure.get(&(&*column.definition.path, id?)).copied();
        let mut site = site(&column.definition, column.id);
        let [before, after] = neighbours(&column.definition.syntax, column.id).map(known);
        site.before = before.map_or(site.before, Beside::Known);
        site.after = after.map_or(site.after, Beside::Known);
        guesses.extend(ranker.guess(column, stats, site, &sure));
    }
    guesses
}

struct Ranker<'a> {
    catalogue: &'a Catalogue,
    context: Context,
    profile: Profile,
    ids: Ids<'a>,
}

/// A type with the logarithm of its odds, and why.
type Odds = (Type, f64, String);

impl Ranker<'_> {
    fn odds(&self, column: &Column, stats: &Stats, site: Site) -> Vec<Odds> {
        let shared = self.ids.shared(column, stats);
        let twin = twin::of(self.catalogue, &column.definition, column.id);
        let candidates = self.candidates(column).into_iter();
        candidates
            .map(|ty| {
                let (values, mut why) = stats.speak_for(ty);
                let mut odds = values + self.context.speak_for(ty, site) * PLACE_WEIGHT;
                odds += self.profile.speak_for(ty, stats);
                odds += self.context.family(ty, &column.definition);
                if let Some(shared) = shared.as_ref().filter(|shared| shared.ty == ty) {
                    odds += 4.0;
                    let (n, of, name) = (shared.n, shared.of, shared.name);
                    why = format!("{n} of {of} ids are those of `{ty} {name}`");
                }
                if let Some(twin) = twin.as_ref().filter(|twin| twin.ty == ty) {
                    odds += 3.5;
                    why = format!("{} has `{}` there; {why}", twin.packet, twin.declaration);
                }
                (ty, odds, why)
            })
            .collect()
    }

    /// The types of the size, as far as the dialect and the patch have them.
    fn candidates(&self, column: &Column) -> Vec<Type> {
        let dialect = self.catalogue.dialect(&column.definition);
        let is_wide = self.catalogue.layout(&column.definition).patch >= WIDE_SKILLID_PATCH;
        let mut all = match column.size {
            1 => vec![Type::Bool, Type::Byte],
            2 => vec![Type::Int16, Type::Uint16, Type::Angle],
            4 => vec![Type::Int32, Type::Uint32, Type::Float, Type::Skillid32],
            8 => vec![Type::Int64, Type::Uint64, Type::Double, Type::Skillid, Type::Customize],
            12 => vec![Type::Vec3, Type::Vec3fa],
            _ => Vec::new(),
        };
        if !is_wide && column.size == 4 {
            all.push(Type::Skillid);
        }
        all.retain(|ty| match ty {
            Type::Skillid => is_wide == (column.size == 8),
            Type::Skillid32 => dialect != Dialect::Protojs,
            Type::Customize => dialect != Dialect::Seed,
            _ => true,
        });
        all
    }

    fn guess(
        &self,
        column: &Column,
        stats: &Stats,
        site: Site,
        sure: &HashMap<(&str, FieldId), Type>,
    ) -> Option<Guess> {
        let definition = &column.definition;
        let syntax = &definition.syntax;
        let field = syntax.field(column.id)?;
        let layout = self.catalogue.layout(definition);
        let offset = layout.slot_of(column.id).and_then(|(_, slot)| slot.place.fixed());
        let mut types: Vec<TypeGuess> = shares(&self.odds(column, stats, site))
            .into_iter()
            .filter(|row| row.1 >= LEAST_SCORE)
            .map(|(ty, score, why)| TypeGuess { ty: ty.to_string(), score, why })
            .collect();
        add_vector(column, sure, &mut types);
        add_leads(column, &mut types);
        if types.is_empty() {
            let why = "its data fits no other type".to_owned();
            types.push(TypeGuess { ty: syntax.str(field.ty).to_owned(), score: 1.0, why });
        }
        for ty in &mut types {
            ty.score = (ty.score * 1e4).round() / 1e4;
        }
        Some(Guess {
            path: definition.path.clone(),
            packet: match &definition.packet {
                Some(packet) => packet.to_string(),
                None => definition.path.to_string(),
            },
            field: syntax.dotted_name(column.id),
            id: column.id,
            offset,
            n_values: stats.n,
            types,
        })
    }
}

/// The odds as shares of all, the greatest first.
fn shares(odds: &[Odds]) -> Vec<(Type, f64, String)> {
    let most = odds.iter().map(|row| row.1).fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = odds.iter().map(|row| (row.1 - most).exp()).sum();
    let share = |row: &Odds| (row.0, (row.1 - most).exp() / sum, row.2.clone());
    let mut shares: Vec<_> = odds.iter().map(share).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    shares
}

/// Three floats in a row may be one place.
fn add_vector(column: &Column, sure: &HashMap<(&str, FieldId), Type>, types: &mut Vec<TypeGuess>) {
    let syntax = &column.definition.syntax;
    let is_float = |id: FieldId| {
        let guessed = sure.get(&(&*column.definition.path, id));
        guessed == Some(&Type::Float)
            || syntax.field(id).is_some_and(|field| field.kind == Type::Float)
    };
    let [before, next] = neighbours(syntax, column.id);
    let last = next.and_then(|next| neighbours(syntax, next)[1]);
    let is_first = before.is_none_or(|id| !is_float(id));
    let are_floats = is_float(column.id) && [next, last].iter().all(|id| id.is_some_and(is_float));
    let Some(float) = types.iter_mut().find(|ty| ty.ty == "float") else { return };
    if is_first && are_floats {
        let score = float.score * 0.3;
        float.score -= score;
        let why = "there are three plausible floats in a row".to_owned();
        types.push(TypeGuess { ty: "vec3".to_owned(), score, why });
        types.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
}

/// A number that always leads to something no field reads is an offset.
fn add_leads(column: &Column, types: &mut Vec<TypeGuess>) {
    let leads = column.leads;
    let is_sure = |n: usize| leads.n > 0 && n == leads.n;
    let (ty, why) = match column.size {
        2 if is_sure(leads.to_text) => ("string", "it always points to a text that no field reads"),
        2 if is_sure(leads.to_element) => ("offset", "it always points to an element of an array"),
        4 if is_sure(leads.to_element) => {
            ("array", "it is always a count with an offset that points to an element of an array")
        }
        _ => return,
    };
    // One packet may do so by chance.
    let share = if leads.n >= 3 { 0.95 } else { 0.75 };
    types.iter_mut().for_each(|ty| ty.score *= 1.0 - share);
    types.insert(0, TypeGuess { ty: ty.to_owned(), score: share, why: why.to_owned() });
}
