//! How numbers are compared in what people ask for: `>=5`, `3..7`.

use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
}

/// Longer signs come before those that they begin with.
pub const SIGNS: [(&str, Comparison); 7] = [
    ("!=", Comparison::NotEqual),
    ("<=", Comparison::LessOrEqual),
    (">=", Comparison::GreaterOrEqual),
    ("=", Comparison::Equal),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
    ("~", Comparison::Contains),
];

impl Comparison {
    /// Whether it only compares numbers.
    pub fn is_order(self) -> bool {
        !matches!(self, Comparison::Equal | Comparison::NotEqual | Comparison::Contains)
    }

    /// Whether it is so of two numbers. Numbers contain nothing.
    pub fn holds(self, value: f64, number: f64) -> bool {
        match self {
            Comparison::Equal => value == number,
            Comparison::NotEqual => value != number,
            Comparison::Less => value < number,
            Comparison::LessOrEqual => value <= number,
            Comparison::Greater => value > number,
            Comparison::GreaterOrEqual => value >= number,
            Comparison::Contains => false,
        }
    }
}

/// From one number to another, both included; one of them may be missing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    pub low: Option<f64>,
    pub high: Option<f64>,
}

/// A text that is no range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRange;

impl FromStr for Range {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Range, NoRange> {
        let (low, high) = text.trim().split_once("..").ok_or(NoRange)?;
        let end = |digits: &str| match digits.trim() {
            "" => Ok(None),
            digits if digits.starts_with('.') => Err(NoRange),
            digits => {
                let number = digits.parse().ok().filter(|number: &f64| number.is_finite());
                number.map(Some).ok_or(NoRange)
            }
        };
        let range = Range { low: end(low)?, high: end(high)? };
        match range {
            Range { low: None, high: None } => Err(NoRange),
            range => Ok(range),
        }
    }
}

impl Range {
    pub fn holds(self, value: f64) -> bool {
        self.low.is_none_or(|low| value >= low) && self.high.is_none_or(|high| value <= high)
    }

    /// Whether no number is in it.
    pub fn is_empty(self) -> bool {
        matches!((self.low, self.high), (Some(low), Some(high)) if low > high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_at_least_one_end_and_holds_both() {
        let range = |text: &str| text.parse::<Range>();
        assert_eq!(range("3..7"), Ok(Range { low: Some(3.0), high: Some(7.0) }));
        assert_eq!(range(" -5 .. -1.5 "), Ok(Range { low: Some(-5.0), high: Some(-1.5) }));
        for text in ["..", "3", "a..b", "3...7", "3..7..9", "nan..3", ""] {
            assert_eq!(range(text), Err(NoRange), "{text}");
        }
        let within = range("3..7").unwrap();
        assert!(within.holds(3.0) && within.holds(7.0) && !within.holds(7.5));
        assert!(range("7..3").unwrap().is_empty() && !range("3..").unwrap().is_empty());
    }
}
