//! The words of a column that an edit changes, as runs.

use crate::format::bytes::{Bytes, Put};
use crate::format::{Malformed, ReadError};

use super::column::Column;

/// Words at places of a column; nothing where a patch is empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Patch {
    /// In order, apart from each other, none of them empty.
    spans: Vec<Span>,
    /// One word for each place in the spans.
    values: Values,
}

/// Places that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub start: u32,
    pub len: u32,
}

/// Words in order: as repeats where that is shorter.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Values {
    Repeats(Vec<Repeat>),
    Each(Vec<u32>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Repeat {
    n: u32,
    value: u32,
}

impl Default for Values {
    fn default() -> Values {
        Values::Repeats(Vec::new())
    }
}

impl Values {
    fn iter(&self) -> impl Iterator<Item = u32> {
        let (repeats, each): (&[Repeat], &[u32]) = match self {
            Values::Repeats(repeats) => (repeats, &[]),
            Values::Each(each) => (&[], each),
        };
        let repeated =
            repeats.iter().flat_map(|repeat| std::iter::repeat_n(repeat.value, repeat.n as usize));
        repeated.chain(each.iter().copied())
    }

    /// The shorter of both ways to hold them.
    fn of(values: impl Iterator<Item = u32>) -> Values {
        let mut repeats: Vec<Repeat> = Vec::new();
        for value in values {
            push(&mut repeats, value);
        }
        Values::shorter(repeats)
    }

    fn shorter(repeats: Vec<Repeat>) -> Values {
        let n_words: usize = repeats.iter().map(|repeat| repeat.n as usize).sum();
        let mut values = Values::Repeats(repeats);
        if let Values::Repeats(repeats) = &mut values {
            if 2 * repeats.len() <= n_words {
                repeats.shrink_to_fit();
            } else {
                values = Values::Each(values.iter().collect());
            }
        }
        values
    }
}

fn push(repeats: &mut Vec<Repeat>, value: u32) {
    match repeats.last_mut() {
        Some(last) if last.value == value => last.n += 1,
        _ => repeats.push(Repeat { n: 1, value }),
    }
}

/// Gathers a patch from places in rising order.
#[derive(Debug, Default)]
pub(super) struct Patcher {
    spans: Vec<Span>,
    repeats: Vec<Repeat>,
}

impl Patcher {
    pub(super) fn push(&mut self, idx: usize, value: u32) {
        // Documents have no more cells than fit.
        let Ok(idx) = u32::try_from(idx) else { return };
        match self.spans.last_mut() {
            Some(last) if last.start + last.len == idx => last.len += 1,
            _ => self.spans.push(Span { start: idx, len: 1 }),
        }
        push(&mut self.repeats, value);
    }

    pub(super) fn finish(mut self) -> Patch {
        self.spans.shrink_to_fit();
        Patch { spans: self.spans, values: Values::shorter(self.repeats) }
    }
}

impl Patch {
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub fn n_cells(&self) -> usize {
        self.spans.iter().map(|span| span.len as usize).sum()
    }

    /// How much memory it takes, itself left out.
    pub fn n_bytes(&self) -> usize {
        let n_values = match &self.values {
            Values::Repeats(repeats) => 8 * repeats.len(),
            Values::Each(each) => 4 * each.len(),
        };
        8 * self.spans.len() + n_values
    }

    /// What a column has at its places.
    pub fn held_by(&self, column: &Column) -> Patch {
        let ranges = self.spans.iter().map(Span::range);
        let values = ranges.flat_map(|range| column.pieces(range).flatten().copied());
        Patch { spans: self.spans.clone(), values: Values::of(values) }
    }

    pub fn put(&self, column: &mut Column) {
        let mut values = self.values.iter();
        for span in &self.spans {
            column.write(span.range(), &mut values);
        }
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.put_count(self.spans.len());
        for span in &self.spans {
            out.put_u32(span.start);
            out.put_u32(span.len);
        }
        match &self.values {
            Values::Repeats(repeats) => {
                out.put_u8(0);
                out.put_count(repeats.len());
                for repeat in repeats {
                    out.put_u32(repeat.n);
                    out.put_u32(repeat.value);
                }
            }
            Values::Each(each) => {
                out.put_u8(1);
                out.put_count(each.len());
                each.iter().for_each(|value| out.put_u32(*value));
            }
        }
    }

    /// Reads what [`Patch::write`] wrote about a column of `n_cells`.
    pub(super) fn read(bytes: &mut Bytes<'_>, n_cells: usize) -> Result<Patch, ReadError> {
        let start = bytes.clone();
        let n_spans = bytes.u32("spans")?;
        let n_spans = bytes.expect_items("spans", n_spans.into(), 8)?;
        let mut spans = Vec::with_capacity(n_spans);
        let mut end: u64 = 0;
        for _ in 0..n_spans {
            let span = Span { start: bytes.u32("span start")?, len: bytes.u32("span len")? };
            if u64::from(span.start) < end || span.len == 0 {
                let expected = "cells in rising order";
                let found = i64::from(span.start);
                return Err(start.error("spans", Malformed::Unexpected { found, expected }));
            }
            end = u64::from(span.start) + u64::from(span.len);
            spans.push(span);
        }
        if end > n_cells as u64 {
            let (found, expected) = (end as i64, "cells of the map");
            return Err(start.error("spans", Malformed::Unexpected { found, expected }));
        }
        let (values, n_values) = read_values(bytes)?;
        let n_places: u64 = spans.iter().map(|span| u64::from(span.len)).sum();
        if n_values != n_places {
            let (found, expected) = (n_values as i64, "a value for each cell");
            return Err(start.error("values", Malformed::Unexpected { found, expected }));
        }
        Ok(Patch { spans, values })
    }
}

fn read_values(bytes: &mut Bytes<'_>) -> Result<(Values, u64), ReadError> {
    let start = bytes.clone();
    let kind = bytes.u8("kind of values")?;
    let n = bytes.u32("values")?;
    match kind {
        0 => {
            let n = bytes.expect_items("values", n.into(), 8)?;
            let mut repeats = Vec::with_capacity(n);
            for _ in 0..n {
                repeats.push(Repeat { n: bytes.u32("repeats")?, value: bytes.u32("value")? });
            }
            let n_values = repeats.iter().map(|repeat| u64::from(repeat.n)).sum();
            Ok((Values::Repeats(repeats), n_values))
        }
        1 => {
            let n = bytes.expect_items("values", n.into(), 4)?;
            let each = (0..n).map(|_| bytes.u32("value")).collect::<Result<Vec<_>, _>>()?;
            Ok((Values::Each(each), n as u64))
        }
        kind => {
            let (found, expected) = (i64::from(kind), "0 or 1");
            Err(start.error("kind of values", Malformed::Unexpected { found, expected }))
        }
    }
}

impl Span {
    pub fn range(&self) -> std::ops::Range<usize> {
        let start = self.start as usize;
        start..start + self.len as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(old: &[u32], new: &[u32]) -> (Column, Column, Patch) {
        let (old, new): (Column, Column) =
            (old.iter().copied().collect(), new.iter().copied().collect());
        let patch = old.patch_to(&new);
        (old, new, patch)
    }

    #[test]
    fn a_patch_put_and_put_back_leaves_nothing() {
        let (mut column, new, patch) = patch(&[0, 0, 1, 1, 2, 3, 4, 5], &[9, 9, 1, 9, 6, 7, 8, 5]);
        let old = column.clone();
        let back = patch.held_by(&column);
        patch.put(&mut column);
        assert_eq!(column, new);
        back.put(&mut column);
        assert_eq!(column, old);
        assert_eq!(patch.n_cells(), 6);
    }

    #[test]
    fn runs_of_a_value_are_short() {
        let (_, _, one_value) = patch(&[0; 1000], &[5; 1000]);
        assert_eq!(one_value.n_bytes(), 16);
        let noise: Vec<u32> = (1..=1000).collect();
        let (_, _, many) = patch(&[0; 1000], &noise);
        assert_eq!(many.n_bytes(), 8 + 4000);
    }

    #[test]
    fn bytes_give_the_patch_back_and_every_prefix_is_an_error() {
        for new in [[1, 1, 0, 2, 2], [1, 2, 3, 4, 5], [0; 5]] {
            let (_, _, patch) = patch(&[0; 5], &new);
            let mut bytes = Vec::new();
            patch.write(&mut bytes);
            assert_eq!(Patch::read(&mut Bytes::new(&bytes), 5), Ok(patch.clone()));
            for len in 0..bytes.len() {
                assert!(Patch::read(&mut Bytes::new(&bytes[..len]), 5).is_err());
            }
            assert_eq!(
                Patch::read(&mut Bytes::new(&bytes), 4).is_err(),
                !patch.is_empty() && new[4] != 0
            );
        }
    }
}
