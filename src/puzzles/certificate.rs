//! Certificates: what proves a "no", or that nothing is better.

use satranj_encodings::hamiltonian::obstruction::HamiltonianObstruction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    colouring::ColouringCertificate, graph_sets::SetCertificate, hamilton::GraphCertificate,
    path::PathCertificate,
};
use crate::board::square::Square;

/// Makes a certificate of documents from the reason why no path or cycle visits all places, and
/// gives that back: `CERTIFICATE: FIELD of NAMES, GIVEN, NOUN, arms for all other reasons, arms for
/// all other kinds`.
///
/// The reason is one type whatever names the places; in documents boards have `squares` and graphs
/// `vertices`.
macro_rules! states_obstructions {
    (
        $certificate:ty: $places:ident of $name:ty, $given:ident, $noun:literal,
        stating { $($stating:tt)* }, stated { $($stated:tt)* }
    ) => {
        impl $certificate {
            /// States a reason; `None` where the puzzle has none such.
            #[must_use]
            pub fn stating(obstruction: HamiltonianObstruction<$name>) -> Option<Self> {
                Some(match obstruction {
                    HamiltonianObstruction::LowDegree($places) => Self::LowDegree { $places },
                    HamiltonianObstruction::Disconnected($places) => Self::Disconnected { $places },
                    HamiltonianObstruction::Articulation(place) => {
                        Self::Articulation { $places: vec![place] }
                    }
                    HamiltonianObstruction::Colours { class, ends } => {
                        Self::ColourParity { $places: class, ends }
                    }
                    HamiltonianObstruction::Carving { vertices: $places, joins, replaced } => {
                        Self::Carving { $places, joins, replaced }
                    }
                    $($stating)*
                    HamiltonianObstruction::Toughness($places) => Self::Toughness { $places },
                    HamiltonianObstruction::Given($places) => Self::$given { $places },
                })
            }

            /// The reason that it states why no path or cycle visits all places.
            ///
            /// # Errors
            /// A sentence.
            pub fn obstruction(&self) -> Result<HamiltonianObstruction<$name>, String> {
                Ok(match self.clone() {
                    Self::LowDegree { $places } => HamiltonianObstruction::LowDegree($places),
                    Self::Disconnected { $places } => HamiltonianObstruction::Disconnected($places),
                    Self::Articulation { $places } => match <[_; 1]>::try_from($places) {
                        Ok([place]) => HamiltonianObstruction::Articulation(place),
                        Err(_) => return Err(concat!("an articulation is one ", $noun).into()),
                    },
                    Self::ColourParity { $places, ends } => {
                        HamiltonianObstruction::Colours { class: $places, ends }
                    }
                    Self::Carving { $places, joins, replaced } => {
                        HamiltonianObstruction::Carving { vertices: $places, joins, replaced }
                    }
                    Self::Toughness { $places } => HamiltonianObstruction::Toughness($places),
                    Self::$given { $places } => HamiltonianObstruction::Given($places),
                    $($stated)*
                })
            }
        }
    };
}
pub(super) use states_obstructions;

/// Certificates of a kind of puzzles of graphs, each with its word in documents.
macro_rules! graph_certificates {
    (
        $(#[$doc:meta])* $certificate:ident as $form:ident {
            $($(#[$of_reason:meta])* $reason:ident($word:literal) $fields:tt)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "kind")]
        pub enum $certificate {
            $($(#[$of_reason])* #[serde(rename = $word)] $reason $fields),*
        }

        impl $certificate {
            /// The word for it in documents.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$reason { .. } => $word),*
                }
            }
        }

        impl From<$certificate> for $crate::puzzles::Certificate {
            fn from(certificate: $certificate) -> Self {
                Self::$form(certificate)
            }
        }
    };
}
pub(super) use graph_certificates;

/// What proves a "no", with the squares that show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Certificate {
    /// These squares have fewer moves than a tour needs there.
    LowDegree {
        /// More squares with one move than a tour has ends, or one with none.
        squares: Vec<Square>,
    },
    /// No move leads out of these squares, and all that the puzzle joins does not lie among
    /// them.
    Disconnected {
        /// A part of the board that cannot be left.
        squares: Vec<Square>,
    },
    /// Without this square the board falls into more parts than a tour can join.
    Articulation {
        /// The one square.
        squares: Vec<Square>,
    },
    /// No move joins two of these squares, so a tour visits at most every other time one
    /// of them, and there are too many.
    ColourParity {
        /// The squares of one colour.
        squares: Vec<Square>,
        /// The start or end, where one has the wrong colour.
        ends: Vec<Square>,
    },
    /// A tour makes two moves at each of these squares (one where it begins or ends), and the
    /// squares at the other ends of them have too few places: each has two, less those that an
    /// end or a given move elsewhere takes, and no more than it has neighbours among these.
    NoTwoFactor {
        /// The squares.
        squares: Vec<Square>,
    },
    /// No closed tour visits these squares. Each is a part, and after it the last two parts become
    /// one so many times as `joins` says. Of every part the ways are known in which paths can visit
    /// its squares: which moves out of it they make, and which two of them a path joins. Two ways
    /// go together that make the same moves between their parts and close no cycle before it visits
    /// all squares; in the end there is none.
    ///
    /// Before that, so many squares as `replaced` says are each time put together to a part, through
    /// which paths join the same two moves out of it in all ways: it is replaced by moves between
    /// the other ends of those two.
    Carving {
        /// The squares in their order.
        squares: Vec<Square>,
        /// For each how many times the last two parts become one.
        joins: Vec<u32>,
        /// How many squares each part has that is replaced.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replaced: Vec<u32>,
    },
    /// Without these squares the board falls into more parts than a tour can join.
    Toughness {
        /// The squares.
        squares: Vec<Square>,
    },
    /// The given moves through these squares cannot all be made: three at the first of
    /// them, or a round that closes too soon.
    GivenMoves {
        /// The square and its partners, or the round.
        squares: Vec<Square>,
    },
    /// Two given pieces attack one another, or a given one stands where none may.
    GivenPieces {
        /// The squares of both, or the one.
        squares: Vec<Square>,
    },
    /// In each of these groups every piece would attack every other, so each holds at most
    /// one; and a free square that no given piece takes or attacks is in one of them.
    CliqueCover {
        /// The groups.
        groups: Vec<Vec<Square>>,
    },
    /// No piece attacks these squares from anywhere, and each must be attacked.
    Unattackable {
        /// The squares.
        squares: Vec<Square>,
    },
    /// Of the two squares of each pair at most one can be taken, for a piece on one attacks
    /// the other; no two pairs share a square, and no given piece takes or attacks one.
    Matching {
        /// The pairs.
        pairs: Vec<[Square; 2]>,
    },
    /// There is no piece that could meet another.
    NoPieces {},
    /// No piece of this kind can leave these squares, whatever else moves, and at the start
    /// other numbers of it stand on them than should in the end.
    Confined {
        /// The letter of the piece.
        piece: String,
        /// The squares.
        squares: Vec<Square>,
    },
    /// What it costs at least to reach each square: 0 at the start, and no move leads to a
    /// square for less.
    Distances {
        /// Row by row from the top; `null` where no way leads.
        distances: Vec<Vec<Option<u64>>>,
    },
    /// Of a graph; in documents of boards there is none.
    #[serde(untagged, skip_deserializing)]
    Graph(GraphCertificate),
    /// Of a set of vertices of a graph; in documents of boards there is none.
    #[serde(untagged, skip_deserializing)]
    Set(SetCertificate),
    /// Of a colouring of a graph; in documents of boards there is none.
    #[serde(untagged, skip_deserializing)]
    Colouring(ColouringCertificate),
    /// Of a path through a graph; in documents of boards there is none.
    #[serde(untagged, skip_deserializing)]
    Path(PathCertificate),
}

states_obstructions!(
    Certificate: squares of Square, GivenMoves, "square",
    stating {
        HamiltonianObstruction::NoTwoFactor(squares) => Self::NoTwoFactor { squares },
        // Moves lead both ways.
        HamiltonianObstruction::NoCycleCover { .. } => return None,
    },
    stated {
        Self::NoTwoFactor { squares } => HamiltonianObstruction::NoTwoFactor(squares),
        other => return Err(format!("`{}` says nothing about tours", other.kind())),
    }
);

impl Certificate {
    /// Whether it says how good the best can be, and not that there is no solution.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        match self {
            Self::CliqueCover { .. } | Self::Matching { .. } | Self::Distances { .. } => true,
            Self::Set(certificate) => certificate.is_bound(),
            Self::Colouring(certificate) => certificate.is_bound(),
            Self::Path(certificate) => certificate.is_bound(),
            _ => false,
        }
    }

    /// The squares that show it.
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
            | Self::GivenMoves { squares } => squares.clone(),
            Self::NoPieces {}
            | Self::Distances { .. }
            | Self::Graph(_)
            | Self::Set(_)
            | Self::Colouring(_)
            | Self::Path(_) => Vec::new(),
            Self::CliqueCover { groups } => groups.concat(),
            Self::Matching { pairs } => pairs.concat(),
        }
    }

    /// The word for it in documents.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::LowDegree { .. } => "low_degree",
            Self::Disconnected { .. } => "disconnected",
            Self::Articulation { .. } => "articulation",
            Self::ColourParity { .. } => "colour_parity",
            Self::NoTwoFactor { .. } => "no_two_factor",
            Self::Carving { .. } => "carving",
            Self::Toughness { .. } => "toughness",
            Self::GivenMoves { .. } => "given_moves",
            Self::GivenPieces { .. } => "given_pieces",
            Self::Unattackable { .. } => "unattackable",
            Self::CliqueCover { .. } => "clique_cover",
            Self::Matching { .. } => "matching",
            Self::NoPieces {} => "no_pieces",
            Self::Confined { .. } => "confined",
            Self::Distances { .. } => "distances",
            Self::Graph(certificate) => certificate.kind(),
            Self::Set(certificate) => certificate.kind(),
            Self::Colouring(certificate) => certificate.kind(),
            Self::Path(certificate) => certificate.kind(),
        }
    }
}
