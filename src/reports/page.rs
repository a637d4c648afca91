//! The page of a report: one HTML file with its pictures, styles and script in it.

use std::fmt::Write as _;

use maud::{Markup, html};
use serde::Serialize;

use super::{
    Colours,
    cactus::cactus,
    canvas::{PlotAudience::Page, PlotError},
    dots::dots,
    frame::{self, data, figure, measurements, page, wide},
    lines::experiment_plot,
    pictures,
    quantity::Quantity,
    scatter::{best_two, scatter, scatter_data},
    study::Study,
    tables::{growth_table, methods_table, published_table, rows_table, winners_table},
};
use crate::documents::{
    comparison::{ComparisonDocument, Environment, Standing, ranked},
    results::{ExperimentResults, ResultsDocument, SeenClaim},
    sealed::Sealed as _,
    text::{
        COLUMNS, agreement, comparison_row, ratios, results_agreement, rows, seconds, warnings,
    },
};

/// With more rows than this the page shows one row per point; the CSV export has every run.
const MOST_ROWS: usize = 3000;

/// A part of a page: its anchor, title and content.
struct PagePart {
    id: String,
    title: String,
    body: Markup,
}

impl PagePart {
    fn new(id: &str, title: &str, body: Markup) -> Self {
        Self { id: id.into(), title: title.into(), body }
    }
}

/// A page of parts, with the document that they show.
fn page_of(title: &str, head: &Markup, parts: &[PagePart], document: &impl Serialize) -> String {
    let contents = parts.iter().map(|part| (part.id.as_str(), part.title.as_str()));
    let sections = html! {
        (head)
        @for PagePart { id, title, body } in parts { section { h2 id=(id) { (title) } (body) } }
        (measurements(document))
    };
    page(title, &contents.collect::<Vec<_>>(), &sections)
}

/// The page of a results document.
///
/// # Errors
/// [`PlotError`].
pub fn results(document: &ResultsDocument) -> Result<String, PlotError> {
    let colours = Colours::from(document);
    let study = Study::of_results(document);
    let by_point;
    let shown = if study.rows.len() > MOST_ROWS {
        by_point = Study::by_point(document);
        &by_point
    } else {
        &study
    };
    let mut parts = overview(&study, shown, &colours)?;
    for experiment in &document.experiments {
        let body = experiment_section(experiment, &colours)?;
        // The identifiers of the parts of the page are reserved.
        let id = format!("experiment-{}", experiment.name);
        parts.push(PagePart { id, title: experiment.title.clone(), body });
    }
    if let Some(published) = published_table(&document.experiments) {
        let body = frame::table(&published, &colours);
        parts.push(PagePart::new(published.id, published.title, body));
    }
    if let Some(growth) = growth_table(&document.experiments) {
        parts.push(PagePart::new(growth.id, "How times grow", frame::table(&growth, &colours)));
    }
    let has_more = shown.rows.len() < study.rows.len();
    parts.push(rows_part(shown, &colours, has_more));
    let disagreements = document.points().filter_map(|point| point.disagreement.as_deref());
    let mut suite = format!("Suite {}, seed {}", document.suite, document.seed);
    if document.experiments.iter().any(|experiment| experiment.seeds.is_none()) {
        let ResultsDocument { runs, warmup, .. } = document;
        let _ = write!(
            suite,
            ", {runs} measured {} per method and point after {warmup} unmeasured ones",
            if *runs == 1 { "run" } else { "runs" }
        );
    }
    let place = (document.version.as_str(), &document.environment);
    let facts = facts(&html! { (suite) "." }, document.command.as_deref(), place);
    let head = html! {
        (facts)
        @if !document.complete { p.bad { "The run was interrupted; the results are incomplete." } }
        @if let Some((words, _)) = results_agreement(document) {
            p.good[document.agreement == Some(true)] { (sentence(words)) }
        }
        @for problem in disagreements { p.bad { "The methods disagree: " (problem) } }
    };
    let mut document = document.clone();
    if document.digest.is_some() {
        // What cannot be printed was replaced after the document was sealed.
        document.seal();
    }
    Ok(page_of(&document.title, &head, &parts, &document))
}

/// The summary of all instances: the methods, a cactus plot, two methods against each other, the
/// winners. Nothing for one instance.
///
/// `shown`: the study with the winners to show; its instances may be points.
fn overview(study: &Study, shown: &Study, colours: &Colours) -> Result<Vec<PagePart>, PlotError> {
    let Some(methods) = methods_table(study) else { return Ok(Vec::new()) };
    let cactus = figure(cactus(study, colours, Page)?);
    let body = html! {
        (frame::table(&methods, colours))
        @if let Some(cactus) = cactus {
            (cactus)
            p.small {
                "The number of instances that each method solves within a time: lower and \
                 further to the right is better. Unsolved instances are not drawn."
            }
        }
    };
    let mut parts = vec![PagePart::new(methods.id, methods.title, body)];
    if let Some(winners) = winners_table(shown) {
        parts.push(PagePart::new(winners.id, winners.title, frame::table(&winners, colours)));
    }
    let names = study.methods();
    if let (Some(shown), Some(points)) = (best_two(study), scatter_data(study, colours)) {
        let pair = shown.map(|place| names[place]);
        let plot = figure(scatter(study, pair, colours, Page)?);
        let body = html! {
            p.tools hidden {
                label { "Across " select id="scatter-x" autocomplete="off" {} }
                label { "Up " select id="scatter-y" autocomplete="off" {} }
            }
            div id="scatter-plot" { @if let Some(plot) = plot { (plot) } }
            p.small id="scatter-told" aria-live="polite" {}
            (data("scatter-data", &points))
        };
        parts.push(PagePart::new("scatter", "Two methods", body));
    }
    Ok(parts)
}

/// All rows; `has_more`: whether there are more, of each case.
fn rows_part(study: &Study, colours: &Colours, has_more: bool) -> PagePart {
    let mut table = rows_table(study);
    if has_more {
        let note = "There are too many cases for a page: each row covers all cases of a point. \
                `satranj report --export-csv` writes every case.";
        table.notes.push(note.into());
    }
    PagePart::new(table.id, table.title, frame::table(&table, colours))
}

/// The page of a comparison document; `file`: the name of the document.
///
/// # Errors
/// [`PlotError`].
pub fn comparison(document: &ComparisonDocument, file: &str) -> Result<String, PlotError> {
    let title = document.title();
    let runs = &document.runs;
    let colours = runs.iter().map(|runs| runs.method.as_str()).collect();
    let study = Study::of_comparison(document, file);
    let plot = figure(dots(runs, document.limit(), &title, &colours, Page)?);
    let ranked = ranked(runs);
    let (words, _) = agreement(document.agreement, document.complete, runs);
    let has = |standing| ranked.iter().any(|runs| runs.standing() == standing);
    let has_whiskers = runs.iter().any(|runs| Quantity::Time.interval(runs).is_some());
    let fastest = ranked.iter().find(|runs| runs.relative.is_some_and(|own| own.ratio <= 1.0));
    let ratios = ratios(runs);
    let limit = document
        .time_limit_seconds
        .map_or_else(String::new, |limit| format!(", time limit {} a run", seconds(limit)));
    let what = html! { "Seed " (document.seed) (limit) "." };
    let place = (document.version.as_str(), &document.environment);
    let command = Some(document.command.as_str()).filter(|command| !command.is_empty());
    let facts = facts(&what, command, place);
    let head = html! {
        (facts)
        @if !document.complete { p.bad { "The run was interrupted; the results are incomplete." } }
        p.good[document.agreement == Some(true)].bad[document.agreement == Some(false)] {
            (sentence(words))
        }
        (plot.unwrap_or_else(nothing))
        @if has(Standing::Unanswered) {
            p.small {
                "Cross: no answer, at the time at which the method stopped"
                @if let Some(limit) = document.time_limit_seconds {
                    "; with an arrow, the time limit of " (seconds(limit)) " stopped it"
                }
                "."
            }
        }
        @if has(Standing::Unproved) {
            p.small { "Hollow mark: the method found a solution, but did not prove its result." }
        }
        @if has_whiskers { p.small { (WHISKERS) } }
        @if let (Some(fastest), false) = (fastest, ratios.is_empty()) {
            p { "Fastest by the medians: " code { (fastest.method) } }
            ul { @for ratio in &ratios { li { (ratio) } } }
            p.small {
                "In brackets: the 95 % confidence interval of the ratio, from resampling the times. \
                 If it contains 1, there is no clear difference."
            }
        }
        @for warning in warnings(runs) { p.small { (sentence(&warning)) } }
        @if let Some(picture) = pictures::of_comparison(document) { (picture) }
    };
    let mut parts = overview(&study, &study, &colours)?;
    if !parts.is_empty() {
        let mut rows = vec![COLUMNS.map(String::from).to_vec()];
        rows.extend(ranked.iter().map(|runs| comparison_row(runs)));
        let body = wide("All cases together", &table(&rows));
        parts.insert(0, PagePart::new("together", "All cases together", body));
    }
    parts.push(rows_part(&study, &colours, false));
    Ok(page_of(&title, &head, &parts, document))
}

const WHISKERS: &str = "Whiskers: the 95 % confidence interval of the median, from resampling the \
                        times; a single run has none.";

/// What was run, with the command, and where.
fn facts(
    what: &Markup,
    command: Option<&str>,
    (version, environment): (&str, &Environment),
) -> Markup {
    let Environment { os, architecture, processor, processors, memory_bytes, .. } = environment;
    let memory = *memory_bytes as f64 / f64::from(1 << 30);
    html! {
        dl {
            dt { "What" }
            dd { (what) }
            @if let Some(command) = command { dt { "By" } dd { code.command { (command) } } }
            dt { "Where" }
            dd {
                "satranj " (version) ", " (processor) " (" (architecture) ", " (processors)
                " logical processors), " (format!("{memory:.1} GiB")) ", " (os)
            }
        }
    }
}

fn experiment_section(
    experiment: &ExperimentResults,
    colours: &Colours,
) -> Result<Markup, PlotError> {
    let mut plots = Vec::new();
    for quantity in Quantity::of(experiment) {
        let plot = figure(experiment_plot(experiment, *quantity, colours, Page)?);
        plots.push(plot.unwrap_or_else(nothing));
    }
    let all = || experiment.points.iter().flat_map(|point| &point.runs);
    let has_whiskers = all().any(|runs| Quantity::Time.interval(runs).is_some());
    Ok(html! {
        @for plot in &plots { (plot) }
        @if has_whiskers && experiment.seeds.is_none() { p.small { (WHISKERS) } }
        @if experiment.seeds.is_some() && !plots.is_empty() {
            p.small { "Whiskers: the 95 % confidence interval of a share, by Wilson's score." }
        }
        (legend(experiment))
        div.successes { (wide(&experiment.title, &table(&rows(experiment)))) }
        @for warning in warnings(all()) {
            p.small { (sentence(&warning)) }
        }
        @if !experiment.claims.is_empty() { (claims(&experiment.claims)) }
        @if let Some(answers) = pictures::of_experiment(experiment) { (answers) }
    })
}

/// The caption for the plots and the table of an experiment.
fn legend(experiment: &ExperimentResults) -> Markup {
    let cases: usize = experiment.points.iter().map(|point| point.cases).sum();
    let label = experiment.parameter.as_ref().map(|parameter| &parameter.label);
    let limit = experiment.time_limit_seconds;
    html! {
        p {
            @if let Some(seeds) = &experiment.seeds {
                "Each method ran once per case and seed, with the seeds " (seeds)
                ": the share of runs with a verified solution, and the median of their steps"
            } @else {
                "The median time of a run over all cases of a point"
            }
            @if let Some(label) = label { ", by " (label) }
            "; " (cases) @if cases == 1 { " case" } @else { " cases" } " in all, time limit " (limit)
            @if experiment.seeds.is_some() { " s for all seeds together." }
            @else {
                " s a run. "
                "“right”: the cases in which a method gives the known answer, proved or not; \
                 “cpu”: the median processor time of the whole process."
            }
            @if let Some(options) = options(experiment) { " Options: " (options) "." }
        }
    }
}

/// The options of an experiment as on the command line; `None` if it has none.
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

fn nothing() -> Markup {
    html! { p { "There are no measurements to plot." } }
}

fn table(rows: &[Vec<String>]) -> Markup {
    let (header, rows) =
        rows.split_first().map_or((&[][..], &[][..]), |(first, rest)| (&first[..], rest));
    html! {
        table {
            thead { tr { @for cell in header { th { (cell) } } } }
            tbody { @for row in rows { tr { @for cell in row { td { (cell) } } } } }
        }
    }
}

fn claims(claims: &[SeenClaim]) -> Markup {
    let table = html! {
        table.claims {
            thead { tr { th { "published" } th { "measured" } th {} } }
            tbody {
                @for claim in claims {
                    tr {
                        td { (claim.claim) }
                        td { @if let Some(seen) = &claim.seen { (seen) } }
                        td {
                            @match claim.holds {
                                Some(true) => span.good { "as published" },
                                Some(false) => span.bad { "not as published" },
                                None => "not checked",
                            }
                        }
                    }
                }
            }
        }
    };
    html! {
        h3 { "Published and measured results" }
        (wide("Published results", &table))
    }
}
