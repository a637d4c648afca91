//! The values of one object or list of a JSON text, as slices of it.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer as _,
    de::{Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

/// The names and values of an object, in their order.
pub fn fields(raw: &str) -> Result<Vec<(Cow<'_, str>, &RawValue)>, serde_json::Error> {
    struct Fields;

    impl<'de> Visitor<'de> for Fields {
        type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut fields = Vec::new();
            while let Some(FieldName(name)) = map.next_key()? {
                fields.push((name, map.next_value()?));
            }
            Ok(fields)
        }
    }

    serde_json::Deserializer::from_str(raw).deserialize_map(Fields)
}

/// A name, borrowed where it has no escapes.
#[derive(Deserialize)]
struct FieldName<'a>(#[serde(borrow)] Cow<'a, str>);

/// Calls `each` with the values of a list, one after the other; how many there are.
pub fn each_value<'a, E>(
    raw: &'a str,
    each: &mut dyn FnMut(usize, &'a RawValue) -> Result<(), E>,
) -> Result<usize, E> {
    struct Each<'e, 'a, E> {
        each: &'e mut dyn FnMut(usize, &'a RawValue) -> Result<(), E>,
        failed: &'e mut Option<E>,
    }

    impl<'a, E> Visitor<'a> for Each<'_, 'a, E> {
        type Value = usize;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'a>>(self, mut list: A) -> Result<usize, A::Error> {
            let mut count = 0;
            while let Some(value) = list.next_element()? {
                if let Err(failed) = (self.each)(count, value) {
                    *self.failed = Some(failed);
                    return Err(A::Error::custom("it failed"));
                }
                count += 1;
            }
            Ok(count)
        }
    }

    let mut failed = None;
    let count =
        serde_json::Deserializer::from_str(raw).deserialize_seq(Each { each, failed: &mut failed });
    match failed {
        Some(failed) => Err(failed),
        None => Ok(count.expect("what is no list of JSON values was refused before")),
    }
}

/// The text that a value is, if it is one.
pub fn text(raw: &str) -> Option<Cow<'_, str>> {
    let name: Option<FieldName<'_>> = serde_json::from_str(raw).ok();
    name.map(|FieldName(text)| text)
}
