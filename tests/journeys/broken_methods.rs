//! Wrong methods: their answers are caught, and nothing claims to be verified.

use std::{
    ops::ControlFlow,
    process::{Command, Output},
};

use satranj::methods::{Description, Finder, Goal, Method, Registry, constraints};
use satranj_encodings::model::{Model, Witness};

/// How a method goes wrong.
#[derive(Clone, Copy)]
enum Fault {
    /// Exchanges two squares of each tour.
    Exchanges,
    /// Omits the last square of each tour.
    Shortens,
    /// Visits the first square again instead of the last.
    Repeats,
    /// Starts somewhere else.
    Rotates,
    /// Gives right tours, except the third.
    ThirdIsWrong,
    /// Gives each tour again, reversed.
    Again,
    /// Leaves out the second tour.
    Misses,
}

/// A method with that name.
const fn broken(name: &'static str, find: fn(&Model, Goal) -> Option<Finder<'_>>) -> Method {
    Method::finding(
        Description::graph(name, "wrong on purpose").minding(constraints::TOURS),
        Model::is_hamiltonian,
        find,
    )
}

const BROKEN: [Method; 7] = [
    broken("broken:exchanges", |model, goal| Some(spoiled(model, goal, Fault::Exchanges))),
    broken("broken:shortens", |model, goal| Some(spoiled(model, goal, Fault::Shortens))),
    broken("broken:repeats", |model, goal| Some(spoiled(model, goal, Fault::Repeats))),
    broken("broken:rotates", |model, goal| Some(spoiled(model, goal, Fault::Rotates))),
    broken("broken:third", |model, goal| Some(spoiled(model, goal, Fault::ThirdIsWrong))),
    broken("broken:again", |model, goal| Some(spoiled(model, goal, Fault::Again))),
    broken("broken:misses", |model, goal| Some(spoiled(model, goal, Fault::Misses))),
];

/// Finds tours as `graph:search` does, and spoils them.
fn spoiled(model: &Model, goal: Goal, fault: Fault) -> Finder<'_> {
    Finder::fallible(move |context, found| {
        let standard = Registry::standard();
        let mut before = 0;
        standard.get("graph:search", model).unwrap().solve(model, goal, context, &mut |witness| {
            let mut path = witness.numbers().to_vec();
            let last = path.len() - 1;
            match fault {
                Fault::Exchanges => path.swap(2, 3),
                Fault::Shortens => {
                    path.pop();
                }
                Fault::Repeats => path[last] = path[0],
                Fault::Rotates => path.rotate_left(1),
                Fault::ThirdIsWrong if before == 2 => path.swap(2, 3),
                Fault::Misses if before == 1 => {
                    before += 1;
                    return ControlFlow::Continue(());
                }
                Fault::ThirdIsWrong | Fault::Misses => {}
                Fault::Again => {
                    if found(Witness::Path(path.clone())).is_break() {
                        return ControlFlow::Break(());
                    }
                    path[1..].reverse();
                }
            }
            before += 1;
            found(Witness::Path(path))
        })
    })
}

/// The variable with the arguments for the process that runs the program.
const ARGUMENTS: &str = "SATRANJ_TEST_ARGUMENTS";

/// Not a test: the program with the broken methods, in its own process.
#[test]
fn program_with_broken_methods() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else { return };
    let standard = Registry::standard();
    let right = standard.iter().filter(|method| method.name() == "graph:search").copied();
    let registry = Registry::new(right.chain(BROKEN).collect());
    let arguments = ["satranj"].into_iter().chain(arguments.split(' '));
    std::process::exit(satranj::cli::run(arguments, registry));
}

fn program(arguments: &str) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(["broken_methods::program_with_broken_methods", "--exact", "--nocapture", "--quiet"])
        .env(ARGUMENTS, arguments)
        .output()
        .unwrap()
}

/// Runs the program with a broken method; returns its standard error.
fn caught(arguments: &str) -> String {
    let output = program(arguments);
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{arguments}: {stdout}{stderr}");
    for word in ["verified", "satisfied", "all_solutions", "solved", "count"] {
        assert!(!stdout.contains(word), "{arguments}: {stdout}");
    }
    stderr.into_owned()
}

#[test]
fn wrong_tours_are_never_printed() {
    for (method, problem) in [
        ("broken:exchanges", "is not a move of the knight"),
        ("broken:shortens", "24 of 25 squares are visited; "),
        ("broken:repeats", "is visited twice, at places 1 and 25"),
        ("broken:rotates", "is not a move of the knight"),
    ] {
        for output in ["--json", "--format text", "--json-stream", "--all", "-n 3"] {
            let stderr = caught(&format!("solve tour 5x5 --start a1 --method {method} {output}"));
            assert!(stderr.contains(&format!("satranj: {method} gave a wrong solution: ")));
            assert!(stderr.contains(problem), "{stderr}");
        }
        let stderr = caught(&format!("count tour 5x5 --start a1 --method {method}"));
        assert!(stderr.contains(problem), "{stderr}");
    }
}

/// A closed tour may begin anywhere, unless the start is given; the puzzle itself handles that, so
/// a method need not.
#[test]
fn a_rotated_closed_tour_is_the_same_tour() {
    let output = program("solve tour 6x6 --closed --start c3 --method broken:rotates --json");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout.contains(r#"{"path":["c3","#) && stdout.contains(r#""verified":true"#));
}

#[test]
fn a_wrong_tour_among_right_ones_is_caught() {
    for output in ["--json", "--format text"] {
        let arguments = "solve tour 5x5 --method broken:third";
        assert_eq!(program(&format!("{arguments} {output} -n 2")).status.code(), Some(0));
        let stderr = caught(&format!("{arguments} {output} -n 3"));
        assert!(stderr.contains("broken:third gave a wrong solution: move "), "{stderr}");
    }
    // The stream has given the two right ones before, and ends without a status.
    let output = program("solve tour 5x5 --method broken:third --json-stream --all");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(stdout.matches(r#""solution":{"path":"#).count(), 2, "{stdout}");
    assert!(!stdout.contains("verified") && !stdout.contains("status"), "{stdout}");
    caught("count tour 5x5 --method broken:third");
}

#[test]
fn the_same_tour_twice_is_caught() {
    for arguments in [
        "solve tour 6x6 --closed -n 2",
        "solve tour 3x10 --closed --all",
        "count tour 3x10 --closed",
    ] {
        let stderr = caught(&format!("{arguments} --method broken:again"));
        assert!(stderr.contains("it repeats an earlier solution"), "{stderr}");
    }
}

#[test]
fn a_missing_tour_is_found_by_the_check() {
    let asked = "tour 3x10 --closed --method broken:misses";
    let stderr = caught(&format!("solve {asked} --all"));
    let said = "broken:misses says that there is no other solution, but there is another one: a3, ";
    assert!(stderr.contains(said), "{stderr}");
    let stderr = caught(&format!("count {asked}"));
    assert!(stderr.contains("broken:misses counts 15, but graph:search counts 16"), "{stderr}");
    // Without a check nothing shows it.
    let unchecked = program(&format!("count {asked} --check none --json"));
    let stdout = String::from_utf8_lossy(&unchecked.stdout);
    assert!(stdout.contains(r#""not_counted_again_because":"no check was requested""#), "{stdout}");
}

#[test]
fn no_file_says_that_a_wrong_tour_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["tour.json", "tour.svg"] {
        let file = folder.path().join(name);
        let option = if name.ends_with("svg") { "--svg" } else { "-o" };
        let method = "--method broken:exchanges";
        caught(&format!("solve tour 5x5 {method} {option} {}", file.display()));
        assert!(!file.exists(), "{name}");
    }
}
