//! The keys of a JSON text with their places, as far as it can be read while it is being typed.

use crate::def::text::Span;

/// A key of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    /// Between its quotes.
    pub(super) span: Span,
    /// 1 in the outermost object.
    pub(super) depth: usize,
    /// The key of the object that it is in.
    pub(super) parent: Option<usize>,
}

/// All keys in their order. A string ends with its line at the latest.
pub(super) fn keys(text: &str) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut open: Vec<(u8, Option<usize>)> = Vec::new();
    let mut last = None;
    let mut is_key_next = false;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'{' | b'[' => {
                open.push((byte, last));
                is_key_next = byte == b'{';
            }
            b'}' | b']' => {
                open.pop();
                is_key_next = false;
            }
            b',' => is_key_next = open.last().is_some_and(|row| row.0 == b'{'),
            b'"' => {
                let mut end = at + 1;
                let mut is_escaped = false;
                for (at, byte) in bytes.by_ref() {
                    end = at;
                    match byte {
                        b'"' | b'\n' if !is_escaped => break,
                        _ => end = at + 1,
                    }
                    is_escaped = byte == b'\\' && !is_escaped;
                }
                if is_key_next {
                    let parent = open.last().and_then(|row| row.1);
                    let span = Span::new(at as u32 + 1, end as u32);
                    last = Some(keys.len());
                    keys.push(Key { span, depth: open.len(), parent });
                }
                is_key_next = false;
            }
            _ => {}
        }
    }
    keys
}

/// A key that names a packet, or a version of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    pub(super) span: Span,
    pub(super) name: &'a str,
    /// As written; `None` where the key is the name.
    pub(super) version: Option<&'a str>,
}

/// The keys of a `deprecated.json` that name packets and versions.
pub(super) fn entries(text: &str) -> Vec<Entry<'_>> {
    let keys = keys(text);
    let entry = |key: &Key| match key.depth {
        1 => Some(Entry { span: key.span, name: key.span.of(text), version: None }),
        2 => {
            let parent = keys.get(key.parent?)?;
            let version = Some(key.span.of(text));
            Some(Entry { span: key.span, name: parent.span.of(text), version })
        }
        _ => None,
    };
    keys.iter().filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, Option<&str>)]) {
        let found: Vec<_> = entries(text).iter().map(|row| (row.name, row.version)).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn packets_and_versions_are_found() {
        check(
            r#"{"S_A": {"1": {"min": 1, "x": ["y", {"z": 1}]}, "2": {}}, "S_B": "v"}"#,
            &[("S_A", None), ("S_A", Some("1")), ("S_A", Some("2")), ("S_B", None)],
        );
    }

    #[test]
    fn an_unfinished_text_is_read_as_far_as_it_goes() {
        check("{\"S_A\": {\"1\n\"", &[("S_A", None), ("S_A", Some("1"))]);
        check("{\"a\\\"b\": 1, \"", &[("a\\\"b", None), ("", None)]);
        check("}}]\"x\"{\"é", &[("é", None)]);
        check("", &[]);
    }
}
