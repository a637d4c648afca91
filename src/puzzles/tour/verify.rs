//! Checks of tours and of reasons why there is none, by arithmetic on squares alone.

use std::collections::{BTreeMap, HashMap, HashSet};

use fixedbitset::FixedBitSet;

use super::Tour;
use crate::{
    board::square::Square,
    puzzles::{
        Certificate, Violation, ensure,
        moves::{Leaps, Moves},
    },
};

impl Tour {
    fn moves(&self) -> Moves<'_> {
        Moves { board: &self.board, piece: &self.piece }
    }

    pub(super) fn is_move(&self, from: Square, to: Square) -> bool {
        self.moves().is_move(from, to)
    }

    fn reach(&self, from: Square) -> Vec<Square> {
        self.moves().reach(from)
    }

    pub(super) fn verify_path(&self, path: &[Square]) -> Result<(), Violation> {
        let (board, piece) = (&self.board, &self.piece);
        let width = board.columns() as usize;
        let cell = |square: Square| square.rank as usize * width + square.column as usize;
        let mut visited = FixedBitSet::with_capacity(width * board.rows() as usize);
        for (index, &square) in path.iter().enumerate() {
            let place = index + 1;
            ensure!(
                board.contains(square),
                "place {place}: square {square} is outside the {board} board"
            );
            ensure!(board.is_free(square), "place {place}: square {square} is blocked");
            if visited.put(cell(square)) {
                let first = path.iter().take_while(|&&other| other != square).count() + 1;
                ensure!(false, "square {square} is visited twice, at places {first} and {place}");
            }
        }
        // Both squares of each move are free now.
        let leaps = Leaps::of(piece);
        for (index, step) in path.windows(2).enumerate() {
            let (from, to) = (step[0], step[1]);
            let is_move = match &leaps {
                Some(leaps) => leaps.lead(from, to),
                None => self.is_move(from, to),
            };
            ensure!(is_move, "move {}, from {from} to {to}, is no move of the {piece}", index + 1);
        }
        if path.len() != board.free_squares() as usize {
            let missing = board.squares().find(|&square| !visited.contains(cell(square)));
            let missing = missing.map_or_else(String::new, |square| square.to_string());
            ensure!(
                false,
                "{} of {} squares are visited; {missing} is missing",
                path.len(),
                board.free_squares()
            );
        }
        let (first, last) = (path[0], path[path.len() - 1]);
        if self.closed {
            ensure!(path.len() > 2, "a closed tour has at least three squares");
            ensure!(
                self.is_move(last, first),
                "the tour is not closed: from {last} to {first} is no move of the {piece}"
            );
        }
        if let Some(start) = self.start {
            ensure!(first == start, "the tour starts at {first}, not at {start}");
        }
        if let Some(end) = self.end {
            ensure!(last == end, "the tour ends at {last}, not at {end}");
        }
        let places = self.places_of_given(path);
        for &(from, to) in &self.given {
            let apart = places[&from].abs_diff(places[&to]);
            ensure!(
                apart == 1 || (self.closed && apart == path.len() - 1),
                "the given move {from}-{to} is not made"
            );
        }
        Ok(())
    }

    /// Where the squares of the given moves stand in a path that visits all squares.
    fn places_of_given(&self, path: &[Square]) -> HashMap<Square, usize> {
        let mut places: HashMap<Square, usize> =
            self.given.iter().flat_map(|&(from, to)| [(from, 0), (to, 0)]).collect();
        if !places.is_empty() {
            for (index, square) in path.iter().enumerate() {
                places.entry(*square).and_modify(|place| *place = index);
            }
        }
        places
    }

    pub(super) fn verify_no_tour(&self, certificate: &Certificate) -> Result<(), Violation> {
        for square in certificate.squares() {
            ensure!(self.board.is_free(square), "{square} is no free square of the board");
        }
        let distinct: HashSet<Square> = certificate.squares().into_iter().collect();
        ensure!(
            distinct.len() == certificate.squares().len(),
            "a square stands in the certificate twice"
        );
        match certificate {
            Certificate::LowDegree { squares } => self.verify_low_degree(squares),
            Certificate::Disconnected { squares } => self.verify_disconnected(&distinct, squares),
            Certificate::Articulation { squares } => match squares[..] {
                [square] => self.verify_articulation(square),
                _ => Err(Violation("an articulation is one square".into())),
            },
            Certificate::ColourParity { squares, .. } => self.verify_colours(&distinct, squares),
            Certificate::GivenMoves { squares } => self.verify_given(squares),
            other => Err(Violation(format!("`{}` says nothing about tours", other.kind()))),
        }
    }

    /// The fixed ends of an open tour.
    fn fixed_ends(&self) -> impl Iterator<Item = Square> + '_ {
        self.start.into_iter().chain(self.end).filter(|_| !self.closed)
    }

    fn verify_low_degree(&self, squares: &[Square]) -> Result<(), Violation> {
        ensure!(!squares.is_empty(), "no square is shown");
        let free = self.board.free_squares();
        if let [square] = squares
            && self.reach(*square).is_empty()
            && (free > 1 || self.closed)
        {
            return Ok(());
        }
        for &square in squares {
            let moves = self.reach(square).len();
            ensure!(moves < 2, "{square} has {moves} moves, enough to pass through");
            ensure!(
                self.fixed_ends().all(|end| end != square),
                "{square} is an end of the tour, for which one move is enough"
            );
        }
        let ends = if self.closed { 0 } else { 2 - self.fixed_ends().count() };
        ensure!(
            squares.len() > ends,
            "{} squares of one move can be ends of the tour",
            squares.len()
        );
        Ok(())
    }

    fn verify_disconnected(
        &self,
        part: &HashSet<Square>,
        squares: &[Square],
    ) -> Result<(), Violation> {
        ensure!(!squares.is_empty(), "no square is shown");
        ensure!(
            squares.len() < self.board.free_squares() as usize,
            "the squares are the whole board"
        );
        for &square in squares {
            for other in self.reach(square) {
                ensure!(
                    part.contains(&other),
                    "the move {square}-{other} leads out of the squares"
                );
            }
        }
        Ok(())
    }

    fn verify_articulation(&self, removed: Square) -> Result<(), Violation> {
        let mut part: HashMap<Square, usize> = HashMap::new();
        let mut parts = 0;
        for root in self.board.squares().filter(|&square| square != removed) {
            if part.contains_key(&root) {
                continue;
            }
            part.insert(root, parts);
            let mut stack = vec![root];
            while let Some(square) = stack.pop() {
                for other in self.reach(square) {
                    if other != removed && !part.contains_key(&other) {
                        part.insert(other, parts);
                        stack.push(other);
                    }
                }
            }
            parts += 1;
        }
        let is_end = self.fixed_ends().any(|end| end == removed);
        let joined = if self.closed || is_end { 1 } else { 2 };
        let ends: Vec<Square> = self.fixed_ends().filter(|&end| end != removed).collect();
        let no_way_back = parts == 2 && ends.len() == 2 && part.get(&ends[0]) == part.get(&ends[1]);
        ensure!(
            parts > joined || no_way_back,
            "without {removed} the board has {parts} part{}, which a tour can join",
            if parts == 1 { "" } else { "s" }
        );
        Ok(())
    }

    fn verify_colours(&self, class: &HashSet<Square>, squares: &[Square]) -> Result<(), Violation> {
        for &square in squares {
            for other in self.reach(square) {
                ensure!(
                    !class.contains(&other),
                    "the move {square}-{other} joins two of the squares"
                );
            }
        }
        let free = self.board.free_squares() as usize;
        let most = if self.closed {
            free / 2
        } else {
            // Every other one of the places that are not taken by ends of the other colour.
            let elsewhere = self.fixed_ends().filter(|end| !class.contains(end)).count();
            free.saturating_sub(elsewhere).div_ceil(2)
        };
        ensure!(
            squares.len() > most,
            "a tour has room for {} such squares among its {free}",
            squares.len()
        );
        Ok(())
    }

    fn verify_given(&self, squares: &[Square]) -> Result<(), Violation> {
        let mut partners: BTreeMap<Square, HashSet<Square>> = BTreeMap::new();
        for &(from, to) in &self.given {
            partners.entry(from).or_default().insert(to);
            partners.entry(to).or_default().insert(from);
        }
        let given = |from: &Square, to: &Square| {
            partners.get(from).is_some_and(|others| others.contains(to))
        };
        let [first, others @ ..] = squares else {
            return Err(Violation("no square is shown".into()));
        };
        let ends = self.fixed_ends().filter(|end| end == first).count();
        if others.len() + ends > 2 && others.iter().all(|other| given(first, other)) {
            return Ok(());
        }
        let free = self.board.free_squares() as usize;
        ensure!(
            squares.len() > 2 && (!self.closed || squares.len() < free),
            "the given moves at {first} can all be made"
        );
        let back = [squares[squares.len() - 1], *first];
        for step in squares.windows(2).chain(std::iter::once(&back[..])) {
            ensure!(given(&step[0], &step[1]), "{}-{} is not given", step[0], step[1]);
        }
        Ok(())
    }
}
