//! Bytes → values, in the order in which the game's own parsers read them.
//!
//! A cursor goes through the fields; a variable field moves it to where its offset says, and
//! leaves it behind its data. Whatever a packet says, reading ends: elements only lead onwards, and
//! the bytes that are read, those read twice counted twice, have a limit.

mod elements;

use std::ops::Range;

use super::fault::{Above, Fault, FaultKind};
use super::plan::{Kind, Plan, Step};
use super::trace::{Read, What};
use super::value::{Packet, Scalar, Value};
use crate::def::syntax::FieldId;

/// How often all bytes of a packet may be read. In real packets each is read once; some may share
/// an empty string.
const MAX_READS: usize = 8;
/// As many warnings as anybody reads.
const MAX_WARNINGS: usize = 100;

/// A packet that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    pub packet: Packet,
    pub warnings: Vec<Fault>,
}

pub(super) struct Reader<'a> {
    /// As many as the header says.
    bytes: &'a [u8],
    at: usize,
    /// Counts and offsets of the scopes being read, with where they stand.
    metas: Vec<(u16, usize)>,
    above: Above<'a>,
    n_read: usize,
    /// The header speaks of more bytes than there are.
    cut_short: Option<Fault>,
    warnings: Vec<Fault>,
    reads: Option<Vec<Read>>,
}

/// Rare, and then the end: it is kept apart, so that all that goes well stays small.
type Outcome<T> = Result<T, Box<Fault>>;

impl<'a> Reader<'a> {
    pub(super) fn new(reads: Option<Vec<Read>>) -> Reader<'a> {
        Reader {
            bytes: &[],
            at: 0,
            metas: Vec::new(),
            above: Above::default(),
            n_read: 0,
            cut_short: None,
            warnings: Vec::new(),
            reads,
        }
    }

    pub(super) fn message(&mut self, plan: &'a Plan, bytes: &'a [u8]) -> Outcome<Packet> {
        let opcode = self.header(bytes)?;
        let mut values = Vec::with_capacity(plan.n_values.min(self.bytes.len()));
        self.scope(plan, &mut values)?;
        match self.cut_short.take() {
            Some(fault) => Err(Box::new(fault)),
            None => Ok(Packet { opcode, values }),
        }
    }

    /// That the packet is cut short, where a field has shown it already.
    pub(super) fn cut_short(&mut self) -> Option<Fault> {
        self.cut_short.take()
    }

    fn header(&mut self, bytes: &'a [u8]) -> Outcome<u16> {
        let n_bytes = bytes.len();
        let fault = |kind| Box::new(Fault { kind, field: None, path: String::new(), offset: 0 });
        let Some([l0, l1, o0, o1]) = bytes.first_chunk().copied() else {
            return Err(fault(FaultKind::NoHeader { n_bytes }));
        };
        let stated = u16::from_le_bytes([l0, l1]);
        let opcode = u16::from_le_bytes([o0, o1]);
        self.bytes = bytes.get(..usize::from(stated)).filter(|_| stated >= 4).unwrap_or(bytes);
        self.opening([What::Length, What::Opcode], ["length", "opcode"], [stated, opcode]);
        if stated < 4 {
            return Err(fault(FaultKind::BadLength { stated, n_bytes }));
        }
        if usize::from(stated) > n_bytes {
            self.cut_short = Some(*fault(FaultKind::BadLength { stated, n_bytes }));
        }
        if n_bytes > self.bytes.len() {
            let n_bytes = n_bytes - self.bytes.len();
            self.warn(FaultKind::Behind { n_bytes }, self.bytes.len(), None);
        }
        Ok(opcode)
    }

    /// Goes past the two fields that open a message or an element.
    fn opening(&mut self, whats: [What; 2], names: [&str; 2], values: [u16; 2]) {
        if self.reads.is_some() {
            for ((what, name), value) in whats.into_iter().zip(names).zip(values) {
                let range = self.at..self.at.saturating_add(2);
                self.at = range.end;
                self.note(range, what, None, name, &Value::Uint16(value));
            }
        } else {
            self.at = self.at.saturating_add(4);
        }
        self.n_read = self.n_read.saturating_add(4);
    }

    fn scope(&mut self, plan: &'a Plan, values: &mut Vec<Value>) -> Outcome<()> {
        let base = self.metas.len();
        for step in &plan.steps {
            match &step.kind {
                Kind::Scalar(scalar) => values.push(self.scalar(*scalar, step)?),
                Kind::Repeat(scalar, n) => values.push(self.repeat(*scalar, *n, step)?),
                Kind::Meta(_) => self.meta(step)?,
                Kind::Bytes { count, offset } => {
                    let (count, count_at) = self.known(base, *count);
                    values.push(self.data(count, count_at, self.maybe(base, *offset), step)?);
                }
                Kind::String { offset } => {
                    values.push(self.string(self.maybe(base, *offset), step)?);
                }
                Kind::Array(array) => {
                    let count = self.maybe(base, array.count);
                    let offset = self.maybe(base, array.offset);
                    values.push(self.array(array, count, offset, step)?);
                }
            }
        }
        self.metas.truncate(base);
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, scalar: Scalar, step: &Step) -> Outcome<Value> {
        let start = self.at;
        let read = self.bytes.get(start..).and_then(|bytes| scalar.read(bytes));
        let Some(value) = read else {
            return Err(self.cut(scalar.len(), step));
        };
        if let Value::Bool(found @ 2..) = value {
            self.warn(FaultKind::OddBool { found }, start, Some(step));
        }
        self.at = start.saturating_add(scalar.len());
        self.n_read = self.n_read.saturating_add(scalar.len());
        if self.reads.is_some() {
            self.note(start..self.at, What::Field, step.field, &step.path, &value);
        }
        Ok(value)
    }

    fn repeat(&mut self, scalar: Scalar, n: usize, step: &Step) -> Outcome<Value> {
        let needs = scalar.len().saturating_mul(n);
        if needs > self.left() {
            return Err(self.cut(needs, step));
        }
        let mut values = Vec::with_capacity(n);
        for _ in 0..n {
            values.push(self.scalar(scalar, step)?);
        }
        Ok(Value::Repeat(values.into()))
    }

    #[inline]
    fn meta(&mut self, step: &Step) -> Outcome<()> {
        let start = self.at;
        let Some(value) = self.uint16_at(start) else { return Err(self.cut(2, step)) };
        self.metas.push((value, start));
        self.at = start.saturating_add(2);
        self.n_read = self.n_read.saturating_add(2);
        if self.reads.is_some() {
            let is_count = step.kind == Kind::Meta(crate::def::layout::Role::Count);
            let what = if is_count { What::Count } else { What::Offset };
            self.note(start..self.at, what, step.field, &step.path, &Value::Uint16(value));
        }
        Ok(())
    }

    #[inline]
    fn known(&self, base: usize, meta: usize) -> (u16, usize) {
        self.metas.get(base.saturating_add(meta)).copied().unwrap_or_default()
    }

    #[inline]
    fn maybe(&self, base: usize, meta: Option<usize>) -> Option<(u16, usize)> {
        self.metas.get(base.saturating_add(meta?)).copied()
    }

    fn data(
        &mut self,
        count: u16,
        count_at: usize,
        offset: Option<(u16, usize)>,
        step: &Step,
    ) -> Outcome<Value> {
        // Of no bytes it does not matter where they are.
        if count == 0 {
            return Ok(Value::Bytes(Box::default()));
        }
        self.go_to(offset, step)?;
        let start = self.at;
        let end = start.saturating_add(usize::from(count));
        let Some(data) = self.bytes.get(start..end) else {
            let left = self.left();
            return Err(self.fault(FaultKind::BadCount { count, left }, count_at, Some(step)));
        };
        self.took(data.len(), step)?;
        let value = Value::Bytes(data.into());
        self.note(start..end, What::Field, step.field, &step.path, &value);
        Ok(value)
    }

    fn string(&mut self, offset: Option<(u16, usize)>, step: &Step) -> Outcome<Value> {
        self.go_to(offset, step)?;
        let start = self.at;
        let pairs = self.bytes.get(start..).unwrap_or_default().as_chunks::<2>().0;
        let Some(len) = pairs.iter().position(|pair| *pair == [0, 0]) else {
            return Err(self.fault(FaultKind::EndlessString, start, Some(step)));
        };
        let n_bytes = len.saturating_add(1).saturating_mul(2);
        self.took(n_bytes, step)?;
        let units = pairs.iter().take(len).map(|pair| u16::from_le_bytes(*pair)).collect();
        let value = Value::String(units);
        self.note(start..self.at, What::Field, step.field, &step.path, &value);
        Ok(value)
    }

    /// Moves the cursor to where an offset says that the data of a field is.
    #[inline]
    fn go_to(&mut self, offset: Option<(u16, usize)>, step: &Step) -> Outcome<()> {
        let Some((offset, offset_at)) = offset else { return Ok(()) };
        let (to, end) = (usize::from(offset), self.bytes.len());
        if to < 4 || to >= end {
            let kind = FaultKind::BadOffset { offset, end };
            return Err(self.fault(kind, offset_at, Some(step)));
        }
        self.at = to;
        Ok(())
    }

    fn took(&mut self, n_bytes: usize, step: &Step) -> Outcome<()> {
        self.at = self.at.saturating_add(n_bytes);
        self.n_read = self.n_read.saturating_add(n_bytes);
        self.check_limit(step)
    }

    #[inline]
    fn check_limit(&self, step: &Step) -> Outcome<()> {
        if self.n_read > self.bytes.len().saturating_mul(MAX_READS) {
            return Err(self.fault(FaultKind::TooMuch, self.at, Some(step)));
        }
        Ok(())
    }

    fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    fn uint16_at(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(*self.bytes.get(at..)?.first_chunk()?))
    }

    #[cold]
    fn cut(&self, needs: usize, step: &Step) -> Box<Fault> {
        self.fault(FaultKind::Cut { needs, left: self.left() }, self.at, Some(step))
    }

    #[cold]
    fn cut_element(&self, step: &Step) -> Box<Fault> {
        self.around(FaultKind::Cut { needs: 4, left: self.left() }, self.at, step)
    }

    /// A fault of the element that is being read, rather than of a field in it.
    #[cold]
    fn around(&self, kind: FaultKind, offset: usize, step: &Step) -> Box<Fault> {
        Box::new(Fault { kind, field: step.field, path: self.above.path(""), offset })
    }

    #[cold]
    fn fault(&self, kind: FaultKind, offset: usize, step: Option<&Step>) -> Box<Fault> {
        let path = step.map_or_else(String::new, |step| self.above.path(&step.path));
        Box::new(Fault { kind, field: step.and_then(|step| step.field), path, offset })
    }

    #[cold]
    fn warn(&mut self, kind: FaultKind, offset: usize, step: Option<&Step>) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(*self.fault(kind, offset, step));
        }
    }

    fn note(
        &mut self,
        range: Range<usize>,
        what: What,
        field: Option<FieldId>,
        name: &str,
        value: &Value,
    ) {
        if let Some(reads) = &mut self.reads {
            let path = self.above.path(name);
            reads.push(Read { range, what, field, path, value: value.clone() });
        }
    }

    /// True where bytes of the packet were not read; those read twice may hide some.
    pub(super) fn has_left_over(&self) -> bool {
        self.n_read < self.bytes.len()
    }

    /// The length of the packet, once its header was read.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn finish(self) -> (Vec<Fault>, Vec<Read>) {
        (self.warnings, self.reads.unwrap_or_default())
    }
}
