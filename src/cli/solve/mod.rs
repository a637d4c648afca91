//! `satranj solve`: one, several or all solutions.

mod applicable;
pub mod arguments;
mod batch;
mod drawn;
mod listed;
mod one;
mod proof;
mod single;
mod stream;
mod trace;

use std::sync::Arc;

use super::{
    CliError,
    files::Files,
    puzzle::graph::{GraphLists, StatedInput},
    seeds,
};
use crate::methods::Registry;
use applicable::check;
use arguments::SolveArguments;
use one::PuzzleSolver;
use proof::ProofFiles;

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &SolveArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    if let Some(most) = arguments.trace {
        return trace::run(arguments, most as usize);
    }
    let (wanted, outputs) = (arguments.wanted()?, arguments.outputs()?);
    let mut files = Files::new(arguments.force);
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let (output, beside) = outputs.open(&mut files)?;
    let proof = arguments.proof.as_deref().filter(|path| !proof::is_folder(path));
    let proof = proof.map(|path| ProofFiles::begin(path, &mut files)).transpose()?;
    let context = arguments.run.context_within(arguments.suboptimal);
    let lists = if arguments.only.is_empty() { GraphLists::Several } else { GraphLists::Any };
    let input = arguments.puzzle.stated_or_listed(&context, lists, arguments.output.quiet)?;
    let solver = PuzzleSolver::new(arguments, wanted, outputs, registry)?;
    let stated = match input {
        StatedInput::Cases(stated) => stated,
        StatedInput::List(graphs) => return listed::run(&solver, *graphs, output, &context),
    };
    check(arguments, &stated)?;
    match arguments.seeds {
        Some(seeds) => {
            let (name, run) = (arguments.method.as_deref(), (&arguments.run, context));
            seeds::run(seeds, stated, name, registry, run, output)
        }
        None if stated.is_batch() => batch::run(&solver, stated, (output, files), &context),
        None => single::run(&solver, stated, (output, beside, proof), context),
    }
}
