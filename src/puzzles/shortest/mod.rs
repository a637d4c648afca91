//! The shortest or cheapest way between two places: routes over boards, paths through graphs.

mod verify;

use satranj_encodings::{
    model::{Model, Obstruction, Witness},
    shortest_path::PathObstruction,
};

use super::{
    Certificate, Puzzle, Solution, StatedPuzzle, Statement, StatementError, Task, Violation,
    fields::Field,
    path::PathCertificate,
    places::{ModelPlaces, PlaceName, named},
};
use crate::{
    board::{Board, symmetry::Symmetry},
    pictures::Drawing,
};

/// The requirements of a way besides its places.
#[derive(Debug, Clone)]
pub struct WayParts<P: LinkedPlaces> {
    /// The first place.
    pub from: P::Name,
    /// The last place.
    pub to: P::Name,
    /// The weights, as [`LinkedPlaces::weight_of`] finds them; `None` if each is 1.
    pub weights: Option<Vec<P::Weight>>,
    /// Asks for any way of at most this cost, instead of a cheapest one.
    pub at_most: Option<u64>,
}

/// The words for a way in messages.
pub struct WayWords {
    /// `route` or `path`.
    pub way: &'static str,
    /// Before the cost of a cheaper way: `that costs`.
    pub costing: &'static str,
    /// What the value counts without weights, and with them.
    pub units: [&'static str; 2],
    /// The default methods.
    pub methods: &'static [&'static str],
}

/// Places with weighted links.
pub trait LinkedPlaces: ModelPlaces {
    /// A weight.
    type Weight: Copy + Into<u64> + Send + Sync + std::fmt::Debug;

    /// The words for a way.
    const WORDS: WayWords;

    /// The statement.
    fn statement(&self, asked: &WayParts<Self>) -> Statement;

    /// The model, by the vertices of its ends.
    fn model(&self, ends: (u32, u32), asked: &WayParts<Self>) -> Model;

    /// One line for a person.
    fn title(&self, asked: &WayParts<Self>) -> String;

    /// Which weight is that of a link.
    fn weight_of(&self, from: u32, to: u32) -> Option<usize>;

    /// Whether a symmetry keeps the weights.
    fn keeps_weights(&self, weights: &[Self::Weight], symmetry: &Symmetry) -> bool;

    /// The drawing of a way.
    fn drawing<'a>(
        &'a self,
        path: &'a [Self::Name],
        weights: Option<&'a [Self::Weight]>,
    ) -> Option<Drawing<'a>>;

    /// A reason as a certificate.
    fn certificate(&self, reason: PathCertificate<Self::Name>) -> Certificate;

    /// The reason of a certificate.
    ///
    /// # Errors
    /// If the certificate does not apply to these places.
    fn reason(&self, certificate: &Certificate) -> Result<PathCertificate<Self::Name>, Violation>;
}

/// The question of a shortest or cheapest way.
#[derive(Debug, Clone)]
pub struct Shortest<P: LinkedPlaces> {
    places: P,
    asked: WayParts<P>,
    model: Model,
}

impl<P: LinkedPlaces> Shortest<P> {
    /// The stated way.
    ///
    /// # Errors
    /// [`StatementError`], if an end is not a place.
    pub fn new(places: P, asked: WayParts<P>) -> Result<Self, StatementError> {
        let ends = (places.stated(Field::From, &asked.from)?, places.stated(Field::To, &asked.to)?);
        let model = places.model(ends, &asked);
        Ok(Self { places, asked, model })
    }
}

impl<P: LinkedPlaces> StatedPuzzle for Shortest<P> {
    fn statement(&self) -> Statement {
        self.places.statement(&self.asked)
    }
}

impl<P: LinkedPlaces> Puzzle for Shortest<P> {
    fn title(&self) -> String {
        self.places.title(&self.asked)
    }

    fn model(&self) -> Model {
        self.model.clone()
    }

    fn label(&self, vertex: u32) -> String {
        self.places.name_of(vertex).to_string()
    }

    fn interpret(&self, witness: &Witness) -> Result<Solution, Violation> {
        self.places.path_of(witness).map(P::Name::path)
    }

    fn explain(&self, obstruction: &Obstruction) -> Option<Certificate> {
        let places = &self.places;
        let Obstruction::Path(reason) = obstruction else { return None };
        Some(places.certificate(match reason {
            PathObstruction::Separated(vertices) => {
                PathCertificate::Disconnected { vertices: places.names(vertices) }
            }
            PathObstruction::Distances(list) => {
                let vertex = |place| places.vertex(&places.name(place));
                let distance = |place| *list.get(vertex(place)? as usize)?;
                let distances = (0..places.limit() as u32).map(distance).collect();
                PathCertificate::Distances { distances }
            }
        }))
    }

    fn tells_count(&self) -> bool {
        true
    }

    fn unit(&self) -> Option<&'static str> {
        Some(P::WORDS.units[usize::from(self.asked.weights.is_some())])
    }

    fn because(&self, certificate: &Certificate) -> String {
        let words = P::Name::WORDS;
        match self.places.reason(certificate) {
            Ok(PathCertificate::Distances { .. }) => {
                let from = self.asked.from.in_line();
                format!("checked by the distance of every {} from {from}", words.noun)
            }
            Ok(PathCertificate::Disconnected { vertices }) => {
                format!("because no {} leads out of {}", words.link, named(&vertices))
            }
            Err(_) => format!("because of {}", certificate.kind()),
        }
    }

    fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        let WayParts { from, to, weights, .. } = &self.asked;
        [from, to].into_iter().all(|name| name.image(symmetry) == *name)
            && self.places.keeps_moves(symmetry)
            && weights.as_ref().is_none_or(|its| self.places.keeps_weights(its, symmetry))
    }

    fn board(&self) -> Option<&Board> {
        self.places.board()
    }

    fn drawing<'a>(&'a self, solution: &'a Solution, _attacks: bool) -> Option<Drawing<'a>> {
        self.places.drawing(P::Name::path_of(solution)?, self.asked.weights.as_deref())
    }

    fn marked(&self, certificate: &Certificate) -> Option<Drawing<'_>> {
        match self.places.reason(certificate) {
            Ok(PathCertificate::Disconnected { vertices }) => {
                self.places.marked(&vertices, Vec::new())
            }
            _ => None,
        }
    }

    fn preferred(&self, _task: Task) -> &'static [&'static str] {
        P::WORDS.methods
    }
}
