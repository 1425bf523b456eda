//! Many points: read from a table or a dump, answered on all cores, and written in their order.

use std::num::NonZero;
use std::thread;

use landwright_core::format::text::in_one_line;
use landwright_core::nav::eq::answer::{Answer, As, Asked, Verdict, height};
use landwright_core::space::eq::Kind;
use landwright_core::world::eq::rows::row::Row;

/// What a point is, as it was written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    pub(super) written: [String; 3],
    pub(super) at: [f64; 3],
}

impl Point {
    fn new(written: [String; 3]) -> Option<Point> {
        let numbers =
            written.each_ref().map(|number| number.trim().trim_matches('\'').parse::<f64>());
        let [Ok(x), Ok(y), Ok(z)] = numbers else { return None };
        let at = [x, y, z];
        at.iter().all(|number| number.is_finite()).then_some(Point { written, at })
    }
}

/// The columns of an answer.
const HEADER: &str = "server_x\tserver_y\tz\tFindBestZ\tFindClosestZ\tFindGround\tFindCeiling\t\
                      region_type\tInWater\tInLiquid\tkind\tdistance_water\tdistance_lava\tfall\tverdict";

/// Behind those, where they are wanted.
const BOUNDS: &str = "\twater_at_least\tlava_at_least";

/// What is written of each point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    pub(super) who: As,
    /// Whether distances by planes alone are behind all others.
    pub(super) has_bounds: bool,
}

impl Columns {
    pub(super) fn header(self) -> String {
        format!("{HEADER}{}", if self.has_bounds { BOUNDS } else { "" })
    }

    /// The columns of a point.
    pub(super) fn line(self, asked: &Asked, point: &Point, answer: &Answer) -> String {
        let mut line = line(self.who, point, answer);
        if self.has_bounds {
            for kind in [Kind::Water, Kind::Lava] {
                let at_least = asked.regions.at_least(kind, point.at);
                line.extend(["\t", &number(self.who, height(at_least))]);
            }
        }
        line
    }
}

/// What points are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Values with tabs, or else commas, between them.
    Table,
    Sql,
}

/// The points of a table, whose first columns are x, y and z unless its header has them elsewhere.
pub(super) fn points_of_table(text: &str) -> Result<Vec<Point>, String> {
    let mut points = Vec::new();
    let mut places = [0, 1, 2];
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let mut lines = lines.filter(|(_, line)| !line.trim().is_empty()).peekable();
    let between = match lines.peek() {
        Some((_, line)) if line.contains('\t') => b'\t',
        Some((_, line)) if !line.contains(',') && line.contains(';') => b';',
        _ => b',',
    };
    let mut is_first = true;
    for (number, line) in lines {
        let cells = cells(line, between);
        let written = places.map(|place: usize| cells.get(place).cloned().unwrap_or_default());
        match Point::new(written) {
            Some(point) => points.push(point),
            None if is_first && !begins_with_number(line) => {
                places = places_in(&cells).unwrap_or(places);
            }
            None if line.starts_with('#') => {}
            None => {
                let found = short(line);
                let expected = "expected x, y and z with tabs or commas between them";
                return Err(format!("line {number}: {expected}, found `{found}`"));
            }
        }
        is_first = false;
    }
    Ok(points)
}

/// Whether a line is no header: names of columns begin with letters.
fn begins_with_number(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '"', '-', '+', '.']);
    line.starts_with(|c: char| c.is_ascii_digit())
}

/// Where a header has x, y and z.
fn places_in(header: &[String]) -> Option<[usize; 3]> {
    let names =
        [["x", "server_x", "pos_x"], ["y", "server_y", "pos_y"], ["z", "server_z", "pos_z"]];
    let place = |names: [&str; 3]| {
        header.iter().position(|cell| {
            let cell = cell.trim().trim_start_matches('#').to_lowercase();
            names.contains(&cell.as_str())
        })
    };
    let [x, y, z] = names.map(place);
    Some([x?, y?, z?])
}

fn cells(line: &str, between: u8) -> Vec<String> {
    if !line.contains('"') {
        return line.split(char::from(between)).map(|cell| cell.trim().to_owned()).collect();
    }
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if c == char::from(between) && !is_quoted => cells.push(String::new()),
            c => cells.last_mut().into_iter().for_each(|cell| cell.push(c)),
        }
    }
    cells
}

fn short(line: &str) -> String {
    line.chars().take(60).flat_map(char::escape_debug).collect()
}

/// A line for each point, in their order.
pub(super) fn lines(asked: &Asked, columns: Columns, points: &[Point]) -> Vec<String> {
    answer_all(asked, columns.who, points, |point, answer| columns.line(asked, point, answer))
}

/// A statement for each row that floats or is below the ground, which puts it on its floor. A remark
/// for each of the others.
pub(super) fn statements(
    asked: &Asked,
    who: As,
    rows: &[Row],
    above: f64,
) -> Result<Vec<String>, String> {
    let point = |row: &Row| {
        let written = row.point().unwrap_or_default();
        let unread =
            || format!("a row of {} has no numbers in x, y and z: {written:?}", row.table.name);
        Point::new(written.map(str::to_owned)).ok_or_else(unread)
    };
    let points = rows.iter().map(point).collect::<Result<Vec<Point>, String>>()?;
    let heights = answer_all(asked, who, &points, |_, answer| (answer.best_z, answer.verdict));
    let statement = |(row, (best, verdict)): (&Row, (Option<f64>, Verdict))| {
        // A row on its floor or in a liquid stays where it is.
        let stays = matches!(verdict, Verdict::Fine | Verdict::InLiquid);
        let verdict = verdict.in_words();
        let keys: Vec<String> =
            row.keys_in_sql().iter().map(|(key, value)| format!("`{key}` = {value}")).collect();
        let [x, y, z] = row.point().unwrap_or_default();
        let [.., z_column] = row.table.point().unwrap_or_default();
        let table = &row.table.name;
        match best {
            Some(best) if !keys.is_empty() && !stays => format!(
                "UPDATE {} SET `{z_column}` = {} WHERE {}; -- {verdict}, was {z}",
                row.table.in_sql(),
                number(who, best + above),
                keys.join(" AND ")
            ),
            _ => {
                let keys = if keys.is_empty() { String::new() } else { keys.join(" AND ") + " " };
                // A text of the dump may hold a line of its own, which would be run.
                in_one_line(&format!("-- {table} {keys}at {x}, {y}, {z}: {verdict}"))
            }
        }
    };
    Ok(rows.iter().zip(heights).map(statement).collect())
}

fn answer_all<T: Send>(
    asked: &Asked,
    who: As,
    points: &[Point],
    each: impl Fn(&Point, &Answer) -> T + Sync,
) -> Vec<T> {
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = points.len().div_ceil(n_threads).max(1);
    let answer = |points: &[Point]| -> Vec<T> {
        points.iter().map(|point| each(point, &asked.answer(who, point.at))).collect()
    };
    let answer = &answer;
    thread::scope(|scope| {
        let parts: Vec<_> =
            points.chunks(share).map(|part| scope.spawn(move || answer(part))).collect();
        let parts = parts.into_iter().map(|part| match part.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        parts.flatten().collect()
    })
}

/// The columns of [`HEADER`].
fn line(who: As, point: &Point, answer: &Answer) -> String {
    let flag = |is_so: bool| if is_so { "1" } else { "0" };
    let [best, closest, ground, ceiling, water, lava, fall] = [
        answer.best_z,
        answer.closest_z,
        answer.ground,
        answer.ceiling,
        answer.distance_water,
        answer.distance_lava,
        answer.fall,
    ]
    .map(|value| number(who, height(value)));
    let kind = Kind::of(answer.region).map_or("unknown", Kind::name);
    let (in_water, in_liquid) = (flag(answer.is_in_water), flag(answer.is_in_liquid));
    let (region, verdict) = (answer.region, answer.verdict.in_words());
    let point = point.written.join("\t");
    format!(
        "{point}\t{best}\t{closest}\t{ground}\t{ceiling}\t{region}\t{in_water}\t{in_liquid}\t{kind}\t\
         {water}\t{lava}\t{fall}\t{verdict}"
    )
}

/// A number as short as it can be: of the server in its 32 bits, of the truth to a millionth.
fn number(who: As, value: f64) -> String {
    match who {
        As::Server => (value as f32).to_string(),
        As::True => ((value * 1e6).round() / 1e6).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::world::eq::rows::dump;

    use super::*;

    fn written(text: &str) -> Vec<String> {
        points_of_table(text).unwrap().iter().map(|point| point.written.join(" ")).collect()
    }

    #[test]
    fn points_are_the_first_columns_or_those_that_the_header_names() {
        assert_eq!(written("#server_x\tserver_y\tz\tmore\n1\t-2\t3e1\tx\n"), ["1 -2 3e1"]);
        assert_eq!(written("1,2,3\n\n4,5,6,7\n"), ["1 2 3", "4 5 6"]);
        assert_eq!(written("id,\"x\",y,z\n9,1,2,3\n# remark\n8,4,5,6"), ["1 2 3", "4 5 6"]);
        assert_eq!(written("x;y;z\n1;2;3"), ["1 2 3"]);
        let error = points_of_table("x,y,z\n1,2,3\n1,b,3").unwrap_err();
        assert_eq!(
            error,
            "line 3: expected x, y and z with tabs or commas between them, found `1,b,3`"
        );
        let error = points_of_table("1,2,3\nnan,inf,3").unwrap_err();
        assert!(error.starts_with("line 2: expected x, y and z"), "{error}");
        let error = points_of_table("1 2 3\n4 5 6").unwrap_err();
        assert_eq!(
            error,
            "line 1: expected x, y and z with tabs or commas between them, found `1 2 3`"
        );
    }

    #[test]
    fn statements_put_rows_on_their_floor_and_say_why() {
        let floor = [[0.0, 0.0, 5.0], [0.0, 10.0, 5.0], [10.0, 0.0, 5.0]];
        let ground = landwright_core::nav::eq::ground::Ground::new(vec![floor]);
        let asked = Asked { ground, ..Asked::default() };
        let sql = "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 2, 30), (2, 90, 2, 5), \
                   (3, 2, 2, 9.5);";
        let rows = dump::read(sql).unwrap().rows;
        let odd = "INSERT INTO spawn2 (id, x, y, z) VALUES ('1\nDROP TABLE spawn2;', 90, 2, 5);";
        let odd = dump::read(odd).unwrap().rows;
        let remark = statements(&asked, As::True, &odd, 0.0).unwrap();
        assert_eq!(remark.len(), 1);
        assert!(remark.iter().all(|line| line.starts_with("-- ") && line.lines().count() == 1));
        let statements = statements(&asked, As::True, &rows, 3.75).unwrap();
        assert_eq!(
            statements,
            [
                "UPDATE `spawn2` SET `z` = 8.75 WHERE `id` = 1; -- >20 above floor, was 30",
                "-- spawn2 `id` = 2 at 90, 2, 5: no floor",
                "-- spawn2 `id` = 3 at 2, 2, 9.5: ok -1..6 above floor",
            ]
        );
    }
}
