//! The models of an open zone, which follow its edits. What an edit asks for that is not read yet waits until
//! somebody looks into the files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::scene::model::Instance;
use crate::scene::set::Set;
use crate::scene::{MaterialId, MeshId};
use crate::space::rose::block::BlockCoord;
use crate::space::rose::position::PosInFileCm;
use crate::vfs::Vfs;
use crate::world::Document as _;
use crate::world::zone::Zone;
use crate::world::zone::thing::{Kind, Thing, ThingId};

use crate::stage::files::{Missing, Watch};
use crate::stage::rose::assets::Assets;
use crate::stage::rose::clock::Clock;
use crate::stage::rose::ground::Ground;
use crate::stage::rose::water;
use crate::stage::rose::zone::{Lights, Models, Origin, Tables, has_model};

/// A zone as the client draws it.
#[derive(Clone)]
pub struct Live {
    pub set: Arc<Set>,
    pub origin: Origin,
    /// As it is shown.
    zone: Zone,
    /// With an empty scene, since that is in the set.
    assets: Assets<'static>,
    tables: Tables,
    models: Models,
    ground: Ground,
    instances: BTreeMap<ThingId, u32>,
    water: BTreeMap<ThingId, MeshId>,
    of_water: Option<MaterialId>,
    pieces: BTreeMap<BlockCoord, usize>,
    /// Whose ground is another than is shown.
    stale: BTreeSet<BlockCoord>,
    /// Whether files have to be looked into for what is in the zone now.
    pub lacks_files: bool,
}

impl Live {
    /// Reads everything that a zone is drawn with. `None` where the watch cancels.
    pub fn load(zone: &Zone, look_in: &[&Vfs], watch: Watch<'_>) -> Option<Live> {
        let mut assets = Assets::new(look_in, zone.code_page());
        let tables = Tables::read(&assets, zone);
        let origin = Origin::of(zone);
        let models = Models::new(&mut assets, &tables, origin);
        let mut live = Live {
            set: Arc::default(),
            origin,
            zone: zone.clone(),
            assets: Assets::new(&[], zone.code_page()),
            tables,
            models,
            ground: Ground::default(),
            instances: BTreeMap::new(),
            water: BTreeMap::new(),
            of_water: None,
            pieces: BTreeMap::new(),
            stale: BTreeSet::new(),
            lacks_files: false,
        };
        live.fill(assets, zone, watch)?;
        Some(live)
    }

    /// The same for a zone that asks for more by now: what was read is not read again.
    pub fn load_more(mut self, zone: &Zone, look_in: &[&Vfs], watch: Watch<'_>) -> Option<Live> {
        if !self.has_blocks_of(zone) {
            return Live::load(zone, look_in, watch);
        }
        let idle = Assets::new(&[], zone.code_page());
        let mut assets = std::mem::replace(&mut self.assets, idle).looking_in(look_in);
        assets.scene = std::mem::take(&mut self.set_mut().scene);
        self.fill(assets, zone, watch)?;
        Some(self)
    }

    fn fill(&mut self, mut assets: Assets<'_>, zone: &Zone, watch: Watch<'_>) -> Option<()> {
        let blocks: Vec<BlockCoord> = zone.blocks().collect();
        let n_all = blocks.len() + zone.n_things();
        for (n_done, block) in blocks.iter().enumerate() {
            if !self.pieces.contains_key(block) {
                let piece = self.ground.add_block(&mut assets, zone, self.origin, *block);
                self.pieces.extend(piece.map(|piece| (*block, piece)));
            }
            if watch(n_done, n_all).is_break() {
                return None;
            }
        }
        self.ground.add_pictures(&mut assets, zone);
        if self.of_water.is_none() {
            self.of_water = Some(water::material(&mut assets));
        }
        let mut lights = Lights::default();
        let mut found: BTreeMap<ThingId, Instance> = BTreeMap::new();
        for (n_done, listed) in zone.listed().enumerate() {
            let thing = zone.thing(listed.id).filter(|_| has_model(listed.kind));
            let own = thing.and_then(|it| self.models.instance(&mut assets, zone, listed.id, it));
            if let Some(mut instance) = own {
                instance.lights = lights.of(&mut assets, zone, listed);
                found.insert(listed.id, instance);
            }
            if watch(blocks.len() + n_done, n_all).is_break() {
                return None;
            }
        }
        self.set_mut().scene = std::mem::take(&mut assets.scene);
        self.assets = assets.looking_in(&[]);
        self.set_mut().grow();
        let is_gone = |id: &&ThingId| !found.contains_key(id) && !self.water.contains_key(id);
        let gone: Vec<ThingId> = self.instances.keys().filter(is_gone).copied().collect();
        gone.into_iter().for_each(|id| self.drop_instance(id));
        for (id, instance) in found {
            self.put_instance(id, instance);
        }
        let water = zone.things().filter(|(_, thing)| thing.kind() == Kind::Water);
        let kept: BTreeSet<ThingId> = water.map(|(id, _)| id).collect();
        let gone = self.water.keys().filter(|id| !kept.contains(id)).copied().collect::<Vec<_>>();
        gone.into_iter().for_each(|id| self.drop_instance(id));
        for (id, thing) in zone.things().filter(|(id, _)| kept.contains(id)) {
            self.put_water(zone, id, thing);
        }
        self.zone = zone.clone();
        self.lacks_files = false;
        Some(())
    }

    fn has_blocks_of(&self, zone: &Zone) -> bool {
        self.zone.blocks().eq(zone.blocks())
    }

    /// Shows a zone that was edited since: things that were touched alone are put again. Says whether
    /// anything was.
    pub fn follow(&mut self, zone: &Zone) -> bool {
        let Some(edit) = self.zone.edit_to(zone) else { return false };
        if !self.has_blocks_of(zone) {
            self.lacks_files = true;
            return false;
        }
        self.assets.n_unknown = 0;
        for id in edit.things() {
            self.follow_thing(zone, id);
        }
        if edit.touches_ground() {
            self.stale.extend(zone.blocks_with_other_ground(&self.zone));
        }
        self.lacks_files |= self.assets.n_unknown > 0;
        self.zone = zone.clone();
        true
    }

    /// Makes one block of ground as it is now. Says whether there was one to make.
    pub fn follow_ground(&mut self) -> bool {
        let Some(block) = self.stale.pop_first() else { return false };
        let Some(place) = self.pieces.get(&block).copied() else { return true };
        let light = self.set.scene.terrain.pieces.get(place).and_then(|piece| piece.light);
        self.assets.n_unknown = 0;
        let piece = self.ground.piece(&mut self.assets, &self.zone, self.origin, block, light);
        if let Some(own) = self.set_mut().scene.terrain.pieces.get_mut(place) {
            *own = Arc::new(piece);
        }
        self.lacks_files |= self.assets.n_unknown > 0;
        true
    }

    fn follow_thing(&mut self, zone: &Zone, id: ThingId) {
        match zone.thing(id) {
            Some(thing) if thing.kind() == Kind::Water => self.put_water(zone, id, thing),
            Some(thing) if has_model(thing.kind()) => {
                let instance = self.models.instance(&mut self.assets, zone, id, thing);
                let Some(mut instance) = instance else { return self.drop_instance(id) };
                let old = self.instances.get(&id);
                let old = old.and_then(|index| self.set.scene.instances.get(*index as usize));
                // Light is painted for a model, wherever that is moved.
                instance.lights = match old.filter(|old| old.model == instance.model) {
                    Some(old) => old.lights.clone(),
                    None => {
                        let listed = zone.listed_at(id);
                        let of = |listed| Lights::default().of(&mut self.assets, zone, listed);
                        listed.map(of).unwrap_or_default()
                    }
                };
                self.put_instance(id, instance);
            }
            Some(_) | None => self.drop_instance(id),
        }
    }

    fn put_instance(&mut self, id: ThingId, instance: Instance) {
        match self.instances.get(&id).copied() {
            Some(index) if self.set.scene.instances.get(index as usize) == Some(&instance) => {}
            Some(index) => self.set_mut().put(index, instance),
            None => {
                let index = self.set_mut().add(instance);
                self.instances.insert(id, index);
            }
        }
    }

    fn drop_instance(&mut self, id: ThingId) {
        if let Some(index) = self.instances.remove(&id) {
            self.set_mut().remove(index);
        }
        self.water.remove(&id);
    }

    fn put_water(&mut self, zone: &Zone, id: ThingId, thing: &Thing) {
        let corners = thing.corners_file_cm().map(PosInFileCm::from_bits);
        let mesh = water::mesh(zone, self.origin, corners);
        let (Some(mesh), Some(material)) = (mesh, self.of_water) else {
            return self.drop_instance(id);
        };
        let known = self.water.get(&id).copied().zip(self.instances.get(&id).copied());
        if let Some((own, index)) = known {
            let set = self.set_mut();
            let instance = set.scene.instances.get(index as usize).cloned();
            set.put_mesh(own, mesh);
            instance.into_iter().for_each(|instance| set.put(index, instance));
            return;
        }
        let (own, instance) = water::plane(&mut self.set_mut().scene, material, mesh, id.0);
        self.set_mut().grow();
        self.water.insert(id, own);
        let index = self.set_mut().add(instance);
        self.instances.insert(id, index);
    }

    /// What is shown of the set may be changed.
    pub fn set_mut(&mut self) -> &mut Set {
        Arc::make_mut(&mut self.set)
    }

    /// Whether there is ground that is not shown as it is now.
    pub fn has_stale_ground(&self) -> bool {
        !self.stale.is_empty()
    }

    /// The model of a thing.
    pub fn instance_of(&self, id: ThingId) -> Option<u32> {
        self.instances.get(&id).copied()
    }

    pub fn instances(&self) -> impl Iterator<Item = (ThingId, u32)> {
        self.instances.iter().map(|(id, index)| (*id, *index))
    }

    /// The thing that an instance is the model of.
    pub fn thing_of(&self, instance: u32) -> Option<ThingId> {
        self.set.scene.instances.get(instance as usize).map(|instance| ThingId(instance.tag))
    }

    pub fn clock(&self, hour: f64) -> Clock {
        self.tables.clock(hour)
    }

    pub fn missing(&self) -> &[Missing] {
        &self.assets.missing
    }
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Live({} things)", self.instances.len())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::format::text::CodePage;
    use crate::sample::rose::{Plan, ZONE_FOLDER, Zone as Sample, assets};
    use crate::vfs::VfsPath;
    use crate::vfs::memory::Memory;
    use crate::world::zone::action::Action;
    use crate::world::zone::load;

    fn client() -> Vfs {
        let memory = Memory::new("sample");
        for file in Sample::new(Plan::small(1)).files().into_iter().chain(assets::files()) {
            memory.put(&VfsPath::new(&file.path).unwrap(), &file.bytes);
        }
        let mut vfs = Vfs::default();
        vfs.push(memory);
        vfs
    }

    fn opened() -> (Zone, Live, Vfs) {
        let vfs = client();
        let folder = VfsPath::new(ZONE_FOLDER).unwrap();
        let zone = load::open(&vfs, &folder, CodePage::Cp949).unwrap().zone;
        let live = Live::load(&zone, &[&vfs], &mut |_, _| ControlFlow::Continue(())).unwrap();
        (zone, live, vfs)
    }

    fn acted(zone: &Zone, action: &str) -> Zone {
        let action: Action = serde_json::from_str(action).unwrap();
        action.resolve(zone).unwrap().zone
    }

    fn of_kind(zone: &Zone, kind: Kind) -> Vec<ThingId> {
        zone.things().filter(|(_, thing)| thing.kind() == kind).map(|(id, _)| id).collect()
    }

    fn instance(live: &Live, id: ThingId) -> Option<&Instance> {
        live.set.scene.instances.get(live.instance_of(id)? as usize)
    }

    #[test]
    fn a_thing_that_moves_takes_its_model_with_it_and_no_other() {
        let (zone, mut live, _) = opened();
        let lit = of_kind(&zone, Kind::Deco);
        let id = lit.into_iter().find(|id| !instance(&live, *id).unwrap().lights.is_empty());
        let id = id.unwrap();
        let before = live.clone();
        let moved = format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[300,0,0]}}"#, id.0);
        let after = acted(&zone, &moved);
        assert!(live.follow(&after) && !live.lacks_files && !live.has_stale_ground());
        let [old, new] = [&before, &live].map(|live| instance(live, id).unwrap().clone());
        let way = new.world_from_model.translation - old.world_from_model.translation;
        assert!((way.x - 3.0).abs() < 1e-3 && way.y.abs() < 1e-3, "{way}");
        assert_eq!(new.lights, old.lights);
        let others = before.set.scene.instances.iter().zip(&live.set.scene.instances);
        assert_eq!(others.filter(|(a, b)| a != b).count(), 1);
        let same = |(a, b): (&Arc<_>, &Arc<_>)| Arc::ptr_eq(a, b);
        let pieces = before.set.scene.terrain.pieces.iter().zip(&live.set.scene.terrain.pieces);
        assert!(pieces.into_iter().all(same));
        // Back again, as an undo goes.
        assert!(live.follow(&zone) && !live.follow(&zone));
        assert_eq!(live.set.scene.instances, before.set.scene.instances);
    }

    #[test]
    fn what_is_deleted_is_gone_and_comes_back_with_its_light() {
        let (zone, mut live, _) = opened();
        let ids = of_kind(&zone, Kind::Deco);
        let before = live.clone();
        let list: Vec<u32> = ids.iter().map(|id| id.0).collect();
        let after = acted(&zone, &format!(r#"{{"action":"delete","things":{{"ids":{list:?}}}}}"#));
        live.follow(&after);
        assert!(ids.iter().all(|id| live.instance_of(*id).is_none()));
        assert_eq!(live.set.prepared.n_objects, before.set.prepared.n_objects - ids.len());
        live.follow(&zone);
        assert!(ids.iter().all(|id| instance(&live, *id) == instance(&before, *id)));
        assert!(!live.lacks_files);
    }

    #[test]
    fn ground_that_is_shaped_is_made_again_block_by_block_and_keeps_its_light() {
        let (zone, mut live, _) = opened();
        let before = live.set.scene.terrain.clone();
        let raised = r#"{"action":"shape-heights","region":"everything","how":{"raise":500}}"#;
        live.follow(&acted(&zone, raised));
        let mut n_made = 0;
        while live.follow_ground() {
            n_made += 1;
        }
        assert_eq!((n_made, live.lacks_files), (before.pieces.len(), false));
        for (old, new) in before.pieces.iter().zip(&live.set.scene.terrain.pieces) {
            assert!((new.bounds.low_m.z - old.bounds.low_m.z - 5.0).abs() < 1e-3);
            assert_eq!(new.light, old.light);
        }
    }

    #[test]
    fn a_model_that_was_not_read_waits_for_somebody_who_looks_into_the_files() {
        let vfs = client();
        let folder = VfsPath::new(ZONE_FOLDER).unwrap();
        let all = load::open(&vfs, &folder, CodePage::Cp949).unwrap().zone;
        let npcs = of_kind(&all, Kind::Npc);
        let list: Vec<u32> = npcs.iter().map(|id| id.0).collect();
        let without = format!(r#"{{"action":"delete","things":{{"ids":{list:?}}}}}"#);
        let mut go_on = |_: usize, _: usize| ControlFlow::Continue(());
        let mut live = Live::load(&acted(&all, &without), &[&vfs], &mut go_on).unwrap();
        live.follow(&all);
        assert!(live.lacks_files && live.instance_of(npcs[0]).is_none());
        let meshes = live.set.scene.meshes.clone();
        let live = live.load_more(&all, &[&vfs], &mut go_on).unwrap();
        assert!(!live.lacks_files && npcs.iter().all(|id| live.instance_of(*id).is_some()));
        let kept = meshes.iter().zip(&live.set.scene.meshes);
        assert!(kept.into_iter().all(|(a, b)| Arc::ptr_eq(a, b)), "the card has them");
        assert_eq!(live.missing(), []);
    }

    #[test]
    fn an_effect_follows_its_place_and_comes_back_as_it_was() {
        let (zone, mut live, _) = opened();
        let id = of_kind(&zone, Kind::Effect)[0];
        let before = instance(&live, id).unwrap().clone();
        assert!(live.set.scene.model(before.model).unwrap().has_effects() && !before.is_object);
        let moved = format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[300,0,0]}}"#, id.0);
        live.follow(&acted(&zone, &moved));
        let after = instance(&live, id).unwrap().clone();
        let way = after.world_from_model.translation - before.world_from_model.translation;
        assert!((way.x - 3.0).abs() < 1e-3 && after.ahead_s == before.ahead_s, "{way}");
        let gone = format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, id.0);
        live.follow(&acted(&zone, &gone));
        assert_eq!(live.instance_of(id), None);
        live.follow(&zone);
        assert_eq!(instance(&live, id), Some(&before));
    }

    #[test]
    fn water_follows_its_corners_and_reading_can_be_cancelled() {
        let (zone, mut live, vfs) = opened();
        let id = of_kind(&zone, Kind::Water)[0];
        let bounds = |live: &Live| live.set.bounds(live.instance_of(id).unwrap());
        let (before, n_meshes) = (bounds(&live), live.set.scene.meshes.len());
        let moved = format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[0,0,200]}}"#, id.0);
        live.follow(&acted(&zone, &moved));
        assert!((bounds(&live).low_m.z - before.low_m.z - 2.0).abs() < 1e-3);
        assert_eq!(live.set.scene.meshes.len(), n_meshes);
        assert!(Live::load(&zone, &[&vfs], &mut |_, _| ControlFlow::Break(())).is_none());
    }
}
