//! NPCs that are moved in a file of territories.

use std::str::FromStr;

use landwright_core::check::territory::OFF;
use landwright_core::format::tera::territory::Sheet;
use landwright_core::nav::tera::ground::Ground;
use landwright_core::space::tera::{CellInWorld, PosInWorld};

use crate::cli::area::Opened;

/// `1305602=x,y,z`, or `x,y` for the nearest floor.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Move {
    instance: String,
    ground: [f64; 2],
    z: Option<f64>,
}

impl FromStr for Move {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Move, &'static str> {
        let (instance, place) = text.split_once('=').ok_or("expected NUMBER=x,y,z")?;
        let numbers: Option<Vec<f64>> = place
            .split(',')
            .map(|part| part.trim().parse().ok().filter(|at: &f64| at.is_finite()))
            .collect();
        let instance = instance.trim().to_owned();
        match numbers.as_deref() {
            Some([x, y, z]) => Ok(Move { instance, ground: [*x, *y], z: Some(*z) }),
            Some([x, y]) => Ok(Move { instance, ground: [*x, *y], z: None }),
            _ => Err("expected a position after the =, as x,y,z or x,y"),
        }
    }
}

impl Move {
    pub(super) fn apply(&self, sheet: &mut Sheet, opened: &Opened) -> Result<(), String> {
        let instance = &self.instance;
        let mut found = places_of(sheet, |own| own == instance);
        let (Some(first), None) = (found.next(), found.next()) else {
            return Err(match places_of(sheet, |own| own == instance).count() {
                0 => format!("no NPC in the file has the instance {instance}"),
                n => {
                    format!("{n} NPCs in the file have the instance {instance}; nothing was moved")
                }
            });
        };
        drop(found);
        let Spot { territory, npc, at } = first;
        let Some(at) = at else {
            return Err(format!("NPC {instance} has no position of its own in the file"));
        };
        let [x, y] = self.ground;
        let floor = |near| {
            floor_at(opened, [x, y, near])
                .ok_or_else(|| format!("the geometry has no floor at {x}, {y}; also give a height"))
        };
        let z = self.z.map_or_else(|| floor(at[2]), Ok)?;
        sheet.move_npc(territory, npc, [x, y, z]).map_err(|error| error.to_string())
    }
}

/// Puts NPCs that are off the floors of their places onto the nearest, and says how many.
pub(super) fn onto_floors(sheet: &mut Sheet, opened: &Opened) -> usize {
    let spots: Vec<Spot> = places_of(sheet, |_| true).collect();
    let mut n = 0;
    for Spot { territory, npc, at } in spots {
        let Some([x, y, z]) = at else { continue };
        let Some(floor) = floor_at(opened, [x, y, z]) else { continue };
        if (floor - z.round()).abs() > f64::from(OFF)
            && sheet.move_npc(territory, npc, [x, y, floor]).is_ok()
        {
            n += 1;
        }
    }
    n
}

/// The nearest floor of a cell.
pub(super) fn floor_at(opened: &Opened, [x, y, z]: [f64; 3]) -> Option<f64> {
    let pos = PosInWorld { x, y, z };
    let cell = CellInWorld::of(pos)?;
    let land = opened.geometry.around(opened.area.origin(), pos, 0.0);
    land.nearest_floor(cell, z.round() as i32).map(|floor| f64::from(floor.z))
}

/// An NPC by its numbers in the file, and where it is.
struct Spot {
    territory: usize,
    npc: usize,
    at: Option<[f64; 3]>,
}

fn places_of(sheet: &Sheet, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Spot> {
    sheet
        .territories
        .iter()
        .enumerate()
        .flat_map(|(territory, own)| {
            own.npcs.iter().enumerate().map(move |(npc, own)| (territory, npc, own))
        })
        .filter(move |(.., own)| is_wanted(own.instance.trim()))
        .map(|(territory, npc, own)| {
            let at = own.at.as_ref().filter(|_| !own.is_anywhere).map(|at| at.pos_in_world);
            Spot { territory, npc, at }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_names_an_npc_and_a_place() {
        let own: Move = "7=1,-2.5".parse().unwrap();
        assert_eq!(own, Move { instance: "7".to_owned(), ground: [1.0, -2.5], z: None });
        assert_eq!("7=1,2,3".parse::<Move>().unwrap().z, Some(3.0));
        for wrong in ["7", "7=", "7=1", "7=1,2,nan", "7=1,2,3,4"] {
            assert!(wrong.parse::<Move>().is_err(), "{wrong}");
        }
    }
}
