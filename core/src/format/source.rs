//! Where a reader takes a large payload from: a slice that is there, or a stream that is
//! unpacked piece by piece, so that a payload need not be in memory beside what is read from it.

use super::ReadError;
use super::bytes::Bytes;

/// A payload that is looked at through a window which moves on.
///
/// A reader asks for a window of at least the size of its largest item, reads items while that
/// much is left in it, and moves on to where it stopped. A shorter window is the end.
pub trait Source {
    /// At least `n_bytes` of what follows, or all of it where it is less.
    fn window(&mut self, n_bytes: usize) -> Result<Bytes<'_>, ReadError>;

    /// Goes on behind `offset`, which lies in the last window.
    fn move_on_to(&mut self, offset: usize);

    /// How many bytes may follow, for the room to reserve beforehand: in proportion to what is
    /// there, whatever a count in the file says.
    fn n_likely(&self) -> usize;

    /// The room to reserve for `n_items` of at least `item_size` bytes.
    fn room_for(&self, n_items: usize, item_size: usize) -> usize {
        n_items.min(self.n_likely() / item_size.max(1))
    }

    /// Everything that follows.
    fn read_rest(&mut self) -> Result<Vec<u8>, ReadError> {
        let mut rest = Vec::new();
        loop {
            let mut bytes = self.window(1)?;
            if bytes.is_empty() {
                return Ok(rest);
            }
            rest.extend_from_slice(bytes.rest());
            let offset = bytes.offset();
            self.move_on_to(offset);
        }
    }
}

impl Source for Bytes<'_> {
    fn window(&mut self, _n_bytes: usize) -> Result<Bytes<'_>, ReadError> {
        Ok(self.clone())
    }

    fn move_on_to(&mut self, offset: usize) {
        self.skip_to(offset);
    }

    fn n_likely(&self) -> usize {
        self.n_left()
    }
}
