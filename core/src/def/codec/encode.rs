//! Values → bytes: the one packet that the game's own writers make of them.
//!
//! Fields stand in the order of the layout. Every count and offset is worked out; an empty array
//! has the offset 0, empty bytes have that of where they would be.

use super::fault::{Above, Misfit};
use super::plan::{Array, Kind, Plan, Step};
use super::value::{Packet, Value};

/// The longest packet: its length is a uint16.
const MAX_LEN: usize = 0xffff;

pub(super) struct Writer<'a> {
    out: Vec<u8>,
    /// Where the counts and offsets of the scopes being written stand.
    metas: Vec<usize>,
    above: Above<'a>,
}

/// An array on its way: its elements, and where the link to the next one stands.
struct Chain<'a, 'v> {
    array: &'a Array,
    step: &'a Step,
    elements: std::slice::ChunksExact<'v, Value>,
    n_left: u32,
    link: Option<usize>,
}

impl<'a> Writer<'a> {
    pub(super) fn packet(plan: &'a Plan, packet: &Packet) -> Result<Vec<u8>, Misfit> {
        let mut writer = Writer { out: vec![0; 4], metas: Vec::new(), above: Above::default() };
        writer.scope(plan, &packet.values)?;
        let len = writer.here("")?;
        writer.put_at(0, len);
        writer.put_at(2, packet.opcode);
        Ok(writer.out)
    }

    fn scope(&mut self, plan: &'a Plan, values: &[Value]) -> Result<(), Misfit> {
        if values.len() != plan.n_values {
            let message = format!("{} values for {} fields", values.len(), plan.n_values);
            return Err(self.misfit("", message));
        }
        let base = self.metas.len();
        let mut values = values.iter();
        let mut chains: Vec<Chain<'a, '_>> = Vec::new();
        let mut n_in_turn = 0;
        for step in &plan.steps {
            if let Kind::Meta(_) = step.kind {
                self.metas.push(self.out.len());
                self.out.extend([0; 2]);
                continue;
            }
            let Some(value) = values.next() else { break };
            match &step.kind {
                Kind::Array(array) => {
                    n_in_turn = n_in_turn.max(array.n_interleaved);
                    chains.push(self.chain(array, base, step, value)?);
                    if chains.len() >= n_in_turn {
                        self.elements(&mut chains)?;
                        chains.clear();
                        n_in_turn = 0;
                    }
                }
                _ => self.value(base, step, value)?,
            }
        }
        self.metas.truncate(base);
        Ok(())
    }

    fn value(&mut self, base: usize, step: &Step, value: &Value) -> Result<(), Misfit> {
        match (&step.kind, value) {
            (Kind::Scalar(scalar), _) if value.scalar() == Some(*scalar) => {
                value.write(&mut self.out);
            }
            (Kind::Scalar(scalar), _) => return Err(self.wrong(step, scalar.name())),
            (Kind::Repeat(scalar, n), Value::Repeat(values)) if values.len() == *n => {
                for value in values {
                    if value.scalar() != Some(*scalar) {
                        return Err(self.wrong(step, scalar.name()));
                    }
                    value.write(&mut self.out);
                }
            }
            (Kind::Repeat(scalar, n), _) => {
                let message = format!("it takes {n} values of the type {}", scalar.name());
                return Err(self.misfit(&step.path, message));
            }
            (Kind::Bytes { count, offset }, Value::Bytes(bytes)) => {
                let n_bytes = self.fit(bytes.len(), step)?;
                self.put_meta(base, Some(*count), n_bytes);
                let here = self.here(&step.path)?;
                self.put_meta(base, *offset, here);
                self.out.extend(bytes.iter());
            }
            (Kind::String { offset }, Value::String(units)) => {
                if units.contains(&0) {
                    let message = "a string can't hold NUL, which ends it".to_owned();
                    return Err(self.misfit(&step.path, message));
                }
                self.fit(units.len(), step)?;
                let here = self.here(&step.path)?;
                self.put_meta(base, *offset, here);
                self.out.extend(units.iter().chain(&[0]).flat_map(|unit| unit.to_le_bytes()));
            }
            (Kind::Bytes { .. }, _) => return Err(self.wrong(step, "bytes")),
            (Kind::String { .. }, _) => return Err(self.wrong(step, "string")),
            (Kind::Meta(_) | Kind::Array(_), _) => {}
        }
        Ok(())
    }

    /// Writes the count of an array, and gets its elements ready.
    fn chain<'v>(
        &mut self,
        array: &'a Array,
        base: usize,
        step: &'a Step,
        value: &'v Value,
    ) -> Result<Chain<'a, 'v>, Misfit> {
        let Value::Array { n_elements, values } = value else {
            return Err(self.wrong(step, "array"));
        };
        let n_values = array.element.n_values;
        let n_expected = usize::try_from(*n_elements).ok().and_then(|n| n.checked_mul(n_values));
        if n_expected != Some(values.len()) {
            let message = format!(
                "{} values for {n_elements} elements of {n_values} fields each",
                values.len()
            );
            return Err(self.misfit(&step.path, message));
        }
        let count = self.fit(usize::try_from(*n_elements).unwrap_or(usize::MAX), step)?;
        self.put_meta(base, array.count, count);
        let link = array.offset.and_then(|meta| self.metas.get(base.saturating_add(meta)).copied());
        let elements = values.chunks_exact(n_values.max(1));
        Ok(Chain { array, step, elements, n_left: *n_elements, link })
    }

    /// Writes the elements of arrays that take turns, or of one that stands alone.
    fn elements(&mut self, chains: &mut [Chain<'a, '_>]) -> Result<(), Misfit> {
        let mut idx = 0_u32;
        while chains.iter().any(|chain| chain.n_left > 0) {
            for chain in chains.iter_mut().filter(|chain| chain.n_left > 0) {
                self.above.enter(&chain.step.path);
                self.above.element(idx);
                let here = self.here("")?;
                if let Some(link) = chain.link {
                    self.put_at(link, here);
                }
                self.out.extend(here.to_le_bytes());
                chain.link = Some(self.out.len());
                self.out.extend([0; 2]);
                let values = chain.elements.next().unwrap_or_default();
                self.scope(&chain.array.element, values)?;
                self.above.leave();
                chain.n_left -= 1;
            }
            idx = idx.saturating_add(1);
        }
        Ok(())
    }

    /// Where the packet ends so far, which has to fit an offset.
    fn here(&self, name: &str) -> Result<u16, Misfit> {
        u16::try_from(self.out.len()).map_err(|_| self.too_long(name))
    }

    fn fit(&self, len: usize, step: &Step) -> Result<u16, Misfit> {
        u16::try_from(len).map_err(|_| self.too_long(&step.path))
    }

    fn put_meta(&mut self, base: usize, meta: Option<usize>, value: u16) {
        let at = meta.and_then(|meta| self.metas.get(base.saturating_add(meta)));
        if let Some(at) = at.copied() {
            self.put_at(at, value);
        }
    }

    fn put_at(&mut self, at: usize, value: u16) {
        if let Some(bytes) = self.out.get_mut(at..).and_then(|out| out.first_chunk_mut()) {
            *bytes = value.to_le_bytes();
        }
    }

    fn too_long(&self, name: &str) -> Misfit {
        self.misfit(name, format!("the packet is already longer than {MAX_LEN} bytes here"))
    }

    fn wrong(&self, step: &Step, ty: &str) -> Misfit {
        self.misfit(&step.path, format!("the value is not of the type {ty}"))
    }

    fn misfit(&self, name: &str, message: String) -> Misfit {
        Misfit { path: self.above.path(name), message }
    }
}
