//! The elements of an array, each of which says where it is and where the next one is.

use super::{Outcome, Reader};
use crate::def::codec::fault::FaultKind;
use crate::def::codec::plan::{Array, Step};
use crate::def::codec::trace::What;
use crate::def::codec::value::Value;

impl<'a> Reader<'a> {
    pub(super) fn array(
        &mut self,
        array: &'a Array,
        count: Option<(u16, usize)>,
        offset: Option<(u16, usize)>,
        step: &'a Step,
    ) -> Outcome<Value> {
        let is_empty = match (count, offset) {
            (Some((count, _)), _) => count == 0,
            (None, offset) => offset.is_none_or(|(offset, _)| offset == 0),
        };
        if is_empty {
            return Ok(Value::Array { n_elements: 0, values: Box::default() });
        }
        let end_before = self.at;
        self.go_to(offset, step)?;
        // A count is a claim: no more is asked for than the rest of the packet can hold.
        let room = self.left() / array.element.min_len.max(4);
        let n_expected = count.map_or(1, |(count, _)| usize::from(count)).min(room);
        let mut values = Vec::with_capacity(n_expected.saturating_mul(array.element.n_values));
        let n_elements = self.elements(array, count, step, &mut values)?;
        if array.is_interleaved() {
            self.at = self.at.max(end_before);
        }
        Ok(Value::Array { n_elements, values: values.into() })
    }

    /// Reads elements from the cursor on, and says how many there are.
    fn elements(
        &mut self,
        array: &'a Array,
        count: Option<(u16, usize)>,
        step: &'a Step,
        values: &mut Vec<Value>,
    ) -> Outcome<u32> {
        let mut idx = 0_u32;
        self.above.enter(&step.path);
        loop {
            self.above.element(idx);
            let start = self.at;
            let opening = self.bytes.get(start..).and_then(|bytes| bytes.first_chunk());
            let Some([h0, h1, n0, n1]) = opening.copied() else {
                return Err(self.cut_element(step));
            };
            let (here, next) = (u16::from_le_bytes([h0, h1]), u16::from_le_bytes([n0, n1]));
            if usize::from(here) != start {
                let kind = FaultKind::NotHere { here, expected: start };
                return Err(self.around(kind, start, step));
            }
            self.opening([What::Here, What::Next], ["here", "next"], [here, next]);
            self.check_limit(step)?;
            self.scope(&array.element, values)?;
            idx = idx.saturating_add(1);
            match count {
                Some((count, _)) if idx >= u32::from(count) => {
                    self.above.leave();
                    if next != 0 {
                        let kind = FaultKind::MoreElements { count, next };
                        self.warn(kind, start.saturating_add(2), Some(step));
                    }
                    return Ok(idx);
                }
                Some((count, at)) if next == 0 => {
                    self.above.leave();
                    let kind = FaultKind::FewerElements { count, found: idx };
                    return Err(self.fault(kind, at, Some(step)));
                }
                None if next == 0 => {
                    self.above.leave();
                    return Ok(idx);
                }
                _ => {}
            }
            let next_at = start.saturating_add(2);
            if next <= here {
                return Err(self.around(FaultKind::Backwards { next }, next_at, step));
            }
            self.at = usize::from(next);
            if self.at >= self.bytes.len() {
                let kind = FaultKind::BadOffset { offset: next, end: self.bytes.len() };
                return Err(self.around(kind, next_at, step));
            }
        }
    }
}
