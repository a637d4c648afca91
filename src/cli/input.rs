//! What commands read: files or standard input, as text.

use std::{io::Read, path::Path};

use super::CliError;

/// The largest document that is read: a path of 10⁸ squares takes less.
const LARGEST_DOCUMENT: u64 = 2 << 30;

/// Reads a file, or standard input for `-`, as text; returns its name for messages too.
///
/// # Errors
/// [`CliError::Input`] if it cannot be read, is too large or no UTF-8.
pub fn read_text(path: &Path) -> Result<(String, String), CliError> {
    let (name, bytes) = read_bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        CliError::Input(format!("{name}:{line}: not UTF-8 text"))
    })?;
    Ok((name, text))
}

/// The name of a file for messages.
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// [`CliError::Input`] if it cannot be read or is too large.
fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), CliError> {
    let mut bytes = Vec::new();
    let name = name_of(path);
    let in_file = |error: std::io::Error| CliError::Input(format!("{name}: {error}"));
    if path == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(LARGEST_DOCUMENT + 1)
            .read_to_end(&mut bytes)
            .map_err(in_file)?;
    } else {
        let file = std::fs::File::open(path).map_err(in_file)?;
        file.take(LARGEST_DOCUMENT + 1).read_to_end(&mut bytes).map_err(in_file)?;
    }
    if bytes.len() as u64 > LARGEST_DOCUMENT {
        return Err(CliError::Input(format!("{name}: larger than {LARGEST_DOCUMENT} bytes")));
    }
    Ok((name, bytes))
}
