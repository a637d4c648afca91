//! A count stopped by a limit gives a lower bound, and never an exact number.

use crate::harness::{answer, satranj, schema::valid};
use serde_json::{Value, json};

/// The output of a count that the node limit ends.
fn stopped(line: &str) -> Value {
    let document = valid(satranj(&format!("count {line} --json")).call().exits(3).json());
    assert_eq!((&document["status"], &document["count"]), (&json!("unknown"), &Value::Null));
    document
}

fn number(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value}"))
}

#[test]
fn what_was_counted_stands_beside_no_count() {
    for (line, all) in [
        // Found and verified one by one.
        ("tour 5x5 --method native:dfs --node-limit 100000", 1728),
        ("queens 10 --method sat:lines --node-limit 20", 724),
        // Counted by the method itself.
        ("queens 12 --method native:bitmask --node-limit 50000", 14_200),
        ("queens 12 --given a1 --method native:bitmask --node-limit 10000", 14_200),
        ("place 6x6 --piece knight --count 6 --method native:dfs --node-limit 20000", 257_318),
    ] {
        let document = stopped(line);
        let at_least = number(&document["at_least"]);
        assert!(at_least > 0 && at_least < all, "{line}: {at_least} of {all}");
        let text = satranj(&format!("count {line} --format text")).call().exits(3);
        assert!(text.text().contains("at least "), "{}", text.report());
        // It is checked and stated again like any other.
        satranj("verify - --time-limit 2min").input(document.to_string()).call().exits(0);
    }
    // A method that counts layer by layer has counted nothing until it is done.
    let line = "place 6x6 --piece knight --count 6 --method native:rows --time-limit 0s";
    assert_eq!(stopped(line)["at_least"], "0");
}

/// On several threads too.
#[test]
fn a_count_on_threads_that_was_stopped_is_no_count() {
    for limit in ["0s", "0.3s"] {
        let document = stopped(&format!("queens 23 --threads 2 --time-limit {limit}"));
        assert_eq!(document["reason"], "time_limit");
        assert!(number(&document["at_least"]) < 24_233_937_684_440, "{document}");
    }
}

#[test]
fn each_number_that_was_asked_for_is_null() {
    let line = "queens 8 --method native:dfs --up-to-symmetry --node-limit 1000";
    let document = stopped(line);
    assert_eq!(document["up_to_symmetry"], Value::Null, "{document}");
    assert!(document.as_object().unwrap().contains_key("up_to_symmetry"), "{document}");
    let classes = number(&document["up_to_symmetry_at_least"]);
    assert!(classes > 0 && classes <= 12 && classes <= number(&document["at_least"]));
    let text = satranj(&format!("count {line} --format text")).call().exits(3);
    let report = format!("at least {classes} up to symmetry");
    assert!(text.text().contains(&report), "{}", text.report());

    let line = "place 6x6 --piece knight --count 5 --counts-by-k --method native:dfs";
    let document = stopped(&format!("{line} --node-limit 50000"));
    assert!(document.as_object().unwrap().contains_key("counts_by_k"), "{document}");
    assert_eq!(document["counts_by_k"], Value::Null);
    let whole = answer(&format!("count {line} --json")).json();
    let (some, all) = (number(&document["at_least"]), number(&whole["count"]));
    assert!(some > 0 && some < all, "{some} of {all}");
    assert!(whole.get("at_least").is_none(), "{whole}");
}

/// No method of any puzzle gives an exact number that it does not know.
#[test]
fn no_method_says_how_many_without_knowing() {
    let listed = answer("list methods --json").json();
    let mut undecided = 0;
    for method in listed.as_array().unwrap() {
        let name = method["name"].as_str().unwrap();
        let line = match method["puzzle"].as_str().unwrap() {
            "tour" => "tour 6x6 --closed",
            "queens" => "queens 9",
            "place" => "place 5x5 --piece knight --count 4",
            "dominate" => "dominate 5x5 --piece king --count 5",
            "route" => "route 8x8 --from a1 --to h8",
            _ => continue,
        };
        for limit in ["--node-limit 1", "--time-limit 0s"] {
            let ran = satranj(&format!("count {line} --method {name} {limit} --json")).call();
            if !matches!(ran.code, Some(0 | 3)) {
                // It does not count here.
                continue;
            }
            let document = valid(ran.json());
            let unknown = document["status"] == "unknown";
            assert_eq!(document["count"].is_null(), unknown, "{}", ran.report());
            assert_eq!(document["at_least"].is_string(), unknown, "{}", ran.report());
            undecided += usize::from(unknown);
        }
    }
    assert!(undecided > 20, "{undecided}");
}

#[test]
fn a_comparison_of_counts_says_at_least() {
    let line = "compare queens 9 --counting --methods native:bitmask,native:dfs --runs 1 \
                --warmup 0 --node-limit 4000";
    let document = valid(satranj(&format!("{line} --json")).call().exits(0).json());
    let [bitmask, dfs] = &document["runs"].as_array().unwrap()[..] else { panic!("{document}") };
    assert_eq!((&bitmask["count"], bitmask.get("at_least")), (&json!("352"), None));
    assert_eq!((dfs.get("count"), &dfs["status"]), (None, &json!("unknown")), "{dfs}");
    let at_least = number(&dfs["at_least"]);
    assert!(at_least > 0 && at_least < 352, "{dfs}");
    assert_eq!(document["agreement"], true, "what was counted does not contradict");
    let text = satranj(&format!("{line} --format text")).call().exits(0);
    let report = format!("at least {at_least} solutions (the node limit was reached)");
    assert!(text.text().contains(&report), "{}", text.report());
}

#[test]
fn a_stream_and_a_list_that_stopped_say_at_least() {
    let line = "solve queens 9 --all --method native:dfs --node-limit 4000";
    let ran = satranj(&format!("{line} --json-stream")).call().exits(3);
    let status = ran.json_lines().pop().unwrap();
    let found = status["solutions_found"].as_u64().unwrap();
    assert!(found > 0, "{status}");
    assert_eq!(status["at_least"], found.to_string());
    let text = satranj(&format!("{line} --format text")).call().exits(3);
    assert!(text.text().contains(&format!("undecided (at least {found})")), "{}", text.report());
    let whole = answer("solve queens 6 --all --json-stream").json_lines().pop().unwrap();
    assert_eq!((&whole["solutions_found"], whole.get("at_least")), (&json!(4), None));
}
