//! The lists of an asset with their things, as rows.

use std::collections::HashSet;

use landwright_core::world::asset::Asset;
use landwright_core::world::asset::place::Place;
use landwright_core::world::asset::shape::lists_of;

/// A list or a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) place: Place,
    pub(crate) depth: usize,
    pub(crate) text: String,
    /// Whether what is below it is shown; `None` where nothing is.
    pub(crate) is_open: Option<bool>,
}

/// All rows that are shown.
pub(super) fn rows_of(asset: &Asset, open: &HashSet<Place>) -> Vec<Row> {
    let file =
        Row { place: Place::default(), depth: 0, text: "The file".to_owned(), is_open: None };
    let mut rows = vec![file];
    let tops = lists_of(asset.kind()).iter().filter(|list| !list.pattern.contains('.'));
    for list in tops {
        add_list(asset, open, &Place::default().field(list.pattern), 0, &mut rows);
    }
    rows
}

fn add_list(
    asset: &Asset,
    open: &HashSet<Place>,
    place: &Place,
    depth: usize,
    rows: &mut Vec<Row>,
) {
    let n_things = asset.n_things(place).unwrap_or_default();
    let is_open = open.contains(place);
    let text = format!("{} ({n_things})", place.name());
    let is_open_row = (n_things > 0).then_some(is_open);
    rows.push(Row { place: place.clone(), depth, text, is_open: is_open_row });
    if !is_open {
        return;
    }
    let pattern = format!("{}[].", place.pattern());
    let lists: Vec<&str> = lists_of(asset.kind())
        .iter()
        .filter_map(|list| list.pattern.strip_prefix(pattern.as_str()))
        .filter(|name| !name.contains('.'))
        .collect();
    for n in 0..n_things {
        let thing = place.nth(n);
        let is_empty = asset.get(&thing).is_none_or(serde_json::Value::is_null);
        let called = if is_empty { "(empty)".to_owned() } else { asset.called(&thing) };
        let text = format!("{n}  {called}");
        let has_lists = !lists.is_empty() && !is_empty;
        let is_open = open.contains(&thing);
        rows.push(Row {
            place: thing.clone(),
            depth: depth + 1,
            text,
            is_open: has_lists.then_some(is_open),
        });
        if has_lists && is_open {
            for name in &lists {
                add_list(asset, open, &thing.field(name), depth + 2, rows);
            }
        }
    }
}
