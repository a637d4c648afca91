//! Certificates: proofs that there is no solution, or no better one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    colouring::ColouringCertificate, graph_sets::SetCertificate, hamilton::GraphCertificate,
    mapf::AgentCertificate, path::PathCertificate,
};
use crate::board::square::Square;

/// Converts between two forms of a reason, whose fields differ in their names only; what remains of
/// either form follows as arms.
macro_rules! two_forms {
    (
        $certificate:ty as $reason:ident<$name:ty> $(where $generic:ident: $bound:ident)?,
        $stating:ident { $($stating_rest:tt)* }
        $stated:ident { $($stated_rest:tt)* }
        $($own:ident $fields:tt = $its:ident $parts:tt,)*
    ) => {
        impl $(<$generic: $bound>)? $certificate {
            /// States a reason; `None` if the puzzle has no such certificate.
            #[must_use]
            pub(crate) fn $stating(reason: $reason<$name>) -> Option<Self> {
                Some(match reason {
                    $($reason::$its $parts => Self::$own $fields,)*
                    $($stating_rest)*
                })
            }

            /// The stated reason.
            ///
            /// # Errors
            /// A sentence.
            pub(crate) fn $stated(&self) -> Result<$reason<$name>, String> {
                Ok(match self.clone() {
                    $(Self::$own $fields => $reason::$its $parts,)*
                    $($stated_rest)*
                })
            }
        }
    };
}
pub(super) use two_forms;

/// Declares certificates, each with its word in documents, and in brackets those of other types that
/// documents never mix with them.
macro_rules! certificates {
    (
        $(#[$doc:meta])* $certificate:ident $(<$name:ident = $default:ty>)? {
            $($(#[$of_reason:meta])* $reason:ident($word:literal) $fields:tt)*
            $([$($(#[$of_form:meta])* $form:ident($other:ty),)*])?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "kind")]
        #[non_exhaustive]
        pub enum $certificate $(<$name = $default>)? {
            $($(#[$of_reason])* #[serde(rename = $word)] $reason $fields,)*
            $($($(#[$of_form])* #[serde(untagged, skip_deserializing)] $form($other),)*)?
        }

        impl $(<$name>)? $certificate $(<$name>)? {
            /// The word for it in documents.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$reason { .. } => $word,)*
                    $($(Self::$form(certificate) => certificate.kind(),)*)?
                }
            }
        }

        $($(impl From<$other> for $certificate {
            fn from(certificate: $other) -> Self {
                Self::$form(certificate)
            }
        })*)?
    };
}
pub(super) use certificates;

/// The kinds of certificates that any puzzle may have.
pub const OF_ANY_PUZZLE: [&str; 2] = ["drat", "search"];

certificates!(
    /// The proof of a "no", with the squares that show it.
    Certificate {
        /// These squares have fewer moves than a tour needs on them.
        LowDegree("low_degree") {
            /// More squares with one move than a tour has ends, or one square without moves.
            squares: Vec<Square>,
        }
        /// No move leads out of these squares, and the tour must also visit squares elsewhere.
        Disconnected("disconnected") {
            /// A part of the board that cannot be left.
            squares: Vec<Square>,
        }
        /// Without this square the board splits into more parts than a tour can join.
        Articulation("articulation") {
            /// The one square.
            squares: Vec<Square>,
        }
        /// No move joins two of these squares, so a tour visits one of them at most every other step,
        /// but there are too many of them.
        ColourParity("colour_parity") {
            /// The squares of one colour.
            squares: Vec<Square>,
            /// The start or end, if it has the wrong colour.
            ends: Vec<Square>,
        }
        /// A tour makes two moves at each of these squares (one at a start or end), but the squares at
        /// the other ends have too few places: each has two, minus those taken by an end or by a given
        /// move elsewhere, and at most its number of neighbours among these squares.
        NoTwoFactor("no_two_factor") {
            /// The squares.
            squares: Vec<Square>,
        }
        /// No closed tour visits these squares. Each square is pushed as a part; after it, the last two
        /// parts are joined as often as `joins` says. For each part the check knows all ways in
        /// which paths can visit its squares: the moves out of it that they make, and which two of
        /// these each path joins. Two ways fit if they make the same moves between their parts and
        /// close no cycle before all squares are visited. At the end no way is left.
        ///
        /// Before that, each entry of `replaced` joins that many squares to one part, in which every
        /// way joins the same pairs of moves out of it. The part is replaced by moves between the other
        /// ends of each pair.
        Carving("carving") {
            /// The squares in their order.
            squares: Vec<Square>,
            /// For each square, how many times the last two parts are joined after it.
            joins: Vec<u32>,
            /// The number of squares of each replaced part.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            replaced: Vec<u32>,
        }
        /// Without these squares the board splits into more parts than a tour can join.
        Toughness("toughness") {
            /// The squares.
            squares: Vec<Square>,
        }
        /// The given moves through these squares cannot all be made: three at the first square, or a
        /// cycle that closes too soon.
        GivenMoves("given_moves") {
            /// The square and its partners, or the cycle.
            squares: Vec<Square>,
        }
        /// A closed tour makes each of the moves between the first square and the three others: without the
        /// move and the one in `cuts` the board falls into two parts, so a tour makes both. Three moves at a
        /// square are too many.
        ForcedMoves("forced_moves") {
            /// The square and the other ends of the three moves.
            squares: Vec<Square>,
            /// For each of the three moves, the other move between the two parts.
            cuts: Vec<[Square; 2]>,
        }
        /// No walk past the other squares with given times leads from the first of these squares to the
        /// second in as many moves as there are between their times.
        GivenTimes("given_times") {
            /// The two squares.
            squares: Vec<Square>,
        }
        /// No tour has the stated symmetry, because the symmetry can neither shift a closed tour along
        /// itself nor turn a tour round. A shift by an odd number of moves exchanges the colours of
        /// squares. A symmetry that turns a tour round keeps at most two squares.
        Symmetry("symmetry") {
            /// The squares of one colour, if the colours show it, otherwise those that the symmetry keeps.
            squares: Vec<Square>,
        }
        /// Directed moves from each square lead to at most two others, and at most two lead to it, where
        /// forced ones leave no choice. Each choice makes a cycle cover: every square is in one of its
        /// cycles. No cover is one cycle: there are `count` of them, or if it is absent, all have an even
        /// number of cycles.
        CycleCovers("cycle_covers") {
            /// The number of cycle covers.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            count: Option<u32>,
        }
        /// Two given pieces attack each other, or a given piece is on a forbidden square.
        GivenPieces("given_pieces") {
            /// The squares of both, or the one square.
            squares: Vec<Square>,
        }
        /// In each of these groups every piece would attack every other, so each holds at most one
        /// piece. Every free square that no given piece occupies or attacks is in a group.
        CliqueCover("clique_cover") {
            /// The groups.
            groups: Vec<Vec<Square>>,
        }
        /// Each of these squares must be attacked, but no piece can attack them from anywhere.
        Unattackable("unattackable") {
            /// The squares.
            squares: Vec<Square>,
        }
        /// At most one square of each pair can be occupied, because a piece on one attacks the other.
        /// No two pairs share a square, and no given piece occupies or attacks one.
        Matching("matching") {
            /// The pairs.
            pairs: Vec<[Square; 2]>,
        }
        /// Queens on a torus of n x n: with more than this many, the numbers of the rows, columns and
        /// diagonals that they occupy have sums that contradict one another modulo n, or their squares
        /// do.
        LineSums("line_sums") {
            /// The most queens.
            at_most: u32,
        }
        /// Each grid has rows and columns of squares. A piece dominates all squares of at most one of
        /// the rows and of one of the columns, of the same grid, and no other squares of the grids. So with fewer
        /// pieces than the shorter sides of all grids together, some square of a grid is not dominated.
        CrossingLines("crossing_lines") {
            /// The grids, row by row.
            grids: Vec<Vec<Vec<Square>>>,
        }
        /// The puzzle has no rider.
        NoPieces("no_pieces") {}
        /// No piece of this kind can leave these squares, whatever else moves, but the start and the
        /// goal put different numbers of it there.
        Confined("confined") {
            /// The letter of the piece.
            piece: String,
            /// The squares.
            squares: Vec<Square>,
        }
        /// A lower bound on the cost to reach each square: 0 at the start, and no move leads to a
        /// square for less.
        Distances("distances") {
            /// Row by row from the top; `null` for unreachable squares.
            distances: Vec<Vec<Option<u64>>>,
        }
        /// A DRAT proof, made and checked in memory: a formula that states a solution, or a better one,
        /// has no model.
        Drat("drat") (Box<DratCertificate>)
        /// The plain search of the checker finds no solution, or none better.
        Search("search") {
            /// The value than which none is better; without it, there is no solution.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            better_than: Option<u64>,
            /// The steps of the search: `verify` makes the same ones.
            steps: u64,
        }
        [
            /// A certificate of a graph; never in documents of boards.
            Graph(GraphCertificate),
            /// A certificate of a vertex set of a graph; never in documents of boards.
            Set(SetCertificate),
            /// A certificate of a graph colouring; never in documents of boards.
            Colouring(ColouringCertificate),
            /// A certificate of a path through a graph; never in documents of boards.
            Path(PathCertificate),
            /// A certificate of agents; never in other documents.
            Agents(AgentCertificate),
        ]
    }
);

two_forms! {
    Certificate as GraphCertificate<Square>,
    stating_visit { GraphCertificate::NoTwoFactor { .. } => return None, }
    visit { other => return Err(format!("the certificate `{}` does not apply to tours", other.kind())), }
    LowDegree { squares } = LowDegree { vertices: squares },
    Disconnected { squares } = Disconnected { vertices: squares },
    Articulation { squares } = Articulation { vertices: squares },
    ColourParity { squares, ends } = ColourParity { vertices: squares, ends },
    // Moves work in both directions.
    NoTwoFactor { squares } = NoTwoFactor { vertices: squares, successors: None },
    Carving { squares, joins, replaced } = Carving { vertices: squares, joins, replaced },
    Toughness { squares } = Toughness { vertices: squares },
    GivenMoves { squares } = GivenEdges { vertices: squares },
    ForcedMoves { squares, cuts } = ForcedEdges { vertices: squares, cuts },
    GivenTimes { squares } = GivenTimes { vertices: squares },
    CycleCovers { count } = CycleCovers { count },
}

two_forms! {
    Certificate as SetCertificate<Square>,
    stating_set { _ => return None, }
    set { other => return Err(format!("the certificate `{}` does not apply to this puzzle", other.kind())), }
    GivenPieces { squares } = GivenVertices { vertices: squares },
    CliqueCover { groups } = CliqueCover { groups },
    Matching { pairs } = Matching { pairs },
    LineSums { at_most } = LineSums { at_most },
    CrossingLines { grids } = CrossingLines { grids },
    Unattackable { squares } = Undominated { vertices: squares },
}

/// The formula and the checked proof behind a "no" or an optimum. The formula follows from the puzzle
/// and the choices; `verify` makes both again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
// Within the schema of certificates, so that `kind` is one of its fields there.
#[schemars(inline)]
pub struct DratCertificate {
    /// The encoding of the formula.
    pub encoding: String,
    /// The at-most-one encoding of the formula.
    pub amo: String,
    /// The reductions of the formula, if it is of a tour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reductions: Option<String>,
    /// The value that the formula asks for, `at least 6`; without it, the formula asks for any solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// How many variables the formula has.
    pub variables: u64,
    /// How many clauses the formula has, cuts included.
    pub clauses: u64,
    /// How many of the clauses are cuts.
    pub cuts: u64,
    /// `sha256:` and the digest of the clauses as DIMACS lines.
    pub formula: String,
    /// How many steps of the proof were checked, up to the conflict.
    pub steps: u64,
    /// The length of the proof: in binary DRAT, or as another solver wrote it.
    pub bytes: u64,
    /// `sha256:` and the digest of these bytes.
    pub proof: String,
    /// Whether the formula has the cuts and bounds of the search, during which the proof was recorded.
    /// `verify` proves the claim with its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recorded: bool,
}

/// The words for certificates that bound the best value.
const BOUNDS: [&str; 11] = [
    "clique",
    "clique_cover",
    "crossing_lines",
    "cut",
    "distances",
    "line_sums",
    "matching",
    "odd_cycle",
    "packing",
    "prices",
    "weighted_clique_cover",
];

impl Certificate {
    /// Whether it bounds the best value, instead of proving that there is no solution.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        match self {
            Self::Drat(certificate) => certificate.bound.is_some(),
            Self::Search { better_than, .. } => better_than.is_some(),
            other => BOUNDS.contains(&other.kind()),
        }
    }

    /// Whether it is a short reason, which fits in a sentence and a picture, unlike a proof or a search.
    #[must_use]
    pub(crate) fn is_short(&self) -> bool {
        !matches!(self, Self::Drat(_) | Self::Search { .. })
    }

    /// The squares that show it.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let tour = TourStatement::new(Board::new(5, 5)?, "knight", true);
    /// let puzzle = Statement::from(tour).into_puzzle()?;
    /// let solved = solve(&*puzzle, &Settings::default())?;
    /// let certificate = solved.outcome.certificate().ok_or("there is no such tour")?;
    /// assert_eq!((certificate.kind(), certificate.is_bound()), ("colour_parity", false));
    /// assert_eq!(certificate.squares().len(), 13);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Self::LowDegree { squares }
            | Self::Disconnected { squares }
            | Self::Articulation { squares }
            | Self::NoTwoFactor { squares }
            | Self::Toughness { squares }
            | Self::ColourParity { squares, .. }
            | Self::GivenPieces { squares }
            | Self::Unattackable { squares }
            | Self::Confined { squares, .. }
            | Self::Carving { squares, .. }
            | Self::GivenMoves { squares }
            | Self::ForcedMoves { squares, .. }
            | Self::GivenTimes { squares }
            | Self::Symmetry { squares } => squares.clone(),
            Self::NoPieces {}
            | Self::LineSums { .. }
            | Self::CycleCovers { .. }
            | Self::Distances { .. }
            | Self::Drat(_)
            | Self::Search { .. }
            | Self::Graph(_)
            | Self::Set(_)
            | Self::Colouring(_)
            | Self::Path(_) => Vec::new(),
            Self::Agents(certificate) => {
                certificate.places().iter().filter_map(|place| place.parse().ok()).collect()
            }
            Self::CliqueCover { groups } => groups.concat(),
            Self::Matching { pairs } => pairs.concat(),
            Self::CrossingLines { grids } => grids.concat().concat(),
        }
    }
}
