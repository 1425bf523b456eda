//! Actions of any document as scripts write them, and as a fix of a problem holds them: a name,
//! and arguments beside it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::problem::{Change, Fix};

/// The key under which scripts have the name.
const NAME: &str = "action";

/// An action by name that is none, or whose arguments are not its own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadAction(String);

/// The actions of one kind of document.
pub trait Scripted: Serialize + DeserializeOwned {
    /// As scripts write it.
    fn name(&self) -> &'static str;

    /// As a fix of a problem holds it.
    fn from_parts(name: &str, arguments: &Value) -> Result<Self, BadAction> {
        let mut object = arguments.as_object().cloned().unwrap_or_default();
        object.insert(NAME.to_owned(), Value::from(name));
        serde_json::from_value(Value::Object(object)).map_err(|error| BadAction(error.to_string()))
    }

    /// What a fix of a problem does.
    fn of_fix(fix: &Fix) -> Result<Self, BadAction> {
        match &fix.change {
            Change::Action { name, arguments } => Self::from_parts(name, arguments),
            Change::Files(_) => Err(BadAction("it is for text fields".to_owned())),
        }
    }

    /// The inverse of [`Scripted::from_parts`].
    fn to_parts(&self) -> (&'static str, Value) {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        if let Some(object) = value.as_object_mut() {
            object.shift_remove(NAME);
        }
        (self.name(), value)
    }
}
