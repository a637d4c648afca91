//! The pictures in the README are what its commands draw.

use std::{fs, path::Path, process::Command};

/// Draws a puzzle and compares the picture with the golden one.
///
/// `SATRANJ_BLESS=1 cargo test --test picture` draws it anew.
fn draws(puzzle: &str, picture: &str) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(picture);
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = folder.path().join("drawn.svg");
    let status = Command::new(env!("CARGO_BIN_EXE_satranj"))
        .arg("solve")
        .args(puzzle.split(' '))
        .args(["--json", "-o", "/dev/null", "--svg"])
        .arg(&drawn)
        .status()
        .expect("the program starts");
    assert!(status.success());
    let drawn = fs::read_to_string(drawn).expect("a picture");
    if std::env::var_os("SATRANJ_BLESS").is_some() {
        fs::write(&golden, &drawn).expect("the golden file is written");
    }
    assert_eq!(drawn, fs::read_to_string(&golden).expect("a golden file"));
}

#[test]
fn golden_tour() {
    draws("tour 8x8 --closed", "closed-8x8.svg");
}

#[test]
fn golden_domination() {
    draws("dominate 10x10 --piece knight --show-attacks", "dominating-knights-10x10.svg");
}
