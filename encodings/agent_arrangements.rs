//! Whether agents reach their goals at all, by the group of their rearrangements.

use std::collections::{HashMap, VecDeque};

use crate::agent_paths::{AgentObstruction, AgentPaths};

/// The most sets of vertices that agents may stand on.
const MOST_SETS: u64 = 1 << 13;

/// The most agents: the products of two entries of a table are as many as the fourth power.
const MOST_AGENTS: usize = 16;

/// The most steps along cycles.
const MOST_STEPS: u64 = 1 << 18;

/// The most arrangements that a certificate counts: its check lists them.
const MOST_ARRANGEMENTS: u64 = 1 << 12;

/// Agents with their vertices, in the order of the vertices.
type Places = Vec<(u32, u32)>;

/// What the agents reach.
enum ReachedArrangements {
    /// Their goals.
    Goals,
    /// This number of arrangements, without that of their goals.
    Others(u64),
}

impl AgentPaths {
    /// Whether a plan exists; `None` if this is not known within some milliseconds, or if `is_stopped`,
    /// which is requested each set of vertices.
    ///
    /// Moves can be taken back, so all arrangements of the agents on a set of vertices that they
    /// reach come from one of them by a group of permutations of agents, the same for each set
    /// (Kornhauser, Miller and Spirakis, "Coordinating pebble motion on graphs, the diameter of
    /// permutation groups, and applications", FOCS 1984). A search through the sets finds one
    /// arrangement on each; every further way to a set, and every rotation of a cycle full of agents,
    /// is a generator of the group.
    ///
    /// The steps that the rules allow reach what single moves and such rotations reach: the agents
    /// of a step form chains, each into a free vertex, and cycles. Without following there are no
    /// cycles.
    ///
    /// O(C(n, k) moves, each times k²) for k agents on n vertices, and O(k⁶) for the group.
    ///
    /// ```
    /// use satranj_encodings::{agent_paths::AgentPaths, graph::Graph};
    ///
    /// // In a star of three leaves two agents pass each other, three cannot move.
    /// let star = Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)]);
    /// let go_on = &|| false;
    /// assert_eq!(AgentPaths::new(star.clone(), vec![1, 2], vec![2, 1]).plan_exists(go_on), Some(true));
    /// let all = AgentPaths::new(star, vec![0, 1, 2, 3], vec![0, 2, 1, 3]);
    /// assert_eq!(all.plan_exists(go_on), Some(false));
    /// ```
    #[must_use]
    pub fn plan_exists(&self, is_stopped: &dyn Fn() -> bool) -> Option<bool> {
        if self.obstruction().is_some() {
            return Some(false);
        }
        // Anonymous agents reach all goals of their component, one move after another.
        Some(self.anonymous || matches!(self.reach(is_stopped)?, ReachedArrangements::Goals))
    }

    /// The number of arrangements that named agents reach without reaching their goals, if that is known
    /// and small. As [`AgentPaths::plan_exists`].
    #[must_use]
    pub fn missed_goals(&self) -> Option<AgentObstruction> {
        match self.reach(&|| false)? {
            ReachedArrangements::Others(count) if !self.anonymous && count <= MOST_ARRANGEMENTS => {
                Some(AgentObstruction::Arrangements(count))
            }
            _ => None,
        }
    }

    /// Whether the parity of the goals excludes a plan: see [`AgentObstruction::Parity`] (Wilson, "Graph
    /// puzzles, homotopy, and the alternating group", JCT B 16, 1974). The free vertex starts and ends
    /// in one component.
    pub(crate) fn has_wrong_parity(&self) -> bool {
        let vertices = self.graph().vertices() as usize;
        let moves_singly = self.no_following || self.one_at_a_time;
        if self.anonymous || !moves_singly || vertices != self.starts.len() + 1 {
            return false;
        }
        let Some(colours) = self.graph().two_colouring() else { return false };
        let free = |taken: &[u32]| {
            let mut is_free = vec![true; vertices];
            for &vertex in taken {
                is_free[vertex as usize] = false;
            }
            is_free.iter().position(|&is_free| is_free)
        };
        let (Some(from), Some(to)) = (free(&self.starts), free(&self.goals)) else { return false };
        let mut image = vec![to; vertices];
        for (&start, &goal) in self.starts.iter().zip(&self.goals) {
            image[start as usize] = goal as usize;
        }
        let mut is_odd = colours[from] != colours[to];
        let mut seen = vec![false; vertices];
        for vertex in 0..vertices {
            let mut at = vertex;
            let mut is_first = true;
            while !std::mem::replace(&mut seen[at], true) {
                is_odd ^= !is_first;
                is_first = false;
                at = image[at];
            }
        }
        is_odd
    }

    /// What named agents reach; `None` if it is not known.
    fn reach(&self, is_stopped: &dyn Fn() -> bool) -> Option<ReachedArrangements> {
        let agents = self.starts.len();
        let free = u64::from(self.graph().vertices()).saturating_sub(agents as u64);
        // C(n, k), factor by factor, each time a binomial coefficient.
        let sets = (1..=agents as u64).try_fold(1_u64, |sets, agent| {
            Some(sets.saturating_mul(free + agent) / agent).filter(|&sets| sets <= MOST_SETS)
        });
        sets.filter(|_| agents <= MOST_AGENTS)?;
        let rotates = !self.no_following && !self.one_at_a_time;
        let placed = |vertices: &[u32]| vertices.iter().copied().zip(0..).collect();
        let (goal_set, goal) = sorted(placed(&self.goals));
        let mut group = PermutationGroup::new(agents);
        let mut known: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
        let mut waiting = VecDeque::new();
        let mut reach = |places: Places, group: &mut PermutationGroup| {
            let (set, arrangement) = sorted(places);
            if let Some(known) = known.get(&set) {
                group.add(&between(known, &arrangement));
                return None;
            }
            known.insert(set.clone(), arrangement.clone());
            Some((set, arrangement))
        };
        waiting.extend(reach(placed(&self.starts), &mut group));
        let (mut wanted, mut steps) = (None, 0);
        while let Some((set, arrangement)) = waiting.pop_front() {
            if is_stopped() {
                return None;
            }
            if set == goal_set {
                wanted = Some(between(&arrangement, &goal));
            }
            let places: Places = set.into_iter().zip(arrangement).collect();
            for (place, &(vertex, agent)) in places.iter().enumerate() {
                for &next in self.graph().neighbours(vertex) {
                    if !is_taken(&places, next) {
                        let mut after = places.clone();
                        after[place] = (next, agent);
                        waiting.extend(reach(after, &mut group));
                    }
                }
            }
            if rotates {
                rotations(self, &places, &mut steps, &mut |after| _ = reach(after, &mut group));
            }
            if wanted.as_ref().is_some_and(|wanted| group.residue(wanted).is_none()) {
                return Some(ReachedArrangements::Goals);
            }
        }
        (steps <= MOST_STEPS)
            .then(|| ReachedArrangements::Others(group.order().saturating_mul(known.len() as u64)))
    }
}

/// The vertices, rising, and their agents.
fn sorted(mut places: Places) -> (Vec<u32>, Vec<u32>) {
    places.sort_unstable();
    places.into_iter().unzip()
}

fn is_taken(places: &Places, vertex: u32) -> bool {
    places.binary_search_by_key(&vertex, |place| place.0).is_ok()
}

/// What a rotation of each cycle full of agents makes of their places, until all steps are used up.
fn rotations(model: &AgentPaths, places: &Places, steps: &mut u64, each: &mut dyn FnMut(Places)) {
    for &(first, _) in places {
        // A path of occupied vertices from `first` on, each with its next neighbour.
        let mut path = vec![(first, 0)];
        while let Some((vertex, next)) = path.last_mut() {
            let Some(&other) = model.graph().neighbours(*vertex).get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            *steps += 1;
            if *steps > MOST_STEPS {
                return;
            }
            if other == first && path.len() > 2 {
                let moved = |&(vertex, agent): &(u32, u32)| {
                    let at = path.iter().position(|one| one.0 == vertex);
                    (at.map_or(vertex, |at| path[(at + 1) % path.len()].0), agent)
                };
                each(places.iter().map(moved).collect());
            } else if other > first
                && is_taken(places, other)
                && path.iter().all(|one| one.0 != other)
            {
                path.push((other, 0));
            }
        }
    }
}

/// The permutation of agents that makes one arrangement of another one on the same set.
fn between(from: &[u32], to: &[u32]) -> Vec<u32> {
    let mut permutation = vec![0; from.len()];
    for (&from, &to) in from.iter().zip(to) {
        permutation[from as usize] = to;
    }
    permutation
}

/// A group of permutations as a table of Sims (Furst, Hopcroft and Luks, "Polynomial-time algorithms
/// for permutation groups", FOCS 1980): for points i < j a permutation of the group that fixes all
/// points below i and maps i to j, if there is one.
struct PermutationGroup {
    agents: usize,
    /// By i, then j: the inverse of the permutation.
    table: Vec<Option<Vec<u32>>>,
    entries: Vec<Vec<u32>>,
}

impl PermutationGroup {
    /// The group of the identity.
    fn new(agents: usize) -> Self {
        Self { agents, table: vec![None; agents * agents], entries: Vec::new() }
    }

    /// The number of its permutations: every one is a product of one entry for each point.
    fn order(&self) -> u64 {
        let rows = self.table.chunks(self.agents.max(1));
        let row = |row: &[Option<Vec<u32>>]| 1 + row.iter().flatten().count() as u64;
        rows.map(row).fold(1, u64::saturating_mul)
    }

    /// What is left of a permutation after division by entries, and its place in the table; `None`
    /// if the group has it.
    fn residue(&self, permutation: &[u32]) -> Option<(usize, Vec<u32>)> {
        let mut left = permutation.to_vec();
        for point in 0..self.agents {
            let image = left[point] as usize;
            if image == point {
                continue;
            }
            let place = point * self.agents + image;
            let Some(inverse) = &self.table[place] else { return Some((place, left)) };
            for one in &mut left {
                *one = inverse[*one as usize];
            }
        }
        None
    }

    /// Adds a generator, and what the products of entries leave, until they leave nothing.
    fn add(&mut self, generator: &[u32]) {
        let mut done = self.entries.len();
        self.keep(generator);
        while done < self.entries.len() {
            for other in 0..=done {
                for [one, two] in [[done, other], [other, done]] {
                    let two = &self.entries[two];
                    let product = self.entries[one].iter().map(|&image| two[image as usize]);
                    self.keep(&product.collect::<Vec<u32>>());
                }
            }
            done += 1;
        }
    }

    /// Adds what is left of a permutation.
    fn keep(&mut self, permutation: &[u32]) {
        let Some((place, entry)) = self.residue(permutation) else { return };
        let points: Vec<u32> = (0..self.agents as u32).collect();
        self.table[place] = Some(between(&entry, &points));
        self.entries.push(entry);
    }
}
