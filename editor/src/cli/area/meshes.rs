//! The meshes that the actions of a script make volumes of.

use std::path::Path;
use std::sync::Arc;

use landwright_core::format::text::CodePage;
use landwright_core::vfs::Mount;
use landwright_core::vfs::disk::READ_LIMIT;
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::path::VfsPath;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::from_mesh::Mesh;

use crate::cli::outcome::Failure;
use crate::cli::output::shown;

/// Reads them from the folder of the script, and from nowhere else.
pub(in crate::cli) fn with_meshes(
    actions: &[Action],
    script: &Path,
) -> Result<Vec<Action>, Failure> {
    let mut actions = actions.to_vec();
    for (n, action) in actions.iter_mut().enumerate() {
        let Some(file) = action.mesh_file().map(str::to_owned) else { continue };
        let mesh = read(&file, script).map_err(|reason| {
            let place = format!("error: {}: action {n}, volumes-from-mesh", shown(script));
            Failure::File(format!("{place}: {reason}; nothing was written"))
        })?;
        action.take_mesh(Arc::new(mesh));
    }
    Ok(actions)
}

fn read(file: &str, script: &Path) -> Result<Mesh, String> {
    let path = VfsPath::new(file).map_err(|error| format!("`{file}` {error}"))?;
    let folder = script.parent().filter(|folder| *folder != Path::new(""));
    let folder = Folder::open(folder.unwrap_or(Path::new(".")), CodePage::default());
    let loaded = folder.and_then(|folder| folder.read(&path, READ_LIMIT));
    let loaded = loaded.map_err(|error| error.to_string())?;
    Mesh::read(&loaded.bytes).map_err(|reason| format!("{file}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn a_mesh_is_read_from_the_folder_of_the_script_alone() {
        let folder = TempDir::new().unwrap();
        let script = folder.path().join("script.json");
        std::fs::create_dir(folder.path().join("meshes")).unwrap();
        let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        std::fs::write(folder.path().join("meshes/a.obj"), obj).unwrap();
        let actions = |file: &str| {
            let json = serde_json::json!([{ "action": "volumes-from-mesh", "file": file }]);
            with_meshes(&serde_json::from_value::<Vec<Action>>(json).unwrap(), &script)
        };
        assert_eq!(actions("meshes/a.obj").unwrap()[0].mesh_file(), None);
        let above = format!("{:?}", actions("../a.obj").unwrap_err());
        assert!(
            above.contains("action 0, volumes-from-mesh: `../a.obj` leads outside its root"),
            "{above}"
        );
        assert!(actions("/a.obj").is_err());
        assert!(actions("MESHES\\A.obj").is_ok(), "names are found as the games find them");
        let missing = format!("{:?}", actions("b.obj").unwrap_err());
        assert!(missing.contains("b.obj") && missing.contains("nothing was written"), "{missing}");
    }
}
