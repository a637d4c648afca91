//! The pictures of the first solution, and its tour, in files of their own.

use std::io::{self, Write};

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
    let drawing = solution.and_then(|solution| puzzle.drawing(solution, arguments.show_attacks));
    let drawing = drawing.ok_or(match solution {
        None => "there is no solution to draw",
        Some(_) if puzzle.board().is_none() => "there is no board to draw",
        Some(_) => "the board is too large",
    });
    written(file, drawing, arguments, |drawing, out| {
        write!(out, "{}", pictures::svg::draw(&drawing, &puzzle.title()))
    })
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
    let page = page.ok_or(match solution {
        None => "there is no solution to play",
        Some(_) if puzzle.board().is_none() => "there is no board to play on",
        Some(_) => "the board is too large for a page",
    });
    written(file, page, arguments, |page, out| out.write_all(page.as_bytes()))
}

/// Writes a tour as a TSPLIB file; that of a path goes through one more vertex, the last, as its
/// export does.
fn write_tour(
    file: WholeFile,
    puzzle: &dyn StatedPuzzle,
    solution: Option<&Solution>,
    arguments: &SolveArguments,
) -> Result<(), CliError> {
    let tour = solution.and_then(|solution| puzzle.visits(solution));
    let tour = tour.ok_or(match solution {
        None => "there is no solution to write",
        Some(_) => "the solution is no tour",
    });
    written(file, tour, arguments, |mut tour, out| {
        if puzzle.model().as_hamiltonian().is_some_and(|model| !model.closed) {
            tour.push(tour.len() as u32);
        }
        tour_file::write(&puzzle.title(), &tour, out)
    })
}

/// Writes a file that was asked for, or says why it is not written.
fn written<T>(
    file: WholeFile,
    made: Result<T, &str>,
    arguments: &SolveArguments,
    write: impl FnOnce(T, &mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    match made {
        Ok(made) => file.write(|out| write(made, out)),
        Err(because) => {
            if !arguments.output.quiet {
                say(format_args!("{}: not written, {because}", shown(file.path())));
            }
            Ok(())
        }
    }
}
