//! Single values as JSON, each so that it comes back as the same bits.
//!
//! | value       | JSON |
//! |-------------|------|
//! | bool        | `true`, `false`; what is above 1 as a number |
//! | integers    | a number; from ±2⁵³ on a string, since most readers of JSON would round it |
//! | floats      | the shortest number; `"Infinity"`, `"-Infinity"`, `"NaN 0x7fc00000"` with its bits |
//! | vec3        | `{"x", "y", "z"}` |
//! | vec3fa      | the same, in radians |
//! | angle       | radians |
//! | skillid     | `{"npc", "type", "huntingZoneId", "id", "reserved"}` |
//! | customize, bytes | hexadecimal digits |
//! | string      | a string; with half a surrogate pair in it `{"utf16": [numbers]}` |

use std::f64::consts::PI;
use std::fmt::Write;

use serde_json::{Number, Value as Json, json};

use super::super::skill::Skill;
use super::super::value::{Scalar, Value};

/// The greatest integer up to which every one is exact in JavaScript.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// A value by itself: the elements of an array without names.
pub fn value_to_json(value: &Value) -> Json {
    match value {
        Value::Bool(n @ 0..2) => (*n == 1).into(),
        Value::Bool(n) | Value::Byte(n) => (*n).into(),
        Value::Int16(n) => (*n).into(),
        Value::Int32(n) => (*n).into(),
        Value::Int64(n) if n.unsigned_abs() > MAX_SAFE => n.to_string().into(),
        Value::Int64(n) => (*n).into(),
        Value::Uint16(n) => (*n).into(),
        Value::Uint32(n) => (*n).into(),
        Value::Uint64(n) if *n > MAX_SAFE => n.to_string().into(),
        Value::Uint64(n) => (*n).into(),
        Value::Float(bits) => float(*bits),
        Value::Double(bits) => double(*bits),
        Value::Vec3([x, y, z]) => json!({"x": float(*x), "y": float(*y), "z": float(*z)}),
        Value::Vec3fa([x, y, z]) => json!({"x": turn(*x), "y": turn(*y), "z": turn(*z)}),
        Value::Angle(n) => (f64::from(*n) / HALF_CIRCLE * PI).into(),
        Value::Skillid(raw) => skill(Skill::of_wide(*raw)),
        Value::Skillid32(raw) => skill(Skill::of_narrow(*raw)),
        Value::Customize(bytes) => hex(bytes).into(),
        Value::Bytes(bytes) => hex(bytes).into(),
        Value::String(units) => match String::from_utf16(units) {
            Ok(text) => text.into(),
            Err(_) => json!({"utf16": units}),
        },
        Value::Repeat(values) | Value::Array { values, .. } => {
            values.iter().map(value_to_json).collect()
        }
    }
}

/// What half a circle is in an `angle` and in each part of a `vec3fa`.
const HALF_CIRCLE: f64 = 32768.0;

fn float(bits: u32) -> Json {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        return format!("NaN {bits:#010x}").into();
    }
    // The shortest digits that mean this float, unless they mean another one as a double.
    let short = value.to_string().parse::<f64>().ok().filter(|short| *short as f32 == value);
    finite(short.unwrap_or(f64::from(value)))
}

fn double(bits: u64) -> Json {
    let value = f64::from_bits(bits);
    if value.is_nan() { format!("NaN {bits:#018x}").into() } else { finite(value) }
}

/// A part of a `vec3fa` in radians. A double has digits enough that scaling loses nothing.
fn turn(bits: u32) -> Json {
    let value = f32::from_bits(bits);
    if value.is_nan() { float(bits) } else { finite(f64::from(value) / HALF_CIRCLE * PI) }
}

fn finite(value: f64) -> Json {
    match Number::from_f64(value) {
        Some(number) => number.into(),
        None if value > 0.0 => "Infinity".into(),
        None => "-Infinity".into(),
    }
}

fn skill(skill: Skill) -> Json {
    json!({
        "npc": skill.npc,
        "type": skill.ty,
        "huntingZoneId": skill.hunting_zone,
        "id": skill.id,
        "reserved": skill.reserved,
    })
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string can't fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// What a JSON value is, in a message.
pub(super) fn kind(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "a bool",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}

impl Scalar {
    /// The value, or what is wrong with it.
    pub(super) fn value_from(self, json: &Json) -> Result<Value, String> {
        Ok(match self {
            Scalar::Bool => match json {
                Json::Bool(value) => Value::Bool(u8::from(*value)),
                _ => Value::Bool(integer(json, "true, false or a number from 0 to 255")?),
            },
            Scalar::Byte => Value::Byte(integer(json, "a number from 0 to 255")?),
            Scalar::Int16 => Value::Int16(integer(json, "a number from -32768 to 32767")?),
            Scalar::Int32 => Value::Int32(integer(json, "an integer of 32 bits")?),
            Scalar::Int64 => Value::Int64(integer(json, "an integer of 64 bits")?),
            Scalar::Uint16 => Value::Uint16(integer(json, "a number from 0 to 65535")?),
            Scalar::Uint32 => Value::Uint32(integer(json, "an integer of 32 bits, not negative")?),
            Scalar::Uint64 => Value::Uint64(integer(json, "an integer of 64 bits, not negative")?),
            Scalar::Float => Value::Float(float_from(json, 1.0)?),
            Scalar::Double => Value::Double(double_from(json)?),
            Scalar::Vec3 => Value::Vec3(vec3_from(json, 1.0)?),
            Scalar::Vec3fa => Value::Vec3fa(vec3_from(json, HALF_CIRCLE / PI)?),
            Scalar::Angle => Value::Angle(angle_from(json)?),
            Scalar::Skillid => Value::Skillid(skill_from(json, Skill::wide)?),
            Scalar::Skillid32 => Value::Skillid32(skill_from(json, Skill::narrow)?),
            Scalar::Customize => {
                let bytes = json.as_str().and_then(unhex);
                let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
                Value::Customize(bytes.ok_or_else(|| wrong(json, "16 hexadecimal digits"))?)
            }
        })
    }
}

pub(super) fn repeat_from_json(scalar: Scalar, n: usize, json: &Json) -> Result<Value, String> {
    let Json::Array(values) = json else { return Err(wrong(json, "an array")) };
    if values.len() != n {
        return Err(format!("it must have {n} values, but has {}", values.len()));
    }
    let numbered = values.iter().enumerate();
    let read = numbered.map(|(idx, json)| {
        scalar.value_from(json).map_err(|message| format!("value {idx}: {message}"))
    });
    Ok(Value::Repeat(read.collect::<Result<_, _>>()?))
}

pub(super) fn bytes_from_json(json: &Json) -> Result<Value, String> {
    let bytes = json.as_str().and_then(unhex);
    let bytes = bytes.ok_or_else(|| wrong(json, "a string of pairs of hexadecimal digits"))?;
    Ok(Value::Bytes(bytes.into()))
}

pub(super) fn string_from_json(json: &Json) -> Result<Value, String> {
    let units: Option<Vec<u16>> = match json {
        Json::String(text) => Some(text.encode_utf16().collect()),
        Json::Object(object) if object.len() == 1 => object.get("utf16").and_then(|units| {
            units.as_array()?.iter().map(|unit| u16::try_from(unit.as_u64()?).ok()).collect()
        }),
        _ => None,
    };
    let units = units.ok_or_else(|| wrong(json, "a string, or {\"utf16\": [numbers]}"))?;
    match units.contains(&0) {
        true => Err("a string can't hold NUL, which ends it".to_owned()),
        false => Ok(Value::String(units.into())),
    }
}

fn wrong(json: &Json, wanted: &str) -> String {
    match json {
        Json::Number(_) | Json::String(_) if json.to_string().len() < 40 => {
            format!("it must be {wanted}, but is {json}")
        }
        _ => format!("it must be {wanted}, but is {}", kind(json)),
    }
}

fn integer<T: TryFrom<i128>>(json: &Json, wanted: &str) -> Result<T, String> {
    let number = match json {
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => Some(i128::from(number)),
            (_, number) => number.map(i128::from),
        },
        Json::String(text) => text.parse().ok(),
        _ => None,
    };
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| wrong(json, wanted))
}

/// The bits of a float, after scaling.
fn float_from(json: &Json, scale: f64) -> Result<u32, String> {
    const WANTED: &str = "a number of 32 bits";
    if let Some(bits) = json.as_str().and_then(|text| text.strip_prefix("NaN")) {
        let bits = special(bits, f32::NAN.to_bits().into()).and_then(|bits| bits.try_into().ok());
        let bits = bits.filter(|bits| f32::from_bits(*bits).is_nan());
        return bits.ok_or_else(|| wrong(json, WANTED));
    }
    if let Some(infinite) = infinity(json) {
        return Ok((infinite as f32).to_bits());
    }
    let value = json.as_f64().map(|value| (value * scale) as f32);
    value.filter(|value| value.is_finite()).map(f32::to_bits).ok_or_else(|| wrong(json, WANTED))
}

fn double_from(json: &Json) -> Result<u64, String> {
    const WANTED: &str = "a number";
    if let Some(bits) = json.as_str().and_then(|text| text.strip_prefix("NaN")) {
        let bits = special(bits, f64::NAN.to_bits());
        let bits = bits.filter(|bits| f64::from_bits(*bits).is_nan());
        return bits.ok_or_else(|| wrong(json, WANTED));
    }
    let value = infinity(json).or_else(|| json.as_f64());
    value.map(f64::to_bits).ok_or_else(|| wrong(json, WANTED))
}

/// The bits behind the word `NaN`; the usual ones where there are none.
fn special(bits: &str, usual: u64) -> Option<u64> {
    match bits.strip_prefix(" 0x") {
        Some(bits) => u64::from_str_radix(bits, 16).ok(),
        None => bits.is_empty().then_some(usual),
    }
}

fn infinity(json: &Json) -> Option<f64> {
    match json.as_str()? {
        "Infinity" => Some(f64::INFINITY),
        "-Infinity" => Some(f64::NEG_INFINITY),
        _ => None,
    }
}

fn vec3_from(json: &Json, scale: f64) -> Result<[u32; 3], String> {
    const WANTED: &str = "an object of x, y and z";
    let Json::Object(object) = json else { return Err(wrong(json, WANTED)) };
    if object.len() != 3 {
        return Err(format!("it must be {WANTED}"));
    }
    let part = |name: &str| match object.get(name) {
        Some(json) => float_from(json, scale).map_err(|message| format!("{name}: {message}")),
        None => Err(format!("it must be {WANTED}, but has no {name}")),
    };
    Ok([part("x")?, part("y")?, part("z")?])
}

/// The nearest angle there is; full circles do not count.
fn angle_from(json: &Json) -> Result<i16, String> {
    let radians = json.as_f64().ok_or_else(|| wrong(json, "an angle in radians"))?;
    let units = (radians / PI * HALF_CIRCLE).round().rem_euclid(2.0 * HALF_CIRCLE);
    Ok(units as u16 as i16)
}

fn skill_from<T>(json: &Json, raw: fn(Skill) -> Result<T, &'static str>) -> Result<T, String> {
    const NAMES: [&str; 5] = ["npc", "type", "huntingZoneId", "id", "reserved"];
    const WANTED: &str = "an object of npc, type, huntingZoneId, id and reserved";
    let Json::Object(object) = json else { return Err(wrong(json, WANTED)) };
    if let Some(key) = object.keys().find(|key| !NAMES.contains(&key.as_str())) {
        return Err(format!("it must be {WANTED}, but has `{key}`"));
    }
    let part = |name: &str| match object.get(name) {
        None if name == "npc" || name == "type" || name == "id" => Err(format!("it has no {name}")),
        None => Ok(0),
        Some(Json::Bool(value)) if name == "npc" => Ok(u64::from(*value)),
        Some(json) => json.as_u64().ok_or_else(|| format!("{name} must be a number")),
    };
    let [npc, ty, zone, id, reserved] = NAMES.map(part);
    let too_great = |name: &str| format!("{name} is too large");
    let skill = Skill {
        npc: npc? != 0,
        ty: ty?.try_into().map_err(|_| too_great("type"))?,
        hunting_zone: zone?.try_into().map_err(|_| too_great("huntingZoneId"))?,
        id: id?.try_into().map_err(|_| too_great("id"))?,
        reserved: reserved?.try_into().map_err(|_| too_great("reserved"))?,
    };
    raw(skill).map_err(|name| match name {
        "huntingZoneId" if !(skill.npc && skill.ty == 1) => {
            "only an npc's skill of type 1 has a huntingZoneId".to_owned()
        }
        name => too_great(name),
    })
}

/// The bytes of pairs of hexadecimal digits.
fn unhex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let byte = |[high, low]: &[u8; 2]| Some((digit(*high)? * 16 + digit(*low)?) as u8);
    pairs.iter().map(byte).collect::<Option<Vec<u8>>>().filter(|_| rest.is_empty())
}
