//! Numbers with the word that they count: `1 byte`, `22,098 bytes`.

/// The number, and the word for one or for many.
pub fn counted(number: impl TryInto<u64>, one: &str, many: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// `22,098`.
pub fn grouped(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
    let mut grouped = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_counted_as_one() {
        let words = |number: u32| counted(number, "zone has", "zones have");
        assert_eq!([0, 1, 2].map(words), ["0 zones have", "1 zone has", "2 zones have"]);
        assert_eq!(counted(22_098_u64, "byte", "bytes"), "22,098 bytes");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (22_098, "22,098")];
        for (number, expected) in cases.into_iter().chain([(1_234_567, "1,234,567")]) {
            assert_eq!(grouped(number as u64), expected);
        }
    }
}
