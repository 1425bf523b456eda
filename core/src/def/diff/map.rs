//! What differs between two maps: the names that came and went, and those with another number.

use std::fmt;

use serde::Serialize;

use crate::def::map::Map;

/// Each list is sorted by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct MapDiff {
    pub added: Vec<Named>,
    pub removed: Vec<Named>,
    pub renumbered: Vec<Renumbered>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Named {
    pub name: String,
    pub code: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Renumbered {
    pub name: String,
    pub before: u32,
    pub after: u32,
}

pub fn diff_maps(before: &Map, after: &Map) -> MapDiff {
    let mut diff = MapDiff::default();
    for (name, old) in before.names().filter_map(|name| Some((name, before.code(name)?))) {
        let name = name.to_owned();
        match after.code(&name) {
            None => diff.removed.push(Named { name, code: old }),
            Some(new) if new != old => {
                diff.renumbered.push(Renumbered { name, before: old, after: new });
            }
            Some(_) => {}
        }
    }
    let new = after.names().filter(|name| before.code(name).is_none());
    diff.added = new
        .filter_map(|name| Some(Named { name: name.to_owned(), code: after.code(name)? }))
        .collect();
    diff
}

impl fmt::Display for MapDiff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Named { name, code } in &self.added {
            writeln!(f, "added      {name} = {code}")?;
        }
        for Named { name, code } in &self.removed {
            writeln!(f, "removed    {name} = {code}")?;
        }
        for Renumbered { name, before, after } in &self.renumbered {
            writeln!(f, "renumbered {name} = {before} → {after}")?;
        }
        match *self == MapDiff::default() {
            true => writeln!(f, "same       the same names and numbers"),
            false => Ok(()),
        }
    }
}

#[test]
fn names_come_go_and_are_renumbered() {
    let diff = |before: &str, after: &str| diff_maps(&Map::parse(before), &Map::parse(after));
    expect_test::expect![[r#"
        added      D = 4
        removed    A = 1
        renumbered B = 2 → 3
    "#]]
    .assert_eq(&diff("A = 1\nB = 2\nC 5", "C = 5\nB = 9\nB = 3\nD 4\n").to_string());
    assert_eq!(diff("A 1", "A = 1 # one").to_string(), "same       the same names and numbers\n");
}
