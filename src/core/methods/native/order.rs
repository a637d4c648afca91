//! Move orders: the order in which a search tries the moves of a square.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::nearest::unknown;

/// The heuristic that sorts the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Heuristic {
    /// As listed: the reading order of the target squares, or the given offsets.
    #[default]
    Listed,
    /// Warnsdorff's rule: fewest onward moves first, ties as listed.
    Warnsdorff,
    /// Warnsdorff's rule, ties by Pohl (1967): fewest onward moves of the onward squares.
    Pohl,
    /// Warnsdorff's rule, ties by Roth: farthest from the centre first.
    Roth,
    /// Warnsdorff's rule, ties at random.
    WarnsdorffRandom,
    /// The moves of each square in a random order, drawn once.
    Random,
    /// Farthest from the centre square first, by an unstable selection sort of the
    /// candidates (the order of a published report).
    FarFromCentre,
}

impl Heuristic {
    /// All heuristics with their names.
    pub const ALL: [(&'static str, Self); 7] = [
        ("listed", Self::Listed),
        ("warnsdorff", Self::Warnsdorff),
        ("pohl", Self::Pohl),
        ("roth", Self::Roth),
        ("warnsdorff-random", Self::WarnsdorffRandom),
        ("random", Self::Random),
        ("far-from-centre", Self::FarFromCentre),
    ];
}

/// A move order: a heuristic over listed offsets.
///
/// Written `HEURISTIC`, `HEURISTIC:DR,DC;DR,DC;…`, or `offsets:DR,DC;…` for
/// `listed:DR,DC;…`; rows are counted downward.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct MoveOrder {
    /// The heuristic.
    pub heuristic: Heuristic,
    /// The (rows, columns) of the moves in the order in which they are listed; empty for
    /// the reading order of the target squares.
    pub offsets: Vec<(i32, i32)>,
}

/// Why a text is not a move order.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OrderError {
    /// No heuristic of that name.
    #[error("{}, each also with listed offsets (NAME:DR,DC;DR,DC;…), or offsets:DR,DC;…", unknown("move order", .0, Heuristic::ALL.iter().map(|&(name, _)| name)))]
    Unknown(String),
    /// An offset is not two whole numbers.
    #[error("`{0}` is not an offset; write rows,columns (rows counted downward), for example -2,1")]
    Offset(String),
    /// An offset occurs twice.
    #[error("the offset `{0}` occurs twice")]
    Twice(String),
}

impl FromStr for MoveOrder {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        let (name, list) = text.split_once(':').unwrap_or((text, ""));
        let heuristic = match name {
            "offsets" if !list.is_empty() => Heuristic::Listed,
            _ => {
                let known = Heuristic::ALL.iter().find(|&&(known, _)| known == name);
                known.ok_or_else(|| OrderError::Unknown(text.into()))?.1
            }
        };
        let mut offsets = Vec::new();
        for item in list.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            let offset = item
                .split_once(',')
                .and_then(|(rows, columns)| {
                    Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
                })
                .ok_or_else(|| OrderError::Offset(item.into()))?;
            if offsets.contains(&offset) {
                return Err(OrderError::Twice(item.into()));
            }
            offsets.push(offset);
        }
        Ok(Self { heuristic, offsets })
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Heuristic::ALL.iter().find(|&&(_, known)| known == self.heuristic);
        let name = name.map_or("listed", |&(name, _)| name);
        if self.offsets.is_empty() {
            return formatter.write_str(name);
        }
        formatter.write_str(if self.heuristic == Heuristic::Listed { "offsets" } else { name })?;
        for (index, (rows, columns)) in self.offsets.iter().enumerate() {
            write!(formatter, "{}{rows},{columns}", if index == 0 { ':' } else { ';' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_print_as_they_are_read() {
        for text in ["listed", "roth", "offsets:-2,1;1,2", "far-from-centre:-1,2;-2,-1", "random"] {
            assert_eq!(text.parse::<MoveOrder>().unwrap().to_string(), text);
        }
        for text in ["", "offsets", "offsets:", "best", "offsets:1", "listed:1,2;1,2", "roth:a,b"] {
            assert!(text.parse::<MoveOrder>().is_err(), "{text}");
        }
    }
}
