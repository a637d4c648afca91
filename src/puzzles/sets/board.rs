//! Sets on boards: pieces of one kind or several.

use std::borrow::Cow;

use satranj_encodings::{lattice::Step, model::Count};

use super::{DominationRules, Placement, SetKind, SetPlaces, SetRule, SetWords, line_sums};
use crate::{
    board::square::Square,
    pictures::Drawing,
    puzzles::{
        BoardStatement, Certificate, Ruling, Solution, Statement, Violation,
        board_places::BoardPlaces,
        dominate::DominateStatement,
        drawing::{StandingPiece, drawing_of, marked_squares},
        ensure,
        graph_sets::SetCertificate,
        named, pieces_given,
        place::{
            PlaceCount, PlaceStatement,
            army::{PartStatement, Side},
            plural,
        },
        places::PuzzlePlaces,
        squares_blocked,
    },
};

impl SetPlaces for BoardPlaces {
    const SET: SetWords = SetWords {
        form: "pieces on a board have `squares`",
        taken: "taken",
        there: "on the board",
        exclude: "attack one another",
        go_together: "do not attack one another",
        dominated: ["attacked or occupied", "attacked"],
        may_gain: ["one more piece fits on ", ""],
        allowed: ["it allows ", " pieces"],
        reached: ["only ", " are placed"],
    };

    fn statement(set: &Placement) -> Statement {
        let (board, parts) = (&set.places().board, &set.kinds);
        let (single, stated_board) = (&set.kinds[0], BoardStatement::from(board));
        let given = set.given.iter().map(|&(place, kind)| (kind, set.places().name(place)));
        if let SetRule::Dominating(rules) = set.rule {
            let (board, piece) = (stated_board, single.name.clone());
            let statement = DominateStatement::asking(board, piece, single.count.into(), rules);
            let given = given.map(|(_, square)| square).collect();
            return Statement::Dominate(DominateStatement { given, ..statement });
        }
        let count = parts.iter().find(|part| part.own_count.is_none());
        let given = given.map(|(kind, square)| {
            let name = &parts[kind].name;
            if set.is_army { format!("{name}@{square}") } else { square.to_string() }
        });
        let army = parts.iter().filter(|_| set.is_army).map(|part| PartStatement {
            side: part.side,
            piece: part.places.piece.to_string(),
            count: part.own_count,
        });
        Statement::Place(PlaceStatement {
            board: stated_board,
            piece: (!set.is_army).then(|| single.name.clone()),
            army: army.collect(),
            count: count.map_or_else(PlaceCount::default, |part| part.count.into()),
            given: given.collect(),
        })
    }

    fn title(set: &Placement) -> String {
        let (board, parts) = (&set.places().board, &set.kinds);
        let free = parts.iter().position(|part| part.count == Count::Optimum);
        let best = if set.is_most() { "the most" } else { "the fewest" };
        let asked = |(index, part): (usize, &SetKind<Self>)| {
            let side = part.side.map_or_else(String::new, |side| format!("{side} "));
            let name = part.places.piece.to_string();
            match part.count {
                Count::Exactly(count) => format!("{count} {side}{}", plural(&name, Some(count))),
                Count::Optimum if Some(index) == free => {
                    format!("{best} {side}{}", plural(&name, None))
                }
                Count::Optimum => format!("as many {side}{}", plural(&name, None)),
            }
        };
        let asked: Vec<String> = parts.iter().enumerate().map(asked).collect();
        let whole = match set.rule {
            SetRule::Dominating(rules) => {
                let whole = if rules.total {
                    format!("that attack every square of {board}, also the occupied ones")
                } else {
                    format!("that attack or occupy every square of {board}")
                };
                let once = match (rules.perfect, rules.total) {
                    (true, true) => ", each once",
                    (true, false) => ", each free one once",
                    _ => "",
                };
                whole + once + if rules.most { ", each of them necessary" } else { "" }
            }
            _ => format!("on {board}"),
        };
        let apart = match set.rule {
            SetRule::Dominating(DominationRules { independent: false, .. }) => "",
            _ if parts[0].side.is_some() => ", none attacking one of the other side",
            _ => ", none attacking another",
        };
        let blocked = squares_blocked(board.holes());
        let given = pieces_given(set.given.len());
        format!("{} {whole}{apart}{blocked}{given}", asked.join(" and "))
    }

    fn because(set: &Placement, certificate: &Certificate) -> String {
        let board = &set.places().board;
        let squares = named(&certificate.squares());
        match certificate {
            Certificate::GivenPieces { .. } => {
                format!("because the given pieces on {squares} attack one another")
            }
            Certificate::Unattackable { .. } => {
                format!("because no {} can attack {squares}", set.places().piece)
            }
            Certificate::CliqueCover { groups } => {
                let given = match set.given.len() {
                    0 => String::new(),
                    given => format!(" and the {given} given"),
                };
                format!(
                    "because {} groups of squares{given} cover the board, and in each group all \
                     pieces would attack each other",
                    groups.len()
                )
            }
            Certificate::Matching { pairs } => {
                let pairs = pairs.len() as u64;
                let left = match u64::from(board.free_squares()).saturating_sub(2 * pairs) {
                    0 => "no square is".into(),
                    1 => "one square is".into(),
                    left => format!("{left} squares are"),
                };
                format!(
                    "because each of {pairs} disjoint attacking pairs holds at most one piece, and \
                     {left} left over"
                )
            }
            Certificate::CrossingLines { grids } => {
                let least: usize = grids.iter().map(Vec::len).sum();
                format!(
                    "because fewer than {least} pieces leave two lines free that cross, and no piece \
                     attacks the square where they do"
                )
            }
            Certificate::LineSums { at_most } => line_sums::because(*at_most),
            _ => format!("because of {squares}"),
        }
    }

    fn drawing<'a>(
        set: &'a Placement,
        solution: &'a Solution,
        attacks: bool,
    ) -> Option<Drawing<'a>> {
        let standing = |name: Option<&str>| {
            let kind = match name {
                Some(name) => set.kinds.iter().find(|kind| kind.name == name)?,
                None => &set.kinds[0],
            };
            let (piece, black) = (&kind.places.piece, kind.side == Some(Side::Black));
            Some(StandingPiece { name: piece.name(), piece, black })
        };
        let board = &set.places().board;
        Some(drawing_of(board, board, solution, attacks, standing))
    }

    fn reason_drawing<'a>(set: &'a Placement, certificate: &Certificate) -> Option<Drawing<'a>> {
        marked_squares(&set.places().board, certificate)
    }

    fn certificate(reason: SetCertificate<Square>) -> Option<Certificate> {
        Certificate::stating_set(reason)
    }

    fn stated_reason(
        certificate: &Certificate,
    ) -> Result<Cow<'_, SetCertificate<Square>>, Violation> {
        certificate.set().map(Cow::Owned).map_err(Violation)
    }

    fn shown(&self, square: &Square) -> Result<u32, Violation> {
        ensure!(self.board.is_free(*square), "{square} is not a free square of the board");
        Ok(self.board.cell(*square) as u32)
    }

    fn near(&self, place: u32) -> Vec<u32> {
        self.reach(place)
    }

    fn attackers(&self, place: u32) -> Vec<u32> {
        if self.is_directed() { self.before(place) } else { self.reach(place) }
    }

    fn are_linked(&self, one: u32, other: u32) -> bool {
        self.moves().is_move(self.name(one), self.name(other))
    }

    /// Whether squares lie on one line of a repeated step, with all squares between the first and the
    /// last free: then each attacks every other.
    fn is_line(&self, places: &[u32]) -> bool {
        let mut squares: Vec<Square> =
            places.iter().map(|&place| self.board.square_of_cell(place as usize)).collect();
        squares.sort_unstable();
        let [first, .., last] = squares[..] else { return true };
        let lead = |step: &Step| {
            let mut ray = self.board.ray(first, *step).take_while(|at| (first..=last).contains(at));
            squares[1..].iter().all(|&square| ray.any(|at| at == square))
        };
        self.piece.steps().iter().any(|step| step.reach == Step::UNLIMITED && lead(step))
    }

    fn check_line_sums(&self, at_most: u32) -> Ruling {
        ensure!(self.board.blocked_squares().next().is_none(), "blocked squares interrupt lines");
        line_sums::check(&self.board, &self.piece, at_most)
    }

    fn steps_of_check(&self, pairs: u64, near: u64) -> u64 {
        let longest = u64::from(self.board.longest_line());
        let of_pair = 4 * self.piece.steps().len() as u64 + longest;
        self.moves().steps_of(near).saturating_add(pairs.saturating_mul(of_pair))
    }

    fn most_links(&self) -> u64 {
        self.moves().bound()
    }
}
