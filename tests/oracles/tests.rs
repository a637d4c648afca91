//! The oracles against published numbers and each other.

use crate::{
    boards::PlainBoard,
    exchanges::{PlainExchange, PlainStanding},
    pieces::PlainPiece,
    queens::PlainQueens,
    routes::{Patience, PlainRoute, distances, turns_to_meet},
    sets::{
        DominationRule, dominating_sets, independent_by_size, independent_sets,
        independent_sets_of, least_domination,
    },
    tours::PlainTour,
};

fn graph(piece: &str, rows: u32, columns: u32) -> Vec<Vec<u32>> {
    PlainBoard::new(rows, columns).graph(&PlainPiece::named(piece).steps())
}

#[test]
fn squares_have_names() {
    let board = PlainBoard::new(3, 30);
    assert_eq!([0, 25, 26, 89].map(|cell| board.name(cell)), ["a3", "z3", "aa3", "ad1"]);
    assert!((0..90).all(|cell| board.cell(&board.name(cell)) == cell));
}

#[test]
fn blocked_squares_stop_riders() {
    let mut board = PlainBoard::new(1, 5);
    board.blocked = [2].into();
    let rook = PlainPiece::named("rook").steps();
    assert_eq!(board.moves(&rook), [vec![1], vec![0], vec![], vec![4], vec![3]]);
    assert_eq!(board.graph(&rook), [[1], [0], [3], [2]]);
    assert_eq!(board.graph_over_blocked(&rook)[0], [1, 2, 3]);
    assert_eq!(board.rays(&rook)[2].concat(), [3]);
}

/// Knights: 8 tours of 3x4 and 82 of 4x5, each in two directions.
#[test]
fn known_numbers_of_tours() {
    for (rows, columns, closed, number) in
        [(1, 1, false, 1), (1, 1, true, 0), (3, 4, false, 16), (4, 5, false, 164), (4, 4, true, 0)]
    {
        let tour = PlainTour::new(graph("knight", rows, columns), closed);
        let all = tour.all();
        assert_eq!(all.len(), number, "{rows}x{columns}");
        assert_eq!(tour.exists(), number > 0);
        assert!(all.iter().all(|path| tour.is_witness(path) && tour.canonical(path) == *path));
    }
    let from = PlainTour { start: Some(0), ..PlainTour::new(graph("knight", 5, 5), false) };
    assert_eq!(from.all().len(), 304);
    let cycle = PlainTour::new(vec![vec![1], vec![0]], true);
    assert!(!cycle.exists());
    assert!(PlainTour { directed: true, ..cycle }.exists());
}

/// OEIS A000170.
#[test]
fn known_numbers_of_queens() {
    for (n, number) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)] {
        let queens = PlainQueens { n, given: Vec::new(), forbidden: Vec::new() };
        assert_eq!(queens.all().len(), number, "{n}");
    }
    let with = PlainQueens { n: 4, given: vec![(0, 1)], forbidden: vec![(1, 1)] };
    assert_eq!(with.all(), [vec![1, 3, 0, 2]].into());
    assert_eq!(PlainQueens { forbidden: vec![(1, 3)], ..with }.all().len(), 0);
}

/// OEIS A244081 and A193580.
#[test]
fn known_numbers_of_independent_sets() {
    let knights = graph("knight", 4, 4);
    assert_eq!(independent_by_size(&knights, &[]), [1, 16, 96, 276, 412, 340, 170, 48, 6]);
    assert_eq!(independent_by_size(&graph("king", 3, 3), &[]), [1, 9, 16, 8, 1]);
    for given in [&[][..], &[0], &[3, 3], &[0, 6], &[0, 15], &[16]] {
        let all = independent_sets(&knights, given);
        let sizes = independent_by_size(&knights, given);
        assert_eq!(all.len() as u64, sizes.iter().sum::<u64>());
        for (size, &number) in (0..).zip(&sizes) {
            assert_eq!(independent_sets_of(&knights, given, size).len() as u64, number);
        }
    }
}

/// OEIS A006075, A075324 and A261752; Jaenisch (1862) for queens.
#[test]
fn known_dominations() {
    let [plain, independent, total] =
        [(false, false), (true, false), (false, true)].map(|(independent, total)| DominationRule {
            independent,
            total,
            ..DominationRule::default()
        });
    let least = |piece, n, rule| least_domination(&graph(piece, n, n), rule);
    assert_eq!([1, 2, 3, 4, 5].map(|n| least("knight", n, plain)), [1, 4, 4, 4, 5].map(Some));
    assert_eq!([3, 4, 5].map(|n| least("queen", n, independent)), [1, 3, 3].map(Some));
    assert_eq!([4, 5].map(|n| least("knight", n, total)), [6, 7].map(Some));
    assert_eq!(least("knight", 3, total), None);
    for rule in [plain, independent, total] {
        let knights = graph("knight", 4, 4);
        let sets = dominating_sets(&knights, rule, &[]);
        let fewest = sets.iter().map(|set| set.len() as u32).min();
        assert_eq!(fewest, least("knight", 4, rule));
        let with = sets.iter().filter(|set| set.contains(&5)).count();
        assert_eq!(dominating_sets(&knights, rule, &[5]).len(), with);
    }
}

#[test]
fn known_routes_and_meetings() {
    let next = graph("knight", 8, 8);
    let route = PlainRoute { next, from: 56, to: 7, costs: vec![1; 64] };
    assert_eq!(route.least(), Some(6));
    let shortest = route.within(6, Patience { beginnings: 1 << 20, ..Patience::ENDLESS });
    assert_eq!(shortest.map(|routes| routes.len()), Some(108));
    assert_eq!(route.within(6, Patience { routes: 107, ..Patience::ENDLESS }), None);
    assert_eq!(distances(&graph("knight", 3, 3), 0, |_| 2)[4..6], [None, Some(2)]);
    // Around the expensive middle.
    let king = graph("king", 3, 3);
    let cost = |to: u32| if to == 4 { 9 } else { 1 };
    assert_eq!(distances(&king, 0, cost)[8], Some(3));
    assert_eq!(turns_to_meet(&king, &[(0, 1), (8, 2)])[..3], [Some(1), Some(2), Some(3)]);
    assert_eq!(turns_to_meet(&king, &[]), [None; 9]);
}

/// Guarini di Forlì (1512): 16 moves, or four steps of four moves each, in either direction.
#[test]
fn guarini() {
    let rays = PlainBoard::new(3, 3).rays(&PlainPiece::named("knight").steps());
    let stand = |text: &str| -> PlainStanding {
        text.bytes().map(|byte| (byte != b'.').then(|| byte - b'0')).collect()
    };
    let (start, goal) = (stand("0.0...1.1"), stand("1.1...0.0"));
    for (parallel, least, number) in [(false, 16, None), (true, 4, Some(2))] {
        let rays = vec![rays.clone(); 2];
        let exchange = PlainExchange { rays, start: start.clone(), goal: goal.clone(), parallel };
        assert_eq!(exchange.distances(&exchange.start)[&exchange.goal], least);
        if let Some(number) = number {
            assert_eq!(exchange.plans_without_detours(least, 9).len(), number);
            assert_eq!(exchange.plans(least).len(), number);
            assert!(exchange.plans(least - 1).is_empty());
        }
    }
}
