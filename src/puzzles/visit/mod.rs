//! The visit of every place once: tours of boards, Hamiltonian paths and cycles of graphs.

mod carving;
mod conditions;
mod cycle_covers;
mod longest;
mod refutation;
mod statement;
mod symmetry;
mod times;
mod verify;

use std::fmt::Write as _;

use fixedbitset::FixedBitSet;
use satranj_encodings::{
    hamiltonian::{Hamiltonian, obstruction::HamiltonianObstruction},
    longest_path::LongestPath,
    model::{Model, Obstruction, Witness},
};

use super::{
    Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task, Violation,
    places::{ModelPlaces, PlaceName, named},
};
use crate::{
    board::{Board, symmetry::Symmetry},
    methods::count_tours,
    pictures::Drawing,
};
pub use longest::Longest;
pub use statement::{HamiltonStatement, TourStatement, VisitParts};
pub use symmetry::TourSymmetry;

/// The words for a visit in messages.
pub struct VisitWords {
    /// `tour` or `path or cycle`.
    pub any: &'static str,
    /// `tour` or `path`.
    pub open: &'static str,
    /// `closed tour` or `cycle`.
    pub closed: &'static str,
    /// `tour` or `cycle`.
    pub round: &'static str,
    /// What is done with a link: `made` or `used`.
    pub used: &'static str,
    /// `board` or `graph`.
    pub ground: &'static str,
    /// What separates the parts of a title.
    pub comma: &'static str,
    /// What comes after the number of given links in a title: ` move`, and more if they are several.
    pub given: [&'static str; 2],
}

/// Places that can be visited.
pub trait VisitedPlaces: ModelPlaces {
    /// The words for a visit.
    const WORDS: VisitWords;

    /// The statement of a visit.
    fn statement(&self, asked: &VisitParts<Self::Name>) -> Statement;

    /// The model of a visit with any ends.
    fn model(&self, closed: bool) -> Hamiltonian;

    /// The visit in words: `closed knight's tour of 8x8`, `longest knight's path of 4x4`.
    fn visit_words(&self, asked: &VisitParts<Self::Name>) -> String;

    /// The error that a closed visit has this end.
    fn error_of_end(end: &Self::Name) -> StatementError;

    /// The error that an open visit of several places starts and ends at this one.
    fn error_of_ends(both: &Self::Name) -> StatementError;

    /// What is wrong with a given link that does not exist.
    fn error_of_link(&self, from: &Self::Name, to: &Self::Name) -> String;

    /// The error for a step, with its number if it is not the last one, back to the start.
    fn error_of_step(&self, _step: Option<usize>, from: &Self::Name, to: &Self::Name) -> String {
        self.unlinked(from, to)
    }

    /// Why a class of places of one colour has too many: `every move changes colour, but …`.
    fn words_of_colours(&self, class: usize) -> String;

    /// All places in an order that may be a visit.
    fn obvious(&self) -> Option<Vec<Self::Name>>;

    /// The drawing of a visit with these given times; without a path, of the question.
    fn drawing<'a>(
        &'a self,
        path: &'a [Self::Name],
        asked: &VisitParts<Self::Name>,
    ) -> Option<Drawing<'a>>;

    /// A reason as a certificate; `None` if no certificate can express it.
    fn certificate(reason: HamiltonianObstruction<Self::Name>) -> Option<Certificate>;

    /// The reason of a certificate.
    ///
    /// # Errors
    /// A sentence, if the certificate does not apply to these places.
    fn reason(certificate: &Certificate) -> Result<HamiltonianObstruction<Self::Name>, String>;
}

/// A visit of every place once.
#[derive(Debug, Clone)]
pub struct Visit<P: VisitedPlaces> {
    places: P,
    asked: VisitParts<P::Name>,
    model: Hamiltonian,
    /// The model, if places may be left out.
    longest: Option<LongestPath>,
}

impl<P: VisitedPlaces> Visit<P> {
    /// The stated visit.
    ///
    /// # Errors
    /// [`StatementError`] with what contradicts itself or the places.
    pub fn new(places: P, mut asked: VisitParts<P::Name>) -> Result<Self, StatementError> {
        let model = asked.model(&places)?;
        let longest =
            asked.longest.map(|longest| longest.model(&asked, model.clone())).transpose()?;
        Ok(Self { places, asked, model, longest })
    }
}

impl<P: VisitedPlaces> StatedPuzzle for Visit<P> {
    fn statement(&self) -> Statement {
        self.places.statement(&self.asked)
    }
}

impl<P: VisitedPlaces> Puzzle for Visit<P> {
    fn title(&self) -> String {
        self.places.visit_words(&self.asked) + &self.asked.title(&P::WORDS)
    }

    fn model(&self) -> Model {
        match &self.longest {
            Some(longest) => Model::LongestPath(longest.clone()),
            None => Model::Hamiltonian(self.model.clone()),
        }
    }

    fn unit(&self) -> Option<&'static str> {
        let is_board = self.board().is_some();
        self.longest.as_ref().map(|_| if is_board { "moves" } else { "edges" })
    }

    fn count_option(&self) -> &'static str {
        "--at-least"
    }

    fn label(&self, vertex: u32) -> String {
        self.places.name_of(vertex).to_string()
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        self.places.path_of(witness).map(|path| P::Name::path(self.asked.begun(path)))
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let Obstruction::Hamiltonian(reason) = obstruction else { return None };
        P::certificate(reason.map(|&vertex| self.places.name_of(vertex)))
    }

    fn canonical(&self, solution: &Solution) -> Solution {
        let Some(path) = P::Name::path_of(solution) else { return solution.clone() };
        P::Name::path(self.asked.canonical(&self.places, path.to_vec()))
    }

    fn because(&self, certificate: &Certificate) -> String {
        let Ok(reason) = P::reason(certificate) else {
            return format!("because of {}", certificate.kind());
        };
        let (words, of) = (P::Name::WORDS, P::WORDS);
        let (nouns, link, names) = (words.nouns, words.link, named(reason.shown()));
        match &reason {
            HamiltonianObstruction::LowDegree(places) => {
                let lacks = if places.len() == 1 { "has" } else { "have" };
                format!("because {names} {lacks} too few {link}s to pass through")
            }
            HamiltonianObstruction::Disconnected(_) => {
                format!("because no {link} leads out of {names}")
            }
            HamiltonianObstruction::Articulation(_) | HamiltonianObstruction::Toughness(_) => {
                let joins = if self.asked.closed { of.closed } else { of.open };
                let parts = if self.places.count() <= MOST_IN_PARTS {
                    let (_, count) = refutation::pieces(&self.places, &self.shown(&reason));
                    format!("{count} parts")
                } else {
                    "parts".into()
                };
                format!(
                    "because without {names} the {} falls into {parts}, more than a {joins} \
                     can join",
                    of.ground
                )
            }
            HamiltonianObstruction::Colours { class, ends } => {
                let mut text = format!("because {}", self.places.words_of_colours(class.len()));
                let _ = match &ends[..] {
                    [] => Ok(()),
                    [_] => {
                        write!(text, ", so the {} cannot begin or end at {}", of.open, named(ends))
                    }
                    _ => write!(text, ", so {} cannot be the ends of the {}", named(ends), of.open),
                };
                text
            }
            HamiltonianObstruction::NoTwoFactor(_) => {
                format!(
                    "because the {nouns} around {names} have too few places for all their {link}s"
                )
            }
            HamiltonianObstruction::NoCycleCover { successors, .. } => {
                let (count, one) = (successors.len(), successors.len() == 1);
                let noun = if one { words.noun } else { nouns };
                if count == 0 {
                    return format!("because no {link} leads from {names}");
                }
                format!("because {link}s lead from {names} to only {count} {noun}")
            }
            HamiltonianObstruction::Carving { .. } => {
                format!("because no paths through {names} can be parts of a {}", of.round)
            }
            HamiltonianObstruction::Given(_) => {
                format!("because the given {link}s through {names} cannot all be {}", of.used)
            }
            HamiltonianObstruction::Forced { vertices, .. } => {
                let (first, others) = vertices.split_at(vertices.len().min(1));
                format!(
                    "because each of the three {link}s from {} to {} must be {}: without it and one other \
                     {link} the {} falls into two parts",
                    named(first),
                    named(others),
                    of.used,
                    of.ground
                )
            }
            HamiltonianObstruction::GivenTimes(pair) => format!(
                "because no walk leads from {} in as many {link}s as there are between their times",
                pair.iter().map(PlaceName::in_line).collect::<Vec<_>>().join(" to ")
            ),
            HamiltonianObstruction::Symmetry(places) => self.because_of_symmetry(places),
            HamiltonianObstruction::CycleCovers { count } => match count {
                None => "because every cycle cover has an even number of cycles".into(),
                Some(1) => "because the only cycle cover has more than one cycle".into(),
                Some(count) => {
                    format!("because each of the {count} cycle covers has more than one cycle")
                }
            },
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        self.asked.is_kept_by(&self.places, symmetry)
    }

    fn board(&self) -> Option<&Board> {
        self.places.board()
    }

    fn visits(&self, solution: &Solution) -> Option<Vec<u32>> {
        let path = P::Name::path_of(solution).filter(|_| self.longest.is_none());
        path?.iter().map(|name| self.places.vertex(name)).collect()
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        self.places.drawing(P::Name::path_of(solution)?, &self.asked)
    }

    fn question_drawing(&self) -> Option<Drawing<'_>> {
        let asked = Some(&self.asked).filter(|asked| !asked.times.is_empty());
        self.places.drawing(&[], asked?).filter(|_| self.board().is_some())
    }

    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        if let Certificate::Drat(_) | Certificate::Search { .. } = certificate {
            return self.places.marked(&[], Vec::new());
        }
        let reason = P::reason(certificate).ok()?;
        let shows_parts = self.board().is_none_or(|it| it.longest_side() <= LONGEST_IN_PARTS);
        let parts = if shows_parts { self.parts_of(&reason) } else { Vec::new() };
        let names =
            |part: Vec<u32>| part.into_iter().map(|place| self.places.name(place)).collect();
        self.places.marked(reason.shown(), parts.into_iter().map(names).collect())
    }

    fn preferred(&self, task: Task) -> &'static [&'static str] {
        let is_timed = !self.model.times.is_empty();
        if self.model.symmetry.is_some() {
            return &["native:quotient", "sat:cuts"];
        }
        if self.longest.is_some() {
            return &["auto", "sat:skipping"];
        }
        match task {
            Task::Count(_) if is_timed => &["graph:search", "sat:auto"],
            Task::First => &["auto"],
            Task::All => &["sat:auto"],
            Task::Sample => &["native:frontier"],
            Task::Count(_) => {
                let degree = |vertex| self.model.graph().neighbours(vertex).len() as u32;
                count_tours::preferred(self.model.vertices(), degree)
            }
        }
    }
}

/// The longest side of a board whose parts are drawn.
const LONGEST_IN_PARTS: u32 = 60;

/// The most places whose parts are counted for a sentence.
const MOST_IN_PARTS: usize = 1_000_000;

impl<P: VisitedPlaces> Visit<P> {
    /// Why no tour has the stated symmetry: a colour class shows it, or the places that it keeps.
    fn because_of_symmetry(&self, shown: &[P::Name]) -> String {
        let Some((symmetry, board)) = self.asked.symmetry.zip(self.places.board()) else {
            return "because of its symmetry".into();
        };
        let (count, nouns) = (self.places.count(), P::Name::WORDS.nouns);
        let tour = if self.asked.closed { P::WORDS.closed } else { P::WORDS.open };
        let image = |name: &P::Name| {
            let place = self.places.number(name).ok()?;
            Some(self.places.name(symmetry.image(board, place)))
        };
        match shown {
            [] => format!("because no move leads from a square to its image by the {symmetry}"),
            _ if shown.iter().all(|name| image(name).as_ref() == Some(name)) => format!(
                "because the {symmetry} keeps {} in place, but no symmetry of a {tour} of {count} \
                 {nouns} does",
                named(shown)
            ),
            [first, ..] => {
                let keeps = image(first).is_some_and(|image| shown.contains(&image));
                let (does, must) =
                    if keeps { ("keeps", "exchange") } else { ("exchanges", "keep") };
                let order = if symmetry == TourSymmetry::QuarterTurn { 4 } else { 2 };
                let way = if self.asked.closed {
                    format!("a shift of the {tour} by {} of its {count} moves", count / order)
                } else {
                    format!("a reversal of the {tour} of {count} {nouns}")
                };
                format!(
                    "because every move changes colour, and the {symmetry} {does} the colours, but \
                     {way} would {must} them"
                )
            }
        }
    }

    /// The places outside a reason, as it divides them: the other colour, or the parts that no link
    /// joins.
    fn parts_of(&self, reason: &HamiltonianObstruction<P::Name>) -> Vec<Vec<u32>> {
        let shown = self.shown(reason);
        let (piece, count) = match reason {
            HamiltonianObstruction::Colours { .. } => (vec![0; self.places.limit()], 1),
            HamiltonianObstruction::Disconnected(_)
            | HamiltonianObstruction::Articulation(_)
            | HamiltonianObstruction::Toughness(_) => refutation::pieces(&self.places, &shown),
            _ => return Vec::new(),
        };
        let mut parts = vec![Vec::new(); count];
        for place in self.places.all().filter(|&place| !shown.contains(place as usize)) {
            parts[piece[place as usize] as usize].push(place);
        }
        parts
    }

    /// The places that show a reason.
    fn shown(&self, reason: &HamiltonianObstruction<P::Name>) -> FixedBitSet {
        let mut shown = FixedBitSet::with_capacity(self.places.limit());
        let numbers = reason.shown().iter().filter_map(|name| self.places.number(name).ok());
        shown.extend(numbers.map(|place| place as usize));
        shown
    }
}
