//! What the files of a zone name.

use super::{At, Looking, To, number, row};
use crate::format::rose::blocks::Block;
use crate::format::rose::ifo::object::Object;
use crate::format::rose::ifo::{self, Ifo};
use crate::format::rose::lit::Lit;
use crate::format::rose::zon::{self, Zon};

impl Looking {
    pub(super) fn zon(&mut self, zon: &Zon) {
        for body in zon.blocks.iter().filter_map(Block::body) {
            if let zon::Body::EventPositions(points) = body {
                self.seen.n_parts = number(points.len());
                let names = points.iter().map(|point| self.text(point.name.as_bytes()));
                self.seen.names = (0..).zip(names).collect();
            }
            let zon::Body::Textures(paths) = body else { continue };
            for (path, place) in paths.iter().zip(0..) {
                if !path.as_bytes().eq_ignore_ascii_case(b"end") {
                    self.path(None, At::part("texture", place), path.as_bytes());
                }
            }
        }
    }

    pub(super) fn lit(&mut self, lit: &Lit) {
        for (name, place) in lit.textures.iter().zip(0..) {
            let name = self.text(name.as_bytes());
            if !name.is_empty() {
                self.put(None, At::part("lightmap", place), To::Beside(name));
            }
        }
    }

    pub(super) fn ifo(&mut self, ifo: &Ifo) {
        for body in ifo.blocks.iter().filter_map(Block::body) {
            match body {
                ifo::Body::Deco(list) => self.objects("deco", list, |id| Some(To::Deco(id))),
                ifo::Body::Cnst(list) => self.objects("cnst", list, |id| Some(To::Building(id))),
                ifo::Body::Animated(list) => {
                    self.objects("animated", list, |id| Some(row("LIST_MORPH_OBJECT", id)));
                }
                ifo::Body::Warp(list) => {
                    for (warp, place) in list.iter().zip(0..) {
                        if let Ok(id @ 1..) = u32::try_from(warp.warp_id) {
                            self.put(None, At::part("warp", place), row("WARP", id));
                        }
                    }
                }
                ifo::Body::Npc(list) => {
                    let npcs: Vec<&Object> = list.iter().map(|npc| &npc.object).collect();
                    self.objects("npc", npcs, |id| Some(row("LIST_NPC", id)));
                    for (npc, place) in list.iter().zip(0..) {
                        if npc.ai_id > 0 {
                            self.put(None, At::part("npc", place), row("FILE_AI", npc.ai_id));
                        }
                        let name = self.text(npc.conversation_file.as_bytes());
                        if !name.is_empty() {
                            self.put(None, At::part("npc", place), To::Conversation(name));
                        }
                    }
                }
                ifo::Body::Sound(list) => {
                    for (sound, place) in list.iter().zip(0..) {
                        self.path(None, At::part("sound", place), sound.path.as_bytes());
                    }
                }
                ifo::Body::Effect(list) => {
                    for (effect, place) in list.iter().zip(0..) {
                        self.path(None, At::part("effect", place), effect.path.as_bytes());
                    }
                }
                ifo::Body::Spawn(list) => {
                    for (spawn, place) in list.iter().zip(0..) {
                        for monster in spawn.basic.iter().chain(&spawn.tactic) {
                            self.put(
                                None,
                                At::part("spawn", place),
                                row("LIST_NPC", monster.monster_id),
                            );
                        }
                    }
                }
                ifo::Body::Event(list) => {
                    for (event, place) in list.iter().zip(0..) {
                        let name = self.text(event.quest_trigger.as_bytes());
                        if !name.is_empty() {
                            self.put(None, At::part("event", place), To::Trigger(name));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn objects<'o>(
        &mut self,
        thing: &'static str,
        list: impl IntoIterator<Item = &'o Object>,
        to: impl Fn(u32) -> Option<To>,
    ) {
        for (object, place) in list.into_iter().zip(0..) {
            let to = u32::try_from(object.object_id).ok().and_then(&to);
            if let Some(to) = to {
                self.put(None, At::part(thing, place), to);
            }
        }
    }
}
