//! As much Markdown as the manual uses, as blocks to be drawn: headings, paragraphs, lists, code,
//! tables and links.

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Heading {
        level: usize,
        spans: Vec<Span>,
    },
    Paragraph(Vec<Span>),
    /// Set in so many steps, with what is before it.
    Item {
        depth: usize,
        mark: String,
        spans: Vec<Span>,
    },
    Code(String),
    /// A picture that has a line of its own.
    Picture {
        words: String,
        file: String,
    },
    /// The first row is its head, which may be empty.
    Table(Vec<Vec<Vec<Span>>>),
}

/// Text that looks alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    Text(String),
    Code(String),
    Strong(String),
    Emphasis(String),
    Link { text: String, to: String },
}

impl Span {
    pub fn text(&self) -> &str {
        match self {
            Span::Text(text) | Span::Code(text) | Span::Strong(text) | Span::Emphasis(text) => text,
            Span::Link { text, .. } => text,
        }
    }
}

/// What is read now, of several lines.
#[derive(Default)]
struct Reading {
    blocks: Vec<Block>,
    /// Lines of a paragraph or an item.
    text: String,
    /// The item that the lines belong to.
    item: Option<(usize, String)>,
    table: Vec<Vec<Vec<Span>>>,
}

impl Reading {
    /// Whatever was begun is whole.
    fn end(&mut self) {
        let text = std::mem::take(&mut self.text);
        match self.item.take() {
            Some((depth, mark)) => {
                self.blocks.push(Block::Item { depth, mark, spans: spans(&text) });
            }
            None if text.is_empty() => {}
            None => self.blocks.push(Block::Paragraph(spans(&text))),
        }
        if !self.table.is_empty() {
            self.blocks.push(Block::Table(std::mem::take(&mut self.table)));
        }
    }

    fn add(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(line);
    }
}

/// Any text has blocks; what is no Markdown is a paragraph.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut reading = Reading::default();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        let bare = line.trim();
        if bare.starts_with("```") {
            reading.end();
            let code: Vec<&str> =
                lines.by_ref().take_while(|line| !line.trim().starts_with("```")).collect();
            reading.blocks.push(Block::Code(code.join("\n")));
        } else if bare.is_empty() || bare.starts_with("<!--") {
            reading.end();
        } else if let Some((words, file)) = picture(bare) {
            reading.end();
            let (words, file) = (words.to_owned(), file.to_owned());
            reading.blocks.push(Block::Picture { words, file });
        } else if let Some((level, text)) = heading(bare) {
            reading.end();
            reading.blocks.push(Block::Heading { level, spans: spans(text) });
        } else if let Some(row) = bare.strip_prefix('|') {
            let cells: Vec<Vec<Span>> = cells(row).iter().map(|cell| spans(cell.trim())).collect();
            if !is_line_below_head(row) {
                reading.table.push(cells);
            }
        } else if let Some((mark, text)) = item(bare) {
            reading.end();
            let depth = (line.len() - line.trim_start().len()) / 2;
            reading.item = Some((depth, mark));
            reading.add(text);
        } else {
            reading.add(bare);
        }
    }
    reading.end();
    reading.blocks
}

fn picture(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("![")?.strip_suffix(')')?.split_once("](")
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    (1..=6)
        .contains(&level)
        .then(|| text.strip_prefix(' '))
        .flatten()
        .map(|text| (level, text.trim()))
}

/// A point of a list, or a numbered one.
fn item(line: &str) -> Option<(String, &str)> {
    if let Some(text) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some(("•".to_owned(), text));
    }
    let (number, text) = line.split_once(". ")?;
    let is_number =
        !number.is_empty() && number.len() < 4 && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| (format!("{number}."), text))
}

fn is_line_below_head(row: &str) -> bool {
    row.contains('-') && row.chars().all(|c| matches!(c, '-' | '|' | ':' | ' '))
}

/// A bar after a backslash, or in code, parts no cells.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let row = row.strip_suffix('|').unwrap_or(row);
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek() == Some(&'|') => {
                letters.next();
                cells.last_mut().into_iter().for_each(|cell| cell.push('|'));
            }
            '|' => cells.push(String::new()),
            letter => cells.last_mut().into_iter().for_each(|cell| cell.push(letter)),
        }
    }
    cells
}

/// The looks of a text.
pub fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        match special(rest) {
            Some((span, behind)) => {
                if !plain.is_empty() {
                    spans.push(Span::Text(std::mem::take(&mut plain)));
                }
                spans.extend(span);
                rest = behind;
            }
            None => {
                plain.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            }
        }
    }
    if !plain.is_empty() {
        spans.push(Span::Text(plain));
    }
    spans
}

/// What begins here and is no plain text, and the text behind it.
fn special(text: &str) -> Option<(Option<Span>, &str)> {
    let between = |start: &str, end: &str| text.strip_prefix(start)?.split_once(end);
    if let Some((code, behind)) = between("`", "`") {
        return Some((Some(Span::Code(code.to_owned())), behind));
    }
    if let Some((strong, behind)) = between("**", "**") {
        return Some((Some(Span::Strong(bare(strong))), behind));
    }
    // A picture within a text is shown by its words.
    if let Some((words, behind)) = between("![", "](") {
        let (_, behind) = behind.split_once(')')?;
        return Some((Some(Span::Emphasis(words.to_owned())), behind));
    }
    if let Some((words, behind)) = between("[", "](") {
        let (to, behind) = behind.split_once(')')?;
        return Some((Some(Span::Link { text: bare(words), to: to.to_owned() }), behind));
    }
    if let Some((emphasis, behind)) = between("*", "*")
        && emphasis.starts_with(|c: char| !c.is_whitespace())
        && !emphasis.is_empty()
    {
        return Some((Some(Span::Emphasis(bare(emphasis))), behind));
    }
    None
}

/// Without the signs of code.
fn bare(text: &str) -> String {
    text.replace('`', "")
}

/// What links call a heading.
pub fn anchor(heading: &str) -> String {
    let letters = heading.to_lowercase();
    let letters = letters.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    letters.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// All words of some spans.
pub fn words(spans: &[Span]) -> String {
    spans.iter().map(Span::text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Span {
        Span::Text(text.to_owned())
    }

    #[test]
    fn a_page_is_read_into_its_blocks() {
        let page = "# A `b`\n\nOne\ntwo.\n\n- x\n  y\n- z\n\n3. n\n\n```sh\na | b\n\nc\n```\n\
                    <!-- not run: why -->\n| a | b |\n|---|---|\n| `x\\|y` | z |\n";
        let code = |text: &str| Span::Code(text.to_owned());
        let point = |mark: &str, said: &str| Block::Item {
            depth: 0,
            mark: mark.to_owned(),
            spans: vec![text(said)],
        };
        let expected = [
            Block::Heading { level: 1, spans: vec![text("A "), code("b")] },
            Block::Paragraph(vec![text("One two.")]),
            point("•", "x y"),
            point("•", "z"),
            point("3.", "n"),
            Block::Code("a | b\n\nc".to_owned()),
            Block::Table(vec![
                vec![vec![text("a")], vec![text("b")]],
                vec![vec![code("x|y")], vec![text("z")]],
            ]),
        ];
        assert_eq!(blocks(page), expected);
    }

    #[test]
    fn text_has_code_links_and_weight() {
        let link = Span::Link { text: "c".to_owned(), to: "d.md".to_owned() };
        let emphasis = Span::Emphasis("e".to_owned());
        let strong = Span::Strong("a".to_owned());
        let expected = [strong, text(" b "), link, text(" "), emphasis, text(" 2 * 3 * 4 [f]")];
        assert_eq!(spans("**a** b [`c`](d.md) *e* 2 * 3 * 4 [f]"), expected);
    }

    #[test]
    fn odd_text_is_a_text() {
        for odd in ["`", "**", "[a](", "|", "#", "```", "*", "1.", "é*ü"] {
            let _ = blocks(odd);
            assert!(!spans(odd).is_empty());
        }
        assert_eq!(anchor("What is `known`, and not"), "what-is-known-and-not");
    }
}
