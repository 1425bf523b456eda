//! What was edited, written over a copy that is not the same: the fields, what came and what went.
//! The rest of each thing stays there, and things are known again wherever they stand.

use std::sync::Arc;

use crate::space::rose::block::BlockCoord;

use super::super::frame::ListId;
use super::super::merge::{self, Apart, thing};
use super::super::thing::ThingId;
use super::super::{Placed, Zone};
use super::Step;
use super::difference::{Difference, Now, There};

impl Step<'_> {
    pub(super) fn things_over(&mut self) {
        let (before, after) = (self.before, self.after);
        let theirs = self.numbered().clone();
        let mut zone = theirs.clone();
        zone.things.reserve(after.things.len());
        zone.lists.reserve(after.lists.len());
        for (number, now) in before.things.changes_to(&after.things) {
            let [was, there] =
                [before, &theirs].map(|zone| zone.things.get(number).map(Arc::as_ref));
            let becomes = match self.thing_over(ThingId(number), [was, now.as_deref(), there]) {
                Some(becomes) => becomes,
                None => continue,
            };
            if becomes.as_ref() != there {
                zone.things.set(number, becomes.map(Arc::new));
            }
        }
        match merge::put_into_lists([before, after, &theirs], zone) {
            Ok(zone) => self.zone = zone,
            Err(Apart::NoRoom { file } | Apart::OtherFiles { file }) => {
                let block = after.blocks().find(|block| after.path_of(Some(*block)) == Some(&file));
                self.tell_no_file(block);
            }
        }
    }

    /// What becomes there of a thing that is another here; `None` where it stays as it is.
    fn thing_over(
        &mut self,
        id: ThingId,
        [was, now, there]: [Option<&Placed>; 3],
    ) -> Option<Option<Placed>> {
        let Some(now) = now else { return there.map(|_| None) };
        let block = block_of(self.after, now.list);
        if self.zone.frame(block).is_none() {
            self.tell_no_file(block);
            return None;
        }
        match (was, there) {
            (None, _) => Some(Some(now.clone())),
            (Some(was), Some(there)) => Some(Some(thing::placed([was, now, there], self.after).0)),
            (Some(was), None) => {
                let (block, kind) = (block_of(self.before, was.list), was.thing.kind());
                let index = self.before.listed_at(id).map_or(0, |at| at.index as usize);
                let there = There::Nothing;
                self.tell(
                    block,
                    Difference::Thing { id, kind, block, index, now: Now::There, there },
                );
                None
            }
        }
    }
}

fn block_of(zone: &Zone, list: ListId) -> Option<BlockCoord> {
    zone.lists.get(list.0).and_then(|list| list.block)
}
