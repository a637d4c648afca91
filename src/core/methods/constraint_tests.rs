//! Every method under every constraint, answers and counts against brute force.

mod agent_questions;
mod questions;
mod tour_questions;

use std::{collections::BTreeSet, ops::ControlFlow, time::Duration};

use num_bigint::BigUint;

use super::constraints::Constraint;
use crate::{
    limits::Limits,
    methods::{Context, Counting, Ending, Goal, Method, MethodOptions, Registry},
};
use agent_questions::agents;
use questions::{
    ConstrainedQuestion, colourings, dominations, exchanges, graph_sets, meetings, paths,
    placements, queens, routes,
};
use tour_questions::{all_tours, longest_paths};

/// Compares a method with the answers to a question; returns whether it takes the question.
fn agrees(method: &Method, asked: &ConstrainedQuestion) -> bool {
    let ConstrainedQuestion { model, is_listed, .. } = asked;
    // A local search ends by a limit if there is no answer; brute force still checks what it
    // finds in that time.
    let time = (!method.description.complete).then_some(Duration::from_millis(20));
    let limits = Limits { time, ..Limits::default() };
    let context = || Context::new(limits, 1, MethodOptions::default());
    let name = method.name();
    let mut takes = false;
    let wanted = asked.wanted();
    for goal in [Goal::First, Goal::All] {
        if goal == Goal::All && model.sense().is_some() {
            continue;
        }
        let Some(finder) = method.finder(model, goal) else { continue };
        takes = true;
        let mut found = Vec::new();
        let ending = finder.find(&context(), &mut |witness| {
            found.push(witness);
            let is_enough = goal == Goal::First && model.sense().is_none();
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let ending = ending.unwrap_or_else(|error| panic!("{name}: {error}: {model:?}"));
        let gave_up = matches!(ending, Ending::Stopped(_));
        assert!(!gave_up || !method.description.complete, "{name}: {ending:?}: {model:?}");
        let numbers: Vec<Vec<u32>> = found.iter().map(|one| asked.canonical(one)).collect();
        if model.sense().is_some() {
            let last = found.last().map(|witness| model.value(witness));
            assert!(gave_up || last == asked.best(), "{name}: {last:?}: {model:?}");
        } else if goal == Goal::First {
            let is_some = !asked.answers.is_empty();
            assert!(found.is_empty() != is_some || gave_up, "{name}: {found:?}: {model:?}");
        } else if *is_listed {
            assert_eq!(numbers.len(), wanted.len(), "{name}: {model:?}");
            assert_eq!(
                numbers.iter().cloned().collect::<BTreeSet<_>>(),
                wanted,
                "{name}: {model:?}"
            );
        }
        if *is_listed {
            let is_answer = |one: &Vec<u32>| asked.answers.iter().any(|(answer, _)| answer == one);
            assert!(numbers.iter().all(is_answer), "{name}: {numbers:?}: {model:?}");
        }
    }
    if let Some(counter) = method.counter(model, Counting::default()) {
        takes = true;
        let counted = counter.count(&context()).expect("it ends");
        let wanted = if *is_listed { wanted.len() } else { return takes };
        assert_eq!(counted.count, BigUint::from(wanted), "{name}: {model:?}");
        assert_eq!(counted.objective, asked.best(), "{name}: {model:?}");
    }
    takes
}

fn holds(asked: &[ConstrainedQuestion]) {
    for method in Registry::standard().iter() {
        for asked in asked.iter().filter(|asked| method.takes(&asked.model)) {
            let has_more = Constraint::ALL
                .iter()
                .any(|one| one.is_in(&asked.model) && !method.description.minds.contains(one));
            assert!(!(agrees(method, asked) && has_more), "{}: {:?}", method.name(), asked.model);
        }
    }
}

#[test]
fn tours_agree_under_all_constraints() {
    holds(&all_tours());
}

#[test]
fn longest_paths_agree_under_all_constraints() {
    holds(&longest_paths());
}

#[test]
fn placements_agree_under_all_constraints() {
    holds(&placements());
}

#[test]
fn sets_of_graphs_agree_under_all_constraints() {
    holds(&graph_sets());
}

#[test]
fn dominations_agree_under_all_constraints() {
    holds(&dominations());
}

#[test]
fn others_agree_under_all_constraints() {
    for asked in [queens(), colourings(), routes(), paths(), meetings(), exchanges()] {
        holds(&asked);
    }
}

#[test]
fn plans_of_agents_agree_under_all_constraints() {
    holds(&agents());
}

/// What a method says it minds, it takes.
#[test]
fn no_method_says_too_much() {
    let all: Vec<ConstrainedQuestion> = [
        all_tours(),
        longest_paths(),
        placements(),
        graph_sets(),
        dominations(),
        queens(),
        colourings(),
        routes(),
        paths(),
        meetings(),
        exchanges(),
        agents(),
    ]
    .into_iter()
    .flatten()
    .collect();
    for method in Registry::standard().iter() {
        for constraint in method.description.minds {
            // Without the feature no question has weights, but the encodings still read them.
            if cfg!(not(feature = "weights")) && *constraint == Constraint::Weights {
                continue;
            }
            let takes = |asked: &ConstrainedQuestion| {
                constraint.is_in(&asked.model) && method.applies(&asked.model)
            };
            assert!(all.iter().any(takes), "{}: {constraint:?}", method.name());
        }
    }
}
