//! The processor's instructions that a count uses, detected at run time.

use super::{
    disjoint_table::DisjointTable,
    portable,
    row_search::{OpenRow, RowStates},
};

#[cfg(target_arch = "x86_64")]
use super::vector;

/// Instructions for counting. A value of this type proves that the processor has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstructionSet(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(vector::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(vector::Avx512),
}

impl InstructionSet {
    /// Room after the last word for what [`InstructionSet::disjoint_unions`] writes.
    pub const UNION_SLACK: usize = 8;

    /// Those that this processor has, the slowest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let portable = std::iter::once(Kind::Portable);
        #[cfg(target_arch = "x86_64")]
        let vectors = vector::Avx2::detect()
            .map(Kind::Avx2)
            .into_iter()
            .chain(vector::Avx512::detect().map(Kind::Avx512));
        #[cfg(not(target_arch = "x86_64"))]
        let vectors = std::iter::empty();
        portable.chain(vectors).map(Self).collect()
    }

    /// The fastest that this processor has.
    #[must_use]
    pub fn fastest() -> Self {
        Self::available().pop().unwrap_or(Self(Kind::Portable))
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "AVX-512",
        }
    }

    /// [`portable::step`] with these instructions.
    pub fn step(
        self,
        from: &mut RowStates,
        batch: usize,
        into: &mut RowStates,
        next: [OpenRow; 2],
    ) {
        match self.0 {
            Kind::Portable => portable::step(from, batch, into, next),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(set) => set.step(from, batch, into, next),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(set) => set.step(from, batch, into, next),
        }
    }

    /// [`portable::last`] with these instructions.
    pub fn last(self, from: &mut RowStates, batch: usize, next: OpenRow) -> u64 {
        match self.0 {
            Kind::Portable => portable::last(from, batch, next),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(set) => set.last(from, batch, next),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(set) => set.last(from, batch, next),
        }
    }

    /// Runs `work` compiled with these instructions, as far as the compiler uses them for inlined
    /// plain code.
    #[inline]
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        match self.0 {
            Kind::Portable => work(),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(set) => set.run(work),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(set) => set.run(work),
        }
    }

    /// [`DisjointTable::count`] with these instructions, if called within [`InstructionSet::run`].
    #[allow(clippy::inline_always, reason = "what is not inlined has no vector instructions")]
    #[inline(always)]
    #[must_use]
    pub fn count_disjoint<const B: usize>(self, table: &DisjointTable<B>, others: &[u32]) -> u64 {
        match self.0 {
            Kind::Portable => table.count(others),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => table.count(others),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(set) => set.count_disjoint(table, others),
        }
    }

    /// [`portable::disjoint_unions`] with these instructions.
    pub fn disjoint_unions(self, one: &[u64], other: &[u64], unions: &mut [u64]) -> usize {
        match self.0 {
            Kind::Portable => portable::disjoint_unions(one, other, unions),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => portable::disjoint_unions(one, other, unions),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(set) => set.disjoint_unions(one, other, unions),
        }
    }
}
