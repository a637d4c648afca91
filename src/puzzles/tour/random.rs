//! Random tours by seed: random blocked squares and given moves.

use petgraph::unionfind::UnionFind;
use rand::{RngExt, seq::SliceRandom};
use satranj_encodings::lattice::Step;

use super::{
    TourStatement,
    numbers::{self, GivenNumbers, MOST_NUMBERED},
};
use crate::{
    board::{Board, piece::Piece, square::Square},
    puzzles::{
        StatementError,
        chance::{Amount, MOST_SQUARES, ONE_SQUARE, TRIES, check_blocked, draw_given},
        fields::Field,
        moves::Moves,
    },
    random::Generator,
};

/// How random tours are distributed.
///
/// A tour may not exist; only obvious obstacles are avoided.
#[derive(Debug, Clone)]
pub struct TourDistribution {
    /// The board; its blocked squares stay blocked.
    pub board: Board,
    /// The piece.
    pub piece: Piece,
    /// Whether the tour returns to its start.
    pub closed: bool,
    /// How many of the free squares are blocked at random; a share is rounded to a number that the
    /// colours allow.
    ///
    /// If there are any, every square that stays free has at least two moves. If every move changes
    /// the colour, a closed tour has equally many free squares of both colours, and an open one at
    /// most one more of one.
    pub blocked: Amount,
    /// How many moves are given at random; a share is of the number of free squares at the end.
    /// They form paths, but no cycle.
    pub given: Amount,
    /// Which numbers of a random tour, which then exists, are given.
    pub numbers: GivenNumbers,
}

impl TourDistribution {
    /// Checks what can be checked beforehand.
    ///
    /// # Errors
    /// [`StatementError`], with the value and the possible values.
    pub fn check(&self) -> Result<(), StatementError> {
        let board = &self.board;
        let squares = board.size();
        if squares as u64 > MOST_SQUARES {
            let problem =
                format!("{board} has {squares} squares; at most {MOST_SQUARES} are possible");
            return Err(StatementError::whole(problem).blaming(Field::Board).with_value(board));
        }
        let free = board.free_squares();
        let stay = check_blocked(free, self.blocked, ONE_SQUARE)?;
        let given = self.given;
        if let Amount::Number(number) = given
            && number >= stay
        {
            let problem = format!("a path through {stay} squares has fewer moves");
            return Err(StatementError::of(Field::Given, &given, problem));
        }
        let is_plain = self.numbers == GivenNumbers::None && stay == free && given.of(free) == 0;
        if !is_plain && board.lattice(&self.piece).is_directed() {
            let problem = "blocked squares, moves and numbers are drawn only for a piece that can \
                           take each move back";
            return Err(StatementError::of(Field::Piece, &self.piece, problem));
        }
        if self.numbers != GivenNumbers::None && stay > MOST_NUMBERED {
            let problem = format!("numbers are drawn for at most {MOST_NUMBERED} free squares");
            return Err(StatementError::whole(problem).blaming(Field::Board).with_value(board));
        }
        Ok(())
    }

    /// The next tour.
    ///
    /// # Errors
    /// As [`TourDistribution::check`], or one that names the part that was not found.
    pub fn draw(&self, generator: &mut Generator) -> Result<TourStatement, StatementError> {
        let (piece, closed) = (&self.piece, self.closed);
        if self.numbers != GivenNumbers::None {
            for _ in 0..TRIES {
                let board = self.draw_board(generator)?;
                let times = numbers::draw(&board, piece, closed, self.numbers, generator);
                if let Some(times) = times {
                    return Ok(TourStatement {
                        times,
                        ..TourStatement::new(board, piece.name(), closed)
                    });
                }
            }
            let problem = "no tour was found; change the board, or block fewer squares";
            return Err(StatementError::whole(problem.to_owned())
                .blaming(Field::Board)
                .with_value(&self.board));
        }
        let board = self.draw_board(generator)?;
        let given = self.draw_given(&board, generator)?;
        Ok(TourStatement { given, ..TourStatement::new(board, piece.name(), closed) })
    }

    /// The next board.
    ///
    /// # Errors
    /// As [`TourDistribution::draw`].
    pub fn draw_board(&self, generator: &mut Generator) -> Result<Board, StatementError> {
        self.check()?;
        let free = self.board.free_squares();
        let wanted = self.blocked.of(free);
        if wanted == 0 {
            return Ok(self.board.clone());
        }
        let mut board = self.board.clone();
        self.block_dead_ends(&mut board);
        let alive = self.classes(&board);
        let quotas = self.quotas(free, alive)?;
        for _ in 0..TRIES {
            let quota = quotas[generator.random_range(0..quotas.len())];
            if let Some(board) = self.block(board.clone(), quota, generator) {
                return Ok(board);
            }
        }
        let problem = "no board was found on which every free square has two moves; block fewer";
        Err(StatementError::of(Field::Blocked, &self.blocked, problem))
    }

    /// Blocks squares with fewer than two moves until none is left.
    fn block_dead_ends(&self, board: &mut Board) {
        let mut squares: Vec<Square> = board.squares().collect();
        while let Some(square) = squares.pop() {
            if board.is_free(square) && !self.has_two_moves(board, square, None) {
                squares.extend(self.reach(board, square));
                board.block(square);
            }
        }
    }

    /// Whether every move changes the colour.
    fn changes_colour(&self) -> bool {
        let steps = self.piece.steps();
        self.board.keeps_colours() && steps.iter().all(Step::changes_colour)
    }

    /// The colour of a square, 0 or 1; always 0 if colours do not matter.
    fn class(&self, square: Square) -> usize {
        if self.changes_colour() { ((square.rank ^ square.column) & 1) as usize } else { 0 }
    }

    /// The numbers of free squares of each class.
    fn classes(&self, board: &Board) -> [u32; 2] {
        let mut classes = [0; 2];
        for square in board.squares() {
            classes[self.class(square)] += 1;
        }
        classes
    }

    /// How many more squares of each class may be blocked, in every possible way, given the number
    /// of squares that were free and the free squares left of each class.
    fn quotas(&self, free: u32, alive: [u32; 2]) -> Result<Vec<[u32; 2]>, StatementError> {
        let ways = |blocked: u32| -> Vec<[u32; 2]> {
            let stays = free - blocked;
            // The free squares of the first class at the end.
            let first = match (self.changes_colour(), stays % 2) {
                (false, _) => vec![stays],
                (true, 0) => vec![stays / 2],
                (true, _) if !self.closed => vec![stays / 2, stays / 2 + 1],
                (true, _) => vec![],
            };
            let quota = |first: u32| {
                let left = [alive[0].checked_sub(first)?, alive[1].checked_sub(stays - first)?];
                Some(left)
            };
            first.into_iter().filter_map(quota).collect()
        };
        let wanted = self.blocked.of(free);
        let near = match self.blocked {
            Amount::Number(_) => vec![wanted],
            Amount::Percent(_) => vec![wanted, wanted + 1, wanted - 1],
        };
        let found = near.into_iter().filter(|&blocked| blocked < free).map(ways);
        found.into_iter().find(|ways| !ways.is_empty()).ok_or_else(|| {
            let [one, other] = alive;
            let problem = if self.changes_colour() {
                format!(
                    "of {free} free squares, {one} of one colour and {other} of the other have two \
                     moves; blocking cannot make the two numbers equal{}",
                    if self.closed { "" } else { " or differ by one" }
                )
            } else {
                format!("of {free} free squares, {one} have two moves")
            };
            StatementError::of(Field::Blocked, &self.blocked, problem)
        })
    }

    /// Blocks a number of squares of each colour; `None` at a dead end.
    fn block(
        &self,
        mut board: Board,
        mut quota: [u32; 2],
        generator: &mut Generator,
    ) -> Option<Board> {
        let mut order: Vec<Square> = board.squares().collect();
        order.shuffle(generator);
        while quota != [0, 0] {
            let before = quota;
            // A square that a neighbour needs now may be blocked later, once that neighbour is blocked.
            order.retain(|&square| {
                let left = &mut quota[self.class(square)];
                let goes = *left > 0
                    && self
                        .reach(&board, square)
                        .into_iter()
                        .all(|other| self.has_two_moves(&board, other, Some(square)));
                if goes {
                    *left -= 1;
                    board.block(square);
                }
                !goes
            });
            if quota == before {
                return None;
            }
        }
        Some(board)
    }

    /// The free squares that a move leads to.
    fn reach(&self, board: &Board, from: Square) -> Vec<Square> {
        Moves { board, piece: &self.piece }.reach(from)
    }

    /// Whether at least two moves lead from a square, if one more square is blocked.
    fn has_two_moves(&self, board: &Board, from: Square, blocked: Option<Square>) -> bool {
        let mut first = None;
        for &step in self.piece.steps() {
            for next in board.ray(from, step).take_while(|&next| Some(next) != blocked) {
                match first {
                    None => first = Some(next),
                    Some(first) if first != next => return true,
                    Some(_) => {}
                }
            }
        }
        false
    }

    /// Moves that form paths on a board.
    fn draw_given(
        &self,
        board: &Board,
        generator: &mut Generator,
    ) -> Result<Vec<[Square; 2]>, StatementError> {
        let free = board.free_squares();
        let wanted = self.given.of(free).min(free - 1) as usize;
        let squares: Vec<Square> = board.squares().collect();
        let cell = |square: Square| board.cell(square);
        let attempt = || {
            let mut degree = vec![0u8; board.size()];
            let mut paths = UnionFind::<usize>::new(degree.len());
            let mut given = Vec::new();
            let mut order = squares.clone();
            while given.len() < wanted && !order.is_empty() {
                let index = generator.random_range(0..order.len());
                let from = order[index];
                let mut goals = self.reach(board, from);
                let own = paths.find(cell(from));
                goals.retain(|&to| degree[cell(to)] < 2 && paths.find(cell(to)) != own);
                if degree[cell(from)] == 2 || goals.is_empty() {
                    // It cannot become possible later.
                    order.swap_remove(index);
                    continue;
                }
                let to = goals[generator.random_range(0..goals.len())];
                for square in [from, to] {
                    degree[cell(square)] += 1;
                }
                paths.union(cell(from), cell(to));
                given.push([from, to]);
            }
            given.sort_unstable();
            given
        };
        draw_given(self.given, wanted, attempt, |most| {
            format!("found only {most} of {wanted} moves that form paths; ask for fewer")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{puzzles::tour::Tour, random::generator};

    fn distribution(board: &str, piece: &str, closed: bool, blocked: &str) -> TourDistribution {
        TourDistribution {
            board: Board::parse(board).unwrap(),
            piece: piece.parse().unwrap(),
            closed,
            blocked: blocked.parse().unwrap(),
            given: Amount::Number(0),
            numbers: GivenNumbers::None,
        }
    }

    #[test]
    fn free_squares_have_two_moves_and_balanced_colours() {
        for (board, piece, closed, blocked, count) in [
            ("8x8", "knight", true, "6", 6),
            ("8x8", "knight", false, "7", 7),
            ("7x7", "knight", true, "9", 9),
            ("7x7", "knight", false, "12", 12),
            // A share is rounded to what the colours allow.
            ("7x7", "knight", true, "10%", 5),
            ("7x7", "knight", true, "12%", 7),
            ("6x6", "camel", false, "4", 4),
            ("9x9", "king", true, "30", 30),
            ("6x7", "rook", false, "20", 20),
            ("5x5", "bishop", false, "3", 3),
            // The middle has no move.
            ("3x3", "knight", true, "1", 1),
        ] {
            let distribution = distribution(board, piece, closed, blocked);
            for seed in 1..=10 {
                let board = distribution.draw_board(&mut generator(seed)).unwrap();
                assert_eq!(board.blocked_squares().count(), count, "{piece} {blocked}");
                let piece = &distribution.piece;
                let moves = crate::puzzles::moves::Moves { board: &board, piece };
                assert!(board.squares().all(|square| moves.reach(square).len() >= 2));
                if piece.name() == "knight" {
                    let [one, other] = distribution.classes(&board);
                    assert!(one.abs_diff(other) <= u32::from(!closed), "{one} {other}");
                }
            }
        }
    }

    #[test]
    fn given_moves_form_paths() {
        for (piece, blocked, given, count) in
            [("knight", "4", "50%", 30), ("knight", "0", "48", 48), ("queen", "5%", "30", 30)]
        {
            let given = given.parse().unwrap();
            let distribution =
                TourDistribution { given, ..distribution("8x8", piece, true, blocked) };
            for seed in 1..=10 {
                let statement = distribution.draw(&mut generator(seed)).unwrap();
                assert_eq!(statement.given.len(), count);
                // Every given move is a move of the piece.
                Tour::try_from(statement.clone()).unwrap();
                let mut degree = std::collections::HashMap::new();
                let mut paths = UnionFind::<u32>::new(64);
                for &[from, to] in &statement.given {
                    for square in [from, to] {
                        *degree.entry(square).or_insert(0) += 1;
                    }
                    assert!(paths.union(from.rank * 8 + from.column, to.rank * 8 + to.column));
                }
                assert!(degree.values().all(|&times| times <= 2));
            }
        }
    }

    #[test]
    fn what_is_not_possible() {
        for (board, closed, blocked, given, expected) in [
            (
                "8x8",
                false,
                "64",
                "0",
                "blocked 64: only 64 squares are free, and one must stay free",
            ),
            ("8x8", false, "100%", "0", "blocked 100%: only 64 squares are free"),
            ("8x8", false, "0", "64", "given 64: a path through 64 squares has fewer moves"),
            ("8x8", true, "3", "0", "blocked 3: of 64 free squares, 32 of one colour and 32"),
            ("3x3", true, "2", "0", "blocked 2: of 9 free squares, 4 of one colour and 4"),
            ("3x3", true, "3", "0", "blocked 3: no board was found"),
            ("5x5", false, "20", "0", "blocked 20: no board was found"),
            ("8x8", false, "0", "100%", "given 100%: found only"),
            ("10000x1001", false, "0", "0", "10000x1001 has 10010000 squares"),
        ] {
            let given = given.parse().unwrap();
            let distribution =
                TourDistribution { given, ..distribution(board, "knight", closed, blocked) };
            let problem = distribution.draw(&mut generator(1)).unwrap_err();
            let problem = problem.message(&|field| field.path().into());
            assert!(problem.starts_with(expected), "{problem}");
        }
    }
}
