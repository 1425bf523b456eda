//! Colours by their roles, in both themes.

use eframe::egui::{Color32, Ui, Visuals};

/// Every colour of the interface. Maps have colours of their own, in core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colours {
    /// Panels, the menu bar and the status bar.
    pub surface: Color32,
    /// What lies over a surface: menus, dialogs, cards.
    pub raised: Color32,
    /// Fields that are typed into.
    pub sunken: Color32,
    /// Behind a map, and behind tabs that are not in front.
    pub backdrop: Color32,
    /// Buttons at rest, under the pointer, and held.
    pub control: Color32,
    pub control_hovered: Color32,
    pub control_held: Color32,
    /// Lines between parts.
    pub line: Color32,
    pub text: Color32,
    /// Headings, and what is in front.
    pub strong: Color32,
    /// What is read second.
    pub muted: Color32,
    /// Links, focus, and what is switched on.
    pub accent: Color32,
    /// Behind a row or button that is chosen, with `strong` on it.
    pub chosen: Color32,
    pub danger: Color32,
    pub warning: Color32,
    pub success: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

pub const DARK: Colours = Colours {
    surface: rgb(0x1d_20_24),
    raised: rgb(0x26_2a_2f),
    sunken: rgb(0x13_15_18),
    backdrop: rgb(0x13_15_18),
    control: rgb(0x2f_34_3a),
    control_hovered: rgb(0x3a_40_48),
    control_held: rgb(0x45_4c_55),
    line: rgb(0x34_39_40),
    text: rgb(0xd3_d7_dc),
    strong: rgb(0xf4_f6_f8),
    muted: rgb(0x97_9f_a9),
    accent: rgb(0x6c_b1_f2),
    chosen: rgb(0x24_4f_78),
    danger: rgb(0xf5_8a_80),
    warning: rgb(0xf3_bd_5f),
    success: rgb(0x78_ca_98),
};

pub const LIGHT: Colours = Colours {
    surface: rgb(0xf3_f4_f6),
    raised: rgb(0xfd_fd_fe),
    sunken: rgb(0xff_ff_ff),
    backdrop: rgb(0xdb_df_e4),
    control: rgb(0xe0_e4_e9),
    control_hovered: rgb(0xd3_d9_e0),
    control_held: rgb(0xc5_cd_d6),
    line: rgb(0xcd_d3_da),
    text: rgb(0x26_2b_31),
    strong: rgb(0x0c_0f_13),
    muted: rgb(0x58_61_6b),
    accent: rgb(0x14_61_b4),
    chosen: rgb(0xc4_de_f7),
    danger: rgb(0xae_21_1a),
    warning: rgb(0x7f_4c_00),
    success: rgb(0x17_6b_3a),
};

impl Colours {
    pub fn of(visuals: &Visuals) -> &'static Colours {
        if visuals.dark_mode { &DARK } else { &LIGHT }
    }
}

/// Those of the theme in use.
pub fn colours(ui: &Ui) -> &'static Colours {
    Colours::of(ui.visuals())
}

/// How well two colours stand out from each other, from 1 to 21, as WCAG measures it.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let linear = |channel: u8| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let light = |colour: Color32| {
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
    };
    let (a, b) = (light(a), light(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use landwright_core::world::gat::picture::palette::{Palette, SWATCHES};

    use super::*;

    #[test]
    fn every_text_is_readable_on_every_ground_in_both_themes() {
        for (theme, colours) in [("dark", DARK), ("light", LIGHT)] {
            let grounds = [
                ("surface", colours.surface),
                ("raised", colours.raised),
                ("sunken", colours.sunken),
                ("backdrop", colours.backdrop),
            ];
            let texts = [
                ("text", colours.text),
                ("strong", colours.strong),
                ("muted", colours.muted),
                ("accent", colours.accent),
                ("danger", colours.danger),
                ("warning", colours.warning),
                ("success", colours.success),
            ];
            for (ground, behind) in grounds {
                for (text, colour) in texts {
                    let measured = contrast(colour, behind);
                    assert!(measured >= 4.5, "{theme}: {text} on {ground}: {measured:.2}");
                }
            }
            let controls =
                [colours.control, colours.control_hovered, colours.control_held, colours.chosen];
            for behind in controls {
                let measured = contrast(colours.strong, behind).min(contrast(colours.text, behind));
                assert!(measured >= 4.5, "{theme}: text on {behind:?}: {measured:.2}");
            }
        }
    }

    #[test]
    fn the_walkable_and_the_blocked_stand_apart_in_every_palette() {
        for palette in [Palette::Normal, Palette::ColourBlind] {
            let [walkable, blocked, ..] = SWATCHES.map(|swatch| {
                let [r, g, b] = palette.of(&swatch).0;
                Color32::from_rgb(r, g, b)
            });
            let measured = contrast(walkable, blocked);
            assert!(measured >= 4.5, "{palette:?}: {measured:.2}");
        }
    }
}
