//! Solvers' models of exported formulas: an accepted one is a solution by the rules of the puzzle.

use satranj::{MapDocument, Reason, Status, decode, decoding::named::ForeignFormula, verify};

/// Maps of exported formulas, one per format.
const MAPS: [&str; 5] = [
    include_str!("../../golden/tour-3x4.cnf.map.json"),
    include_str!("../../golden/tour-3x4-cuts.cnf.map.json"),
    include_str!("../../golden/kings-3x3.opb.map.json"),
    include_str!("../../golden/queens-4.opb.map.json"),
    include_str!("../../golden/king-tour-2x2.wcnf.map.json"),
];

/// The first byte chooses a map for the output that follows, or a foreign formula, a line `%` and
/// the output.
pub fn check(bytes: &[u8]) {
    let Some((&chosen, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    match MAPS.get(usize::from(chosen) % (MAPS.len() + 1)) {
        Some(map) => mapped(map, text),
        None => foreign(text),
    }
}

fn mapped(map: &str, output: &str) {
    let map: MapDocument = serde_json::from_str(map).expect("a golden file");
    let Ok(decoded) = decode(&map, output) else { return };
    let document = &decoded.document;
    let found = document.found();
    assert!(found.iter().all(|solution| decoded.puzzle.verify(solution).is_ok()));
    assert_ne!(document.status, Status::Unsatisfiable, "each of them has a solution");
    let written = serde_json::to_string(document).expect("a document is JSON");
    if matches!(document.status, Status::Satisfied | Status::Optimal) {
        assert!(verify(&written).is_ok(), "{:?}: {written}", verify(&written));
    }
}

fn foreign(text: &str) {
    let Some((formula, output)) = text.split_once("\n%\n") else { return };
    let permit = |bytes| if bytes > 16 << 20 { Err(Reason::MemoryLimit) } else { Ok(()) };
    let Ok(read) = ForeignFormula::read(formula, &permit) else { return };
    let Ok(document) = read.decode("formula", output) else { return };
    assert_eq!(document.verified, document.status == Status::Satisfied);
    assert!(!document.verified || u64::from(document.variables) <= u64::from(u32::MAX >> 1));
}
