//! Documents as text for a person.

mod brief;
mod comparison;
mod count;
mod moves;
mod numbers;
mod results;
mod solution;
mod speed;

use anstyle::{AnsiColor, Style};

pub use brief::{batch, case, case_line, job, named_model, seeds, sizes, wrong_case};
pub use comparison::{
    COLUMNS, agreement, comparison, comparison_row, comparison_table, why_unanswered,
};
pub use count::{TourDirection, count, count_line};
pub use numbers::{counted, grouped, grouped_digits, seconds};
pub use results::{agreement as results_agreement, methods, results, rows, scores};
pub use solution::{SolutionText, solution};
pub use speed::{ratios, times, warnings};

/// How text is laid out.
#[derive(Debug, Clone, Copy)]
pub struct TextLayout {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether to colour.
    pub coloured: bool,
    /// Whether to show the squares that pieces attack.
    pub attacks: bool,
}

/// Paints a word.
fn painted(text: &str, colour: AnsiColor, coloured: bool) -> String {
    if !coloured {
        return text.into();
    }
    let style = Style::new().bold().fg_color(Some(colour.into()));
    format!("{style}{text}{style:#}")
}
