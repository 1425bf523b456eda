//! The keys at the top of a JSON object, with their places: all that renaming needs of
//! `deprecated.json`, without touching a byte of the rest.

use std::ops::Range;

/// The ranges of the keys, without their quotes. Of a text that is no JSON object, what can be
/// told.
pub(super) fn top_keys(text: &str) -> Vec<Range<usize>> {
    let mut keys = Vec::new();
    let mut depth = 0_u32;
    let mut string: Option<usize> = None;
    let mut last: Option<Range<usize>> = None;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(start) = string {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => {
                    last = Some(start..at);
                    string = None;
                }
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => string = Some(at + 1),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b':' if depth == 1 => keys.extend(last.take()),
            _ => {}
        }
    }
    keys
}

#[test]
fn keys_are_found_at_the_top_alone() {
    let text = r#"{"A": {"B": 1, "C": "D:"}, "E\"": [{"F": 2}] , "G" : "x"}"#;
    let keys: Vec<&str> = top_keys(text).into_iter().map(|range| &text[range]).collect();
    assert_eq!(keys, ["A", "E\\\"", "G"]);
    assert!(top_keys("\"").is_empty());
}
