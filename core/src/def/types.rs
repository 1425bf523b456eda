//! The types of the language: their names and sizes.

use std::fmt;

/// What a field is. [`Type::Unknown`] is every word that is no type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    Bool,
    Byte,
    Int16,
    Int32,
    Int64,
    Uint16,
    Uint32,
    Uint64,
    Float,
    Double,
    Vec3,
    Vec3fa,
    Angle,
    Skillid,
    Skillid32,
    Customize,
    Array,
    Bytes,
    String,
    Object,
    Count,
    Offset,
    Ref,
    Include,
    Unknown,
}

/// Every type with its name, in the order in which completion offers them.
pub const TYPES: &[(Type, &str)] = &[
    (Type::Bool, "bool"),
    (Type::Byte, "byte"),
    (Type::Int16, "int16"),
    (Type::Int32, "int32"),
    (Type::Int64, "int64"),
    (Type::Uint16, "uint16"),
    (Type::Uint32, "uint32"),
    (Type::Uint64, "uint64"),
    (Type::Float, "float"),
    (Type::Double, "double"),
    (Type::Vec3, "vec3"),
    (Type::Vec3fa, "vec3fa"),
    (Type::Angle, "angle"),
    (Type::Skillid, "skillid"),
    (Type::Skillid32, "skillid32"),
    (Type::Customize, "customize"),
    (Type::Array, "array"),
    (Type::Bytes, "bytes"),
    (Type::String, "string"),
    (Type::Object, "object"),
    (Type::Count, "count"),
    (Type::Offset, "offset"),
    (Type::Ref, "ref"),
    (Type::Include, "@include"),
];

/// From this patch on a skill id takes 8 bytes, before it 4.
pub const WIDE_SKILLID_PATCH: u32 = 74;

impl Type {
    /// [`Type::Unknown`] where there is none of that name; names are case-sensitive.
    pub fn named(name: &str) -> Type {
        // Nearly all words begin like one or two types at most, and this is asked of every line.
        let first = name.as_bytes().first();
        let known = TYPES.iter().filter(|row| row.1.as_bytes().first() == first);
        known.copied().find(|row| row.1 == name).map_or(Type::Unknown, |row| row.0)
    }

    pub fn name(self) -> &'static str {
        TYPES.iter().find(|row| row.0 == self).map_or("unknown", |row| row.1)
    }

    /// Types whose data stands elsewhere in the packet, where an offset says.
    pub fn is_variable(self) -> bool {
        matches!(self, Type::Array | Type::Bytes | Type::String)
    }

    /// Types that describe another field.
    pub fn is_meta(self) -> bool {
        matches!(self, Type::Count | Type::Offset | Type::Ref)
    }

    /// Types that may have fields below them.
    pub fn is_container(self) -> bool {
        matches!(self, Type::Array | Type::Object)
    }

    /// The bytes that a field of this type takes in place, where that does not depend on what it
    /// holds or refers to.
    pub fn size(self, patch: u32) -> Option<u32> {
        Some(match self {
            Type::Bool | Type::Byte => 1,
            Type::Int16 | Type::Uint16 | Type::Angle | Type::Count | Type::Offset => 2,
            Type::Int32 | Type::Uint32 | Type::Float | Type::Skillid32 => 4,
            Type::Int64 | Type::Uint64 | Type::Double | Type::Customize => 8,
            Type::Vec3 | Type::Vec3fa => 12,
            Type::Skillid if patch < WIDE_SKILLID_PATCH => 4,
            Type::Skillid => 8,
            Type::Array | Type::Bytes | Type::String | Type::Object => return None,
            Type::Ref | Type::Include | Type::Unknown => return None,
        })
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_found_by_its_name() {
        for (ty, name) in TYPES {
            assert_eq!(Type::named(name), *ty);
            assert_eq!(ty.name(), *name);
        }
        assert_eq!(Type::named("Int32"), Type::Unknown);
    }

    #[test]
    fn a_skill_id_grew_with_patch_74() {
        assert_eq!(Type::Skillid.size(73), Some(4));
        assert_eq!(Type::Skillid.size(74), Some(8));
        assert_eq!(Type::Skillid32.size(100), Some(4));
    }
}
