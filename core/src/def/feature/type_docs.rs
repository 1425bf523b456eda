//! What each type is, in a few words for hover and completion.

use crate::def::Dialect;
use crate::def::types::Type;

/// Markdown, without the size.
pub(super) fn doc(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "True for every value except 0. A value above 1 hints at a different type.",
        Type::Byte => "A number from 0 to 255.",
        Type::Int16 => "A signed number, −32,768 to 32,767, little-endian.",
        Type::Int32 => "A signed number of 32 bits, little-endian.",
        Type::Int64 => "A signed number of 64 bits, little-endian.",
        Type::Uint16 => "A number from 0 to 65,535, little-endian.",
        Type::Uint32 => "An unsigned number of 32 bits, little-endian.",
        Type::Uint64 => "An unsigned number of 64 bits, little-endian, such as a `gameId`.",
        Type::Float => "A floating-point number of 4 bytes.",
        Type::Double => "A floating-point number of 8 bytes.",
        Type::Vec3 => "A place or a direction: three floats x, y, z.",
        Type::Vec3fa => "A rotation: three floats, each an angle in units of π / 32,768.",
        Type::Angle => "A direction as a signed number of 16 bits in units of π / 32,768.",
        Type::Skillid => {
            "A skill with its flags: id, hunting zone, type, npc. It has 4 bytes before patch 74, \
             and 8 from then on."
        }
        Type::Skillid32 => "A skill with its flags in 4 bytes, as it was before patch 74.",
        Type::Customize => "The looks of a character.",
        Type::Array => {
            "Any number of elements. Each has the fields below it, after two offsets: its own \
             (`here`) and that of the next element (`next`). A `count` and an `offset` are \
             implied."
        }
        Type::Bytes => "A run of bytes. An `offset` and a `count` are implied.",
        Type::String => "UTF-16 that ends with a NUL. An `offset` is implied.",
        Type::Object => "Groups the fields below it. It takes no bytes of its own.",
        Type::Count => {
            "How many elements or bytes the field with this name has. Deprecated: if a file writes \
             no `count`, `offset` or `ref` at all, they are implied."
        }
        Type::Offset => {
            "Where the field with this name is, from the start of the message. Deprecated: if a \
             file writes no `count`, `offset` or `ref` at all, they are implied."
        }
        Type::Ref => {
            "The count and offset of the field with this name, in their usual order. For an array: \
             `count`, `offset`. For bytes: `offset`, `count`. For a string: `offset`."
        }
        Type::Include => "Inserts the lines of a different definition here.",
        Type::Unknown => "",
    }
}

/// True where a dialect's parser knows the type.
pub(super) fn is_in(ty: Type, dialect: Dialect) -> bool {
    match ty {
        Type::Customize => dialect != Dialect::Seed,
        Type::Ref => dialect == Dialect::Toolbox || dialect == Dialect::Auto,
        Type::Count | Type::Offset => dialect != Dialect::Protojs,
        Type::Include => dialect == Dialect::Protojs,
        Type::Unknown => false,
        _ => true,
    }
}

/// Types that files had to write once, and need no more.
pub(super) fn is_deprecated(ty: Type) -> bool {
    matches!(ty, Type::Count | Type::Offset)
}
