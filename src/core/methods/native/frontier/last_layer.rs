//! The states of a layer in memory or in a file.

use std::io;

use num_bigint::BigUint;

#[cfg(feature = "programs")]
use super::spilled::SpilledStates;
use super::{
    counts::{Layer, StateCounts},
    records::{self, AmountKind},
    state::PathsWord,
};
use crate::{
    limits::Reason,
    methods::{
        native::amount::{AmountSum, WordAmount},
        packed_table::PackedTable,
    },
    run::Run,
};

/// The states of a layer, wherever there is room for them.
pub enum LastLayer<'r, W> {
    /// In memory.
    Tables(StateCounts<'r, W>),
    /// In a file.
    #[cfg(feature = "programs")]
    Spilled(SpilledStates<W>),
}

impl<W: PathsWord> LastLayer<'_, W> {
    /// Number of states.
    pub fn len(&self) -> usize {
        match self {
            Self::Tables(counts) => counts.len(),
            #[cfg(feature = "programs")]
            Self::Spilled(states) => states.len(),
        }
    }

    /// Of what kind the numbers are.
    pub fn kind(&self) -> AmountKind {
        match self {
            Self::Tables(StateCounts::Words(_)) => AmountKind::Words,
            Self::Tables(StateCounts::Doubles(_)) => AmountKind::Doubles,
            Self::Tables(StateCounts::Big(_)) => AmountKind::Big,
            #[cfg(feature = "programs")]
            Self::Spilled(_) => AmountKind::Doubles,
        }
    }

    /// How many sets of paths the states stand for together.
    ///
    /// # Errors
    /// The reason to stop; [`Reason::MemoryLimit`] if the system does not give back what is in a
    /// file.
    pub fn sets(&self, run: &Run) -> Result<BigUint, Reason> {
        fn all<W: PathsWord, C: WordAmount>(layer: &Layer<'_, W, C>) -> BigUint {
            let mut sum = AmountSum::default();
            let states = layer.tables.iter().flat_map(PackedTable::iter);
            states.for_each(|(_, amount)| sum.add(amount));
            sum.total()
        }
        run.poll()?;
        Ok(match self {
            Self::Tables(StateCounts::Words(layer)) => all(layer),
            Self::Tables(StateCounts::Doubles(layer)) => all(layer),
            Self::Tables(StateCounts::Big(layer)) => all(layer),
            #[cfg(feature = "programs")]
            Self::Spilled(states) => {
                let mut sum = AmountSum::default();
                let read = states.each(|_, amount| {
                    sum.add(&amount);
                    Ok(())
                });
                read.map_err(|_| Reason::MemoryLimit)?;
                sum.total()
            }
        })
    }

    /// Writes all states with their numbers.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        fn all<W: PathsWord, C: WordAmount>(
            layer: &Layer<'_, W, C>,
            out: &mut dyn io::Write,
        ) -> io::Result<()> {
            let mut states = layer.tables.iter().flat_map(PackedTable::iter);
            states.try_for_each(|(state, amount)| records::write(out, *state, amount))
        }
        match self {
            Self::Tables(StateCounts::Words(layer)) => all(layer, out),
            Self::Tables(StateCounts::Doubles(layer)) => all(layer, out),
            Self::Tables(StateCounts::Big(layer)) => all(layer, out),
            #[cfg(feature = "programs")]
            Self::Spilled(states) => {
                states.each(|state, amount| records::write(out, state, &amount))
            }
        }
    }
}
