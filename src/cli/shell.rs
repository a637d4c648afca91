//! `satranj completions` and `satranj man`.

use std::{io::Write, path::PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use super::{CliError, standard_output::is_meant};

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
        clap_mangen::generate_to(command.clone(), folder)
            .map_err(|error| CliError::file(folder, &error))?;
        return Ok(0);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    write(&page)
}

fn write(bytes: &[u8]) -> Result<i32, CliError> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(0)
}
