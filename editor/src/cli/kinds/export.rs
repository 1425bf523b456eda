//! `landwright export` of a document of any kind.

use std::path::Path;

use landwright_core::world::eq::rows::is_one;

use super::Named;
use crate::cli::load;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, n_bytes, shown};
use crate::cli::target::Target;

/// Writes a document for another program. `None` where its kind leaves that to its maps.
pub(in crate::cli) fn export(
    named: &Named,
    target: &Target,
    output: &mut Output,
) -> Result<Option<Outcome>, Failure> {
    if named.entry.is_some() {
        return Ok(None);
    }
    let opened = named.open()?;
    let path = target.path();
    let expected = |endings: &[&str]| {
        let endings = endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>();
        let endings = endings.join(" or ");
        Failure::WrongUse(format!("{}: expected a name that ends in {endings}", shown(path)))
    };
    let bytes = match opened.exchanges() {
        [] if is_one(&load::name_of(&named.file)) => {
            return Err(Failure::WrongUse(format!(
                "{}: other programs read a table as it is; only the changes of a dump (sql) are exported",
                named.name()
            )));
        }
        [] => return Ok(None),
        endings => opened.export(&ending_of(path)).ok_or_else(|| expected(endings))?,
    };
    let before = target.before()?;
    let size = n_bytes(bytes.len());
    target.save(before, bytes)?;
    output.line(&format!("{}: {size}", shown(path)))?;
    Ok(Some(Outcome::Fine))
}

fn ending_of(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}
