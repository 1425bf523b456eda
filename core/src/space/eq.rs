//! EverQuest's axes, and the kinds of regions.
//!
//! A server calls x what the client's files call y, and the other way round. Points of a server are
//! shown to people, as `/loc` prints them; trees of regions are in the axes of the client. A navigation mesh
//! has those of the server, with the height second.

pub mod area;
pub mod zones;

/// A point with x and y exchanged: from the client's axes to the server's, and back.
pub const fn exchanged<T: Copy>(point: [T; 3]) -> [T; 3] {
    let [x, y, z] = point;
    [y, x, z]
}

/// A point with y and z exchanged: from the server's axes to those of a navigation mesh, and back.
pub const fn height_second<T: Copy>(point: [T; 3]) -> [T; 3] {
    let [x, y, z] = point;
    [x, z, y]
}

/// What a region is, by the numbers of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Unsupported,
    /// In a list whose name and text say nothing that the server knows.
    Untagged,
    Normal,
    Water,
    Lava,
    ZoneLine,
    Pvp,
    Slime,
    Ice,
    FrigidWater,
    GeneralArea,
    Preferred,
    NoNavigation,
}

impl Kind {
    pub const ALL: [Kind; 13] = [
        Kind::Unsupported,
        Kind::Untagged,
        Kind::Normal,
        Kind::Water,
        Kind::Lava,
        Kind::ZoneLine,
        Kind::Pvp,
        Kind::Slime,
        Kind::Ice,
        Kind::FrigidWater,
        Kind::GeneralArea,
        Kind::Preferred,
        Kind::NoNavigation,
    ];

    pub fn of(number: i32) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.number() == number)
    }

    /// By the name that scripts have, or what people say for it.
    pub fn named(name: &str) -> Option<Kind> {
        let name = name.to_lowercase().replace(['_', ' '], "-");
        let name = match name.as_str() {
            "slippery" => "ice",
            "zoneline" => "zone-line",
            "vwater" | "frigid" => "frigid-water",
            "none" => "normal",
            name => name,
        };
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub const fn number(self) -> i32 {
        self as i32 - 2
    }

    /// As scripts call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Unsupported => "unsupported",
            Kind::Untagged => "untagged",
            Kind::Normal => "normal",
            Kind::Water => "water",
            Kind::Lava => "lava",
            Kind::ZoneLine => "zone-line",
            Kind::Pvp => "pvp",
            Kind::Slime => "slime",
            Kind::Ice => "ice",
            Kind::FrigidWater => "frigid-water",
            Kind::GeneralArea => "general-area",
            Kind::Preferred => "preferred",
            Kind::NoNavigation => "no-navigation",
        }
    }

    /// Whether a server takes whoever is in it for swimming. It does not in slime and frigid water,
    /// though the client does.
    pub const fn is_liquid(self) -> bool {
        matches!(self, Kind::Water | Kind::Lava)
    }

    /// Whether one swims in it in the client.
    pub const fn is_wet(self) -> bool {
        matches!(self, Kind::Water | Kind::Lava | Kind::Slime | Kind::FrigidWater)
    }

    /// What the server takes a list of regions for, by its name first, and then by its text.
    pub fn of_list(name: &[u8], text: &[u8]) -> Kind {
        Kind::of_prefix(name).or_else(|| Kind::of_prefix(text)).unwrap_or(Kind::Untagged)
    }

    /// By how a name or a text of a list begins. The order is the server's: `WTNTP` is water.
    fn of_prefix(text: &[u8]) -> Option<Kind> {
        let prefixes: [(&[u8], Kind); 7] = [
            (b"WT", Kind::Water),
            (b"LA", Kind::Lava),
            (b"DRNTP", Kind::ZoneLine),
            (b"DRP_", Kind::Pvp),
            (b"SL", Kind::Slime),
            (b"DRN", Kind::Ice),
            (b"VWA", Kind::FrigidWater),
        ];
        prefixes.into_iter().find(|(prefix, _)| text.starts_with(prefix)).map(|(_, kind)| kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_lead_back_to_their_kind() {
        for kind in Kind::ALL {
            assert_eq!(Kind::of(kind.number()), Some(kind));
            assert_eq!(Kind::named(kind.name()), Some(kind));
        }
        assert_eq!((Kind::Normal.number(), Kind::FrigidWater.number()), (0, 7));
        assert_eq!((Kind::of(-3), Kind::of(11)), (None, None));
        assert_eq!(Kind::named("Zone Line"), Some(Kind::ZoneLine));
        assert_eq!(Kind::named("slippery"), Some(Kind::Ice));
    }

    #[test]
    fn a_list_is_what_its_name_says_and_then_its_text() {
        let rows: [(&[u8], &[u8], Kind); 8] = [
            (b"WT_ZONE", b"", Kind::Water),
            (b"Z0001_ZONE", b"LAN__01521", Kind::Lava),
            (b"Z0001_ZONE", b"WTNTP00255", Kind::Water),
            (b"DRNTP00255000001_ZONE", b"", Kind::ZoneLine),
            (b"DRP_ZONE", b"WTN_", Kind::Pvp),
            (b"Z0001_ZONE", b"DRN__", Kind::Ice),
            (b"Z0001_ZONE", b"VWN__", Kind::Untagged),
            (b"", b"", Kind::Untagged),
        ];
        for (name, text, kind) in rows {
            assert_eq!(Kind::of_list(name, text), kind, "{}", name.escape_ascii());
        }
    }
}
