//! Layers that are kept as lists: all of them are needed to draw cycles at random.

use num_bigint::BigUint;

use super::{
    counts::{Layer, StateCounts},
    state::PathsWord,
};
use crate::{limits::Reason, methods::native::amount::Addend, run::Run};

/// The states of a layer with their numbers, one after another.
pub struct KeptLayer<W> {
    /// The states.
    pub states: Vec<W>,
    /// The number of each.
    pub amounts: KeptAmounts,
}

/// Numbers of equal length.
pub enum KeptAmounts {
    /// Below 2^64.
    Words(Vec<u64>),
    /// Below 2^128.
    Doubles(Vec<u128>),
    /// Any.
    Big(Vec<BigUint>),
}

impl KeptAmounts {
    /// The number at an index.
    pub fn get(&self, index: usize) -> BigUint {
        match self {
            Self::Words(amounts) => amounts[index].into(),
            Self::Doubles(amounts) => amounts[index].into(),
            Self::Big(amounts) => amounts[index].clone(),
        }
    }
}

impl<W: PathsWord + Send + Sync, C: Addend> Layer<'_, W, C> {
    /// The states and their numbers, in an order that does not depend on the threads.
    fn kept(&self, run: &Run) -> Result<(Vec<W>, Vec<C>), Reason> {
        let each = (size_of::<W>() + size_of::<C>()) as u64 + C::BEYOND;
        run.reserve(each.saturating_mul(self.len() as u64))?;
        let (mut states, mut amounts) = (Vec::new(), Vec::new());
        states.try_reserve_exact(self.len()).map_err(|_| Reason::MemoryLimit)?;
        amounts.try_reserve_exact(self.len()).map_err(|_| Reason::MemoryLimit)?;
        for table in &self.tables {
            run.poll()?;
            states.extend(table.iter().map(|(state, _)| *state));
            amounts.extend(table.iter().map(|(_, amount)| amount.clone()));
        }
        Ok((states, amounts))
    }
}

impl<W: PathsWord + Send + Sync> StateCounts<'_, W> {
    /// The states as they are now.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn kept(&self, run: &Run) -> Result<KeptLayer<W>, Reason> {
        Ok(match self {
            Self::Words(layer) => {
                let (states, amounts) = layer.kept(run)?;
                KeptLayer { states, amounts: KeptAmounts::Words(amounts) }
            }
            Self::Doubles(layer) => {
                let (states, amounts) = layer.kept(run)?;
                KeptLayer { states, amounts: KeptAmounts::Doubles(amounts) }
            }
            Self::Big(layer) => {
                let (states, amounts) = layer.kept(run)?;
                KeptLayer { states, amounts: KeptAmounts::Big(amounts) }
            }
        })
    }
}
