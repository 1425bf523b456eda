//! An STB as JSON: row by row, so that a person can read and change it.

use serde::{Deserialize, Serialize};

use super::cells::Cells;
use super::{Placing, Row, Stb, Widths};
use crate::format::text::{Opaque, Text, Text16};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StbJson {
    row_height_px: u32,
    widths: Widths,
    titles: Vec<Text16>,
    rows: Vec<Row>,
    placing: Placing,
    tail: Opaque,
}

impl From<Stb> for StbJson {
    fn from(stb: Stb) -> StbJson {
        let cells = |row| stb.cells.row(row).into_iter().flatten();
        let text = |cell| Text16::try_from(Text::from(cell)).unwrap_or_default();
        let rows = (0..)
            .zip(stb.row_names.iter())
            .map(|(row, name)| Row { name: text(name), cells: cells(row).map(text).collect() });
        StbJson {
            row_height_px: stb.row_height_px,
            rows: rows.collect(),
            widths: stb.widths,
            titles: stb.titles.iter().map(text).collect(),
            placing: stb.placing,
            tail: stb.tail,
        }
    }
}

impl TryFrom<StbJson> for Stb {
    type Error = String;

    fn try_from(json: StbJson) -> Result<Stb, String> {
        let n_titles = json.titles.len();
        let n_columns = n_titles.checked_sub(2).ok_or("a table has at least two titles")?;
        if let Widths::Each(widths) = &json.widths
            && widths.len() != n_titles
        {
            return Err(format!("{} widths for {n_titles} titles", widths.len()));
        }
        let rows = json.rows.iter().map(|row| row.cells.as_slice());
        let cells = Cells::from_rows(n_columns, rows)
            .ok_or_else(|| format!("every row has {n_columns} cells, one for each column"))?;
        let stb = Stb {
            row_height_px: json.row_height_px,
            widths: json.widths,
            titles: Cells::from_column(json.titles.iter()),
            row_names: Cells::from_column(json.rows.iter().map(|row| &row.name)),
            cells,
            placing: json.placing,
            tail: json.tail,
        };
        stb.check_placing()
    }
}

impl Stb {
    /// Cells that are placed oddly must be found again where they are.
    fn check_placing(self) -> Result<Stb, String> {
        match (&self.placing, super::read(&super::write(&self))) {
            (Placing::Behind { .. }, _) => Ok(self),
            (_, Ok(again)) if again == self => Ok(self),
            _ => Err("the cells are not where \"placing\" says".to_owned()),
        }
    }
}
