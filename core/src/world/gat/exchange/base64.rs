//! Base64, as JSON carries bytes.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(super) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (8 * (3 - group.len()));
        for n in 0..4 {
            let digit = DIGITS.get((bits >> (18 - 6 * n)) as usize & 63).copied();
            text.push(if n <= group.len() { char::from(digit.unwrap_or_default()) } else { '=' });
        }
    }
    text
}

/// Blanks and line breaks don't count. The error is the place of what is no base64.
pub(super) fn decode(text: &str) -> Result<Vec<u8>, usize> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut n_digits, mut is_over) = (0_u32, 0, false);
    for (place, byte) in text.bytes().enumerate() {
        let digit = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => continue,
            b'=' => {
                is_over = true;
                continue;
            }
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return Err(place),
        };
        if is_over {
            return Err(place);
        }
        bits = bits << 6 | u32::from(digit);
        n_digits += 1;
        if n_digits % 4 == 0 {
            let [_, group @ ..] = bits.to_be_bytes();
            bytes.extend(group);
        }
    }
    match n_digits % 4 {
        0 => {}
        2 => bytes.push((bits >> 4) as u8),
        3 => bytes.extend([(bits >> 10) as u8, (bits >> 2) as u8]),
        _ => return Err(text.len()),
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text), Ok(bytes.as_bytes().to_vec()));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)), Ok(all));
        assert_eq!(decode(" Zm\n9v "), Ok(b"foo".to_vec()));
    }

    #[test]
    fn what_is_no_base64_is_told() {
        assert_eq!(decode("Zm9v!"), Err(4));
        assert_eq!(decode("Zg==Zg"), Err(4));
        assert_eq!(decode("Z"), Err(1));
    }
}
