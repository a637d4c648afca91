//! All paths or cycles that visit every place once.

use std::ops::ControlFlow;

use super::{Exhausted, MOST_PLACES, SearchHalt, StepBudget, go_on};

/// Places, and the arcs between them.
#[derive(Debug)]
pub struct Walks {
    /// The successors and the predecessors of each place.
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    /// Whether a reversed cycle is a different one, and a given step must be made as written.
    directed: bool,
    closed: bool,
    start: Option<usize>,
    end: Option<usize>,
    given: Vec<(usize, usize)>,
    /// The given steps at each place.
    given_at: Vec<Vec<(usize, usize)>>,
    /// The time of each place, from 0, and the place of each time; `None` if it is not given.
    time_of: Vec<Option<usize>>,
    place_at: Vec<Option<usize>>,
    /// The time of the first place of a walk.
    begin: usize,
}

/// The start of a path.
struct WalkState<'a> {
    budget: &'a mut StepBudget,
    found: &'a mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    path: Vec<usize>,
    visited: Vec<bool>,
    /// For each place not yet visited: from how many places it can still be entered; without
    /// directions that includes the start of a cycle, to which it may lead back.
    ins: Vec<usize>,
    /// And to how many places it can be left.
    outs: Vec<usize>,
    /// How many unvisited places can only be the last.
    stuck: usize,
}

impl Walks {
    /// Paths or cycles over these arcs; an undirected edge is two arcs.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn new(
        mut successors: Vec<Vec<usize>>,
        directed: bool,
        closed: bool,
        (start, end): (Option<usize>, Option<usize>),
        given: Vec<(usize, usize)>,
    ) -> Result<Self, SearchHalt> {
        let places = successors.len();
        if places > MOST_PLACES {
            return Err(SearchHalt::TooLarge);
        }
        let mut predecessors = vec![Vec::new(); places];
        for (place, others) in successors.iter_mut().enumerate() {
            others.retain(|&other| other != place);
            others.sort_unstable();
            others.dedup();
            for &other in &*others {
                predecessors[other].push(place);
            }
        }
        let mut given_at = vec![Vec::new(); places];
        for &(from, to) in &given {
            given_at[from].push((from, to));
            given_at[to].push((from, to));
        }
        let (time_of, place_at) = (vec![None; places], vec![None; places]);
        Ok(Self {
            successors,
            predecessors,
            directed,
            closed,
            start,
            end,
            given,
            given_at,
            time_of,
            place_at,
            begin: 0,
        })
    }

    /// Only those that visit places at these times, from 0; a cycle is found from time 0.
    #[must_use]
    pub fn with_times(mut self, times: &[(usize, usize)]) -> Self {
        for &(place, time) in times {
            (self.time_of[place], self.place_at[time]) = (Some(time), Some(place));
        }
        if let (true, Some(&(place, time))) = (self.closed, times.first()) {
            (self.start, self.begin) = (Some(place), time);
        }
        self
    }

    /// Whether a place may be visited after this many others.
    fn may_have(&self, place: usize, before: usize) -> bool {
        let time = (self.begin + before) % self.successors.len();
        self.time_of[place].is_none_or(|stated| stated == time)
            && self.place_at[time].is_none_or(|stated| stated == place)
    }

    /// Whether a reversed cycle with the same first place keeps the times.
    fn may_turn(&self) -> bool {
        let places = self.successors.len();
        let turned = |time: usize| (2 * self.begin + places - time) % places;
        self.time_of.iter().flatten().all(|&time| turned(time) == time)
    }

    /// Finds every path; or every cycle once, whatever its start and, without directions, whichever
    /// way it goes.
    ///
    /// # Errors
    /// [`SearchHalt`], unless all was searched.
    pub fn search(
        &self,
        budget: &mut StepBudget,
        found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Exhausted {
        let places = self.successors.len();
        let fewest = if self.directed { 2 } else { 3 };
        if places == 0 || self.closed && places < fewest {
            return Ok(());
        }
        let starts = match self.start {
            Some(start) => start..start + 1,
            None if self.closed => 0..1,
            None => 0..places,
        };
        let (path, visited) = (Vec::with_capacity(places), vec![false; places]);
        let mut state =
            WalkState { budget, found, path, visited, ins: Vec::new(), outs: Vec::new(), stuck: 0 };
        for start in starts {
            state.budget.spend(places)?;
            if !self.may_have(start, 0) {
                continue;
            }
            state.ins = self.predecessors.iter().map(Vec::len).collect();
            state.outs = self.successors.iter().map(Vec::len).collect();
            state.path.push(start);
            state.visited[start] = true;
            if !self.closed {
                for &place in &self.predecessors[start] {
                    state.outs[place] -= 1;
                }
            }
            state.stuck = (0..places).filter(|&place| self.is_stuck(&state, place)).count();
            let entered = (0..places).all(|place| place == start || state.ins[place] > 0);
            if entered && self.may_end(&state) {
                self.extend(&mut state)?;
            }
            state.path.pop();
            state.visited[start] = false;
        }
        Ok(())
    }

    /// Whether an unvisited place can only be the last: it has no way on or, without directions,
    /// only one way in.
    fn is_stuck(&self, state: &WalkState<'_>, place: usize) -> bool {
        let has_ways = if self.directed { state.outs[place] > 0 } else { state.ins[place] > 1 };
        !state.visited[place] && !has_ways
    }

    /// Whether there are few enough places that can only be the last.
    fn may_end(&self, state: &WalkState<'_>) -> bool {
        let left = self.successors.len() - state.path.len();
        left == 0 || state.stuck == 0 || !self.closed && state.stuck == 1
    }

    fn extend(&self, state: &mut WalkState<'_>) -> Exhausted {
        let places = self.successors.len();
        let Some(&head) = state.path.last() else { return Ok(()) };
        if state.path.len() == places {
            return self.report(state);
        }
        let is_last = state.path.len() + 1 == places;
        state.budget.spend(1 + self.successors[head].len())?;
        for &next in &self.successors[head] {
            let is_end = self.end == Some(next);
            if state.visited[next]
                || !self.may_have(next, state.path.len())
                || self.end.is_some() && is_end != is_last
                || !is_last && self.is_stuck(state, next)
                || !self.keeps_given(state, next)
            {
                continue;
            }
            state.budget.spend(8 + self.successors[head].len() + self.predecessors[next].len())?;
            if self.step(state, head, next) {
                self.extend(state)?;
            }
            self.step_back(state, head, next);
        }
        Ok(())
    }

    /// The places that can no longer be entered from a place that is left.
    fn left_behind(&self, head: usize, state: &WalkState<'_>) -> &[usize] {
        // The start of a cycle can still be returned to.
        let is_open = self.closed && !self.directed && state.path.len() == 1;
        if is_open { &[] } else { &self.successors[head] }
    }

    /// Counts one way less, or one more, into places or out of them.
    fn count_ways(&self, state: &mut WalkState<'_>, places: &[usize], is_in: bool, is_lost: bool) {
        for &place in places {
            state.stuck -= usize::from(self.is_stuck(state, place));
            let ways = if is_in { &mut state.ins[place] } else { &mut state.outs[place] };
            if is_lost {
                *ways -= 1;
            } else {
                *ways += 1;
            }
            state.stuck += usize::from(self.is_stuck(state, place));
        }
    }

    /// Goes to the next place; `false` if some other place can no longer be entered, or left
    /// without being the last.
    fn step(&self, state: &mut WalkState<'_>, head: usize, next: usize) -> bool {
        state.stuck -= usize::from(self.is_stuck(state, next));
        state.visited[next] = true;
        let behind = self.left_behind(head, state);
        self.count_ways(state, behind, true, true);
        self.count_ways(state, &self.predecessors[next], false, true);
        state.path.push(next);
        let is_entered = |&place: &usize| state.ins[place] > 0 || state.visited[place];
        behind.iter().all(is_entered) && self.may_end(state)
    }

    fn step_back(&self, state: &mut WalkState<'_>, head: usize, next: usize) {
        state.path.pop();
        let behind = self.left_behind(head, state);
        self.count_ways(state, &self.predecessors[next], false, false);
        self.count_ways(state, behind, true, false);
        state.visited[next] = false;
        state.stuck += usize::from(self.is_stuck(state, next));
    }

    /// Whether the given steps of the last place are made if the next one follows; those of the
    /// first place of a cycle may be made by the return.
    fn keeps_given(&self, state: &WalkState<'_>, next: usize) -> bool {
        let [.., head] = state.path[..] else { return true };
        let before = state.path.len().checked_sub(2).map(|index| state.path[index]);
        if before.is_none() && self.closed {
            return true;
        }
        self.given_at[head].iter().all(|&given| {
            self.makes(head, next, given)
                || before.is_some_and(|before| self.makes(before, head, given))
        })
    }

    /// Whether a step between two places is the given one.
    fn makes(&self, from: usize, to: usize, given: (usize, usize)) -> bool {
        given == (from, to) || !self.directed && given == (to, from)
    }

    /// Reports a path through all places if it ends as required.
    fn report(&self, state: &mut WalkState<'_>) -> Exhausted {
        let path = &state.path;
        let (first, last) = (path[0], path[path.len() - 1]);
        if self.closed {
            let backwards = !self.directed && path[1] > last && self.may_turn();
            if backwards || !self.successors[last].contains(&first) {
                return Ok(());
            }
        } else if self.end.is_some_and(|end| end != last) {
            return Ok(());
        }
        if !self.given.is_empty() {
            state.budget.spend(path.len().saturating_mul(self.given.len() + 1))?;
            let steps = path.iter().copied().zip(path[1..].iter().copied());
            let back = self.closed.then_some((last, first));
            let is_made = |given: &(usize, usize)| {
                let mut steps = steps.clone().chain(back);
                steps.any(|(from, to)| self.makes(from, to, *given))
            };
            if !self.given.iter().all(is_made) {
                return Ok(());
            }
        }
        state.budget.spend_on_solution(path.len())?;
        if self.closed && self.begin > 0 {
            let mut path = state.path.clone();
            path.rotate_right(self.begin);
            return go_on((state.found)(&path));
        }
        go_on((state.found)(&state.path))
    }
}
