//! `satranj completions` and `satranj man`.

use std::{io::Write, path::PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{
    CliError,
    files::{FileKind, Files},
    standard_output::is_meant,
};

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArguments {
    /// Write satranj.1 and one page a command into this folder
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Replace files in that folder even if they are no pages of ours
    #[arg(long, requires = "output")]
    force: bool,
}

/// Prints a completion script.
///
/// # Errors
/// [`CliError`] if it cannot be written.
pub fn completions(
    arguments: &CompletionsArguments,
    command: &mut Command,
) -> Result<i32, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, "satranj", &mut script);
    write(&script)
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

/// What is written into a folder.
const PAGE: FileKind = FileKind {
    name: "a manual page",
    is_one: |beginning| {
        let title = b".TH satranj";
        beginning.windows(title.len()).any(|window| window == title)
    },
};

/// A command and all below it.
fn with_subcommands(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    std::iter::once(command).chain(below.flat_map(with_subcommands)).collect()
}

fn write(bytes: &[u8]) -> Result<i32, CliError> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(0)
}
