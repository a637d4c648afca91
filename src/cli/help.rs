//! The help of each command: examples from `examples.txt`, and the methods that read each option.

use clap::{Arg, Command};
use satranj_encodings::registry;

use super::{
    measure::DEFAULT_TIME_LIMIT,
    selection::{OF_FORMULAS, is_read, listed},
};
use crate::{
    methods::{Method, MethodOption, Registry},
    puzzles::kinds,
};

/// The options that only `--help` shows, in any command.
const ONLY_IN_LONG_HELP: &str = "amo amos ascii checkpoint colour cover edge_columns encodings \
    exit_code json_stream jobs memory_limit merge node_limit order png precheck programs projection \
    proof proof_format quiet reductions restarts sample seeds shard solver solvers time_limit_each \
    tour verbose";

/// Blocks between blank lines: the commands, for some a puzzle after `:`, then one example a line:
/// the arguments, three spaces or more, a description. The first block is for the program itself.
const EXAMPLES: &str = include_str!("examples.txt");

/// The text for an empty command line.
pub fn welcome() -> String {
    let first = EXAMPLES.lines().skip(1).take_while(|line| !line.is_empty());
    format!(
        "Satranj solves chessboard and graph puzzles, and checks every answer. Try\n{}\n\n\
         `satranj --help` lists all commands; `satranj solve tour -h` explains one.",
        aligned("", first)
    )
}

/// The command with examples before the help of each command and puzzle.
fn with_examples(command: Command) -> Command {
    EXAMPLES.split("\n\n").fold(command, |command, block| {
        let mut lines = block.lines();
        let heading = lines.next().unwrap_or_default();
        let (commands, puzzle) = heading.split_once(": ").unwrap_or((heading, ""));
        commands.split(", ").fold(command, |command, name| {
            let names = [name, puzzle].into_iter().filter(|name| !["", "satranj"].contains(name));
            with_block(command, &names.collect::<Vec<_>>(), "", &lines.clone().collect::<Vec<_>>())
        })
    })
}

/// Adds the examples to the help of the subcommand that these names lead to.
fn with_block(command: Command, names: &[&str], words: &str, examples: &[&str]) -> Command {
    match names {
        [] => {
            let examples = aligned(words, examples.iter().copied());
            command.before_help(format!("Examples:{examples}"))
        }
        [name, below @ ..] => {
            let words = format!("{words}{name} ");
            command.mut_subcommand(name, |command| with_block(command, below, &words, examples))
        }
    }
}

/// The examples as complete command lines.
fn aligned<'e>(words: &str, examples: impl Iterator<Item = &'e str>) -> String {
    let split = examples.filter_map(|example| example.split_once("   "));
    let lines: Vec<(String, &str)> = split
        .map(|(arguments, what)| (format!("satranj {words}{arguments}"), what.trim()))
        .collect();
    let width = lines.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    let aligned = lines.iter().map(|(line, what)| format!("\n  {line:width$}   {what}"));
    aligned.collect::<Vec<_>>().concat()
}

/// The command line with everything that only help, completions and the manual show.
///
/// A command line that is run defines the arguments of its own command only; here those of all
/// commands are.
pub fn complete(mut command: Command, registry: &Registry) -> Command {
    let summaries: Vec<_> = command
        .get_subcommands()
        .map(|command| {
            (command.get_name().to_owned(), command.get_about().cloned().unwrap_or_default())
        })
        .collect();
    command.build();
    let command = summaries.into_iter().fold(command, |command, (name, summary)| {
        command.mut_subcommand(name, |command| command.about(summary))
    });
    let command = command.mut_subcommand("compare", |command| {
        let default = format!("[default: {}s]", DEFAULT_TIME_LIMIT.as_secs());
        with_puzzles(command, &|command, _| noted(command, "time_limit", &default))
    });
    let of_puzzles: Vec<(&str, Vec<&Method>)> = kinds::LIST
        .iter()
        .map(|kind| {
            let models: Vec<_> = kind.puzzles().map(|puzzle| puzzle.model()).collect();
            let applies = |method: &&Method| models.iter().any(|model| method.applies(model));
            (kind.name, registry.iter().filter(applies).collect())
        })
        .collect();
    let command = ["solve", "count", "compare"].into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| {
            with_puzzles(command, &|command, puzzle| with_readers(command, &of_puzzles, puzzle))
        })
    });
    let command = command.mut_subcommand("export", |command| {
        with_puzzles(command, &|command, _| with_encodings(command))
    });
    briefly(with_examples(command))
}

/// Changes a command and its subcommand for each puzzle, which is given by its name; states what the
/// puzzle asks.
fn with_puzzles(command: Command, change: &dyn Fn(Command, Option<&str>) -> Command) -> Command {
    kinds::LIST.iter().fold(change(command, None), |command, kind| {
        command.mut_subcommand(kind.name, |command| {
            let mut summary = kind.summary.to_owned();
            summary[..1].make_ascii_uppercase();
            change(command.about(summary), Some(kind.name))
        })
    })
}

/// Adds to the help of each option the methods that read it, and hides those that no method of the
/// puzzle reads.
fn with_readers(
    command: Command,
    of_puzzles: &[(&str, Vec<&Method>)],
    puzzle: Option<&str>,
) -> Command {
    let asked = of_puzzles.iter().filter(|(name, _)| puzzle.is_none_or(|puzzle| puzzle == *name));
    let methods: Vec<&Method> = asked.flat_map(|(_, methods)| methods).copied().collect();
    MethodOption::ALL.into_iter().fold(command, |command, option| {
        let readers = methods.iter().copied().filter(|method| method.description.reads(option));
        match listed(readers) {
            none if none.is_empty() => changed(command, option.name(), |option| option.hide(true)),
            names => noted(command, option.name(), &format!("[methods that read it: {names}]")),
        }
    })
}

/// Adds to the help of each option the encodings that read it.
fn with_encodings(command: Command) -> Command {
    OF_FORMULAS.into_iter().fold(command, |command, option| {
        let readers = registry::encodings().iter().filter(|encoding| is_read(encoding, option));
        let names: Vec<&str> = readers.map(|encoding| encoding.name()).collect();
        noted(command, option.name(), &format!("[encodings that read it: {}]", names.join(", ")))
    })
}

/// Adds a note to the long help of an option.
fn noted(command: Command, name: &str, note: &str) -> Command {
    changed(command, name, |argument| {
        let help = argument.get_long_help().or_else(|| argument.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        argument.long_help(format!("{help} {note}"))
    })
}

/// Changes an argument where it is: the parser refers to arguments by their places.
fn changed(command: Command, name: &str, change: impl Fn(Arg) -> Arg) -> Command {
    command.mut_args(|argument| if argument.get_id() == name { change(argument) } else { argument })
}

/// Hides these options in short helps.
fn briefly(command: Command) -> Command {
    let is_long = |name: &str| ONLY_IN_LONG_HELP.split(' ').any(|other| other == name);
    command.mut_subcommands(briefly).mut_args(|argument| {
        let is_hidden = argument.is_hide_short_help_set() || is_long(argument.get_id().as_str());
        argument.hide_short_help(is_hidden)
    })
}
