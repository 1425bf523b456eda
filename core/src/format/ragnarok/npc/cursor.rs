//! A cursor over the text of scripts, which knows its line, comments, and where a script ends.

pub(super) struct Cursor<'a> {
    data: &'a [u8],
    offset: usize,
    line: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(data: &'a [u8]) -> Cursor<'a> {
        // Some editors mark UTF-8.
        let offset = if data.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        Cursor { data, offset, line: 1 }
    }

    /// The same in the middle of a file.
    pub(super) fn at_line(data: &'a [u8], line: usize) -> Cursor<'a> {
        Cursor { data, offset: 0, line }
    }

    pub(super) fn line(&self) -> usize {
        self.line
    }

    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.data.get(self.offset..).unwrap_or_default()
    }

    /// Moves on, and counts the lines.
    pub(super) fn skip(&mut self, len: usize) {
        let rest = self.rest();
        let skipped = rest.get(..len).unwrap_or(rest);
        self.line += skipped.iter().filter(|byte| **byte == b'\n').count();
        self.offset += skipped.len();
    }

    /// The line from here on, without what ends it.
    pub(super) fn rest_of_line(&self) -> &'a [u8] {
        let rest = self.rest();
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let line = rest.get(..end).unwrap_or(rest);
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    pub(super) fn skip_line(&mut self) {
        let rest = self.rest();
        let end = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
        self.skip(end);
    }

    /// Whether anything follows.
    pub(super) fn skip_blanks_and_comments(&mut self) -> bool {
        loop {
            let n_blanks = self.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.skip(n_blanks);
            if !self.skip_comment() {
                return !self.rest().is_empty();
            }
        }
    }

    /// Whether there was one here.
    pub(super) fn skip_comment(&mut self) -> bool {
        if self.rest().starts_with(b"//") {
            self.skip_line();
        } else if self.rest().starts_with(b"/*") {
            let end = self.rest().windows(2).skip(2).position(|pair| pair == b"*/");
            self.skip(end.map_or(usize::MAX, |end| end + 4));
        } else {
            return false;
        }
        true
    }

    /// Whether there was one here. A string that its line does not close ends there.
    pub(super) fn skip_string(&mut self) -> bool {
        if self.rest().first() != Some(&b'"') {
            return false;
        }
        let mut is_escaped = false;
        let end = self.rest().iter().skip(1).position(|byte| {
            let is_end = !is_escaped && *byte == b'"' || *byte == b'\n';
            is_escaped = !is_escaped && *byte == b'\\';
            is_end
        });
        self.skip(end.map_or(usize::MAX, |end| end + 2));
        true
    }

    /// Goes behind the script whose brace opens at `from` or later, and gives what is in it, with
    /// its first line. Where it is not closed, the cursor stays.
    pub(super) fn skip_body(&mut self, from: usize) -> Option<(usize, &'a [u8])> {
        let mut inside = Cursor { data: self.data, offset: self.offset, line: self.line };
        inside.skip(from.saturating_sub(self.offset));
        let n_before = inside.rest().iter().position(|byte| *byte == b'{')?;
        inside.skip(n_before + 1);
        let (line, start) = (inside.line, inside.offset);
        let mut depth = 1;
        while depth > 0 {
            if inside.skip_comment() || inside.skip_string() {
                continue;
            }
            match inside.rest().first()? {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            inside.skip(1);
        }
        (self.offset, self.line) = (inside.offset, inside.line);
        Some((line, self.data.get(start..self.offset - 1)?))
    }
}
