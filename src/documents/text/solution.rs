//! A solution document as text: title, board, verdict.

use std::fmt::{self, Write};

use anstyle::AnsiColor;

use super::{
    grouped_digits,
    layout::{TextLayout, painted},
    moves::{agent_paths, colour_class, moves, walk},
    numbers::{counted, of_machines},
    seconds,
};
use crate::{
    documents::{
        counts::{Diversity, Sampling},
        cubes::CubeProofs,
        listed_all::NoOther,
        solution::{EXTERNAL, Proof, SolutionDocument, Solutions, Status},
    },
    methods::portfolio::{PortfolioTurn, TurnEnd},
    pictures::Drawing,
    puzzles::{Certificate, DratCertificate, Solution, StatedPuzzle},
    statistics::Statistics,
};

/// A solution document: title, board, verdict.
#[must_use]
pub fn solution(
    document: &SolutionDocument,
    puzzle: &dyn StatedPuzzle,
    layout: TextLayout,
) -> String {
    SolutionText { before: String::new(), document, puzzle, layout }.to_string()
}

/// The text of a solution document, one solution at a time: there may be many.
pub struct SolutionText<'a> {
    /// The text before it.
    pub before: String,
    /// The document.
    pub document: &'a SolutionDocument,
    /// Its puzzle.
    pub puzzle: &'a dyn StatedPuzzle,
    /// How it is laid out.
    pub layout: TextLayout,
}

impl fmt::Display for SolutionText<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { document, puzzle, layout, .. } = *self;
        formatter.write_str(&self.before)?;
        formatter.write_str(&heading(document, puzzle))?;
        for index in 0..document.found().len() {
            formatter.write_str(&numbered(document, puzzle, layout, index))?;
        }
        formatter.write_str(&ending(document, puzzle, layout))
    }
}

/// The title and the method.
fn heading(document: &SolutionDocument, puzzle: &dyn StatedPuzzle) -> String {
    let mut text = String::new();
    let last = document.portfolio.last().filter(|turn| turn.ended == TurnEnd::Answered);
    let solver = document.solver.as_ref().filter(|_| last.is_none_or(|turn| turn.asks_solver));
    let solver = solver.map_or_else(String::new, |solver| format!(" ({solver})"));
    let answered = last.map_or_else(String::new, |turn| format!(": {}", turn.method));
    let _ = writeln!(text, "{}, by {}{answered}{solver}", puzzle.title(), document.method);
    text
}

/// One of the solutions, with its number if there are several.
fn numbered(
    document: &SolutionDocument,
    puzzle: &dyn StatedPuzzle,
    layout: TextLayout,
    index: usize,
) -> String {
    let mut text = String::new();
    if let Solutions::Many { orbit_sizes, .. } = &document.content {
        let what = if document.sampling.is_some() { "sample" } else { "solution" };
        let _ = write!(text, "\n{what} {}", index + 1);
        if let Some(size) = orbit_sizes.get(index) {
            let _ = write!(text, ", one of {size} by symmetry");
        }
        let _ = writeln!(text);
    }
    text + &drawn(puzzle, &document.found()[index], layout)
}

/// The turns in the order in which each method first ended that way: `native:tabu gave up 3 times`.
fn turns(portfolio: &[PortfolioTurn]) -> String {
    let mut ends: Vec<(String, usize)> = Vec::new();
    for turn in portfolio {
        let end = format!("{} {}", turn.method, turn.ended.describe());
        match ends.iter_mut().find(|(known, _)| *known == end) {
            Some((_, times)) => *times += 1,
            None => ends.push((end, 1)),
        }
    }
    let times = |(end, times): (String, usize)| match times {
        1 => end,
        times => format!("{end} {times} times"),
    };
    ends.into_iter().map(times).collect::<Vec<_>>().join(", ")
}

/// The reason, the verdict, the effort.
fn ending(document: &SolutionDocument, puzzle: &dyn StatedPuzzle, layout: TextLayout) -> String {
    let mut text = String::from("\n");
    let short = document.certificate.as_ref().filter(|it| it.is_short());
    if let Some(certificate) = short {
        let (marks, (pairs, parts)) = (certificate.squares(), Default::default());
        let is_shown = document.status == Status::Unsatisfiable && !marks.is_empty();
        let marked = puzzle.board().filter(|_| is_shown).and_then(|board| {
            Drawing::Marked { board, marks, pairs, parts }.text(layout.width, layout.coloured)
        });
        if let Some(picture) = marked {
            let _ = writeln!(text, "{picture}");
        }
        let _ = writeln!(text, "{}", puzzle.because(certificate));
    }
    let _ = writeln!(text, "{}", verdict(document, document.found().len(), layout));
    if let Some(Diversity { of, most_shared: Some(share) }) = &document.diversity {
        let (found, percent) = (document.found().len(), (share * 100.0).ceil());
        let _ =
            writeln!(text, "{found} solutions: any two share at most {percent} % of their {of}");
    }
    if document.portfolio.len() > 1 {
        let _ = writeln!(text, "in turn: {}", turns(&document.portfolio));
    }
    if let Some(effort) = effort(&document.statistics) {
        let _ = writeln!(text, "{effort}");
    } else if short.is_some() {
        let _ = writeln!(text, "decided without a search");
    }
    if let Some(Proof { file, format, formula, cuts, bytes, .. }) = &document.proof {
        let bytes = counted(*bytes, "byte");
        let what = if document.status == Status::Optimal { "no better: " } else { "" };
        let _ = write!(text, "{what}proof in {file} ({format}, {bytes}), for {formula}");
        if *cuts > 0 {
            let _ = write!(text, " with {}", counted(*cuts, "cut"));
        }
        text.push('\n');
    }
    if let Some(proofs) = &document.cube_proofs {
        text += &of_parts(proofs, document.timing.cpu_seconds);
    }
    text
}

/// The proofs of the parts, and their effort.
fn of_parts(proofs: &CubeProofs, cpu_seconds: f64) -> String {
    let of_machines = of_machines(&proofs.hosts);
    let (first, last) = (proofs.files.first(), proofs.files.last());
    let files = match (first, last) {
        (Some(first), Some(last)) if proofs.files.len() > 1 => {
            format!("{} to {}", first.file, last.file)
        }
        (Some(file), _) => file.file.clone(),
        (None, _) => "no file".into(),
    };
    format!(
        "{} in {}{of_machines}: {}, {} of processor time; the largest part has {:.2} times the \
         lemmas of the mean\nproofs in {files} (drat, {})\n",
        counted(proofs.cubes, "cube"),
        counted(proofs.files.len() as u64, "part"),
        counted(proofs.lemmas, "lemma"),
        seconds(cpu_seconds),
        proofs.largest_over_mean,
        counted(proofs.files.iter().map(|file| file.bytes).sum(), "byte"),
    )
}

/// The board, if it fits, and the moves, if there are any to list.
fn drawn(puzzle: &dyn StatedPuzzle, solution: &Solution, layout: TextLayout) -> String {
    const TOO_LARGE: &str = "(the board is too large to show; --json lists the squares)\n";
    const TOO_WIDE: &str =
        "(the board is too large to show; --svg FILE draws it, --json lists the squares)\n";
    match solution {
        Solution::VertexPath { path: vertices } | Solution::Vertices { vertices } => {
            return format!("\n{}", walk(vertices, layout.width));
        }
        Solution::Classes { classes } => {
            let classes = (1..).zip(classes);
            let lines = classes.map(|(colour, class)| colour_class(colour, class, layout.width));
            return format!("\n{}", lines.collect::<String>());
        }
        Solution::Paths { paths } => {
            // That of a graph lists the paths too.
            let drawing = puzzle.drawing(solution, false).filter(|it| it.board().is_some());
            let picture = drawing.and_then(|drawing| drawing.text(layout.width, layout.coloured));
            let picture = picture.map_or_else(String::new, |picture| format!("\n{picture}"));
            return format!("{picture}\n{}", agent_paths(paths, layout.width));
        }
        Solution::Path { .. }
        | Solution::Squares { .. }
        | Solution::Meeting { .. }
        | Solution::Moves { .. } => {}
    }
    let drawing = puzzle.drawing(solution, layout.attacks);
    let draw = |drawing: &Drawing<'_>| drawing.text(layout.width, layout.coloured);
    let picture = drawing.as_ref().and_then(draw);
    let otherwise = if drawing.is_some() { TOO_WIDE } else { TOO_LARGE };
    let mut text = format!("\n{}", picture.as_deref().unwrap_or(otherwise));
    if let Some(list) = drawing.and_then(|drawing| moves(&drawing, layout.width)) {
        let _ = write!(text, "\n{list}");
    }
    text
}

fn verdict(document: &SolutionDocument, found: usize, layout: TextLayout) -> String {
    let (word, colour) = match document.status {
        Status::Unsatisfiable => ("no solution", AnsiColor::Red),
        Status::Unknown => ("undecided", AnsiColor::Yellow),
        Status::AllSolutions => ("all solutions", AnsiColor::Green),
        Status::Optimal => ("optimal", AnsiColor::Green),
        Status::Satisfied => ("solved", AnsiColor::Green),
    };
    let mut text = painted(word, colour, layout.coloured);
    if matches!(document.content, Solutions::Many { .. }) {
        // A search stopped by a limit may miss solutions, also all optimal ones.
        let some = document.status == Status::Unknown && document.objective.is_none();
        let drawn = document.sampling.as_ref().map(|sampling| drawn_from(sampling, document.seed));
        let drawn = drawn.unwrap_or_default();
        let least = if some && drawn.is_empty() { "at least " } else { "" };
        let _ = write!(text, " ({least}{found}{drawn})");
    }
    let are_several = matches!(document.content, Solutions::Many { .. });
    if let Some(objective) = document.objective {
        let _ = match document.bound {
            Some(bound) => write!(text, ": {} {objective}", bound.words()),
            None if are_several => write!(text, ", each of {objective}"),
            None => write!(text, ": {objective}"),
        };
        if let Some(lower_bound) = document.lower_bound {
            let _ = write!(text, ", at least {lower_bound}");
        }
        if let (Status::Satisfied, Some(factor)) = (document.status, &document.options.suboptimal) {
            let _ = write!(text, ", within a factor of {factor}");
        }
        if let Some(times) = document.puzzle.graph().and_then(|graph| graph.weights_times) {
            let _ = write!(text, " ({} in the file)", objective as f64 / f64::from(times));
        }
    }
    if let Some(count) = &document.optimal_solutions {
        let _ = match count.as_str() {
            "1" => write!(text, ", the only one"),
            _ => write!(text, ", one of {}", grouped_digits(count)),
        };
    }
    if let Some(reason) = document.reason {
        let _ = write!(text, ": {}", reason.describe());
    }
    let is_external = document.is_by_program || document.solver.as_deref() == Some(EXTERNAL);
    let proved = document.proof.as_ref().is_some_and(|proof| proof.checked);
    let by_parts = document.cube_proofs.as_ref().is_some_and(|proofs| proofs.checked);
    let drat = match &document.certificate {
        Some(Certificate::Drat(certificate)) => Some(checked_proof(certificate)),
        _ => None,
    };
    let search = document.certificate.as_ref().and_then(second_search);
    text.push_str(match (document.status, document.verified) {
        (Status::Unsatisfiable, _) if drat.is_some() => ", proof",
        (Status::Optimal, _) if drat.is_some() => ", solution verified, none better: proof",
        (Status::Unsatisfiable, _) if search.is_some() => ", none",
        (Status::Optimal, _) if search.is_some() => ", solution verified, none better",
        (Status::Unsatisfiable, true) if proved => ", proof checked",
        (Status::Unsatisfiable, true) if by_parts => ", proofs of all parts checked",
        (Status::Optimal, true) if proved => {
            ", solution verified, proof that none is better checked"
        }
        (Status::Unsatisfiable, true) => ", certificate verified",
        (Status::Unsatisfiable, false) if is_external => ", according to the external solver",
        (Status::Unsatisfiable, false) => ", search exhausted",
        (Status::Optimal, _) if document.certificate.is_some() => {
            ", solution and certificate verified"
        }
        (Status::Optimal, true) if document.is_by_program => {
            ", solution verified, none better according to the solver"
        }
        (Status::Optimal, true) => ", solution verified, none better by exhaustive search",
        (Status::Unknown, true) => "; the best solution found is verified",
        (Status::Satisfied, true) if document.bound.is_some() => ", verified",
        (_, true) if are_several && document.objective.is_some() => ", verified",
        (_, true) => " and verified",
        (_, false) => "",
    });
    let is_claim = match (document.status, document.verified) {
        (Status::Unsatisfiable, false) => is_external,
        (Status::Optimal, true) => {
            document.is_by_program && document.certificate.is_none() && !proved
        }
        _ => false,
    };
    if let Some(shown) = drat.or(search) {
        text += &shown;
    } else if let Some(NoOther { proof, .. }) = &document.no_other {
        let _ = write!(text, ", no other: proof{}", checked_proof(proof));
    } else if document.status == Status::AllSolutions && document.unchecked_because.is_some() {
        let _ = write!(text, ", no other found{}", unchecked(document));
    } else if document.claimed == Some(Status::Optimal) {
        let _ = write!(text, ", none better according to the solver{},", unchecked(document));
    } else if is_claim || document.unchecked_because.is_some() {
        text += &unchecked(document);
    }
    let _ = write!(text, " in {}", seconds(document.timing.total_seconds));
    text
}

/// The checked proof, with its formula.
pub(super) fn checked_proof(certificate: &DratCertificate) -> String {
    let DratCertificate { encoding, cuts, steps, .. } = certificate;
    let steps = counted(*steps, "step");
    let cuts = if *cuts > 0 { format!(" with {}", counted(*cuts, "cut")) } else { String::new() };
    format!(" of {steps} checked (formula: {encoding} encoding{cuts})")
}

/// The second search that a certificate is about.
pub(super) fn second_search(certificate: &Certificate) -> Option<String> {
    let Certificate::Search { steps, .. } = certificate else { return None };
    Some(format!(" by a second, plain search of {}", counted(*steps, "step")))
}

/// The reason why an answer was not checked.
fn unchecked(document: &SolutionDocument) -> String {
    let check = document.timing.check_seconds;
    let after = if check > 0.0 { format!(" after {}", seconds(check)) } else { String::new() };
    let why = document.unchecked_because.as_ref();
    format!(" (not checked{after}{})", why.map_or_else(String::new, |why| format!(": {why}")))
}

/// The number of solutions from which the samples were drawn, and how.
fn drawn_from(sampling: &Sampling, seed: u64) -> String {
    let from = sampling.undirected.as_ref().or(sampling.count.as_ref());
    let from = from.map_or_else(String::new, |count| format!(" from {}", grouped_digits(count)));
    let undirected = sampling.undirected.as_ref().map_or("", |_| " undirected");
    format!(" drawn uniformly{from}{undirected}, seed {seed}")
}

/// The counters that are not zero.
fn effort(statistics: &Statistics) -> Option<String> {
    let counts = [
        (statistics.attempts, "attempt"),
        (statistics.nodes, "node"),
        (statistics.backtracks, "backtrack"),
        (statistics.variables, "variable"),
        (statistics.clauses, "clause"),
        (statistics.rounds, "round"),
        (statistics.cuts, "cut"),
        (statistics.merges, "merge"),
    ];
    let shown: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| counted(*count, word))
        .collect();
    (!shown.is_empty()).then(|| shown.join(", "))
}
