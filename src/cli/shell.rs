//! `satranj completions` and `satranj man`.

use std::{io::Write, path::PathBuf};

use clap::{Arg, Args, Command, builder::PossibleValuesParser};
use clap_complete::Shell;
use clap_mangen::Man;
use satranj_encodings::{at_most_one::AtMostOne, registry};

use super::{
    CliError,
    files::{FileKind, Files},
    standard_output::{self, is_meant},
};
use crate::{board::piece, exports, graphs::families::FAMILIES, methods::Registry, solvers};

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell's name
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// Write satranj.1 and one page per command into this folder
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Replace files in this folder even if they are not pages of Satranj
    #[arg(long, requires = "output")]
    force: bool,
}

/// Prints a completion script.
///
/// # Errors
/// [`CliError`] if it cannot be written.
pub fn completions(
    arguments: &CompletionsArguments,
    command: &Command,
    registry: &Registry,
) -> Result<i32, CliError> {
    let mut script = Vec::new();
    let mut command = with_values(command.clone(), &values(registry));
    clap_complete::generate(arguments.shell, &mut command, "satranj", &mut script);
    write(&script)
}

/// The names of an option and the values that a shell offers for it.
type OfferedValues = (&'static str, Vec<&'static str>);

/// The values that a shell offers: names that each puzzle checks later.
fn values(registry: &Registry) -> Vec<OfferedValues> {
    let mut methods = registry.names();
    methods.sort_unstable();
    methods.dedup();
    let solvers = solvers::BUILT_IN.iter().map(|solver| solver.name);
    vec![
        ("method", methods),
        ("piece", piece::NAMED.iter().map(|&(name, _)| name).collect()),
        ("encoding", registry::encodings().iter().map(|encoding| encoding.name()).collect()),
        ("export-format", exports::registry().iter().map(|format| format.name).collect()),
        ("amo", AtMostOne::ALL.iter().map(|amo| amo.name()).collect()),
        ("family", FAMILIES.iter().map(|family| family.name).collect()),
        ("solver", solvers.collect()),
        ("seed", vec!["1", "random"]),
        ("seeds", vec!["1..10", "1..20", "1..100"]),
    ]
}

/// Adds possible values to options that have none, in this command and its subcommands.
fn with_values(command: Command, values: &[OfferedValues]) -> Command {
    let is_export = command.get_name() == "export";
    let mut command = command;
    for (name, values) in values {
        let name = if *name == "export-format" && is_export { "format" } else { name };
        let is_open =
            |argument: &Arg| argument.get_id() == name && argument.get_possible_values().is_empty();
        if command.get_arguments().any(is_open) {
            let values = PossibleValuesParser::new(values);
            command = command.mut_arg(name, |argument| argument.value_parser(values));
        }
    }
    command.mut_subcommands(|below| with_values(below, values))
}

/// Prints the manual page, or writes all pages.
///
/// # Errors
/// [`CliError`] if they cannot be written.
pub fn manual(arguments: &ManArguments, command: &Command) -> Result<i32, CliError> {
    if let Some(folder) = arguments.output.as_ref().filter(|folder| !is_meant(folder)) {
        std::fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
        let mut command = command.clone().disable_help_subcommand(true);
        command.build();
        let mut files = Files::new(arguments.force);
        let mut pages = Vec::new();
        for command in with_subcommands(&command) {
            let page = Man::new(command.clone());
            let file = files.writes_beside(&PAGE, &folder.join(page.get_filename()))?;
            pages.push((file, page));
        }
        for (file, page) in pages {
            file.write(|mut out| page.render(&mut out))?;
        }
        return Ok(0);
    }
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    write(&page)
}

/// The kind of file in the folder of pages.
const PAGE: FileKind = FileKind {
    name: "a manual page",
    is_one: |beginning| {
        let title = b".TH satranj";
        beginning.windows(title.len()).any(|window| window == title)
    },
};

/// A command and all its subcommands.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    std::iter::once(command).chain(below.flat_map(with_subcommands)).collect()
}

fn write(bytes: &[u8]) -> Result<i32, CliError> {
    let mut out = standard_output::writer();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(0)
}
