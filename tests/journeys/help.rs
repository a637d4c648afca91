//! The first minutes: help that fits a screen, examples that run, understandable messages for slips.

use std::fs;

use crate::harness::{answer, document, satranj};
use satranj::puzzles::kinds::LIST;
use serde_json::json;
use tempfile::TempDir;

/// The names of the puzzles.
fn puzzles() -> impl Iterator<Item = &'static str> {
    LIST.iter().map(|kind| kind.name)
}

/// The puzzles that `generate` has a command for; it takes the other graph puzzles as names of
/// `hamilton`.
const GENERATED: [&str; 9] =
    ["tour", "hamilton", "queens", "place", "dominate", "route", "exchange", "mapf", "meet"];

const COMMANDS: [&str; 17] = [
    "solve",
    "count",
    "compare",
    "bench",
    "report",
    "export",
    "decode",
    "draw",
    "generate",
    "shard",
    "part",
    "merge",
    "verify",
    "info",
    "list",
    "completions",
    "man",
];

/// The most lines of a short help.
const SCREEN: usize = 40;

/// The arguments of the examples that a help begins with.
fn examples(command: &str) -> Vec<String> {
    let help = answer(&format!("{command} -h"));
    let mut lines = help.text().lines().inspect(|line| {
        assert!(!line.starts_with("  satranj ") || line.len() <= 80, "{line}");
    });
    assert_eq!(lines.next(), Some("Examples:"), "{command}");
    let examples = lines.take_while(|line| !line.is_empty()).map(|line| {
        let line = line.trim_start().split("   ").next().expect("a line");
        let arguments = line.strip_prefix("satranj ").expect("the name of the program");
        assert!(arguments.starts_with(command), "{line}");
        arguments.to_string()
    });
    let examples: Vec<String> = examples.collect();
    assert_eq!(examples.len(), 3, "{command}");
    examples
}

/// A folder with the files that examples name.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [
        "generate hamilton --family flower-snark --size 5 --extra-edges 1 -o graph.hcp",
        "generate meet --rows 5..8 --columns 5..8 --cases 3 -o knights.txt",
    ] {
        satranj(arguments).within(folder.path()).run().exits(0);
    }
    fs::write(folder.path().join("guarini.txt"), "n.n\n...\nN.N\n").expect("a map");
    folder
}

#[test]
fn help_of_every_command_begins_with_examples_and_fits_a_screen() {
    let of_puzzles = ["solve", "count", "compare", "export"]
        .into_iter()
        .flat_map(|command| puzzles().map(move |puzzle| format!("{command} {puzzle}")));
    let made = GENERATED.map(|puzzle| format!("generate {puzzle}"));
    for command in COMMANDS.into_iter().map(String::from).chain(of_puzzles).chain(made) {
        examples(&command);
        let short = answer(&format!("{command} -h"));
        assert!(
            short.text().lines().count() <= SCREEN,
            "{command}: {}",
            short.text().lines().count()
        );
    }
    // Rare options are in the long help.
    assert!(!answer("solve tour -h").text().contains("--proof-format"));
    assert!(answer("solve tour --help").text().contains("--proof-format"));
}

/// The options that a help shows, each with its argument if it takes one.
fn options(help: &str) -> Vec<(String, Option<String>)> {
    let lines = help.lines().filter_map(|line| {
        let option = &line[line.find("--")?..];
        let is_heading = line.len() - option.len() == 6;
        is_heading.then(|| match option.split_once(' ') {
            Some((option, rest)) => {
                let value = rest.starts_with('<').then(|| rest.split_inclusive('>').next());
                (option.into(), value.flatten().map(Into::into))
            }
            None => (option.into(), None),
        })
    });
    lines.collect()
}

/// A value for an option, by the name of its argument.
fn value(name: &str) -> &'static str {
    match name {
        "<ANSWER>" => "yes",
        "<DIR>" => "folder",
        "<ENCODING>" => "cuts",
        "<FACTOR>" => "1.5",
        "<FILE>" => "x",
        "<FORMAT>" => "text",
        "<K>" | "<N>" => "2",
        "<LIST>" => "none",
        "<NAME>" => "pairwise",
        "<ORDER>" => "warnsdorff",
        "<SOLVER>" => "varisat",
        "<TIME>" => "1s",
        _ => panic!("no value for {name}"),
    }
}

#[test]
fn the_help_of_a_puzzle_hides_only_options_that_it_refuses() {
    let folder = folder();
    let mut hidden = 0;
    for command in ["solve", "count", "export"] {
        let all = options(answer(&format!("{command} --help")).text());
        assert!(all.len() > 15, "{command}: {all:?}");
        for puzzle in puzzles() {
            let own = options(answer(&format!("{command} {puzzle} --help")).text());
            let example = &examples(&format!("{command} {puzzle}"))[0];
            for (option, argument) in all.iter().filter(|option| !own.contains(option)) {
                // These state the puzzle in place of its arguments.
                if ["--from", "--case"].contains(&option.as_str()) {
                    continue;
                }
                let value = argument.as_deref().map_or("", value);
                let line = format!("{example} {option} {value}");
                let ran = satranj(&line).within(folder.path()).run().exits(2);
                assert!(ran.stderr.contains(option.as_str()), "{}", ran.report());
                hidden += 1;
            }
        }
    }
    assert!(hidden > 100, "{hidden}");
    for (line, shown, not_shown) in [
        ("solve tour --help", "--reductions", "--show-attacks"),
        ("solve queens --help", "--show-attacks", "--tour "),
        ("solve colouring --help", "--only", "--order"),
        ("export route --help", "--encoding", "--reductions"),
    ] {
        let help = answer(line).text().to_string();
        assert!(help.contains(shown) && !help.contains(not_shown), "{line}: {help}");
    }
}

#[test]
fn the_help_of_export_lists_the_formats_of_the_puzzle() {
    let folder = folder();
    let rows = answer("list formats --json").json();
    let formats: Vec<&str> = rows
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["name"].as_str().expect("a name"))
        .collect();
    let mut missing = 0;
    for puzzle in puzzles() {
        let help = answer(&format!("export {puzzle} --help")).text().to_string();
        let listed = help.split("Write ").nth(1).expect("the help of --format");
        let listed = listed.split("(see").next().expect("names");
        let listed: Vec<&str> = listed.split([',', ' ', '\n']).collect();
        assert!(listed.contains(&"dot") != (puzzle == "exchange"), "{help}");
        let example = &examples(&format!("export {puzzle}"))[0];
        let question = example.split(" -o ").next().expect("the puzzle");
        for format in formats.iter().filter(|format| !listed.contains(format)) {
            let line = format!("{question} --format {format}");
            let ran = satranj(&line).within(folder.path()).run().exits(2);
            assert!(ran.stderr.contains(format), "{}", ran.report());
            missing += 1;
        }
    }
    assert!(missing > 30, "{missing}");
}

#[test]
fn the_help_of_a_puzzle_points_to_its_methods() {
    for command in ["solve", "count", "compare"] {
        for puzzle in puzzles() {
            let help = answer(&format!("{command} {puzzle} --help")).text().to_string();
            assert!(help.contains(&format!("`satranj list methods {puzzle}`")), "{help}");
            assert!(!help.contains("sat:cuts, "), "{help}");
        }
    }
}

fn run_examples(command: &str, more: &str) {
    let folder = folder();
    for arguments in puzzles().flat_map(|puzzle| examples(&format!("{command} {puzzle}"))) {
        satranj(&format!("{arguments}{more}")).within(folder.path()).run().exits(0);
    }
}

#[test]
fn examples_of_solve_run() {
    run_examples("solve", "");
}

#[test]
fn examples_of_count_run() {
    run_examples("count", "");
}

#[test]
fn examples_of_export_run() {
    run_examples("export", "");
}

#[test]
fn examples_of_generate_run() {
    let folder = folder();
    for arguments in GENERATED.iter().flat_map(|puzzle| examples(&format!("generate {puzzle}"))) {
        // A later example may write the file of an earlier one.
        satranj(&arguments).within(folder.path()).run().exits(0);
    }
}

#[test]
fn other_words_for_puzzles_lead_to_command_lines_that_run() {
    let folder = folder();
    let lines = include_str!("../../src/cli/other_words.txt").lines();
    let mut tried = 0;
    for (words, example) in lines.filter_map(|line| line.split_once(": ")) {
        let (example, note) = example.split_once(" # ").unwrap_or((example, ""));
        satranj(&format!("solve {example}")).within(folder.path()).run().exits(0);
        for word in words.split(", ") {
            let ran = satranj(&format!("solve {word}")).run().exits(2);
            let said = format!("; try satranj solve {example}; the puzzles are tour, ");
            assert!(ran.stderr.contains(&said) && ran.stderr.contains(note), "{}", ran.stderr);
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried}");
}

#[test]
fn the_program_alone_shows_three_things_to_try() {
    let ran = satranj("").call();
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.stderr.matches("\n  satranj ").count(), 3, "{}", ran.stderr);
    for line in ran.stderr.lines().filter_map(|line| line.strip_prefix("  satranj ")) {
        let arguments = line.split("   ").next().expect("arguments");
        let short = arguments.replace("queens 12", "queens 5");
        satranj(&short).call().exits(0);
    }
}

#[test]
fn boards_and_names_may_be_written_in_several_ways() {
    for (written, meant) in [
        ("solve tour 6 --closed", "solve tour 6x6 --closed"),
        ("solve tour 6*6 --closed", "solve tour 6x6 --closed"),
        ("solve tour 5×6 --piece Knight", "solve tour 5x6"),
        ("solve queens 8x8", "solve queens 8"),
        ("solve route 8x8 a1 h8", "solve route 8x8 --from a1 --to h8"),
        ("solve place 5 --army Queen=2,knight=2", "solve place 5x5 --army queen=2,knight=2"),
    ] {
        let [written, meant] = [written, meant].map(|line| document(line)["puzzle"].clone());
        assert_eq!(written, meant);
    }
}

#[test]
fn lists_in_a_pipe_are_lines() {
    let ran = answer("list methods");
    let lines = ran.text();
    assert!(lines.lines().any(|line| line.contains("native:warnsdorff")), "{lines}");
    assert!(lines.lines().count() > 40);
    let of_cliques = answer("list methods clique");
    let of_cliques: Vec<&str> = of_cliques.text().lines().collect();
    assert!(of_cliques[0].starts_with("clique          * graph:matching "), "{of_cliques:?}");
    let methods = of_cliques.iter().position(|line| line.is_empty()).expect("options follow");
    let of_cliques = &of_cliques[..methods];
    assert!(of_cliques[1..].iter().all(|line| line.starts_with("                  ")));
    assert_eq!(of_cliques.iter().filter(|line| line.contains("native:cliques")).count(), 1);
    let pieces = document("list pieces --json");
    assert_eq!(pieces[0]["name"], json!("knight"));
}

#[test]
fn completions_offer_names() {
    for shell in ["bash", "zsh", "fish"] {
        let ran = answer(&format!("completions {shell}"));
        let script = ran.text();
        for name in ["warm-cuts", "camel", "vertex-elimination", "wcnf", "random", "flower-snark"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}
