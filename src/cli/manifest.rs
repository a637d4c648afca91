//! The names of the files in a folder of exports.

use crate::{compression::Compression, exports::Format};

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// The name of the file of a case, of so many, with as many digits as the last one needs.
pub fn case_name(
    number: usize,
    count: usize,
    format: &Format,
    compression: Option<Compression>,
) -> String {
    let extension = format.extensions().first().copied().unwrap_or("txt");
    let compressed = compression.map_or_else(String::new, |how| format!(".{}", how.extension()));
    format!("{}.{extension}{compressed}", case_stem(number, count))
}

/// The same without extensions: `case-007`.
pub fn case_stem(number: usize, count: usize) -> String {
    let digits = count.to_string().len().max(3);
    format!("case-{number:0digits$}")
}
