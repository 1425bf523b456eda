//! Letters that the built-in font lacks.

/// Letters from the east of Asia.
pub(crate) fn is_foreign(text: &str) -> bool {
    text.chars().any(|c| c > '\u{2fff}' && c != char::REPLACEMENT_CHARACTER)
}
