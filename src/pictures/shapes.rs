//! The shapes of the pieces, drawn for Satranj.
//!
//! A shape lies around the origin in a square of side [`UNIT`]. It takes its fill, its stroke and
//! its `color`, which is that of text, from where it is used, so that one shape serves both sides;
//! it has no size of its own, so that it is the same in every picture.

use super::{letters::LetteredKind, markup::Elements};

/// The side of the square in which a shape lies.
pub const UNIT: i64 = 58;

/// A star around the origin, its tips 24 from there, as the `d` of a path.
pub const STAR: &str = "M0-24L5.9-8.1L22.8-7.4L9.5 3.1L14.1 19.4L0 10L-14.1 19.4L-9.5 3.1L-22.8-7.4\
                        L-5.9-8.1Z";

/// The identifier of the shape of a kind.
pub fn identifier(kind: &LetteredKind) -> String {
    if kind.is_chess() { kind.name.clone() } else { format!("piece-{}", kind.letter) }
}

/// The lines above the foot of a king and of a queen.
const FOOT: &str = "M-14 12Q0 8 14 12M-15.5 17.5Q0 13.5 15.5 17.5";

/// Adds the shape of a kind: a chess piece, or a disc with a letter.
pub fn add_shape(picture: &mut Elements, kind: &LetteredKind) {
    let mut shape = Elements::default();
    match kind.name.as_str() {
        "king" => {
            body(&mut shape, "M-2-27H2V-23.5H5.5V-19.5H2V-14H-2V-19.5H-5.5V-23.5H-2Z");
            body(
                &mut shape,
                "M0-6C5-17 21-17 21.5-6C22 1 16 5 14 12Q14 16 18 19V24H-18V19Q-14 16-14 12\
                 C-16 5-22 1-21.5-6C-21-17-5-17 0-6Z",
            );
            body(&mut shape, "M0-16C5-13 5-8 0-1C-5-8-5-13 0-16Z");
            lines(&mut shape, &format!("{FOOT}M0-1V9.5"));
        }
        "queen" => {
            body(
                &mut shape,
                "M-14 12L-21.5-11L-11.5 0L-11.5-18L-4.5-1L0-20L4.5-1L11.5-18L11.5 0L21.5-11L14 12\
                 Q14 16 18 19V24H-18V19Q-14 16-14 12Z",
            );
            for (x, y) in [(-22, "-13"), (-12, "-20"), (0, "-22.5"), (12, "-20"), (22, "-13")] {
                shape.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="3.2"/>"#));
            }
            lines(&mut shape, FOOT);
        }
        "rook" => {
            body(
                &mut shape,
                "M-18 24V18H-13L-10.5 13V-5L-15-10V-21H-8V-16H-3.5V-21H3.5V-16H8V-21H15V-10L10.5-5\
                 V13L13 18H18V24Z",
            );
            lines(&mut shape, "M-15-10H15M-10.5-5H10.5M-10.5 13H10.5M-13 18H13");
        }
        "bishop" => {
            body(&mut shape, "M-9 11H9L11 16Q12 19 18 20V24H-18V20Q-12 19-11 16Z");
            body(&mut shape, "M0-18C9-13 17-4 12 5L9 11H-9L-12 5C-17-4-9-13 0-18Z");
            shape.add(format_args!(r#"<circle cx="0" cy="-21" r="3.2"/>"#));
            lines(&mut shape, "M6.5-12.5L-1-2M-10.5 7.5Q0 4.5 10.5 7.5M-11 16H11");
        }
        "knight" => {
            body(
                &mut shape,
                "M-14 24C-14 12 3 11 4 0C0 5-5 6-9 6L-13 11C-17 12.5-21 9-20 5C-19 1-14.5-3-13.5-7\
                 C-12-12-8-15.5-3-17L-3.5-24L3.5-18.5C15-17 20-5 19 9C18.5 15 18 20 18 24Z",
            );
            lines(&mut shape, "M6-13C12-9 14-1 13.5 10M-16.5 5.5L-15.5 4.5");
            shape.add(format_args!(r#"<circle cx="-6.5" cy="-8.5" fill="none" r="1"/>"#));
        }
        _ => {
            shape.add(format_args!(r#"<circle r="21"/>"#));
            let look = format_args!(
                r#" fill="currentColor" font-size="28" font-weight="bold" stroke="none" text-anchor="middle""#
            );
            shape.label((0, 10), &kind.letter.to_string(), look);
        }
    }
    picture.group(format_args!(r#"g id="{}""#, identifier(kind)), &shape);
}

fn body(shape: &mut Elements, d: &str) {
    shape.path(d, format_args!(""));
}

/// Adds lines on a body.
fn lines(shape: &mut Elements, d: &str) {
    shape.path(d, format_args!(r#" fill="none" stroke-width="1.5""#));
}
