//! Examples at the beginning of each command's help, from `examples.txt`.

use clap::Command;

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
pub fn with_examples(command: Command) -> Command {
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
