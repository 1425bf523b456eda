//! The areas of a navigation mesh, what they cost, and which of them a server walks.

use crate::space::eq::Kind;

/// What a polygon of a navigation mesh is, by the numbers of the server's tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Area {
    Normal,
    Water,
    Lava,
    ZoneLine,
    Pvp,
    Slime,
    Ice,
    FrigidWater,
    GeneralArea,
    /// A way that whoever takes it is moved along at once.
    Portal,
    Preferred,
    Disabled,
}

/// What a server's walkers never step on: areas that are disabled, and zone lines.
const NEVER_WALKED: u16 = 2048 | 8;

impl Area {
    pub const ALL: [Area; 12] = [
        Area::Normal,
        Area::Water,
        Area::Lava,
        Area::ZoneLine,
        Area::Pvp,
        Area::Slime,
        Area::Ice,
        Area::FrigidWater,
        Area::GeneralArea,
        Area::Portal,
        Area::Preferred,
        Area::Disabled,
    ];

    pub fn of(number: u8) -> Option<Area> {
        Area::ALL.get(usize::from(number)).copied()
    }

    pub fn named(name: &str) -> Option<Area> {
        let name = name.to_lowercase().replace(['_', ' '], "-");
        Area::ALL.into_iter().find(|area| area.name() == name)
    }

    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The flag that the server's tool gives to polygons of the area.
    pub const fn flag(self) -> u16 {
        1 << self.number()
    }

    /// As scripts call it.
    pub const fn name(self) -> &'static str {
        match self {
            Area::Normal => "normal",
            Area::Water => "water",
            Area::Lava => "lava",
            Area::ZoneLine => "zone-line",
            Area::Pvp => "pvp",
            Area::Slime => "slime",
            Area::Ice => "ice",
            Area::FrigidWater => "frigid-water",
            Area::GeneralArea => "general-area",
            Area::Portal => "portal",
            Area::Preferred => "preferred",
            Area::Disabled => "disabled",
        }
    }

    /// What the server's tool makes of ground in a region of some kind.
    pub const fn of_region(kind: Kind) -> Area {
        match kind {
            Kind::Unsupported | Kind::Untagged | Kind::Normal => Area::Normal,
            Kind::Water => Area::Water,
            Kind::Lava => Area::Lava,
            Kind::Pvp => Area::Pvp,
            Kind::Slime => Area::Slime,
            Kind::Ice => Area::Ice,
            Kind::FrigidWater => Area::FrigidWater,
            Kind::GeneralArea => Area::GeneralArea,
            Kind::Preferred => Area::Preferred,
            Kind::ZoneLine | Kind::NoNavigation => Area::Disabled,
        }
    }
}

/// What a unit of way costs a server in an area, by its number. Areas that it doesn't know cost 1.
pub const fn cost(area: u8) -> f32 {
    match area {
        1 => 3.0,
        2 => 5.0,
        5 | 6 => 2.0,
        7 => 4.0,
        9 | 10 => 0.1,
        _ => 1.0,
    }
}

/// Whether a server's walkers take a polygon with these flags.
pub const fn is_walked(flags: u16) -> bool {
    flags & !NEVER_WALKED != 0
}

#[cfg(test)]
mod tests {
    use crate::space::eq::Kind;
    use crate::space::eq::area::{Area, cost, is_walked};

    #[test]
    fn numbers_and_names_lead_back_to_their_area() {
        for area in Area::ALL {
            assert_eq!(Area::of(area.number()), Some(area));
            assert_eq!(Area::named(area.name()), Some(area));
        }
        assert_eq!((Area::Disabled.number(), Area::Disabled.flag()), (11, 2048));
        assert_eq!((Area::of(12), Area::named("frigid water")), (None, Some(Area::FrigidWater)));
        assert_eq!(Area::of_region(Kind::NoNavigation), Area::Disabled);
    }

    #[test]
    fn a_server_walks_all_but_disabled_areas_and_zone_lines() {
        let walked = Area::ALL.into_iter().filter(|area| is_walked(area.flag())).count();
        assert_eq!((walked, is_walked(0), is_walked(2048 | 1)), (10, false, true));
        assert_eq!([0, 1, 2, 4, 5, 8, 10, 63].map(cost), [1.0, 3.0, 5.0, 1.0, 2.0, 1.0, 0.1, 1.0]);
    }
}
