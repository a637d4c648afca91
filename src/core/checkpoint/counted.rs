//! The JSON form of numbers of solutions, most of which are small: a number, or from 2^64 on a
//! string of digits.

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// A number as it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Written {
    /// Below 2^64.
    Short(u64),
    /// Its digits.
    Digits(String),
}

/// Writes a number.
///
/// # Errors
/// Those of the writer.
pub fn serialize<S: Serializer>(count: &BigUint, to: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(count) {
        Ok(short) => to.serialize_u64(short),
        Err(_) => to.collect_str(count),
    }
}

/// Reads a number.
///
/// # Errors
/// Those of the reader; a string with other characters than digits.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BigUint, D::Error> {
    match Written::deserialize(from)? {
        Written::Short(short) => Ok(short.into()),
        Written::Digits(digits) => digits.parse().map_err(D::Error::custom),
    }
}
