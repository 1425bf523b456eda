//! The words of a column that an edit changes, as runs.

use std::ops::Range;

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
    /// The shorter of both ways to hold them.
    fn shorter(mut repeats: Vec<Repeat>) -> Values {
        let n_words: usize = repeats.iter().map(|repeat| repeat.n as usize).sum();
        if 2 * repeats.len() <= n_words {
            repeats.shrink_to_fit();
            return Values::Repeats(repeats);
        }
        let words = repeats.iter().flat_map(|run| std::iter::repeat_n(run.value, run.n as usize));
        let mut each = Vec::with_capacity(n_words);
        each.extend(words);
        Values::Each(each)
    }
}

/// Gathers words as runs.
#[derive(Debug, Default)]
struct Runs(Vec<Repeat>);

impl Runs {
    fn push(&mut self, n: usize, value: u32) {
        // Documents have no more cells than fit.
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        match self.0.last_mut() {
            Some(last) if last.value == value => last.n = last.n.saturating_add(n),
            _ => self.0.push(Repeat { n, value }),
        }
    }

    /// Answers with the value where the words have but one.
    fn extend(&mut self, words: &[u32]) -> Option<u32> {
        let first = words.first().copied();
        for run in words.chunk_by(|a, b| a == b) {
            let value = run.first().copied().unwrap_or_default();
            self.push(run.len(), value);
            if run.len() == words.len() {
                return first;
            }
        }
        None
    }
}

/// Gathers a patch from places in rising order.
#[derive(Debug, Default)]
pub(super) struct Patcher {
    spans: Vec<Span>,
    runs: Runs,
    /// The last two pages that were compared and differ in all words, the new one of one value.
    wholly: Option<(*const u32, *const u32, u32)>,
}

impl Patcher {
    /// The words of a page that are others in a new one, which is as long.
    pub(super) fn push_difference(&mut self, start: usize, old: &[u32], new: &[u32]) {
        if let Some((last_old, last_new, value)) = self.wholly
            && (last_old, last_new) == (old.as_ptr(), new.as_ptr())
        {
            // One page may stand in many places.
            self.push_span(start, old.len());
            self.runs.push(old.len(), value);
            return;
        }
        self.wholly = None;
        let rest = |at: usize| {
            let (old, new) = (old.get(at..), new.get(at..));
            old.unwrap_or_default().iter().zip(new.unwrap_or_default())
        };
        let mut at = 0;
        while at < new.len() {
            at += rest(at).take_while(|(old, new)| old == new).count();
            let n_others = rest(at).take_while(|(old, new)| old != new).count();
            let others = new.get(at..at + n_others).unwrap_or_default();
            if !others.is_empty() {
                self.push_span(start + at, n_others);
                let value = self.runs.extend(others).filter(|_| n_others == new.len());
                self.wholly = value.map(|value| (old.as_ptr(), new.as_ptr(), value));
            }
            at += n_others;
        }
    }

    fn push_span(&mut self, start: usize, len: usize) {
        // Documents have no more cells than fit.
        let (Ok(start), Ok(len)) = (u32::try_from(start), u32::try_from(len)) else { return };
        match self.spans.last_mut() {
            Some(last) if last.start + last.len == start => last.len += len,
            _ => self.spans.push(Span { start, len }),
        }
    }

    pub(super) fn finish(mut self) -> Patch {
        self.spans.shrink_to_fit();
        Patch { spans: self.spans, values: Values::shorter(self.runs.0) }
    }
}

impl Patch {
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Behind the last place; 0 where it is empty.
    pub fn end(&self) -> usize {
        self.spans.last().map_or(0, |last| last.range().end)
    }

    /// Every place, in rising order.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.spans.iter().flat_map(Span::range)
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
        let mut runs = Runs::default();
        // The piece read last, where it has one value: many pieces may be the same one.
        let mut last: Option<(&[u32], u32)> = None;
        for piece in self.spans.iter().flat_map(|span| column.pieces(span.range())) {
            match last {
                Some((same, value)) if std::ptr::eq(same, piece) => runs.push(piece.len(), value),
                _ => last = runs.extend(piece).map(|value| (piece, value)),
            }
        }
        Patch { spans: self.spans.clone(), values: Values::shorter(runs.0) }
    }

    pub fn put(&self, column: &mut Column) {
        match &self.values {
            Values::Repeats(repeats) => self.put_repeats(repeats, column),
            Values::Each(each) => {
                let mut left = each.as_slice();
                for span in &self.spans {
                    let (words, later) = left.split_at(left.len().min(span.len as usize));
                    column.write(span.range(), words);
                    left = later;
                }
            }
        }
    }

    fn put_repeats(&self, repeats: &[Repeat], column: &mut Column) {
        let mut repeats = repeats.iter().copied();
        let mut repeat = Repeat { n: 0, value: 0 };
        let mut full = None;
        for span in &self.spans {
            let Range { mut start, end } = span.range();
            while start < end {
                if repeat.n == 0 {
                    let Some(next) = repeats.next() else { return };
                    repeat = next;
                }
                let n = repeat.n.min(u32::try_from(end - start).unwrap_or(u32::MAX));
                column.fill(start..start + n as usize, repeat.value, &mut full);
                start += n as usize;
                repeat.n -= n;
            }
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
    pub fn range(&self) -> Range<usize> {
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
