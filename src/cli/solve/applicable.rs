//! Checks before the work that the options apply to the puzzles.

use satranj_encodings::model::Sense;

use super::{arguments::SolveArguments, one::PuzzleSolver, proof};
use crate::{
    cli::{
        CliError,
        answered::refuse_without_symmetries,
        arguments::ExitCodes,
        output_format::OutputFormat::{Csv, Tour},
        picture_files::PosterStyle,
        puzzle::StatedCases,
        puzzle_options::{has_tours, shows_attacks},
        selection::check_chosen,
    },
    file_name::shown,
    methods::Method,
    puzzles::StatedPuzzle,
};

/// Checks that the puzzles have what the options ask for.
///
/// # Errors
/// [`CliError::Usage`].
pub fn check(arguments: &SolveArguments, stated: &StatedCases) -> Result<(), CliError> {
    arguments.list.refuse()?;
    let mut puzzles = stated.puzzles();
    if arguments.suboptimal.is_some()
        && puzzles.clone().any(|puzzle| puzzle.sense() != Some(Sense::Minimise))
    {
        usage!("--suboptimal applies to puzzles that ask for a minimum");
    }
    if arguments.up_to_symmetry {
        puzzles.try_for_each(refuse_without_symmetries)?;
    }
    Ok(())
}

/// Checks that the options apply to several cases.
///
/// # Errors
/// [`CliError::Usage`].
pub fn check_cases(solver: &PuzzleSolver<'_>, stated: &StatedCases) -> Result<(), CliError> {
    let arguments = solver.arguments;
    if arguments.codes.exit_code == ExitCodes::Sat {
        usage!("--exit-code sat applies to one case: choose it with --case I");
    }
    let others = [("--show-attacks", arguments.show_attacks)];
    solver.outputs.refuse_single(&others, "case: choose it with --case I")?;
    if let Some(file) = arguments.proof.as_deref().filter(|path| !proof::is_folder(path)) {
        let file = shown(file);
        usage!("--proof {file}: several cases need a folder: write {file}/");
    }
    let mut chosen = Vec::new();
    for puzzle in stated.puzzles() {
        match solver.method(puzzle) {
            Ok(method) => chosen.push((puzzle, method)),
            // An unknown method is an error of the command, not of a case.
            Err(error) if chosen.is_empty() || arguments.proof.is_some() => return Err(error),
            // A puzzle without a method is reported when its turn comes.
            Err(_) => {}
        }
    }
    chosen.iter().try_for_each(|&chosen| proof::check(solver, chosen))?;
    check_options(solver, chosen)
}

/// Checks that the options apply to one puzzle.
///
/// # Errors
/// [`CliError::Usage`].
pub fn check_single(
    solver: &PuzzleSolver<'_>,
    (puzzle, method): (&dyn StatedPuzzle, &Method),
) -> Result<(), CliError> {
    let arguments = solver.arguments;
    if let Some(folder) = arguments.proof.as_deref().filter(|path| proof::is_folder(path)) {
        let folder = shown(folder);
        usage!("--proof {folder}: there is one case: name a file, not a folder");
    }
    check_options(solver, [(puzzle, method)])?;
    check_pictures(solver, puzzle)?;
    proof::check(solver, (puzzle, method))
}

/// Refuses options that no chosen method reads.
fn check_options<'p>(
    solver: &PuzzleSolver<'_>,
    chosen: impl IntoIterator<Item = (&'p dyn StatedPuzzle, &'p Method)>,
) -> Result<(), CliError> {
    let (arguments, task) = (solver.arguments, (&**solver.registry, solver.task()));
    check_chosen(&arguments.run, chosen, task, arguments.output.quiet)
}

/// Checks that the pictures, the tour and the table of visits can show the puzzle's answer.
fn check_pictures(solver: &PuzzleSolver<'_>, puzzle: &dyn StatedPuzzle) -> Result<(), CliError> {
    let (arguments, outputs) = (solver.arguments, &solver.outputs);
    let kind = puzzle.statement().kind();
    if arguments.look.poster == Some(PosterStyle::Line) && kind != "tour" {
        usage!("--poster=line applies to tours of boards, not to {kind}");
    }
    if arguments.look.strip && kind != "mapf" {
        usage!("--strip applies to plans for agents, not to {kind}");
    }
    if arguments.show_attacks && !shows_attacks(puzzle) {
        usage!(
            "--show-attacks applies to boards of queens, placements and dominations, not to {kind}"
        );
    }
    let is_text = outputs.is_text() && !arguments.json_stream;
    if arguments.show_attacks && !outputs.has_picture() && !is_text {
        usage!("--show-attacks: JSON shows no board: add --format text, or --svg FILE");
    }
    if let Some(option) = outputs.option(Tour).filter(|_| !has_tours(puzzle)) {
        usage!("{option}: it writes tours, paths and cycles, but {kind} has none");
    }
    if let Some(option) = outputs.option(Csv).filter(|_| !["tour", "route"].contains(&kind)) {
        usage!("{option}: it writes the visit numbers of tours and routes, but {kind} has none");
    }
    Ok(())
}
