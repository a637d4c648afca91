//! The arguments of queens, placements and dominations.

use std::{ffi::OsString, path::Path};

use clap::Args;
use satranj_encodings::lattice::Surface;

use super::{
    boards::BoardArguments,
    question::OtherQuestion,
    size_range::SizeWord,
    stated::StatedCases,
    values::{count, squares},
};
use crate::{
    board::{
        piece::Piece,
        square::{Square, split_list},
    },
    cli::CliError,
    puzzles::{
        BoardStatement,
        board_statement::{join_borders, surface_words},
        dominate::{DominateCount, DominateStatement},
        fields::Field,
        place::{
            PlaceStatement,
            army::{parse_army, split_pieces},
        },
        queens::{self, QueensStatement},
        sets::DominationRules,
    },
};

/// The n-queens problem.
#[derive(Debug, Clone, Args)]
pub struct QueensArguments {
    /// Number of queens, rows and columns
    #[arg(allow_hyphen_values = true)]
    pub n: OsString,
    /// Put queens on these squares: a1,c2 or, as row,column, 0,0;1,2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// Keep queens off these squares; attacks pass over them
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub block: Vec<String>,
    #[arg(hide_short_help = true, long, help = join_borders(), value_name = "SURFACE", default_value = "plane", value_parser = surface_words())]
    pub surface: Surface,
}

/// A placement.
#[derive(Debug, Clone, Args)]
pub struct PlaceArguments {
    /// Set the piece: a name, leaper:A,B, rider:A,B, betza:WfF, or a sum (queen+knight)
    #[arg(long, conflicts_with = "army", value_parser = Piece::lower_case)]
    pub piece: Option<String>,
    /// Place several kinds: queen=4,knight=2; or sides that attack only each other:
    /// white:queen,black:queen
    #[arg(long, value_parser = Piece::lower_case)]
    pub army: Option<String>,
    /// Ask for the fewest pieces to which none can be added
    #[arg(long, conflicts_with_all = ["count", "army"])]
    pub least: bool,
    /// Place this many pieces, or `max`; in an army, this many of each kind that has no number
    #[arg(long, value_name = "K|max", default_value = "max", allow_hyphen_values = true)]
    pub count: String,
    /// Put pieces on these squares: a1,c2; for several kinds queen@a1,knight@c2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    #[command(flatten)]
    pub board: BoardArguments,
}

/// A domination.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
pub struct DominateArguments {
    /// Set the piece: a name, leaper:A,B, rider:A,B, betza:WfF, or a sum (queen+knight)
    #[arg(long, value_parser = Piece::lower_case)]
    pub piece: String,
    /// Place this many pieces, `min`, or `max` (see --most)
    #[arg(long, value_name = "K|min|max", default_value = "min", allow_hyphen_values = true)]
    pub count: String,
    /// Require that no piece attacks another
    #[arg(long)]
    pub independent: bool,
    /// Require that occupied squares are also attacked
    #[arg(long)]
    pub total: bool,
    /// Require that no free square is attacked twice
    #[arg(long)]
    pub perfect: bool,
    /// Require that each square is attacked or occupied exactly once
    #[arg(long, conflicts_with = "total")]
    pub efficient: bool,
    /// Ask for the most pieces of which none can be removed
    #[arg(long, conflicts_with = "count")]
    pub most: bool,
    /// Put pieces on these squares
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    #[command(flatten)]
    pub board: BoardArguments,
}

impl OtherQuestion for QueensArguments {
    fn file(&self) -> Option<&Path> {
        None
    }

    fn size(&mut self) -> Option<(&mut OsString, SizeWord)> {
        Some((&mut self.n, SizeWord::Queens))
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let number = |text: &str| text.parse().ok();
        let n = self.n.to_string_lossy();
        // 8x8 means 8 queens.
        let n = match n.split_once(['x', 'X', '*', '×']) {
            Some((rows, columns)) => number(rows).filter(|_| rows == columns),
            None => number(&n),
        };
        let n = n.ok_or_else(|| queens::wrong_number(&self.n.to_string_lossy()))?;
        let parse = |text: &str| Square::parse_within(text, n, n);
        let given = squares(Field::Given, &self.given, parse)?;
        let blocked = squares(Field::Blocked, &self.block, parse)?;
        StatedCases::one(QueensStatement { n, given, blocked, surface: self.surface })
    }
}

impl OtherQuestion for PlaceArguments {
    fn file(&self) -> Option<&Path> {
        self.board.file()
    }

    fn size(&mut self) -> Option<(&mut OsString, SizeWord)> {
        Some((&mut self.board.board, SizeWord::Board))
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let board = self.board.board()?;
        let given = self.given.iter().flat_map(|list| {
            // PIECE@SQUARE; names of some pieces contain commas.
            if list.contains('@') { split_pieces(list) } else { split_list(list) }
        });
        if let (true, Some(piece)) = (self.least, &self.piece) {
            // A piece that would only attack cannot be added either, but its square is not dominated.
            if board.piece(piece).is_ok_and(|moves| board.lattice(&moves).is_directed()) {
                usage!("--least: some moves of {piece} cannot be taken back");
            }
            let rules = DominationRules { independent: true, ..DominationRules::default() };
            let given = squares(Field::Given, &self.given, |text| Square::parse(text, &board))?;
            let (board, piece) = (BoardStatement::from(&board), piece.clone());
            let count = DominateCount::default();
            let statement = DominateStatement::asking(board, piece, count, rules);
            return StatedCases::one(DominateStatement { given, ..statement });
        }
        StatedCases::one(PlaceStatement {
            board: BoardStatement::from(&board),
            piece: self.piece.clone(),
            army: self.army.as_deref().map(parse_army).transpose()?.unwrap_or_default(),
            count: count(Field::Count, &self.count)?,
            given: given.map(Into::into).collect(),
        })
    }
}

impl OtherQuestion for DominateArguments {
    fn file(&self) -> Option<&Path> {
        self.board.file()
    }

    fn size(&mut self) -> Option<(&mut OsString, SizeWord)> {
        Some((&mut self.board.board, SizeWord::Board))
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let board = self.board.board()?;
        let given = squares(Field::Given, &self.given, |text| Square::parse(text, &board))?;
        let rules = DominationRules {
            independent: self.independent || self.efficient,
            total: self.total,
            perfect: self.perfect || self.efficient,
            most: self.most,
        };
        let count = count(Field::Count, &self.count)?;
        let (board, piece) = (BoardStatement::from(&board), self.piece.clone());
        let statement = DominateStatement::asking(board, piece, count, rules);
        StatedCases::one(DominateStatement { given, ..statement })
    }
}
