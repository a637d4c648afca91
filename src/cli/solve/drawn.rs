//! The pictures of the first solution, and its tour, in files of their own.

use super::SolveArguments;
use crate::{
    cli::{CliError, stderr::say, whole_file::WholeFile},
    file_name::shown,
    graphs::tour_file,
    pictures,
    puzzles::{Solution, StatedPuzzle},
};

/// Where the pictures of the first solution go.
pub struct Pictures {
    pub svg: Option<WholeFile>,
    pub html: Option<WholeFile>,
    pub tour: Option<WholeFile>,
}

impl Pictures {
    /// Writes them, each whatever becomes of the other.
    ///
    /// # Errors
    /// [`CliError`] if one cannot be written.
    pub fn write(
        self,
        puzzle: &dyn StatedPuzzle,
        solution: Option<&Solution>,
        arguments: &SolveArguments,
    ) -> Result<(), CliError> {
        let drawn = self.svg.map(|file| write_svg(file, puzzle, solution, arguments));
        let played = self.html.map(|file| write_html(file, puzzle, solution, arguments));
        let toured = self.tour.map(|file| write_tour(file, puzzle, solution, arguments));
        let drawn = drawn.unwrap_or(Ok(())).and(played.unwrap_or(Ok(())));
        drawn.and(toured.unwrap_or(Ok(())))
    }
}

/// Writes the picture of a solution, if there is one.
///
/// # Errors
/// [`CliError`] if it cannot be written.
pub fn write_svg(
    file: WholeFile,
    puzzle: &dyn StatedPuzzle,
    solution: Option<&Solution>,
    arguments: &SolveArguments,
) -> Result<(), CliError> {
    let because = match solution {
        None => "there is no solution to draw",
        Some(_) if puzzle.board().is_none() => "there is no board to draw",
        Some(_) => "the board is too large",
    };
    let Some(drawing) =
        solution.and_then(|solution| puzzle.drawing(solution, arguments.show_attacks))
    else {
        not_written(&file, because, arguments);
        return Ok(());
    };
    let picture = pictures::svg::draw(&drawing, &puzzle.title());
    file.write(|out| write!(out, "{picture}"))
}

/// Writes a page on which a solution moves, if there is one.
fn write_html(
    file: WholeFile,
    puzzle: &dyn StatedPuzzle,
    solution: Option<&Solution>,
    arguments: &SolveArguments,
) -> Result<(), CliError> {
    let drawing = solution.and_then(|solution| puzzle.drawing(solution, false));
    let page = drawing.and_then(|drawing| pictures::player::page(&drawing, &puzzle.title()));
    let Some(page) = page else {
        let because = match solution {
            None => "there is no solution to play",
            Some(_) if puzzle.board().is_none() => "there is no board to play on",
            Some(_) => "the board is too large for a page",
        };
        not_written(&file, because, arguments);
        return Ok(());
    };
    file.write(|out| out.write_all(page.as_bytes()))
}

/// Writes a tour as a TSPLIB file; that of a path goes through one more vertex, the last, as its
/// export does.
fn write_tour(
    file: WholeFile,
    puzzle: &dyn StatedPuzzle,
    solution: Option<&Solution>,
    arguments: &SolveArguments,
) -> Result<(), CliError> {
    let because = match solution {
        None => "there is no solution to write",
        Some(_) => "the solution is no tour",
    };
    let Some(mut tour) = solution.and_then(|solution| puzzle.visits(solution)) else {
        not_written(&file, because, arguments);
        return Ok(());
    };
    if puzzle.model().as_hamiltonian().is_some_and(|model| !model.closed) {
        tour.push(tour.len() as u32);
    }
    file.write(|out| tour_file::write(&puzzle.title(), &tour, out))
}

/// Says why a file that was asked for is not written.
fn not_written(file: &WholeFile, because: &str, arguments: &SolveArguments) {
    if !arguments.output.quiet {
        say(format_args!("{}: not written, {because}", shown(file.path())));
    }
}
