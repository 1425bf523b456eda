//! What the checks find on real maps: how often each code, so that no rule starts to shout.

mod support;

use std::collections::BTreeMap;
use std::fs;

use expect_test::expect;
use landwright_core::check;
use landwright_core::format::ragnarok::gat;
use landwright_core::problem::Change;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::scripted::Scripted;
use support::{corpus, files_below};

/// Problems by code, and how many maps have any of them.
#[test]
fn real_maps_have_this_many_problems_of_each_code() {
    let Some(folder) = corpus("gat") else { return };
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut n_maps = 0;
    for path in files_below(&folder).iter().filter(|path| path.extension().unwrap() == "gat") {
        let map = GatMap::new(&gat::read(&fs::read(path).unwrap()).unwrap()).unwrap();
        let found = check::gat::check("a.gat", &map);
        n_maps += 1;
        let mut codes: Vec<&str> = found.iter().map(|problem| problem.code).collect();
        codes.sort_unstable();
        for code in codes.chunk_by(|a, b| a == b) {
            let (n_problems, n_maps) = counts.entry(code[0]).or_default();
            *n_problems += code.len();
            *n_maps += 1;
        }
        // Whatever a fix does, it can be done to the map that it was made for.
        for fix in found.iter().flat_map(|problem| &problem.fixes) {
            let Change::Action { name, arguments } = &fix.change else { panic!("{fix:?}") };
            let action = Action::from_parts(name, arguments).unwrap();
            assert!(action.resolve(&map).unwrap().edit.is_some(), "{}: {fix:?}", path.display());
        }
    }
    let rows = counts.iter().map(|(code, (n, maps))| format!("{code:<22} {n:>4} in {maps} maps\n"));
    let table = format!("{n_maps} maps\n{}", rows.collect::<String>());
    expect![[r#"
        22 maps
        gat-ambiguous-type       11 in 5 maps
        gat-crack               131 in 6 maps
        gat-height-jump           6 in 2 maps
        gat-island               66 in 18 maps
        gat-one-cell-hole         7 in 6 maps
        gat-one-cell-wall        95 in 11 maps
        gat-walkable-border      16 in 15 maps
    "#]]
    .assert_eq(&table);
}
