//! Tours side by side with rivals, in one run: OR-tools CP-SAT, LKH, clingo, cadical, a C loop.
//!
//! `cargo bench --bench tours` prints all tables; words after `--` choose some: `depth-first`,
//! `closed`, `refuted`, `eager`, `families`, `boards`, `fhcp`, `large`, `reach`; `side=50` stops at 50x50, `limit=10` gives
//! each run 10 seconds (by default 60); `fhcp sizes=FILE each=10` takes every tenth of the graphs
//! whose families and vertices the file lists. The rivals need Python: `python3 -m venv target/rivals &&
//! target/rivals/bin/pip install -r benches/rivals/requirements.txt`; the C loop needs `cc`, the
//! encodings `cadical`. The benchmark names missing programs and leaves them out.

mod closed;
mod depth_first;
mod eager;
mod families;
mod fhcp;
mod large;
mod programs;
mod reach;
mod refuted;
#[path = "../rivals/mod.rs"]
mod rivals;

fn main() {
    let words: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let number = |name: &str, otherwise: u32| {
        let value = words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        value.and_then(|value| value.parse().ok()).unwrap_or(otherwise)
    };
    let (side, limit) = (number("side", 1000), number("limit", 60));
    let all = words.iter().all(|word| word.contains('='));
    let table = |name: &str, print: &dyn Fn()| {
        if all || words.iter().any(|word| word == name) {
            print();
        }
    };
    table("depth-first", &depth_first::print);
    table("closed", &|| closed::print(side, limit));
    table("refuted", &|| refuted::print(limit));
    table("eager", &|| eager::print(10, limit));
    table("families", &|| families::print(limit));
    table("boards", &|| families::print_boards(limit));
    let sizes = words.iter().find_map(|word| word.strip_prefix("sizes=")).unwrap_or_default();
    table("fhcp", &|| fhcp::print(sizes, number("each", 1), limit));
    table("large", &large::print);
    table("reach", &|| reach::print(limit));
}
