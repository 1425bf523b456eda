//! Sources of particles at many moments, and with hostile numbers.

use super::*;
use crate::scene::particle::life::{Event, Quality, What};

fn emitter() -> Emitter {
    Emitter {
        name: String::new(),
        material: MaterialId(0),
        part: 0,
        faces: Faces::Eye,
        stays: Stays::InPart,
        tiles: [1, 1],
        delay_s: 0.0,
        is_at_night_only: false,
        births: Births {
            ticks_per_second: 5.0,
            life_ticks: Span::one(10.0),
            per_second: Span::one(4.0),
            most: 100,
            rounds: 0,
        },
        from_m: [Span::default(); 3],
        pull: [Span::default(); 3],
        life: Life::new(0.1, Vec::new()),
    }
}

fn set(at_ticks: f32, quality: Quality, values: &[f32]) -> Event {
    let mut spans = [Span::default(); 4];
    spans.iter_mut().zip(values).for_each(|(span, value)| *span = Span::one(*value));
    Event { at_ticks, fades: false, what: What::Quality(quality, spans) }
}

fn fade(at_ticks: f32, quality: Quality, values: &[f32]) -> Event {
    Event { fades: true, ..set(at_ticks, quality, values) }
}

fn at(emitter: &Emitter, seconds: f64) -> Vec<Particle> {
    let mut particles = Vec::new();
    emitter.particles(7, seconds, &|_| Affine3A::IDENTITY, &mut |it| particles.push(it));
    particles
}

/// The first of all particles, which is born after a quarter of a second.
fn first(emitter: &Emitter, ticks: f64) -> Particle {
    let one = Emitter { births: Births { most: 1, ..emitter.births }, ..emitter.clone() };
    at(&one, 0.25 + ticks / 5.0)[0]
}

#[test]
fn there_are_as_many_as_the_rate_and_the_life_allow_and_no_more_than_the_most() {
    let usual = emitter();
    assert_eq!([0.0, 0.25, 1.0, 2.0, 50.0].map(|s| at(&usual, s).len()), [0, 1, 4, 8, 8]);
    let few = Emitter { births: Births { most: 3, ..usual.births }, ..usual.clone() };
    assert!((0..400).all(|n| at(&few, f64::from(n) * 0.1).len() <= 3));
    assert_eq!(at(&few, 100.0).len(), 3);
    let late = Emitter { delay_s: 1.0, ..usual };
    assert_eq!([0.5, 1.0, 1.25].map(|s| at(&late, s).len()), [0, 0, 1]);
}

#[test]
fn a_source_with_rounds_comes_to_an_end_and_says_when() {
    let births = Births { most: 3, rounds: 2, ..emitter().births };
    let source = Emitter { births, ..emitter() };
    let end = source.ends_s().unwrap();
    assert!((end - (0.75 + 2.0 + 2.0)).abs() < 1e-9, "{end}");
    assert!(!at(&source, end - 0.01).is_empty() && at(&source, end + 0.01).is_empty());
    assert_eq!(emitter().ends_s(), None);
}

#[test]
fn the_same_moment_gives_the_same_particles_and_another_seed_others() {
    let mut source = emitter();
    source.from_m = [Span::new(-1.0, 1.0); 3];
    source.births.life_ticks = Span::new(5.0, 20.0);
    // Whatever was looked at before.
    let once = at(&source, 9.0);
    at(&source, 3.0);
    assert_eq!(at(&source, 9.0), once);
    let mut other = Vec::new();
    source.particles(8, 9.0, &|_| Affine3A::IDENTITY, &mut |it| other.push(it));
    assert_ne!(other, once);
    // A little later most of them are where they were.
    let later = at(&source, 9.01);
    let stayed = later.iter().filter(|it| once.iter().any(|own| own.at_m == it.at_m)).count();
    assert!(stayed + 2 >= once.len(), "{stayed} of {}", once.len());
}

#[test]
fn a_fade_leads_from_one_event_to_the_next_of_its_quality() {
    let events = vec![
        set(0.0, Quality::Alpha, &[0.0]),
        set(0.0, Quality::Size, &[1.0, 2.0]),
        fade(4.0, Quality::Alpha, &[1.0]),
        fade(8.0, Quality::Alpha, &[0.5]),
        set(6.0, Quality::Size, &[3.0, 3.0]),
    ];
    let source = Emitter { life: Life::new(0.1, events), ..emitter() };
    let alpha = |ticks| first(&source, ticks).colour[3];
    for (ticks, expected) in [(0.0, 0.0), (2.0, 0.5), (4.0, 1.0), (6.0, 0.75), (8.0, 0.5)] {
        assert!((alpha(ticks) - expected).abs() < 1e-4, "{ticks}: {}", alpha(ticks));
    }
    let size = |ticks| first(&source, ticks).half_m;
    assert_eq!((size(5.0), size(7.0)), (Vec2::new(1.0, 2.0), Vec2::new(3.0, 3.0)));
}

#[test]
fn speed_and_pull_move_a_particle_and_a_jump_begins_again() {
    let mut source = emitter();
    source.pull = [Span::default(), Span::default(), Span::one(-0.2)];
    source.life = Life::new(0.1, vec![set(0.0, Quality::Speed, &[1.0, 0.0, 2.0])]);
    let there = first(&source, 4.0).at_m;
    assert!(there.distance(Vec3::new(4.0, 0.0, 8.0 - 0.2 * 8.0)) < 1e-4, "{there}");
    let events = vec![
        set(0.0, Quality::Turn, &[0.0]),
        fade(2.0, Quality::Turn, &[90.0]),
        Event { at_ticks: 2.0, fades: false, what: What::Jump(Span::one(0.0)) },
    ];
    source.life = Life::new(0.1, events);
    let turned = |ticks| first(&source, ticks).turned_degrees;
    for (ticks, expected) in [(1.0, 45.0), (3.0, 45.0), (8.5, 22.5)] {
        assert!((turned(ticks) - expected).abs() < 1e-2, "{ticks}: {}", turned(ticks));
    }
}

#[test]
fn a_particle_stays_where_its_source_was_or_moves_along() {
    let moving = |seconds: f64| Affine3A::from_translation(Vec3::new(seconds as f32, 0.0, 0.0));
    let places = |stays: Stays| {
        let source = Emitter { stays, births: Births { most: 1, ..emitter().births }, ..emitter() };
        let mut x = Vec::new();
        source.particles(7, 1.25, &moving, &mut |it| x.push(it.at_m.x));
        x
    };
    assert_eq!(places(Stays::InWorld), [0.25]);
    assert_eq!(places(Stays::AtPlace), [1.25]);
    assert_eq!(places(Stays::InPart), [1.25]);
}

#[test]
fn hostile_numbers_give_few_particles_or_none_and_always_finite_ones() {
    let odd = [0.0, -1.0, 1e-30, 1e30, f32::MAX, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let events = |value: f32| {
        let spans = [Span::new(value, 1.0); 4];
        let qualities = [Quality::Size, Quality::Speed, Quality::Colour, Quality::Picture];
        let of = |quality| {
            [true, false].map(|fades| Event {
                at_ticks: value,
                fades,
                what: What::Quality(quality, spans),
            })
        };
        let jump = Event { at_ticks: 0.0, fades: false, what: What::Jump(Span::one(value)) };
        qualities.into_iter().flat_map(of).chain([jump]).collect::<Vec<_>>()
    };
    let mut n = 0;
    for (life, rate, value) in
        odd.iter().flat_map(|a| odd.iter().flat_map(move |b| odd.map(|c| (*a, *b, c))))
    {
        let births = Births {
            ticks_per_second: 4.8,
            life_ticks: Span::one(life),
            per_second: Span::one(rate),
            most: 40,
            rounds: 0,
        };
        let source = Emitter {
            births,
            from_m: [Span::one(value); 3],
            pull: [Span::one(value); 3],
            life: Life::new(0.1, events(value)),
            tiles: [0, u32::MAX],
            delay_s: if n % 7 == 0 { value } else { 0.0 },
            ..emitter()
        };
        let found = at(&source, 3.0);
        assert!(found.len() <= 40);
        assert!(found.iter().all(|it| it.at_m.is_finite() && it.half_m.is_finite()));
        assert!(!source.reach().low_m.is_nan());
        n += found.len();
    }
    assert!(n > 0);
    let crowd = Births { most: u32::MAX, per_second: Span::one(1e6), ..emitter().births };
    assert_eq!(
        at(&Emitter { births: crowd, ..emitter() }, 1.0).len(),
        birth::MOST_AT_ONCE as usize
    );
    assert!(at(&emitter(), f64::NAN).is_empty() && at(&emitter(), -1.0).is_empty());
}

#[test]
fn a_long_list_of_events_is_read_in_one_pass() {
    // In passes for each event this would take hours.
    let events = (0..400_000).map(|n| set(n as f32, Quality::Red, &[0.5]));
    let events = events.chain([fade(1e6, Quality::Red, &[1.0])]).collect();
    let life = Life::new(0.1, events);
    let red = first(&Emitter { life, ..emitter() }, 0.0).colour[0];
    assert_eq!(red, 0.5);
}
