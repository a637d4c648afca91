//! Certificates of sets, with names of squares or vertices, and the reasons that they state, with
//! numbers of places.

use std::{collections::HashSet, fmt::Display};

use satranj_encodings::{
    independent_set::obstruction::IndependentSetObstruction, model::Obstruction,
};

use super::places::SetPlaces;
use crate::{
    board::square::Square,
    puzzles::{
        Certificate, Violation, ensure,
        graph_sets::{SetCertificate, VertexPrice, WeightedGroup},
    },
};

impl SetPlaces {
    /// States a reason; `None` if no certificate can express it.
    pub fn certificate(
        &self,
        reason: &Obstruction,
        place: &dyn Fn(u32) -> u32,
    ) -> Option<Certificate> {
        match self {
            Self::Board { board, .. } => {
                let square = |&vertex: &u32| board.square_of_cell(place(vertex) as usize);
                let squares = |list: &[u32]| list.iter().map(square).collect();
                Some(match reason {
                    Obstruction::IndependentSet(IndependentSetObstruction::Given(a, b)) => {
                        Certificate::GivenPieces { squares: squares(&[*a, *b]) }
                    }
                    Obstruction::IndependentSet(IndependentSetObstruction::CliqueCover(groups)) => {
                        let groups = groups.iter().map(|group| squares(group)).collect();
                        Certificate::CliqueCover { groups }
                    }
                    Obstruction::IndependentSet(IndependentSetObstruction::Matching(pairs)) => {
                        let pairs = pairs.iter().map(|(a, b)| [square(a), square(b)]).collect();
                        Certificate::Matching { pairs }
                    }
                    Obstruction::Undominated(list) => {
                        Certificate::Unattackable { squares: squares(list) }
                    }
                    _ => return None,
                })
            }
            Self::Graph(graph) => {
                let name = |&vertex: &u32| graph.name(place(vertex));
                let names = |list: &[u32]| list.iter().map(name).collect();
                Some(Certificate::Set(match reason {
                    Obstruction::IndependentSet(reason) | Obstruction::VertexCover(reason) => {
                        match reason {
                            IndependentSetObstruction::Given(a, b) => {
                                SetCertificate::GivenVertices { vertices: names(&[*a, *b]) }
                            }
                            IndependentSetObstruction::CliqueCover(groups) => {
                                let groups = groups.iter().map(|group| names(group)).collect();
                                SetCertificate::CliqueCover { groups }
                            }
                            IndependentSetObstruction::Matching(pairs) => {
                                let pairs = pairs.iter().map(|(a, b)| [name(a), name(b)]).collect();
                                SetCertificate::Matching { pairs }
                            }
                        }
                    }
                    Obstruction::Undominated(list) => {
                        SetCertificate::Undominated { vertices: names(list) }
                    }
                    Obstruction::Packing(list) => SetCertificate::Packing { vertices: names(list) },
                    Obstruction::WeightedCliques(groups) => {
                        let groups = groups.iter().map(|(group, weight)| WeightedGroup {
                            vertices: names(group),
                            weight: *weight,
                        });
                        SetCertificate::WeightedCliqueCover { groups: groups.collect() }
                    }
                    Obstruction::Prices(prices) => {
                        let prices = prices.iter().map(|(vertex, price)| VertexPrice {
                            vertex: name(vertex),
                            price: *price,
                        });
                        SetCertificate::Prices { prices: prices.collect() }
                    }
                    _ => return None,
                }))
            }
        }
    }

    /// The reason that a certificate states.
    ///
    /// # Errors
    /// A [`Violation`]: it names what is no place, or one place twice.
    pub fn reason(&self, certificate: &Certificate) -> Result<Obstruction, Violation> {
        let strange = || {
            let kind = certificate.kind();
            Violation(format!("`{kind}` says nothing about this puzzle"))
        };
        match (self, certificate) {
            (Self::Board { board, .. }, _) => {
                let names = PlaceNumbers(&|square: &Square| {
                    ensure!(board.is_free(*square), "{square} is not a free square of the board");
                    Ok(board.cell(*square) as u32)
                });
                match certificate {
                    Certificate::GivenPieces { squares } => names.given(squares),
                    Certificate::CliqueCover { groups } => names.groups(groups),
                    Certificate::Matching { pairs } => names.pairs(pairs),
                    Certificate::Unattackable { squares } => {
                        names.list(squares).map(Obstruction::Undominated)
                    }
                    _ => Err(strange()),
                }
            }
            (Self::Graph(graph), Certificate::Set(certificate)) => {
                let names = PlaceNumbers(&|name: &String| graph.vertex(name));
                match certificate {
                    SetCertificate::GivenVertices { vertices } => names.given(vertices),
                    SetCertificate::CliqueCover { groups } => names.groups(groups),
                    SetCertificate::Matching { pairs } => names.pairs(pairs),
                    SetCertificate::Undominated { vertices } => {
                        names.list(vertices).map(Obstruction::Undominated)
                    }
                    SetCertificate::Packing { vertices } => {
                        names.list(vertices).map(Obstruction::Packing)
                    }
                    SetCertificate::WeightedCliqueCover { groups } => {
                        let group = |group: &WeightedGroup| {
                            Ok((names.list(&group.vertices)?, group.weight))
                        };
                        let groups = groups.iter().map(group).collect::<Result<_, _>>()?;
                        Ok(Obstruction::WeightedCliques(groups))
                    }
                    SetCertificate::Prices { prices } => {
                        let vertices: Vec<String> =
                            prices.iter().map(|price| price.vertex.clone()).collect();
                        let vertices = names.list(&vertices)?.into_iter();
                        let prices = prices.iter().map(|price| price.price);
                        Ok(Obstruction::Prices(vertices.zip(prices).collect()))
                    }
                }
            }
            (Self::Graph(_), _) => Err(strange()),
        }
    }
}

/// The number of each name.
struct PlaceNumbers<'a, N>(&'a dyn Fn(&N) -> Result<u32, Violation>);

impl<N: Display> PlaceNumbers<'_, N> {
    /// The numbers of names, each of them once.
    fn list(&self, names: &[N]) -> Result<Vec<u32>, Violation> {
        let mut seen = HashSet::with_capacity(names.len());
        let number = |name: &N| {
            let number = (self.0)(name)?;
            ensure!(seen.insert(number), "{name} is named twice");
            Ok(number)
        };
        names.iter().map(number).collect()
    }

    fn given(&self, names: &[N]) -> Result<Obstruction, Violation> {
        let [a, b] = self.list(names)?[..] else {
            return Err(Violation("two that are given are needed".into()));
        };
        Ok(Obstruction::IndependentSet(IndependentSetObstruction::Given(a, b)))
    }

    fn groups(&self, groups: &[Vec<N>]) -> Result<Obstruction, Violation> {
        let groups = groups.iter().map(|group| self.list(group)).collect::<Result<_, _>>()?;
        Ok(Obstruction::IndependentSet(IndependentSetObstruction::CliqueCover(groups)))
    }

    fn pairs(&self, pairs: &[[N; 2]]) -> Result<Obstruction, Violation> {
        let pair = |pair: &[N; 2]| self.list(pair).map(|pair| (pair[0], pair[1]));
        let pairs = pairs.iter().map(pair).collect::<Result<_, Violation>>()?;
        Ok(Obstruction::IndependentSet(IndependentSetObstruction::Matching(pairs)))
    }
}
