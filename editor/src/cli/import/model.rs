//! Meshes of ROSE (zms) from glTF.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use landwright_core::format::file::Content;
use landwright_core::format::rose::zms::{self, Zms};
use landwright_core::problem::counted::counted;
use landwright_core::scene::gltf::read::{Import as Incoming, Primitive, read};
use landwright_core::stage::rose::incoming::onto::{Change, Done, onto};
use landwright_core::stage::rose::incoming::{Bones, LIMITS, Reason, Refusal, mesh};
use landwright_core::vfs::disk;
use landwright_core::vfs::saver::Wanted;

use crate::cli::import::Import;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::cli::target::Target;
use crate::cli::{load, model};
use crate::exchange::has_ending;

pub(super) fn is_gltf(file: &Path) -> bool {
    has_ending(file, "glb") || has_ending(file, "gltf")
}

impl Import {
    pub(super) fn model(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.json || self.flat || self.version.is_some() {
            let message = "--json, --flat and --version don't belong to models";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        let data = load::load(&self.file)?.bytes;
        let Incoming { primitives, notes } = read(&data, LIMITS).map_err(|bad| self.wrong(&bad))?;
        notes.iter().for_each(|note| complain(&format!("note: {note}")));
        let bones = self.bones(&primitives)?;
        match &self.onto {
            Some(old) => self.onto_mesh(old, &primitives, bones.as_ref(), output),
            None => self.new_meshes(&primitives, bones.as_ref(), output),
        }
    }

    /// The skeleton that is given, or else the only one in the folder of the old or the new mesh.
    fn bones(&self, primitives: &[Primitive]) -> Result<Option<Bones>, Failure> {
        let needs = |it: &Primitive| !it.held.is_empty() || it.hangs_on.is_some();
        if !primitives.iter().any(needs) {
            return Ok(None);
        }
        let beside = [&self.onto, &self.output].into_iter().flatten().find_map(|path| {
            let folder = if is_mesh(path) { path.parent()? } else { path };
            model::only_skeleton(folder)
        });
        let Some(path) = self.skeleton.clone().or(beside) else { return Ok(None) };
        let zmd = model::read_skeleton(&path)?;
        let damaged =
            || Failure::File(format!("error: {}: its bones are in a circle", shown(&path)));
        Bones::new(&zmd).ok_or_else(damaged).map(Some)
    }

    fn onto_mesh(
        &self,
        old: &Path,
        primitives: &[Primitive],
        bones: Option<&Bones>,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let Content::Zms(zms) = load::read(old)?.0.content else {
            let message = format!("{}: glTF goes onto a mesh (zms)", shown(old));
            return Err(Failure::WrongUse(message));
        };
        let [primitive] = primitives else {
            let names: Vec<&str> = primitives.iter().map(|it| it.name.as_str()).collect();
            let (file, n, names) = (shown(&self.file), names.len(), names.join(", "));
            let message = format!("{file}: --onto takes one mesh, and it has {n}: {names}");
            return Err(Failure::WrongUse(message));
        };
        let target = self.output.clone().filter(|_| !self.dry_run);
        let target = target.map(|path| Target::new(path, self.force));
        let before = target.as_ref().map(Target::before).transpose()?;
        let done = onto(&zms, primitive, bones).map_err(|refusal| self.refused(&refusal))?;
        let Done { zms, change, notes } = done;
        notes.iter().for_each(|note| complain(&format!("note: {note}")));
        let what = match change {
            Change::Nothing => "nothing differs".to_owned(),
            Change::Vertices(n) => counted(n, "vertex differs", "vertices differ"),
            Change::Whole => format!("a new mesh, {}", size_of(&zms)),
        };
        let line = match (&target, before) {
            (Some(target), Some(before)) => {
                target.save(before, zms::write(&zms))?;
                format!("{}: {what}", shown(target.path()))
            }
            _ => format!("{}: {what}; nothing was written", shown(old)),
        };
        output.line(&line)?;
        Ok(Outcome::Fine)
    }

    fn new_meshes(
        &self,
        primitives: &[Primitive],
        bones: Option<&Bones>,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let Some(path) = &self.output else {
            let message = "--dry-run compares the file with a mesh: --onto names it";
            return Err(Failure::WrongUse(message.to_owned()));
        };
        let file = shown(&self.file);
        let paths = match primitives.len() {
            0 => return Err(self.wrong(&"it has no meshes")),
            1 if is_mesh(path) => vec![path.clone()],
            n if is_mesh(path) => {
                let message = format!("{file}: it has {n} meshes, so --output is a folder");
                return Err(Failure::WrongUse(message));
            }
            _ => names(primitives).iter().map(|name| path.join(name)).collect::<Vec<PathBuf>>(),
        };
        let target = Target::new(path.clone(), self.force);
        let (mut wanted, mut lines) = (Vec::new(), Vec::new());
        for (path, primitive) in paths.iter().zip(primitives) {
            let before = target.before_at(path)?;
            let zms = mesh(primitive, bones).map_err(|refusal| self.refused(&refusal))?;
            lines.push(format!("{}: {}", shown(path), size_of(&zms)));
            wanted.push(Wanted::new(path.clone(), path, zms::write(&zms), before));
        }
        if !is_mesh(path) && !disk::is_folder(path) {
            disk::make_folder(path).map_err(|error| Failure::File(format!("error: {error}")))?;
        }
        target.save_all(wanted)?;
        for line in lines {
            output.line(&line)?;
        }
        Ok(Outcome::Fine)
    }

    fn refused(&self, refusal: &Refusal) -> Failure {
        match refusal.reason {
            Reason::NoSkeleton => {
                let file = shown(&self.file);
                Failure::WrongUse(format!("{file}: {refusal}; give it with --skeleton"))
            }
            _ => self.wrong(refusal),
        }
    }
}

fn is_mesh(path: &Path) -> bool {
    has_ending(path, "zms")
}

fn size_of(zms: &Zms) -> String {
    let vertices = counted(zms.n_vertices, "vertex", "vertices");
    let triangles = counted(zms.triangles.len() as u64, "triangle", "triangles");
    format!("{vertices} and {triangles}")
}

/// Names of files, each another one also where case does not count.
fn names(primitives: &[Primitive]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |primitive: &Primitive| {
        let letter =
            |it: char| if it.is_ascii_alphanumeric() || "-_".contains(it) { it } else { '_' };
        let name: String = primitive.name.chars().take(60).map(letter).collect();
        let numbered = (2..).map(|n| format!("{name}_{n}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| taken.insert(name.to_lowercase()));
        format!("{}.ZMS", free.unwrap_or(name))
    };
    primitives.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mesh_has_a_name_of_its_own_that_all_systems_take() {
        let named = |name: &str| Primitive { name: name.to_owned(), ..Primitive::default() };
        let found = names(&["Roof", "roof", "a/../b", "roof"].map(named));
        assert_eq!(found, ["Roof.ZMS", "roof_2.ZMS", "a____b.ZMS", "roof_3.ZMS"]);
    }
}
