//! `satranj solve --seeds A..B`: how often a method succeeds, and after how many steps.

use std::{sync::Arc, time::Instant};

use super::{
    CliError,
    arguments::RunArguments,
    output::Output,
    puzzle::StatedCases,
    selection::{check_chosen, method, precheck},
    signals::{self, catch_signals},
    watch::RunWatch,
};
use crate::{
    answer::seeds::{CaseRuns, SeededPuzzle, Seeds, over_seeds},
    documents::{
        VERSION, instance, instance_of_several,
        seeds::{SCHEMA, SeedStatistics, SeedsCase, SeedsDocument},
        text,
    },
    methods::{Context, Method, Registry},
    processor_time::ProcessorClock,
    puzzles::{StatedPuzzle, Statement, Task},
};

/// Runs a method once for each seed, on each of the cases, and prints the statistics.
///
/// # Errors
/// [`CliError`] if a case is invalid, or the method fails or cannot work.
pub fn run(
    seeds: Seeds,
    stated: StatedCases,
    name: Option<&str>,
    registry: &Registry,
    (arguments, base): (&RunArguments, Context),
    output: Output<'_>,
) -> Result<i32, CliError> {
    let puzzles = stated.cases.into_iter().map(|case| case.puzzle.map_err(CliError::Input));
    let puzzles = puzzles.collect::<Result<Vec<Arc<dyn StatedPuzzle>>, CliError>>()?;
    let [first, ..] = &puzzles[..] else { return Err(CliError::Input("there is no case".into())) };
    seeds.check(puzzles.len()).map_err(|problem| CliError::Usage(format!("--seeds: {problem}")))?;
    let preferred = method(registry, name, first.as_ref(), Task::First)?;
    let asked = asked(&puzzles, preferred, registry, (arguments, output.is_quiet()))?;
    let signal = catch_signals()?;
    RunWatch::new(&base, &signal).begin()?;
    let (started, processor) = (Instant::now(), ProcessorClock::start());
    let mut runs = over_seeds(&asked, seeds, &base)?;
    let cases = std::mem::take(&mut runs.cases);
    let mut document = SeedsDocument {
        schema: SCHEMA,
        version: VERSION,
        puzzle: None,
        cases: Vec::new(),
        instance: String::new(),
        method: preferred.name().into(),
        solver: preferred.solver(&arguments.options()),
        options: arguments.choices(),
        objective: None,
        statistics: runs.statistics,
        total_seconds: started.elapsed().as_secs_f64(),
        cpu_seconds: processor.seconds(),
        seeds: SeedStatistics::of(seeds, runs),
    };
    let title = enter(&puzzles, &cases, &mut document);
    output.print(&document, |_| text::seeds(&document, &title))?;
    signals::end(&signal)?;
    Ok(if document.seeds.reason.is_some() { 3 } else { 0 })
}

/// The cases with their methods, checked.
fn asked<'a>(
    puzzles: &'a [Arc<dyn StatedPuzzle>],
    preferred: &Method,
    registry: &'a Registry,
    (arguments, is_quiet): (&RunArguments, bool),
) -> Result<Vec<SeededPuzzle<'a>>, CliError> {
    let asked = puzzles.iter().map(|puzzle| {
        let puzzle = puzzle.as_ref();
        // A name may mean a different method for each puzzle.
        let method = method(registry, Some(preferred.name()), puzzle, Task::First)?;
        Ok(SeededPuzzle { puzzle, method, precheck: precheck(arguments, method) })
    });
    let asked = asked.collect::<Result<Vec<_>, CliError>>()?;
    let chosen = asked.iter().map(|asked| (asked.puzzle, asked.method));
    check_chosen(arguments, chosen, (registry, Task::First), is_quiet)?;
    Ok(asked)
}

/// Enters the cases into the document; returns their title.
fn enter(
    puzzles: &[Arc<dyn StatedPuzzle>],
    cases: &[CaseRuns],
    document: &mut SeedsDocument,
) -> String {
    let statements: Vec<Statement> = puzzles.iter().map(|puzzle| puzzle.statement()).collect();
    if let ([puzzle], [case], [statement]) = (puzzles, cases, &statements[..]) {
        document.instance = instance(statement);
        document.puzzle = Some(statement.clone());
        document.objective = case.optimum.or(case.found);
        return puzzle.title();
    }
    let title = format!("{} cases of {}", puzzles.len(), statements[0].kind());
    document.instance = instance_of_several(&statements);
    let numbered = (1..).zip(statements).zip(cases);
    let stated =
        |((case, puzzle), runs): (_, &CaseRuns)| SeedsCase { case, puzzle, tally: runs.into() };
    document.cases = numbered.map(stated).collect();
    title
}
