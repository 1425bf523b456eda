//! Which of the problems a person asks for.

use clap::{Args, ValueEnum};
use landwright_core::problem::{Problem, Severity};
use landwright_core::rules;

use crate::cli::outcome::Failure;

#[derive(Debug, Args)]
pub(super) struct Filter {
    /// Report only problems that are at least so severe; the others don't decide the exit code
    #[arg(long, value_enum)]
    severity: Option<Least>,
    /// Report only problems with this code, or with one of several with commas; --fix fixes no others
    #[arg(long, value_delimiter = ',')]
    code: Vec<String>,
    /// Print every place of a problem that is at many places of a file. JSON and SARIF always have them
    #[arg(long)]
    pub(super) all_places: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Least {
    Error,
    Warning,
    Information,
    Hint,
}

impl Least {
    fn severity(self) -> Severity {
        match self {
            Least::Error => Severity::Error,
            Least::Warning => Severity::Warning,
            Least::Information => Severity::Information,
            Least::Hint => Severity::Hint,
        }
    }
}

/// What is asked for, once it is known that there is such a thing.
pub(super) struct Wanted {
    least: Option<Severity>,
    /// All of them where there are none.
    codes: Vec<&'static str>,
}

impl Filter {
    /// Refuses codes that no rule has.
    pub(super) fn wanted(&self) -> Result<Wanted, Failure> {
        let code = |code: &String| rules::ALL.find(code).map(|rule| rule.code);
        let codes = self.code.iter().map(code).collect::<Result<_, _>>();
        let codes = codes.map_err(|unknown| Failure::WrongUse(unknown.to_string()))?;
        Ok(Wanted { least: self.severity.map(Least::severity), codes })
    }
}

impl Wanted {
    pub(super) fn is_of_all_codes(&self) -> bool {
        self.codes.is_empty()
    }

    pub(super) fn has_code(&self, problem: &Problem) -> bool {
        self.codes.is_empty() || self.codes.contains(&problem.code)
    }

    pub(super) fn has(&self, problem: &Problem) -> bool {
        self.has_code(problem) && self.least.is_none_or(|least| problem.severity >= least)
    }
}
