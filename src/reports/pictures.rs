//! Pictures of the answers that a document holds: each is checked before it is drawn.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use maud::{Markup, html};

use crate::{
    documents::{
        comparison::ComparisonDocument,
        results::{ExperimentResults, Point},
        rows::KeptAnswer,
    },
    json::JsonPart,
    pictures::Picture,
    puzzles::Statement,
};

/// The most pictures of an experiment.
const MOST_PICTURES: usize = 12;

/// The longest picture in bytes.
const LONGEST: usize = 1 << 18;

/// A checked answer, as shown.
enum CheckedAnswer {
    /// As a picture, with its title.
    Picture { title: String, svg: String },
    /// It does not solve the puzzle: why.
    Wrong(String),
}

/// An answer, checked and drawn; `None` if there is nothing to draw.
fn shown(answer: &KeptAnswer, puzzle: Option<&Statement>) -> Option<CheckedAnswer> {
    let statement = puzzle?;
    let puzzle = statement.puzzle().ok()?;
    let text = answer.solution.to_string();
    let solution = match statement.read_solution(&JsonPart::whole(&text)) {
        Ok(solution) => solution,
        Err(error) => return Some(CheckedAnswer::Wrong(error.problem)),
    };
    if let Err(violation) = puzzle.verify(&solution) {
        return Some(CheckedAnswer::Wrong(violation.to_string()));
    }
    let picture = Picture { title: puzzle.title(), drawing: puzzle.drawing(&solution, false)? };
    let (svg, title) = (picture.svg(), picture.title);
    (svg.len() <= LONGEST).then_some(CheckedAnswer::Picture { title, svg })
}

fn figure(shown: &CheckedAnswer, answer: &KeptAnswer) -> Markup {
    match shown {
        CheckedAnswer::Picture { title, svg } => html! {
            figure.answer {
                // A separate image: its identifiers must not clash with those of others.
                img src={ "data:image/svg+xml;base64," (STANDARD.encode(svg)) } alt=(title);
                figcaption { (title) ", by " code { (answer.method) } }
            }
        },
        CheckedAnswer::Wrong(problem) => html! {
            p.bad { "The stored answer of " (answer.method) " is wrong: " (problem) "." }
        },
    }
}

/// A selection of many items, spread evenly.
fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    // Of the first N, a proportional number is kept.
    let is_kept = |place: usize| count <= most || (place + 1) * most / count > place * most / count;
    let kept = all.into_iter().enumerate().filter(|(place, _)| is_kept(*place));
    kept.map(|(_, one)| one).collect()
}

/// The answers at the points of an experiment, one each; `None` if it has no answers.
pub(super) fn of_experiment(experiment: &ExperimentResults) -> Option<Markup> {
    let answer = |point: &'_ Point| -> Option<Markup> {
        let answer = point.answer.as_ref()?;
        let puzzle = point.case(answer.case).and_then(|case| case.puzzle.as_ref());
        Some(figure(&shown(answer, puzzle)?, answer))
    };
    let with_answers = experiment.points.iter().filter(|point| point.answer.is_some());
    let chosen = spread(with_answers.collect(), MOST_PICTURES);
    gallery(&chosen.into_iter().filter_map(answer).collect::<Vec<_>>())
}

/// The answer of a comparison.
pub(super) fn of_comparison(document: &ComparisonDocument) -> Option<Markup> {
    let answer = document.answer.as_ref()?;
    let of_case = || document.cases.iter().find(|case| case.case == answer.case)?.puzzle.as_ref();
    let puzzle = document.puzzle.as_ref().or_else(of_case);
    gallery(&[figure(&shown(answer, puzzle)?, answer)])
}

fn gallery(figures: &[Markup]) -> Option<Markup> {
    (!figures.is_empty()).then(|| {
        html! {
            div.answers { @for figure in figures { (figure) } }
            p.small { "One stored answer per instance, checked again before drawing." }
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_holds_is_drawn() {
        let statement: Statement = r#"{"kind":"queens","n":4}"#.parse().unwrap();
        let of = |squares: [&str; 4]| {
            let solution = json!({"squares": squares});
            let answer = KeptAnswer { case: 1, method: "m".into(), solution };
            shown(&answer, Some(&statement))
        };
        let right = of(["b4", "d3", "a2", "c1"]);
        assert!(
            matches!(right, Some(CheckedAnswer::Picture { svg, .. }) if svg.starts_with("<svg"))
        );
        for wrong in [["a4", "d3", "a2", "c1"], ["x", "d3", "a2", "c1"]] {
            assert!(matches!(of(wrong), Some(CheckedAnswer::Wrong(_))), "{wrong:?}");
        }
        let nothing = KeptAnswer { case: 1, method: "m".into(), solution: json!(null) };
        assert!(shown(&nothing, None).is_none());
    }

    #[test]
    fn some_of_many_are_spread() {
        assert_eq!(spread((0..5).collect(), 12), [0, 1, 2, 3, 4]);
        let some = spread((0..100).collect::<Vec<i32>>(), 10);
        assert_eq!((some.len(), some[0], some[9]), (10, 9, 99));
    }
}
