//! Questions about graphs of 63 kinds beside CP-SAT, `HiGHS`, clingo, RC2, networkx and igraph.
//!
//! `cargo bench --bench graphs` prints a table for each puzzle; words after `--` go to
//! `rivals/graphs.py`, which says what the columns are: `--rows colouring,hamilton`, `--only gnp`,
//! `--seconds 60` (by default 10). The rivals need Python: `python3 -m venv target/rivals &&
//! target/rivals/bin/pip install -r benches/rivals/requirements.txt`.

#[allow(dead_code, reason = "the table in Python runs the rivals")]
mod rivals;

use std::{path::Path, process::Command};

fn main() {
    let Some(python) = rivals::python() else { return };
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/rivals/graphs.py");
    let words = std::env::args().skip(1).filter(|word| word != "--bench");
    let status = Command::new(python)
        .arg(table)
        .arg(env!("CARGO_BIN_EXE_satranj"))
        .args(["--seconds", "10"])
        .args(words)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the answers differ, or a program failed");
}
