//! Light, dark, or as the desktop is; and the scale of the interface.

use eframe::egui;
use egui::{Color32, ThemePreference, Visuals};

use crate::settings::{Settings, Theme};

/// What a bar takes of the room of what is scrolled, in points.
pub(super) const BAR_ROOM: i8 = 6;

/// Cheap to call in every frame: nothing happens where nothing changed.
pub(super) fn apply(context: &egui::Context, settings: &Settings) {
    let wanted = match settings.theme {
        Theme::System => ThemePreference::System,
        Theme::Light => ThemePreference::Light,
        Theme::Dark => ThemePreference::Dark,
    };
    if context.options(|options| options.theme_preference) != wanted {
        context.set_theme(wanted);
    }
    if (context.zoom_factor() - settings.scale).abs() > 0.001 {
        context.set_zoom_factor(settings.scale);
    }
    let marker = egui::Id::new("theme is set up");
    if context.data(|data| data.get_temp::<bool>(marker)).is_none() {
        set_up(context);
        context.data_mut(|data| data.insert_temp(marker, true));
    }
}

fn set_up(context: &egui::Context) {
    // The zoom keys of egui would get in the way of our own.
    context.options_mut(|options| {
        options.zoom_with_keyboard = false;
        // Commands have keys of their own; this one would ask about quitting a second time.
        options.quit_shortcuts.clear();
    });
    let calm = |visuals: &mut Visuals, warning: Color32| {
        visuals.warn_fg_color = warning;
        visuals.window_shadow = egui::Shadow::NONE;
        visuals.menu_corner_radius = 4.into();
    };
    context.all_styles_mut(|style| {
        let warning = if style.visuals.dark_mode {
            Color32::from_rgb(255, 190, 80)
        } else {
            Color32::from_rgb(160, 90, 0)
        };
        calm(&mut style.visuals, warning);
        // Can still be read: 4.5 to 1 against what is behind it.
        style.visuals.weak_text_color = Some(if style.visuals.dark_mode {
            Color32::from_gray(134)
        } else {
            Color32::from_gray(104)
        });
        if !style.visuals.dark_mode {
            // Fields are white, and have no edge of their own to be seen by.
            style.visuals.panel_fill = Color32::from_gray(240);
            style.visuals.window_fill = Color32::from_gray(243);
            style.visuals.widgets.noninteractive.weak_bg_fill = Color32::from_gray(240);
            style.visuals.widgets.inactive.weak_bg_fill = Color32::from_gray(221);
            style.visuals.widgets.inactive.bg_fill = Color32::from_gray(221);
        }
        style.interaction.tooltip_delay = 0.4;
        style.spacing.item_spacing = egui::vec2(6.0, 4.0);
        style.spacing.button_padding = egui::vec2(6.0, 2.0);
        style.spacing.interact_size.y = 20.0;
        // What is scrolled ends before the bar.
        style.spacing.scroll.floating_allocated_width = BAR_ROOM.into();
        style.spacing.window_margin = egui::Margin::same(14);
    });
}
