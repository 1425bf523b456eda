//! Pictures: looked at with their channels and mip maps, and never changed.

mod document;
#[cfg(feature = "window")]
mod face;

use landwright_core::format::picture::dds;
use landwright_core::format::picture::info::{self, Format};

pub use self::document::{Channel, Level, Pictured};
use super::{Content, FileRead, Kind};
use crate::command::{Command, CommandId, Menu, Needs};
use crate::kind::ragnarok::reference::decode;

/// Textures and other pictures of clients.
#[derive(Debug)]
pub struct Pictures;

const ID: &str = "picture";
const MENU: Menu = Menu::Kind("Picture");

const LARGER: CommandId = CommandId::Kind("larger-mip-map");
const SMALLER: CommandId = CommandId::Kind("smaller-mip-map");
const ACTUAL: CommandId = CommandId::Kind("actual-size");

#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    channel(Channel::All, "channels-all", "All channels", "Show colours, with transparent parts over a checkerboard", &["Alt+7"]),
    channel(Channel::Red, "channel-red", "Red only", "Show the red channel in grey", &["Alt+8"]),
    channel(Channel::Green, "channel-green", "Green only", "Show the green channel in grey", &["Alt+9"]),
    channel(Channel::Blue, "channel-blue", "Blue only", "Show the blue channel in grey", &["Alt+0"]),
    channel(Channel::Alpha, "channel-alpha", "Alpha only", "Show the opacity of each pixel in grey", &["Alt+A"]),
    Command { id: LARGER, name: "larger-mip-map", text: "Larger mip map", tooltip: "Show the next larger mip map", menu: MENU, group: 1, keys: &["Alt+PageUp"], needs: Needs::Kind(ID) },
    Command { id: SMALLER, name: "smaller-mip-map", text: "Smaller mip map", tooltip: "Show the next smaller mip map", menu: MENU, group: 1, keys: &["Alt+PageDown"], needs: Needs::Kind(ID) },
    Command { id: ACTUAL, name: "actual-size", text: "Actual size", tooltip: "Show one pixel of the picture as one point of the screen", menu: MENU, group: 2, keys: &["Alt+Home"], needs: Needs::Kind(ID) },
];

const fn channel(
    channel: Channel,
    name: &'static str,
    text: &'static str,
    tooltip: &'static str,
    keys: &'static [&'static str],
) -> Command {
    let id = channel.command();
    Command { id, name, text, tooltip, menu: MENU, group: 0, keys, needs: Needs::Kind(ID) }
}

impl Kind for Pictures {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        COMMANDS
    }

    /// A client has tens of thousands of them.
    fn lists(&self, _name: &str) -> bool {
        false
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        let format = Format::of(&file.name(), file.bytes).ok_or("is not a picture")?;
        let info = info::read(format, file.bytes).map_err(|error| error.to_string())?;
        let levels = match format {
            Format::Dds => {
                let levels = dds::levels(file.bytes).map_err(|error| error.to_string())?;
                let rgba = |pixels: Vec<[u8; 4]>| pixels.into_iter().flatten().collect();
                let level = |level: landwright_core::format::picture::Picture| Level {
                    width: level.width as usize,
                    height: level.height as usize,
                    rgba: rgba(level.pixels),
                };
                levels.into_iter().map(level).collect()
            }
            _ => {
                let pixels = decode(file.bytes, file.path)?;
                vec![Level { width: pixels.width, height: pixels.height, rgba: pixels.rgba }]
            }
        };
        Ok(Box::new(Pictured::new(info, levels)))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;

    use super::*;
    use crate::kind::read_only::ReadOnly;
    use crate::message::Message;
    use crate::message::sent::Sent;
    use crate::model::Model;
    use crate::settings::Settings;

    /// A DDS of 4 × 4 plain pixels and its mip maps, of which the last is cut off.
    fn dds() -> Vec<u8> {
        let mut out = vec![0; 128];
        out[..4].copy_from_slice(b"DDS ");
        let words = [(4, 124u32), (12, 4), (16, 4), (28, 3), (76, 32), (80, 0x41), (88, 32)];
        let masks = [(92, 0xff_0000u32), (96, 0xff00), (100, 0xff), (104, 0xff00_0000)];
        for (at, word) in words.into_iter().chain(masks) {
            out[at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        out.extend([1, 2, 3, 255].repeat(16 + 4));
        out
    }

    fn open(name: &str, bytes: &[u8]) -> Model {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
        model.handle(Message::Open(vec![folder.path().join(name)]));
        model.settle();
        model
    }

    fn shown(model: &Model) -> &ReadOnly<Pictured> {
        let any: &dyn std::any::Any = model.active_kind().unwrap();
        any.downcast_ref().unwrap()
    }

    #[test]
    fn a_picture_shows_its_channels_and_the_sizes_that_are_there() {
        let mut model = open("a.dds", &dds());
        let sizes: Vec<_> = shown(&model).what.levels.iter().map(|level| level.width).collect();
        assert_eq!(sizes, [4, 2]);
        assert_eq!(shown(&model).what.levels[1].rgba[..4], [3, 2, 1, 255]);
        assert!(model.can_run(SMALLER) && !model.can_run(LARGER));
        for id in [SMALLER, Channel::Alpha.command()] {
            model.handle(Message::Command(id));
        }
        assert_eq!((shown(&model).what.level, model.can_run(SMALLER)), (1, false));
        assert_eq!(model.is_on(Channel::Alpha.command()), Some(true));
        let id = shown(&model).id;
        model.handle(Message::Kind(id, Sent::new(0usize)));
        assert_eq!(shown(&model).what.level, 0);
    }

    #[test]
    fn a_picture_can_not_be_changed_or_saved() {
        let model = open("a.dds", &dds());
        for id in [CommandId::SaveAs, CommandId::Undo, CommandId::Paste, CommandId::ToolPaint] {
            assert!(!model.can_run(id), "{}", id.command().name);
        }
        assert!(open("a.dds", &dds()[..100]).active_kind().is_none());
    }
}
