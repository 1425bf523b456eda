//! Map caches of servers and fields of bots: containers of maps.

use serde_json::Value;

use super::{Applied, Kind, Merged, Opened, Refused, Sides, Source, Trouble};
use crate::check;
use crate::check::table::Around;
use crate::format::effort::Effort;
use crate::format::ragnarok::gat as gat_file;
use crate::problem::Problem;
use crate::world::Editing;
use crate::world::cache::walkable::Types;
use crate::world::cache::{self, merge};
use crate::world::gat::action::Action;
use crate::world::gat::{self, GatMap};
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::three_way::{Each, Report};

pub(super) struct Cache;

const NAME_ONE: &str = "it holds many maps: name one, such as map_cache.dat#prontera";

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
        let [base, ours, theirs] = match sides.each().map(|side| side.entry) {
            [None, None, None] => sides.each().map(cache_in),
            _ => with_one_map(sides)?.map(Ok),
        };
        let merged = merge::merge([&base?, &ours?, &theirs?]);
        let (cache, conflicts) = merged.map_err(|damaged| Trouble::Unfit(damaged.to_string()))?;
        Ok(Merged { bytes: cache.write(), conflicts })
    }

    fn opens(&self, _name: &str, _start: &[u8]) -> bool {
        true
    }

    /// A map in it, which has to be named where there may be several.
    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        if source.entry.is_none() && cache_in(source).is_ok_and(|cache| cache.is_of_many()) {
            return Some(Err(Trouble::Unfit(NAME_ONE.to_owned())));
        }
        Some(OpenMap::open(source).map(|map| Box::new(map) as Box<dyn Opened>))
    }
}

/// Our cache, three times: with the named map of each side. So all else in it stays.
fn with_one_map(sides: &Sides<'_>) -> Result<[cache::Cache; 3], Trouble> {
    let unfit = |error: cache::CacheError| Trouble::Unfit(error.to_string());
    let own = cache_in(&sides.ours)?;
    let name = sides.ours.entry.unwrap_or_default();
    let with = |side: &Source<'_>| {
        let there = cache_in(side)?;
        check_form(&own, &there)?;
        own.with_map_of(name, (&there, side.entry.unwrap_or_default())).map_err(unfit)
    };
    Ok([with(&sides.base)?, with(&sides.ours)?, with(&sides.theirs)?])
}

fn check_form(own: &cache::Cache, there: &cache::Cache) -> Result<(), Trouble> {
    let forms = [own, there].map(|cache| (cache.is_of_many(), cache.field().is_some()));
    let message = "a map can be merged only with maps of caches of the same format";
    let [own, there] = forms;
    if own == there { Ok(()) } else { Err(Trouble::Unfit(message.to_owned())) }
}

/// A map and a map in a cache, by where one can walk; `None` for other pairs of files.
pub(super) fn compare_with_map(
    a: &Source<'_>,
    b: &Source<'_>,
    each: Each<'_>,
) -> Option<Result<(), Trouble>> {
    let is_map = |source: &Source<'_>| super::maps::is_one_of(&["gat"], source.name, source.bytes);
    let is_cache = |source: &Source<'_>| Cache.recognises(source.name, source.bytes);
    let is_mixed = (is_map(a) && is_cache(b)) || (is_cache(a) && is_map(b));
    is_mixed.then(|| {
        let types = |source| if is_map(source) { types_of_map(source) } else { types_in(source) };
        types(a)?.compare(&types(b)?, each);
        Ok(())
    })
}

fn types_of_map(source: &Source<'_>) -> Result<Types, Trouble> {
    Ok(Types::of_gat(&gat_file::read(source.bytes)?))
}

fn types_in(source: &Source<'_>) -> Result<Types, Trouble> {
    let cache = cache_in(source)?;
    if source.entry.is_none() && cache.is_of_many() {
        return Err(Trouble::Unfit(NAME_ONE.to_owned()));
    }
    let types = Types::in_cache(&cache, source.entry.unwrap_or_default());
    types.map_err(|error| Trouble::Unfit(error.to_string()))
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

    fn source<'s>(name: &'s str, bytes: &'s [u8], entry: Option<&'s str>) -> Source<'s> {
        Source { name, bytes, code_page: CodePage::Cp949, entry }
    }

    fn open_gat(types: &[u32]) -> gat_file::Gat {
        let tile = |kind: &u32| {
            let terrain = gat_file::Terrain(*kind);
            gat_file::Tile { terrain, ..Default::default() }
        };
        let tiles = types.iter().map(tile).collect();
        gat_file::Gat::new(gat_file::Version::V1_2, types.len() as u32, 1, tiles).unwrap()
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
    fn a_map_is_compared_with_one_in_a_cache_by_where_one_can_walk() {
        let cache = field(&[1, 0, 1]);
        let mut gat = open_gat(&[0, 1, 0]);
        let said = |gat: &[u8], is_map_first: bool| {
            let map = source("isle.gat", gat, None);
            let cached = source("isle.fld2", &cache, Some("isle"));
            let (a, b) = if is_map_first { (map, cached) } else { (cached, map) };
            let mut said = Vec::new();
            let mut add = |Change { thing, field, a, b }: Change| {
                said.push(format!("{thing}: {field}: {a} {b}"));
            };
            kinds::compare(&a, &b, &mut add).map(|()| said)
        };
        let types = |gat: &gat_file::Gat| gat_file::write(gat);
        assert_eq!(said(&types(&gat), true), Ok(Vec::new()));
        gat.tiles_mut()[2].terrain = gat_file::Terrain(1);
        // Neither heights nor kinds of ground are known to a cache.
        gat.tiles_mut()[0].terrain = gat_file::Terrain(3);
        let expected = |a: bool| Ok(vec![format!("cell 2,0: walkable: {a} {}", !a)]);
        assert_eq!(said(&types(&gat), true), expected(false));
        assert_eq!(said(&types(&gat), false), expected(true));
    }

    #[test]
    fn one_map_of_a_cache_is_merged_and_no_other() {
        use crate::format::name::Name;
        use crate::format::ragnarok::map_cache::{self, MapCache};
        use crate::format::ragnarok::packed::PackedCells;
        let cache = |maps: &[(&str, [u8; 3])]| {
            let mut cache = MapCache::default();
            for (name, cells) in maps {
                let cells = PackedCells::pack(3, 1, cells).unwrap();
                cache
                    .add(map_cache::Entry { name: Name::new(name.as_bytes()).unwrap(), cells })
                    .unwrap();
            }
            map_cache::write(&cache)
        };
        let base = cache(&[("a", [0, 0, 0]), ("b", [0, 0, 0])]);
        let ours = cache(&[("b", [1, 0, 1]), ("a", [1, 1, 1])]);
        let theirs = cache(&[("a", [5, 5, 5]), ("b", [5, 5, 0])]);
        let merge = |sides: [&[u8]; 3]| {
            let [base, ours, theirs] = sides.map(|bytes| Source {
                name: "c.dat",
                bytes,
                code_page: CodePage::Cp949,
                entry: Some("b"),
            });
            kinds::merge(&Sides { base, ours, theirs }, Effort::Quick).unwrap()
        };
        let merged = merge([&base, &ours, &theirs]);
        assert_eq!(merged.bytes, cache(&[("b", [1, 5, 1]), ("a", [1, 1, 1])]));
        assert_eq!(merged.conflicts.len(), 1);
        // Of theirs, only this map is taken even where ours changed nothing in it.
        let merged = merge([&base, &base, &theirs]);
        assert_eq!(merged.bytes, cache(&[("a", [0, 0, 0]), ("b", [5, 5, 0])]));
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
