//! A user states placements wrongly: each error names the value.

use crate::harness::{complaint, folder, satranj, write};

#[test]
fn wrong_placements_are_named() {
    for (line, code, words) in [
        ("solve queens 0", 2, &["queens 0", "10000000"][..]),
        ("solve queens 10000001", 2, &["queens 10000001"]),
        ("solve queens 8x9", 2, &["queens 8x9", "for example 8"]),
        ("solve queens -1", 2, &["queens -1"]),
        ("solve queens 8 --given i9", 2, &["--given", "`i9` is outside the 8x8 board"]),
        ("solve queens 8 --given a1 --block a1", 2, &["--given", "`a1` is blocked"]),
        ("solve place 8x8", 2, &["--piece", "--army"]),
        ("solve place 8x8 --piece pawn", 2, &["unknown piece `pawn`"]),
        ("solve place 8x8 --piece king --count many", 2, &["--count many", "`max`"]),
        ("solve place 8x8 --piece king --count -1", 2, &["--count -1"]),
        ("solve dominate 8x8 --piece king --count max", 2, &["--count max", "`min`"]),
        ("solve place 8x8 --army queen=x", 2, &["`x` is not a number"]),
        ("solve place 8x8 --army queen,queen", 2, &["`queen` stands in it twice"]),
        ("solve place 8x8 --army white:queen,rook", 2, &["either all have a side or none"]),
        ("solve place 8x8 --army queen=1,rook=1 --given a1", 2, &["queen@a1"]),
        ("solve place 8x8 --army queen=1,rook=1 --given king@a1", 2, &["`king`", "queen, rook"]),
        ("solve dominate 8x8 --piece king --independent --total", 2, &["exclude each other"]),
        ("solve place 8x8 --army queen=1,king=1 --count 3", 2, &["--count 3", "its own count"]),
        ("solve queens 8 --up-to-symmetry", 2, &["--up-to-symmetry", "-n K or --all"]),
        ("count queens 4 --counts-by-k", 2, &["--counts-by-k", "`place`"]),
        ("count dominate 8x8 --piece queen --counts-by-k", 2, &["narrow boards"]),
        ("solve queens 100 --method native:bitmask", 2, &["(up to 64 queens)"]),
        ("solve place 8x8 --piece king --method native:rows", 2, &["(only counts;"]),
        (
            "count place 8x8 --piece rook --method native:rook-polynomial",
            2,
            &["native:components replaced it"],
        ),
        (
            "solve dominate 6x6 --piece king --method graph:search",
            2,
            &["these do: sat:", "native:dfs"],
        ),
        ("solve queens 8 --method native:construct -n 2", 2, &["several", "native:bitmask"]),
        ("count place 4x4 --piece king --method sat:lines --counts-by-k", 2, &["native:rows"]),
        ("solve place 3x3 --army rook=1,king=1 --given rook@a1,king@a1", 2, &["`king`", "a1"]),
        ("solve queens 8 --method sat:cuts", 2, &["sat:cuts does not solve this puzzle"]),
    ] {
        let said = complaint(line, code);
        assert!(words.iter().all(|word| said.contains(word)), "{line}: {said}");
    }
    let folder = folder();
    for (statement, words) in [
        (r#"{"kind":"place","board":{"rows":2,"columns":2},"piece":"king","count":"few"}"#, "max"),
        (r#"{"kind":"queens","n":8,"given":["z9"]}"#, "z9"),
        (r#"{"kind":"dominate","board":{"rows":2,"columns":2}}"#, "piece"),
        (
            r#"{"kind":"place","board":{"rows":2,"columns":2},"piece":"king","army":[{"piece":"rook"}]}"#,
            "leave out",
        ),
    ] {
        let file = write(folder.path(), "puzzle.json", statement);
        let said = satranj("solve --from").argument(&file).call().complains(1);
        assert!(said.contains(words), "{said}");
    }
}
