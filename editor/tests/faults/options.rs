//! What the driver is asked to do.

use std::time::Duration;

use super::fault::Fault;

pub(crate) const HELP: &str = "\
cargo test -p landwright-editor --test faults -- --faults [OPTIONS]

  --kind K      Only this kind, such as gat, apd or zone
  --way W       Only this way to save, such as apply or window
  --fault F     Only this fault, such as kill or eio
  --part K/N    Only one of N parts of the kinds and ways, the same each time
  --sample N    So many runs of each line, with places chosen by the seed [default: 3]
  --seconds N   A run of each line, and then more in turn until the time is over
  --all         A run for each system call of each line
  --seed N      Chooses places and next commands [default: 1]
  --run N       Only this run of each line: repeats one
  --keep        Keep the folders of runs that found something
  --json        Print one JSON object instead of TSV

Verdicts: lost (old or new bytes are nowhere), torn (a file is neither old nor new), half (a set is
partly new after the next command), unreported (something went wrong, and neither command says so).
Exit codes: 0 nothing found, 1 something found or a line without runs, 2 wrong use, or strace or a
program is missing.";

#[derive(Debug, Clone)]
pub(crate) struct Options {
    pub(crate) kind: Option<String>,
    pub(crate) way: Option<String>,
    pub(crate) fault: Option<Fault>,
    /// Which of how many parts of the cases.
    pub(crate) part: (u64, u64),
    pub(crate) extent: Extent,
    pub(crate) seed: u64,
    pub(crate) only_run: Option<u64>,
    pub(crate) is_json: bool,
    pub(crate) keeps_folders: bool,
}

/// How much is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    Sample(u64),
    Time(Duration),
    All,
}

/// `None` where help is asked for.
pub(crate) fn parse(arguments: &[String]) -> Result<Option<Options>, String> {
    let mut options = Options {
        kind: None,
        way: None,
        fault: None,
        part: (1, 1),
        extent: Extent::Sample(3),
        seed: 1,
        only_run: None,
        is_json: false,
        keeps_folders: false,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--help" | "-h" => return Ok(None),
            "--json" => options.is_json = true,
            "--all" => options.extent = Extent::All,
            "--keep" => options.keeps_folders = true,
            "--kind" => options.kind = Some(value()?.clone()),
            "--way" => options.way = Some(value()?.clone()),
            "--fault" => {
                let name = value()?;
                let fault = Fault::named(name).ok_or(format!("{name} is no fault"))?;
                options.fault = Some(fault);
            }
            "--part" => options.part = part(value()?)?,
            "--sample" => options.extent = Extent::Sample(number(value()?)?),
            "--seconds" => options.extent = Extent::Time(Duration::from_secs(number(value()?)?)),
            "--seed" => options.seed = number(value()?)?,
            "--run" => options.only_run = Some(number(value()?)?),
            _ => return Err(format!("{argument} is no option")),
        }
    }
    Ok(Some(options))
}

/// `2/3`.
fn part(text: &str) -> Result<(u64, u64), String> {
    let (part, of) = text.split_once('/').ok_or(format!("{text} is no part, as 1/3 is"))?;
    let (part, of) = (number(part)?, number(of)?);
    let is_one = (1..=of).contains(&part);
    is_one.then_some((part, of)).ok_or(format!("{text} is no part, as 1/3 is"))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text} is no whole number"))
}
