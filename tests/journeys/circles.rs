//! No files import each other in a circle, in the listed rooms.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use crate::{harness::read, rooms::sources};

/// The rooms of `src/` without circles.
const ROOMS: [&str; 3] = ["cli", "documents", "checking"];

/// The arrows of a house: the files that each file imports.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The files on circles: what is left when files that import nothing more, or that nothing more
/// imports, are taken away.
fn left_over(mut arrows: Arrows) -> Arrows {
    loop {
        let names: BTreeSet<String> = arrows.keys().cloned().collect();
        let before = arrows.len();
        for imported in arrows.values_mut() {
            imported.retain(|name| names.contains(name));
        }
        let needed: BTreeSet<String> = arrows.values().flatten().cloned().collect();
        arrows.retain(|name, imported| !imported.is_empty() && needed.contains(name));
        if arrows.len() == before {
            return arrows;
        }
    }
}

/// A path of names, and the name by which the file knows its last one.
type NamedPath = (Vec<String>, String);

/// Reads what follows `::`, a name or a list in braces, and returns the rest of the text.
fn continued<'t>(path: &[String], text: &'t str, found: &mut Vec<NamedPath>) -> &'t str {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    if let Some(mut list) = text.strip_prefix('{') {
        loop {
            list = list.trim_start_matches(is_separator);
            let rest = continued(path, list, found);
            if rest.len() == list.len() {
                return rest.strip_prefix('}').unwrap_or(rest);
            }
            list = rest;
        }
    }
    let word = |text: &'t str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
        text.split_at(end.unwrap_or(text.len()))
    };
    let (name, rest) = word(text);
    if name.is_empty() {
        return text;
    }
    let path = [path, &[name.to_string()]].concat();
    if let Some(rest) = rest.strip_prefix("::") {
        return continued(&path, rest, found);
    }
    let (alias, rest) = rest.strip_prefix(" as ").map_or((name, rest), word);
    found.push((path, alias.to_string()));
    rest
}

/// A file of Rust.
struct Module {
    /// The path of its module, without `crate`.
    path: Vec<String>,
    text: String,
}

impl Module {
    fn of(file: &Path, root: &Path) -> Self {
        let place = file.strip_prefix(root).expect("below").with_extension("");
        let mut path: Vec<String> =
            place.iter().map(|name| name.to_str().expect("a plain name").into()).collect();
        path.pop_if(|name| name == "mod");
        let text = read(file);
        let text = text.split("\nmod tests {").next().unwrap_or_default();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        Self { path, text: code.collect::<Vec<_>>().join("\n") }
    }

    /// The paths in it that begin with `crate`, `super`, `self` or a module in its folder, from the
    /// root of the crate on.
    fn paths(&self, text: &str, house: &BTreeMap<Vec<String>, Self>) -> Vec<NamedPath> {
        let mut paths = Vec::new();
        for (at, _) in text.match_indices("::") {
            let begin = text[..at].rfind(|c: char| !c.is_alphanumeric() && c != '_');
            let begin = begin.map_or(0, |at| at + 1);
            if text[..begin].ends_with("::") {
                continue;
            }
            let first = text[begin..at].to_string();
            let inside = [&self.path[..], std::slice::from_ref(&first)].concat();
            let path = match first.as_str() {
                "crate" => Vec::new(),
                "super" => self.path[..self.path.len() - 1].to_vec(),
                "self" => self.path.clone(),
                _ if house.contains_key(&inside) => inside,
                _ => continue,
            };
            let mut rest = &text[at + 2..];
            let mut path = path;
            while let Some(above) = rest.strip_prefix("super::") {
                path.pop();
                rest = above;
            }
            continued(&path, rest, &mut paths);
        }
        paths
    }

    /// What it hands on from elsewhere, by its name here.
    fn handed_on(&self, house: &BTreeMap<Vec<String>, Self>) -> BTreeMap<String, Vec<String>> {
        let uses = self.text.split("pub use ").skip(1).filter_map(|text| text.split(';').next());
        let paths = uses.flat_map(|text| self.paths(text, house));
        paths.map(|(path, name)| (name, path)).collect()
    }
}

/// The module that has the last name of a path.
fn home(path: &[String], house: &BTreeMap<Vec<String>, Module>) -> Option<Vec<String>> {
    let module = (1..=path.len()).rev().map(|end| &path[..end]);
    let module = module.into_iter().find(|module| house.contains_key(*module))?;
    let handed_on = path.get(module.len()).and_then(|name| {
        let path = house[module].handed_on(house).remove(name)?;
        home(&path, house)
    });
    Some(handed_on.unwrap_or_else(|| module.to_vec()))
}

#[test]
fn no_files_of_these_rooms_import_each_other_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = ROOMS.iter().flat_map(|room| sources(&root.join(room)));
    let modules = files.map(|file| Module::of(&file, &root));
    let house: BTreeMap<_, _> = modules.map(|module| (module.path.clone(), module)).collect();
    let mut arrows = Arrows::new();
    for module in house.values() {
        // What it hands on is imported by those who use it.
        let own: String = module
            .text
            .split("pub use ")
            .enumerate()
            .map(
                |(at, text)| {
                    if at == 0 { text } else { text.split_once(';').map_or("", |(_, rest)| rest) }
                },
            )
            .collect();
        let paths = module.paths(&own, &house);
        let homes = paths.iter().filter_map(|(path, _)| home(path, &house));
        let others = homes.filter(|home| *home != module.path).map(|home| home.join("::"));
        arrows.insert(module.path.join("::"), others.collect());
    }
    let count: usize = arrows.values().map(BTreeSet::len).sum();
    assert!(count > 400, "{count} arrows were read");
    assert_eq!(left_over(arrows), Arrows::new());
}

#[test]
fn no_files_of_the_python_package_need_each_other_to_be_imported() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/satranj");
    let mut arrows = Arrows::new();
    for entry in std::fs::read_dir(folder).expect("the package") {
        let path = entry.expect("it is read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a plain name");
        if path.extension().is_none_or(|extension| extension != "py") {
            continue;
        }
        let text = read(&path);
        let imports = text.lines().filter_map(|line| line.strip_prefix("from ."));
        let imported = imports.flat_map(|line| match line.split_once("import ") {
            Some((" ", names)) => names.split(", ").collect(),
            Some((module, _)) => vec![module.trim()],
            None => Vec::new(),
        });
        arrows.insert(name.into(), imported.map(Into::into).collect());
    }
    assert!(arrows.len() > 8, "{arrows:?}");
    assert_eq!(left_over(arrows), Arrows::new());
}

#[test]
fn circles_are_found() {
    let of = |arrows: &[(&str, &[&str])]| -> Arrows {
        let named = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        arrows.iter().map(|(from, to)| ((*from).into(), named(to))).collect()
    };
    let straight = of(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]);
    assert_eq!(left_over(straight), Arrows::new());
    let round = of(&[("a", &["b"]), ("b", &["c"]), ("c", &["b", "d"]), ("d", &[])]);
    assert_eq!(left_over(round), of(&[("b", &["c"]), ("c", &["b"])]));
    let mut paths = Vec::new();
    let rest = continued(&[], "{a::{self, B}, c::D as E};\nf", &mut paths);
    let paths: Vec<(String, String)> =
        paths.into_iter().map(|(path, name)| (path.join("::"), name)).collect();
    let expected = [("a::self", "self"), ("a::B", "B"), ("c::D", "E")];
    assert_eq!(paths, expected.map(|(path, name)| (path.to_string(), name.to_string())));
    assert_eq!(rest, ";\nf");
}
