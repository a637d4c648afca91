//! The arguments of tours, and of Hamiltonian paths and cycles in graphs.

use std::{
    collections::{BTreeMap, HashSet},
    ffi::OsString,
    path::Path,
};

use clap::Args;

use super::{
    boards::{BLOCK_FOR_ONE, BoardArguments},
    graph::{self, GraphArguments, NotedStatement},
    question::{OfGraph, OtherQuestion},
    size_range::SizeWord,
    stated::StatedCases,
    values::square,
};
use crate::{
    board::{
        piece::Piece,
        square::{Square, parse_move, split_list},
    },
    cli::CliError,
    graphs::NamedGraph,
    puzzles::{
        BoardStatement, StatementError,
        fields::Field,
        hamilton::HamiltonStatement,
        kinds::{AskedOfGraph, AskedStatement},
        no_vertex,
        places::PlaceName,
        tour::{Longest, TourStatement, TourSymmetry},
    },
    run::Run,
};

/// A tour.
#[derive(Debug, Clone, Args)]
#[command(
    mut_arg("board", |board| board.help(
        "ROWSxCOLUMNS, hex:SIDE, or @FILE with lines of `.` (free) and `#` (blocked)"
    )),
    mut_arg("block", |block| block.help(BLOCK_FOR_ONE)),
)]
pub struct TourArguments {
    /// Set the piece: a name, leaper:A,B, rider:A,B, betza:WfF, or a sum (queen+knight)
    #[arg(long, default_value = "knight", value_parser = Piece::lower_case)]
    pub piece: String,
    /// Ask for a closed tour: the last square is a move from the first
    #[arg(long)]
    pub closed: bool,
    /// Start on this square: a1 (lower left) or 0,0 (row,column, top left)
    #[arg(long, value_name = "SQUARE", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// End an open tour on this square
    #[arg(long, value_name = "SQUARE", allow_hyphen_values = true)]
    pub end: Option<String>,
    #[command(flatten)]
    pub board: BoardArguments,
    /// Ask for a symmetric tour: half-turn, quarter-turn, mirror or flip
    #[arg(long)]
    pub symmetry: Option<TourSymmetry>,
    #[command(flatten)]
    pub longest: LongestArguments,
    /// Ask for a longest path whose moves do not cross
    #[arg(long, hide_short_help = true)]
    pub uncrossed: bool,
    /// Visit squares at these times: a1=1,d4=17 (the first at 1)
    #[arg(long, value_name = "TIMES", allow_hyphen_values = true)]
    pub at: Vec<String>,
    /// Make these moves: a1-b3,b3-c5 or, as row,column, 0,0-1,2;1,2-3,3
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub given: Vec<String>,
}

/// A longest path or cycle.
#[derive(Debug, Clone, Default, Args)]
pub struct LongestArguments {
    /// Ask for a longest path or cycle, which may leave out places
    #[arg(long)]
    pub longest: bool,
    /// Ask for a longest induced path or cycle: only consecutive places are linked
    #[arg(long, hide_short_help = true)]
    pub induced: bool,
    /// Accept a path or cycle of at least this many moves
    #[arg(long, value_name = "MOVES", hide_short_help = true)]
    pub at_least: Option<u64>,
}

impl LongestArguments {
    /// What is asked of a longest path, if one is requested.
    fn longest(&self, uncrossed: bool) -> Option<Longest> {
        let Self { longest, induced, at_least } = *self;
        let is_asked = longest || induced || uncrossed || at_least.is_some();
        is_asked.then_some(Longest { uncrossed, induced, at_least })
    }
}

impl OtherQuestion for TourArguments {
    fn file(&self) -> Option<&Path> {
        self.board.file()
    }

    fn size(&mut self) -> Option<(&mut OsString, SizeWord)> {
        Some((&mut self.board.board, SizeWord::Board))
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let (board, mut times) = self.board.numbered()?;
        for text in self.at.iter().flat_map(|list| split_list(list)) {
            let (name, time) = time_of(text, "a1=1")?;
            add_time(
                &mut times,
                square(Field::Times, name, |name| Square::parse(name, &board))?,
                time,
            )?;
        }
        let end = |field, text: &Option<String>| {
            let free = |text: &str| Square::parse(text, &board);
            text.as_deref().map(|text| square(field, text, free)).transpose()
        };
        let (start, end) = (end(Field::Start, &self.start)?, end(Field::End, &self.end)?);
        let moves = self.given.iter().flat_map(|list| split_list(list));
        let given = moves.map(|text| parse_move(text, &board)).collect::<Result<_, _>>();
        let given = given.map_err(|error| StatementError::at(Field::Given, error))?;
        let (piece, closed, board) =
            (self.piece.clone(), self.closed, BoardStatement::from(&board));
        let (symmetry, longest) = (self.symmetry, self.longest.longest(self.uncrossed));
        StatedCases::one(TourStatement {
            board,
            piece,
            closed,
            start,
            end,
            given,
            times,
            symmetry,
            longest,
        })
    }
}

/// A Hamiltonian path or cycle problem.
#[derive(Debug, Clone, Default, Args)]
pub struct HamiltonArguments {
    /// Ask for a cycle (the default)
    #[arg(long, conflicts_with = "path")]
    pub cycle: bool,
    /// Ask for a path
    #[arg(long)]
    pub path: bool,
    /// Start at this vertex, by its name in the file
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// End a path at this vertex
    #[arg(long, value_name = "VERTEX", allow_hyphen_values = true)]
    pub end: Option<String>,
    /// Visit vertices at these times: A=1,B=5 (the first at 1) or A=1;B=5
    #[arg(long, value_name = "TIMES", allow_hyphen_values = true)]
    pub at: Vec<String>,
    /// Use these edges: A-B,B-C or A-B;B-C
    #[arg(long, value_name = "EDGES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    #[command(flatten)]
    pub longest: LongestArguments,
}

/// The problem of a path or a cycle in a file's graph, and a note on what it ignores.
///
/// # Errors
/// [`CliError`], with the place in the file.
pub fn hamilton_of_file(graph: &Path, path: bool, run: &Run) -> Result<NotedStatement, CliError> {
    let file = GraphArguments { graph: graph.into(), ..GraphArguments::default() };
    let asked = HamiltonArguments { path, ..HamiltonArguments::default() };
    graph::only(&file, &*OfGraph::<HamiltonStatement>::about(asked), run)
}

impl AskedOfGraph for HamiltonStatement {
    type Arguments = HamiltonArguments;

    fn asked(arguments: &Self::Arguments, graph: &mut NamedGraph) -> AskedStatement {
        let named = |&(a, b): &(u32, u32)| {
            [graph.names[a as usize].clone(), graph.names[b as usize].clone()]
        };
        let mut given: Vec<[String; 2]> = graph.fixed.iter().map(named).collect();
        if !arguments.given.is_empty() {
            let known: HashSet<&str> = graph.names.iter().map(String::as_str).collect();
            let names = (&known, &graph.names[..]);
            for list in &arguments.given {
                if let Ok(edge) = edge(list, names) {
                    given.push(edge);
                    continue;
                }
                for text in split_list(list) {
                    given.push(edge(text, names)?);
                }
            }
        }
        let mut times = BTreeMap::new();
        for list in &arguments.at {
            let is_one = list
                .rsplit_once('=')
                .is_some_and(|(name, _)| graph.names.iter().any(|own| own == name));
            for text in if is_one { vec![list.as_str()] } else { split_list(list) } {
                let (name, time) = time_of(text, "A=1")?;
                add_time(&mut times, name.to_owned(), time)?;
            }
        }
        let graph = graph.into();
        let (start, end) = (arguments.start.clone(), arguments.end.clone());
        let (closed, longest) = (!arguments.path, arguments.longest.longest(false));
        Ok(HamiltonStatement { graph, closed, start, end, given, times, longest }.into())
    }
}

/// The place and the time of an entry of `--at`.
fn time_of<'t>(text: &'t str, example: &str) -> Result<(&'t str, u32), StatementError> {
    let split = text.rsplit_once('=');
    let split = split.and_then(|(name, time)| Some((name.trim(), time.trim().parse().ok()?)));
    split.ok_or_else(|| {
        let problem = format!("write a place and the time of its visit as {example}");
        StatementError::of(Field::Times, &text, problem)
    })
}

/// Adds a time to those of other places.
fn add_time<N: PlaceName>(
    times: &mut BTreeMap<N, u32>,
    place: N,
    time: u32,
) -> Result<(), StatementError> {
    let name = place.in_line();
    match times.insert(place, time) {
        Some(other) if other != time => {
            let problem = format!("{name} already has the time {other}");
            Err(StatementError::of(Field::Times, &format!("{name}={time}"), problem))
        }
        _ => Ok(()),
    }
}

/// An edge A-B; names may contain hyphens as well.
fn edge(
    text: &str,
    (known, names): (&HashSet<&str>, &[String]),
) -> Result<[String; 2], StatementError> {
    let is_vertex = |name: &str| known.contains(name);
    let splits = text.match_indices('-').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let mut edges = splits.filter(|(a, b)| is_vertex(a) && is_vertex(b));
    let problem = match (edges.next(), edges.next()) {
        (Some((a, b)), None) => return Ok([a.into(), b.into()]),
        (None, _) => match text.split_once('-') {
            // Only one split is possible.
            Some((a, b)) if !b.contains('-') && !a.is_empty() && !b.is_empty() => {
                let unknown = if is_vertex(a) { b } else { a };
                return Err(StatementError::of(
                    Field::Given,
                    &text,
                    no_vertex(unknown, names.iter()),
                ));
            }
            _ => "write an edge as A-B, with two vertices of the graph",
        },
        (Some(_), Some(_)) => {
            "this can mean several edges, because names of vertices contain a \
                               hyphen"
        }
    };
    Err(StatementError::of(Field::Given, &text, problem))
}
