//! The picture in the README is what the README's first command draws.

use std::{fs, path::Path, process::Command};

/// `SATRANJ_BLESS=1 cargo test --test picture` draws it anew.
#[test]
fn golden_picture() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/closed-8x8.svg");
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = folder.path().join("tour.svg");
    let status = Command::new(env!("CARGO_BIN_EXE_satranj"))
        .args(["solve", "tour", "8x8", "--closed", "--json", "-o", "/dev/null", "--svg"])
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
