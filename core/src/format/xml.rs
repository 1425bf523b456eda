//! XML as far as lists of the game need it: elements with attributes, one after the other.
//!
//! Comments, declarations and document types are passed over, and texts that nobody asks for. Entities
//! are the five of every document and numbers; nothing that a file defines itself is expanded.

pub mod text;

use std::borrow::Cow;

/// An element that starts or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event<'a> {
    Start(Element<'a>),
    /// One without contents has none of it.
    End {
        name: &'a str,
        line: u32,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element<'a> {
    /// Without the prefix of its namespace.
    pub name: &'a str,
    /// The first line is 1.
    pub line: u32,
    /// Whether it ends where it starts.
    pub is_empty: bool,
    attributes: &'a str,
}

/// Text that is no XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadXml {
    pub line: u32,
    pub what: &'static str,
}

/// Goes through a text.
#[derive(Debug, Clone)]
pub struct Xml<'a> {
    rest: &'a str,
    line: u32,
    /// The names of the elements that are open; `None` where nobody asks whether they end.
    open: Option<Vec<&'a str>>,
}

impl<'a> Xml<'a> {
    pub fn new(text: &'a str) -> Xml<'a> {
        Xml { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, open: None }
    }

    /// A whole document: it is an error where an element does not end, or another one ends.
    pub fn whole(text: &'a str) -> Xml<'a> {
        Xml { open: Some(Vec::new()), ..Xml::new(text) }
    }

    /// The next element that starts or ends; `None` at the end. After an error there is no more.
    pub fn next_event(&mut self) -> Result<Option<Event<'a>>, BadXml> {
        let event = self.step().and_then(|event| self.nested(event));
        if event.is_err() {
            self.rest = "";
        }
        event
    }

    /// Keeps account of the elements that are open.
    fn nested(&mut self, event: Option<Event<'a>>) -> Result<Option<Event<'a>>, BadXml> {
        let Some(open) = &mut self.open else { return Ok(event) };
        match &event {
            Some(Event::Start(element)) if !element.is_empty => open.push(element.name),
            Some(Event::End { name, line }) if open.pop() != Some(name) => {
                let what = "an element ends that was not the last one to begin";
                return Err(BadXml { line: *line, what });
            }
            None if !open.is_empty() => {
                let what = "the text ends before its elements do";
                return Err(BadXml { line: self.line, what });
            }
            _ => {}
        }
        Ok(event)
    }

    /// The text from here to the next tag, with its entities put in.
    pub fn text(&mut self) -> Cow<'a, str> {
        let end = self.rest.find('<').unwrap_or(self.rest.len());
        let (text, _) = self.rest.split_at_checked(end).unwrap_or_default();
        self.skip(end);
        unescaped(text)
    }

    fn step(&mut self) -> Result<Option<Event<'a>>, BadXml> {
        loop {
            let Some(start) = self.rest.find('<') else {
                self.rest = "";
                return Ok(None);
            };
            self.skip(start);
            let line = self.line;
            if self.rest.starts_with("<!--") {
                self.skip_past(4, "-->", "a comment does not end")?;
            } else if self.rest.starts_with("<![CDATA[") {
                self.skip_past(9, "]]>", "a CDATA section does not end")?;
            } else if self.rest.starts_with("<?") {
                self.skip_past(2, "?>", "a declaration does not end")?;
            } else if self.rest.starts_with("<!") {
                self.skip_declared()?;
            } else if self.rest.starts_with("</") {
                let body = self.tag(2)?;
                return Ok(Some(Event::End { name: local(body.trim()), line }));
            } else {
                return self.element(line).map(|element| Some(Event::Start(element)));
            }
        }
    }

    fn element(&mut self, line: u32) -> Result<Element<'a>, BadXml> {
        let tag = self.tag(1)?;
        let (body, is_empty) = match tag.strip_suffix('/') {
            Some(body) => (body, true),
            None => (tag, false),
        };
        let end = body.find(char::is_whitespace).unwrap_or(body.len());
        let (name, attributes) = body.split_at_checked(end).unwrap_or((body, ""));
        match local(name) {
            "" => Err(BadXml { line, what: "an element has no name" }),
            name => Ok(Element { name, line, is_empty, attributes }),
        }
    }

    /// What stands between `<` and the `>` that ends a tag, which may be in quotes before.
    fn tag(&mut self, n_opening: usize) -> Result<&'a str, BadXml> {
        let no_end = BadXml { line: self.line, what: "a tag does not end" };
        let inside = self.rest.get(n_opening..).ok_or(no_end)?;
        let mut quote = None;
        for (at, byte) in inside.bytes().enumerate() {
            match (quote, byte) {
                (None, b'>') => {
                    let body = inside.get(..at).ok_or(no_end)?;
                    self.skip(n_opening + at + 1);
                    return Ok(body);
                }
                (None, b'"' | b'\'') => quote = Some(byte),
                (None, b'<') => {
                    return Err(BadXml {
                        line: self.line,
                        what: "a tag does not end before the next",
                    });
                }
                (Some(open), byte) if open == byte => quote = None,
                _ => {}
            }
        }
        Err(no_end)
    }

    /// A document type with what it declares, in brackets.
    fn skip_declared(&mut self) -> Result<(), BadXml> {
        let mut depth = 0_usize;
        for (at, byte) in self.rest.bytes().enumerate() {
            match byte {
                b'[' => depth += 1,
                b']' => depth = depth.saturating_sub(1),
                b'>' if depth == 0 => {
                    self.skip(at + 1);
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(BadXml { line: self.line, what: "a declaration does not end" })
    }

    fn skip_past(&mut self, n_opening: usize, end: &str, what: &'static str) -> Result<(), BadXml> {
        let inside = self.rest.get(n_opening..).unwrap_or_default();
        let at = inside.find(end).ok_or(BadXml { line: self.line, what })?;
        self.skip(n_opening + at + end.len());
        Ok(())
    }

    fn skip(&mut self, n_bytes: usize) {
        let (gone, rest) = self.rest.split_at_checked(n_bytes).unwrap_or((self.rest, ""));
        let n_lines = gone.bytes().filter(|byte| *byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(n_lines).unwrap_or(u32::MAX));
        self.rest = rest;
    }
}

impl<'a> Element<'a> {
    /// The value of an attribute, whatever the case of its name.
    pub fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        let mut attributes = self.attributes();
        let found = attributes.find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
        Some(found.value())
    }

    /// All attributes in order, up to one that can't be read.
    pub fn attributes(&self) -> impl Iterator<Item = Attribute<'a>> {
        let mut rest = self.attributes;
        std::iter::from_fn(move || {
            let (key, after) = rest.split_once('=')?;
            let after = after.trim_start();
            let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            let (raw, after) = after.get(1..)?.split_once(quote)?;
            rest = after;
            Some(Attribute { name: local(key.trim()), raw })
        })
    }
}

/// An attribute of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// Without the prefix of its namespace.
    pub name: &'a str,
    /// As it is between the quotes.
    pub raw: &'a str,
}

impl<'a> Attribute<'a> {
    /// The value, with its entities put in.
    pub fn value(&self) -> Cow<'a, str> {
        unescaped(self.raw)
    }
}

/// A text of a file as far as a message shows it.
pub fn short(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

/// A name without the prefix of its namespace.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// With the `;` behind it.
const LONGEST_ENTITY: usize = 32;

/// A value with its entities put in; what is no entity stays as it is.
fn unescaped(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        // The longest entity is short: of many without an end none looks at all the rest.
        let end = after.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';');
        let known = end.and_then(|end| {
            let (name, after) = after.split_at_checked(end)?;
            Some((entity(name)?, after.get(1..)?))
        });
        match known {
            Some((character, after)) => {
                out.push(character);
                rest = after;
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        number => {
            let number = number.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let mut xml = Xml::new(text);
        let mut out = Vec::new();
        loop {
            match xml.next_event() {
                Ok(None) => return out.join(" "),
                Ok(Some(Event::Start(element))) => {
                    let closed = if element.is_empty { "/" } else { "" };
                    out.push(format!("{}{closed}@{}", element.name, element.line));
                }
                Ok(Some(Event::End { name, line })) => out.push(format!("!{name}@{line}")),
                Err(error) => out.push(error.to_string()),
            }
        }
    }

    #[test]
    fn elements_come_with_their_lines_and_nothing_else() {
        let text = "\u{feff}<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b \"<c>\">]>\n\
                    <a:b x='>'>text<!-- <no> -->\n<c/><![CDATA[<no>]]></a:b >";
        assert_eq!(shown(text), "b@3 c/@4 !b@4");
        assert_eq!(shown("no element"), "");
    }

    #[test]
    fn texts_are_there_for_those_who_ask() {
        let mut xml = Xml::new("<a>\n1 &lt; 2<b/> rest");
        assert!(matches!(xml.next_event(), Ok(Some(Event::Start(_)))));
        assert_eq!(xml.text(), "\n1 < 2");
        let Ok(Some(Event::Start(b))) = xml.next_event() else { panic!("no element") };
        assert_eq!((b.line, &*xml.text(), &*xml.text()), (2, " rest", ""));
    }

    #[test]
    fn what_is_no_xml_says_where() {
        assert_eq!(shown("<a>\n<b x='1"), "a@1 line 2: a tag does not end");
        assert_eq!(shown("\n<a <b>"), "line 2: a tag does not end before the next");
        assert_eq!(shown("<a/><!-- "), "a/@1 line 1: a comment does not end");
        assert_eq!(shown("< a>"), "line 1: an element has no name");
        assert_eq!(shown("<"), "line 1: a tag does not end");
        assert_eq!(shown("<!"), "line 1: a declaration does not end");
    }

    #[test]
    fn attributes_are_found_by_name_with_their_entities() {
        let text = r#"<a n:One = "1 &lt; &#x32;&unknown; & 3" two='"'/>"#;
        let Ok(Some(Event::Start(element))) = Xml::new(text).next_event() else {
            panic!("no element")
        };
        assert_eq!(element.attribute("one").as_deref(), Some("1 < 2&unknown; & 3"));
        assert_eq!(element.attribute("two").as_deref(), Some("\""));
        assert_eq!(element.attribute("three"), None);
        let Ok(Some(Event::Start(odd))) = Xml::new("<a x y=z>").next_event() else {
            panic!("no element")
        };
        assert_eq!((odd.attribute("x"), odd.attribute("y")), (None, None));
    }

    #[test]
    fn no_prefix_of_a_text_stops_it() {
        let text = "<?x?><!DOCTYPE [a]><!--한국어--><a b='&#1;&'><c d=\"한\"/></a>";
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            shown(&text[..end]);
            shown(&text[end..]);
        }
    }

    #[test]
    fn a_whole_document_ends_what_it_begins() {
        let read = |text: &str| {
            let mut xml = Xml::whole(text);
            while xml.next_event().map_err(|error| error.to_string())?.is_some() {}
            Ok::<(), String>(())
        };
        assert_eq!(read("<a>\n<b/><x:c>text</c>\n</a>\n"), Ok(()));
        let cut = "line 2: the text ends before its elements do";
        assert_eq!(read("<a><b>\n</b>"), Err(cut.to_owned()));
        let other = "line 2: an element ends that was not the last one to begin";
        assert_eq!(read("<a><b>\n</a></b>"), Err(other.to_owned()));
        assert!(read("</a>").is_err());
    }
}
