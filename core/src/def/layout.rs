//! Where every field of a packet stands: offsets, sizes, and the fields that a definition implies.
//!
//! ```text
//! message  u16 length, u16 opcode, then fields
//! element  u16 here, u16 next, then fields           (of an array; offsets count from `here`)
//! array    u16 count, u16 offset … elements          variable fields stand twice: their meta
//! bytes    u16 offset, u16 count … data              fields come first, and their data where
//! string   u16 offset            … UTF-16, NUL       the offset says
//! ```
//!
//! Where the meta fields of a message or element stand:
//!
//! | [`MetaPlace`] | |
//! |---|---|
//! | `First`    | before everything else, those of fields inside objects too (seed, toolbox) |
//! | `Explicit` | where the definition writes them (`count`, `offset`, `ref`)                |
//! | `InPlace`  | each where its field stands; all data after the last field (protojs)       |

mod entry;
mod place;

use super::syntax::{FieldId, Syntax};
use super::types::Type;
use super::{Dialect, Settings};

/// The layout of one definition for one patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    pub message: Scope,
    pub meta_place: MetaPlace,
    /// The patch that it is laid out for; `u32::MAX`: the newest.
    pub patch: u32,
}

/// Where meta fields stand; see the table above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MetaPlace {
    First,
    Explicit,
    InPlace,
}

/// A message, or an element of an array.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scope {
    /// In the order of the wire, as a canonical packet has them.
    pub slots: Vec<Slot>,
    /// Of all of it, with `length` and `opcode`, or `here` and `next`.
    pub size: Size,
}

/// Something that takes room in a packet, or groups what does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    pub role: Role,
    /// The line that it comes from: for an implied count or offset that of the field that it
    /// describes; for a field out of an included file that of the `@include`; `None` for the two
    /// fields that open every message and element.
    pub field: Option<FieldId>,
    /// The name, with those of the objects of the scope around it: `target.name`. It is empty for
    /// the value of an array with a subtype.
    pub path: Box<str>,
    pub ty: Type,
    /// How often the type stands there in a row: 5 for `byte[5]`, otherwise 1.
    pub repeat: u32,
    pub place: Place,
    pub size: Size,
    /// True where no line of its own declares it.
    pub is_implied: bool,
    /// The slot of the object that it stands in.
    pub object: Option<usize>,
    /// Of a variable field: the slot that counts its elements or bytes.
    pub count: Option<usize>,
    /// Of a variable field: the slot that says where its data is.
    pub offset: Option<usize>,
    /// Of a count or an offset: the slot of the field that it describes; `None` where none of
    /// that name exists, which some definitions use to skip what they don't describe.
    pub target: Option<usize>,
    /// Of an array: what each element holds, starting with `here` and `next`.
    pub element: Option<Box<Scope>>,
    /// Of an array: its elements take turns with those of its neighbours that are so as well.
    pub is_interleaved: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Length,
    Opcode,
    Here,
    Next,
    Count,
    Offset,
    /// A `ref` that names no field: its size can't be known.
    Ref,
    /// An object: it has no bytes of its own, the slots after it with `object` set have.
    Object,
    /// Of a variable field: its data.
    Field,
}

/// Where a slot begins, counted from the start of its message or element.
///
/// The place of a variable field's data is the usual one: what counts is what the offset says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    Fixed(u32),
    /// So many bytes after the end of a slot whose size varies, or is not known.
    After {
        slot: usize,
        bytes: u32,
    },
}

impl Place {
    pub fn fixed(self) -> Option<u32> {
        match self {
            Place::Fixed(at) => Some(at),
            Place::After { .. } => None,
        }
    }
}

/// How many bytes something takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Size {
    Fixed(u32),
    /// Depends on what it holds.
    AtLeast(u32),
    /// Of an unknown type, or with one inside; so much is known.
    Unknown(u32),
}

impl Size {
    /// The fewest bytes that it can take, as far as is known.
    pub fn min(self) -> u32 {
        match self {
            Size::Fixed(n) | Size::AtLeast(n) | Size::Unknown(n) => n,
        }
    }

    pub fn fixed(self) -> Option<u32> {
        match self {
            Size::Fixed(n) => Some(n),
            Size::AtLeast(_) | Size::Unknown(_) => None,
        }
    }

    /// The size of both, one after the other.
    #[must_use]
    pub fn and(self, other: Size) -> Size {
        let sum = self.min().saturating_add(other.min());
        match (self, other) {
            (Size::Unknown(_), _) | (_, Size::Unknown(_)) => Size::Unknown(sum),
            (Size::Fixed(_), Size::Fixed(_)) => Size::Fixed(sum),
            _ => Size::AtLeast(sum),
        }
    }
}

impl Default for Size {
    fn default() -> Size {
        Size::Fixed(0)
    }
}

/// Finds the syntax of a file that an `@include` names.
pub type Includes<'a> = &'a dyn Fn(&str) -> Option<std::sync::Arc<Syntax>>;

impl Layout {
    /// The layout of a definition that includes no other.
    pub fn of(syntax: &Syntax, settings: Settings) -> Layout {
        Layout::with_includes(syntax, settings, &|_| None)
    }

    pub fn with_includes(syntax: &Syntax, settings: Settings, includes: Includes<'_>) -> Layout {
        let patch = syntax.patches().unwrap_or(super::PatchRange::ALL).nearest(settings.patch);
        let in_place = match settings.dialect {
            Dialect::Auto => syntax.has_protojs_marks(),
            Dialect::Protojs => true,
            Dialect::Seed | Dialect::Toolbox => false,
        };
        let meta_place = match (in_place, syntax.is_explicit()) {
            (true, _) => MetaPlace::InPlace,
            (false, true) => MetaPlace::Explicit,
            (false, false) => MetaPlace::First,
        };
        let mut entries = entry::Entries::new(includes, patch, meta_place);
        entries.scope(syntax, None);
        let opening = [(Role::Length, "length"), (Role::Opcode, "opcode")];
        Layout { message: place::scope(opening, entries.list, meta_place), meta_place, patch }
    }

    /// True where both mean the same bytes, whichever lines and meta fields they are written with.
    pub fn is_same_on_wire(&self, other: &Layout) -> bool {
        self.message.is_same_on_wire(&other.message)
    }

    /// Every slot with its scope, an array's elements after the array.
    pub fn slots(&self) -> Vec<(&Scope, &Slot)> {
        let mut all = Vec::new();
        self.message.add_slots(&mut all);
        all
    }

    /// The first slot of a line, with the scope that it is in: for a variable field its data, for
    /// a `ref` the first of the fields that it stands for.
    pub fn slot_of(&self, field: FieldId) -> Option<(&Scope, &Slot)> {
        self.message.slot_of(field)
    }
}

impl Scope {
    fn slot_of(&self, field: FieldId) -> Option<(&Scope, &Slot)> {
        let own = self.slots.iter().find(|slot| {
            slot.field == Some(field) && !(slot.is_implied && slot.role != Role::Field)
        });
        match own {
            Some(slot) => Some((self, slot)),
            None => self.slots.iter().find_map(|slot| slot.element.as_ref()?.slot_of(field)),
        }
    }

    fn add_slots<'a>(&'a self, all: &mut Vec<(&'a Scope, &'a Slot)>) {
        for slot in &self.slots {
            all.push((self, slot));
            if let Some(element) = &slot.element {
                element.add_slots(all);
            }
        }
    }

    fn is_same_on_wire(&self, other: &Scope) -> bool {
        self.size == other.size
            && self.slots.len() == other.slots.len()
            && self.slots.iter().zip(&other.slots).all(|(a, b)| a.is_same_on_wire(b))
    }

    pub fn slot(&self, idx: usize) -> Option<&Slot> {
        self.slots.get(idx)
    }
}

impl Slot {
    /// The name without those of the objects around it.
    pub fn name(&self) -> &str {
        match self.path.rsplit_once('.') {
            Some((_, name)) if self.object.is_some() => name,
            _ => &self.path,
        }
    }

    fn is_same_on_wire(&self, other: &Slot) -> bool {
        let element = match (&self.element, &other.element) {
            (Some(a), Some(b)) => a.is_same_on_wire(b),
            (None, None) => true,
            _ => false,
        };
        let same_bytes = (self.role, self.ty, self.repeat, self.place, self.size)
            == (other.role, other.ty, other.repeat, other.place, other.size);
        let same_links =
            (self.count, self.offset, self.target) == (other.count, other.offset, other.target);
        let same_order = self.is_interleaved == other.is_interleaved;
        element && same_bytes && same_links && same_order && self.path == other.path
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn dump(scope: &Scope, indent: usize, out: &mut String) {
        for slot in &scope.slots {
            let place = match slot.place {
                Place::Fixed(at) => at.to_string(),
                Place::After { slot, bytes } => {
                    let after = scope.slot(slot).map_or("?", |slot| &slot.path);
                    format!("{after}+{bytes}")
                }
            };
            let size = match slot.size {
                Size::Fixed(n) => n.to_string(),
                Size::AtLeast(n) => format!("{n}.."),
                Size::Unknown(n) => format!("{n}?"),
            };
            let role = format!("{:?}", slot.role).to_lowercase();
            let what = match slot.role {
                Role::Field => slot.ty.name(),
                _ => &role,
            };
            let indent = "  ".repeat(indent);
            out.push_str(&format!("{indent}{place:<4} {size:<3} {what} {}\n", slot.path));
            if let Some(element) = &slot.element {
                dump(element, indent.len() / 2 + 1, out);
            }
        }
    }

    fn check_as(dialect: Dialect, patch: Option<u32>, text: &str, expected: &Expect) {
        let layout = Layout::of(&Syntax::parse(text), Settings { dialect, patch });
        let mut out = String::new();
        dump(&layout.message, 0, &mut out);
        expected.assert_eq(&out);
    }

    fn check(text: &str, expected: &Expect) {
        check_as(Dialect::Auto, None, text, expected);
    }

    #[test]
    fn meta_fields_come_first_in_the_order_of_their_fields() {
        check(
            "int32 number\narray list\n- int16 value\nbytes data\nstring name",
            &expect![[r#"
            0    2   length length
            2    2   opcode opcode
            4    2   count list
            6    2   offset list
            8    2   offset data
            10   2   count data
            12   2   offset name
            14   4   int32 number
            18   0.. array list
              0    2   here here
              2    2   next next
              4    2   int16 value
            list+0 0.. bytes data
            data+0 2.. string name
        "#]],
        );
    }

    #[test]
    fn meta_fields_are_hoisted_out_of_objects_up_to_the_element() {
        check(
            "object o\n- string s\n- array a\n- - int16 v\n- - object p\n- - - string t\nint32 z",
            &expect![[r#"
                0    2   length length
                2    2   opcode opcode
                4    2   offset o.s
                6    2   count o.a
                8    2   offset o.a
                10   2.. object o
                10   2.. string o.s
                o.s+0 0.. array o.a
                  0    2   here here
                  2    2   next next
                  4    2   offset p.t
                  6    2   int16 v
                  8    2.. object p
                  8    2.. string p.t
                o.a+0 4   int32 z
            "#]],
        );
    }

    #[test]
    fn explicit_meta_fields_stay_where_they_are() {
        check(
            "int32 a\noffset o.s\nref list\ncount skipped\nobject o\n- string s\narray list\n- string bare",
            &expect![[r#"
                0    2   length length
                2    2   opcode opcode
                4    4   int32 a
                8    2   offset o.s
                10   2   count list
                12   2   offset list
                14   2   count skipped
                16   2.. object o
                16   2.. string o.s
                o.s+0 0.. array list
                  0    2   here here
                  2    2   next next
                  4    2.. string bare
            "#]],
        );
    }

    #[test]
    fn protojs_has_each_meta_field_in_place_and_data_last() {
        let text = "int32 a\nstring s\nobject o\n- bytes b\nint32[3] c ^80\nint64 d ^0-80";
        check(
            text,
            &expect![[r#"
            0    2   length length
            2    2   opcode opcode
            4    4   int32 a
            8    2   offset s
            10   4.. object o
            10   2   offset o.b
            12   2   count o.b
            14   12  int32 c
            26   2.. string s
            s+0  0.. bytes o.b
        "#]],
        );
        check_as(
            Dialect::Toolbox,
            Some(79),
            "string s\nint32 a ^80\nint16 b",
            &expect![[r#"
            0    2   length length
            2    2   opcode opcode
            4    2   offset s
            6    2.. string s
            s+0  2   int16 b
        "#]],
        );
    }

    #[test]
    fn elements_of_a_subtype_are_values() {
        check(
            "array<vec3> a\narray<string> b\narray<array<int32[2]>> c",
            &expect![[r#"
            0    2   length length
            2    2   opcode opcode
            4    2   count a
            6    2   offset a
            8    2   count b
            10   2   offset b
            12   2   count c
            14   2   offset c
            16   0.. array a
              0    2   here here
              2    2   next next
              4    12  vec3 
            a+0  0.. array b
              0    2   here here
              2    2   next next
              4    2   offset 
              6    2.. string 
            b+0  0.. array c
              0    2   here here
              2    2   next next
              4    2   count 
              6    2   offset 
              8    0.. array 
                0    2   here here
                2    2   next next
                4    8   int32 
        "#]],
        );
    }

    #[test]
    fn a_field_of_unknown_size_moves_the_rest_to_unknown_offsets() {
        check(
            "in32 a\nint32 b\nbyte c\noffset x\nref y\nint16 z",
            &expect![[r#"
            0    2   length length
            2    2   opcode opcode
            4    0?  unknown a
            a+0  4   int32 b
            a+4  1   byte c
            a+5  2   offset x
            a+7  0?  ref y
            y+0  2   int16 z
        "#]],
        );
    }

    #[test]
    fn a_skill_id_is_as_wide_as_the_patch_says() {
        let size = |text: &str, patch| {
            let settings = Settings { patch, ..Settings::default() };
            Layout::of(&Syntax::parse(text), settings).message.size
        };
        assert_eq!(size("skillid a", None), Size::Fixed(12));
        assert_eq!(size("skillid a", Some(73)), Size::Fixed(8));
        assert_eq!(size("# majorPatchVersion < 74\nskillid a", None), Size::Fixed(8));
        assert_eq!(size("# majorPatchVersion >= 74\nskillid a", Some(27)), Size::Fixed(12));
    }

    #[test]
    fn what_stands_in_the_wrong_place_has_no_slot() {
        let slots =
            |text: &str| Layout::of(&Syntax::parse(text), Settings::default()).slots().len();
        assert_eq!(slots(""), 2);
        assert_eq!(slots("- int32 a\n- - array b\nint32 c\n- int32 d"), 3);
    }

    #[test]
    fn an_included_file_stands_in_the_place_of_its_line() {
        let included = std::sync::Arc::new(Syntax::parse("array a\n- int32 b\n@include self"));
        let syntax = Syntax::parse("int32 x\n@include self\nint32 y");
        let settings = Settings::default();
        let layout = Layout::with_includes(&syntax, settings, &|_| Some(included.clone()));
        let mut out = String::new();
        dump(&layout.message, 0, &mut out);
        expect![[r#"
            0    2   length length
            2    2   opcode opcode
            4    4   int32 x
            8    2   count a
            10   2   offset a
            12   0?  @include self
            self+0 4   int32 y
            self+4 0.. array a
              0    2   here here
              2    2   next next
              4    4   int32 b
        "#]]
        .assert_eq(&out);
        let fields: Vec<_> = layout.slots().iter().filter_map(|(_, slot)| slot.field).collect();
        assert!(fields.iter().all(|id| id.0 < 3));
    }

    #[test]
    fn implied_and_written_meta_fields_mean_the_same_bytes() {
        let layout = |text: &str| Layout::of(&Syntax::parse(text), Settings::default());
        let implied = layout("int32 n\narray a\n- string s");
        assert!(implied.is_same_on_wire(&layout("ref a\nint32 n\narray a\n- ref s\n- string s")));
        let pair = "count a\noffset a\nint32 n\narray a\n- offset s\n- string s";
        assert!(implied.is_same_on_wire(&layout(pair)));
        assert!(!implied.is_same_on_wire(&layout("int32 n\nref a\narray a\n- ref s\n- string s")));
    }
}
