//! The reply of a method, compared with the truth.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{
    asked::{Ask, Question, Reply},
    keys::key,
    stated::text,
    truth::{LISTED, Truth},
};

/// Whether a question is put to this method. A planner by SAT works on small boards only, and knows no "no" without
/// a limit; lists and counts one by one are for few solutions.
pub fn is_asked(statement: &Value, truth: &Truth, question: &Question, cells: usize) -> bool {
    let (method, ask) = (&question.method, question.ask);
    let kind = text(&statement["kind"]);
    if method.name() == "sat:planning" {
        let is_near = statement["at_most"].as_u64().or(truth.best).is_some_and(|steps| steps <= 5);
        if cells > 12 || kind == "exchange" && (!is_near || !truth.exists) {
            return false;
        }
    }
    if ask.is_up_to_symmetry() && truth.classes.is_none() {
        return false;
    }
    match ask {
        Ask::One => true,
        Ask::All | Ask::Classes => truth.keys.is_some(),
        Ask::Count | Ask::CountClasses => {
            truth.number.is_some_and(|number| number <= 20 * LISTED as u64)
        }
    }
}

/// Says what is wrong with a reply.
pub fn judged(
    statement: &Value,
    truth: &Truth,
    question: &Question,
    reply: &Reply,
) -> Result<(), String> {
    let keys: Vec<String> = reply.solutions.iter().map(|one| key(statement, one)).collect();
    // A plan within a stated number of steps may make detours, which lists of all plans leave out.
    let may_differ = question.ask == Ask::One
        && statement["kind"] == "exchange"
        && !statement["at_most"].is_null();
    if let (Some(known), false) = (&truth.keys, may_differ || reply.status == "unknown") {
        let strange = keys.iter().find(|key| !known.contains(*key));
        equal("a solution that is none", strange, None)?;
    }
    if reply.status == "unknown" {
        return gave_up(question, truth, reply);
    }
    let is_best = truth.best.is_some();
    let status = match question.ask {
        _ if !truth.exists => "unsatisfiable",
        Ask::One if is_best => "optimal",
        Ask::One => "satisfied",
        // What all solutions of the best value are called differs between commands.
        _ if reply.status == "optimal" && is_best => "optimal",
        _ => "all_solutions",
    };
    equal("status", reply.status.as_str(), status)?;
    if is_best {
        equal("objective", reply.objective, truth.best)?;
    }
    let number = truth.number.unwrap_or(0);
    match question.ask {
        Ask::One => equal("solutions", keys.len(), usize::from(truth.exists)),
        Ask::All => {
            equal("solutions", keys.len() as u64, number)?;
            let different: BTreeSet<String> = keys.into_iter().collect();
            equal("different solutions", different.len() as u64, number)
        }
        Ask::Classes => {
            equal("classes", Some(keys.len() as u64), truth.classes)?;
            equal("solutions in all classes", reply.orbit_sizes.iter().sum(), number)
        }
        Ask::Count => equal("count", reply.count, truth.number),
        Ask::CountClasses => {
            equal("count", reply.count, truth.number)?;
            equal("classes", reply.classes, truth.classes)
        }
    }
}

/// A heuristic may give up; what it found is not better than the best.
fn gave_up(question: &Question, truth: &Truth, reply: &Reply) -> Result<(), String> {
    if question.nodes.is_some() && reply.reason.as_deref() == Some("node_limit") {
        return Ok(());
    }
    // A counter may be for a part of the boards.
    let only_counts = matches!(question.ask, Ask::Count | Ask::CountClasses);
    let may = only_counts || !question.method.description.complete;
    if !may || reply.reason.as_deref() != Some("incomplete_method") {
        return Err(format!("it gives up: {:?}", reply.reason));
    }
    if !reply.solutions.is_empty() {
        equal("whether there is a solution", true, truth.exists)?;
    }
    Ok(())
}

fn equal<T: PartialEq + std::fmt::Debug + Copy>(
    what: &str,
    said: T,
    right: T,
) -> Result<(), String> {
    if said == right {
        Ok(())
    } else {
        Err(format!("{what}: it says {said:?}, right is {right:?}"))
    }
}
