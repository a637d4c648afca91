//! The command lines that run what is reported again.

use crate::{documents::comparison::PROGRAM, puzzles::Statement};

/// A puzzle of more letters as JSON is no part of a command line.
const LONGEST_PUZZLE: usize = 2000;

/// A word of a command line, in quotes where the shell would take it apart.
fn quoted(word: &str) -> String {
    // A word with a zero byte is no word of any command line.
    shlex::try_quote(word).map_or_else(|_| "?".into(), Into::into)
}

/// Words as a command line.
pub(super) fn command<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The name of a method without the options behind it.
pub(super) fn base(method: &str) -> &str {
    method.split_once(" --").map_or(method, |(name, _)| name)
}

/// The option that names a program of somebody else's again.
pub(super) fn program(method: &str, solver: Option<&str>) -> Option<String> {
    let (name, line) = method.strip_prefix(PROGRAM).zip(solver?.strip_prefix("cmd:"))?;
    Some(format!("--program={name}={line}"))
}

/// What runs a method on a puzzle again; `None` where the puzzle is not known or too large.
pub(super) fn on_puzzle(
    puzzle: Option<&Statement>,
    method: &str,
    arguments: &[String],
) -> Option<String> {
    let text = serde_json::to_string(puzzle?).ok().filter(|text| text.len() <= LONGEST_PUZZLE)?;
    let puzzle = quoted(&format!("{{\"puzzle\":{text}}}"));
    let methods = format!("--methods={}", base(method));
    let arguments =
        command(std::iter::once(methods.as_str()).chain(arguments.iter().map(|own| &**own)));
    Some(format!("printf %s {puzzle} | satranj compare --from - {arguments}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let line = command(["satranj", "a b", "it's", "$(reboot)", "--x=1"]);
        assert_eq!(shlex::split(&line).unwrap(), ["satranj", "a b", "it's", "$(reboot)", "--x=1"]);
        assert_eq!(base("sat:position --amo=ladder"), "sat:position");
        assert_eq!(base("native:dfs"), "native:dfs");
        let lkh = program("program:lkh", Some("cmd:lkh {hcp}"));
        assert_eq!(lkh.as_deref(), Some("--program=lkh=lkh {hcp}"));
        assert_eq!(program("sat:cuts", Some("cmd:kissat")), None);
    }
}
