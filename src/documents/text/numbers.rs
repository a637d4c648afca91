//! Numbers for a person.

/// A number with its digits in groups of three.
#[must_use]
pub fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// `1 move`, `1,000 moves`.
#[must_use]
pub fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// ` of 3 machines`, if any is known.
pub fn of_machines(hosts: &[String]) -> String {
    match hosts.len() as u64 {
        0 => String::new(),
        hosts => format!(" of {}", counted(hosts, "machine")),
    }
}

/// Decimal digits in groups of three.
#[must_use]
pub fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time for a person: four significant digits or microseconds.
#[must_use]
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => format!("{s:.0} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_a_person() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(seconds(0.000_012), "12 µs");
        assert_eq!(seconds(0.0123), "12.3 ms");
        assert_eq!(seconds(12.3), "12.30 s");
    }
}
