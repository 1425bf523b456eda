//! Pictures as files and screens have them, in any size: whole cells where a picture grows, the
//! mean of them where it shrinks.

use super::palette::Rgb;

/// Pixels in rows, the northernmost first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Image {
    pub width: u32,
    pub height: u32,
    /// Row by row; always `width` × `height` of them.
    pub pixels: Vec<Rgb>,
}

/// How much of a source pixel goes into a pixel.
struct Share {
    at: usize,
    weight: u64,
}

impl Image {
    pub fn filled(width: u32, height: u32, colour: Rgb) -> Image {
        Image { width, height, pixels: vec![colour; width as usize * height as usize] }
    }

    fn row(&self, y: usize) -> &[Rgb] {
        let width = self.width as usize;
        self.pixels.get(y * width..(y + 1) * width).unwrap_or_default()
    }

    /// The same picture in another size, no pixel of it blurred that needs not be.
    pub fn scaled(&self, width: u32, height: u32) -> Image {
        let columns: Vec<Vec<Share>> = shares(self.width, width);
        let rows = shares(self.height, height);
        let mut pixels = Vec::with_capacity(columns.len() * rows.len());
        let mut last: Option<(usize, usize)> = None;
        for row in &rows {
            if let [Share { at, .. }] = row.as_slice() {
                // Rows that grow from the same one are copies of each other.
                match last.filter(|(of, _)| of == at) {
                    Some((_, start)) => pixels.extend_from_within(start..start + columns.len()),
                    None => {
                        last = Some((*at, pixels.len()));
                        let source = self.row(*at);
                        pixels.extend(columns.iter().map(|column| mean([(source, 1)], column)));
                    }
                }
                continue;
            }
            let sources: Vec<(&[Rgb], u64)> =
                row.iter().map(|share| (self.row(share.at), share.weight)).collect();
            pixels.extend(columns.iter().map(|column| mean(sources.iter().copied(), column)));
        }
        Image { width: columns.len() as u32, height: rows.len() as u32, pixels }
    }
}

/// For each new pixel of a side, the old ones that it is made from.
fn shares(old: u32, new: u32) -> Vec<Vec<Share>> {
    let (old, new) = (u64::from(old), u64::from(new));
    let share = |n: u64| -> Vec<Share> {
        if new >= old {
            // The old pixel that the middle of the new one lies in.
            let at = (2 * n + 1) * old / (2 * new);
            return vec![Share { at: at as usize, weight: 1 }];
        }
        // Counted in parts of which an old pixel has `new` and a new one `old`.
        let (start, end) = (n * old, (n + 1) * old);
        let covered = start / new..end.div_ceil(new);
        let weight = |at: u64| ((at + 1) * new).min(end) - (at * new).max(start);
        covered.map(|at| Share { at: at as usize, weight: weight(at) }).collect()
    };
    if old == 0 { Vec::new() } else { (0..new).map(share).collect() }
}

#[inline]
fn mean<'r>(rows: impl IntoIterator<Item = (&'r [Rgb], u64)>, column: &[Share]) -> Rgb {
    let (mut sums, mut total) = ([0; 3], 0);
    for (row, row_weight) in rows {
        for share in column {
            let weight = row_weight * share.weight;
            let Rgb(parts) = row.get(share.at).copied().unwrap_or_default();
            for (sum, part) in sums.iter_mut().zip(parts) {
                *sum += u64::from(part) * weight;
            }
            total += weight;
        }
    }
    Rgb(sums.map(|sum| ((sum + total / 2) / total.max(1)) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: u32, parts: &[u8]) -> Image {
        let pixels: Vec<Rgb> = parts.iter().map(|part| Rgb([*part; 3])).collect();
        Image { width, height: pixels.len() as u32 / width, pixels }
    }

    #[test]
    fn growing_keeps_every_colour_and_no_other() {
        let image = grey(2, &[1, 2, 3, 4]);
        assert_eq!(image.scaled(4, 2), grey(4, &[1, 1, 2, 2, 3, 3, 4, 4]));
        assert_eq!(image.scaled(3, 3), grey(3, &[1, 2, 2, 3, 4, 4, 3, 4, 4]));
        assert_eq!(image.scaled(2, 2), image);
    }

    #[test]
    fn shrinking_takes_the_mean_of_what_is_covered() {
        let image = grey(4, &[0, 100, 40, 60, 100, 200, 40, 60]);
        assert_eq!(image.scaled(2, 1), grey(2, &[100, 50]));
        let row = grey(3, &[0, 90, 30]);
        assert_eq!(row.scaled(2, 1), grey(2, &[30, 50]), "one and a half each");
        assert_eq!(row.scaled(1, 2), grey(1, &[40, 40]), "down and up at once");
    }

    #[test]
    fn nothing_stays_nothing() {
        assert_eq!(Image::default().scaled(3, 3), Image::default());
        assert_eq!(grey(1, &[7]).scaled(0, 5).pixels, []);
    }
}
