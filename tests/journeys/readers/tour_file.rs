//! TSPLIB tours: what is read is a permutation, and is written and read again.

use satranj::graphs::tour_file;

/// The bytes are the file.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = tour_file::is_one(text);
    let Ok(tour) = tour_file::read(text) else { return };
    let mut sorted = tour.clone();
    sorted.sort_unstable();
    assert!(sorted.iter().copied().eq(0..tour.len() as u32), "not each vertex once");
    let mut written = Vec::new();
    tour_file::write("x", &tour, &mut written).expect("memory takes all bytes");
    let written = String::from_utf8(written).expect("a tour is text");
    assert!(tour_file::is_one(&written));
    assert_eq!(tour_file::read(&written).as_ref(), Ok(&tour), "{written}");
}
