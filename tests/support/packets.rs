//! Packets made of real definitions, with values as a game may send them.
//!
//! What a value is like follows from the name of its field and, where that says nothing, from a
//! kind that the name draws by its letters, so that a name has the same kind in all packets:
//!
//! | names | values |
//! |---|---|
//! | `gameId`, `target`, `owner` … of 8 bytes | one of 400 ids with a few high bits |
//! | `playerId`, `…DbId`, `id`, `template`, `item` … | one of some hundred ids from 1,000 up |
//! | `time`, `duration`, `delay`, `cooldown` … | milliseconds, or seconds since 1970 of 8 bytes |
//! | `level`, `race`, `class`, `type`, `stage`, `slot` … | small numbers |
//! | `hp`, `mp`, `amount`, `gold`, `exp` … | numbers up to a million, of 8 bytes more |
//! | others | by their letters: always 0, a flag, -1 or small, small, up to 1,000, up to 200,000 |
//!
//! Which kind the letters draw follows from a seed as well. With `names_differ`, a name draws another
//! kind in each packet, so that fields of a name have nothing in common but the words of the table.
//!
//! Every fifth field has the same value in all packets, as many real ones do. Signs and high bits
//! are never drawn by type but for the draw of `-1`, which signed fields alone have.

#![allow(dead_code, reason = "every test is a program of its own, and uses what it needs")]

use landwright_core::def::codec::Codec;
use landwright_core::def::{Catalogue, Definition, FieldId, Syntax, Type};
use serde_json::{Map, Value, json};

/// A source of numbers that is the same on every machine.
#[derive(Debug, Clone)]
pub struct Dice {
    state: u64,
    /// Says which kind a name draws; with another number all names have other kinds.
    kinds: u64,
    /// A name has a kind of its own in each packet, where it says nothing by itself.
    pub names_differ: bool,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice::with_kinds(seed, 0)
    }

    pub fn with_kinds(seed: u64, kinds: u64) -> Dice {
        Dice { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, kinds, names_differ: false }
    }

    /// What the letters of a name draw.
    fn draw(&self, name: &str) -> u64 {
        hash(name) ^ hash(&self.kinds.to_string()).wrapping_mul(u64::from(self.kinds != 0))
    }

    pub fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

pub fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Packets of a definition; those that its codec can't write are left out.
pub fn of(
    catalogue: &Catalogue,
    definition: &Definition,
    opcode: u16,
    n: usize,
    dice: &mut Dice,
) -> Vec<Vec<u8>> {
    let Ok(codec) = Codec::new(&catalogue.layout(definition)) else { return Vec::new() };
    let packet = definition.packet.as_ref().map_or("", |packet| &*packet.name);
    let mut packets = Vec::new();
    for _ in 0..n {
        let mut maker = Maker { syntax: &definition.syntax, packet, dice };
        let values = maker.object(None);
        let Ok(packet) = codec.from_json(&values, Some(opcode)) else { return Vec::new() };
        packets.extend(codec.encode(&packet));
    }
    packets
}

struct Maker<'a> {
    syntax: &'a Syntax,
    packet: &'a str,
    dice: &'a mut Dice,
}

impl Maker<'_> {
    fn object(&mut self, parent: Option<FieldId>) -> Value {
        let mut map = Map::new();
        for id in self.syntax.children(parent) {
            let Some(field) = self.syntax.field(id) else { continue };
            if field.kind.is_meta() || field.kind == Type::Include {
                continue;
            }
            let name = self.syntax.name(id).to_owned();
            let value = self.field(id, &name);
            // A second `object` of a name goes on with the first.
            match (map.get_mut(&name).and_then(Value::as_object_mut), value) {
                (Some(there), Value::Object(more)) => there.extend(more),
                (_, value) => drop(map.insert(name, value)),
            }
        }
        Value::Object(map)
    }

    fn field(&mut self, id: FieldId, name: &str) -> Value {
        let field = self.syntax.field(id).unwrap();
        match field.kind {
            Type::Object => self.object(Some(id)),
            Type::Array => {
                let n = self.dice.below(4);
                let subtype = field.subtype.map(|span| Type::named(self.syntax.str(span)));
                (0..n)
                    .map(|_| match subtype {
                        Some(ty) => self.value(ty, name),
                        None => self.object(Some(id)),
                    })
                    .collect()
            }
            ty => match field.repeat(self.syntax) {
                1 => self.value(ty, name),
                n => (0..n).map(|_| self.value(ty, name)).collect(),
            },
        }
    }

    fn value(&mut self, ty: Type, name: &str) -> Value {
        let own = self.dice.draw(&format!("{}.{name}", self.packet));
        let name_of_kind = match self.dice.names_differ {
            true => format!("{}.{}", self.packet, name.to_lowercase()),
            false => name.to_lowercase(),
        };
        let draw = self.dice.draw(&name_of_kind) >> 8;
        // Fixed for the field, whatever the packet.
        let is_constant = own.is_multiple_of(5) && !matches!(ty, Type::String | Type::Uint64);
        let mut fixed = Dice::with_kinds(own, self.dice.kinds);
        let dice = if is_constant { &mut fixed } else { &mut *self.dice };
        match ty {
            Type::Bool => json!(dice.one_in(2)),
            Type::Byte => json!(dice.below(if own.is_multiple_of(3) { 200 } else { 8 })),
            Type::Float => json!(float(dice, name, draw)),
            Type::Double => json!(dice.below(1_000_000) as f64 / 100.0),
            Type::Vec3 => place(dice),
            Type::Vec3fa => {
                let turn = |dice: &mut Dice| (dice.below(2_000) as f64 - 1_000.0) / 1_000.0;
                json!({"x": turn(dice), "y": turn(dice), "z": turn(dice)})
            }
            Type::Angle => {
                json!((dice.below(65_535) as f64 - 32_767.0) / 32_768.0 * std::f64::consts::PI)
            }
            Type::Skillid | Type::Skillid32 => {
                json!({"npc": false, "type": 1, "huntingZoneId": 0,
                       "id": (1 + dice.below(40)) * 10_000 + dice.below(30) * 100, "reserved": 0})
            }
            Type::Customize => {
                json!((0..8).map(|_| format!("{:02x}", 1 + dice.below(30))).collect::<String>())
            }
            Type::Bytes => {
                let n = dice.below(24);
                json!((0..n).map(|_| format!("{:02x}", dice.below(256))).collect::<String>())
            }
            Type::String => json!(text(dice)),
            ty => number(dice, ty, name, draw),
        }
    }
}

fn float(dice: &mut Dice, name: &str, draw: u64) -> f32 {
    let lower = name.to_lowercase();
    if ["x", "y", "z"].contains(&lower.as_str()) {
        return dice.below(1_000_000) as f32 / 10.0 - 50_000.0;
    }
    match draw % 4 {
        0 => dice.below(101) as f32 / 100.0,
        1 => 1.0,
        2 => dice.below(100_000) as f32 / 64.0,
        _ => dice.below(40) as f32 * 5.0,
    }
}

fn place(dice: &mut Dice) -> Value {
    let mut part = |most: u64| dice.below(most * 20) as f64 / 10.0 - most as f64;
    json!({"x": part(90_000), "y": part(90_000), "z": part(4_000)})
}

fn text(dice: &mut Dice) -> String {
    const WORDS: &[&str] = &["Kettle", "Lane", "oak", "Rue", "silver 7", "Mill", "", "@103:9"];
    let word = |dice: &mut Dice| WORDS[dice.below(WORDS.len() as u64) as usize];
    format!("{}{}", word(dice), word(dice))
}

fn number(dice: &mut Dice, ty: Type, name: &str, draw: u64) -> Value {
    let lower = name.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let is_wide = matches!(ty, Type::Int64 | Type::Uint64);
    let is_narrow = matches!(ty, Type::Int16 | Type::Uint16);
    let is_signed = matches!(ty, Type::Int16 | Type::Int32 | Type::Int64);
    let n: i64 = if is_wide && has(&["gameid", "target", "owner", "cid", "source", "creature"]) {
        let id = 0x0008_0000_0010_0000_u64 + dice.below(400) * 13;
        if dice.one_in(8) { 0 } else { id as i64 }
    } else if has(&["time", "duration", "delay", "cooldown", "date"]) {
        match is_wide {
            true => 1_500_000_000 + dice.below(90_000_000) as i64,
            false if is_narrow => dice.below(900) as i64,
            false => dice.below(600_000) as i64,
        }
    } else if has(&["level", "race", "class", "gender", "type", "stage", "state", "slot", "status"])
    {
        dice.below(2 + draw % 60) as i64
    } else if has(&["hp", "mp", "amount", "gold", "money", "exp", "damage", "price", "point"]) {
        match is_wide {
            true => dice.below(50_000_000_000) as i64,
            false if is_narrow => dice.below(3_000) as i64,
            false => dice.below(1_000_000) as i64,
        }
    } else if !is_narrow
        && has(&["id", "template", "item", "model", "zone", "skill", "body", "hand"])
    {
        let base = 1_000 + (draw % 200) as i64 * 1_000;
        base + dice.below(150) as i64 * 7
    } else {
        match draw % 6 {
            0 => 0,
            1 => dice.below(2) as i64,
            2 if is_signed => dice.below(4) as i64 - 1,
            2 | 3 => dice.below(20) as i64,
            4 => dice.below(1_000) as i64,
            _ if is_narrow => dice.below(5_000) as i64,
            _ => dice.below(200_000) as i64,
        }
    };
    if is_wide { json!(n.to_string()) } else { json!(n) }
}
