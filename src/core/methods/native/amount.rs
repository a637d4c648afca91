//! Number types for counts: the narrowest that fit are used.

use num_bigint::BigUint;

/// A natural number of bounded size, or several of them.
pub trait Addend: Clone + Default + Send + Sync {
    /// The next wider type.
    type Wider: Addend;
    /// Typical heap bytes of a value.
    const BEYOND: u64;

    /// One.
    fn one() -> Self;

    /// Adds in place; `false` if the sum overflows.
    #[must_use]
    fn raise(&mut self, by: &Self) -> bool;

    /// The same value in the wider type.
    fn widen(&self) -> Self::Wider;
}

/// A natural number, whatever its type.
pub trait Natural {
    /// The value, if it is below 2^128.
    fn short(&self) -> Option<u128>;

    /// The value without bound.
    fn big(&self) -> BigUint;
}

/// A natural number of bounded size.
pub trait WordAmount: Addend + Natural {
    /// The product, which must fit.
    #[must_use]
    fn times(&self, by: &Self) -> Self;

    /// Converts a number that must fit.
    fn of(number: &impl Natural) -> Self;
}

macro_rules! word {
    ($word:ty, $wider:ty) => {
        impl Addend for $word {
            type Wider = $wider;
            const BEYOND: u64 = 0;

            fn one() -> Self {
                1
            }

            #[inline]
            fn raise(&mut self, by: &Self) -> bool {
                let sum = self.checked_add(*by);
                *self = sum.unwrap_or(*self);
                sum.is_some()
            }

            fn widen(&self) -> $wider {
                (*self).into()
            }
        }

        impl Natural for $word {
            #[inline]
            fn short(&self) -> Option<u128> {
                Some((*self).into())
            }

            fn big(&self) -> BigUint {
                (*self).into()
            }
        }

        impl WordAmount for $word {
            #[inline]
            fn times(&self, by: &Self) -> Self {
                self.wrapping_mul(*by)
            }

            #[inline]
            fn of(number: &impl Natural) -> Self {
                number.short().expect("a word is made of a word only") as $word
            }
        }
    };
}

word!(u64, u128);
word!(u128, BigUint);

impl Addend for BigUint {
    type Wider = Self;
    const BEYOND: u64 = 32;

    fn one() -> Self {
        1_u32.into()
    }

    fn raise(&mut self, by: &Self) -> bool {
        *self += by;
        true
    }

    fn widen(&self) -> Self {
        self.clone()
    }
}

impl Natural for BigUint {
    fn short(&self) -> Option<u128> {
        self.try_into().ok()
    }

    fn big(&self) -> BigUint {
        self.clone()
    }
}

impl WordAmount for BigUint {
    fn times(&self, by: &Self) -> Self {
        self * by
    }

    fn of(number: &impl Natural) -> Self {
        number.big()
    }
}

/// A sum of many numbers, most of them short.
#[derive(Debug, Default)]
pub struct AmountSum {
    small: u128,
    large: BigUint,
}

impl AmountSum {
    /// Adds a number.
    pub fn add(&mut self, number: &(impl Natural + ?Sized)) {
        match number.short().and_then(|short| self.small.checked_add(short)) {
            Some(sum) => self.small = sum,
            None => self.large += number.big(),
        }
    }

    /// The sum.
    #[must_use]
    pub fn total(self) -> BigUint {
        self.large + self.small
    }
}
