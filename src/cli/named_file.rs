//! Files that a document names: regular ones in its own folder, for documents come from anywhere.

use std::path::{Component, Path, PathBuf};

use crate::file_name;

/// Where the files that a document names may be.
#[derive(Debug, Clone)]
pub struct NamedFiles {
    /// The folders that are looked into, the first one first.
    folders: Vec<PathBuf>,
    /// Whether they may lie elsewhere too.
    allow_outside: bool,
}

impl NamedFiles {
    /// Files beside a document; beside one from standard input (-) those where we work.
    pub fn beside(document: &Path, allow_outside: bool) -> Self {
        let folder = document.parent().unwrap_or(Path::new(""));
        Self { folders: vec![folder.into()], allow_outside }
    }

    /// The same, or else files where we work.
    pub fn or_where_we_work(mut self) -> Self {
        self.folders.push(PathBuf::new());
        self
    }

    /// The path of a name: of a regular file in a folder where it may be.
    ///
    /// # Errors
    /// A sentence that says what is wrong, and nothing of what is in the file.
    pub fn find(&self, name: &str) -> Result<PathBuf, String> {
        let mut problem = None;
        for folder in &self.folders {
            match self.find_in(folder, name) {
                Ok(path) => return Ok(path),
                Err(wrong) => problem = problem.or(Some(wrong)),
            }
        }
        Err(problem.unwrap_or_else(|| format!("{name}: there is no folder for it")))
    }

    /// The path of a folder of that name, where it may be.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn find_folder(&self, name: &str) -> Result<PathBuf, String> {
        let beside = self.folders.first().map_or(Path::new(""), PathBuf::as_path);
        if !self.allow_outside && is_plainly_outside(Path::new(name)) {
            return Err(format!(
                "{name}: it is outside the folder of the document; --allow-outside reads it"
            ));
        }
        let path = file_name::named(name, beside);
        // Each file in it is held against the rule by itself.
        if path.is_dir() { Ok(path) } else { Err(format!("{name}: there is no such folder")) }
    }

    fn find_in(&self, folder: &Path, name: &str) -> Result<PathBuf, String> {
        let path = match file_name::named(name, folder) {
            // It would be standard input.
            path if path == Path::new("-") => Path::new(".").join(path),
            path => path,
        };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let outside = || {
            format!(
                "{}: it is outside the folder of the document; --allow-outside reads it",
                file_name::shown(&path)
            )
        };
        let wrong = |error: std::io::Error| format!("{}: {error}", file_name::shown(&path));
        // What is plainly outside is not even asked after.
        if !self.allow_outside && is_plainly_outside(Path::new(name)) {
            return Err(outside());
        }
        let resolved = path.canonicalize().map_err(wrong)?;
        if !self.allow_outside && !resolved.starts_with(folder.canonicalize().map_err(wrong)?) {
            return Err(outside());
        }
        // To open a pipe may take for ever, and a device has no end.
        if !resolved.metadata().map_err(wrong)?.is_file() {
            return Err(format!("{}: it is no regular file", file_name::shown(&path)));
        }
        Ok(path)
    }
}

/// Whether a relative name climbs out of its folder, or one is absolute.
fn is_plainly_outside(name: &Path) -> bool {
    let mut depth = 0u32;
    for component in name.components() {
        match component {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir => match depth.checked_sub(1) {
                Some(above) => depth = above,
                None => return true,
            },
            Component::RootDir | Component::Prefix(_) => return true,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_of_the_folder_alone() {
        let all = tempfile::tempdir().unwrap();
        let folder = all.path().join("folder");
        fs::create_dir_all(folder.join("below")).unwrap();
        for path in ["secret", "folder/a", "folder/below/b", "folder/-"] {
            fs::write(all.path().join(path), "text").unwrap();
        }
        let document = folder.join("document.json");
        let found = |name: &str, outside| NamedFiles::beside(&document, outside).find(name);
        for name in ["a", "./a", "below/b", "below/../a", "-"] {
            assert_eq!(found(name, false), Ok(folder.join(name)), "{name}");
        }
        let secret = all.path().join("secret").display().to_string();
        let in_folder = folder.join("a").display().to_string();
        for name in ["../secret", "below/../../secret", "../folder/a", &secret, &in_folder] {
            let said = found(name, false).unwrap_err();
            assert!(said.contains("outside the folder") && said.contains(name), "{said}");
            assert!(found(name, true).is_ok(), "{name}");
        }
        // Whether there is such a file is not told.
        assert!(found("../nothing", false).unwrap_err().contains("outside"));
        assert!(found("nothing", false).unwrap_err().contains("No such file"));
        for (name, outside) in [("below", false), (".", false), ("", false), ("/dev/zero", true)] {
            assert!(found(name, outside).unwrap_err().contains("no regular file"), "{name}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn links_lead_where_they_lead() {
        use std::os::unix::fs::symlink;

        let all = tempfile::tempdir().unwrap();
        let folder = all.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(all.path().join("secret"), "text").unwrap();
        fs::write(folder.join("a"), "text").unwrap();
        for (target, name) in [("../secret", "out"), ("..", "up"), ("a", "in")] {
            symlink(target, folder.join(name)).unwrap();
        }
        let document = folder.join("document.json");
        let found = |name: &str, outside| NamedFiles::beside(&document, outside).find(name);
        for name in ["out", "up/secret"] {
            assert!(found(name, false).unwrap_err().contains("outside the folder"), "{name}");
            assert!(found(name, true).is_ok(), "{name}");
        }
        assert!(found("in", false).is_ok());
        // A folder that is itself reached by a link is the folder.
        symlink("folder", all.path().join("link")).unwrap();
        let document = all.path().join("link/document.json");
        assert!(NamedFiles::beside(&document, false).find("a").is_ok());
    }
}
