//! The triangles of a Wavefront OBJ file, as drawing programs write it.
//!
//! Only places and faces are read. Materials, normals, texture places, curves and groups say nothing about where
//! somebody can walk, and are left out. Numbers are as the file has them: an OBJ has no unit and no up.

use std::str::FromStr;

/// Places, and three of them for each triangle.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Triangles {
    pub places: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

/// What is wrong with a file: the line, from 1, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BadObj {
    pub line: usize,
    pub reason: String,
}

/// Reads all faces; `most` of each are taken, places and triangles.
pub fn read(text: &[u8], most: usize) -> Result<Triangles, BadObj> {
    let mut read = Triangles::default();
    let mut lines = text.split(|byte| *byte == b'\n').enumerate();
    while let Some((at, line)) = lines.next() {
        let mut line = String::from_utf8_lossy(line).into_owned();
        // A line may go on behind a backslash.
        while let Some(n) = line.trim_end().strip_suffix('\\').map(str::len) {
            let Some((_, more)) = lines.next() else { break };
            line.truncate(n);
            line.push(' ');
            line.push_str(&String::from_utf8_lossy(more));
        }
        let wrong = |reason: String| BadObj { line: at + 1, reason };
        let said = line.split('#').next().unwrap_or_default();
        let mut words = said.split_whitespace();
        match words.next() {
            Some("v") => read.places.push(place(words).map_err(wrong)?),
            Some("f") => read.face(words).map_err(wrong)?,
            _ => {}
        }
        if read.places.len().max(read.triangles.len()) > most {
            return Err(wrong(format!("more than {most} places or triangles")));
        }
    }
    Ok(read)
}

fn place<'a>(words: impl Iterator<Item = &'a str>) -> Result<[f32; 3], String> {
    let numbers: Vec<f32> = words.take(3).map(number).collect::<Result<_, _>>()?;
    let place =
        <[f32; 3]>::try_from(numbers).map_err(|_| "a place has three numbers".to_owned())?;
    match place.iter().all(|number| number.is_finite()) {
        true => Ok(place),
        false => Err("a place is not finite".to_owned()),
    }
}

fn number<N: FromStr>(word: &str) -> Result<N, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}

impl Triangles {
    /// A face goes around its corners; it is cut into triangles from the first one.
    fn face<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let corners: Vec<u32> = words.map(|word| self.corner(word)).collect::<Result<_, _>>()?;
        let [first, more @ ..] = corners.as_slice() else {
            return Err("a face has no corner".to_owned());
        };
        if more.len() < 2 {
            return Err("a face has fewer than three corners".to_owned());
        }
        let pairs = more.iter().zip(more.iter().skip(1));
        self.triangles.extend(pairs.map(|(second, third)| [*first, *second, *third]));
        Ok(())
    }

    /// `7`, `7/1` or `7//3`, from 1; `-1` is the last place so far.
    fn corner(&self, word: &str) -> Result<u32, String> {
        let number: i64 = number(word.split('/').next().unwrap_or_default())?;
        let n = self.places.len() as i64;
        let idx = if number < 0 { n.saturating_add(number) } else { number - 1 };
        match u32::try_from(idx) {
            Ok(idx) if i64::from(idx) < n => Ok(idx),
            _ => Err(format!("there is no place {number}; {n} are above this line")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        read(text.as_bytes(), 100).unwrap_err().to_string()
    }

    #[test]
    fn faces_of_any_kind_become_triangles() {
        let text = "# made by hand\r\nmtllib a.mtl\no Thing\nv 0 0 0\r\nv 1 0 0 1.0\nv 1 1 0\nv 0 1e0 0 # end\n\
                    vt 0 0\nvn 0 0 1\nf 1/1/1 2//1 3 \\\n 4\nf -4 -3 -2\n";
        let read = read(text.as_bytes(), 100).unwrap();
        assert_eq!(read.places.len(), 4);
        assert_eq!(read.triangles, [[0, 1, 2], [0, 2, 3], [0, 1, 2]]);
    }

    #[test]
    fn a_wrong_line_is_named() {
        assert_eq!(
            refusal("v 0 0 0\nf 1 1 2\n"),
            "line 2: there is no place 2; 1 are above this line"
        );
        assert_eq!(refusal("v 0 0\n"), "line 1: a place has three numbers");
        assert_eq!(refusal("\nv 0 0 x\n"), "line 2: `x` is not a number");
        assert_eq!(refusal("v 0 0 inf"), "line 1: a place is not finite");
        assert_eq!(
            refusal("v 0 0 0\nf 1 0 1"),
            "line 2: there is no place 0; 1 are above this line"
        );
        assert_eq!(
            refusal("f -9223372036854775808 1 1"),
            "line 1: there is no place -9223372036854775808; 0 are above this line"
        );
        assert_eq!(refusal("v 0 0 0\nf 1 1"), "line 2: a face has fewer than three corners");
        assert_eq!(
            refusal(&"v 0 0 0\n".repeat(101)),
            "line 101: more than 100 places or triangles"
        );
    }

    /// It took the square of their number once.
    #[test]
    fn a_line_may_go_on_a_million_times() {
        let text = format!("v 1 2 3\nf 1 1 {}1\n", "\\\n".repeat(1_000_000));
        assert_eq!(read(text.as_bytes(), 100).unwrap().triangles, [[0, 0, 0]]);
    }

    #[test]
    fn no_bytes_are_too_odd() {
        for text in
            [&b"\xFF\xFE\\"[..], b"f", b"v", b"\\\n\\\n\\", b"f 1", b"f / / /", b"v 1 2 3\\"]
        {
            let _ = read(text, 10);
        }
    }
}
