//! The client's scene in the 3D views of a map: which parts of it are shown, and the look at it.

use std::collections::BTreeMap;
use std::sync::Arc;

use landwright_core::scene::prepared::Look;
use landwright_core::scene::set::Set;

use crate::canvas::three_d::callback::Driver;
use crate::canvas::three_d::space::{Lens, thrift};
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::ground::GroundScene;
use crate::renderer::cast::{Backdrop, Cast, CastId};
use crate::view::id::DocumentId;
use crate::view::{Layers, Shown};

/// The scenes of all maps that are shown with their ground.
#[derive(Default)]
pub(crate) struct Scenes {
    held: BTreeMap<(DocumentId, Switches), Held>,
    /// Counts sets, so that each is told from all others on the graphics card.
    n_casts: u64,
}

/// What is shown besides the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Switches {
    models: Shown,
    water: Shown,
}

struct Held {
    base: Arc<GroundScene>,
    set: Arc<Set>,
    id: CastId,
    was_used: bool,
}

impl Scenes {
    pub(crate) fn forget_unused(&mut self) {
        self.held.retain(|_, held| std::mem::take(&mut held.was_used));
    }

    /// The look of a view at the scene of its map; `None` where that is not shown, or not there yet.
    pub(crate) fn cast(
        &mut self,
        document: &MapDocument,
        layers: &Layers,
        lens: &Lens<'_>,
        driver: Driver,
    ) -> Option<Cast> {
        let base = document.ground.scene().filter(|_| layers.ground.is_yes())?;
        let switches = Switches { models: layers.models, water: layers.sea };
        let n_casts = &mut self.n_casts;
        let key = (document.id, switches);
        let is_old = |held: &Held| !Arc::ptr_eq(&held.base, base);
        if self.held.get(&key).is_none_or(is_old) {
            *n_casts += 1;
            // What is on the graphics card of the same scene is of use to all.
            let others = self.held.iter().filter(|((id, _), _)| *id == document.id);
            let same = others.map(|(_, held)| held).find(|held| !is_old(held)).map(|held| held.id);
            let id = same.unwrap_or(CastId { document: document.id.0, number: *n_casts });
            let set = dressed(base, switches);
            self.held.insert(key, Held { base: Arc::clone(base), set, id, was_used: true });
        }
        let held = self.held.get_mut(&key)?;
        held.was_used = true;
        Some(Cast {
            set: Arc::clone(&held.set),
            id: held.id,
            revision: revision(base.number, switches),
            eye: lens.eye(base.world_from_scene()),
            around: base.set.scene.surroundings,
            seconds: 0.0,
            backdrop: Backdrop::Nothing,
            thrift: thrift(driver.max_quad_in_pixels),
        })
    }
}

fn revision(number: u64, switches: Switches) -> u64 {
    let bit = |shown: Shown| u64::from(shown.is_yes());
    number * 4 + bit(switches.models) * 2 + bit(switches.water)
}

/// The set with what is shown of it.
fn dressed(base: &GroundScene, switches: Switches) -> Arc<Set> {
    let mut set = Arc::clone(&base.set);
    if switches.models.is_yes() && switches.water.is_yes() {
        return set;
    }
    let n = base.set.scene.instances.len();
    let looks = (0..n).map(|instance| {
        let is_shown = match instance {
            instance if instance < base.n_of_ground => true,
            instance if instance >= base.first_of_water => switches.water.is_yes(),
            _ => switches.models.is_yes(),
        };
        if is_shown { Look::AsItIs } else { Look::Hidden }
    });
    let looks = looks.collect();
    Arc::make_mut(&mut set).prepared.looks = looks;
    set
}
