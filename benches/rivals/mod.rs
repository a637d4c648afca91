//! The rivals of the benchmarks: Python programs beside this file, in their own environment.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The rivals' Python: `bin/python` in `target/rivals`, or in the folder that `SATRANJ_RIVALS`
/// names; without it says how to have it.
pub fn python() -> Option<PathBuf> {
    let chosen = std::env::var_os("SATRANJ_RIVALS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target/rivals"), PathBuf::from);
    let python = Some(chosen.join("bin/python")).filter(|python| python.exists());
    if python.is_none() {
        println!(
            "rivals left out; to have them: python3 -m venv target/rivals && \
             target/rivals/bin/pip install -r benches/rivals/requirements.txt"
        );
    }
    python
}

/// Runs a program of this folder, which gets these arguments and the limit in seconds, and
/// prints its processor seconds and a word; `None` if it does not within half a minute more.
pub fn run(python: &Path, program: &str, arguments: &[&str], limit: u64) -> Option<(f64, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/rivals");
    let output = Command::new("timeout")
        .arg((limit + 30).to_string())
        .arg(python)
        .arg(folder.join(program))
        .args(arguments)
        .arg(limit.to_string())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (seconds, word) = text.trim().split_once(' ')?;
    Some((seconds.parse().ok()?, word.to_string()))
}
