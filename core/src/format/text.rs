//! Text as a file holds it: bytes, and the code page that shows them to a person.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use encoding_rs::Encoding;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Text in whatever code page the file was made in: bytes, which are never changed by looking
/// at them.
///
/// As JSON it is a string where the bytes are ASCII, and otherwise `{"utf-8": "…"}` or
/// `{"cp949": "…"}` where that gives the same bytes back, or `{"hex": "…"}`. So a plain string with
/// other letters is one that a person typed: see [`typed`](super::typed). In a file whose texts are
/// all UTF-8, and which says so, they are plain strings as well: see `with_plain_utf8`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Text(pub Box<[u8]>);

impl Text {
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For display: what does not decode is shown as U+FFFD.
    pub fn decode(&self, code_page: CodePage) -> Cow<'_, str> {
        code_page.decode(&self.0)
    }

    /// The text that a person typed, in the bytes of a code page: the one rule for all typed text.
    /// A letter that would come back as another one is refused as well.
    pub fn encode(text: &str, code_page: CodePage) -> Result<Text, NoLetter> {
        if code_page == CodePage::Utf16 {
            let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            return Ok(Text(bytes.into()));
        }
        let encoded = |text: &str| {
            let (bytes, _, has_unmappable) = code_page.encoding().encode(text);
            let is_kept = !has_unmappable && code_page.decode(&bytes) == text;
            is_kept.then(|| Text::from(&*bytes))
        };
        encoded(text).ok_or_else(|| NoLetter {
            text: text.to_owned(),
            letter: text.chars().find(|c| encoded(c.encode_utf8(&mut [0; 4])).is_none()),
            code_page,
        })
    }
}

/// A text that a code page has no bytes for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoLetter {
    pub text: String,
    /// The first one that it lacks; `None` where each of them has bytes alone.
    pub letter: Option<char>,
    pub code_page: CodePage,
}

impl fmt::Display for NoLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoLetter { text, letter, code_page } = self;
        match letter {
            Some(letter) => write!(f, "\"{text}\" has {letter:?}, which {code_page} lacks"),
            None => write!(f, "\"{text}\" can't be written in {code_page}"),
        }
    }
}

impl std::error::Error for NoLetter {}

/// The code pages that the games' files were made in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CodePage {
    /// Korean: EUC-KR with the Unified Hangul extension.
    #[default]
    Cp949,
    /// Japanese: Shift JIS.
    Cp932,
    /// Western.
    Cp1252,
    #[serde(rename = "utf-8")]
    Utf8,
    /// Little-endian.
    #[serde(rename = "utf-16")]
    Utf16,
}

impl fmt::Display for CodePage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CodePage::Cp949 => "CP949 (Korean)",
            CodePage::Cp932 => "CP932 (Japanese)",
            CodePage::Cp1252 => "CP1252 (Western)",
            CodePage::Utf8 => "UTF-8",
            CodePage::Utf16 => "UTF-16",
        })
    }
}

impl CodePage {
    /// For display: what does not decode is shown as U+FFFD.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.encoding().decode_without_bom_handling(bytes).0
    }

    /// For display of texts of an STL, which newer clients write in UTF-8: as that where the bytes
    /// are, and otherwise in the code page. Of any other file, a short Korean text that could be
    /// UTF-8 as well is Korean.
    pub fn show(self, bytes: &[u8]) -> Cow<'_, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => self.decode(bytes),
        }
    }

    fn encoding(self) -> &'static Encoding {
        match self {
            CodePage::Cp949 => encoding_rs::EUC_KR,
            CodePage::Cp932 => encoding_rs::SHIFT_JIS,
            CodePage::Cp1252 => encoding_rs::WINDOWS_1252,
            CodePage::Utf8 => encoding_rs::UTF_8,
            CodePage::Utf16 => encoding_rs::UTF_16LE,
        }
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Text {
        Text(bytes.into())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.as_bytes().into())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// Text of at most `MAX` bytes, because the field that states its length holds no more.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Deserialize)]
#[serde(try_from = "Text")]
pub struct BoundedText<const MAX: usize> {
    /// Invariant: no longer than `MAX` bytes.
    text: Text,
}

/// Text whose length a file states in one byte.
pub type ShortText = BoundedText<0xff>;

/// Text whose length a file states in two bytes.
pub type Text16 = BoundedText<0xffff>;

/// Text whose length a file states in four bytes.
pub type Text32 = BoundedText<0xffff_ffff>;

impl<const MAX: usize> BoundedText<MAX> {
    pub fn text(&self) -> &Text {
        &self.text
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// What stood behind a length field, which can't state more than `MAX`.
    pub(super) fn from_field(bytes: &[u8]) -> BoundedText<MAX> {
        BoundedText { text: Text::from(bytes.get(..MAX).unwrap_or(bytes)) }
    }
}

/// A text that is too long for the field that states its length.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the text has {len} bytes, but the file only has room for {max}")]
pub struct TextTooLong {
    pub len: usize,
    pub max: usize,
}

impl<const MAX: usize> TryFrom<Text> for BoundedText<MAX> {
    type Error = TextTooLong;

    fn try_from(text: Text) -> Result<BoundedText<MAX>, TextTooLong> {
        match text.len() {
            len if len <= MAX => Ok(BoundedText { text }),
            len => Err(TextTooLong { len, max: MAX }),
        }
    }
}

impl<const MAX: usize> fmt::Debug for BoundedText<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl<const MAX: usize> Serialize for BoundedText<MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

thread_local! {
    /// serde hands nothing down to what it serializes.
    static IS_UTF8_PLAIN: Cell<bool> = const { Cell::new(false) };
}

#[cfg(feature = "worlds")]
/// Writes texts that are UTF-8 as plain strings, for as long as `write` runs.
pub(super) fn with_plain_utf8<T>(write: impl FnOnce() -> T) -> T {
    let was = IS_UTF8_PLAIN.replace(true);
    let written = write();
    IS_UTF8_PLAIN.set(was);
    written
}

/// How bytes that are not ASCII stand in JSON.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Encoded<'a> {
    #[serde(rename = "utf-8")]
    Utf8(Cow<'a, str>),
    Cp949(Cow<'a, str>),
    Hex(String),
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Ok(text) = std::str::from_utf8(&self.0) {
            return match text.is_ascii() || IS_UTF8_PLAIN.get() {
                true => serializer.serialize_str(text),
                false => Encoded::Utf8(text.into()).serialize(serializer),
            };
        }
        let text = self.decode(CodePage::Cp949);
        match Text::encode(&text, CodePage::Cp949) {
            Ok(same) if same == *self => Encoded::Cp949(text).serialize(serializer),
            _ => Encoded::Hex(to_hex(&self.0)).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "expected a text, or one of {\"cp949\": \"…\"} and {\"hex\": \"…\"}"
        )]
        enum Form<'a> {
            Plain(String),
            #[serde(borrow)]
            Encoded(Encoded<'a>),
        }
        match Form::deserialize(deserializer)? {
            // Typed text is encoded before: journals of older versions have UTF-8 plain.
            Form::Plain(text) => Ok(Text::from(text.as_str())),
            Form::Encoded(Encoded::Utf8(text)) => Ok(Text::from(&*text)),
            Form::Encoded(Encoded::Cp949(text)) => {
                Text::encode(&text, CodePage::Cp949).map_err(D::Error::custom)
            }
            Form::Encoded(Encoded::Hex(hex)) => {
                from_hex(&hex).map(|bytes| Text(bytes.into())).ok_or_else(|| {
                    D::Error::custom(format!("\"{hex}\" does not consist of pairs of hex digits"))
                })
            }
        }
    }
}

/// A text for display in one line, in quotes. Backslashes, which are in every path, stay single.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", in_one_line(text).replace('"', "\\\""))
}

/// A text for display in one line, with all that would act on a terminal or turn letters around spelled out.
pub fn in_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                line.extend(c.escape_default());
            }
            c if c.is_control() => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line
}

/// Two lower case digits per byte.
pub fn to_hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('0');
    let mut hex = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        hex.push(digit(byte >> 4));
        hex.push(digit(byte & 0xf));
    }
    hex
}

/// Bytes from pairs of hex digits.
pub fn from_hex(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        hex.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
    let (pairs, odd) = digits.as_deref()?.as_chunks::<2>();
    odd.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

/// Bytes that a file holds and nobody understands yet. As JSON: hex digits.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Opaque(pub Vec<u8>);

impl fmt::Debug for Opaque {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

impl Serialize for Opaque {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&to_hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Opaque {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Opaque, D::Error> {
        let hex = String::deserialize(deserializer)?;
        from_hex(&hex).map(Opaque).ok_or_else(|| D::Error::custom("expected pairs of hex digits"))
    }
}

/// As many bytes as a field always has, such as the texels of a picture. As JSON: hex digits.
#[cfg(feature = "worlds")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hex<const N: usize>(pub [u8; N]);

#[cfg(feature = "worlds")]
impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

#[cfg(feature = "worlds")]
impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&to_hex(&self.0))
    }
}

#[cfg(feature = "worlds")]
impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex<N>, D::Error> {
        let Opaque(bytes) = Opaque::deserialize(deserializer)?;
        let len = bytes.len();
        let wrong = |_| D::Error::custom(format!("{len} bytes in hex; the field has {N}"));
        bytes.try_into().map(Hex).map_err(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOODBAT: &[u8] = &[0xba, 0xed, 0xb7, 0xaf, 0xb5, 0xe5, 0xb9, 0xee];

    #[test]
    fn korean_bytes_are_shown_and_kept() {
        let text = Text::from(BLOODBAT);
        assert_eq!(text.decode(CodePage::Cp949), "블러드뱃");
        assert_eq!(Text::encode("블러드뱃", CodePage::Cp949), Ok(text));
        let error = Text::encode("bat 😀", CodePage::Cp949).unwrap_err();
        assert_eq!(error.to_string(), "\"bat 😀\" has '😀', which CP949 (Korean) lacks");
        // The encoder would take it for a backslash.
        assert!(Text::encode("¥", CodePage::Cp932).is_err());
    }

    #[test]
    fn every_code_page_decodes_what_it_encodes() {
        use CodePage::{Cp932, Cp949, Cp1252, Utf8, Utf16};
        for (code_page, typed) in
            [(Cp949, "뱃"), (Cp932, "ジュノン"), (Cp1252, "café"), (Utf8, "😀뱃"), (Utf16, "😀뱃")]
        {
            let text = Text::encode(typed, code_page).unwrap();
            assert_eq!(text.decode(code_page), typed);
        }
    }

    #[test]
    fn json_gives_the_same_bytes_back() {
        let utf_8 = "뱃".as_bytes();
        // The last but one is UTF-8 and CP949 at once.
        let texts: [&[u8]; 8] =
            [b"", b"start", b"end\0", BLOODBAT, utf_8, b"cut \xba", b"\xc4\xa3", b"\xff\x00\xfe"];
        for bytes in texts {
            let json = serde_json::to_value(Text::from(bytes)).unwrap();
            let text: Text = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(text.as_bytes(), bytes, "{json}");
        }
    }

    #[test]
    fn a_short_text_has_at_most_255_bytes() {
        let longest = Text(vec![b'x'; 255].into());
        assert_eq!(ShortText::try_from(longest.clone()).unwrap().text(), &longest);
        let error = ShortText::try_from(Text(vec![b'x'; 256].into())).unwrap_err();
        assert_eq!(error.to_string(), "the text has 256 bytes, but the file only has room for 255");
        assert!(serde_json::from_value::<ShortText>("x".repeat(256).into()).is_err());
    }

    #[test]
    fn hex_must_be_pairs() {
        assert_eq!(from_hex("00ff"), Some(vec![0, 255]));
        assert_eq!(from_hex("0ff"), None);
        assert_eq!(from_hex("0g"), None);
    }
}
