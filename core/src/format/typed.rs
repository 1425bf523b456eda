//! Texts that a person types into JSON: a plain string is typed, and encoded in the code page of the
//! project. What a file held is ASCII, or says what it is: see [`Text`].

use serde_json::Value;

use super::text::{CodePage, NoLetter, Text, to_hex};

/// What says that a text is given as it is.
const FORMS: [&str; 3] = ["utf-8", "cp949", "hex"];

/// Whether JSON may hold a text that was typed: letters beyond ASCII, escaped or not.
pub fn may_be_typed(json: &[u8]) -> bool {
    !json.is_ascii() || json.windows(2).any(|pair| pair == b"\\u")
}

/// Encodes all strings of a piece of JSON that a person typed. Gives how many those were.
///
/// Older versions wrote UTF-8 as a plain string: where `was`, the same piece as it was, holds just
/// that, it stays so.
pub fn encode(json: &mut Value, was: &Value, code_page: CodePage) -> Result<usize, NoLetter> {
    match json {
        Value::String(typed) if !typed.is_ascii() => {
            if was.get("utf-8").and_then(Value::as_str) == Some(typed) {
                *json = was.clone();
                return Ok(0);
            }
            let text = Text::encode(typed, code_page)?;
            *json = serde_json::json!({ "hex": to_hex(text.as_bytes()) });
            Ok(1)
        }
        Value::Array(items) => {
            let items = items.iter_mut().enumerate();
            let each =
                items.map(|(n, item)| encode(item, was.get(n).unwrap_or_default(), code_page));
            each.sum()
        }
        Value::Object(object) if !is_given(object) => {
            let each = object
                .iter_mut()
                .map(|(key, value)| encode(value, was.get(key).unwrap_or_default(), code_page));
            each.sum()
        }
        _ => Ok(0),
    }
}

/// Whether it is a text of which every byte is given.
fn is_given(object: &serde_json::Map<String, Value>) -> bool {
    object.len() == 1 && object.keys().all(|key| FORMS.contains(&key.as_str()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn encoded(mut json: Value, was: &Value) -> Result<(usize, Vec<Text>), NoLetter> {
        let n_typed = encode(&mut json, was, CodePage::Cp949)?;
        Ok((n_typed, serde_json::from_value(json).unwrap()))
    }

    #[test]
    fn a_plain_string_is_in_the_code_page_and_everything_else_as_it_is_given() {
        let json = json!(["bat", "뱃", { "utf-8": "뱃" }, { "cp949": "뱃" }, { "hex": "b9ee" }]);
        let (n_typed, texts) = encoded(json, &Value::Null).unwrap();
        let bytes: Vec<&[u8]> = texts.iter().map(Text::as_bytes).collect();
        let in_cp949: &[u8] = b"\xb9\xee";
        assert_eq!(bytes, [b"bat", in_cp949, "뱃".as_bytes(), in_cp949, in_cp949]);
        assert_eq!(n_typed, 1);
        assert!(encoded(json!(["😀"]), &Value::Null).is_err());
    }

    #[test]
    fn utf_8_of_an_older_version_stays_where_nobody_changed_it() {
        let was = serde_json::to_value([Text::from("뱃"), Text::from("뱃")]).unwrap();
        let (n_typed, texts) = encoded(json!(["뱃", "박쥐"]), &was).unwrap();
        assert_eq!((n_typed, texts[0].as_bytes()), (1, "뱃".as_bytes()));
        assert_eq!(Ok(&texts[1]), Text::encode("박쥐", CodePage::Cp949).as_ref());
    }

    #[test]
    fn escaped_letters_are_typed_as_well() {
        assert!(may_be_typed(br#""\ubbc3""#) && may_be_typed("뱃".as_bytes()));
        assert!(!may_be_typed(br#"{"a": 1}"#));
    }
}
