//! Assets compared and merged, by their things and fields.

use serde_json::Value;

use crate::format::file::Content;
use crate::world::asset::identity::{Named, named, numbered};
use crate::world::asset::{Asset, Unfit};
use crate::world::three_way::{Change, Conflict, Each, Wanted};
use crate::world::values;

/// Both sides of an asset in one.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub asset: Asset,
    /// What both sides changed, and not to the same: the asset has ours.
    pub conflicts: Vec<Conflict>,
}

/// Why there is no asset of several.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotMerged {
    #[error("has different formats on its sides")]
    Formats,
    #[error("the changes don't fit together: {0}")]
    Unfit(String),
}

/// What makes one asset into another.
pub fn compare(a: &Asset, b: &Asset, each: Each<'_>) -> Result<(), NotMerged> {
    let [old, _, new] = named_of([a, a, b])?;
    values::compare(&old.tree, &new.tree, &mut |change| each(shown(change, &old, &new)));
    Ok(())
}

/// The first asset with the wanted ones of the changes that [`compare`] finds.
pub fn take(a: &Asset, b: &Asset, wanted: Wanted<'_>) -> Result<Asset, NotMerged> {
    let [old, same, new] = named_of([a, a, b])?;
    let taken =
        values::take(&old.tree, &new.tree, &|change| wanted(&shown(change.clone(), &old, &new)));
    let mut conflicts = Vec::new();
    let tree = numbered(a.kind(), taken, [&old, &same, &new], &mut conflicts);
    asset_of(a, tree)
}

/// What both sides did to an asset that they started from.
pub fn merge(base: &Asset, ours: &Asset, theirs: &Asset) -> Result<Merged, NotMerged> {
    let [was, own, other] = named_of([base, ours, theirs])?;
    let merged = values::merge(&was.tree, &own.tree, &other.tree);
    let mut conflicts: Vec<Conflict> = merged
        .conflicts
        .into_iter()
        .map(|conflict| Conflict {
            base: was.shown(&conflict.base),
            ours: own.shown(&conflict.ours),
            theirs: other.shown(&conflict.theirs),
            ..conflict
        })
        .collect();
    let tree = numbered(base.kind(), merged.value, [&was, &own, &other], &mut conflicts);
    Ok(Merged { asset: asset_of(ours, tree)?, conflicts })
}

fn named_of(assets: [&Asset; 3]) -> Result<[Named; 3], NotMerged> {
    let [first, others @ ..] = assets;
    let kind = first.kind();
    match others.iter().all(|other| other.kind() == kind) {
        true => Ok(named(kind, assets.map(Asset::tree))),
        false => Err(NotMerged::Formats),
    }
}

fn shown(change: Change, old: &Named, new: &Named) -> Change {
    Change { a: old.shown(&change.a), b: new.shown(&change.b), ..change }
}

fn asset_of(like: &Asset, tree: Value) -> Result<Asset, NotMerged> {
    let Value::Object(fields) = tree else { return Err(NotMerged::Formats) };
    let asset = Asset::of_tree(like.kind(), like.code_page(), fields);
    let content: Content = asset.content().map_err(NotMerged::Unfit)?;
    Asset::new(&content, like.code_page())
        .map_err(|unfit: Unfit| NotMerged::Unfit(unfit.to_string()))
}
