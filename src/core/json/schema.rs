//! What a JSON Schema, as written by `schemars`, expects of one value.

use serde_json::Value;

/// The value that a schema expects.
pub fn expectations(schema: &Value) -> Vec<String> {
    if let Some(constant) = constant(schema) {
        return vec![format!("`{constant}`")];
    }
    let word = |name: &&str| match *name {
        "null" => "`null`".into(),
        "boolean" => "`true` or `false`".into(),
        "string" => "a string".into(),
        "array" => "a list".into(),
        "object" => "an object".into(),
        "integer" => match range(schema) {
            Some((least, most)) if most < u64::MAX.into() => {
                format!("a whole number from {least} to {most}")
            }
            Some((least, _)) => format!("a whole number from {least}"),
            None => "a whole number".into(),
        },
        _ => "a number".into(),
    };
    types(schema).iter().map(word).collect()
}

/// The types that a schema allows.
pub fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The names in a list of a schema.
pub fn names<'v>(schema: &'v Value, list: &str) -> Vec<&'v str> {
    let names = schema.get(list).and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The only word that a schema allows.
pub fn constant(schema: &Value) -> Option<&str> {
    schema.get("const")?.as_str()
}

/// The name that distinguishes an object from its alternatives, and its word.
pub fn tag(schema: &Value) -> Option<(&str, &str)> {
    let properties = schema.get("properties")?.as_object()?;
    properties.iter().find_map(|(name, property)| Some((name.as_str(), constant(property)?)))
}

/// The least and the greatest whole number of a format.
pub fn range(schema: &Value) -> Option<(i128, i128)> {
    let (least, most) = match schema.get("format")?.as_str()? {
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint" | "uint64" => (0, u64::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    };
    let least = schema.get("minimum").and_then(Value::as_i64).map_or(least, i128::from);
    Some((least, most))
}

/// Whether a number is one of those that a schema allows.
pub fn is_in_range(schema: &Value, number: &str) -> bool {
    let types = types(schema);
    if types.contains(&"number") || !types.contains(&"integer") {
        return true;
    }
    let Ok(number) = number.parse::<i128>() else { return false };
    range(schema).is_none_or(|(least, most)| (least..=most).contains(&number))
}
