//! Documents as text for a person.

mod brief;
mod comparison;
mod count;
mod layout;
mod moves;
mod numbers;
mod results;
mod solution;
mod speed;
mod sweep;

pub use brief::{batch, case, case_line, job, named_model, seeds, sizes, wrong_case};
pub use comparison::{
    COLUMNS, agreement, comparison, comparison_row, comparison_table, why_unanswered,
};
pub use count::{TourDirection, count, count_line};
pub use layout::TextLayout;
pub use numbers::{counted, grouped, grouped_digits, seconds};
pub use results::{agreement as results_agreement, methods, results, rows, scores};
pub use solution::{SolutionText, solution};
pub use speed::{ratios, times, warnings};
pub use sweep::sweep;
