//! Whether parts that JSON brings make a file that reads as those same parts.

use crate::format::ReadError;

/// Parts that make no file of their format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Misfit {
    #[error("the parts do not make a readable file: {0}")]
    Unreadable(ReadError),
    #[error("the version of the file has no room for some of its parts")]
    Different,
}

/// The value itself, where a file of it reads as the same value.
pub(super) fn that_reads_back<T: PartialEq>(
    value: T,
    write: impl Fn(&T) -> Vec<u8>,
    read_as: impl Fn(&T, &[u8]) -> Result<T, ReadError>,
) -> Result<T, Misfit> {
    match read_as(&value, &write(&value)) {
        Ok(again) if again == value => Ok(value),
        Ok(_) => Err(Misfit::Different),
        Err(error) => Err(Misfit::Unreadable(error)),
    }
}

/// JSON of a type that derives it for `remote = "Self"`: whatever comes in is held against the
/// `read` and `write` of its module. A second argument reads with a look at the value.
macro_rules! json_that_reads_back {
    ($Type:ty) => {
        json_that_reads_back!($Type, |_, data| read(data));
    };
    ($Type:ty, $read_as:expr) => {
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$Type>::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(json: D) -> Result<$Type, D::Error> {
                let value = <$Type>::deserialize(json)?;
                let read_as: fn(&$Type, &[u8]) -> Result<$Type, crate::format::ReadError> =
                    $read_as;
                super::fit::that_reads_back(value, write, read_as).map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(super) use json_that_reads_back;
