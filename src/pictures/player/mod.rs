//! A page that plays a solution: one HTML file with the board, the moves and a player.

mod animated;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{
    AgentsPicture, Drawing, PlacedPiece,
    colour::{along, distinct},
    graph::{GraphPicture, fills, layout},
    letters::kinds,
    pieces::single,
    searches::ShownSearch,
    svg::COLOURS,
};
use crate::{
    board::{Board, square::Square},
    printable::one_line,
};

pub use animated::animated;

const STYLE: &str = include_str!("player.css");
const SCRIPT: &str = concat!(include_str!("marks.js"), include_str!("player.js"));

/// The longest side of a board, and the most moves, that a page shows.
const LONGEST_SIDE: u32 = 200;
const MOST_MOVES: usize = 50_000;

/// The most agents that leave a trail each.
const TRAILED: usize = 8;

/// A column and a row, counted from the lower left corner; for a vertex, thousandths of the picture.
type Place = [u32; 2];

/// The sides of the picture of a graph.
const GRAPH_SIDE: u32 = 1_000;

/// A piece on the board at the start.
#[derive(Debug, Default, Serialize)]
struct PlayedPiece {
    at: Place,
    letter: String,
    /// The shape as SVG, in a square of side 58; empty for a disc with the letter.
    shape: String,
    black: bool,
    /// Where a ring with its letter marks its goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<Place>,
    /// Its colour, and that of the letter on it, if it has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    colours: Option<[String; 2]>,
}

/// What the script plays.
#[derive(Debug, Default, Serialize)]
struct Play {
    rows: u32,
    columns: u32,
    blocked: Vec<Place>,
    /// [`Board::leans`] of hexagons.
    leans: Option<(i64, i64)>,
    pieces: Vec<PlayedPiece>,
    /// The moves of each step: which piece, and where it goes.
    steps: Vec<Vec<(usize, Place)>>,
    /// Whether the pieces leave a trail.
    trail: bool,
    /// The colours of as many parts of the trail of a single piece on a board.
    colours: Vec<String>,
    /// The number of the first square of a single piece, if squares are numbered.
    first: Option<u32>,
    /// Whether the last step leads back to the start.
    closed: bool,
    /// The graph, instead of a board.
    graph: Option<PlayedGraph>,
    /// Searches side by side, instead of pieces that move.
    searches: Vec<ShownSearch>,
}

/// A graph instead of the squares.
#[derive(Debug, Serialize)]
struct PlayedGraph {
    places: Vec<Place>,
    names: Vec<String>,
    edges: Vec<(u32, u32)>,
    /// The class of each vertex that has one.
    classes: Vec<Option<u32>>,
    /// The fills of classes and of text on them, if classes are numbered.
    fills: Vec<[&'static str; 2]>,
    /// Pairs of vertices that are marked.
    pairs: Vec<(u32, u32)>,
}

fn place(square: Square) -> Place {
    [square.column, square.rank]
}

impl Play {
    fn on(board: &Board) -> Self {
        Self {
            rows: board.rows(),
            columns: board.columns(),
            blocked: board.blocked_squares().map(place).collect(),
            leans: board.leans(),
            trail: true,
            ..Self::default()
        }
    }

    /// A path through a graph.
    fn through(picture: &GraphPicture<'_>) -> Self {
        let part = |part: f64| (part * f64::from(GRAPH_SIDE)).round() as u32;
        // Ranks are counted from below.
        let of_layout =
            |(x, y): (f64, f64)| [part(x), GRAPH_SIDE - 1 - part(y).min(GRAPH_SIDE - 1)];
        let places: Vec<Place> = layout::places(picture).into_iter().map(of_layout).collect();
        let back = picture.path.first().filter(|_| picture.closed);
        let mut visited = picture.path.iter().filter_map(|&vertex| places.get(vertex as usize));
        let start = visited.next();
        let piece = |&at: &Place| PlayedPiece { at, ..PlayedPiece::default() };
        let back = back.and_then(|&vertex| places.get(vertex as usize));
        Self {
            rows: GRAPH_SIDE,
            columns: GRAPH_SIDE,
            pieces: start.into_iter().map(piece).collect(),
            steps: visited.chain(back).map(|&to| vec![(0, to)]).collect(),
            trail: true,
            first: Some(1),
            closed: picture.closed,
            graph: Some(PlayedGraph {
                names: picture.names.iter().map(|name| one_line(name).into_owned()).collect(),
                edges: picture.edges.to_vec(),
                classes: picture.classes.clone(),
                fills: fills(picture),
                pairs: picture.pairs.clone(),
                places,
            }),
            ..Self::default()
        }
    }

    /// One piece along a path.
    fn along(
        board: &Board,
        path: &[Square],
        (first, closed): (u32, bool),
        piece: Option<&str>,
    ) -> Self {
        let mut play = Self { first: Some(first), closed, ..Self::on(board) };
        let Some((&start, rest)) = path.split_first() else { return play };
        let placed = piece.map(|piece| PlacedPiece { square: start, piece, black: false });
        let shaped = placed.map(|placed| Self::standing(board, &[placed]).pieces);
        let disc = || vec![PlayedPiece { at: place(start), ..PlayedPiece::default() }];
        play.pieces = shaped.unwrap_or_else(disc);
        let back = closed.then_some(&start);
        play.steps = rest.iter().chain(back).map(|&to| vec![(0, place(to))]).collect();
        let parts = play.steps.len().min(COLOURS);
        play.colours = (0..parts).map(|part| along(closed, part, parts).to_string()).collect();
        play
    }

    /// Pieces with their letters.
    fn standing(board: &Board, placed: &[PlacedPiece<'_>]) -> Self {
        let kinds = kinds(placed);
        let piece = |piece: &PlacedPiece<'_>| PlayedPiece {
            at: place(piece.square),
            letter: kinds[piece.piece].letter.to_string(),
            shape: single(&kinds[piece.piece], piece.black),
            black: piece.black,
            ..PlayedPiece::default()
        };
        let pieces = placed.iter().map(piece).collect();
        Self { pieces, trail: false, ..Self::on(board) }
    }

    /// Agents that all move in each step, unless they wait.
    fn together(agents: &AgentsPicture<'_>) -> Self {
        let ground = match (agents.board(), agents.graph()) {
            (Some(board), _) => Self::on(board),
            (None, Some(graph)) => Self { first: None, ..Self::through(graph) },
            (None, None) => Self::default(),
        };
        let at = |&at: &u32| match (agents.board(), &ground.graph) {
            (Some(board), _) => Some(place(board.square_of_cell(at as usize))),
            (None, graph) => graph.as_ref()?.places.get(at as usize).copied(),
        };
        let count = agents.paths().len();
        let mut steps = vec![Vec::new(); agents.steps()];
        let mut pieces = Vec::new();
        for (number, path) in agents.paths().iter().enumerate() {
            let places: Vec<Place> = path.iter().filter_map(at).collect();
            let (Some(&at), Some(&goal)) = (places.first(), places.last()) else { continue };
            for (step, ends) in places.windows(2).enumerate() {
                if ends[0] != ends[1] {
                    steps[step].push((pieces.len(), ends[1]));
                }
            }
            let (letter, colours) = ((number + 1).to_string(), Some(distinct(number, count)));
            let goal = Some(goal);
            pieces.push(PlayedPiece { at, letter, goal, colours, ..PlayedPiece::default() });
        }
        Self { pieces, steps, trail: count <= TRAILED, ..ground }
    }

    fn of(drawing: &Drawing<'_>) -> Self {
        match drawing {
            Drawing::Tour { board, path, closed, piece, .. } => {
                Self::along(board, path, (1, *closed), Some(piece))
            }
            Drawing::Route(route) => Self::along(route.board, route.path, (0, false), None),
            Drawing::Pieces { board, pieces, .. } => Self::standing(board, pieces),
            Drawing::Marked { board, marks, .. } => {
                let mut play = Self { trail: false, ..Self::on(board) };
                let piece = |&square: &Square| PlayedPiece {
                    at: place(square),
                    letter: "×".into(),
                    black: true,
                    ..PlayedPiece::default()
                };
                play.pieces = marks.iter().map(piece).collect();
                play
            }
            Drawing::Graph(picture) => Self::through(picture),
            Drawing::Agents(agents) => Self::together(agents),
            Drawing::Exchange(exchange) => {
                let mut play = Self::standing(exchange.board, &exchange.start);
                let mut at: Vec<Place> = play.pieces.iter().map(|piece| piece.at).collect();
                for moves in exchange.steps() {
                    let moved = moves.iter().filter_map(|&[from, to]| {
                        let piece = at.iter().position(|&here| here == place(from))?;
                        at[piece] = place(to);
                        Some((piece, place(to)))
                    });
                    play.steps.push(moved.collect());
                }
                play
            }
            Drawing::Meeting(meeting) => {
                let mut play = Self::on(meeting.board);
                for (number, rider) in meeting.riders.iter().enumerate() {
                    let letter = rider.jumps_per_turn.to_string();
                    let at = place(rider.from);
                    play.pieces.push(PlayedPiece { at, letter, ..PlayedPiece::default() });
                    // A turn takes as many steps as the most jumps in it.
                    let mut begin = 0;
                    for turn in 0..meeting.turns() {
                        let jumps = rider.turns.get(turn).map_or(&[][..], Vec::as_slice);
                        let steps = meeting.jumps(turn).max(1);
                        play.steps.resize_with(play.steps.len().max(begin + steps), Vec::new);
                        for (step, &to) in jumps.iter().enumerate() {
                            play.steps[begin + step].push((number, place(to)));
                        }
                        begin += steps;
                    }
                }
                play
            }
        }
    }
}

/// The page that steps through searches on the ground of a drawing, side by side; `None` as for
/// [`page`].
#[must_use]
pub fn searches_page(
    ground: &Drawing<'_>,
    title: &str,
    searches: Vec<ShownSearch>,
) -> Option<String> {
    let (steps, pieces) = Default::default();
    let play = Play { searches, steps, pieces, first: None, trail: false, ..Play::of(ground) };
    written(&play, title)
}

/// The page of a drawing, or `None` if the board or the plan is too large: sides of at most 200
/// squares, at most 50,000 moves.
#[must_use]
pub fn page(drawing: &Drawing<'_>, title: &str) -> Option<String> {
    written(&Play::of(drawing), title)
}

fn written(play: &Play, title: &str) -> Option<String> {
    let moves: usize = play.steps.iter().map(Vec::len).sum();
    let is_large = play.graph.is_none() && play.rows.max(play.columns) > LONGEST_SIDE;
    if is_large || moves > MOST_MOVES {
        return None;
    }
    // `<` could end the script that holds the data.
    let data = serde_json::to_string(play).ok()?.replace('<', "\\u003c");
    Some(document(title, &data, play).into_string())
}

/// The content policy of a page: it shows its own style and pictures and runs only this script,
/// whatever the data contain. The page has no network access.
#[must_use]
pub fn policy(script: &str) -> String {
    let hash = STANDARD.encode(Sha256::digest(script));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; \
         img-src data:; base-uri 'none'; form-action 'none'"
    )
}

fn document(title: &str, data: &str, play: &Play) -> Markup {
    let policy = policy(SCRIPT);
    let is_still = play.steps.is_empty() && play.searches.is_empty();
    let title = one_line(title);
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main .wide[play.searches.len() > 1] {
                    h1 { (title) }
                    @if play.searches.is_empty() {
                        div .board {}
                    }
                    div .searches {
                        @for search in &play.searches {
                            section {
                                h2 { (search.name) }
                                div .board {}
                                p .said role="status" {}
                                p .counts {}
                            }
                        }
                    }
                    @if !is_still {
                        div .controls role="group" aria-label="Player" {
                            button #back type="button" aria-label="One step back" { "◀" }
                            button #play type="button" { "Play" }
                            button #next type="button" aria-label="One step on" { "▶" }
                            input #step type="range" min="0" value="0" aria-label="Step";
                            output #where for="step" {}
                            label {
                                "Speed "
                                input #speed type="range" min="0" max="10" value="5";
                            }
                        }
                        @if play.searches.is_empty() {
                            p #said role="status" {}
                        }
                        p .hint { "Space plays and pauses, the arrow keys step, Home and End jump." }
                    }
                    noscript { "This page needs JavaScript; `satranj draw … -o FILE.svg` does not." }
                }
                script type="application/json" #play-data { (PreEscaped(data)) }
                script type="module" { (PreEscaped(SCRIPT)) }
            }
        }
    }
}
