//! Sets of places under a rule: pieces on the squares of a board that do not attack each other or
//! that attack all others, and the sets of vertices of any graph.

mod board;
mod graph;
pub mod line_sums;
mod modelling;
mod placed;
mod reasons;
mod search;
mod verify;

use std::{borrow::Cow, sync::Arc};

use fixedbitset::FixedBitSet;
use satranj_encodings::model::{Count, Model, Obstruction, Witness};

use super::{
    Certificate, Puzzle, Ruling, Solution, StatedPuzzle, Statement, StatementError, Task,
    Violation,
    board_places::BoardPlaces,
    fields::{Field, words},
    graph_sets::SetCertificate,
    graph_statement::NumberedGraph,
    place::army::Side,
    places::{ModelPlaces, PlaceName},
};
use crate::{
    board::{Board, symmetry::Symmetry},
    methods::native::{branch_and_reduce::is_promising, domination::frontier, linear},
    pictures::Drawing,
};

/// A place, and the kind of piece on it; on a graph the kind is 0.
pub type Placed = (u32, usize);

/// Pieces on a board.
pub type Placement = SetPuzzle<BoardPlaces>;

/// Vertices of a graph.
pub type VertexSet = SetPuzzle<NumberedGraph>;

/// The condition on the places of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetRule {
    /// No two are adjacent: no piece attacks another.
    Independent,
    /// Every two are adjacent.
    Clique,
    /// Every edge has at least one end in the set.
    Cover,
    /// Every other place is adjacent to one of them.
    Dominating(DominationRules),
}

/// The conditions on a dominating set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a condition of its own")]
pub struct DominationRules {
    /// No two are adjacent.
    pub independent: bool,
    /// Each of them is adjacent to one of them too.
    pub total: bool,
    /// No other place is adjacent to two of them; with `total`, no place at all.
    pub perfect: bool,
    /// None of them can be spared, and the most are requested.
    pub most: bool,
}

impl DominationRules {
    /// Checks that the conditions do not exclude each other; `linked`: what an independent set has
    /// not.
    ///
    /// # Errors
    /// [`StatementError`].
    pub fn check(self, linked: &str) -> Result<(), StatementError> {
        if !self.independent || !self.total {
            return Ok(());
        }
        let problem = format!(" exclude each other: one forbids {linked}, the other requires them");
        let problem = words![Field::Independent, " and ", Field::Total, problem];
        Err(StatementError::whole(problem))
    }
}

impl SetRule {
    /// The conditions on a dominating set; none for other sets.
    #[must_use]
    pub fn domination(self) -> DominationRules {
        match self {
            Self::Dominating(rules) => rules,
            _ => DominationRules::default(),
        }
    }

    /// Whether no two places of the set may be adjacent.
    #[must_use]
    pub fn is_apart(self) -> bool {
        self == Self::Independent || self.domination().independent
    }
}

/// What a set has of one kind.
#[derive(Debug, Clone)]
pub struct SetKind<P> {
    /// The places, linked by the moves of the piece.
    pub places: P,
    /// The side of the pieces.
    pub side: Option<Side>,
    /// How many, if stated for this kind.
    pub own_count: Option<u32>,
    /// How many.
    pub count: Count,
    /// The piece: `queen`, or with its side `white:queen`; nothing for vertices.
    pub name: String,
}

/// The words for sets in messages; a pair goes before and after a name.
pub struct SetWords {
    /// The form of a solution, for the message about another form.
    pub form: &'static str,
    /// What happens to a place in a solution: `taken` or `named`.
    pub taken: &'static str,
    /// Where the members of a set are.
    pub there: &'static str,
    /// The end of a sentence about two that exclude each other.
    pub exclude: &'static str,
    /// The end of a sentence about two that do not exclude each other.
    pub go_together: &'static str,
    /// The property that an undominated place lacks; and that of an occupied one.
    pub dominated: [&'static str; 2],
    /// A place that a set may gain.
    pub may_gain: [&'static str; 2],
    /// How much a bound allows.
    pub allowed: [&'static str; 2],
    /// How much was reached.
    pub reached: [&'static str; 2],
}

/// Places of sets.
pub trait SetPlaces: ModelPlaces {
    /// The words for sets.
    const SET: SetWords;

    /// The statement of a set.
    fn statement(set: &SetPuzzle<Self>) -> Statement;

    /// One line for a person.
    fn title(set: &SetPuzzle<Self>) -> String;

    /// A certificate in a sentence.
    fn because(set: &SetPuzzle<Self>, certificate: &Certificate) -> String;

    /// The drawing of a solution.
    fn drawing<'a>(
        set: &'a SetPuzzle<Self>,
        solution: &'a Solution,
        attacks: bool,
    ) -> Option<Drawing<'a>>;

    /// The drawing of a certificate.
    fn reason_drawing<'a>(
        set: &'a SetPuzzle<Self>,
        certificate: &Certificate,
    ) -> Option<Drawing<'a>>;

    /// A reason as a certificate; `None` if no certificate can express it.
    fn certificate(reason: SetCertificate<Self::Name>) -> Option<Certificate>;

    /// The reason of a certificate.
    ///
    /// # Errors
    /// If the certificate does not apply to these places.
    fn stated_reason(
        certificate: &Certificate,
    ) -> Result<Cow<'_, SetCertificate<Self::Name>>, Violation>;

    /// The number of a name in a certificate.
    ///
    /// # Errors
    /// If no place has it.
    fn shown(&self, name: &Self::Name) -> Result<u32, Violation> {
        self.number(name)
    }

    /// The same solution with its places in order.
    fn sorted(&self, solution: &Solution) -> Solution {
        solution.clone().sorted()
    }

    /// The places one link away, in any order.
    fn near(&self, place: u32) -> Vec<u32> {
        self.next_to(place)
    }

    /// The places from which a link leads to one.
    fn attackers(&self, place: u32) -> Vec<u32> {
        self.near(place)
    }

    /// Whether a link leads from one place to another.
    fn are_linked(&self, one: u32, other: u32) -> bool;

    /// Each of some pieces, whose places are `inside`, with each place next to it; for one kind the
    /// set alone may be enough.
    fn links_of<'a>(
        set: &'a SetPuzzle<Self>,
        placed: &'a [Placed],
        _inside: &'a FixedBitSet,
    ) -> Box<dyn Iterator<Item = (Placed, u32)> + 'a> {
        let links = move |&from: &Placed| set.near(from).into_iter().map(move |to| (from, to));
        Box::new(placed.iter().flat_map(links))
    }

    /// The links of [`SetPlaces::links_of`] that lead to a place inside.
    fn links_within<'a>(
        set: &'a SetPuzzle<Self>,
        placed: &'a [Placed],
        inside: &'a FixedBitSet,
    ) -> Box<dyn Iterator<Item = (Placed, u32)> + 'a> {
        let links = Self::links_of(set, placed, inside);
        Box::new(links.filter(|&(_, to)| inside.contains(to as usize)))
    }

    /// Whether every two of these places are linked, because they lie on one line.
    fn is_line(&self, places: &[u32]) -> bool {
        places.len() < 2
    }

    /// The approximate steps of a check that looks at a number of pairs of places, and at the
    /// neighbours of a number of places.
    fn steps_of_check(&self, pairs: u64, near: u64) -> u64;

    /// Checks a bound on queens by the sums of their lines.
    ///
    /// # Errors
    /// The first [`Violation`].
    fn check_line_sums(&self, _at_most: u32) -> Ruling {
        Err(Violation("only boards have lines".into()))
    }

    /// An upper bound on all links.
    fn most_links(&self) -> u64;
}

/// A set of places under a rule.
///
/// Pieces attack through each other. For one kind that makes no difference, because the piece
/// between attacks too. Blocked squares stop sliders.
#[derive(Debug, Clone)]
pub struct SetPuzzle<P> {
    /// The kinds, at least one.
    kinds: Vec<SetKind<P>>,
    /// Whether a solution says which piece is on each square.
    is_army: bool,
    rule: SetRule,
    /// The required places, with their kinds; vertices in rising order.
    given: Vec<Placed>,
    /// The vertices that must not be in it, in rising order; a board has its own blocked squares.
    blocked: Vec<Placed>,
    /// The weights of the vertices in their order; `None` if each weighs 1.
    weights: Option<Vec<u32>>,
    model: Model,
    /// The vertices that the model has, if it leaves some out.
    open: Option<Arc<[u32]>>,
}

impl<P: SetPlaces> SetPuzzle<P> {
    /// The places.
    fn places(&self) -> &P {
        &self.kinds[0].places
    }

    /// Whether more places are better, not fewer.
    fn is_most(&self) -> bool {
        matches!(self.rule, SetRule::Independent | SetRule::Clique) || self.rule.domination().most
    }

    /// Whether what is in the set must be dominated too.
    fn is_total(&self) -> bool {
        self.rule.domination().total
    }

    /// The place of a vertex of the model, whose vertices are the places once for each kind.
    fn place(&self, vertex: u32) -> Placed {
        let count = self.places().count().max(1) as u32;
        let kind = ((vertex / count) as usize).min(self.kinds.len() - 1);
        let open = self.open.as_ref().and_then(|open| open.get(vertex as usize).copied());
        (self.places().place_of(open.unwrap_or(vertex) % count), kind)
    }
}

impl<P: SetPlaces> StatedPuzzle for SetPuzzle<P> {
    fn statement(&self) -> Statement {
        P::statement(self)
    }
}

impl<P: SetPlaces> Puzzle for SetPuzzle<P> {
    fn title(&self) -> String {
        P::title(self)
    }

    fn unit(&self) -> Option<&'static str> {
        self.weights.is_some().then_some("in weight")
    }

    fn set_size(&self) -> Option<(&'static str, Option<u32>)> {
        let asked = match self.kinds[..] {
            [SetKind { count: Count::Exactly(count), .. }] => Some(count),
            _ => None,
        };
        Some((if self.board().is_some() { "pieces" } else { P::Name::WORDS.nouns }, asked))
    }

    fn model(&self) -> Model {
        self.model.clone()
    }

    fn label(&self, vertex: u32) -> String {
        let piece = self.piece_of(vertex).map(|piece| piece + "@").unwrap_or_default();
        piece + &self.name(self.place(vertex).0)
    }

    fn term(&self, vertex: u32) -> String {
        let (place, kind) = self.place(vertex);
        match (self.name(place), &*self.kinds[kind].name) {
            (name, "") => name,
            (name, piece) => format!("{piece}({name})"),
        }
    }

    fn piece_of(&self, vertex: u32) -> Option<String> {
        self.is_army.then(|| self.kinds[self.place(vertex).1].name.clone())
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        let Witness::Vertices(vertices) = witness else { return Err(Violation::of_witness()) };
        let placed: Vec<Placed> = vertices.iter().map(|&vertex| self.place(vertex)).collect();
        Ok(self.solution(&placed))
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let name = |vertex| self.places().name(self.place(vertex).0);
        P::certificate(SetCertificate::of(obstruction, &name)?)
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        self.places().sorted(solution)
    }

    fn because(&self, certificate: &Certificate) -> String {
        P::because(self, certificate)
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        let places = self.places();
        let keeps_moves = self.kinds.iter().all(|kind| kind.places.keeps_moves(symmetry));
        keeps_moves
            && self.given.iter().all(|&(place, kind)| {
                let image = places.number(&places.name(place).image(symmetry));
                image.is_ok_and(|image| self.given.contains(&(image, kind)))
            })
    }

    fn board(&self) -> Option<&Board> {
        self.places().board()
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, attacks: bool) -> Option<Drawing<'a>> {
        P::drawing(self, solution, attacks)
    }

    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        P::reason_drawing(self, certificate)
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        let on_board = self.board().is_some();
        match (self.rule, task) {
            (SetRule::Dominating(DominationRules { most: true, .. }), _) => {
                &["sat:cover", "native:forward-checking"]
            }
            (SetRule::Dominating(DominationRules { perfect: true, .. }), Task::Count(_)) => {
                &["native:frontier", "sat:cover"]
            }
            (SetRule::Dominating(DominationRules { perfect: true, .. }), _) => &["sat:cover"],
            (SetRule::Dominating(_), Task::First)
                if self.model.as_dominating_set().is_some_and(frontier::is_fast) =>
            {
                &["native:frontier"]
            }
            (SetRule::Dominating(_), Task::First | Task::All | Task::Sample) => {
                &["native:dfs", "sat:cover"]
            }
            (SetRule::Dominating(_), Task::Count(_)) => {
                &["native:frontier", "native:dfs", "sat:cover"]
            }
            (_, Task::First) if on_board => &["graph:matching", "sat:lines"],
            // The maximum must be proved first.
            (_, Task::All)
                if on_board && self.kinds.iter().any(|kind| kind.count == Count::Optimum) =>
            {
                &["sat:lines", "native:dfs"]
            }
            (_, Task::All | Task::Sample) if on_board => &["native:dfs", "sat:lines"],
            (_, Task::Count(_)) if on_board => &["native:components", "native:dfs", "sat:lines"],
            (_, Task::First) if is_promising(&self.model) => {
                &["graph:matching", "native:branch-and-reduce"]
            }
            (_, Task::First) if linear::is_promising(&self.model) => {
                &["graph:flow", "native:linear", "native:cliques"]
            }
            (_, Task::First) => &["graph:matching", "graph:flow", "native:cliques", "sat:lines"],
            (_, Task::All | Task::Sample) => &["native:cliques", "sat:lines"],
            (_, Task::Count(_)) => &["native:components", "native:cliques", "sat:lines"],
        }
    }
}
