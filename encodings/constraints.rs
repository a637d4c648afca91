//! The constraints of a model beyond the plain question of its kind, as data: an encoding or a
//! method lists the constraints that it supports, and is never run on a model with others.

use self::Constraint::{
    Anonymous, AtMost, Blocked, Closed, Directed, End, Given, Graph, Independent, Induced, Kinds,
    Makespan, Minimal, NoFollowing, OneAtATime, Parallel, Perfect, Size, Start, Surface, Symmetric,
    Times, Total, Uncrossed, Unshielded, Weights,
};
use crate::{
    agent_paths::PlanCost,
    hamiltonian::Hamiltonian,
    lattice::Lattice,
    model::{Count, Model},
};

/// Declares the constraints, in the order of lists, with the word for each.
macro_rules! constraints {
    ($($(#[$doc:meta])* $name:ident $word:literal,)*) => {
        /// Something that a model may have and that changes its answers.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Constraint {
            $($(#[$doc])* $name,)*
        }

        impl Constraint {
            /// All, in the order of lists.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The word for it in lists.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)*
                }
            }
        }
    };
}

constraints! {
    /// A graph that is not a board, or a board of a piece whose moves depend on their direction or
    /// whose rides are limited.
    Graph "graph",
    /// A board some of whose borders are joined.
    Surface "surface",
    /// Directed edges.
    Directed "directed",
    /// A cycle instead of a path.
    Closed "closed",
    /// A first vertex of a path.
    Start "start",
    /// A last vertex of a path.
    End "end",
    /// Vertices that must be visited at given times.
    Times "times",
    /// A symmetry that maps the answer onto itself.
    Symmetric "symmetric",
    /// Edges, vertices or colours that must be in the answer.
    Given "given",
    /// Vertices that must not be in the answer.
    Blocked "blocked",
    /// Pieces of several kinds.
    Kinds "kinds",
    /// A number of vertices, pieces, edges or colours instead of the best.
    Size "size",
    /// Weights of vertices or edges.
    Weights "weights",
    /// A bound on the weight, the cost or the moves instead of the best.
    AtMost "at-most",
    /// A path whose edges do not cross.
    Uncrossed "uncrossed",
    /// A path whose vertices are adjacent only if they follow each other.
    Induced "induced",
    /// Pieces that attack across blocked squares.
    Unshielded "unshielded",
    /// A dominating set in which every vertex has a neighbour.
    Total "total",
    /// A dominating set in which no two vertices are adjacent.
    Independent "independent",
    /// A dominating set in which no vertex outside has two neighbours.
    Perfect "perfect",
    /// A dominating set of which no vertex can be spared.
    Minimal "minimal",
    /// Several moves in one step.
    Parallel "parallel",
    /// Agents of which any may go to any goal.
    Anonymous "anonymous",
    /// The time of the last arrival instead of the sum of all.
    Makespan "makespan",
    /// No agent enters a vertex that another one leaves in the same step.
    NoFollowing "no-following",
    /// At most one agent moves in a step.
    OneAtATime "one-at-a-time",
}

/// For Hamiltonian paths and cycles.
pub const DIRECTED_TOURS: &[Constraint] = &[Graph, Surface, Directed, Closed, Start, End, Given];

/// The same, with given times too.
pub const TIMED_TOURS: &[Constraint] =
    &[Graph, Surface, Directed, Closed, Start, End, Times, Given];

/// The same, with a symmetry instead.
pub const SYMMETRIC_TOURS: &[Constraint] =
    &[Graph, Surface, Directed, Closed, Start, End, Symmetric, Given];

/// For longest paths and cycles.
pub const LONGEST_PATHS: &[Constraint] =
    &[Graph, Surface, Directed, Closed, Start, End, Given, Size, Uncrossed, Induced];

/// The same of undirected edges.
pub const UNDIRECTED_LONGEST_PATHS: &[Constraint] =
    &[Graph, Surface, Closed, Start, End, Given, Size, Uncrossed, Induced];

/// For Hamiltonian paths and cycles of undirected edges.
pub const TOURS: &[Constraint] = &[Graph, Surface, Closed, Start, End, Given];

/// The same, with given times too.
pub const UNDIRECTED_TIMED_TOURS: &[Constraint] =
    &[Graph, Surface, Closed, Start, End, Times, Given];

/// For independent sets of one kind, and for vertex covers by their complements.
pub const SETS_OF_ONE_KIND: &[Constraint] = &[Graph, Surface, Given, Blocked, Size];

/// The same, of any kinds.
pub const PLACEMENTS: &[Constraint] = &[Graph, Surface, Given, Blocked, Kinds, Size, Unshielded];

/// The same, with vertex weights too.
pub const WEIGHTED_PLACEMENTS: &[Constraint] =
    &[Graph, Surface, Given, Blocked, Kinds, Size, Weights, AtMost, Unshielded];

/// For dominating sets.
pub const DOMINATIONS: &[Constraint] = &[Graph, Surface, Given, Blocked, Size, Total, Independent];

/// The same, with vertex weights too.
pub const WEIGHTED_DOMINATIONS: &[Constraint] =
    &[Graph, Surface, Given, Blocked, Size, Weights, AtMost, Total, Independent];

/// For dominating sets of every kind without weights.
pub const UNWEIGHTED_DOMINATIONS: &[Constraint] =
    &[Graph, Surface, Given, Blocked, Size, Total, Independent, Perfect, Minimal];

/// For dominating sets that a dynamic program counts.
pub const COUNTED_DOMINATIONS: &[Constraint] =
    &[Graph, Surface, Given, Blocked, Size, Total, Independent, Perfect];

/// For dominating sets of every kind.
pub const EVERY_DOMINATION: &[Constraint] = &[
    Graph,
    Surface,
    Directed,
    Given,
    Blocked,
    Size,
    Weights,
    AtMost,
    Total,
    Independent,
    Perfect,
    Minimal,
];

/// For colourings.
pub const COLOURINGS: &[Constraint] = &[Graph, Given, Size];

/// For vertex covers, with and without weights.
pub const WEIGHTED_COVERS: &[Constraint] = &[Graph, Given, Blocked, Size, Weights, AtMost];

/// For routes and meetings.
pub const WAYS: &[Constraint] = &[Surface, AtMost];

/// For meetings of any pieces whose moves lead back.
pub const MEETINGS: &[Constraint] = &[Graph, Surface, AtMost];

/// The same, of any pieces.
pub const DIRECTED_MEETINGS: &[Constraint] = &[Graph, Surface, Directed, AtMost];

/// For routes, with the costs of vertices too.
pub const WEIGHTED_WAYS: &[Constraint] = &[Surface, Weights, AtMost];

/// For exchanges.
pub const PLANS: &[Constraint] = &[Kinds, AtMost, Parallel];

/// For plans of agents.
pub const AGENT_PLANS: &[Constraint] = &[AtMost, Anonymous, Makespan, NoFollowing, OneAtATime];

/// Whether a list has all constraints of a model.
#[must_use]
pub fn are_all_of(minds: &[Constraint], model: &Model) -> bool {
    Constraint::ALL.iter().all(|one| minds.contains(one) || !one.is_in(model))
}

/// Whether only the graph of a lattice tells its edges.
fn is_graph(lattice: &Lattice) -> bool {
    lattice.is_of_graph() || lattice.is_uneven()
}

fn is_joined(lattice: &Lattice) -> bool {
    lattice.surface().is_joined()
}

impl Constraint {
    /// Whether a visit has this constraint.
    fn is_in_visit(self, tour: &Hamiltonian) -> bool {
        match self {
            Self::Graph => is_graph(tour.ground()),
            Self::Surface => is_joined(tour.ground()),
            Self::Directed => tour.is_directed(),
            Self::Closed => tour.closed,
            // Any vertex is on a cycle.
            Self::Start => tour.start.is_some() && !tour.closed,
            Self::End => tour.end.is_some(),
            Self::Times => !tour.times.is_empty(),
            Self::Symmetric => tour.symmetry.is_some(),
            Self::Given => !tour.given.is_empty(),
            _ => false,
        }
    }

    /// Whether a model has this constraint.
    #[must_use]
    pub fn is_in(self, model: &Model) -> bool {
        let is_size = |count: Count| count != Count::Optimum;
        match model {
            Model::Hamiltonian(tour) => self.is_in_visit(tour),
            Model::LongestPath(longest) => match self {
                Self::Start => longest.visit.start.is_some(),
                Self::Size => longest.at_least.is_some(),
                Self::Uncrossed => longest.is_uncrossed(),
                Self::Induced => longest.induced,
                _ => self.is_in_visit(&longest.visit),
            },
            Model::IndependentSet(set) => match self {
                Self::Graph => set.kinds().iter().any(|kind| is_graph(&kind.lattice)),
                Self::Surface => set.kinds().iter().any(|kind| is_joined(&kind.lattice)),
                Self::Given => !set.given.is_empty(),
                Self::Kinds => set.kinds().len() > 1,
                Self::Size => set.kinds().iter().any(|kind| is_size(kind.count)),
                Self::Unshielded => !set.is_shielded(),
                _ => false,
            },
            Model::Queens(queens) => match self {
                Self::Given => !queens.given.is_empty(),
                Self::Blocked => !queens.forbidden.is_empty(),
                _ => false,
            },
            Model::DominatingSet(set) => match self {
                Self::Graph => set.pieces().kinds().iter().any(|kind| is_graph(&kind.lattice)),
                Self::Directed => set.is_directed(),
                Self::Surface => set.pieces().kinds().iter().any(|kind| is_joined(&kind.lattice)),
                Self::Given => !set.given().is_empty(),
                Self::Blocked => !set.blocked().is_empty(),
                Self::Size => is_size(set.count),
                Self::Total => set.total,
                Self::Independent => set.independent,
                Self::Perfect => set.perfect,
                Self::Minimal => set.minimal,
                _ => false,
            },
            Model::VertexCover(cover) => match self {
                Self::Graph => true,
                Self::Given => !cover.given().is_empty(),
                Self::Blocked => !cover.blocked().is_empty(),
                Self::Size => is_size(cover.count),
                _ => false,
            },
            Model::WeightedSet(set) => match self {
                Self::Weights => true,
                Self::AtMost => set.enough().is_some(),
                _ => self.is_in(set.sets()),
            },
            Model::Colouring(colouring) => match self {
                Self::Graph => true,
                Self::Given => !colouring.given().is_empty(),
                Self::Size => is_size(colouring.colours),
                _ => false,
            },
            Model::Meeting(meeting) => match self {
                Self::Graph => is_graph(meeting.lattice()),
                Self::Directed => meeting.lattice().is_directed(),
                Self::Surface => is_joined(meeting.lattice()),
                Self::AtMost => meeting.at_most.is_some(),
                _ => false,
            },
            Model::Route(route) => match self {
                Self::Graph => is_graph(route.lattice()),
                Self::Directed => route.lattice().is_directed(),
                Self::Surface => is_joined(route.lattice()),
                Self::Weights => route.weights.is_some(),
                Self::AtMost => route.at_most.is_some(),
                _ => false,
            },
            Model::ShortestPath(path) => match self {
                Self::Graph => true,
                Self::Directed => path.is_directed(),
                Self::Weights => path.is_weighted(),
                Self::AtMost => path.at_most.is_some(),
                _ => false,
            },
            Model::Exchange(exchange) => match self {
                Self::Kinds => exchange.kinds.len() > 1,
                Self::AtMost => exchange.at_most.is_some(),
                Self::Parallel => exchange.parallel,
                _ => false,
            },
            Model::AgentPaths(model) => match self {
                Self::AtMost => model.at_most.is_some(),
                Self::Anonymous => model.anonymous,
                Self::Makespan => model.cost == PlanCost::Makespan,
                Self::NoFollowing => model.no_following,
                Self::OneAtATime => model.one_at_a_time,
                _ => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::Graph, hamiltonian::Hamiltonian, independent_set::IndependentSet, lattice::Step,
        queens::Queens, route::Route,
    };

    /// The constraints of a model, by their words.
    fn words(model: &Model) -> String {
        let all = Constraint::ALL.iter().filter(|one| one.is_in(model));
        all.map(|one| one.name()).collect::<Vec<_>>().join(" ")
    }

    fn wazir() -> Lattice {
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let steps = steps.map(|(rows, columns)| Step::leap(rows, columns));
        Lattice::new(2, 3, None, steps.to_vec())
    }

    #[test]
    fn each_constraint_is_in_the_models_that_have_it() {
        let set = || IndependentSet::on_lattice(wazir(), Count::Optimum);
        let of_set = |set: IndependentSet| words(&Model::IndependentSet(set));
        assert_eq!(of_set(set()), "");
        assert_eq!(of_set(set().unshielded()), "unshielded");
        assert_eq!(
            of_set({
                let mut set = set();
                set.given = vec![1];
                set
            }),
            "given"
        );
        assert_eq!(of_set(set().with_value(2)), "size");
        let graph = || Graph::from_edges(3, &[(0, 1), (1, 2)]);
        assert_eq!(of_set(IndependentSet::on_graph(graph(), Count::Optimum)), "graph");
        let two = [set().kinds(), set().kinds()].concat();
        assert_eq!(of_set(IndependentSet::army(two)), "kinds");

        let of_tour = |tour: Hamiltonian| words(&Model::Hamiltonian(tour));
        let tour = |closed| Hamiltonian::on_lattice(wazir(), closed);
        assert_eq!(of_tour(tour(false)), "");
        assert_eq!(of_tour(tour(true)), "closed");
        let with = |closed, change: &dyn Fn(&mut Hamiltonian)| {
            let mut tour = tour(closed);
            change(&mut tour);
            of_tour(tour)
        };
        assert_eq!(with(true, &|tour| tour.start = Some(0)), "closed");
        assert_eq!(with(false, &|tour| tour.start = Some(0)), "start");
        assert_eq!(with(false, &|tour| tour.end = Some(0)), "end");
        assert_eq!(with(false, &|tour| *tour = tour.with_times(&[(0, 0), (5, 5)])), "start end");
        assert_eq!(with(false, &|tour| *tour = tour.with_times(&[(0, 3)])), "times");
        assert_eq!(with(true, &|tour| *tour = tour.with_times(&[(0, 3)])), "closed");
        assert_eq!(with(true, &|tour| *tour = tour.with_times(&[(0, 3), (1, 4)])), "closed times");
        assert_eq!(with(false, &|tour| tour.given = vec![(0, 1)]), "given");
        assert_eq!(of_tour(Hamiltonian::on_graph(graph(), false)), "graph");

        let queens = |given, forbidden| words(&Model::Queens(Queens::new(4, given, forbidden)));
        assert_eq!(queens(vec![], vec![]), "");
        assert_eq!(queens(vec![(0, 1)], vec![]), "given");
        assert_eq!(queens(vec![], vec![(0, 1)]), "blocked");

        let route = |weights| Route::new(wazir(), 0, 5, weights);
        assert_eq!(words(&Model::Route(route(None))), "");
        assert_eq!(words(&Model::Route(route(Some(vec![2; 6])))), "weights");
        let bounded = Route { at_most: Some(3), ..route(None) };
        assert_eq!(words(&Model::Route(bounded.clone())), "at-most");
        assert!(are_all_of(WEIGHTED_WAYS, &Model::Route(bounded.clone())));
        assert!(!are_all_of(PLACEMENTS, &Model::Route(bounded)));
    }
}
