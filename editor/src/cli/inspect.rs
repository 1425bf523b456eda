//! `landwright inspect`: what a file is, and what is in it.

mod areas;
mod eq;
mod ragnarok;
mod ragnarok_scene;
mod rose_asset;
mod rose_map;
mod rose_small;
mod rose_table;
mod sheet;
mod tera;
mod textconv;

use std::path::PathBuf;

use clap::Args;
use landwright_core::format::file::{Content, File};
use landwright_core::format::packed::Packed;
use landwright_core::format::text::{CodePage, quoted};
use landwright_core::project::names::Names;
use landwright_core::world::zone::exchange::to_json;
use landwright_core::world::zone::numbers::Numbers;

use self::sheet::Sheet;
use super::archive::whole;
use super::area::named::path_or_name;
use super::half::mend_at;
use super::outcome::{Failure, Outcome};
use super::output::{Output, n_bytes, shown};
use super::settings::{Settings, code_page};
use super::{ShownCodePage, kinds, load, zone};
use crate::json;
use landwright_core::vfs::disk;

/// Show what a file is and what is in it
#[derive(Debug, Args)]
pub(super) struct Inspect {
    /// A file of a known format, the folder of a ROSE zone, the name of a TERA area, or the list of
    /// areas (AreaList.xml); the case of a file name does not matter
    #[arg(value_parser = path_or_name())]
    file: PathBuf,
    /// Print everything in the file as JSON, so that `build` can make the file again
    #[arg(long)]
    json: bool,
    /// Print a line for each cell, node, row or field, for `git diff`: see `landwright git setup`
    #[arg(long, conflicts_with = "json")]
    textconv: bool,
    /// The code page of texts [default: that of landwright.toml, or cp949]
    #[arg(long)]
    code_page: Option<ShownCodePage>,
}

impl Inspect {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.textconv {
            let loaded = load::load(&self.file)?;
            textconv::write(&self.file, &loaded.bytes, output.writer())?;
            return Ok(Outcome::Fine);
        }
        if let Some(outcome) = kinds::inspect(&self.file, self.json, output)? {
            return Ok(outcome);
        }
        if !disk::is_file(&self.file) && zone::is_zone(&self.file) {
            return self.show_zone(output);
        }
        if areas::is_list(&self.file) {
            mend_at(&self.file);
            return areas::show(&self.file, self.json, output);
        }
        if load::kind_at(&self.file).is_ok_and(|kind| kind.is_none()) && whole::is_grf(&self.file) {
            if self.json {
                let message =
                    "an archive is not printed as JSON; `landwright ls --json` lists its files";
                return Err(Failure::WrongUse(format!("{}: {message}", shown(&self.file))));
            }
            let project = Settings::of_one(&self.file)?;
            whole::inspect(&self.file, code_page(self.code_page, &project), output)?;
            return Ok(Outcome::Fine);
        }
        let (file, loaded) = load::read(&self.file)?;
        let (project, names) = Settings::of_one_with_names(&self.file)?;
        if self.json {
            json::write_file(&file, output.writer())?;
            return Ok(Outcome::Fine);
        }
        let n_bytes = n_bytes(loaded.bytes.len());
        let title = format!(
            "{}\n{} ({}), {n_bytes}\n",
            shown(&self.file),
            file.kind().title(),
            file.kind().name()
        );
        let mut sheet = sheet_of(
            &file,
            Texts { code_page: code_page(self.code_page, &project), names: &names },
        );
        areas::sharing(&self.file, &file.content, &mut sheet);
        output.text(&format!("{title}{sheet}"))?;
        kinds::maps_of(&self.file, &loaded.bytes, output)?;
        Ok(Outcome::Fine)
    }
}

impl Inspect {
    fn show_zone(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let opened = zone::open(&self.file)?;
        opened.tell_problems();
        if self.json {
            output.text(&to_json(&opened.zone, &opened.names, &Numbers::default()))?;
            return Ok(Outcome::Fine);
        }
        for line in zone::overview::overview(&opened) {
            output.line(&line)?;
        }
        Ok(Outcome::Fine)
    }
}

fn sheet_of(file: &File, texts: Texts<'_>) -> Sheet {
    let mut sheet = Sheet::default();
    match &file.content {
        Content::Gat(gat) => ragnarok::gat(gat, &mut sheet),
        Content::Gnd(gnd) => ragnarok_scene::gnd(gnd, texts, &mut sheet),
        Content::Rsw(rsw) => ragnarok_scene::rsw(rsw, texts, &mut sheet),
        Content::Rsm(rsm) => ragnarok_scene::rsm(rsm, texts, &mut sheet),
        Content::Rsm2(rsm) => ragnarok_scene::rsm2(rsm, texts, &mut sheet),
        Content::MapCache(cache) => ragnarok::map_cache(cache, texts, &mut sheet),
        Content::Mcache(cache) => ragnarok::mcache(cache, &mut sheet),
        Content::Fld2(field) => ragnarok::fld2(field, &mut sheet),
        Content::PackedFld2(packed) => ragnarok::fld2(&packed.field, &mut sheet),
        Content::Ifo(ifo) => rose_map::ifo(ifo, texts, &mut sheet),
        Content::Zon(zon) => rose_map::zon(zon, texts, &mut sheet),
        Content::Him(him) => rose_map::him(him, &mut sheet),
        Content::Til(til) => rose_map::til(til, &mut sheet),
        Content::Mov(mov) => rose_map::mov(mov, &mut sheet),
        Content::Lit(lit) => rose_map::lit(lit, texts, &mut sheet),
        Content::Stb(stb) => rose_table::stb(stb, texts, &mut sheet),
        Content::Stl(stl) => rose_table::stl(stl, texts, &mut sheet),
        Content::Ltb(ltb) => rose_table::ltb(ltb, &mut sheet),
        Content::Qsd(qsd) => rose_table::qsd(qsd, texts, &mut sheet),
        Content::Aip(aip) => rose_table::aip(aip, texts, &mut sheet),
        Content::Con(con) => rose_table::con(con, texts, &mut sheet),
        Content::Zms(zms) => rose_asset::zms(zms, &mut sheet),
        Content::Zmd(zmd) => rose_asset::zmd(zmd, texts, &mut sheet),
        Content::Zmo(zmo) => rose_asset::zmo(zmo, &mut sheet),
        Content::Zsc(zsc) => rose_asset::zsc(zsc, texts, &mut sheet),
        Content::Chr(chr) => rose_asset::chr(chr, texts, &mut sheet),
        Content::Eft(eft) => rose_asset::eft(eft, texts, &mut sheet),
        Content::Ptl(ptl) => rose_asset::ptl(ptl, texts, &mut sheet),
        Content::Tsi(tsi) => rose_small::tsi(tsi, texts, &mut sheet),
        Content::Tbl(tbl) => rose_small::tbl(tbl, &mut sheet),
        Content::Lod(lod) => rose_small::lod(lod, texts, &mut sheet),
        Content::Hlp(hlp) => rose_small::hlp(hlp, texts, &mut sheet),
        Content::Zca(zca) => rose_small::zca(zca, &mut sheet),
        Content::Idx(idx) => rose_asset::idx(idx, texts, &mut sheet),
        Content::Zgd(zgd) => tera::zgd(zgd, &mut sheet),
        Content::Apd(apd) => tera::apd(apd, &mut sheet),
        Content::S3d(archive) => eq::archive(archive, &mut sheet),
        Content::Wld(wld) => eq::wld(wld, &mut sheet),
        Content::Map(map) => eq::map(map, &mut sheet),
        Content::Wtr(wtr) => eq::wtr(wtr, &mut sheet),
        Content::Nav(nav) => eq::nav(nav, &mut sheet),
    }
    sheet.section("File");
    if let Some(Packed { stream, trailing }) = &file.packed {
        let unpacked = file.payload().len();
        sheet.row("unpacked", n_bytes(unpacked));
        let percent = stream.0.len() * 100 / unpacked.max(1);
        sheet.row("brotli stream", format!("{}, {percent} % of that", n_bytes(stream.0.len())));
        if !trailing.0.is_empty() {
            sheet.row("after the stream", n_bytes(trailing.0.len()));
        }
    }
    sheet.row(
        "not understood",
        match file.n_opaque() {
            0 => "nothing".to_owned(),
            1 => "1 byte, kept as it is".to_owned(),
            n => format!("{}, kept as they are", n_bytes(n)),
        },
    );
    sheet
}

/// How texts are shown.
#[derive(Debug, Clone, Copy)]
struct Texts<'n> {
    code_page: CodePage,
    names: &'n Names,
}

impl Texts<'_> {
    /// What the project calls the id of a thing.
    fn name_of(self, thing: &str, field: &str, id: i64) -> String {
        self.names.of(thing, field, id).map(quoted).unwrap_or_default()
    }

    /// In quotes, without the NULs that often end a text.
    fn quoted(self, bytes: &[u8]) -> String {
        quoted(self.code_page.decode(bytes).trim_end_matches('\0'))
    }
}
