//! Suites, jobs, parts, maps, manifests and results: what is read is written and read as the same bytes.

use satranj::{
    MapDocument,
    documents::{
        comparison::ComparisonDocument,
        cubes::CubePartDocument,
        job::{JobDocument, PartDocument},
        json::raw,
        manifest::ManifestDocument,
        results::ResultsDocument,
        sealed::Sealed,
        suite::Suite,
    },
    json,
};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

/// The first byte chooses the kind of document; the rest is the document.
pub fn check(bytes: &[u8]) {
    let Some((&chosen, text)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    match chosen % 8 {
        0 => drop(is_kept::<Suite>(text)),
        1 => drop(is_kept::<JobDocument>(text)),
        2 => is_sealed(is_kept::<PartDocument>(text)),
        3 => is_sealed(is_kept::<CubePartDocument>(text)),
        4 => is_sealed(is_kept::<MapDocument>(text)),
        5 => drop(is_kept::<ManifestDocument>(text)),
        6 => is_sealed(is_kept::<ResultsDocument>(text)),
        _ => drop(is_kept::<ComparisonDocument>(text)),
    }
}

fn is_kept<T: DeserializeOwned + JsonSchema + Serialize>(text: &str) -> Option<T> {
    let read: T = json::read(text, "a document").ok()?;
    let written = String::from_utf8(raw(&read).expect("a document is JSON")).expect("JSON is text");
    let again: T =
        json::read(&written, "a document").unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(raw(&again).expect("it was written"), written.as_bytes());
    Some(again)
}

/// A sealed document is whole, also after it was written and read.
fn is_sealed<T: Sealed + DeserializeOwned>(document: Option<T>) {
    let Some(mut document) = document else { return };
    document.seal();
    let written = raw(&document).expect("a document is JSON");
    let mut again: T = serde_json::from_slice(&written).expect("it was written");
    assert_eq!(again.hold_seal(), Ok(()), "{}", String::from_utf8_lossy(&written));
}
