//! Checks of sets of vertices, by the edges as they are stated.

use std::collections::HashSet;

use satranj_encodings::model::Count;

use super::{GraphSet, SetRule, reasons::pairs_within};
use crate::puzzles::{
    Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
    exhaustive::{Exhausted, Found, MOST_PLACES, PlaceSets, Scope, SearchHalt, StepBudget},
    graph_sets::SetCertificate,
};

impl PuzzleRules for GraphSet {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::Vertices { vertices: names } = solution else {
            return Err(Violation("a set of vertices has `vertices`".into()));
        };
        let (vertices, inside) = self.marked(names)?;
        let name = |vertex: u32| &self.graph.names[vertex as usize];
        if let Count::Exactly(count) = self.count {
            let found = vertices.len();
            ensure!(found == count as usize, "{found} vertices are in the set, not {count}");
        }
        if let Some(&vertex) = self.given.iter().find(|&&vertex| !inside[vertex as usize]) {
            ensure!(false, "{} is given, and not in the set", name(vertex));
        }
        if let Some(&vertex) = self.blocked.iter().find(|&&vertex| inside[vertex as usize]) {
            ensure!(false, "{} is blocked, and in the set", name(vertex));
        }
        let mut edges_within = 0;
        let mut is_reached = vec![false; inside.len()];
        for &(a, b) in self.graph.edges.iter() {
            let (one, other) = (inside[a as usize], inside[b as usize]);
            is_reached[b as usize] |= one;
            is_reached[a as usize] |= other;
            edges_within += u64::from(one && other);
            let apart = matches!(
                self.rule,
                SetRule::Independent | SetRule::Dominating { independent: true, .. }
            );
            ensure!(!(apart && one && other), "{} and {} are adjacent", name(a), name(b));
            let open = self.rule == SetRule::Cover && !one && !other;
            ensure!(!open, "the edge {}-{} has no end in the set", name(a), name(b));
        }
        let count = vertices.len() as u64;
        if self.rule == SetRule::Clique && edges_within < count * count.saturating_sub(1) / 2 {
            return Err(self.not_adjacent(&vertices));
        }
        if let SetRule::Dominating { total, .. } = self.rule {
            let missing =
                (0..inside.len()).find(|&vertex| !(is_reached[vertex] || inside[vertex] && !total));
            if let Some(missing) = missing {
                ensure!(false, "{} is not dominated", name(missing as u32));
            }
        }
        Ok(())
    }

    /// Checks a reason: that there is no such set, or, given the value of one, no better one.
    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        let Certificate::Set(certificate) = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("`{kind}` says nothing about sets of vertices")));
        };
        let is_dominating = matches!(self.rule, SetRule::Dominating { .. });
        let is_weighted = self.weights.is_some();
        let kind = certificate.kind();
        let strange = || Violation(format!("`{kind}` says nothing about this kind of set"));
        match certificate {
            SetCertificate::GivenVertices { vertices } => {
                ensure!(best.is_none(), "given vertices say nothing about the best");
                self.verify_given(vertices)
            }
            SetCertificate::WeightedCliqueCover { groups } if is_weighted && !is_dominating => {
                let most = self.weight_of_groups(groups)?;
                self.holds_against(self.at_best(most), best)
            }
            SetCertificate::Prices { prices } if is_weighted && is_dominating => {
                self.holds_against(self.bound_of_prices(prices)?, best)
            }
            SetCertificate::CliqueCover { groups } if !is_weighted && !is_dominating => {
                let most = self.bound_of_groups(groups)?;
                self.holds_against(self.at_best(most), best)
            }
            SetCertificate::Matching { pairs } if !is_weighted && !is_dominating => {
                let most = self.bound_of_pairs(pairs)?;
                self.holds_against(self.at_best(most), best)
            }
            SetCertificate::Undominated { vertices } if is_dominating => {
                ensure!(best.is_none(), "what nothing dominates says nothing about the best");
                ensure!(!vertices.is_empty(), "no vertex is shown");
                let vertices = self.listed(vertices)?;
                let dominators = self.dominators();
                for vertex in vertices {
                    let name = self.graph.name(vertex);
                    if let Some(&by) = dominators[vertex as usize].first() {
                        ensure!(false, "{} may dominate {name}", self.graph.name(by));
                    }
                }
                Ok(())
            }
            SetCertificate::Packing { vertices } if !is_weighted && is_dominating => {
                let vertices = self.listed(vertices)?;
                let dominators = self.dominators();
                let mut used = vec![None; dominators.len()];
                for &vertex in &vertices {
                    for &by in &dominators[vertex as usize] {
                        if let Some(other) = used[by as usize].replace(vertex) {
                            let names = self.graph.named(&[by, vertex, other]);
                            let [by, one, other] = [&names[0], &names[1], &names[2]];
                            ensure!(false, "{by} may dominate both {one} and {other}");
                        }
                    }
                }
                self.holds_against(vertices.len() as u64, best)
            }
            _ => Err(strange()),
        }
    }

    /// Pairs that the check of a certificate looks at.
    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        let pairs = match certificate {
            Certificate::Set(SetCertificate::CliqueCover { groups }) => {
                pairs_within(groups.iter().map(Vec::len))
            }
            Certificate::Set(SetCertificate::WeightedCliqueCover { groups }) => {
                pairs_within(groups.iter().map(|group| group.vertices.len()))
            }
            _ => 0,
        };
        let given = (self.given.len() * self.graph.names.len()) as u64;
        pairs.saturating_mul(8).saturating_add(given)
    }

    /// A set that needs no search: the given vertices, or all that are not blocked.
    fn obvious(&self) -> Option<Solution> {
        let vertices: Vec<u32> = match self.rule {
            SetRule::Independent | SetRule::Clique => self.given.clone(),
            SetRule::Cover | SetRule::Dominating { .. } => {
                let is_open = |vertex: &u32| self.blocked.binary_search(vertex).is_err();
                (0..self.graph.vertices()).filter(is_open).collect()
            }
        };
        Some(Solution::Vertices { vertices: self.graph.named(&vertices) })
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        (self.count == Count::Optimum).then(|| self.value_of(solution))
    }

    /// Whether a right set can gain or lose a vertex.
    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        let Solution::Vertices { vertices } = solution else { return Optimality::Open };
        let Ok((vertices, inside)) = self.marked(vertices) else { return Optimality::Open };
        if self.count != Count::Optimum {
            return Optimality::Open;
        }
        let near = self.graph.neighbours();
        let beside = |vertex: usize| near[vertex].iter().filter(|&&other| inside[other as usize]);
        let name = |vertex: usize| self.graph.name(vertex as u32);
        let all = 0..inside.len();
        let better = match self.rule {
            SetRule::Independent | SetRule::Clique => {
                let wanted = if self.rule == SetRule::Clique { vertices.len() } else { 0 };
                let is_blocked = |v: usize| self.blocked.binary_search(&(v as u32)).is_ok();
                let mut more = all.filter(|&v| !inside[v] && !is_blocked(v));
                more.find(|&vertex| beside(vertex).count() == wanted)
                    .map(|vertex| format!("{} can be added", name(vertex)))
            }
            SetRule::Dominating { independent: true, .. } => None,
            SetRule::Cover | SetRule::Dominating { .. } => {
                let is_given = |v: usize| self.given.binary_search(&(v as u32)).is_ok();
                let total = matches!(self.rule, SetRule::Dominating { total: true, .. });
                // How many vertices of the set dominate each vertex.
                let times: Vec<usize> = all
                    .clone()
                    .map(|v| beside(v).count() + usize::from(!total && inside[v]))
                    .collect();
                let is_needed = |vertex: usize| match self.rule {
                    SetRule::Cover => near[vertex].iter().any(|&other| !inside[other as usize]),
                    _ => {
                        let own = (!total).then_some(vertex);
                        let others = near[vertex].iter().map(|&other| other as usize);
                        others.chain(own).any(|other| times[other] == 1)
                    }
                };
                let mut fewer = all.filter(|&v| inside[v] && !is_given(v));
                fewer
                    .find(|&vertex| !is_needed(vertex))
                    .map(|vertex| format!("{} is not needed", name(vertex)))
            }
        };
        better.map_or(Optimality::Open, Optimality::Better)
    }

    /// Finds every requested set.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let all = self.graph.names.len();
        if all > MOST_PLACES {
            return Err(SearchHalt::TooLarge);
        }
        budget.spend(8 * (all + self.graph.edges.len()))?;
        if self.weights.is_some() {
            let is_asked = |weight: u64| self.is_asked(scope, weight);
            let counted = Self { weights: None, ..self.clone() };
            return counted.exhaust(Scope::AnyNumber, budget, &mut |solution| {
                if is_asked(self.value_of(&solution)) {
                    return found(solution);
                }
                std::ops::ControlFlow::Continue(())
            });
        }
        let is_most = matches!(self.rule, SetRule::Independent | SetRule::Clique);
        let Some(sizes) = scope.sizes(self.count, is_most, all) else { return Ok(()) };
        let near = self.graph.neighbours();
        // A cover is the complement of an independent set.
        let is_cover = self.rule == SetRule::Cover;
        let (least, most) = (*sizes.start(), *sizes.end());
        if is_cover && least > all {
            return Ok(());
        }
        let sizes = if is_cover { all - most.min(all)..=all - least } else { sizes };
        let dominating = matches!(self.rule, SetRule::Dominating { .. });
        let mut sets = PlaceSets::new(all, vec![sizes.into()], dominating, budget)?;
        if let SetRule::Dominating { independent, total } = self.rule {
            for (vertex, near) in near.iter().enumerate() {
                for &other in near {
                    sets.dominate(vertex, other as usize);
                    if independent {
                        sets.forbid((0, vertex), (0, other as usize));
                    }
                }
                if !total {
                    sets.dominate(vertex, vertex);
                }
            }
        } else {
            budget.spend(all * all)?;
            let pairs = (0..all as u32).flat_map(|one| (0..one).map(move |other| (one, other)));
            for (one, other) in pairs.filter(|&(one, other)| self.conflict(&near, one, other)) {
                sets.forbid((0, one as usize), (0, other as usize));
            }
        }
        let (given, blocked) = self.ends();
        let given: Vec<_> = given.iter().map(|&vertex| (vertex as usize, 0)).collect();
        let blocked: Vec<_> = blocked.iter().map(|&vertex| vertex as usize).collect();
        sets.search(&given, &blocked, budget, &mut |placed| {
            let mut inside = vec![is_cover; all];
            for &(vertex, _) in placed {
                inside[vertex] = !is_cover;
            }
            let vertices: Vec<u32> = (0..all as u32).filter(|&v| inside[v as usize]).collect();
            found(Solution::Vertices { vertices: self.graph.named(&vertices) })
        })
    }
}

impl GraphSet {
    /// The vertices of a list of names, each once. O(length of the list).
    pub(super) fn listed(&self, names: &[String]) -> Result<Vec<u32>, Violation> {
        let mut seen = HashSet::with_capacity(names.len());
        let vertex = |name: &String| {
            let vertex = self.graph.vertex(name)?;
            ensure!(seen.insert(vertex), "vertex {name} is named twice");
            Ok(vertex)
        };
        names.iter().map(vertex).collect()
    }

    /// The same, with a mark for each vertex.
    pub(super) fn marked(&self, names: &[String]) -> Result<(Vec<u32>, Vec<bool>), Violation> {
        let vertices = self.listed(names)?;
        let mut is_marked = vec![false; self.graph.names.len()];
        for &vertex in &vertices {
            is_marked[vertex as usize] = true;
        }
        Ok((vertices, is_marked))
    }

    /// The first two of some vertices without an edge between them.
    fn not_adjacent(&self, vertices: &[u32]) -> Violation {
        let near = self.graph.neighbours();
        for (at, &one) in vertices.iter().enumerate() {
            let beside = &near[one as usize];
            if let Some(&other) =
                vertices[at + 1..].iter().find(|other| beside.binary_search(other).is_err())
            {
                let (one, other) = (self.graph.name(one), self.graph.name(other));
                return Violation(format!("{one} and {other} are not adjacent"));
            }
        }
        Violation("two vertices are not adjacent".into())
    }

    /// What the independent set or clique must and must not contain; a cover is its complement.
    pub(super) fn ends(&self) -> (&[u32], &[u32]) {
        match self.rule {
            SetRule::Cover => (&self.blocked, &self.given),
            _ => (&self.given, &self.blocked),
        }
    }

    /// Whether two vertices exclude each other from the independent set or clique.
    pub(super) fn conflict(&self, near: &[Vec<u32>], one: u32, other: u32) -> bool {
        let joined = near[one as usize].binary_search(&other).is_ok();
        one != other && joined != (self.rule == SetRule::Clique)
    }

    /// Whether a set of this weight is in the scope.
    fn is_asked(&self, scope: Scope, weight: u64) -> bool {
        let is_most = matches!(self.rule, SetRule::Independent | SetRule::Clique);
        match scope {
            Scope::AnyNumber | Scope::All => true,
            Scope::AsGood(value) if is_most => weight >= value,
            Scope::AsGood(value) => weight <= value,
            Scope::Better(value) if is_most => weight > value,
            Scope::Better(value) => weight < value,
        }
    }
}
