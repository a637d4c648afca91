//! The program: from a command line to the exit code.

use std::{
    ffi::OsString,
    io::{self, Write},
    sync::{Arc, Mutex, mpsc},
    thread,
};

use clap::{
    ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ErrorKind},
};

#[cfg(target_os = "linux")]
use super::supervisor;
use super::{
    CliError, ask, bench, compare, count, decode, draw, error, export, generate, help, info,
    kept_threads, list, measure, merge, part, report, shard, shell, signals, solve,
    standard_output, stderr, verify,
};
use crate::{invocation::Invocation, memory, methods::Registry, temporary};
/// Solve chessboard and graph puzzles by SAT, graph algorithms and native search, and check, count,
/// compare and export them.
#[derive(Debug, Parser)]
#[command(name = "satranj", version, about, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 answered, 1 error, 2 command line, 3 undecided, 4 check failed.",
    after_long_help = "More examples:
  satranj solve tour 8x8 --start g5 --json        an open tour from g5, as JSON
  satranj solve queens 8 --all --up-to-symmetry   the twelve placements of eight queens
  satranj solve place 8x8 --piece knight          a largest peaceful placement, proved optimal
  satranj solve dominate 8x8 --piece queen        the fewest queens that attack or occupy every square
  satranj solve route 8x8 a1 h8                   a shortest route, and how many there are
  satranj generate meet --cases 3 -o knights.txt  three random boards of knights
  satranj compare tour 30x30 --closed             methods, each in a process of its own
  satranj export tour 6x6 --closed --format dimacs -o tour.cnf

Exit codes: 0 answered, 1 error, 2 command line, 3 undecided, 4 check failed."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
enum Command {
    /// Find one, several or all solutions of a puzzle, each verified
    Solve(solve::arguments::SolveArguments),
    /// Count the solutions of a puzzle
    Count(count::CountArguments),
    /// Run several methods, each in its own process, and compare answers, times and memory
    Compare(compare::arguments::CompareArguments),
    /// Run the experiments of a suite: many methods, instances and parameters
    Bench(bench::arguments::BenchArguments),
    /// Make a page with the plots and tables of a comparison or of the results of a suite
    Report(report::ReportArguments),
    /// Run an external program on a puzzle and check its answer
    #[command(hide = true)]
    Ask(ask::AskArguments),
    /// Write a puzzle as a formula or a graph for other programs
    Export(export::arguments::ExportArguments),
    /// Turn an external solver's model of an exported formula into a verified solution
    Decode(decode::DecodeArguments),
    /// Draw a solution document, or the reason why there is no solution
    Draw(draw::DrawArguments),
    /// Make random instances by seed
    Generate(generate::GenerateArguments),
    /// Cut a count or a search into parts, for job arrays (Slurm and others)
    Shard(shard::ShardArguments),
    /// Run or resume one part of a job made by `shard`
    Part(part::arguments::PartArguments),
    /// Check that all parts of a job exist and are valid, and merge them
    Merge(merge::MergeArguments),
    /// Check a solution document from any source
    Verify(verify::arguments::VerifyArguments),
    /// Describe a graph: size, degrees, classes, bounds, and commands worth trying
    Info(info::InfoArguments),
    /// List puzzles, methods, encodings, solvers, formats, inputs, pieces, schemas and more
    List(list::ListArguments),
    /// Print a completion script for a shell
    Completions(shell::CompletionsArguments),
    /// Print the manual page, or write one page per command into a folder
    Man(shell::ManArguments),
}

/// The least stack for the command line, in bytes: the usual one of a main thread.
const STACK: usize = 8 << 20;

/// The exit code of a Rust program that panics.
const PANICKED: i32 = 101;

/// Runs the program's own command line and returns the exit code.
#[must_use]
pub fn main() -> i32 {
    #[cfg(target_os = "linux")]
    if let Some(code) = supervisor::begin(std::env::args_os()) {
        return code;
    }
    signals::survive_large_files();
    let run = || run(std::env::args_os(), Registry::standard());
    let program = is_stack_small().then(|| thread::Builder::new().stack_size(STACK).spawn(run));
    let code = match program {
        Some(Ok(program)) => program.join().unwrap_or(PANICKED),
        _ => run(),
    };
    // A method that did not stop in time may still run on its thread: do not wait for it.
    temporary::remove_all();
    code
}

/// Whether `ulimit -s` gives the main thread less than [`STACK`].
#[cfg(unix)]
fn is_stack_small() -> bool {
    use nix::sys::resource::{Resource, getrlimit};
    getrlimit(Resource::RLIMIT_STACK).is_ok_and(|(limit, _)| limit < STACK as u64)
}

#[cfg(not(unix))]
fn is_stack_small() -> bool {
    false
}

/// Runs a command line (with the program's name first) and returns the exit code.
///
/// Documents go to standard output, everything else to standard error. The methods are those of the
/// registry, so a test can supply its own.
#[must_use]
pub fn run<I, T>(arguments: I, registry: Registry) -> i32
where
    I: IntoIterator<Item = T>,
    T: Into<OsString> + Clone,
{
    let arguments: Vec<T> = arguments.into_iter().collect();
    if arguments.len() < 2 {
        stderr::tell(&help::welcome());
        return 2;
    }
    let registry = Arc::new(registry);
    let mut matches = match parsed(arguments.clone()) {
        Ok(matches) => matches,
        Err(error) if is_help(&error) => {
            let is_long = arguments.iter().any(|word| word.clone().into() == "--help");
            let shown = help::shown(help::complete(Cli::command(), &registry), is_long);
            let helped = shown.try_get_matches_from(arguments);
            return reported(helped.err().unwrap_or(error));
        }
        Err(error) => return reported(error),
    };
    memory::allow(memory_limit(&matches));
    measure::end_with_parent();
    let result = match Cli::from_arg_matches_mut(&mut matches).map(|cli| cli.command) {
        Ok(Command::Solve(arguments)) => solve::run(&arguments, &registry),
        Ok(Command::Count(arguments)) => count::run(&arguments, &registry),
        Ok(Command::Compare(arguments)) => compare::run(&arguments, &registry),
        Ok(Command::Bench(arguments)) => bench::run(&arguments, &registry),
        Ok(Command::Report(arguments)) => report::run(&arguments),
        Ok(Command::Ask(arguments)) => ask::run(&arguments),
        Ok(Command::Export(arguments)) => export::run(&arguments),
        Ok(Command::Decode(arguments)) => decode::run(&arguments),
        Ok(Command::Draw(arguments)) => draw::run(&arguments),
        Ok(Command::Generate(arguments)) => generate::run(&arguments),
        Ok(Command::Shard(arguments)) => shard::run(&arguments, &registry),
        Ok(Command::Part(arguments)) => part::run(&arguments, &registry),
        Ok(Command::Merge(arguments)) => merge::run(&arguments, &registry),
        Ok(Command::Verify(arguments)) => verify::run(&arguments, &registry),
        Ok(Command::Info(arguments)) => info::run(&arguments),
        Ok(Command::List(arguments)) => list::run(&arguments, &registry),
        Ok(Command::Completions(arguments)) => {
            shell::completions(&arguments, &help::complete(Cli::command(), &registry), &registry)
        }
        Ok(Command::Man(arguments)) => {
            shell::manual(&arguments, &help::complete(Cli::command(), &registry))
        }
        Err(error) => return reported(error),
    };
    match result {
        Ok(code) => code,
        // The reader has read enough.
        Err(CliError::BrokenPipe) => 0,
        Err(error) => {
            if !matches!(error, CliError::Signal(_)) {
                stderr::say(&error);
            }
            error.exit_code()
        }
    }
}

/// As [`run`], on another thread within an invocation, which has the words; the exit code comes at the end.
///
/// # Errors
/// The system's error if no thread can be started.
pub fn begin(invocation: &Invocation, registry: Registry) -> io::Result<mpsc::Receiver<i32>> {
    let (sender, ended) = mpsc::sync_channel(1);
    let given = invocation.clone();
    kept_threads::begin(Box::new(move || {
        let code = given.within(|| run(given.words().to_vec(), registry));
        // No one listens any more where the host ends.
        let _ = sender.send(code);
    }))?;
    Ok(ended)
}

/// The parsed command line. Its definition is kept for the next one: making it takes longer than many answers. So is
/// the last line that only reads a document: a host program repeats it, and it has no seed to draw.
fn parsed<T: Into<OsString> + Clone>(arguments: Vec<T>) -> Result<ArgMatches, clap::Error> {
    static KEPT: Mutex<Option<clap::Command>> = Mutex::new(None);
    static LAST: Mutex<Option<(Vec<OsString>, ArgMatches)>> = Mutex::new(None);
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let is_plain = matches!(arguments.get(2..), Some(rest) if rest == ["--from", "-", "--json"]);
    let words = is_plain.then(|| arguments.clone());
    if let (Some(words), Ok(last)) = (&words, LAST.try_lock())
        && let Some((_, matches)) = last.as_ref().filter(|(its, _)| its == words)
    {
        return Ok(matches.clone());
    }
    let kept = KEPT.try_lock().ok().and_then(|mut kept| kept.take());
    let mut command = kept.unwrap_or_else(Cli::command);
    let matches = command.try_get_matches_from_mut(arguments);
    if let Ok(mut kept) = KEPT.try_lock() {
        *kept = Some(command);
    }
    if let (Some(words), Ok(matches), Ok(mut last)) = (words, &matches, LAST.try_lock()) {
        *last = Some((words, matches.clone()));
    }
    matches
}

/// The memory limit, for any command.
fn memory_limit(matches: &ArgMatches) -> Option<u64> {
    let mut innermost = matches;
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    innermost.try_get_one("memory_limit").ok().flatten().copied()
}

/// Whether clap prints help: because it is requested, or because the command line is nearly empty.
fn is_help(error: &clap::Error) -> bool {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand};
    matches!(error.kind(), DisplayHelp | DisplayHelpOnMissingArgumentOrSubcommand)
}

/// Prints help, the version, or a command-line error; returns the exit code.
fn reported(mut error: clap::Error) -> i32 {
    if let Some(unknown) = error::unknown_puzzle(&error) {
        stderr::say(unknown);
        return error.exit_code();
    }
    let hint = error::hint(&error).or_else(|| {
        // Building every command takes longer than all that `--version` does.
        let mut whole = error.use_stderr().then(Cli::command)?;
        whole.build();
        error::option_elsewhere(&error, whole.find_subcommand("solve")?)
    });
    // How to write it as a value, which it never is.
    error.remove(ContextKind::Suggested);
    if hint.is_some() {
        error.remove(ContextKind::SuggestedArg);
    }
    if Invocation::of_thread().is_some() {
        let mut out = if error.use_stderr() { stderr::writer() } else { standard_output::writer() };
        // Writing to memory cannot fail.
        let _ = write!(out, "{}", error.render());
        return error.exit_code();
    }
    let printed = error.print();
    if let Some(hint) = hint {
        stderr::say(hint);
    }
    match printed {
        // Help and the version may be piped into `head`.
        Err(problem) if !error.use_stderr() && problem.kind() != io::ErrorKind::BrokenPipe => {
            stderr::say(problem);
            1
        }
        _ => error.exit_code(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_kept_reads_the_next_document_of_its_own_command() {
        for (command, n, answer) in [
            ("solve", 4, r#""squares":["#),
            ("solve", 3, r#""status":"unsatisfiable""#),
            ("count", 6, r#""count":"4""#),
            ("solve", 4, r#""squares":["#),
        ] {
            let words = ["satranj", command, "--from", "-", "--json"];
            let input = format!(r#"{{"kind":"queens","n":{n}}}"#).into_bytes();
            let given = Invocation::new(words.map(OsString::from), input);
            assert_eq!(given.within(|| run(words, Registry::standard())), 0);
            let printed = String::from_utf8(given.written().0).unwrap();
            assert!(printed.contains(answer), "{printed}");
        }
    }
}
