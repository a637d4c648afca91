//! The help of each command: examples from `examples.txt`, and for each puzzle its own options.

use clap::{
    Arg, ArgAction, Command,
    builder::{PossibleValue, Resettable},
};
use satranj_encodings::encoding::Encoding;

use super::{
    export::arguments::format_help,
    measure::DEFAULT_TIME_LIMIT,
    puzzle_options,
    selection::{OF_FORMULAS, is_read},
};
use crate::{
    answer::method::preferred,
    methods::{Counting, Method, Registry},
    puzzles::{
        Task,
        kinds::{self, PuzzleKind},
    },
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
/// A command line that runs defines only the arguments of its own command; help needs the arguments
/// of all commands.
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
    let command = command.mut_subcommands(|command| match command.get_name() {
        "bench" | "compare" => command,
        _ => without(command, "verbose"),
    });
    let command = command.mut_subcommand("compare", |command| {
        let default = format!("[default: {}s]", DEFAULT_TIME_LIMIT.as_secs());
        let command = noted(command, "time_limit", &default);
        kinds::LIST.iter().fold(command, |command, kind| {
            command.mut_subcommand(kind.name, |command| noted(command, "time_limit", &default))
        })
    });
    briefly(with_examples(in_puzzles(command, registry)))
}

/// Whether the subcommands of a command are the puzzles.
fn asks_for_puzzle(command: &Command) -> bool {
    let has = |kind: &PuzzleKind| command.get_subcommands().any(|one| one.get_name() == kind.name);
    kinds::LIST.iter().all(has)
}

/// Fits the help of each puzzle to the puzzle, in every command that asks for one.
fn in_puzzles(command: Command, registry: &Registry) -> Command {
    if !asks_for_puzzle(&command) {
        return command.mut_subcommands(|command| in_puzzles(command, registry));
    }
    let task = match command.get_name() {
        "solve" => Some(Task::First),
        "count" => Some(Task::Count(Counting::default())),
        _ => None,
    };
    let methods = has_argument(&command, "method") || has_argument(&command, "methods");
    kinds::LIST.iter().fold(pointing(command, methods, "PUZZLE"), |command, kind| {
        command.mut_subcommand(kind.name, |command| {
            let command = pointing(command.about(sentence(kind)), methods, kind.name);
            let default = task.and_then(|task| default_method(kind, registry, task));
            with_default(fitted(command, kind, registry), default)
        })
    })
}

/// The summary of a puzzle with a capital letter.
fn sentence(kind: &PuzzleKind) -> String {
    let mut summary = kind.summary.to_owned();
    summary[..1].make_ascii_uppercase();
    summary
}

/// The default method, if it is the same for all examples of a puzzle.
fn default_method<'r>(kind: &PuzzleKind, registry: &'r Registry, task: Task) -> Option<&'r str> {
    let names = kind.puzzles().map(|puzzle| {
        preferred(registry, puzzle.as_ref(), &puzzle.model(), task).map(Method::name)
    });
    let names: Vec<Option<&str>> = names.collect();
    names[0].filter(|_| names.iter().all(|name| *name == names[0]))
}

/// States the default method, if it does not depend on the statement.
fn with_default(command: Command, method: Option<&str>) -> Command {
    let Some(method) = method else { return command };
    changed(command, "method", |argument| {
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        argument.help(help.replace("depends on the puzzle", method))
    })
}

/// Ends the long help with the command that lists the methods.
fn pointing(command: Command, has_methods: bool, puzzle: &str) -> Command {
    if !has_methods {
        return command;
    }
    command.after_long_help(format!(
        "`satranj list methods {puzzle}` lists the methods and the options that each reads."
    ))
}

fn has_argument(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|argument| argument.get_id() == name)
}

/// Hides the options that the puzzle does not have, and states its default method and its encodings.
fn fitted(command: Command, kind: &PuzzleKind, registry: &Registry) -> Command {
    let puzzles: Vec<_> = kind.puzzles().collect();
    let is_export = !has_argument(&command, "solver") && has_argument(&command, "amo");
    let unknown = puzzle_options::unknown_to(&puzzles, registry, is_export);
    let command = unknown
        .fold(command, |command, option| changed(command, option, |argument| argument.hide(true)));
    let encodings = puzzle_options::encodings_of(&puzzles);
    let command = if is_export {
        let formats = format_help(&puzzle_options::formats_of(&puzzles));
        let command = changed(command, "format", |argument| argument.help(formats.clone()));
        OF_FORMULAS.into_iter().fold(command, |command, option| {
            let readers = encodings.iter().copied().filter(|encoding| is_read(encoding, option));
            noted(command, option.name(), &format!("[encodings that read it: {}]", names(readers)))
        })
    } else {
        command
    };
    let names = names(encodings.into_iter());
    let command = noted(command, "encoding", &format!("[encodings: {names}]"));
    compactly(command)
}

fn names<'e>(encodings: impl Iterator<Item = &'e Encoding>) -> String {
    encodings.map(Encoding::name).collect::<Vec<_>>().join(", ")
}

/// The possible values of each option in one line.
fn compactly(command: Command) -> Command {
    command.mut_args(|argument| {
        let values = argument.get_possible_values();
        let is_shown = argument.is_positional() || argument.is_hide_possible_values_set();
        if is_shown || values.len() < 2 || !argument.get_action().takes_values() {
            return argument;
        }
        let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        with_note(argument, &format!("[possible values: {}]", values.join(", ")))
            .hide_possible_values(true)
    })
}

/// The command line as `-h` shows it, or `--help` if `is_long`: the puzzles are names in short help
/// and a table in long help, so that the list of puzzles does not fill the screen.
pub fn shown(command: Command, is_long: bool) -> Command {
    if !asks_for_puzzle(&command) {
        return command.mut_subcommands(|command| shown(command, is_long));
    }
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).to_owned();
    let puzzles: Vec<&str> = kinds::LIST.iter().map(|kind| kind.name).collect();
    let width = puzzles.iter().map(|puzzle| puzzle.len()).max().unwrap_or(0);
    let row = |kind: &PuzzleKind| format!("\n  {:width$}  {}", kind.name, sentence(kind));
    let rows: String = kinds::LIST.iter().map(row).collect();
    let pointer = command.get_after_long_help().map(|pointer| format!("\n\n{pointer}"));
    let command = command
        .mut_subcommands(|command| command.hide(true))
        .override_usage(format!(
            "{name} [OPTIONS] <PUZZLE> ...\n       {name} [OPTIONS] --from <DOCUMENT>"
        ))
        .after_help(format!("Puzzles: {} (`{name} PUZZLE -h` explains one)", puzzles.join(", ")))
        .after_long_help(format!("Puzzles:{rows}{}", pointer.unwrap_or_default()))
        .help_template(
            "{before-help}{about-with-newline}\n{usage-heading} {usage}{after-help}\n\n{all-args}",
        );
    if is_long { at_length(command) } else { command }
}

/// A command that asks for a puzzle, and its puzzles, with the long help of every option in two
/// columns, as the short help.
fn at_length(command: Command) -> Command {
    let [about, after] = [
        command.get_long_about().or_else(|| command.get_about()),
        command.get_after_long_help().or_else(|| command.get_after_help()),
    ]
    .map(|text| text.cloned().map_or(Resettable::Reset, Resettable::Value));
    let command = compactly(command.mut_subcommands(at_length)).mut_args(|argument| {
        let help = argument.get_long_help().or_else(|| argument.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default().replace("\n\n", ". ");
        let argument = argument.help(help).hide_short_help(false);
        match argument.get_action() {
            ArgAction::Help => argument.action(ArgAction::HelpShort),
            _ => argument,
        }
    });
    command.about(about).after_help(after)
}

/// Adds a note to the long help of an option.
fn noted(command: Command, name: &str, note: &str) -> Command {
    changed(command, name, |argument| with_note(argument, note))
}

fn with_note(argument: Arg, note: &str) -> Arg {
    let help = argument.get_long_help().or_else(|| argument.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    argument.long_help(format!("{help} {note}"))
}

/// Changes an argument in its place: the parser refers to arguments by their places.
fn changed(command: Command, name: &str, change: impl Fn(Arg) -> Arg) -> Command {
    command.mut_args(|argument| if argument.get_id() == name { change(argument) } else { argument })
}

/// Hides an option that a command does not read.
fn without(command: Command, name: &str) -> Command {
    let command = changed(command, name, |argument| argument.hide(true));
    command.mut_subcommands(|command| without(command, name))
}

/// Hides these options in short helps.
fn briefly(command: Command) -> Command {
    let is_long = |name: &str| ONLY_IN_LONG_HELP.split(' ').any(|other| other == name);
    command.mut_subcommands(briefly).mut_args(|argument| {
        let is_hidden = argument.is_hide_short_help_set() || is_long(argument.get_id().as_str());
        argument.hide_short_help(is_hidden)
    })
}
