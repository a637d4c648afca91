//! The values of one object of a JSON text, as slices of it.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer as _,
    de::{MapAccess, Visitor},
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

/// The string, if the value is one.
pub fn text(raw: &str) -> Option<Cow<'_, str>> {
    let name: Option<FieldName<'_>> = serde_json::from_str(raw).ok();
    name.map(|FieldName(text)| text)
}
