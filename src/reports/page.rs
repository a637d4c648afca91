//! The page of a report: one HTML file with its pictures and styles in it.

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    Colours, StoredComparison,
    bars::bars,
    canvas::{PlotAudience, PlotError},
    plots::experiment_plot,
    quantity::Quantity,
};
use crate::documents::{
    comparison::{Environment, Standing, ranked},
    results::{ExperimentResults, ResultsDocument, SeenClaim},
    text::{
        COLUMNS, agreement, comparison_row, ratios, results_agreement, rows, seconds, warnings,
    },
};

const STYLE: &str = include_str!("style.css");

/// The page of a results document.
///
/// # Errors
/// [`PlotError`].
pub fn results(document: &ResultsDocument) -> Result<String, PlotError> {
    let mut sections = Vec::new();
    let colours = Colours::from(document);
    for experiment in &document.experiments {
        sections.push(experiment_section(experiment, &colours)?);
    }
    let disagreements = document.points().filter_map(|point| point.disagreement.as_deref());
    let mut suite = format!("Suite {}, seed {}", document.suite, document.seed);
    if document.experiments.iter().any(|experiment| experiment.seeds.is_none()) {
        let ResultsDocument { runs, warmup, .. } = document;
        let _ = write!(
            suite,
            ", {runs} measured runs of each method at each point after {warmup} for warming up"
        );
    }
    Ok(page(
        &document.title,
        &html! {
            p { (suite) "." }
            (machine(&document.version, &document.environment))
            @if !document.complete { p.bad { "It was interrupted; this is what there was." } }
            @if let Some((words, _)) = results_agreement(document) {
                p.good[document.agreement == Some(true)] { (sentence(words)) }
            }
            @for problem in disagreements { p.bad { "The methods disagree: " (problem) } }
            @for section in &sections { (section) }
        },
    ))
}

/// The page of a comparison document.
///
/// # Errors
/// [`PlotError`].
pub fn comparison(document: &StoredComparison) -> Result<String, PlotError> {
    let puzzle = document.puzzle.as_ref().and_then(|statement| statement.puzzle().ok());
    let title = match puzzle {
        Some(puzzle) => puzzle.title(),
        None => format!("{} cases", document.cases.len()),
    };
    let runs = &document.runs;
    let colours = runs.iter().map(|runs| runs.method.as_str()).collect();
    let plot = bars(runs, document.limit(), &title, &colours, PlotAudience::Page)?;
    let ranked = ranked(runs);
    let mut rows = vec![COLUMNS.map(String::from).to_vec()];
    rows.extend(ranked.iter().map(|runs| comparison_row(runs)));
    let (words, _) = agreement(document.agreement, document.complete, runs);
    let has = |standing| ranked.iter().any(|runs| runs.standing() == standing);
    let fastest = ranked.iter().find(|runs| runs.relative.is_some_and(|own| own.ratio <= 1.0));
    let ratios = ratios(runs);
    Ok(page(
        &title,
        &html! {
            p { "Seed " (document.seed) "." }
            (machine(&document.version, &document.environment))
            @if !document.complete { p.bad { "It was interrupted; this is what there was." } }
            p.good[document.agreement == Some(true)].bad[document.agreement == Some(false)] {
                (sentence(words))
            }
            (figure(plot.as_deref()))
            @if has(Standing::Unanswered) {
                p.small {
                    "Hatched: no answer"
                    @if let Some(limit) = document.time_limit_seconds {
                        ", drawn at the time limit of " (seconds(limit)) " a run"
                    }
                    "."
                }
            }
            @if has(Standing::Unproved) {
                p.small { "Pale: the method found something and did not prove that it is all." }
            }
            (table(&rows))
            p.small { "cpu: the processor's time of the whole process, its start included." }
            @if let (Some(fastest), false) = (fastest, ratios.is_empty()) {
                p { code { (fastest.method) } " was, by the medians:" }
                ul { @for ratio in &ratios { li { (ratio) } } }
                p.small {
                    "In brackets: where the ratio lies with a confidence of 95 %, by resampling the \
                     times."
                }
            }
            @for warning in warnings(runs) { p.small { (sentence(&warning)) } }
        },
    ))
}

fn page(title: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    }
    .into_string()
}

fn machine(version: &str, environment: &Environment) -> Markup {
    let Environment { os, architecture, processor, processors, memory_bytes, .. } = environment;
    let memory = *memory_bytes as f64 / f64::from(1 << 30);
    html! {
        p.small {
            "satranj " (version) ", " (processor) " (" (architecture) ", " (processors)
            " logical processors), " (format!("{memory:.1} GiB")) ", " (os)
        }
    }
}

fn experiment_section(
    experiment: &ExperimentResults,
    colours: &Colours,
) -> Result<Markup, PlotError> {
    let mut plots = Vec::new();
    for quantity in Quantity::of(experiment) {
        plots.push(experiment_plot(experiment, *quantity, colours, PlotAudience::Page)?);
    }
    Ok(html! {
        h2 id=(experiment.name) { (experiment.title) }
        @for plot in &plots { (figure(plot.as_deref())) }
        (legend(experiment))
        div.successes { (table(&rows(experiment))) }
        @for warning in warnings(experiment.points.iter().flat_map(|point| &point.runs)) {
            p.small { (sentence(&warning)) }
        }
        @if !experiment.claims.is_empty() { (claims(&experiment.claims)) }
    })
}

/// What the plots and the table of an experiment show.
fn legend(experiment: &ExperimentResults) -> Markup {
    let cases: usize = experiment.points.iter().map(|point| point.cases).sum();
    let label = experiment.parameter.as_ref().map(|parameter| &parameter.label);
    let limit = experiment.time_limit_seconds;
    html! {
        p {
            @if let Some(seeds) = &experiment.seeds {
                "Each method was asked each case once with each of the seeds " (seeds)
                ": how many of these runs ended in a verified solution, and the median of their steps"
            } @else {
                "The median time of a run for all cases of a point together"
            }
            @if let Some(label) = label { ", by " (label) }
            "; " (cases) @if cases == 1 { " case" } @else { " cases" } " in all, time limit " (limit)
            @if experiment.seeds.is_some() { " s for all seeds together." }
            @else {
                " s a run. "
                "“right”: the cases in which a method has the answer that is known, proved or not; \
                 “cpu”: the median of the processor's time, of the whole process."
            }
            @if let Some(options) = options(experiment) { " Options: " (options) "." }
        }
    }
}

/// The options of an experiment in the words of the command line; `None` if there are none.
fn options(experiment: &ExperimentResults) -> Option<String> {
    let options = experiment.options.arguments();
    (!options.is_empty()).then(|| options.join(" "))
}

/// Words as a sentence.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

fn figure(plot: Option<&str>) -> Markup {
    html! {
        @if let Some(plot) = plot { figure { (PreEscaped(plot)) } }
        @else { p { "Nothing was measured that could be plotted." } }
    }
}

fn table(rows: &[Vec<String>]) -> Markup {
    let (header, rows) =
        rows.split_first().map_or((&[][..], &[][..]), |(first, rest)| (&first[..], rest));
    html! {
        div.wide {
            table {
                thead { tr { @for cell in header { th { (cell) } } } }
                tbody { @for row in rows { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}

fn claims(claims: &[SeenClaim]) -> Markup {
    html! {
        h3 { "What was published, and what was seen" }
        div.wide {
            table.claims {
                thead { tr { th { "published" } th { "seen" } th {} } }
                tbody {
                    @for claim in claims {
                        tr {
                            td { (claim.claim) }
                            td { @if let Some(seen) = &claim.seen { (seen) } }
                            td {
                                @match claim.holds {
                                    Some(true) => span.good { "as published" },
                                    Some(false) => span.bad { "not so" },
                                    None => "not checked",
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
