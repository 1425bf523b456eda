//! EverQuest zones from above: floors by height, with the colours of their regions.

use std::collections::{BTreeMap, BTreeSet};

use landwright_core::nav::eq::answer::Asked;
use landwright_core::space::eq::Kind;
use landwright_core::vfs::save::Before;
use landwright_core::world::eq::plan::{NOTHING, Plan, USUAL_SIDE_PX, colour};
use landwright_core::world::eq::server_map::Invisible;
use landwright_core::world::eq::server_wtr;

use crate::cli::eq;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, shown};
use crate::cli::render::Render;

impl Render {
    pub(in crate::cli) fn draw_plan(
        &self,
        before: Before,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let wrong = |what: &str| Failure::WrongUse(format!("{} {what}", shown(&self.file)));
        let zone = eq::zone(&self.file)?;
        let map = eq::map_of(&self.file, &zone, Invisible::LeftOut)?;
        let wtr = server_wtr::build(&zone).map_err(|unfit| wrong(&unfit.to_string()))?;
        let asked = Asked::new(&map, Some(&wtr));
        let tree = &asked.regions.tree;
        let most = self.size.map_or(USUAL_SIDE_PX, |size| size.width.min(size.height));
        let plan = Plan::new(&asked.ground, tree, most, f32::INFINITY);
        let plan = plan.ok_or_else(|| wrong("has no floors to draw"))?;
        let kinds: BTreeMap<u32, Kind> =
            tree.leaves().filter_map(|leaf| Some((leaf.region?, Kind::of(leaf.kind)?))).collect();
        let tint = |region: u32| kinds.get(&region).copied().and_then(colour);
        self.save_on_sheet(plan.image(tint, &BTreeSet::new()), NOTHING, before, output)
    }
}
