//! `satranj solve`: one, several or all solutions.

pub mod arguments;
mod batch;
mod drawn;
mod listed;
pub mod one;
mod proof;
mod single;
mod trace;

use std::{cell::Cell, sync::Arc};

use satranj_encodings::model::Sense;

use super::{
    CliError,
    answered::refuse_without_symmetries,
    check::CheckPurse,
    files::Files,
    puzzle::{
        StatedCases,
        graph::{GraphLists, StatedInput},
    },
    seeds,
    signals::catch_signals,
};
use crate::methods::Registry;
use arguments::{SolveArguments, wanted};
use one::{MOST_IN_DOCUMENT, PuzzleSolver};
use proof::ProofFiles;

/// Runs the command.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &SolveArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    if let Some(most) = arguments.trace {
        return trace::run(arguments, most as usize);
    }
    if let Some(names) = arguments.method.as_deref().filter(|names| names.contains(',')) {
        usage!("--method {names}: several methods only with --trace; `compare` measures several");
    }
    let outputs = arguments.outputs()?;
    let mut files = Files::new(arguments.force);
    arguments.puzzle.files().iter().for_each(|path| files.reads(path));
    let (output, beside) = outputs.open(&mut files)?;
    let proof = arguments.proof.as_deref().filter(|path| !proof::is_folder(path));
    let proof = ProofFiles::begin(proof, &mut files)?;
    let context = arguments.run.context_within(arguments.suboptimal);
    let lists = if arguments.only.is_empty() { GraphLists::Several } else { GraphLists::Any };
    let input = arguments.puzzle.stated_or_listed(&context, lists, arguments.output.quiet)?;
    let wanted = wanted(arguments)?;
    let (signals, room) = (catch_signals()?, Cell::new(MOST_IN_DOCUMENT));
    let purse = CheckPurse::new(arguments.check.unwrap_or_default(), &signals);
    let solver = PuzzleSolver { arguments, outputs, registry, wanted, signals, room, purse };
    let stated = match input {
        StatedInput::Cases(stated) => stated,
        StatedInput::List(_) if arguments.suboptimal.is_some() => {
            usage!("--suboptimal applies to single puzzles, but this is a list of graphs")
        }
        StatedInput::List(graphs) => return listed::run(&solver, *graphs, output, &context),
    };
    arguments.list.refuse()?;
    check(arguments, &stated)?;
    let (name, limits) = (arguments.method.as_deref(), &arguments.run);
    match arguments.seeds {
        Some(seeds) => seeds::run(seeds, stated, name, registry, (limits, context), output),
        None if stated.is_batch() => batch::run(&solver, stated, (output, files), &context),
        None => single::run(&solver, stated, (output, beside, proof), context),
    }
}

/// Checks that the puzzles have what the options ask for.
fn check(arguments: &SolveArguments, stated: &StatedCases) -> Result<(), CliError> {
    let mut puzzles = stated.cases.iter().flat_map(|case| &case.puzzle);
    if arguments.suboptimal.is_some()
        && puzzles.clone().any(|puzzle| puzzle.sense() != Some(Sense::Minimise))
    {
        usage!("--suboptimal applies to puzzles that ask for a minimum");
    }
    if arguments.up_to_symmetry {
        puzzles.try_for_each(|puzzle| refuse_without_symmetries(puzzle.as_ref()))?;
    }
    Ok(())
}
