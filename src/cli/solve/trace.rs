//! `solve --trace`: what a search does, step by step, in the words of the puzzle.

use std::{fmt::Write as _, sync::Arc};

use satranj_encodings::{
    at_most_one::AtMostOne,
    encoding::{Encoding, Options, Reading},
    hamiltonian::cuts::CUTS,
    model::{Model, Witness},
    registry,
};

use super::{arguments::SolveArguments, steps::StepWords, trace_tree::backtracking};
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
    methods::{Context, MethodOption},
    nearest::unknown,
    pictures::{
        Drawing, GraphPicture,
        player::{MarkedStep, marked_page},
    },
    proofs::in_memory::{OpenClaim, Unproved},
    puzzles::{Solution, StatedPuzzle, drawing::pictures},
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

/// A search that has ended.
pub struct SearchTrace {
    /// How it searches, in one or two lines.
    pub method: String,
    /// The levels of the first steps and their sentences.
    pub lines: Vec<(usize, String)>,
    /// The same steps for a page, after the state before the first.
    pub marked: Vec<MarkedStep>,
    /// The number of further steps.
    pub more: u64,
    /// The numbers of steps of each kind.
    pub counts: String,
    /// The solution, `None` for "no solution", or the limit that ended the search.
    pub found: Result<Option<Solution>, Reason>,
    /// Why "no solution" is not proved otherwise.
    pub unproved: Option<&'static str>,
}

/// Runs the command; shows at most this many steps.
///
/// # Errors
/// [`CliError`]; [`CliError::Check`] if the answer is wrong.
pub fn run(arguments: &SolveArguments, most: usize) -> Result<i32, CliError> {
    let is_native = arguments.method.as_deref() == Some(NATIVE);
    let read: &[MethodOption] = match is_native {
        true => &[MethodOption::Order],
        false => &[MethodOption::AtMostOne, MethodOption::Reductions],
    };
    if let Some(option) = arguments.run.given().iter().find(|option| !read.contains(option)) {
        usage!("--{} is not read by the search of --trace: leave it out", option.name());
    }
    if arguments.output.json || arguments.output.format == Some(DocumentFormat::Json) {
        usage!("--trace writes text, or a page with -o FILE.html: leave out JSON");
    }
    let output = arguments.output.clone().text_unless_asked();
    let outputs = Outputs::of("solve --trace", &output, &[Text, Html], &[], false)?;
    let mut files = Files::reading(arguments.puzzle.files());
    let (output, beside) = outputs.open(&mut files)?;
    let context = arguments.run.context();
    let puzzle = arguments.puzzle.puzzle(&context)?;
    let method = arguments.method.as_deref().filter(|_| !is_native);
    let encoding = encoding(method, &puzzle.model(), &context)?;
    // By default without auxiliary variables, which have no names.
    let amo = arguments.run.encoding.amo.unwrap_or(AtMostOne::Pairwise);
    let options = Options { at_most_one: amo, ..context.options.encoding };
    let searched = Arc::clone(&puzzle);
    let native = is_native.then(|| context.clone());
    let search = move |run: &Run| {
        let (puzzle, stated) = (searched.as_ref(), (encoding, options));
        match &native {
            Some(context) => {
                backtracking(puzzle, stated, most, &Context { run: run.clone(), ..context.clone() })
            }
            None => SearchTrace::of(puzzle, stated, most, run),
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

impl SearchTrace {
    /// Searches a solution, and checks the answer.
    fn of(
        puzzle: &dyn StatedPuzzle,
        (encoding, options): (&'static Encoding, Options),
        most: usize,
        run: &Run,
    ) -> Result<Self, CliError> {
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
        Ok(Self { method, lines, marked, more, counts, found, unproved })
    }

    /// The page that steps through the search, or why no page is made.
    fn page(&self, puzzle: &dyn StatedPuzzle) -> Result<String, String> {
        let found = self.found.as_ref().ok().and_then(Option::as_ref);
        let drawn = pictures(puzzle, found, None, false);
        let statement = puzzle.statement();
        let graph = statement.graph();
        let edges: Vec<(u32, u32)> =
            graph.map_or_else(Vec::new, |graph| graph.edges.iter().map(|&[a, b]| (a, b)).collect());
        let bare = || GraphPicture::of(&graph?.vertices, &edges, graph?.directed);
        let ground = match (puzzle.board(), drawn.first()) {
            (Some(board), _) => {
                let (marks, pairs, parts) = Default::default();
                Some(Drawing::Marked { board, marks, pairs, parts })
            }
            (None, Some(picture)) => Some(picture.drawing.clone()),
            (None, None) => bare().map(Drawing::Graph),
        };
        let page =
            marked_page(&ground.ok_or("it is too large")?, &puzzle.title(), self.marked.clone());
        page.ok_or_else(|| "it is too large".into())
    }

    /// The search as text.
    fn text(&self, puzzle: &dyn StatedPuzzle) -> String {
        let mut text = format!("{}\n\n{}\n\n", puzzle.title(), self.method);
        for (level, line) in &self.lines {
            let _ = writeln!(text, "{:indent$}{line}", "", indent = 2 * level);
        }
        if self.more > 0 {
            let _ = writeln!(text, "… and {} more steps", self.more);
        }
        let _ = writeln!(text, "\n{}", self.counts);
        match (&self.found, self.unproved) {
            (Ok(Some(solution)), _) => {
                text += "a solution, verified\n";
                let drawn = pictures(puzzle, [solution], None, false);
                let drawn = drawn.first().and_then(|picture| picture.text(80));
                if let Some(picture) = drawn {
                    let _ = write!(text, "\n{picture}");
                }
            }
            (Ok(None), None) => text += "no solution, proved by another search\n",
            (Ok(None), Some(because)) => {
                let _ = writeln!(text, "no solution; not checked: {because}");
            }
            (Err(reason), _) => {
                let _ = writeln!(text, "undecided: {}", reason.describe());
            }
        }
        text
    }
}

/// The solution for a witness, checked by the rules of the puzzle.
pub fn solution(puzzle: &dyn StatedPuzzle, witness: &Witness) -> Result<Solution, CliError> {
    puzzle.checked(witness).map_err(|violation| CliError::Check(violation.to_string()))
}

/// Proves "no solution" by another search with a checked proof; returns why it was not proved.
pub fn proved(
    puzzle: &dyn StatedPuzzle,
    (model, encoding, options): (&Model, &'static Encoding, Options),
    run: &Run,
) -> Result<Option<&'static str>, CliError> {
    let permit = |bytes| run.permit(bytes);
    let most_bytes = u64::MAX;
    let permit = &permit;
    let claim = OpenClaim { puzzle, model, best: None, known: None, options, most_bytes, permit };
    match claim.prove(Some(encoding)) {
        Ok(_) => Ok(None),
        Err(Unproved::NoFormula) => Ok(Some("no formula states it")),
        Err(Unproved::Stopped(reason)) => Ok(Some(reason.describe())),
        Err(Unproved::Refuted(problem) | Unproved::Wrong(problem)) => Err(CliError::Check(problem)),
    }
}
