//! What commands and messages do to rows.

use std::collections::BTreeSet;

use landwright_core::problem::Thing;

use crate::command::CommandId;
use crate::kind::everquest::message::Way;
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::rows::ServerRows;
use crate::kind::rows::commands::{ADD, DROP, NONE, REMOVE};
use crate::kind::rows::document::RowsDocument;
use crate::kind::rows::message::ToRows;
use crate::kind::single::OneFile;
use crate::kind::{Kind, KindDocument, Means};
use crate::message::sent::{Sent, Wishes};

impl KindDocument for RowsDocument {
    fn kind(&self) -> &'static dyn Kind {
        &ServerRows
    }

    fn endings(&self) -> &'static [&'static str] {
        match self.edited().rows().is_dump() {
            true => &["sql"],
            false => &["csv", "tsv"],
        }
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        match id {
            REMOVE | NONE | CommandId::SelectNone | CommandId::ZoomSelection => {
                Some(!self.selection.is_empty())
            }
            DROP => Some(!self.selection.is_empty() && self.zone.is_some()),
            ADD => Some(self.aim.is_some()),
            CommandId::ZoomFit | CommandId::ZoomIn | CommandId::ZoomOut => Some(true),
            CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            _ => None,
        }
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        match id {
            ADD => return self.add_row(),
            DROP => return self.drop_rows(),
            REMOVE => return self.remove_rows(),
            NONE | CommandId::SelectNone => self.select(&BTreeSet::new(), Way::Replace),
            CommandId::ZoomFit => self.n_fits += 1,
            CommandId::ZoomIn => self.n_zooms += 1,
            CommandId::ZoomOut => self.n_zooms -= 1,
            CommandId::ZoomSelection => self.n_shows += 1,
            _ => {}
        }
        Wishes::default()
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        match sent.get::<ToRows>() {
            Some(ToRows::Select { rows, way }) => self.select(rows, *way),
            Some(ToRows::Aim(at)) => self.aim = Some(*at),
            Some(ToRows::Move(by)) => return self.move_rows(*by),
            Some(ToRows::Set(column, text)) => return self.set_column(column, text),
            Some(ToRows::Table(table)) => self.table.clone_from(table),
            Some(ToRows::Ground(is_shown)) => self.shows_ground = *is_shown,
            None => {}
        }
        Wishes::default()
    }

    fn means(&self, sent: &Sent) -> Means {
        match sent.get() {
            Some(ToRows::Move(_) | ToRows::Set(..)) => Means::Acting,
            _ => Means::Looking,
        }
    }

    /// A row by its number.
    fn go_to(&mut self, text: &str) -> Wishes {
        let number = text.trim().trim_start_matches('#').parse::<u32>().ok();
        let there =
            number.filter(|number| self.edited().rows().rows().any(|(own, _)| own == *number));
        match there {
            Some(number) => {
                self.select(&BTreeSet::from([number]), Way::Replace);
                self.n_shows += 1;
                Wishes::default()
            }
            None => Wishes::warn(format!("there is no row {text}")),
        }
    }

    fn places(&self) -> Option<[&'static str; 3]> {
        Some(["Go to a row", "its number in the file", "Row"])
    }

    fn follow(&mut self) -> Wishes {
        self.look();
        Wishes::default()
    }

    fn thing_in_words(&self, thing: &Thing) -> Option<String> {
        match thing {
            Thing::Object { list: "row", index, .. } => Some(format!("row {index}")),
            _ => None,
        }
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}
