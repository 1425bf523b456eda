//! The corner of a map's view: which colours it has, what they mean, and a choice of others.

use eframe::egui;
use egui::{Button, Color32, ComboBox, Id, Rect, RichText, Ui};
use landwright_core::world::gat::picture::palette::{Palette, Rgb, SWATCHES};

use crate::command::CommandId;
use crate::kind::document::common::View;
use crate::look::control::name;
use crate::look::key::{self, Row};
use crate::look::{colours, sign};
use crate::message::Message;
use crate::model::Model;
use crate::view::Colours;
use crate::view::id::ViewId;

const WAYS: [(Colours, CommandId); 6] = [
    (Colours::Types, CommandId::ColoursTypes),
    (Colours::Client, CommandId::ColoursClient),
    (Colours::Server, CommandId::ColoursServer),
    (Colours::Heights, CommandId::ColoursHeights),
    (Colours::Slope, CommandId::ColoursSlope),
    (Colours::Islands, CommandId::ColoursIslands),
];

/// A view that is smaller has room for the map alone.
const SMALLEST: egui::Vec2 = egui::vec2(280.0, 240.0);

pub(crate) fn show(
    ui: &Ui,
    view_id: ViewId,
    rect: Rect,
    view: &View,
    model: &Model,
    send: &mut Vec<Message>,
) {
    if rect.width() < SMALLEST.x || rect.height() < SMALLEST.y {
        return;
    }
    let id = Id::new("colour key").with(view_id);
    let mut is_open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or_default();
    key::plate(ui, id, rect, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let (mark, help) = match is_open {
                true => (sign::MORE, "Hide the colour key"),
                false => (sign::CLOSED, "Show the colour key"),
            };
            let mark = RichText::new(mark).color(colours(ui).muted);
            let button = ui.add(Button::new(mark).frame(false));
            name(&button, help);
            if button.on_hover_text(help).clicked() {
                is_open = !is_open;
            }
            choice(ui, view_id, view.layers.colours, send);
        });
        if is_open {
            key::rows(ui, &rows(view.layers.colours, model.settings.palette.of_cells()));
        }
    });
    ui.data_mut(|data| data.insert_temp(id, is_open));
}

fn choice(ui: &mut Ui, view: ViewId, now: Colours, send: &mut Vec<Message>) {
    let text_of = |way: Colours| {
        WAYS.iter().find(|(colours, _)| *colours == way).map_or("", |(_, id)| id.command().text)
    };
    let list = ComboBox::from_id_salt(("colours of", view)).width(96.0).selected_text(text_of(now));
    let list = list.show_ui(ui, |ui| {
        for (colours, id) in WAYS {
            let command = id.command();
            let row = ui.selectable_label(colours == now, command.text);
            if row.on_hover_text(command.tooltip).clicked() {
                send.extend([Message::Focus(view), Message::Command(id)]);
            }
        }
    });
    name(&list.response, "Colours of the map");
}

fn rows(colours: Colours, palette: Palette) -> Vec<Row> {
    let row = |Rgb([r, g, b]): Rgb, text: &str| Row {
        colour: Color32::from_rgb(r, g, b),
        text: text.to_owned(),
    };
    let types = |numbers: &[u32]| -> Vec<Row> {
        let is_listed =
            |number: Option<u32>| number.is_some_and(|number| numbers.contains(&number));
        let swatches = SWATCHES.iter().filter(|swatch| is_listed(swatch.number));
        swatches.map(|swatch| row(palette.of(swatch), swatch.name)).collect()
    };
    match colours {
        Colours::Types => types(&[0, 1, 2, 3, 4, 5, 6]),
        Colours::Client => types(&[0, 1, 5]),
        Colours::Server => types(&[0, 1, 3, 5]),
        Colours::Heights => {
            let [high, middle, low] = palette.height_key();
            vec![row(high, "Highest"), row(middle, "Middle"), row(low, "Lowest")]
        }
        Colours::Slope => {
            let [steep, flat] = palette.slope_key();
            vec![row(steep, "Steep"), row(flat, "Flat")]
        }
        Colours::Islands => {
            let [blocked, mainland, island] = palette.island_key();
            vec![
                row(mainland, "Largest connected ground"),
                row(island, "Islands, each in its own colour"),
                row(blocked, "Not walkable"),
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_colours_has_a_key() {
        for (colours, _) in WAYS {
            for palette in [Palette::Normal, Palette::ColourBlind] {
                let rows = rows(colours, palette);
                assert!(rows.len() >= 2, "{colours:?}");
                let mut seen: Vec<Color32> = rows.iter().map(|row| row.colour).collect();
                seen.dedup();
                assert_eq!(seen.len(), rows.len(), "{colours:?}");
            }
        }
    }
}
