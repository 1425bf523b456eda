//! Actions of any document as a fix of a problem holds them: a name, and arguments beside it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The key under which scripts have the name.
const NAME: &str = "action";

/// An action by name that is none, or whose arguments are not its own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadAction(String);

pub(super) fn joined<A: DeserializeOwned>(name: &str, arguments: &Value) -> Result<A, BadAction> {
    let mut object = arguments.as_object().cloned().unwrap_or_default();
    object.insert(NAME.to_owned(), Value::from(name));
    serde_json::from_value(Value::Object(object)).map_err(|error| BadAction(error.to_string()))
}

/// What stands beside the name.
pub(super) fn arguments_of(action: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(action).unwrap_or_default();
    if let Some(object) = value.as_object_mut() {
        object.shift_remove(NAME);
    }
    value
}
