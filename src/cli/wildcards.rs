//! Names of files with `*` and `?`, where no shell has put the files in their place.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

/// The files that a name stands for, in the order of their names: itself, unless there is no such
/// file and its last part has `*` or `?` in it.
///
/// # Errors
/// What the system says of the folder.
pub fn expanded(path: &Path) -> io::Result<Vec<PathBuf>> {
    let pattern = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if !pattern.contains(['*', '?']) || path.exists() {
        return Ok(vec![path.into()]);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let read = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut found = Vec::new();
    for entry in fs::read_dir(read)? {
        let name = entry?.file_name();
        let fits = |name: &str| fits(pattern.as_bytes(), name.as_bytes());
        // As for a shell, a name that begins with a dot is hidden.
        if name.to_str().is_some_and(|name| !name.starts_with('.') && fits(name)) {
            found.push(folder.join(name));
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a name is as a pattern says. O(pattern · name).
fn fits(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut read) = (0, 0);
    // Where the last `*` stands, and how much of the name it had taken.
    let mut star: Option<(usize, usize)> = None;
    while read < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(&letter) if letter == b'?' || letter == name[read] => {
                at += 1;
                read += 1;
            }
            _ => match star {
                // It takes one more.
                Some((place, taken)) => {
                    star = Some((place, taken + 1));
                    (at, read) = (place + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&letter| letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("*.json", "a.json", true),
            ("*.json", "a.json.gz", false),
            ("case-??.json", "case-07.json", true),
            ("case-??.json", "case-007.json", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("*", "", true),
            ("?", "", false),
        ] {
            assert_eq!(fits(pattern.as_bytes(), name.as_bytes()), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn files_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.json", "a.json", "c.txt", ".d.json"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let found = expanded(&folder.path().join("*.json")).unwrap();
        assert_eq!(found, ["a.json", "b.json"].map(|name| folder.path().join(name)));
        let plain = folder.path().join("nothing.json");
        assert_eq!(expanded(&plain).unwrap(), [plain]);
        assert!(expanded(&folder.path().join("none/*.json")).is_err());
    }
}
