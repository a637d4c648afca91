//! All paths or cycles of any length.

use super::{Exhausted, Found, StepBudget, go_on};
use crate::puzzles::Solution;

/// Calls `accepted` with every path over these arcs; or with every cycle once, from its least place
/// and, with `is_turned`, in one direction. The solution that it returns is found.
///
/// # Errors
/// [`super::SearchHalt`], unless all was searched.
pub fn each(
    successors: &[Vec<usize>],
    closed: bool,
    is_turned: bool,
    budget: &mut StepBudget,
    accepted: &mut dyn FnMut(&[usize]) -> Option<Solution>,
    found: &mut Found<'_>,
) -> Exhausted {
    let mut visited = vec![false; successors.len()];
    for start in 0..successors.len() {
        // The path, and for each of its places the next successor to try.
        let (mut path, mut next) = (vec![start], vec![0]);
        visited[start] = true;
        let mut is_new = true;
        while let (Some(&last), Some(at)) = (path.last(), next.last_mut()) {
            budget.spend(1)?;
            let is_cycle = path.len() > 1 + usize::from(is_turned)
                && successors[last].contains(&start)
                && !(is_turned && path[1] > last);
            if std::mem::take(&mut is_new) && (!closed || is_cycle) {
                budget.spend_on_solution(path.len())?;
                if let Some(solution) = accepted(&path) {
                    go_on(found(solution))?;
                }
            }
            let Some(&to) = successors[last].get(*at) else {
                visited[last] = false;
                path.pop();
                next.pop();
                continue;
            };
            *at += 1;
            if !visited[to] && (!closed || to > start) {
                visited[to] = true;
                path.push(to);
                next.push(0);
                is_new = true;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    #[test]
    fn a_triangle_has_fifteen_paths_and_one_cycle() {
        let triangle = vec![vec![1, 2], vec![0, 2], vec![0, 1]];
        let count = |closed, is_turned| {
            let mut count = 0;
            let mut accepted = |_: &[usize]| Some(Solution::Path { path: Vec::new() });
            let mut found = |_| {
                count += 1;
                ControlFlow::Continue(())
            };
            let mut budget = StepBudget::default();
            each(&triangle, closed, is_turned, &mut budget, &mut accepted, &mut found).unwrap();
            count
        };
        // As arcs, each edge is a cycle of two, and the triangle one in each direction.
        assert_eq!((count(false, false), count(true, true), count(true, false)), (15, 1, 5));
    }
}
