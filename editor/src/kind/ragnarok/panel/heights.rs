//! How the tools for heights are set.

use eframe::egui;
use egui::{Id, Ui};
use landwright_core::world::gat::heights::Neighbours;

use super::tools;
use crate::kind::ragnarok::message::MapMessage;
use crate::kind::ragnarok::tool::heights::Mode;
use crate::kind::ragnarok::tool::{MAX_BRUSH, MapTools};
use crate::message::Message;
use crate::model::Model;
use crate::panel::name;
use crate::panel::number::{finite, number};
use crate::panel::slider::{Scale, slider};

pub(crate) fn brush(ui: &mut Ui, tools: &mut MapTools) {
    ui.horizontal_wrapped(|ui| {
        for mode in Mode::ALL {
            ui.selectable_value(&mut tools.heights.mode, mode, mode.text());
        }
    });
    tools::brush(ui, tools);
    let heights = &mut tools.heights;
    match heights.mode {
        Mode::Raise | Mode::Lower => {
            slider(ui, "World units", &mut heights.by, 0.1..=50.0, Scale::Logarithmic);
        }
        Mode::Set => {
            height(ui, &mut heights.height);
        }
        Mode::Flatten => {
            ui.weak("To the height at the start of the stroke");
        }
        Mode::Smooth => {
            slider(ui, "Strength", &mut heights.smoothness, 0.05..=1.0, Scale::Even);
        }
        Mode::Noise => {
            slider(ui, "Up or down by", &mut heights.by, 0.1..=50.0, Scale::Logarithmic);
            let width_in_cells = &mut heights.hill_width_in_cells;
            slider(ui, "Width of hills in cells", width_in_cells, 1.0..=40.0, Scale::Even);
        }
    }
    neighbours(ui, &mut heights.neighbours);
    ui.weak("Shift swaps raise and lower, Alt picks a height");
}

pub(crate) fn ramp(ui: &mut Ui, tools: &mut MapTools) {
    let width = &mut tools.heights.ramp_width_in_cells;
    slider(ui, "Width in cells", width, 1..=MAX_BRUSH, Scale::Even);
    neighbours(ui, &mut tools.heights.neighbours);
    ui.weak("Drag from one cell to another; both keep their heights");
}

pub(crate) fn corner(ui: &mut Ui, model: &Model, tools: &mut MapTools, send: &mut Vec<Message>) {
    let held = tools.heights.corner.and_then(|corner| {
        let document = model.map(corner.document)?;
        Some((corner, corner.height(document.map())?))
    });
    match held {
        Some((corner, old)) => {
            let at = corner.place_in_cells();
            ui.label(format!("Corner at ({}, {})", at.x, at.y));
            ui.horizontal(|ui| {
                ui.label("Height");
                let id = Id::new(("corner", corner.tile, corner.corner as u8));
                let new = number(ui, id, "Height", f64::from(old), |field| {
                    field.speed(0.1).max_decimals(3)
                });
                if let Some(new) = new {
                    let action = corner.set(new as f32, tools.heights.neighbours);
                    send.push(MapMessage::Act(action).to(corner.document));
                }
            });
        }
        None => {
            ui.weak("Click near a corner to type its height, or drag it up or down");
        }
    }
    neighbours(ui, &mut tools.heights.neighbours);
}

fn height(ui: &mut Ui, height: &mut f32) {
    ui.horizontal(|ui| {
        ui.label("Height");
        name(&ui.add(finite(height)), "Height to set");
    });
}

fn neighbours(ui: &mut Ui, neighbours: &mut Neighbours) {
    let mut is_joined = *neighbours == Neighbours::Joined;
    let text = "Move touching corners too";
    if ui.checkbox(&mut is_joined, text).on_hover_text(JOINED).changed() {
        *neighbours = if is_joined { Neighbours::Joined } else { Neighbours::Alone };
    }
}

const JOINED: &str = "Corners of neighbouring cells move with the corners that they touch. If off, \
    the ground is torn apart";
