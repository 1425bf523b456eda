//! Another program that runs beside the window: its lines as they come, its end, and how it is stopped.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::job::Progress;

/// How often a program is asked whether it has ended, and the person whether it goes on.
const LOOK: Duration = Duration::from_millis(50);

/// How long lines are waited for after the end. A program that was left running may print for ever.
const LAST_LINES: Duration = Duration::from_millis(300);

/// A longer line is cut, so that a program without line ends fills no memory.
const MAX_LINE: u64 = 16 << 10;

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ended {
    /// `None` if it was killed.
    pub(crate) exit: Option<i32>,
    /// What it printed on standard output.
    pub(crate) printed: String,
}

enum Line {
    Printed(String),
    Told(String),
}

/// Runs a program to its end, or stops it with everything that it started once the job is
/// cancelled. Each line of standard error goes to `tell` when it comes.
pub(crate) fn run(
    command: &mut Command,
    progress: &Progress,
    mut tell: impl FnMut(String),
) -> io::Result<Ended> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    let mut child = command.spawn()?;
    let (sender, lines) = channel();
    if let Some(stdout) = child.stdout.take() {
        read_lines(stdout, sender.clone(), Line::Printed);
    }
    if let Some(stderr) = child.stderr.take() {
        read_lines(stderr, sender, Line::Told);
    }
    let mut printed = String::new();
    let mut take = |line| match line {
        Line::Printed(line) => {
            printed += &line;
            printed.push('\n');
        }
        Line::Told(line) => tell(line),
    };
    let mut is_stopped = false;
    let exit = loop {
        wait_for_line(&lines, LOOK, &mut take);
        if progress.is_cancelled() && !is_stopped {
            is_stopped = true;
            stop(&mut child);
        }
        if let Some(status) = child.try_wait()? {
            break status.code();
        }
    };
    let end = Instant::now() + LAST_LINES;
    while wait_for_line(&lines, end.saturating_duration_since(Instant::now()), &mut take) {}
    Ok(Ended { exit, printed })
}

/// Whether one came.
fn wait_for_line(lines: &Receiver<Line>, time: Duration, take: &mut impl FnMut(Line)) -> bool {
    match lines.recv_timeout(time) {
        Ok(line) => {
            take(line);
            true
        }
        Err(RecvTimeoutError::Timeout) => false,
        Err(RecvTimeoutError::Disconnected) => {
            // Nothing comes any more: the end alone is waited for.
            thread::sleep(Duration::from_millis(1));
            false
        }
    }
}

fn read_lines(
    source: impl Read + Send + 'static,
    sender: Sender<Line>,
    line: impl Fn(String) -> Line + Send + 'static,
) {
    thread::spawn(move || {
        let mut source = BufReader::new(source);
        let mut bytes = Vec::new();
        while matches!((&mut source).take(MAX_LINE).read_until(b'\n', &mut bytes), Ok(1..)) {
            let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
            bytes.clear();
            // Where nobody listens any more, a program that was left running goes on printing: it is
            // read all the same, since it would fail otherwise.
            let _ = sender.send(line(text));
        }
    });
}

/// Stops a program and everything that it started. Files are written whole or not at all, so it may
/// end anywhere.
fn stop(child: &mut Child) {
    let id = child.id();
    let mut killer = match cfg!(windows) {
        true => Command::new("taskkill"),
        false => Command::new("sh"),
    };
    match cfg!(windows) {
        true => killer.args(["/T", "/F", "/PID", &id.to_string()]),
        false => killer.args(["-c", &format!("kill -TERM -{id}")]),
    };
    let killed = killer.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !killed.is_ok_and(|status| status.success()) {
        // It may have ended by itself.
        let _ = child.kill();
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn sh(script: &str, progress: &Progress) -> (Ended, Vec<String>) {
        let mut told = Vec::new();
        let mut command = Command::new("sh");
        let ended = run(command.args(["-c", script]), progress, |line| told.push(line)).unwrap();
        (ended, told)
    }

    #[test]
    fn lines_and_the_exit_code_arrive() {
        let script = "echo one; echo two >&2; printf three; exit 3";
        let (ended, told) = sh(script, &Progress::default());
        assert_eq!(ended, Ended { exit: Some(3), printed: "one\nthree\n".to_owned() });
        assert_eq!(told, ["two"]);
    }

    #[test]
    fn a_cancelled_program_ends_with_all_that_it_started() {
        let progress = Progress::default();
        progress.cancel();
        let start = Instant::now();
        let (ended, _) = sh("sleep 60 | sleep 60; echo late", &progress);
        assert_eq!(ended, Ended { exit: None, printed: String::new() });
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn what_it_leaves_running_is_not_waited_for() {
        let start = Instant::now();
        let (ended, _) = sh("sleep 30 & echo started", &Progress::default());
        assert_eq!(ended, Ended { exit: Some(0), printed: "started\n".to_owned() });
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_server_that_is_left_running_may_print_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let done = folder.path().join("done");
        let script = format!(
            "(for n in 1 2 3 4 5 6 7 8 9 10; do echo $n || exit; sleep 0.1; done; : > '{}') & exit 0",
            done.display()
        );
        let start = Instant::now();
        let (ended, _) = sh(&script, &Progress::default());
        assert!(ended.exit == Some(0) && ended.printed.starts_with("1\n"), "{ended:?}");
        assert!(!done.exists(), "its end was waited for");
        while !done.exists() {
            assert!(start.elapsed() < Duration::from_secs(60), "it was stopped");
            thread::sleep(LOOK);
        }
    }

    #[test]
    fn a_line_without_an_end_is_cut() {
        let (ended, _) = sh("head -c 100000 /dev/zero | tr '\\0' a", &Progress::default());
        assert_eq!(ended.printed.lines().count(), 7);
    }
}
