//! Fields of statements, by which an error names what is to blame, whoever tells it.

use std::borrow::Cow;

/// A field of a statement, or of a distribution of statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// The kinds of pieces.
    Army,
    /// The board as a whole.
    Board,
    /// The blocked squares of a board.
    BoardBlocked,
    /// The blocked squares of the n-queens problem, or how many are blocked by chance.
    Blocked,
    /// How many statements are drawn.
    Cases,
    /// Whether a tour or path returns to its start.
    Closed,
    /// `Closed` as false: that a path is asked for.
    Open,
    /// How many colours.
    Colours,
    /// Columns that are drawn.
    Columns,
    /// How many pieces.
    Count,
    /// How likely a square holds a piece.
    Density,
    /// The last square or vertex.
    End,
    /// The first square of a route, or vertex of a path.
    From,
    /// What must be part of a solution.
    Given,
    /// The pieces in the end.
    Goal,
    /// The graph as a whole.
    Graph,
    /// The edges of a graph.
    GraphEdges,
    /// Where the vertices of a graph are.
    GraphPositions,
    /// The names of the vertices of a graph.
    GraphVertices,
    /// Whether no piece may attack another.
    Independent,
    /// The jumps a turn that are drawn.
    K,
    /// The number of queens.
    N,
    /// The piece.
    Piece,
    /// Those that meet.
    Riders,
    /// Rows that are drawn.
    Rows,
    /// The first square or vertex.
    Start,
    /// The pieces at the start.
    StartMap,
    /// The last square of a route, or vertex of a path.
    To,
    /// Whether occupied squares must be attacked too.
    Total,
    /// What it costs to enter each square, or to pass each edge.
    Weights,
}

impl Field {
    /// The way to it in a statement, names with dots between them.
    #[must_use]
    pub fn path(self) -> &'static str {
        match self {
            Self::Army => "army",
            Self::Board => "board",
            Self::BoardBlocked => "board.blocked",
            Self::Blocked => "blocked",
            Self::Cases => "cases",
            Self::Closed | Self::Open => "closed",
            Self::Colours => "colours",
            Self::Columns => "columns",
            Self::Count => "count",
            Self::Density => "density",
            Self::End => "end",
            Self::From => "from",
            Self::Given => "given",
            Self::Goal => "goal",
            Self::Graph => "graph",
            Self::GraphEdges => "graph.edges",
            Self::GraphPositions => "graph.positions",
            Self::GraphVertices => "graph.vertices",
            Self::Independent => "independent",
            Self::K => "k",
            Self::N => "n",
            Self::Piece => "piece",
            Self::Riders => "riders",
            Self::Rows => "rows",
            Self::Start | Self::StartMap => "start",
            Self::To => "to",
            Self::Total => "total",
            Self::Weights => "weights",
        }
    }

    /// How a message about a document calls it: the last name of its path, in backquotes.
    #[must_use]
    pub fn in_document(self) -> Cow<'static, str> {
        match self {
            Self::Open => "path (`closed` is false)".into(),
            field => {
                let path = field.path();
                format!("`{}`", path.rsplit('.').next().unwrap_or(path)).into()
            }
        }
    }
}

/// What a field is called by whoever tells an error: the command line has options for it.
pub type Naming<'n> = &'n dyn Fn(Field) -> Cow<'static, str>;

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessageWord {
    /// Text as it is.
    Text(Cow<'static, str>),
    /// A field, named by whoever tells the error.
    Field(Field),
}

impl From<&'static str> for MessageWord {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for MessageWord {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<Field> for MessageWord {
    fn from(field: Field) -> Self {
        Self::Field(field)
    }
}

/// A sentence that may name fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words(pub Vec<MessageWord>);

impl Words {
    /// The sentence with the names of its fields.
    #[must_use]
    pub fn told(&self, naming: Naming<'_>) -> String {
        let word = |word: &MessageWord| match word {
            MessageWord::Text(text) => text.clone(),
            MessageWord::Field(field) => naming(*field),
        };
        self.0.iter().map(word).collect()
    }
}

/// A sentence of texts and fields.
macro_rules! words {
    ($($word:expr),+ $(,)?) => {
        $crate::puzzles::fields::Words(vec![$($crate::puzzles::fields::MessageWord::from($word)),+])
    };
}
pub(crate) use words;
