//! A user generates graphs of known families: each has the documented Hamiltonian cycles.

use crate::harness::{Ran, answer, document, folder, read, satranj};
use satranj::graphs;

/// A graph of a family, its vertices shuffled.
fn generated(name: &str, size: &str, more: &str) -> Ran {
    answer(&format!("generate hamilton --family {name} --size {size} --shuffle --seed 3 {more}"))
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn each_family_is_solved_as_it_is_said() {
    let folder = folder();
    for (name, size, is_hamiltonian) in [
        ("generalised-petersen", "17,2", false),
        ("generalised-petersen", "17,8", false),
        ("generalised-petersen", "18,2", true),
        ("generalised-petersen", "40,7", true),
        ("fhcp-petersen", "15", true),
        ("fhcp-petersen", "35", true),
        ("flower-snark", "9", false),
        ("fhcp-snark", "21", true),
        ("petersen-product", "4", false),
        ("hexagonal-torus", "5,7", true),
        ("hypercube", "6", true),
        ("middle-levels", "3", true),
        ("kneser", "5,2", false),
        ("kneser", "7,3", true),
        ("sheehan", "41", true),
        ("aldred-thomassen", "100", true),
        ("fleischner", "1", true),
        ("fleischner", "2", true),
        ("queens-reduction", "2", false),
        ("queens-reduction", "3", false),
        ("queens-reduction", "5", true),
    ] {
        let (graph, answered) =
            (folder.path().join("graph.hcp"), folder.path().join("answer.json"));
        generated(name, size, &format!("-o {}", graph.display()));
        let (said, status) = if is_hamiltonian {
            ("Hamiltonian", "satisfied")
        } else {
            ("not Hamiltonian", "unsatisfiable")
        };
        let comment = format!("{name} {size}, {said}\n");
        assert!(read(&graph).contains(&comment), "{name} {size}");
        let line = "solve hamilton graph.hcp --time-limit 5min --json -o answer.json";
        satranj(line).within(folder.path()).run().exits(0);
        let solved: serde_json::Value = serde_json::from_str(&read(&answered)).unwrap();
        assert_eq!(solved["status"], status, "{name} {size}");
        if is_hamiltonian {
            answer(&format!("verify {}", answered.display()));
        }
        for path in [graph, answered] {
            std::fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn cycles_are_as_many_as_is_known() {
    for (name, size, count) in [
        ("fhcp-petersen", "9", "3"),
        ("fhcp-petersen", "21", "3"),
        ("fhcp-snark", "13", "84"),
        ("fhcp-petersen", "23", "152"),
        ("sheehan", "20", "1"),
        ("aldred-thomassen", "4", "1"),
        ("aldred-thomassen", "9", "1"),
        // As many as there are placements of 4 and of 5 queens.
        ("queens-reduction", "4", "2"),
        ("queens-reduction", "5", "10"),
    ] {
        let graph = generated(name, size, "").stdout;
        let counted = satranj("count hamilton - --input-format hcp --json").input(graph).call();
        assert_eq!(counted.exits(0).json()["count"], count, "{name} {size}");
    }
}

#[test]
fn the_seed_decides_edges_and_labels_and_nothing_else() {
    let line = "generate hamilton --family flower-snark --size 5 --format graph6";
    assert_eq!(answer(line).stdout, answer(&format!("{line} --seed 2")).stdout);
    for chance in ["--shuffle", "--extra-edges 3", "--shuffle --extra-edges 1"] {
        let drawn = |seed: u32| answer(&format!("{line} {chance} --seed {seed}")).stdout;
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2), "{chance}");
    }
    // Every later version must reproduce a published graph.
    assert_eq!(answer(line).text(), GOLDEN);
    let chance = answer(&format!("{line} --extra-edges 2 --shuffle --seed 7"));
    assert_eq!(chance.text(), GOLDEN_BY_CHANCE);
    let graph = graphs::read(graphs::by_name("graph6").unwrap(), chance.text()).unwrap();
    assert_eq!((graph.vertices(), graph.edges.len()), (20, 32));
    let hcp = answer("generate hamilton --family flower-snark --size 5 --extra-edges 2");
    let name = "NAME : flower-snark-5-with-2-extra-edges\n";
    assert!(
        hcp.text().starts_with(name),
        "whether it is Hamiltonian is not known: {}",
        hcp.report()
    );
}

const GOLDEN: &str = "Ss@HOo?@GD?K???C_@O?K??@?@G_@P??o\n";

const GOLDEN_BY_CHANCE: &str = "SA@AS`AGS??_?IC?COHO?BA??SCAG_?EG\n";

#[test]
fn a_formula_is_written_with_arcs_or_edges() {
    let folder = folder();
    let line = "generate hamilton --family sat-reduction --size 4,30 --seed 3";
    for (file, more, vertices) in [("graph.json", " --directed", 312), ("graph.hcp", "", 936)] {
        satranj(&format!("{line}{more} -o {file}")).within(folder.path()).run().exits(0);
        let solved = satranj(&format!("solve hamilton {file} --json")).within(folder.path()).run();
        let solved = solved.exits(0).json();
        let graph = &solved["puzzle"]["graph"];
        assert_eq!(graph["vertices"].as_array().unwrap().len(), vertices, "{file}");
        assert_eq!(graph["directed"].as_bool().unwrap_or(false), !more.is_empty(), "{file}");
        assert_eq!(solved["status"], "unsatisfiable", "{file}");
        assert_eq!(solved["verified"], true, "{file}");
    }
}

#[test]
fn the_least_graph_of_every_listed_family_is_made() {
    let list = document(&["list", "families", "--json"]);
    let families = list.as_array().unwrap();
    assert_eq!(families.len(), graphs::families::FAMILIES.len());
    for family in families {
        let name = family["name"].as_str().unwrap();
        let parameters = family["parameters"].as_array().unwrap();
        let least: Vec<String> =
            parameters.iter().map(|parameter| parameter["least"].to_string()).collect();
        generated(name, &least.join(","), "");
        let said = satranj(&format!("generate hamilton --family {name}")).call().exits(2).stderr;
        assert!(said.contains("--size"), "{said}");
    }
    let text = answer("list families --format text");
    let random = graphs::random::RANDOM_FAMILIES;
    assert_eq!(text.text().lines().count(), families.len() + random.len());
    // Each row begins with a word, whose letters are sizes.
    assert!(text.text().contains("queens:N,M") && text.text().contains("petersen is one"));
    assert!(text.text().contains("gnp:N,P"));
}
