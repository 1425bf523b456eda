//! Which argument of an action is wrong, and which values are possible: for what no action is read
//! from.

use std::fmt;

use serde_json::Value;

use crate::world::schema::Script;

/// Arguments that are read by rules of their own, which say better what is wrong.
const BY_OWN_RULES: [&str; 3] = ["field", "setting", "selection"];

/// An argument that can be no value of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    argument: &'static str,
    found: String,
    expected: String,
    summary: &'static str,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misfit { argument, found, expected, summary } = self;
        write!(f, "{argument} is {found}, and has to be {expected} ({summary})")
    }
}

impl Script {
    /// The first argument of an action that can be no value of its own, where that is simple to say.
    pub fn misfit(&self, name: &str, arguments: &Value) -> Option<Misfit> {
        let row = self.actions.iter().find(|row| row.name == name)?;
        let definitions = (self.definitions)();
        row.arguments.iter().find_map(|argument| {
            let found = arguments.get(argument.name)?;
            if BY_OWN_RULES.contains(&argument.kind) {
                return None;
            }
            let expected = expected(definitions.get(argument.kind)?)?;
            (!expected.has(found)).then(|| Misfit {
                argument: argument.name,
                found: found.to_string(),
                expected: expected.to_string(),
                summary: argument.summary,
            })
        })
    }
}

/// The values of a simple definition.
enum Expected {
    Whole { low: i64, high: i64 },
    Number,
    YesOrNo,
    Numbers { n: u64 },
    OneOf(Vec<String>),
}

fn expected(definition: &Value) -> Option<Expected> {
    if let Some(words) = definition.get("enum").and_then(Value::as_array) {
        let words = words.iter().map(|word| word.as_str().map(str::to_owned));
        return words.collect::<Option<Vec<String>>>().map(Expected::OneOf);
    }
    let end = |name: &str| definition.get(name)?.as_i64();
    match definition.get("type")?.as_str()? {
        "integer" => Some(Expected::Whole { low: end("minimum")?, high: end("maximum")? }),
        "number" => Some(Expected::Number),
        "boolean" => Some(Expected::YesOrNo),
        "array" if definition.get("items")?.get("type")? == "number" => {
            definition.get("minItems")?.as_u64().map(|n| Expected::Numbers { n })
        }
        _ => None,
    }
}

impl Expected {
    fn has(&self, value: &Value) -> bool {
        match self {
            Expected::Whole { low, high } => {
                value.as_i64().is_some_and(|number| (*low..=*high).contains(&number))
            }
            Expected::Number => value.is_number(),
            Expected::YesOrNo => value.is_boolean(),
            Expected::Numbers { n } => value.as_array().is_some_and(|numbers| {
                numbers.len() as u64 == *n && numbers.iter().all(Value::is_number)
            }),
            Expected::OneOf(words) => {
                value.as_str().is_some_and(|word| words.iter().any(|known| known == word))
            }
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Whole { low, high } => write!(f, "a whole number from {low} to {high}"),
            Expected::Number => f.write_str("a number"),
            Expected::YesOrNo => f.write_str("true or false"),
            Expected::Numbers { n } => write!(f, "a list of {n} numbers"),
            Expected::OneOf(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}
