//! One text for all forms of the same solution.

use satranj_oracles::pieces::{is_one_way, stated_steps};
use serde_json::Value;

use crate::stated::{board, text, texts};

/// The key of a solution as documents hold it.
pub fn key(statement: &Value, solution: &Value) -> String {
    let kind = text(&statement["kind"]);
    if let Some(classes) = solution["classes"].as_array() {
        let mut classes: Vec<String> = classes.iter().map(|class| sorted(texts(class))).collect();
        while classes.last().is_some_and(String::is_empty) {
            classes.pop();
        }
        return classes.join("|");
    }
    if let Some(paths) = solution["paths"].as_array() {
        let until_rest = |path: &Value| {
            let mut path = texts(path);
            while path.len() > 1 && path[path.len() - 1] == path[path.len() - 2] {
                path.pop();
            }
            path.join("-")
        };
        return paths.iter().map(until_rest).collect::<Vec<_>>().join("|");
    }
    if kind == "meet" {
        return text(&solution["square"]);
    }
    if let Some(moves) = solution["moves"].as_array() {
        let moves: Vec<String> = moves.iter().map(|one| texts(one).join("-")).collect();
        let steps = solution["steps"].as_array();
        let sizes: Vec<usize> = match steps {
            Some(steps) => {
                steps.iter().map(|size| size.as_u64().expect("a size") as usize).collect()
            }
            None => vec![1; moves.len()],
        };
        let mut rest = moves.into_iter();
        let steps = sizes.iter().map(|&size| sorted(rest.by_ref().take(size).collect()));
        return steps.collect::<Vec<_>>().join("|");
    }
    if solution["path"].is_array() {
        let path = texts(&solution["path"]);
        let is_cycle = statement["closed"] == true;
        return if is_cycle {
            let is_one_way = statement["piece"].as_str().is_some_and(|piece| {
                is_one_way(&stated_steps(piece), board(statement).surface.is_mirrored())
            });
            cycle(path, is_one_way || statement["graph"]["directed"] == true)
        } else {
            path.join(" ")
        };
    }
    let places =
        texts(&solution[if solution["vertices"].is_array() { "vertices" } else { "squares" }]);
    let pieces = texts(&solution["pieces"]).into_iter().chain(std::iter::repeat(String::new()));
    sorted(places.into_iter().zip(pieces).map(|(place, piece)| place + &piece).collect())
}

fn sorted(mut list: Vec<String>) -> String {
    list.sort_unstable();
    list.join(" ")
}

/// A cycle from its least name on, and if it has no direction towards the lesser neighbour of that.
fn cycle(mut path: Vec<String>, directed: bool) -> String {
    let least = (0..path.len()).min_by_key(|&at| &path[at]).unwrap_or(0);
    path.rotate_left(least);
    if !directed && path.len() > 2 && path[1] > path[path.len() - 1] {
        path[1..].reverse();
    }
    path.join(" ")
}
