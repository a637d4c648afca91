//! `solve --trace`: what a search does, step by step, in the words of the puzzle.

use std::sync::Arc;

use satranj_encodings::{
    at_most_one::AtMostOne,
    encoding::{Encoding, Options, Reading},
    hamiltonian::cuts::CUTS,
    model::Model,
    registry,
};

use super::{
    arguments::SolveArguments,
    search_trace::{SearchTrace, proved, solution},
    steps::StepWords,
    trace_tree::backtracking,
};
use crate::{
    answer::Outcome,
    cli::{
        CliError,
        answered::code,
        arguments::DocumentFormat,
        files::Files,
        output_format::OutputFormat::{Html, Text},
        outputs::Outputs,
        watch::watched_run,
    },
    exports::default_encoding,
    limits::Reason,
    methods::{Context, MethodOption, Registry},
    nearest::unknown,
    puzzles::StatedPuzzle,
    run::Run,
    solvers::{
        recording::in_memory,
        traced_search::{TraceStep, TracedSearch},
    },
    stated_formula::StatedFormula,
};

/// The native search that can be shown.
const NATIVE: &str = "native:dfs";
/// The most variables of a formula whose search is shown.
const MOST_VARIABLES: u32 = 2_000;

/// Runs the command; shows at most this many steps.
///
/// # Errors
/// [`CliError`]; [`CliError::Check`] if the answer is wrong.
pub fn run(arguments: &SolveArguments, most: usize) -> Result<i32, CliError> {
    let is_native = arguments.method.as_deref() == Some(NATIVE);
    if arguments.output.json || arguments.output.format == Some(DocumentFormat::Json) {
        usage!("--trace writes text, or a page with -o FILE.html: leave out JSON");
    }
    let output = arguments.output.clone().text_unless_asked();
    let outputs = Outputs::of("solve --trace", &output, &[Text, Html], &[], false)?;
    let mut files = Files::reading(arguments.puzzle.files());
    let (output, beside) = outputs.open(&mut files)?;
    let context = arguments.run.context();
    let puzzle = arguments.puzzle.puzzle(&context)?;
    let registry = Registry::standard();
    let native = registry.get(NATIVE, &puzzle.model()).filter(|_| is_native);
    let read = native.map_or(&[MethodOption::AtMostOne, MethodOption::Reductions][..], |method| {
        method.description.options
    });
    if let Some(option) = arguments.run.given().iter().find(|option| !read.contains(option)) {
        usage!("--{} is not read by the search of --trace: leave it out", option.name());
    }
    let method = arguments.method.as_deref().filter(|_| !is_native);
    let encoding = encoding(method, &puzzle.model(), &context)?;
    // By default without auxiliary variables, which have no names.
    let amo = arguments.run.encoding.amo.unwrap_or(AtMostOne::Pairwise);
    let options = Options { at_most_one: amo, ..context.options.encoding };
    let searched = Arc::clone(&puzzle);
    let native = is_native.then(|| context.clone());
    let search = move |run: &Run| {
        let (puzzle, stated) = (searched.as_ref(), (encoding, options));
        match native {
            Some(context) => {
                backtracking(puzzle, stated, most, Context { run: run.clone(), ..context })
            }
            None => learning(puzzle, stated, most, run),
        }
    };
    let trace = watched_run(&context, search)?.done("tracing the search")??;
    let text = trace.text(puzzle.as_ref());
    output
        .print(&text, |_| text.as_str())
        .and(beside.write(|_| trace.page(puzzle.as_ref()).map(String::into_bytes)))?;
    let outcome = match trace.found {
        Ok(Some(_)) => Outcome::Satisfied,
        Ok(None) => Outcome::Unsatisfiable(None),
        Err(reason) => Outcome::Unknown(reason),
    };
    Ok(code(&outcome, arguments.codes.exit_code))
}

/// The encoding of a method `sat:NAME`; by default that of the fewest variables for a slide.
fn encoding(method: Option<&str>, model: &Model, run: &Run) -> Result<&'static Encoding, CliError> {
    if model.sense().is_some() {
        usage!("--trace shows a search for any solution, but the puzzle asks for the best one");
    }
    let states = |encoding: &&Encoding| encoding.supports(model);
    let found = match method.map(|name| name.strip_prefix("sat:").unwrap_or(name)) {
        Some(name) => registry::by_name(name).filter(states),
        None => Some(&CUTS).filter(states).or_else(|| default_encoding(model, run)),
    };
    match (found, method) {
        (Some(encoding), _) => Ok(encoding),
        (None, Some(name)) => {
            let all = registry::encodings().iter().copied().filter(states);
            let names: Vec<String> =
                all.map(|encoding| format!("sat:{}", encoding.name())).collect();
            let problem = unknown("method with a trace", name, names.iter().map(String::as_str));
            Err(CliError::Usage(problem))
        }
        (None, None) => usage!("--trace: no formula states this puzzle"),
    }
}

/// Searches a solution, and checks the answer.
fn learning(
    puzzle: &dyn StatedPuzzle,
    (encoding, options): (&'static Encoding, Options),
    most: usize,
    run: &Run,
) -> Result<SearchTrace, CliError> {
    let stopped = |reason: Reason| CliError::stopped("tracing the search", reason, None);
    let (model, permit) = (puzzle.model(), |bytes| run.permit(bytes));
    let stated = StatedFormula::model(&model, encoding, options)
        .ok_or_else(|| CliError::usage("--trace: no formula states this puzzle"))?;
    stated.reserve(&permit).map_err(stopped)?;
    let written = in_memory(&permit, |sink| stated.encode(sink));
    let (formula, encoded) = written.map_err(stopped)?;
    let (encoded, variables) = encoded.map_err(CliError::input)?;
    if variables > MOST_VARIABLES {
        usage!(
            "--trace: the formula has {variables} variables, and at most {MOST_VARIABLES} can be \
             shown: choose a smaller puzzle"
        );
    }
    let words = StepWords::of(encoded.as_ref(), &|vertex| puzzle.term(vertex));
    let (mut steps, mut more, mut decisions, mut conflicts) = (Vec::new(), 0, 0, 0);
    let mut tell = |step: TraceStep, level| {
        decisions += u64::from(matches!(step, TraceStep::Decide(_)));
        conflicts += u64::from(matches!(step, TraceStep::Conflict(_)));
        if steps.len() < most { steps.push((step, level)) } else { more += 1 }
    };
    let (mut witness, mut wrong) = (None, None);
    let clauses = formula.len();
    let mut search = TracedSearch::new(&formula, variables as usize, &mut tell);
    let found = search.run(run, &mut |model| match encoded.read(model) {
        Ok(Reading::Cuts(cuts)) => cuts,
        Ok(Reading::Witness(found)) => {
            witness = Some(found);
            Vec::new()
        }
        Err(error) => {
            wrong = Some(error.to_string());
            Vec::new()
        }
    });
    if let Some(problem) = wrong {
        return Err(CliError::Check(problem));
    }
    let (found, unproved) = match found {
        Ok(true) => (Ok(witness.map(|found| solution(puzzle, &found)).transpose()?), None),
        Ok(false) => (Ok(None), proved(puzzle, (&model, encoding, options), run)?),
        Err(reason @ Reason::NodeLimit) => (Err(reason), None),
        Err(reason) => return Err(stopped(reason)),
    };
    let method = format!(
        "{variables} variables and {clauses} clauses of the encoding `{}`\n\
         conflict-driven clause learning; a decision makes the first open variable true",
        encoding.name()
    );
    let counts = format!("{decisions} decisions, {conflicts} conflicts");
    let marked = words.marked(&steps);
    let line = |(step, level): &(TraceStep, usize)| (*level, words.sentence(step));
    let lines = steps.iter().map(line).collect();
    Ok(SearchTrace { method, lines, marked, more, counts, found, unproved })
}
