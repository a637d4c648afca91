//! `solve --trace`: what searches do, step by step, as text or as a page that steps through them.

use std::{fmt::Write as _, sync::Arc};

use satranj_encodings::at_most_one::AtMostOne;

use super::arguments::SolveArguments;
use crate::{
    answer::Outcome,
    cli::{
        CliError,
        answered::code,
        arguments::{DocumentFormat, RunArguments},
        files::Files,
        output_format::OutputFormat::{Html, Text},
        outputs::Outputs,
        selection::OF_FORMULAS,
        stderr::say,
        watch::watched_run,
    },
    methods::{Context, Registry},
    pictures::{Drawing, GraphPicture, player::searches_page},
    proofs::in_memory::{OpenClaim, Unproved},
    puzzles::{StatedPuzzle, drawing::pictures},
    traces::{NATIVE, SearchTrace, TraceFailure, trace},
};

/// Runs the command; shows at most this many steps of each search.
///
/// # Errors
/// [`CliError`]; [`CliError::Check`] if the answer is wrong.
pub fn run(arguments: &SolveArguments, most: usize) -> Result<i32, CliError> {
    if arguments.output.json || arguments.output.format == Some(DocumentFormat::Json) {
        usage!("--trace writes text, or a page with -o FILE.html: leave out JSON");
    }
    let methods = methods(arguments.method.as_deref())?;
    let output = arguments.output.clone().text_unless_asked();
    let outputs = Outputs::of("solve --trace", &output, &[Text, Html], &[], false)?;
    let (output, beside) = outputs.open(&mut Files::reading(arguments.puzzle.files()))?;
    let mut context = arguments.run.context();
    let puzzle = arguments.puzzle.puzzle(&context, arguments.output.quiet)?;
    check_options(&arguments.run, &methods, puzzle.as_ref())?;
    // By default without auxiliary variables, which have no names.
    let amo = arguments.run.encoding.amo.unwrap_or(AtMostOne::Pairwise);
    context.options.encoding.at_most_one = amo;
    let (searched, searching) = (Arc::clone(&puzzle), context.clone());
    let search = move |_: &_| {
        let one = |method: &Option<String>| {
            TracedAnswer::of(searched.as_ref(), method.as_deref(), most, &searching)
        };
        methods.iter().map(one).collect::<Result<Vec<_>, CliError>>()
    };
    let traces = watched_run(&context, search)?.done("tracing the search")??;
    let text = text(puzzle.as_ref(), &traces);
    output
        .print(&text, |_| text.as_str())
        .and(beside.write(|_| page(puzzle.as_ref(), &traces).map(String::into_bytes)))?;
    if let (Some(SearchTrace { found: Err(reason), .. }), true) =
        (traces.first().map(|answer| &answer.trace), arguments.output.output.is_some())
    {
        say(format_args!("undecided: {}", reason.describe()));
    }
    Ok(code(&outcome(&traces), arguments.codes.exit_code))
}

/// Refuses options that none of the searches reads.
fn check_options(
    run: &RunArguments,
    methods: &[Option<String>],
    puzzle: &dyn StatedPuzzle,
) -> Result<(), CliError> {
    let (registry, mut read) = (Registry::standard(), Vec::new());
    for method in methods {
        match method.as_deref() {
            Some(NATIVE) => {
                let native = registry.get(NATIVE, &puzzle.model());
                read.extend(native.map_or(&[][..], |method| method.description.options));
            }
            _ => read.extend(OF_FORMULAS),
        }
    }
    if let Some(option) = run.given().iter().find(|option| !read.contains(option)) {
        usage!("--{} is not read by the search of --trace: leave it out", option.name());
    }
    Ok(())
}

/// The outcome of the first search that decided, otherwise of the first.
fn outcome(traces: &[TracedAnswer]) -> Outcome {
    let decided = traces.iter().find(|answer| answer.trace.found.is_ok());
    match decided.or(traces.first()).map(|answer| &answer.trace.found) {
        Some(Ok(Some(_))) => Outcome::Satisfied,
        Some(Err(reason)) => Outcome::Unknown(*reason),
        Some(Ok(None)) | None => Outcome::Unsatisfiable(None),
    }
}

/// The methods of `--method`, at most two; one default without it.
fn methods(named: Option<&str>) -> Result<Vec<Option<String>>, CliError> {
    let Some(named) = named else { return Ok(vec![None]) };
    let names: Vec<&str> = named.split(',').map(str::trim).collect();
    match names[..] {
        [one, other] if one == other => usage!("--method names {one} twice"),
        [_] | [_, _] => Ok(names.into_iter().map(|name| Some(name.into())).collect()),
        _ => usage!("--trace shows at most two methods: {named}"),
    }
}

/// A search with what is known of its answer.
struct TracedAnswer {
    trace: SearchTrace,
    /// The result in words.
    ending: String,
}

impl TracedAnswer {
    /// Searches by a method, and proves "no solution" by another search.
    fn of(
        puzzle: &dyn StatedPuzzle,
        method: Option<&str>,
        most: usize,
        context: &Context,
    ) -> Result<Self, CliError> {
        let trace = trace(puzzle, method, most, context.clone())?;
        let unproved = match trace.found {
            Ok(None) => unproved(puzzle, &trace, context)?,
            _ => None,
        };
        Ok(Self { ending: trace.ending(unproved), trace })
    }
}

/// Why another search with a checked proof does not prove "no solution"; `None` if it does.
fn unproved(
    puzzle: &dyn StatedPuzzle,
    trace: &SearchTrace,
    context: &Context,
) -> Result<Option<&'static str>, CliError> {
    let (model, options) = (&puzzle.model(), context.options.encoding);
    let permit = &|bytes| context.run.permit(bytes);
    let most_bytes = u64::MAX;
    let claim = OpenClaim { puzzle, model, best: None, known: None, options, most_bytes, permit };
    match claim.prove(Some(trace.encoding)) {
        Ok(_) => Ok(None),
        Err(Unproved::NoFormula) => Ok(Some("no formula states it")),
        Err(Unproved::Stopped(reason)) => Ok(Some(reason.describe())),
        Err(Unproved::Refuted(problem) | Unproved::Wrong(problem)) => Err(CliError::Check(problem)),
    }
}

impl From<TraceFailure> for CliError {
    fn from(failure: TraceFailure) -> Self {
        match failure {
            TraceFailure::Unsuitable(why) => Self::Usage(format!("--trace: {why}")),
            TraceFailure::Stopped(_) => Self::Undecided(failure.to_string()),
            TraceFailure::Wrong(problem) => Self::Check(problem),
            TraceFailure::Encoding(error) => Self::input(error),
            TraceFailure::Method(failure) => failure.into(),
        }
    }
}

/// The page that steps through the searches, or why no page is made.
fn page(puzzle: &dyn StatedPuzzle, traces: &[TracedAnswer]) -> Result<String, String> {
    let found = traces.iter().find_map(|answer| answer.trace.found.as_ref().ok()?.as_ref());
    let drawn = pictures(puzzle, found, None, false);
    let statement = puzzle.statement();
    let graph = statement.graph();
    let edges: Vec<(u32, u32)> =
        graph.map_or_else(Vec::new, |graph| graph.edges.iter().map(|&[a, b]| (a, b)).collect());
    let bare = || {
        let graph = graph?;
        let picture = GraphPicture::of(&graph.vertices, &edges, graph.directed)?;
        Some(picture.with_positions(&graph.positions))
    };
    let ground = match (puzzle.board(), drawn.first()) {
        (Some(board), _) => Some(Drawing::bare(board)),
        (None, Some(picture)) => Some(picture.drawing.clone()),
        (None, None) => bare().map(Drawing::Graph),
    };
    let searches = traces.iter().map(|answer| answer.trace.shown(answer.ending.clone())).collect();
    let page = ground.and_then(|ground| searches_page(&ground, &puzzle.title(), searches));
    page.ok_or_else(|| "it is too large".into())
}

/// The searches as text, each with a heading if there are several.
fn text(puzzle: &dyn StatedPuzzle, traces: &[TracedAnswer]) -> String {
    let mut text = format!("{}\n", puzzle.title());
    for TracedAnswer { trace, ending } in traces {
        if traces.len() > 1 {
            let name = &trace.shown.name;
            let _ = write!(text, "\n{name}\n{:-<width$}\n", "", width = name.len());
        }
        let _ = write!(text, "\n{}\n\n", trace.how);
        for (level, line) in &trace.lines {
            let _ = writeln!(text, "{:indent$}{line}", "", indent = 2 * level);
        }
        if trace.more > 0 {
            let _ = writeln!(text, "… and {} more steps", trace.more);
        }
        let _ = write!(text, "\n{}\n{ending}\n", trace.counts());
        let solution = trace.found.as_ref().ok().and_then(Option::as_ref);
        let drawn = pictures(puzzle, solution, None, false);
        if let Some(picture) = drawn.first().and_then(|picture| picture.text(80)) {
            let _ = write!(text, "\n{picture}");
        }
    }
    text
}
