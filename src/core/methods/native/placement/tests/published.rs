//! Numbers of placements that others published.

use super::*;

fn total(method: &Method, n: u32, piece: &str) -> String {
    by_size(method, n, n, piece).iter().sum::<BigUint>().to_string()
}

/// OEIS A141243, from n = 1.
const KNIGHTS: [&str; 13] = [
    "2",
    "16",
    "94",
    "1365",
    "55213",
    "3368146",
    "394631712",
    "101693175442",
    "50929053498909",
    "48988729226134301",
    "96325314726538906164",
    "375615195988659173454092",
    "2933480442104347575000834468",
];

#[test]
fn knights_of_any_number() {
    for (n, sum) in (1..=9).zip(KNIGHTS) {
        assert_eq!(total(&HALVES, n, "knight"), sum, "{n}");
        assert_eq!(total(&COMPONENTS, n, "knight"), sum, "{n}");
        if n < 8 {
            assert_eq!(total(&ROW_BY_ROW, n, "knight"), sum, "{n}");
        }
    }
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn knights_of_any_number_on_large_boards() {
    for (n, sum) in (1..).zip(KNIGHTS).skip(9) {
        assert_eq!(total(&HALVES, n, "knight"), sum, "{n}");
    }
    for (n, sum) in (1..=10).zip(KNIGHTS).skip(9) {
        assert_eq!(total(&ROW_BY_ROW, n, "knight"), sum, "{n}");
    }
}

/// OEIS A201862 (bishops), A063443 (kings, one more row and column of tiles) and A006506 (wazirs:
/// independent sets of the grid graph).
#[test]
fn others_of_any_number() {
    for (piece, sums) in [
        ("bishop", ["2", "9", "70", "729", "9918", "167281", "3423362", "82609921"]),
        ("king", ["2", "5", "35", "314", "6427", "202841", "12727570", "1355115601"]),
        ("wazir", ["2", "7", "63", "1234", "55447", "5598861", "1280128950", "660647962955"]),
    ] {
        for (n, sum) in (1..).zip(sums) {
            assert_eq!(total(&COMPONENTS, n, piece), sum, "{n} {piece}");
            assert_eq!(total(&ROW_BY_ROW, n, piece), sum, "{n} {piece}");
        }
    }
    assert_eq!(total(&COMPONENTS, 10, "wazir"), "2030049051145980050");
    assert_eq!(total(&COMPONENTS, 10, "king"), "94707789944544");
    assert_eq!(total(&COMPONENTS, 19, "bishop"), "288400498147873552894868886");
}

/// The same numbers by bit masks, and the greatest by the n-queens problem (OEIS A000170).
#[test]
fn queens_of_every_number_by_masks() {
    let masks = by_size(&ROW_MASKS, 8, 8, "queen");
    assert_eq!(masks, by_size(&DEPTH_FIRST, 8, 8, "queen"));
    assert_eq!(masks, by_size(&COMPONENTS, 8, 8, "queen"));
    for (n, most, ways) in [(1, 1, 1), (2, 1, 4), (3, 2, 8), (4, 4, 2), (8, 8, 92), (10, 10, 724)] {
        let counted = count(&COMPONENTS, &board(n, n, "queen", Count::Optimum), PLAIN);
        assert_eq!((counted.objective, counted.count), (Some(most), u32::into(ways)), "{n}");
    }
    for piece in ["queen", "bishop", "rook", "queen+knight", "rook+camel", "bishop+dabbaba"] {
        for (rows, columns) in [(1, 6), (3, 5), (5, 4), (6, 6)] {
            let expected = by_size(&DEPTH_FIRST, rows, columns, piece);
            assert_eq!(by_size(&ROW_MASKS, rows, columns, piece), expected, "{piece}");
        }
    }
}

/// Two colours, each a board of its own, whose numbers multiply.
#[test]
fn camels_by_colours() {
    for (rows, columns) in [(4, 4), (5, 5), (5, 6)] {
        let expected = by_size(&DEPTH_FIRST, rows, columns, "camel");
        assert_eq!(by_size(&COMPONENTS, rows, columns, "camel"), expected);
        assert_eq!(by_size(&ROW_BY_ROW, rows, columns, "camel"), expected);
    }
    let sizes = by_size(&COMPONENTS, 9, 9, "camel");
    assert_eq!(sizes, by_size(&ROW_BY_ROW, 9, 9, "camel"));
    assert_eq!(sizes[1], 81u32.into());
}

/// What one thread counts, several count too.
#[test]
fn threads_make_no_difference() {
    for (method, piece) in [(&HALVES, "knight"), (&ROW_MASKS, "queen")] {
        let model = Model::IndependentSet(board(7, 6, piece, Count::Optimum));
        let counted = [1, 3].map(|threads| {
            let threads = std::num::NonZeroUsize::new(threads);
            let options = MethodOptions { threads, ..MethodOptions::default() };
            let run = Context::new(Limits::default(), 0, options);
            method.counter(&model, BY_SIZE).unwrap().count(&run).unwrap()
        });
        assert_eq!(counted[0], counted[1]);
    }
}
