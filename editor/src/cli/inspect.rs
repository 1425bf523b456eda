//! `landwright inspect`: what a file is, and what is in it.

mod ragnarok;
mod rose_map;
mod rose_table;
mod sheet;
mod tera;

use std::path::PathBuf;

use clap::Args;
use landwright_core::format::file::{Content, File};
use landwright_core::format::packed::Packed;
use landwright_core::format::text::{CodePage, quoted};

use self::sheet::Sheet;
use super::outcome::{Failure, Outcome};
use super::output::{Output, grouped, shown};
use super::settings::{Settings, code_page};
use super::{ShownCodePage, json, load};

/// Show what a file is and what is in it
#[derive(Debug, Args)]
pub(super) struct Inspect {
    /// A file of a known format, whatever the case of its name
    file: PathBuf,
    /// Print everything in the file, so that `build` can make it again
    #[arg(long)]
    json: bool,
    /// The code page of texts that are not UTF-8 [default: that of landwright.toml, or cp949]
    #[arg(long)]
    code_page: Option<ShownCodePage>,
}

impl Inspect {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let (file, loaded) = load::read(&self.file)?;
        if self.json {
            json::write_file(&file, output.writer())?;
            return Ok(Outcome::Fine);
        }
        let n_bytes = grouped(loaded.bytes.len() as u64);
        let title = format!(
            "{}\n{} ({}), {n_bytes} bytes\n",
            shown(&self.file),
            file.kind().title(),
            file.kind().name()
        );
        let project = Settings::of_one(&self.file)?;
        let sheet = sheet_of(&file, Texts(code_page(self.code_page, &project)));
        output.text(&format!("{title}{sheet}"))?;
        Ok(Outcome::Fine)
    }
}

fn sheet_of(file: &File, texts: Texts) -> Sheet {
    let mut sheet = Sheet::default();
    match &file.content {
        Content::Gat(gat) => ragnarok::gat(gat, &mut sheet),
        Content::Rsw(rsw) => ragnarok::rsw(rsw, texts, &mut sheet),
        Content::MapCache(cache) => ragnarok::map_cache(cache, texts, &mut sheet),
        Content::Mcache(cache) => ragnarok::mcache(cache, &mut sheet),
        Content::Fld2(field) => ragnarok::fld2(field, &mut sheet),
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
        Content::Zgd(zgd) => tera::zgd(zgd, &mut sheet),
        Content::Apd(apd) => tera::apd(apd, &mut sheet),
    }
    sheet.section("File");
    if let Some(Packed { stream, trailing }) = &file.packed {
        let n_bytes = file.payload().len();
        sheet.row("unpacked", format!("{} bytes", grouped(n_bytes as u64)));
        let percent = stream.0.len() * 100 / n_bytes.max(1);
        let stream = grouped(stream.0.len() as u64);
        sheet.row("brotli stream", format!("{stream} bytes, {percent} % of that"));
        if !trailing.0.is_empty() {
            sheet.row("behind the stream", format!("{} bytes", grouped(trailing.0.len() as u64)));
        }
    }
    sheet.row(
        "not understood",
        match file.n_opaque() {
            0 => "nothing".to_owned(),
            n_bytes => format!("{} bytes, which are kept as they are", grouped(n_bytes as u64)),
        },
    );
    sheet
}

/// How texts are shown.
#[derive(Debug, Clone, Copy)]
struct Texts(CodePage);

impl Texts {
    /// In quotes, without the NULs that often end a text.
    fn quoted(self, bytes: &[u8]) -> String {
        quoted(self.0.show(bytes).trim_end_matches('\0'))
    }
}
