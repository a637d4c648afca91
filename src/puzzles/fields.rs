//! Fields of statements, and their options on the command line; an error names the field to blame.

use std::borrow::Cow;

/// The fields, each with its path in a statement, and with the option that states it on the command
/// line, if there is one.
macro_rules! fields {
    ($($(#[$doc:meta])* $field:ident = $path:literal $(as $option:literal)?,)*) => {
        /// A field of a statement, or of a distribution of statements.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Field {
            $($(#[$doc])* $field,)*
        }

        impl Field {
            /// Its path in a statement, names joined by dots.
            #[must_use]
            pub fn path(self) -> &'static str {
                match self {
                    $(Self::$field => $path,)*
                }
            }

            /// Its name in a message about arguments: the option, or the word for a field of a
            /// file or an argument without an option.
            #[must_use]
            pub fn on_command_line(self) -> Cow<'static, str> {
                let named: &[&str] = match self {
                    $(Self::$field => &[$path, $($option)?],)*
                };
                named[named.len() - 1].into()
            }
        }
    };
}

fields! {
    /// The agents.
    Agents = "agents" as "--agents",
    /// The kinds of pieces.
    Army = "army" as "--army",
    /// The board as a whole.
    Board = "board",
    /// The blocked squares of a board.
    BoardBlocked = "board.blocked" as "--block",
    /// The blocked squares of the n-queens problem, or how many are blocked at random.
    Blocked = "blocked" as "--block",
    /// How many statements are drawn.
    Cases = "cases",
    /// Whether a tour or path returns to its start.
    Closed = "closed" as "--closed",
    /// `Closed` as false: a path is requested.
    Open = "closed" as "--path",
    /// How many colours.
    Colours = "colours" as "--colours",
    /// The range of the random number of columns.
    Columns = "columns",
    /// How many pieces.
    Count = "count" as "--count",
    /// The probability that a square holds a piece.
    Density = "density",
    /// The last square or vertex.
    End = "end" as "--end",
    /// The first square of a route, or vertex of a path.
    From = "from" as "--from",
    /// What must be part of a solution.
    Given = "given" as "--given",
    /// The pieces at the end.
    Goal = "goal",
    /// The graph as a whole.
    Graph = "graph",
    /// The edges of a graph.
    GraphEdges = "graph.edges",
    /// Where the vertices of a graph are.
    GraphPositions = "graph.positions",
    /// The names of the vertices of a graph.
    GraphVertices = "graph.vertices",
    /// Whether no piece may attack another.
    Independent = "independent" as "--independent",
    /// The range of the random numbers of jumps a turn.
    K = "k",
    /// A longest path or cycle instead of a visit of every place.
    Longest = "longest" as "--longest",
    /// Whether no two moves of it may cross.
    Uncrossed = "longest.uncrossed" as "--uncrossed",
    /// The kind of random maps.
    Map = "map",
    /// The number of queens.
    N = "n",
    /// The piece.
    Piece = "piece" as "--piece",
    /// The riders of a meeting.
    Riders = "riders",
    /// The range of the random number of rows.
    Rows = "rows",
    /// The first square or vertex.
    Start = "start" as "--start",
    /// The pieces at the start.
    StartMap = "start",
    /// The times of visits.
    Times = "times" as "--at",
    /// The symmetry of a tour.
    Symmetry = "symmetry" as "--symmetry",
    /// The last square of a route, or vertex of a path.
    To = "to" as "--to",
    /// Whether occupied squares must be attacked too.
    Total = "total" as "--total",
    /// What it costs to enter each square, or to pass each edge.
    Weights = "weights",
}

impl Field {
    /// Its name in a message about a document: the last name of its path, in backquotes.
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

/// How an error names a field: the command line uses its options.
pub type Naming<'n> = &'n dyn Fn(Field) -> Cow<'static, str>;

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessageWord {
    /// Text as it is.
    Text(Cow<'static, str>),
    /// A field, named by the code that prints the error.
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
    pub fn message(&self, naming: Naming<'_>) -> String {
        let word = |word: &MessageWord| match word {
            MessageWord::Text(text) => text.clone(),
            MessageWord::Field(field) => naming(*field),
        };
        self.0.iter().map(word).collect()
    }
}

/// A sentence made of texts and fields.
macro_rules! words {
    ($($word:expr),+ $(,)?) => {
        $crate::puzzles::fields::Words(vec![$($crate::puzzles::fields::MessageWord::from($word)),+])
    };
}
pub(crate) use words;
