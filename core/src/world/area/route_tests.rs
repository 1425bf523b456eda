//! The route tests that are kept with an area, and how one list of them becomes another.
//!
//! ```text
//! List of tests, as a journal has it    Test
//! 0  4  tests   u32                     0  …   name     u32, UTF-8
//! 4  …  each of them                    …  48  from and to: f64 x, y and z each
//!                                       …  1   expect   u8: 0 reached, 1 cut off
//! Splice                                …  1   limit    u8: 0 none, 1 one
//! 0  4  first   u32                     …  8            f64, where there is one
//! 4  4  gone    u32
//! 8  …  the list in their place
//! ```

use std::sync::Arc;

use crate::format::bytes::{Bytes, Put};
use crate::format::{Malformed, ReadError};

use super::Area;
use super::routes::{Expect, RouteTest};

/// The least that a test takes.
const TEST_SIZE: u64 = 54;

/// Route tests in the order in which a person kept them. A clone costs next to nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RouteTests(Arc<[RouteTest]>);

/// Some tests that follow each other, and what takes their place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Splice {
    first: u32,
    n_gone: u32,
    tests: RouteTests,
}

impl Area {
    /// The tests of routes that are kept with it. The file of the area knows nothing of them.
    pub fn route_tests(&self) -> &RouteTests {
        &self.route_tests
    }

    /// The same area with other tests.
    pub fn with_route_tests(&self, route_tests: RouteTests) -> Area {
        Area { route_tests, ..self.clone() }
    }
}

impl RouteTests {
    pub fn as_slice(&self) -> &[RouteTest] {
        &self.0
    }

    /// As a journal has them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }

    pub fn from_bytes(data: &[u8]) -> Result<RouteTests, ReadError> {
        let mut bytes = Bytes::new(data);
        let tests = RouteTests::read(&mut bytes)?;
        bytes.finish()?;
        Ok(tests)
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_count(self.0.len());
        for RouteTest { name, from, to, expect, max_length } in self.0.iter() {
            out.put_count(name.len());
            out.put(name.as_bytes());
            from.iter().chain(to).for_each(|axis| out.put(&axis.to_le_bytes()));
            out.put_u8(match expect {
                Expect::Reached => 0,
                Expect::CutOff => 1,
            });
            out.put_u8(max_length.is_some().into());
            max_length.iter().for_each(|max| out.put(&max.to_le_bytes()));
        }
    }

    fn read(bytes: &mut Bytes<'_>) -> Result<RouteTests, ReadError> {
        let n = bytes.u32("route tests")?;
        let n = bytes.expect_items("route tests", n.into(), TEST_SIZE)?;
        let tests = (0..n).map(|_| read_test(bytes)).collect::<Result<Arc<[_]>, ReadError>>()?;
        Ok(RouteTests(tests))
    }
}

impl FromIterator<RouteTest> for RouteTests {
    fn from_iter<I: IntoIterator<Item = RouteTest>>(tests: I) -> RouteTests {
        RouteTests(tests.into_iter().collect())
    }
}

impl Splice {
    /// What makes one list into another.
    pub(super) fn between(before: &RouteTests, after: &RouteTests) -> Splice {
        if Arc::ptr_eq(&before.0, &after.0) || before == after {
            return Splice::default();
        }
        let (old, new) = (before.as_slice(), after.as_slice());
        let n_alike = |pairs: &mut dyn Iterator<Item = (&RouteTest, &RouteTest)>| {
            pairs.take_while(|(old, new)| old == new).count()
        };
        let first = n_alike(&mut old.iter().zip(new));
        let (old, new) = (&old.get(first..), &new.get(first..));
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        let n_after = n_alike(&mut old.iter().rev().zip(new.iter().rev()));
        let tests = new.iter().take(new.len() - n_after).cloned().collect();
        Splice { first: first as u32, n_gone: (old.len() - n_after) as u32, tests }
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Splice::default()
    }

    /// What leads back from where this one leads.
    pub(super) fn held_by(&self, held: &RouteTests) -> Splice {
        let (first, n_gone) = (self.first as usize, self.n_gone as usize);
        let tests = held.as_slice().iter().skip(first).take(n_gone).cloned().collect();
        Splice { first: self.first, n_gone: self.tests.0.len() as u32, tests }
    }

    pub(super) fn put(&self, into: &mut RouteTests) {
        if self.is_empty() {
            return;
        }
        let (first, n_gone) = (self.first as usize, self.n_gone as usize);
        let old = into.as_slice();
        let after = old.iter().skip(first.saturating_add(n_gone));
        *into = old.iter().take(first).chain(self.tests.as_slice()).chain(after).cloned().collect();
    }

    pub(super) fn n_bytes(&self) -> usize {
        let tests = self.tests.as_slice().iter();
        tests.map(|test| size_of::<RouteTest>() + test.name.len()).sum()
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_u32(self.first);
        out.put_u32(self.n_gone);
        self.tests.write(out);
    }

    /// A splice of this list.
    pub(super) fn read(bytes: &mut Bytes<'_>, of: &RouteTests) -> Result<Splice, ReadError> {
        let start = bytes.clone();
        let (first, n_gone) = (bytes.u32("first route test")?, bytes.u32("route tests gone")?);
        let end = u64::from(first) + u64::from(n_gone);
        if end > of.0.len() as u64 {
            let (found, expected) = (end.cast_signed(), "an end among the tests of the area");
            return Err(start.error("route tests", Malformed::Unexpected { found, expected }));
        }
        Ok(Splice { first, n_gone, tests: RouteTests::read(bytes)? })
    }
}

fn read_test(bytes: &mut Bytes<'_>) -> Result<RouteTest, ReadError> {
    let start = bytes.clone();
    let n_name = bytes.u32("length of a name")?;
    let n_name = bytes.expect_items("name", n_name.into(), 1)?;
    let name = std::str::from_utf8(bytes.slice("name", n_name)?).map_err(|error| {
        let (found, expected) = (error.valid_up_to() as i64, "UTF-8");
        start.error("name", Malformed::Unexpected { found, expected })
    })?;
    let (from, to) = (read_place(bytes, "from")?, read_place(bytes, "to")?);
    let expect = match read_choice(bytes, "expect")? {
        false => Expect::Reached,
        true => Expect::CutOff,
    };
    let max_length = match read_choice(bytes, "limit")? {
        false => None,
        true => Some(f64::from_le_bytes(bytes.array("max length")?)),
    };
    Ok(RouteTest { name: name.to_owned(), from, to, expect, max_length })
}

fn read_place(bytes: &mut Bytes<'_>, field: &'static str) -> Result<[f64; 3], ReadError> {
    let mut axis = || Ok(f64::from_le_bytes(bytes.array(field)?));
    Ok([axis()?, axis()?, axis()?])
}

fn read_choice(bytes: &mut Bytes<'_>, field: &'static str) -> Result<bool, ReadError> {
    let start = bytes.clone();
    match bytes.u8(field)? {
        0 => Ok(false),
        1 => Ok(true),
        found => {
            let (found, expected) = (i64::from(found), "0 or 1");
            Err(start.error(field, Malformed::Unexpected { found, expected }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{act, area};
    use super::*;
    use crate::sample::rng::Rng;
    use crate::world::{Document, Editing};

    fn test(name: &str, x: f64) -> RouteTest {
        let (from, to, expect) = ([x, 72.0, -0.0], [200.0, 72.0, f64::NAN], Expect::CutOff);
        RouteTest { name: name.to_owned(), from, to, expect, max_length: Some(x / 3.0) }
    }

    fn named(names: &str) -> RouteTests {
        names.chars().map(|name| test(&name.to_string(), 72.0)).collect()
    }

    fn edit(before: &Area, after: &Area) -> (super::super::edit::Edit, Vec<u8>) {
        let edit = before.edit_to(after).unwrap();
        let mut bytes = Vec::new();
        Area::write_edit(&edit, &mut bytes);
        assert_eq!(before.read_edit(&bytes).as_ref(), Ok(&edit));
        let mut there = before.clone();
        let mut swapped = edit.clone();
        there.swap(&mut swapped);
        assert!(there == *after);
        there.swap(&mut swapped);
        assert!(there == *before && swapped == edit);
        (edit, bytes)
    }

    #[test]
    fn lists_become_others_and_come_back_by_what_differs_alone() {
        let mut rng = Rng::new(3);
        let start = area(&[(4, 4), (6, 5)], &[(0, 1)]);
        let mut editing = Editing::new(start.clone());
        let mut states = vec![start];
        for _ in 0..60 {
            let names: String =
                (0..rng.below(6)).map(|_| ['a', 'b', 'c'][rng.below(3) as usize]).collect();
            let after = editing.document().with_route_tests(named(&names));
            if after == *editing.document() {
                assert_eq!(editing.document().edit_to(&after), None);
                continue;
            }
            let (edit, _) = edit(editing.document(), &after);
            assert!(edit.is_of_route_tests_alone() && edit.nodes(&after).is_empty());
            editing.apply("Tests", edit);
            states.push(after);
        }
        for state in states.iter().rev() {
            assert!(editing.document() == state);
            editing.undo().unwrap();
        }
        let many: String = ('a'..='z').cycle().take(2_000).collect();
        let before = states[0].with_route_tests(named(&many));
        let mut tests = before.route_tests().as_slice().to_vec();
        tests[1_000].name = "other".to_owned();
        let (_, bytes) = edit(&before, &before.with_route_tests(tests.into_iter().collect()));
        assert!(bytes.len() < 400, "{} bytes for a name", bytes.len());
    }

    #[test]
    fn tests_stay_where_the_zones_change_and_the_file_knows_nothing_of_them() {
        let plain = area(&[(4, 4), (6, 5)], &[(0, 1)]);
        let before = plain.with_route_tests(named("ab"));
        assert!(before.to_apd().unwrap() == plain.to_apd().unwrap());
        let add = r#"{"action":"add-zone","x":999,"y":1000}"#;
        let after = act(&before, add).unwrap();
        assert_eq!(after.route_tests(), before.route_tests());
        let (edit, bytes) = edit(&before, &after);
        assert!(!edit.is_of_route_tests_alone());
        // Nothing is written of tests that stay.
        let mut as_before = Vec::new();
        Area::write_edit(&plain.edit_to(&act(&plain, add).unwrap()).unwrap(), &mut as_before);
        assert_eq!(bytes[0], 8);
        assert!(bytes == as_before);
        self::edit(&before, &after.with_route_tests(named("b")));
    }

    #[test]
    fn tests_cut_short_or_of_another_list_are_errors() {
        let before = area(&[(4, 4)], &[]).with_route_tests(named("abc"));
        let (_, bytes) = edit(&before, &before.with_route_tests(named("axyc")));
        for len in 0..bytes.len() {
            assert!(before.read_edit(&bytes[..len]).is_err(), "{len}");
        }
        assert!(area(&[(4, 4)], &[]).read_edit(&bytes).is_err());
        let whole = named("abc").to_bytes();
        assert_eq!(RouteTests::from_bytes(&whole), Ok(named("abc")));
        for len in 0..whole.len() {
            assert!(RouteTests::from_bytes(&whole[..len]).is_err(), "{len}");
        }
    }
}
