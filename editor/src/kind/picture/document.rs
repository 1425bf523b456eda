//! An open picture: its sizes, and what of it is shown.

use std::sync::Arc;

use landwright_core::format::picture::info::Info;
use landwright_core::vfs::Fingerprint;

use super::{ACTUAL, LARGER, SMALLER};
use crate::command::CommandId;
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::read_only::{self, Looked, ReadOnly};
use crate::kind::{Content, Kind, KindDocument};
use crate::message::sent::{Sent, Wishes};
use crate::view::id::DocumentId;

/// A picture with its mip maps. A clone costs next to nothing.
#[derive(Debug, Clone)]
pub struct Pictured {
    pub info: Arc<Info>,
    /// The largest first; at least one.
    pub(super) levels: Arc<Vec<Level>>,
    pub(super) level: usize,
    pub(super) channel: Channel,
    /// Grows when it is to be shown in its actual size, or so that all of it is in sight.
    pub(super) n_actual: u64,
    pub(super) n_fits: u64,
}

/// A picture in one of its sizes, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    pub width: usize,
    pub height: usize,
    pub rgba: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    All,
    Red,
    Green,
    Blue,
    Alpha,
}

impl Channel {
    pub const ALL: [Channel; 5] =
        [Channel::All, Channel::Red, Channel::Green, Channel::Blue, Channel::Alpha];

    pub const fn command(self) -> CommandId {
        CommandId::Kind(match self {
            Channel::All => "channels-all",
            Channel::Red => "channel-red",
            Channel::Green => "channel-green",
            Channel::Blue => "channel-blue",
            Channel::Alpha => "channel-alpha",
        })
    }
}

impl Pictured {
    pub(super) fn new(info: Info, levels: Vec<Level>) -> Pictured {
        let (info, levels, channel) = (Arc::new(info), Arc::new(levels), Channel::All);
        Pictured { info, levels, level: 0, channel, n_actual: 0, n_fits: 0 }
    }
}

impl Looked for Pictured {
    const NOUN: &'static str = "picture";
}

impl Content for Pictured {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        read_only::open(*self, id, name, base)
    }
}

impl KindDocument for ReadOnly<Pictured> {
    fn kind(&self) -> &'static dyn Kind {
        &super::Pictures
    }

    fn endings(&self) -> &'static [&'static str] {
        &["png"]
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        let n_levels = self.what.levels.len();
        match id {
            LARGER => Some(self.what.level > 0),
            SMALLER => Some(self.what.level + 1 < n_levels),
            CommandId::Kind(_) | CommandId::ZoomFit => Some(true),
            CommandId::SaveAs | CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            _ => None,
        }
    }

    fn is_on(&self, id: CommandId) -> Option<bool> {
        let channel = Channel::ALL.into_iter().find(|channel| channel.command() == id)?;
        Some(self.what.channel == channel)
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        let what = &mut self.what;
        match id {
            LARGER => what.level = what.level.saturating_sub(1),
            SMALLER => what.level = (what.level + 1).min(what.levels.len().saturating_sub(1)),
            ACTUAL => what.n_actual += 1,
            CommandId::ZoomFit => what.n_fits += 1,
            id => {
                let channel = Channel::ALL.into_iter().find(|channel| channel.command() == id);
                what.channel = channel.unwrap_or(what.channel);
            }
        }
        Wishes::default()
    }

    /// The number of the size that is to be shown.
    fn take(&mut self, sent: &Sent) -> Wishes {
        if let Some(level) = sent.get::<usize>().filter(|level| **level < self.what.levels.len()) {
            self.what.level = *level;
        }
        Wishes::default()
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}
