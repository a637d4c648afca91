//! Options of methods: each method reads exactly those that it declares, and an option that no
//! active method reads is never accepted silently.

use std::{num::NonZeroUsize, ops::ControlFlow};

use satranj::{
    limits::Limits,
    methods::{Context, Counting, Ending, Goal, Method, MethodOption, MethodOptions, Registry},
    puzzles::{
        StatedPuzzle, Statement,
        kinds::{self, PuzzleKind},
    },
};
use satranj_encodings::{
    at_most_one::AtMostOne,
    encoding::{self, Reductions},
    model::Witness,
};
use serde_json::Value;

use crate::harness::{Line, answer, complaint, satranj, schema::valid};

/// The options that only some methods take.
fn choices() -> impl Iterator<Item = MethodOption> {
    MethodOption::ALL.into_iter().filter(|option| *option != MethodOption::Seed)
}

/// A value that any method with the option can use.
fn value(option: MethodOption) -> &'static str {
    match option {
        MethodOption::Seed => "7",
        MethodOption::Order => "random",
        MethodOption::Restarts => "3",
        MethodOption::Threads => "2",
        MethodOption::Solver => "varisat",
        MethodOption::AtMostOne => "ladder",
        MethodOption::Reductions => "none",
    }
}

/// A command line that makes a method solve or count a puzzle.
fn line(puzzle: &dyn StatedPuzzle, method: &Method, rest: &str) -> Line {
    let finds = method.supports(&puzzle.model(), Goal::First);
    let command = if finds { "solve" } else { "count" };
    let statement = serde_json::to_string(&puzzle.statement()).unwrap();
    let line =
        format!("{command} --from - --method {} --json --node-limit 300 {rest}", method.name());
    satranj(&line).input(statement)
}

#[test]
fn an_option_is_an_error_unless_the_method_declares_it() {
    let registry = Registry::standard();
    let (mut refused, mut taken) = (0, 0);
    for (at, method) in registry.iter().enumerate() {
        let own = |kind: &PuzzleKind| kind.puzzles().find(|puzzle| method.applies(&puzzle.model()));
        let puzzles: Vec<Box<dyn StatedPuzzle>> = kinds::LIST.iter().filter_map(own).collect();
        // Each option is tried on one of the method's puzzles, in turn: a run for every pair takes
        // a minute.
        for (turn, option) in choices().enumerate().filter(|_| !puzzles.is_empty()) {
            let puzzle = &puzzles[(at + turn) % puzzles.len()];
            let (name, flag) = (method.name(), option.name());
            let rest = format!("--{flag} {}", value(option));
            let ran = line(&**puzzle, method, &rest).call();
            if method.description.reads(option) {
                assert!(matches!(ran.code, Some(0 | 3)), "{}", ran.report());
                let document = valid(ran.json());
                let said = document["options"].as_object().expect("it has options");
                assert_eq!(said.keys().collect::<Vec<_>>(), [flag], "{}", ran.report());
                taken += 1;
                continue;
            }
            let said = ran.complains(2);
            let (problem, readers) = said.split_once("; ").expect("it says who reads it");
            assert_eq!(problem, format!("--{flag} is not read by {name}"));
            let others = registry.iter().filter(|other| other.description.reads(option));
            let model = puzzle.model();
            // Methods that can do the task: a method that only counts does not solve.
            let finds = method.supports(&model, Goal::First);
            let mut others = others.filter(|other| {
                if finds {
                    other.supports(&model, Goal::First)
                } else {
                    other.counts(&model, Counting::default()) || other.supports(&model, Goal::All)
                }
            });
            match readers.strip_prefix("for this puzzle, these read it: ") {
                Some(names) => {
                    assert!(others.any(|other| names.contains(other.name())), "{said}");
                }
                None => {
                    assert_eq!(readers, "no method for this puzzle reads it");
                    assert!(others.next().is_none(), "{said}");
                }
            }
            refused += 1;
        }
    }
    assert!(refused > 100 && taken > 50, "{refused} {taken}");
}

/// The visible effects of a method's work on a puzzle, for any task.
fn seen(method: &Method, puzzle: &dyn StatedPuzzle, options: &MethodOptions) -> Vec<String> {
    let model = puzzle.model();
    // A local search restarts only after many steps.
    let nodes = match method.name() {
        _ if method.description.complete => 40,
        "native:tabu" => 700_000,
        _ => 10_000,
    };
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut seen = Vec::new();
    for goal in [Goal::First, Goal::All] {
        if !method.supports(&model, goal) || goal == Goal::All && model.sense().is_some() {
            continue;
        }
        let run = Context::new(limits, 1, options.clone());
        let mut found: Vec<Witness> = Vec::new();
        let ending = method.solve(&model, goal, &run, &mut |witness| {
            found.push(witness);
            let is_enough = goal == Goal::First && model.sense().is_none();
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let ending: Result<Ending, String> = ending.map_err(|error| error.to_string());
        seen.push(format!("{ending:?} {found:?} {:?}", run.counters.read()));
    }
    if let Some(counter) = method.counter(&model, Counting::default()) {
        let run = Context::new(limits, 1, options.clone());
        seen.push(format!("{:?} {:?}", counter.count(&run), run.counters.read()));
    }
    seen
}

/// The defaults with one option changed so that its reader must show an effect.
fn changed(option: MethodOption) -> MethodOptions {
    let defaults = encoding::Options::default();
    match option {
        MethodOption::Seed => MethodOptions::default(),
        MethodOption::Order => {
            MethodOptions { order: Some("warnsdorff".parse().unwrap()), ..MethodOptions::default() }
        }
        MethodOption::Restarts => MethodOptions { restarts: Some(1), ..MethodOptions::default() },
        MethodOption::Threads => {
            MethodOptions { threads: NonZeroUsize::new(2), ..MethodOptions::default() }
        }
        MethodOption::Solver => {
            MethodOptions { solver: "cmd:false".parse().unwrap(), ..MethodOptions::default() }
        }
        MethodOption::AtMostOne => MethodOptions {
            encoding: encoding::Options { at_most_one: AtMostOne::Pairwise, ..defaults },
            ..MethodOptions::default()
        },
        MethodOption::Reductions => MethodOptions {
            encoding: encoding::Options { reductions: Reductions::NONE, ..defaults },
            ..MethodOptions::default()
        },
    }
}

/// Puzzles small enough for every method, on which each option makes a difference.
const PUZZLES: &[&str] = &[
    r#"{"kind":"tour","board":{"rows":3,"columns":4}}"#,
    r#"{"kind":"tour","board":{"rows":4,"columns":4},"piece":"king","closed":true}"#,
    r#"{"kind":"tour","board":{"rows":4,"columns":5},"start":"a1","end":"c2"}"#,
    r#"{"kind":"tour","board":{"rows":4,"columns":6},"closed":true}"#,
    r#"{"kind":"queens","n":3}"#,
    r#"{"kind":"hamilton","closed":false,"graph":{"directed":true,"vertices":["a","b","c","d","e","f","g","h"],"edges":[[0,1],[1,0],[0,2],[2,0],[0,3],[3,0],[0,4],[4,0],[0,5],[5,0],[0,6],[6,0],[0,7],[7,0]]},"longest":{}}"#,
    r#"{"kind":"colouring","colours":2,"graph":{"vertices":["a","b","c","d","e"],"edges":[[0,1],[1,2],[2,3],[3,4],[4,0]]}}"#,
    r#"{"kind":"colouring","colours":3,"graph":{"vertices":["a","b","c","d","e","f"],"edges":[[0,1],[1,2],[2,3],[3,4],[4,0],[0,5],[1,5],[2,5],[3,5],[4,5]]}}"#,
    r#"{"kind":"place","board":{"rows":6,"columns":6},"piece":"queen","count":6}"#,
    r#"{"kind":"mapf","graph":{"vertices":["a","b","c","d","e","f","g"],"edges":[[0,6],[1,6],[2,6],[3,6],[4,6],[5,6]]},"objective":"makespan","agents":[{"from":"a","to":"b"},{"from":"b","to":"c"},{"from":"c","to":"d"},{"from":"d","to":"e"},{"from":"e","to":"a"}]}"#,
    r#"{"kind":"mapf","graph":{"vertices":["a","b","c","d","e","f","g"],"edges":[[0,6],[1,6],[2,6],[3,6],[4,6],[5,6]]},"one_at_a_time":true,"agents":[{"from":"a","to":"b"},{"from":"b","to":"c"},{"from":"c","to":"d"},{"from":"d","to":"e"},{"from":"e","to":"a"}]}"#,
];

#[test]
fn methods_read_what_they_declare_and_nothing_else() {
    let registry = Registry::standard();
    let stated = |text: &&str| serde_json::from_str::<Statement>(text).unwrap().puzzle().unwrap();
    let mut puzzles: Vec<Box<dyn StatedPuzzle>> = PUZZLES.iter().map(stated).collect();
    puzzles.extend(
        kinds::LIST.iter().filter(|kind| kind.name != "tour").flat_map(PuzzleKind::puzzles),
    );
    let mut wrong = Vec::new();
    for method in registry.iter() {
        let own: Vec<&Box<dyn StatedPuzzle>> =
            puzzles.iter().filter(|puzzle| method.applies(&puzzle.model())).collect();
        let usual: Vec<Vec<String>> =
            own.iter().map(|puzzle| seen(method, &***puzzle, &MethodOptions::default())).collect();
        for option in choices() {
            let options = changed(option);
            // No result depends on the number of threads: methods without use for them refuse them.
            let differs = own.iter().zip(&usual).any(|(puzzle, usual)| {
                let mut now = seen(method, &***puzzle, &options);
                for (now, usual) in now.iter_mut().zip(usual) {
                    if now.starts_with("Err(\"--threads applies ") {
                        now.clone_from(usual);
                    }
                }
                now != *usual
            });
            let reads = method.description.reads(option) && option != MethodOption::Threads;
            if differs != reads {
                wrong.push((method.name(), option, if reads { "not read" } else { "read" }));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn lists_and_help_name_the_readers() {
    let registry = Registry::standard();
    let rows = answer("list methods --json").json();
    for row in rows.as_array().expect("rows") {
        let method = registry.iter().find(|method| {
            method.name() == row["name"] && method.description.summary == row["summary"]
        });
        let method = method.expect("it is registered").description;
        let options: Vec<&str> = method.options.iter().map(|option| option.name()).collect();
        assert_eq!(row["options"], Value::from(options), "{row}");
        assert_eq!(row["complete"], Value::from(method.complete), "{row}");
    }
    for kind in kinds::LIST {
        let text = answer(&format!("list methods {}", kind.name)).text().to_string();
        let of_kind =
            || rows.as_array().expect("rows").iter().filter(|row| row["puzzle"] == kind.name);
        for option in MethodOption::ALL {
            let reads = |row: &&Value| {
                row["options"].as_array().expect("a list").contains(&option.name().into())
            };
            let names: Vec<&str> =
                of_kind().filter(reads).filter_map(|row| row["name"].as_str()).collect();
            let is_row = |line: &&str| line.starts_with(&format!("  --{} ", option.name()));
            let shown = text.lines().find(is_row).and_then(|line| line.split_once("   "));
            let shown = shown.map(|(_, names)| names.trim());
            let names =
                if names.len() == of_kind().count() { "all".into() } else { names.join(", ") };
            assert_eq!(shown, Some(names.as_str()).filter(|names| !names.is_empty()), "{text}");
        }
    }
}

#[test]
fn a_comparison_says_once_which_methods_do_not_read_an_option() {
    let line = "compare queens 8 --methods sat:lines,native:dfs,native:min-conflicts --runs 1 \
                --warmup 0 --json";
    let ran = satranj(&format!("{line} --restarts 5")).call().exits(0);
    assert_eq!(
        ran.stderr,
        "satranj: --restarts is not read by sat:lines, native:dfs\n",
        "{}",
        ran.report()
    );
    let document = valid(ran.json());
    assert_eq!(document["options"], serde_json::json!({"restarts": 5}));
    let runs = document["runs"].as_array().expect("runs");
    assert!(runs.iter().all(|run| run["error"].is_null()), "{}", ran.report());
    let said = complaint(&format!("{line} --reductions none"), 2);
    assert_eq!(
        said,
        "--reductions is not read by sat:lines, native:dfs, native:min-conflicts; no method for \
         this puzzle reads it"
    );
}

#[test]
fn options_apply_to_exports_and_text() {
    answer("export queens 6 --format opb --encoding lines --amo ladder");
    answer("solve queens 6 --format text --show-attacks");
}

#[test]
fn a_stated_document_brings_no_options() {
    let document = answer("solve tour 3x4 --method native:dfs --order roth --json");
    let again = satranj("solve --from - --method sat:cuts --json").input(document.stdout);
    assert_eq!(again.run().exits(0).json()["options"], serde_json::json!({}));
}
