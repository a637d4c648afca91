//! A user generates random instances: the same seed gives the same file, and the file is read.

use std::io::Cursor;

use crate::harness::{LATE, Ran, answer, folder, read, satranj};
use satranj::{
    graphs,
    puzzles::{
        BoardStatement, Statement,
        chance::NumberRange,
        kinds::LIST,
        meet::{file, random::MeetDistribution},
        random::Distribution,
    },
    random::generator,
};

/// The cases of a generated file; each must be right.
fn cases(text: &str) -> Vec<(satranj::board::Board, Vec<satranj::puzzles::meet::RiderStatement>)> {
    let cases = file::read(Cursor::new(text.as_bytes()), "generated").expect("a file of meetings");
    cases.into_iter().map(|case| case.expect("a right case")).collect()
}

#[test]
fn every_puzzle_of_a_graph_has_its_word() {
    let line = "--vertices 8 --random 12";
    let graph = answer(&format!("generate hamilton {line}"));
    let edges = |made: &Ran| made.text().split_once("TYPE").expect("a graph").1.to_string();
    let words = LIST.iter().filter(|kind| kind.is_about_graph() && kind.name != "hamilton");
    let words: Vec<&str> =
        words.flat_map(|kind| [kind.name].into_iter().chain(kind.american())).collect();
    assert!(words.contains(&"coloring") && words.len() > 6, "{words:?}");
    for word in words {
        let made = answer(&format!("generate {word} {line}"));
        // All but the comment with the command.
        assert_eq!(edges(&made), edges(&graph), "{word}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let line = "generate meet --cases 20 --density 0.3 --blocked 0.1";
    let first = answer(&format!("{line} --seed 7"));
    assert_eq!(first.stdout, answer(&format!("{line} --seed 7")).stdout);
    assert_ne!(first.stdout, answer(&format!("{line} --seed 8")).stdout);
    assert_eq!(answer(line).stdout, answer(&format!("{line} --seed 1")).stdout);
    let folder = folder();
    let ran = satranj(&format!("{line} --seed 7 -o cases.txt")).within(folder.path()).run();
    assert!(ran.exits(0).stdout.is_empty());
    assert_eq!(read(&folder.path().join("cases.txt")).as_bytes(), first.stdout);
}

/// What the command of a generated text prints.
fn made_again(text: &str) -> String {
    let (_, command) = text.split_once("command ").expect("a command");
    let command = command.split(['\n', '"']).next().unwrap_or_default();
    answer(command.trim_start_matches("satranj ")).text().into()
}

#[test]
fn a_generated_file_says_how_to_make_it_again() {
    let folder = folder();
    let run = |line: &str| satranj(line).within(folder.path()).run().exits(0);
    for file in ["x.hcp", "x.col", "x.dot", "x.json"] {
        run(&format!("generate clique --vertices 9 --random 18 --seed=6 -o {file}"));
        let text = read(&folder.path().join(file));
        assert!(text.contains("command satranj generate clique --vertices 9 --random 18 --seed 6"));
        assert_eq!(made_again(&text), text, "{file}");
    }
    let several = "generate queens --n 6 --given 2 --cases 3";
    run(&format!("{several} -oq.json --time-limit 60s"));
    let written = read(&folder.path().join("q.json"));
    let document: serde_json::Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(document["command"], format!("satranj {several} --seed 1"));
    assert_eq!(document["seed"], 1);
    assert_eq!(answer(several).text(), written);
    run("solve --from q.json --case 2 -o solved.json");
    // A seed that chance picks is written as well.
    let text =
        answer("generate hamilton --vertices 8 --regular 3 --seed random").text().to_string();
    assert_eq!(made_again(&text), text);
    let drawn = |share: &str| {
        let line = format!("generate hamilton --vertices 12 --density {share} --format graph6");
        answer(&line).text().to_string()
    };
    for (share, same) in [("0.5", "50%"), ("0.05", "5%"), ("0.25", "25%")] {
        assert_eq!(drawn(share), drawn(same), "{share}");
    }
    // Formats without comments stay as they are.
    let plain = answer("generate hamilton --vertices 5 --density 100% --format graph6");
    assert_eq!(plain.text(), "D~{\n");
}

/// The words that `solve` reads name what is generated.
#[test]
fn a_word_names_the_graph() {
    let same = [
        ("clique gnp:20,0.5 --seed 3", "hamilton --vertices 20 --density 50% --seed 3"),
        ("hamilton petersen", "hamilton --family generalised-petersen --size 5,2"),
        ("colouring queens:6 --cases 1", "hamilton --family queens --size 6,6"),
    ];
    for (word, options) in same {
        let [word, options] = [word, options]
            .map(|line| answer(&format!("generate {line} --format graph6")).text().to_string());
        assert_eq!(word, options);
    }
}

/// Every later version must reproduce a published file.
#[test]
fn the_bytes_stay_as_they_are() {
    let ran = answer("generate meet --cases 2 --rows 3 --columns 4..6 --density 0.4 --seed 5");
    assert_eq!(ran.text(), GOLDEN);
}

const GOLDEN: &str = "2

3 5
1...8
.....
....5

3 4
..6.
.99.
.1..
";

#[test]
fn cases_are_distributed_as_asked() {
    let ran = answer("generate meet --cases 400 --rows 2..5 --columns 7 --density 0.25 --k 3..6");
    let cases = cases(ran.text());
    assert_eq!(cases.len(), 400);
    let (mut squares, mut riders) = (0, 0);
    let (mut rows, mut jumps) = ([0; 6], [0; 10]);
    for (board, all) in &cases {
        assert!((2..=5).contains(&board.rows()) && board.columns() == 7);
        rows[board.rows() as usize] += 1;
        squares += board.rows() * board.columns();
        riders += all.len();
        for rider in all {
            jumps[rider.jumps_per_turn as usize] += 1;
        }
    }
    let share = riders as f64 / f64::from(squares);
    assert!((share - 0.25).abs() < 0.02, "{share}");
    assert!(rows[2..=5].iter().all(|&count| count > 60), "{rows:?}");
    assert!(jumps[3..=6].iter().all(|&count| count > riders / 5), "{jumps:?}");
    assert_eq!(jumps.iter().sum::<usize>(), jumps[3..=6].iter().sum::<usize>());
}

#[test]
fn where_nothing_is_said_it_is_the_published_distribution() {
    let published = "--cases 10 --rows 1..10 --columns 1..10 --density 0.1 --k 1..9 --blocked 0";
    let ran = answer("generate meet");
    assert_eq!(ran.stdout, answer(&format!("generate meet {published}")).stdout);
    assert_eq!(cases(ran.text()).len(), 10);
}

#[test]
fn one_square_stays_free() {
    let ran = answer("generate meet --cases 50 --rows 2 --columns 2 --blocked 1 --density 1");
    for (board, riders) in cases(ran.text()) {
        assert_eq!((board.blocked_squares().count(), riders.len()), (3, 1));
    }
    // No knights are omitted because of the file format.
    let full = answer("generate meet --cases 1 --rows 30 --columns 40 --density 1 --k 9");
    assert_eq!(cases(full.text())[0].1.len(), 1200);
    let none = answer("generate meet --cases 1 --rows 30 --columns 40 --density 0");
    assert!(cases(none.text())[0].1.is_empty());
}

#[test]
fn the_library_draws_what_the_file_says() {
    let distribution = MeetDistribution {
        cases: 30,
        density: 0.3,
        blocked: 0.2,
        k: NumberRange(2, 4),
        ..MeetDistribution::default()
    };
    let line = "generate meet --cases 30 --density 0.3 --blocked 0.2 --k 2..4 --seed 3";
    let drawn = Distribution::Meet(distribution.clone()).statements(3).unwrap();
    let ran = answer(line);
    for ((board, riders), statement) in cases(ran.text()).into_iter().zip(&drawn) {
        let Statement::Meet(meet) = statement else { panic!("{statement:?}") };
        assert_eq!((&meet.board, &meet.riders), (&BoardStatement::from(&board), &riders));
        statement.puzzle().unwrap();
    }
    assert_eq!(drawn.len(), 30);
    let large = MeetDistribution { rows: NumberRange(1, 10_000), cases: 101, ..distribution };
    let refused = Distribution::Meet(large.clone()).statements(1).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "101 cases of 10000x10 have 10100000 squares; at most 10000000 are possible"
    );
    let wrong = MeetDistribution { density: f64::NAN, ..large };
    assert!(wrong.draw(&mut generator(1)).is_err());
}

#[test]
fn ranges_are_read_from_json_as_numbers_or_pairs() {
    let read = |text: &str| serde_json::from_str::<NumberRange>(text);
    assert_eq!(read("8").unwrap(), NumberRange(8, 8));
    assert_eq!(read("[1, 10]").unwrap(), NumberRange(1, 10));
    for text in ["[1]", "[1,2,3]", "\"1..2\"", "-1", "1.5"] {
        assert!(read(text).is_err(), "{text}");
    }
}

#[test]
fn a_large_file_is_written_as_it_is_read() {
    let line = "generate meet --cases 1000000 --rows 10000 --columns 10000 --density 0.5";
    let mut program = satranj(line).start();
    program.read_and_leave(100_000);
    let ran = program.finish().exits(0);
    assert!(ran.stderr.is_empty() && ran.elapsed < LATE, "{}", ran.report());
}

#[test]
fn a_regular_graph_is_the_same_in_every_format() {
    let line = "generate hamilton --vertices 30 --regular 3 --seed 4";
    let mut graphs = Vec::new();
    for format in ["hcp", "edge", "dot", "graph6", "node-link"] {
        let ran = answer(&format!("{line} --format {format}"));
        let reader = graphs::by_name(format).unwrap();
        graphs.push(graphs::read(reader, ran.text()).unwrap());
    }
    assert!(graphs.iter().all(|graph| graph.edges == graphs[0].edges && !graph.directed));
    let graph = graphs[0].graph();
    assert!((0..30).all(|vertex| graph.neighbours(vertex).len() == 3));
    let names: Vec<&str> = graphs.iter().map(|graph| graph.names[0].as_str()).collect();
    assert_eq!(names, ["1", "1", "1", "0", "1"], "nauty counts from 0");
    assert_eq!(answer(line).stdout, answer(&format!("{line} --format hcp")).stdout);
    assert_ne!(answer(line).stdout, answer(&line.replace("seed 4", "seed 5")).stdout);
}

#[test]
fn a_graph_has_as_many_edges_as_asked() {
    let ran = answer("generate hamilton --vertices 40 --random 100 --format edge");
    assert!(ran.text().starts_with("c satranj "), "{}", ran.report());
    let graph = graphs::read(graphs::by_name("edge").unwrap(), ran.text()).unwrap();
    assert_eq!((graph.vertices(), graph.edges.len()), (40, 100));
}

/// Every later version must reproduce a published file.
#[test]
fn graphs_and_boards_stay_as_they_are() {
    let ran = answer("generate hamilton --vertices 8 --regular 3 --seed 2 --format graph6");
    assert_eq!(ran.text(), GOLDEN_GRAPH);
    let ran = answer("generate tour 6x6 --blocked 10% --closed --seed 2");
    assert_eq!(ran.text(), GOLDEN_BOARD);
}

const GOLDEN_GRAPH: &str = "GYqPGs\n";

const GOLDEN_BOARD: &str = "#.....
......
.....#
......
....##
......
";

#[test]
fn a_board_with_blocked_squares_is_read_by_tour() {
    let folder = folder();
    let line = "generate tour 8x8 --blocked 4 --closed --seed 3 -o board.txt";
    satranj(line).within(folder.path()).run().exits(0);
    let map = read(&folder.path().join("board.txt"));
    assert_eq!(map.matches('#').count(), 4, "{map}");
    let solved = satranj("solve tour @board.txt --closed --json").within(folder.path()).run();
    let board = &solved.exits(0).json()["puzzle"]["board"];
    assert_eq!(board["blocked"].as_array().unwrap().len(), 4);
    // Blocked squares stay blocked.
    let more = satranj("generate tour @board.txt --blocked 10 --closed").within(folder.path());
    let more = more.run().exits(0);
    assert_eq!(more.text().matches('#').count(), 14);
    assert!(map.bytes().zip(more.text().bytes()).all(|(one, other)| one != b'#' || other == b'#'));
}

#[test]
fn a_tour_with_given_moves_is_a_document() {
    let folder = folder();
    let line = "generate tour 8x8 --given 5% --seed 3 -o tour.json";
    satranj(line).within(folder.path()).run().exits(0);
    let solved = satranj("solve --from tour.json --json").within(folder.path()).run().exits(0);
    let solved = solved.json();
    assert_eq!(solved["puzzle"]["given"].as_array().unwrap().len(), 3);
    assert_eq!(solved["puzzle"]["kind"], "tour");
}
