//! The hot loops of counting on x86-64 with AVX2 or AVX-512: many states at a time.
//!
//! The only module with `unsafe` code. The safe vector crates have no compression of 16-bit lanes,
//! on which all of this depends. [`portable`](super::portable) is the same in plain Rust, and a
//! test compares each step.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm_cvtsi32_si128, _mm_loadu_si128, _mm_movemask_epi8,
    _mm_packs_epi16, _mm_shuffle_epi8, _mm_storeu_si128, _mm256_add_epi16, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi16, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_sll_epi16,
    _mm256_srl_epi16, _mm256_xor_si256, _mm512_add_epi16, _mm512_add_epi64, _mm512_and_si512,
    _mm512_andnot_si512, _mm512_load_si512, _mm512_loadu_si512, _mm512_mask_test_epi16_mask,
    _mm512_mask_testn_epi64_mask, _mm512_maskz_compress_epi16, _mm512_maskz_compress_epi64,
    _mm512_maskz_loadu_epi64, _mm512_or_si512, _mm512_popcnt_epi64, _mm512_reduce_add_epi64,
    _mm512_set1_epi16, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_sll_epi16, _mm512_srl_epi16,
    _mm512_storeu_si512, _mm512_ternarylogic_epi64, _mm512_xor_si512,
};

use super::{
    compression::COMPRESSION,
    disjoint_table::{BlockBits, DisjointTable, NIBBLES},
    row_search::{OpenRow, ROOM, RowStates, SLACK},
};

/// Proves that the processor has AVX-512 with VBMI2 and VPOPCNTDQ, and AVX2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx512(());

/// Proves that the processor has AVX2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Avx2(());

/// Boolean functions of three bits, as truth tables for [`_mm512_ternarylogic_epi64`].
const ANY: i32 = 0xfe;

/// Asserts that all reads and writes of a step stay within the lists: they begin at an index up to
/// the end of the states, and reach at most [`SLACK`] states.
fn check(from: &RowStates, batch: usize, into: usize) {
    assert!(batch <= from.len && from.len <= ROOM - SLACK && into + batch <= ROOM - SLACK);
}

/// The mask of the lanes that contain states, in a chunk of this many.
fn lanes(states: usize) -> u32 {
    if states < 32 { (1 << states) - 1 } else { u32::MAX }
}

#[allow(clippy::unused_self, reason = "to have one is to know that the processor can")]
impl Avx512 {
    /// If the processor has these instructions.
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }

    /// [`portable::step`](super::portable::step).
    pub fn step(
        self,
        from: &mut RowStates,
        batch: usize,
        into: &mut RowStates,
        next: [OpenRow; 2],
    ) {
        // SAFETY: `self` says that the processor has these instructions.
        unsafe { step_512(from, batch, into, next) }
    }

    /// [`portable::last`](super::portable::last).
    pub fn last(self, from: &mut RowStates, batch: usize, next: OpenRow) -> u64 {
        // SAFETY: `self` says that the processor has these instructions.
        unsafe { last_512(from, batch, next) }
    }

    /// Works as [`Avx2::run`]: the compiler gains nothing from longer vectors by itself.
    #[inline]
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        Avx2(()).run(work)
    }

    /// [`DisjointTable::count`].
    pub fn count_disjoint<const B: usize>(self, table: &DisjointTable<B>, others: &[u32]) -> u64 {
        // SAFETY: `self` says that the processor has these instructions.
        unsafe { count_disjoint_512(table, others) }
    }

    /// [`portable::disjoint_unions`](super::portable::disjoint_unions).
    pub fn disjoint_unions(self, one: &[u64], other: &[u64], unions: &mut [u64]) -> usize {
        // SAFETY: `self` says that the processor has these instructions.
        unsafe { disjoint_unions_512(one, other, unions) }
    }
}

#[allow(clippy::needless_range_loop, reason = "iterators may be left as calls")]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn count_disjoint_512<const B: usize>(table: &DisjointTable<B>, others: &[u32]) -> u64 {
    let mut sums = [_mm512_setzero_si512(); B];
    for &other in others {
        let mut disjoint = [_mm512_set1_epi64(-1); B];
        for nibble in 0..NIBBLES {
            let sets = &table.sets[nibble][(other >> (4 * nibble) & 15) as usize];
            for block in 0..B {
                disjoint[block] = _mm512_and_si512(disjoint[block], block_512(&sets[block]));
            }
        }
        for block in 0..B {
            sums[block] = _mm512_add_epi64(sums[block], _mm512_popcnt_epi64(disjoint[block]));
        }
    }
    sums.iter().map(|&sum| _mm512_reduce_add_epi64(sum) as u64).sum()
}

#[inline]
#[target_feature(enable = "avx512f")]
fn block_512(block: &BlockBits) -> __m512i {
    // SAFETY: a block is 64 bytes, and lies at a multiple of 64.
    unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,popcnt")]
fn disjoint_unions_512(one: &[u64], other: &[u64], unions: &mut [u64]) -> usize {
    assert!(unions.len() >= one.len() * other.len() + 8);
    let mut written = 0;
    for &one in one {
        let one = _mm512_set1_epi64(one as i64);
        for some in other.chunks(8) {
            let lanes = u8::MAX >> (8 - some.len());
            // SAFETY: as many words are read as the chunk has.
            let words = unsafe { _mm512_maskz_loadu_epi64(lanes, some.as_ptr().cast()) };
            let disjoint = _mm512_mask_testn_epi64_mask(lanes, one, words);
            let words = _mm512_maskz_compress_epi64(disjoint, _mm512_or_si512(one, words));
            // SAFETY: fewer are written than pairs have been looked at, and 8 more fit.
            unsafe { _mm512_storeu_si512(unions.as_mut_ptr().add(written).cast(), words) };
            written += disjoint.count_ones() as usize;
        }
    }
    written
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn step_512(from: &mut RowStates, batch: usize, into: &mut RowStates, next: [OpenRow; 2]) {
    check(from, batch, into.len);
    let [next, after] = next;
    let (gap, gap_after) =
        (_mm_cvtsi32_si128(next.gap as i32), _mm_cvtsi32_si128(after.gap as i32));
    let free_next = _mm512_set1_epi16(next.free as i16);
    let free_after = _mm512_set1_epi16(after.free as i16);
    let begin = from.len - batch;
    let (mut kept, mut written) = (begin, into.len);
    for at in (begin..from.len).step_by(32) {
        let states = lanes(from.len - at);
        let columns = load_512(&from.columns, at);
        let rightward = load_512(&from.rightward, at);
        let leftward = load_512(&from.leftward, at);
        let free = load_512(&from.free, at);
        let rest = _mm512_and_si512(free, _mm512_add_epi16(free, _mm512_set1_epi16(-1)));
        let bit = _mm512_xor_si512(free, rest);
        let taken = _mm512_or_si512(columns, bit);
        let right = _mm512_sll_epi16(_mm512_or_si512(rightward, bit), gap);
        let left = _mm512_srl_epi16(_mm512_or_si512(leftward, bit), gap);
        let attacked = _mm512_ternarylogic_epi64::<ANY>(taken, right, left);
        let open = _mm512_andnot_si512(attacked, free_next);
        let attacked_after = _mm512_ternarylogic_epi64::<ANY>(
            taken,
            _mm512_sll_epi16(right, gap_after),
            _mm512_srl_epi16(left, gap_after),
        );
        let open_after = _mm512_andnot_si512(attacked_after, free_after);
        let go_on = _mm512_mask_test_epi16_mask(states, open, open);
        let go_on = _mm512_mask_test_epi16_mask(go_on, open_after, open_after);
        store_512(&mut into.columns, written, go_on, taken);
        store_512(&mut into.rightward, written, go_on, right);
        store_512(&mut into.leftward, written, go_on, left);
        store_512(&mut into.free, written, go_on, open);
        written += go_on.count_ones() as usize;
        let stay = _mm512_mask_test_epi16_mask(states, rest, rest);
        // Writes at most as far as was read.
        store_512(&mut from.columns, kept, stay, columns);
        store_512(&mut from.rightward, kept, stay, rightward);
        store_512(&mut from.leftward, kept, stay, leftward);
        store_512(&mut from.free, kept, stay, rest);
        kept += stay.count_ones() as usize;
    }
    (from.len, into.len) = (kept, written);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn last_512(from: &mut RowStates, batch: usize, next: OpenRow) -> u64 {
    check(from, batch, 0);
    let gap = _mm_cvtsi32_si128(next.gap as i32);
    let free_next = _mm512_set1_epi16(next.free as i16);
    let first_state = from.len - batch;
    let mut solutions = 0;
    for at in (first_state..from.len).step_by(32) {
        let states = lanes(from.len - at);
        let columns = load_512(&from.columns, at);
        let rightward = load_512(&from.rightward, at);
        let leftward = load_512(&from.leftward, at);
        let free = load_512(&from.free, at);
        let second = _mm512_and_si512(free, _mm512_add_epi16(free, _mm512_set1_epi16(-1)));
        for bit in [_mm512_xor_si512(free, second), second] {
            let right = _mm512_sll_epi16(_mm512_or_si512(rightward, bit), gap);
            let left = _mm512_srl_epi16(_mm512_or_si512(leftward, bit), gap);
            let attacked =
                _mm512_ternarylogic_epi64::<ANY>(_mm512_or_si512(columns, bit), right, left);
            let open = _mm512_andnot_si512(attacked, free_next);
            let placed = _mm512_mask_test_epi16_mask(states, bit, bit);
            let solved = _mm512_mask_test_epi16_mask(placed, open, open);
            solutions += u64::from(solved.count_ones());
        }
    }
    from.len = first_state;
    solutions
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_512(list: &[u16; ROOM], at: usize) -> __m512i {
    debug_assert!(at + 32 <= ROOM);
    // SAFETY: `check` holds that 32 words from here on are in the list.
    unsafe { _mm512_loadu_si512(list.as_ptr().add(at).cast()) }
}

/// Writes the lanes of a mask contiguously, followed by garbage.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
fn store_512(list: &mut [u16; ROOM], at: usize, mask: u32, words: __m512i) {
    debug_assert!(at + 32 <= ROOM);
    let words = _mm512_maskz_compress_epi16(mask, words);
    // SAFETY: `check` holds that 32 words from here on are in the list.
    unsafe { _mm512_storeu_si512(list.as_mut_ptr().add(at).cast(), words) }
}

#[allow(clippy::unused_self, reason = "to have one is to know that the processor can")]
impl Avx2 {
    /// If the processor has these instructions.
    pub fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }

    /// [`portable::step`](super::portable::step).
    pub fn step(
        self,
        from: &mut RowStates,
        batch: usize,
        into: &mut RowStates,
        next: [OpenRow; 2],
    ) {
        // SAFETY: `self` says that the processor has these instructions.
        unsafe { step_256(from, batch, into, next) }
    }

    /// [`portable::last`](super::portable::last).
    pub fn last(self, from: &mut RowStates, batch: usize, next: OpenRow) -> u64 {
        // SAFETY: `self` says that the processor has these instructions.
        unsafe { last_256(from, batch, next) }
    }

    /// Runs `work` with these instructions, as far as the compiler uses them for inlined code.
    #[inline]
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        #[target_feature(enable = "avx2,popcnt")]
        fn run_256<T>(work: impl FnOnce() -> T) -> T {
            work()
        }
        // SAFETY: `self` says that the processor has these instructions.
        unsafe { run_256(work) }
    }
}

#[target_feature(enable = "avx2,popcnt")]
fn step_256(from: &mut RowStates, batch: usize, into: &mut RowStates, next: [OpenRow; 2]) {
    check(from, batch, into.len);
    let [next, after] = next;
    let (gap, gap_after) =
        (_mm_cvtsi32_si128(next.gap as i32), _mm_cvtsi32_si128(after.gap as i32));
    let free_next = _mm256_set1_epi16(next.free as i16);
    let free_after = _mm256_set1_epi16(after.free as i16);
    let none = _mm256_setzero_si256();
    let begin = from.len - batch;
    let (mut kept, mut written) = (begin, into.len);
    for at in (begin..from.len).step_by(16) {
        let states = lanes(from.len - at);
        let columns = load_256(&from.columns, at);
        let rightward = load_256(&from.rightward, at);
        let leftward = load_256(&from.leftward, at);
        let free = load_256(&from.free, at);
        let rest = _mm256_and_si256(free, _mm256_add_epi16(free, _mm256_set1_epi16(-1)));
        let bit = _mm256_xor_si256(free, rest);
        let taken = _mm256_or_si256(columns, bit);
        let right = _mm256_sll_epi16(_mm256_or_si256(rightward, bit), gap);
        let left = _mm256_srl_epi16(_mm256_or_si256(leftward, bit), gap);
        let attacked = _mm256_or_si256(taken, _mm256_or_si256(right, left));
        let open = _mm256_andnot_si256(attacked, free_next);
        let attacked_after = _mm256_or_si256(
            taken,
            _mm256_or_si256(_mm256_sll_epi16(right, gap_after), _mm256_srl_epi16(left, gap_after)),
        );
        let open_after = _mm256_andnot_si256(attacked_after, free_after);
        let ends =
            _mm256_or_si256(_mm256_cmpeq_epi16(open, none), _mm256_cmpeq_epi16(open_after, none));
        let go_on = states & !lane_mask(ends);
        store_256(&mut into.columns, written, go_on, taken);
        store_256(&mut into.rightward, written, go_on, right);
        store_256(&mut into.leftward, written, go_on, left);
        store_256(&mut into.free, written, go_on, open);
        written += (go_on & 0xffff).count_ones() as usize;
        let stay = states & !lane_mask(_mm256_cmpeq_epi16(rest, none));
        // Writes at most as far as was read.
        store_256(&mut from.columns, kept, stay, columns);
        store_256(&mut from.rightward, kept, stay, rightward);
        store_256(&mut from.leftward, kept, stay, leftward);
        store_256(&mut from.free, kept, stay, rest);
        kept += (stay & 0xffff).count_ones() as usize;
    }
    (from.len, into.len) = (kept, written);
}

#[target_feature(enable = "avx2,popcnt")]
fn last_256(from: &mut RowStates, batch: usize, next: OpenRow) -> u64 {
    check(from, batch, 0);
    let gap = _mm_cvtsi32_si128(next.gap as i32);
    let free_next = _mm256_set1_epi16(next.free as i16);
    let none = _mm256_setzero_si256();
    let first_state = from.len - batch;
    let mut solutions = 0;
    for at in (first_state..from.len).step_by(16) {
        let states = lanes(from.len - at);
        let columns = load_256(&from.columns, at);
        let rightward = load_256(&from.rightward, at);
        let leftward = load_256(&from.leftward, at);
        let free = load_256(&from.free, at);
        let second = _mm256_and_si256(free, _mm256_add_epi16(free, _mm256_set1_epi16(-1)));
        for bit in [_mm256_xor_si256(free, second), second] {
            let right = _mm256_sll_epi16(_mm256_or_si256(rightward, bit), gap);
            let left = _mm256_srl_epi16(_mm256_or_si256(leftward, bit), gap);
            let taken = _mm256_or_si256(columns, bit);
            let attacked = _mm256_or_si256(taken, _mm256_or_si256(right, left));
            let open = _mm256_andnot_si256(attacked, free_next);
            let ends =
                _mm256_or_si256(_mm256_cmpeq_epi16(bit, none), _mm256_cmpeq_epi16(open, none));
            solutions += u64::from((states & !lane_mask(ends) & 0xffff).count_ones());
        }
    }
    from.len = first_state;
    solutions
}

/// A bit for each of 16 lanes, which are all ones or all zeros.
#[inline]
#[target_feature(enable = "avx2")]
fn lane_mask(lanes: __m256i) -> u32 {
    let (low, high) = (_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_256(list: &[u16; ROOM], at: usize) -> __m256i {
    debug_assert!(at + 16 <= ROOM);
    // SAFETY: `check` holds that 32 words from here on are in the list.
    unsafe { _mm256_loadu_si256(list.as_ptr().add(at).cast()) }
}

/// Writes the lanes of a mask contiguously, followed by garbage.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn store_256(list: &mut [u16; ROOM], at: usize, mask: u32, words: __m256i) {
    debug_assert!(at + 16 <= ROOM);
    let (low, high) = (mask as u8, (mask >> 8) as u8);
    let behind = at + low.count_ones() as usize;
    let low = compressed(_mm256_castsi256_si128(words), low);
    let high = compressed(_mm256_extracti128_si256::<1>(words), high);
    // SAFETY: `check` holds that 32 words from the first place on are in the list, and the
    // second is at most 8 behind it.
    unsafe {
        _mm_storeu_si128(list.as_mut_ptr().add(at).cast(), low);
        _mm_storeu_si128(list.as_mut_ptr().add(behind).cast(), high);
    }
}

/// The lanes of a mask, contiguously.
#[inline]
#[target_feature(enable = "avx2")]
fn compressed(words: __m128i, mask: u8) -> __m128i {
    let order = &COMPRESSION[usize::from(mask)];
    // SAFETY: 16 bytes are read from an array of 16 bytes.
    let order = unsafe { _mm_loadu_si128(order.as_ptr().cast()) };
    _mm_shuffle_epi8(words, order)
}
