//! The fields of objects and of the world around them by name, whatever they are kept in.

use crate::format::number::F32;
use crate::format::ragnarok::rsw::object::Object;
use crate::format::ragnarok::rsw::{Layout, Rsw};
use crate::format::text::CodePage;
use crate::world::rsw::object::Kind;
use crate::world::sum::{BadSetting, Sum};
use crate::world::zone::exchange::cells::shown;
use crate::world::zone::setting::Setting;

fields! {
    /// A field of an object.
    pub enum Field;
    Name "name" "Name, for mappers",
    File "file" "File of a model below data\\model, or of a sound below data\\wav",
    Node "node" "Part of the model that is meant, by the name of its node",
    X "x" "Position, in world units from the middle of the map: to the east",
    Y "y" "Position, in world units: downwards, so that lower numbers are higher",
    Z "z" "Position, in world units from the middle of the map: to the north",
    RotationX "rotation-x" "Rotation in degrees: about the axis to the east",
    RotationY "rotation-y" "Rotation in degrees: about the vertical axis",
    RotationZ "rotation-z" "Rotation in degrees: about the axis to the north",
    ScaleX "scale-x" "Scale, 1 for original size; negative numbers mirror: x",
    ScaleY "scale-y" "Scale, 1 for original size; negative numbers mirror: y",
    ScaleZ "scale-z" "Scale, 1 for original size; negative numbers mirror: z",
    AnimationType "animation-type" "How a model is animated: 0 or 2 in most files",
    AnimationSpeed "animation-speed" "How fast a model is animated, 1 for its own speed",
    Red "red" "Colour of a light, from 0 to 1: red",
    Green "green" "Colour of a light, from 0 to 1: green",
    Blue "blue" "Colour of a light, from 0 to 1: blue",
    Range "range" "Range of a light or a sound, in world units",
    Volume "volume" "Volume of a sound, from 0 to 1",
    Width "width" "Width of a sound",
    Height "height" "Height of a sound",
    Cycle "cycle" "Seconds from one start of a sound to the next",
    Effect "effect" "Number of an effect of the client, such as 44 for smoke",
    Delay "delay" "Delay between two starts of an effect",
    Parameter1 "parameter-1" "First number that an effect is given",
    Parameter2 "parameter-2" "Second number that an effect is given",
    Parameter3 "parameter-3" "Third number that an effect is given",
    Parameter4 "parameter-4" "Fourth number that an effect is given",
}

fields! {
    /// A field of the world that objects are in.
    pub enum WorldField;
    Gnd "gnd" "File of the ground",
    Gat "gat" "File of the cells",
    WaterLevel "water-level" "Level of the water as an altitude: greater altitudes are under water",
    WaterType "water-type" "Texture of the water, from 0 to 5",
    WaveHeight "wave-height" "Height of the waves, in world units",
    WaveSpeed "wave-speed" "How fast the waves are",
    WavePitch "wave-pitch" "How close the waves are to each other",
    WaterFrames "water-frames" "For how many frames each texture of the water is shown",
    Longitude "light-longitude" "Direction of the sun, in degrees",
    Latitude "light-latitude" "Height of the sun, in degrees",
    DiffuseRed "diffuse-red" "Light of the sun, from 0 to 1: red",
    DiffuseGreen "diffuse-green" "Light of the sun, from 0 to 1: green",
    DiffuseBlue "diffuse-blue" "Light of the sun, from 0 to 1: blue",
    AmbientRed "ambient-red" "Light from everywhere, from 0 to 1: red",
    AmbientGreen "ambient-green" "Light from everywhere, from 0 to 1: green",
    AmbientBlue "ambient-blue" "Light from everywhere, from 0 to 1: blue",
    ShadowOpacity "shadow-opacity" "How dark shadows are, from 0 to 1",
}

/// A field as the file holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'o> {
    Whole(&'o i32),
    Float(&'o F32),
    /// All bytes of a field of fixed size, with what is behind the zero byte.
    Text(&'o [u8]),
}

/// A field to be written to.
#[derive(Debug)]
pub(super) enum Slot<'o> {
    Whole(&'o mut i32),
    Float(&'o mut F32),
    Text(&'o mut [u8]),
}

/// The same look-up to read and to write.
macro_rules! object_field {
    ($object:expr, $field:expr, $to:ident, [$($m:tt)?]) => {
        match ($object, $field) {
            (Object::Model(it), Field::Name) => Some($to::Text(& $($m)? it.name.0)),
            (Object::Model(it), Field::File) => Some($to::Text(& $($m)? it.file.0)),
            (Object::Model(it), Field::Node) => Some($to::Text(& $($m)? it.node.0)),
            (Object::Model(it), Field::X) => Some($to::Float(& $($m)? it.position[0])),
            (Object::Model(it), Field::Y) => Some($to::Float(& $($m)? it.position[1])),
            (Object::Model(it), Field::Z) => Some($to::Float(& $($m)? it.position[2])),
            (Object::Model(it), Field::RotationX) => Some($to::Float(& $($m)? it.rotation[0])),
            (Object::Model(it), Field::RotationY) => Some($to::Float(& $($m)? it.rotation[1])),
            (Object::Model(it), Field::RotationZ) => Some($to::Float(& $($m)? it.rotation[2])),
            (Object::Model(it), Field::ScaleX) => Some($to::Float(& $($m)? it.scale[0])),
            (Object::Model(it), Field::ScaleY) => Some($to::Float(& $($m)? it.scale[1])),
            (Object::Model(it), Field::ScaleZ) => Some($to::Float(& $($m)? it.scale[2])),
            (Object::Model(it), Field::AnimationType) => {
                Some($to::Whole(& $($m)? it.animation_type))
            }
            (Object::Model(it), Field::AnimationSpeed) => {
                Some($to::Float(& $($m)? it.animation_speed))
            }
            (Object::Light(it), Field::Name) => Some($to::Text(& $($m)? it.name.0)),
            (Object::Light(it), Field::X) => Some($to::Float(& $($m)? it.position[0])),
            (Object::Light(it), Field::Y) => Some($to::Float(& $($m)? it.position[1])),
            (Object::Light(it), Field::Z) => Some($to::Float(& $($m)? it.position[2])),
            (Object::Light(it), Field::Red) => Some($to::Float(& $($m)? it.color[0])),
            (Object::Light(it), Field::Green) => Some($to::Float(& $($m)? it.color[1])),
            (Object::Light(it), Field::Blue) => Some($to::Float(& $($m)? it.color[2])),
            (Object::Light(it), Field::Range) => Some($to::Float(& $($m)? it.range)),
            (Object::Sound(it), Field::Name) => Some($to::Text(& $($m)? it.name.0)),
            (Object::Sound(it), Field::File) => Some($to::Text(& $($m)? it.file.0)),
            (Object::Sound(it), Field::X) => Some($to::Float(& $($m)? it.position[0])),
            (Object::Sound(it), Field::Y) => Some($to::Float(& $($m)? it.position[1])),
            (Object::Sound(it), Field::Z) => Some($to::Float(& $($m)? it.position[2])),
            (Object::Sound(it), Field::Volume) => Some($to::Float(& $($m)? it.volume)),
            (Object::Sound(it), Field::Width) => Some($to::Whole(& $($m)? it.width)),
            (Object::Sound(it), Field::Height) => Some($to::Whole(& $($m)? it.height)),
            (Object::Sound(it), Field::Range) => Some($to::Float(& $($m)? it.range)),
            (Object::Sound(it), Field::Cycle) => Some($to::Float(& $($m)? it.cycle)),
            (Object::Effect(it), Field::Name) => Some($to::Text(& $($m)? it.name.0)),
            (Object::Effect(it), Field::X) => Some($to::Float(& $($m)? it.position[0])),
            (Object::Effect(it), Field::Y) => Some($to::Float(& $($m)? it.position[1])),
            (Object::Effect(it), Field::Z) => Some($to::Float(& $($m)? it.position[2])),
            (Object::Effect(it), Field::Effect) => Some($to::Whole(& $($m)? it.effect)),
            (Object::Effect(it), Field::Delay) => Some($to::Float(& $($m)? it.delay)),
            (Object::Effect(it), Field::Parameter1) => Some($to::Float(& $($m)? it.parameters[0])),
            (Object::Effect(it), Field::Parameter2) => Some($to::Float(& $($m)? it.parameters[1])),
            (Object::Effect(it), Field::Parameter3) => Some($to::Float(& $($m)? it.parameters[2])),
            (Object::Effect(it), Field::Parameter4) => Some($to::Float(& $($m)? it.parameters[3])),
            _ => None,
        }
    };
}

macro_rules! world_field {
    ($world:expr, $water:expr, $field:expr, $to:ident, [$($m:tt)?]) => {
        match $field {
            WorldField::Gnd => Some($to::Text(& $($m)? $world.names.gnd.0)),
            WorldField::Gat => Some($to::Text(& $($m)? $world.names.gat.0)),
            WorldField::WaterLevel => $water.map(|water| $to::Float(& $($m)? water.level)),
            WorldField::WaterType => $water.map(|water| $to::Whole(& $($m)? water.kind)),
            WorldField::WaveHeight => $water.map(|water| $to::Float(& $($m)? water.wave_height)),
            WorldField::WaveSpeed => $water.map(|water| $to::Float(& $($m)? water.wave_speed)),
            WorldField::WavePitch => $water.map(|water| $to::Float(& $($m)? water.wave_pitch)),
            WorldField::WaterFrames => $water.map(|water| $to::Whole(& $($m)? water.frames)),
            WorldField::Longitude => Some($to::Whole(& $($m)? $world.light.longitude)),
            WorldField::Latitude => Some($to::Whole(& $($m)? $world.light.latitude)),
            WorldField::DiffuseRed => Some($to::Float(& $($m)? $world.light.diffuse[0])),
            WorldField::DiffuseGreen => Some($to::Float(& $($m)? $world.light.diffuse[1])),
            WorldField::DiffuseBlue => Some($to::Float(& $($m)? $world.light.diffuse[2])),
            WorldField::AmbientRed => Some($to::Float(& $($m)? $world.light.ambient[0])),
            WorldField::AmbientGreen => Some($to::Float(& $($m)? $world.light.ambient[1])),
            WorldField::AmbientBlue => Some($to::Float(& $($m)? $world.light.ambient[2])),
            WorldField::ShadowOpacity => Some($to::Float(& $($m)? $world.light.shadow_opacity)),
        }
    };
}

impl Field {
    /// The fields that objects of a kind have in files of a layout.
    pub fn of_kind(kind: Kind, layout: Layout) -> impl Iterator<Item = Field> {
        Field::ALL.iter().copied().filter(move |field| field.is_of(kind, layout))
    }

    pub fn is_of(self, kind: Kind, layout: Layout) -> bool {
        let is_model = kind == Kind::Model;
        match self {
            Field::X | Field::Y | Field::Z => true,
            Field::Name => !is_model || layout.version.has_model_names(),
            Field::AnimationType | Field::AnimationSpeed => {
                is_model && layout.version.has_model_names()
            }
            Field::File => matches!(kind, Kind::Model | Kind::Sound),
            Field::Node
            | Field::RotationX
            | Field::RotationY
            | Field::RotationZ
            | Field::ScaleX
            | Field::ScaleY
            | Field::ScaleZ => is_model,
            Field::Red | Field::Green | Field::Blue => kind == Kind::Light,
            Field::Range => matches!(kind, Kind::Light | Kind::Sound),
            Field::Volume | Field::Width | Field::Height => kind == Kind::Sound,
            Field::Cycle => kind == Kind::Sound && layout.has_sound_cycle,
            Field::Effect
            | Field::Delay
            | Field::Parameter1
            | Field::Parameter2
            | Field::Parameter3
            | Field::Parameter4 => kind == Kind::Effect,
        }
    }
}

impl WorldField {
    /// Whether files of a layout have it.
    pub fn is_in(self, layout: Layout) -> bool {
        let version = layout.version;
        match self {
            WorldField::Gnd => true,
            WorldField::Gat => layout.has_gat_name,
            WorldField::WaterLevel => version.has_water(),
            WorldField::WaterType
            | WorldField::WaveHeight
            | WorldField::WaveSpeed
            | WorldField::WavePitch => version.has_waves(),
            WorldField::WaterFrames => version.has_water_frames(),
            WorldField::ShadowOpacity => version.has_shadow_opacity(),
            _ => version.has_light(),
        }
    }
}

/// What a field of an object holds; `None` where such objects have no such field.
pub fn value_of(object: &Object, field: Field) -> Option<Value<'_>> {
    object_field!(object, field, Value, [])
}

pub(super) fn slot_of(object: &mut Object, field: Field) -> Option<Slot<'_>> {
    object_field!(object, field, Slot, [mut])
}

/// What a field of a world holds; `None` where the version has none.
pub fn value_of_world(world: &Rsw, field: WorldField) -> Option<Value<'_>> {
    let has_it = field.is_in(world.layout());
    world_field!(world, world.water(), field, Value, []).filter(|_| has_it)
}

pub(super) fn slot_of_world(world: &mut Rsw, field: WorldField) -> Option<Slot<'_>> {
    if !field.is_in(world.layout()) {
        return None;
    }
    world_field!(world, world.water_mut(), field, Slot, [mut])
}

impl Value<'_> {
    /// In words that give it back: texts that their code page can't show are `hex:` and digits.
    pub fn shown(self, code_page: CodePage) -> String {
        match self {
            Value::Whole(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            Value::Text(field) => shown(name_in(field), code_page),
        }
    }

    pub(super) fn to_bytes(self) -> Vec<u8> {
        match self {
            Value::Whole(number) => number.to_le_bytes().to_vec(),
            Value::Float(number) => number.to_bits().to_le_bytes().to_vec(),
            Value::Text(field) => field.to_vec(),
        }
    }

    /// Whether a field holds just this. A sum holds nowhere.
    pub(super) fn is(self, setting: &Setting, code_page: CodePage) -> bool {
        let number = |value: f64| matches!(setting.sum(), Ok(Sum::Is(number)) if number == value);
        match self {
            Value::Whole(value) => number(f64::from(*value)),
            Value::Float(value) => match setting.sum() {
                Ok(Sum::Bits(bits)) => bits == *value,
                _ => number(f64::from(value.get())),
            },
            Value::Text(field) => {
                setting.to_text(code_page).is_ok_and(|text| text.as_bytes() == name_in(field))
            }
        }
    }
}

impl Slot<'_> {
    /// Puts what somebody typed into the field. A field that holds it already keeps its bytes.
    pub(super) fn put(self, setting: &Setting, code_page: CodePage) -> Result<(), BadSetting> {
        match self {
            Slot::Whole(number) => *number = setting.sum()?.of_whole(f64::from(*number))?,
            Slot::Float(number) => *number = setting.sum()?.of_float(*number)?,
            Slot::Text(field) => put_name(field, setting.to_text(code_page)?.as_bytes())?,
        }
        Ok(())
    }

    /// Takes all bytes of the same field of something else.
    pub(super) fn copy(self, other: Value<'_>) {
        match (self, other) {
            (Slot::Whole(own), Value::Whole(other)) => *own = *other,
            (Slot::Float(own), Value::Float(other)) => *own = *other,
            (Slot::Text(own), Value::Text(other)) if own.len() == other.len() => {
                own.copy_from_slice(other);
            }
            _ => {}
        }
    }
}

/// The bytes before the first zero byte.
fn name_in(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// A new name has zero bytes behind it. Clients read on until a zero byte, so one has to be there.
fn put_name(field: &mut [u8], name: &[u8]) -> Result<(), BadSetting> {
    if name_in(field) == name {
        return Ok(());
    }
    let most = field.len().saturating_sub(1);
    if name.contains(&0) {
        return Err(BadSetting::new("a text with a zero byte", "one without"));
    }
    match field.split_at_mut_checked(name.len()) {
        Some((start, rest)) if name.len() <= most => {
            start.copy_from_slice(name);
            rest.fill(0);
            Ok(())
        }
        _ => {
            let found = format!("{} bytes long", name.len());
            Err(BadSetting::new(&found, &format!("at most {most}")))
        }
    }
}
