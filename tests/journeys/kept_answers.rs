//! A user looks at answers on the page of a report: results store one for each point, and each is
//! checked before it is drawn.

use serde_json::{Value, json};

use crate::harness::{folder, read, satranj, schema::valid, sealed::sealed, write};

/// How a picture begins in a page.
const PICTURE: &str = "<img src=\"data:image/svg+xml;base64,";

fn suite() -> String {
    json!({
        "schema": "satranj.suite/1", "name": "answers", "title": "Answers", "runs": 2, "warmup": 0,
        "time_limit": "1h", "methods": ["sat:lines", "native:min-conflicts"], "experiments": [{
            "name": "queens", "title": "Queens",
            "parameter": {"name": "n", "label": "queens", "values": [4, 3, 6, 40]},
            "instances": {"puzzles": [{"kind": "queens", "n": 1, "given": []}]},
        }],
    })
    .to_string()
}

fn page(document: &Value) -> String {
    satranj("report -").input(sealed(document)).call().exits(0).text().to_string()
}

#[test]
fn results_keep_an_answer_of_each_point_and_the_page_checks_it() {
    let mut document = valid(satranj("bench - --json -q").input(suite()).call().exits(0).json());
    let points = document["experiments"][0]["points"].as_array_mut().expect("points");
    let [four, three, six, forty] = &mut points[..] else { panic!("four points") };
    assert_eq!(
        (&four["answer"]["case"], &four["answer"]["method"]),
        (&json!(1), &json!("sat:lines"))
    );
    assert_eq!(six["answer"]["solution"]["squares"].as_array().map(Vec::len), Some(6));
    // Three queens have no solution, and forty are too many to show.
    assert_eq!((&three["answer"], &forty["answer"]), (&Value::Null, &Value::Null));
    four["answer"]["solution"]["squares"] = json!(["a1", "b2", "c3", "d4"]);
    let broken = page(&document);
    assert_eq!(broken.matches(PICTURE).count(), 1);
    assert!(
        broken.contains("The stored answer of sat:lines is wrong: the queens on a1 and b2 attack")
    );
    assert!(broken.contains("img-src data:"), "the page's policy lets its own pictures be shown");
}

#[test]
fn a_measurement_that_goes_on_keeps_the_same_answers() {
    let folder = folder();
    write(folder.path(), "suite.json", suite());
    let line = "bench suite.json -q --jobs 2 --shard";
    let path = folder.path();
    for part in ["0/2", "1/2"] {
        let name = part.replace('/', "-");
        std::fs::create_dir_all(path.join("parts")).expect("a folder");
        let line = format!("{line} {part} -o parts/{name}.json");
        satranj(&line).within(path).run().exits(0);
    }
    satranj("bench suite.json -q --merge parts -o merged.json").within(path).run().exits(0);
    satranj("bench suite.json -q -o whole.json").within(path).run().exits(0);
    let answers = |name: &str| -> Vec<Value> {
        let document: Value = serde_json::from_str(&read(&path.join(name))).expect("JSON");
        let points = document["experiments"][0]["points"].as_array().expect("points").clone();
        points.into_iter().map(|point| point["answer"].clone()).collect()
    };
    assert_eq!(answers("merged.json"), answers("whole.json"));
}

#[test]
fn a_comparison_keeps_one_answer() {
    let compared = |line: &str| {
        let line = format!("compare {line} --runs 1 --warmup 0 --json");
        valid(satranj(&line).call().exits(0).json())
    };
    let tour = compared("tour 6x6 --closed --methods sat:cuts");
    assert_eq!(tour["answer"]["solution"]["path"].as_array().map(Vec::len), Some(36));
    let page = page(&tour);
    assert_eq!(page.matches(PICTURE).count(), 1);
    assert!(page.contains("alt=\"closed knight's tour of 6x6\""), "{page}");
    assert_eq!(compared("queens 5 --counting --methods native:dfs")["answer"], Value::Null);
    assert_eq!(compared("tour 40x40 --closed --methods native:rotations")["answer"], Value::Null);
}
