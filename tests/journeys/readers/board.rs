//! Maps of boards, of pieces and of meetings: what is read is written and read again.

use satranj::{
    Board, ExchangeStatement, Statement,
    puzzles::{exchange::map, meet},
};

/// The first byte chooses the kind of map; the rest is the file.
pub fn check(bytes: &[u8]) {
    let Some((&chosen, file)) = bytes.split_first() else { return };
    match chosen % 4 {
        0 => {
            Board::from_map(file, "map").iter().for_each(is_kept);
            let numbered = Board::from_numbered_map(file, "map");
            for (board, times) in numbered.into_iter().filter(|(board, _)| board.size() <= 1 << 12)
            {
                is_kept(&board);
                assert!(times.into_keys().all(|square| board.is_free(square)));
            }
        }
        1 => {
            let text = String::from_utf8_lossy(file);
            text.parse::<Board>().iter().filter(|board| board.size() <= 1 << 12).for_each(is_kept);
        }
        2 => map::read(file, "map").into_iter().for_each(exchange),
        _ => {
            let Ok(cases) = meet::file::read(file, "file") else { return };
            for (board, riders) in cases.into_iter().flatten() {
                is_kept(&board);
                assert!(riders.len() as u32 <= board.free_squares());
            }
        }
    }
}

fn is_kept(board: &Board) {
    let sign = |square| if board.is_free(square) { '.' } else { '#' };
    let rows: Vec<String> = board.by_rows(sign).collect();
    let written = rows.join("\n");
    let again = Board::from_map(written.as_bytes(), "again");
    assert!(again.is_ok_and(|again| again == *board), "{written}");
    let blocked = board.blocked_squares().count() as u32;
    assert_eq!(board.free_squares() + blocked, board.rows() * board.columns());
}

fn exchange(read: ExchangeStatement) {
    let statement = Statement::from(read);
    let written = serde_json::to_string(&statement).expect("a statement is JSON");
    assert_eq!(written.parse().as_ref(), Ok(&statement), "{written}");
    let _ = statement.into_puzzle();
}
