//! What time it is in a zone, and what light there is.

use glam::Vec3;

use crate::format::rose::stb::Stb;
use crate::scene::light::{Fog, Surroundings};

/// Columns of LIST_ZONE.STB.
const MUSIC_BY_DAY: usize = 5;
const MUSIC_BY_NIGHT: usize = 6;
const SKY: usize = 7;
const CYCLE: usize = 13;
const STARTS: usize = 14;
/// Columns of LIST_SKY.STB: the light on the map, and ambient and diffuse on characters, for each time.
const MAP_LIGHTS: usize = 6;
const CHARACTER_LIGHTS: usize = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Morning,
    Day,
    Evening,
    Night,
}

/// The time of day in a zone.
#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    pub phase: Phase,
    /// The file of the music.
    pub music: Option<String>,
    pub surroundings: Surroundings,
}

/// Where the table says nothing, as most zones have it.
const USUAL_CYCLE: f64 = 160.0;
const USUAL_STARTS: [f64; 4] = [0.0, 20.0, 110.0, 130.0];

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Phase::Morning => "morning",
            Phase::Day => "day",
            Phase::Evening => "evening",
            Phase::Night => "night",
        }
    }
}

/// The phase at an hour from 0 to 24.
///
/// The game counts ticks of 10 s in a cycle of its own and knows no hours. Here noon is the middle of the
/// zone's day, and a cycle has 24 hours: that is ours.
fn phase_at(hour: f64, cycle: f64, starts: [f64; 4]) -> Phase {
    let [morning, day, evening, night] = starts;
    let noon = (day + evening) / 2.0;
    let tick = (noon + (hour - 12.0) / 24.0 * cycle).rem_euclid(cycle);
    // Which of the starts was passed last.
    let since = |start: f64| (tick - start).rem_euclid(cycle);
    let phases = [
        (since(morning), Phase::Morning),
        (since(day), Phase::Day),
        (since(evening), Phase::Evening),
        (since(night), Phase::Night),
    ];
    phases.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Phase::Day, |(_, phase)| phase)
}

/// What the tables say of the row of a zone at an hour.
pub fn clock(zones: Option<(&Stb, usize)>, skies: Option<&Stb>, hour: f64) -> Clock {
    let number = |column: usize| zones.and_then(|(zones, row)| zones.cell_number(row, column));
    let cycle = number(CYCLE).filter(|cycle| *cycle > 0).map_or(USUAL_CYCLE, f64::from);
    let mut starts = USUAL_STARTS;
    for (column, start) in (STARTS..).zip(&mut starts) {
        if let Some(stated) = number(column) {
            *start = f64::from(stated);
        }
    }
    let phase = phase_at(hour, cycle, starts);
    let music = if phase == Phase::Night { MUSIC_BY_NIGHT } else { MUSIC_BY_DAY };
    let music = zones.and_then(|(zones, row)| zones.cell(row, music)).map(String::from_utf8_lossy);
    let music = music.map(|music| music.trim().to_owned()).filter(|music| !music.is_empty());
    // A blank is row 0.
    let sky = number(SKY).and_then(|sky| usize::try_from(sky).ok()).unwrap_or(0);
    Clock { phase, music, surroundings: surroundings(phase, skies.map(|skies| (skies, sky))) }
}

fn surroundings(phase: Phase, sky: Option<(&Stb, usize)>) -> Surroundings {
    let at = phase as usize;
    let colour = |column: usize| {
        let stated = sky.and_then(|(skies, row)| skies.cell_number(row, column));
        stated.and_then(colour_of)
    };
    // Of our own where there is no LIST_SKY.
    let (map, ambient, diffuse) = match phase {
        Phase::Morning => ([0.92, 0.86, 0.82], [0.50, 0.47, 0.46], [0.50, 0.44, 0.38]),
        Phase::Day => ([1.0, 1.0, 1.0], [0.55, 0.55, 0.57], [0.52, 0.51, 0.48]),
        Phase::Evening => ([0.92, 0.72, 0.60], [0.48, 0.38, 0.36], [0.52, 0.34, 0.24]),
        Phase::Night => ([0.36, 0.42, 0.60], [0.22, 0.26, 0.38], [0.14, 0.17, 0.26]),
    };
    let (low, high) = match phase {
        Phase::Morning => ([0.93, 0.80, 0.70], [0.42, 0.58, 0.80]),
        Phase::Day => ([0.74, 0.84, 0.92], [0.27, 0.50, 0.82]),
        Phase::Evening => ([0.94, 0.58, 0.36], [0.30, 0.28, 0.50]),
        Phase::Night => ([0.10, 0.13, 0.24], [0.02, 0.03, 0.09]),
    };
    let or = |stated: Option<Vec3>, own: [f32; 3]| stated.unwrap_or(Vec3::from_array(own));
    Surroundings {
        light_on_painted: or(colour(MAP_LIGHTS + at), map),
        ambient: or(colour(CHARACTER_LIGHTS + 2 * at), ambient),
        diffuse: or(colour(CHARACTER_LIGHTS + 2 * at + 1), diffuse),
        sky_low: Vec3::from_array(low),
        sky_high: Vec3::from_array(high),
        is_night: phase == Phase::Night,
        ..Surroundings::default()
    }
}

/// The fog of one published client: denser by night. Its grey is scaled to the sky here, since a sky of
/// another colour would end in a wall.
pub fn fog(clock: &Clock) -> Fog {
    let density_per_m = match clock.phase {
        Phase::Day => 0.0018,
        Phase::Night => 0.0020,
        Phase::Morning | Phase::Evening => 0.0022,
    };
    Fog { colour: clock.surroundings.sky_low, density_per_m, most: 0.75 }
}

/// RRRGGGBBB in decimals. Real tables have "1901400160", of which each part is cut to 255.
fn colour_of(stated: i32) -> Option<Vec3> {
    let stated = u32::try_from(stated).ok().filter(|stated| *stated > 0)?;
    let parts = [stated / 1_000_000, stated / 1_000 % 1_000, stated % 1_000];
    let [r, g, b] = parts.map(|part| part.min(255) as f32 / 255.0);
    Some(Vec3::new(r, g, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noon_is_day_and_midnight_is_night() {
        let phases = [0.0, 4.0, 5.5, 6.5, 12.0, 18.0, 20.0, 23.0, 24.0];
        let phases = phases.map(|hour| phase_at(hour, USUAL_CYCLE, USUAL_STARTS));
        use Phase::{Day, Evening, Morning, Night};
        assert_eq!(
            phases,
            [Night, Morning, Day, Day, Day, Day, Evening, Night, Night].map(|it| it)
        );
    }

    #[test]
    fn colours_are_read_from_decimals_and_cut() {
        assert_eq!(colour_of(255_128_000), Some(Vec3::new(1.0, 128.0 / 255.0, 0.0)));
        assert_eq!(colour_of(1_901_400_160), Some(Vec3::new(1.0, 1.0, 160.0 / 255.0)));
        assert_eq!((colour_of(0), colour_of(-5)), (None, None));
    }

    #[test]
    fn nights_are_darker_than_days_whatever_the_tables_lack() {
        let light = |hour| clock(None, None, hour).surroundings.light_on_painted.length();
        assert!(light(0.0) < light(12.0) * 0.6);
        assert_eq!(clock(None, None, 0.0).music, None);
    }
}
