//! Map caches of servers and fields of bots: containers of maps.

use serde_json::Value;

use super::{Applied, Kind, Merged, Opened, Refused, Sides, Source, Trouble};
use crate::check;
use crate::check::table::Around;
use crate::format::effort::Effort;
use crate::problem::Problem;
use crate::world::Editing;
use crate::world::cache::{self, merge};
use crate::world::gat::action::Action;
use crate::world::gat::{self, GatMap};
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::three_way::{Each, Report};

pub(super) struct Cache;

impl Kind for Cache {
    fn id(&self) -> &'static str {
        "cache"
    }

    fn title(&self) -> &'static str {
        "Map caches of servers and fields of bots"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["map_cache", "mcache", "fld2", "fld2.gz"]
    }

    fn can(&self) -> &'static [&'static str] {
        &[
            "inspect", "build", "find", "check", "apply", "path", "render", "export", "diff",
            "merge", "open", "convert",
        ]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        super::maps::is_one_of(self.formats(), name, start)
    }

    /// Of its maps.
    fn script(&self) -> Option<&'static Script> {
        Some(&gat::schema::SCRIPT)
    }

    fn compare(&self, a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
        let caches = (cache_in(a)?, cache_in(b)?);
        match (a.entry, b.entry) {
            (None, None) => {
                let compared = merge::compare(&caches.0, &caches.1, each);
                compared.map_err(|damaged| Trouble::Unfit(damaged.to_string()))
            }
            (old, new) => {
                let map = |cache: &cache::Cache, entry: Option<&str>| {
                    let map = cache.map(entry.unwrap_or_default());
                    map.map_err(|error| Trouble::Unfit(error.to_string()))
                };
                let (old, new) = (map(&caches.0, old)?, map(&caches.1, new)?);
                gat::compare::compare(&old.to_gat(), &new.to_gat(), each);
                Ok(())
            }
        }
    }

    fn merge(&self, sides: &Sides<'_>, _effort: Effort) -> Result<Merged, Trouble> {
        let [base, ours, theirs] = sides.each();
        let (base, ours, theirs) = (cache_in(base)?, cache_in(ours)?, cache_in(theirs)?);
        let merged = merge::merge([&base, &ours, &theirs]);
        let (cache, conflicts) = merged.map_err(|damaged| Trouble::Unfit(damaged.to_string()))?;
        Ok(Merged { bytes: cache.write(), conflicts })
    }

    fn opens(&self, _name: &str, _start: &[u8]) -> bool {
        true
    }

    /// A map in it, which has to be named where there may be several.
    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        if source.entry.is_none() && cache_in(source).is_ok_and(|cache| cache.is_of_many()) {
            let message = "it holds many maps: name one, such as map_cache.dat#prontera";
            return Some(Err(Trouble::Unfit(message.to_owned())));
        }
        Some(OpenMap::open(source).map(|map| Box::new(map) as Box<dyn Opened>))
    }
}

fn cache_in(source: &Source<'_>) -> Result<cache::Cache, Trouble> {
    let cache = cache::Cache::read(source.name, source.bytes);
    let cache = cache.ok_or_else(|| Trouble::Unfit("is not a map cache".to_owned()))?;
    Ok(cache?)
}

/// A map that is open in its cache.
struct OpenMap {
    entry: String,
    cache: cache::Cache,
    editing: Editing<GatMap>,
}

impl OpenMap {
    fn open(source: &Source<'_>) -> Result<OpenMap, Trouble> {
        let cache = cache_in(source)?;
        let entry = source.entry.unwrap_or_default().to_owned();
        let map = cache.map(&entry).map_err(|error| Trouble::Unfit(error.to_string()))?;
        Ok(OpenMap { entry, cache, editing: Editing::new(map) })
    }
}

impl Opened for OpenMap {
    fn apply(&mut self, actions: &[Value]) -> Result<Applied, Refused> {
        let mut done = Editing::new(self.editing.document().clone());
        let mut applied = Applied::default();
        for (n, json) in actions.iter().enumerate() {
            let name = json.get("action").and_then(Value::as_str).unwrap_or_default();
            let refused = |reason: String| Refused { n, name: name.to_owned(), reason };
            let action = Action::from_parts(name, json).map_err(|e| refused(e.to_string()))?;
            let resolved = action.resolve(done.document()).map_err(|e| refused(e.to_string()))?;
            applied.notes.extend(resolved.notes.into_iter().map(|note| (n, note)));
            if let Some(edit) = resolved.edit {
                done.apply(action.title(), edit);
                applied.n_steps += 1;
            }
        }
        self.editing = done;
        Ok(applied)
    }

    fn check(&self, file: &str, _around: Around<'_>) -> Vec<Problem> {
        check::gat::check(file, self.editing.document())
    }

    /// Maps have more programs to go to than this knows: `export` reads them as maps.
    fn exchanges(&self) -> &'static [&'static str] {
        &[]
    }

    fn export(&self, _ending: &str) -> Option<Vec<u8>> {
        None
    }

    fn import(&mut self, _data: &[u8]) -> Result<Report, String> {
        Err("you can't import maps into a cache; export a GAT into it".to_owned())
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let mut cache = self.cache.clone();
        cache.put(&self.entry, self.editing.document()).map_err(|error| error.to_string())?;
        Ok(cache.write())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::format::ragnarok::fld2::{self, Cell, Fld2};
    use crate::format::text::CodePage;
    use crate::kinds;
    use crate::world::three_way::Change;

    fn field(cells: &[u8]) -> Vec<u8> {
        let cells: Vec<Cell> = cells.iter().map(|bits| Cell(*bits)).collect();
        fld2::write(&Fld2::new(cells.len() as u16, 1, cells).unwrap())
    }

    fn open(bytes: &[u8]) -> Box<dyn Opened> {
        let code_page = CodePage::Cp949;
        let source = Source { name: "isle.fld2", bytes, code_page, entry: Some("isle") };
        Cache.open(&source).unwrap().unwrap()
    }

    #[test]
    fn a_map_in_a_cache_is_painted_and_merged_in_its_place() {
        let before = field(&[1, 1, 1]);
        let mut map = open(&before);
        assert_eq!(map.to_bytes().as_ref(), Ok(&before));
        let paint = json!({"action": "set-cells", "cells": [{"x": 0, "y": 0, "terrain": 1}]});
        assert_eq!(map.apply(&[paint]).unwrap().n_steps, 1);
        assert_eq!(map.to_bytes(), Ok(field(&[0, 1, 1])));
        let painted = map.to_bytes().unwrap();
        let source = |bytes| Source {
            name: "isle.fld2",
            bytes,
            code_page: CodePage::Cp949,
            entry: Some("isle"),
        };
        let mut changes = Vec::new();
        let mut add = |change: Change| changes.push(format!("{}: {}", change.thing, change.field));
        kinds::compare(&source(&before), &source(&painted), &mut add).unwrap();
        assert_eq!(changes, ["cell 0,0: type"]);
        let theirs = field(&[10, 1, 10]);
        let [base, ours, theirs] = [&before, &painted, &theirs].map(|bytes| source(bytes));
        let merged = kinds::merge(&Sides { base, ours, theirs }, Effort::Quick).unwrap();
        assert_eq!((merged.bytes, merged.conflicts.len()), (field(&[0, 1, 10]), 1));
        assert!(map.apply(&[json!({"action": "dig"})]).is_err());
    }

    #[test]
    fn one_of_many_maps_has_to_be_named() {
        let bytes = crate::format::ragnarok::map_cache::write(&Default::default());
        let source = |entry| Source {
            name: "map_cache.dat",
            bytes: &bytes,
            code_page: CodePage::Cp949,
            entry,
        };
        for (entry, expected) in [(None, "name one"), (Some("isle"), "no map `isle`")] {
            let error = Cache.open(&source(entry)).unwrap().err().unwrap().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
