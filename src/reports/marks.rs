//! Marks of methods in plots, and their lines in a legend.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    Colours,
    canvas::{Area, Drawn, text_style},
    colours::MarkShape,
};

/// So many letters of a name have room beside a plot.
const ROOM: usize = 26;

/// A name that fits beside a plot; the tables have it whole.
pub(super) fn short(name: &str) -> String {
    shortened(name, ROOM)
}

/// The first letters of words that are longer than there is room.
pub(super) fn shortened(words: &str, room: usize) -> String {
    if words.chars().count() <= room {
        return words.into();
    }
    words.chars().take(room - 1).chain(['…']).collect()
}

/// A mark at a pixel, filled or hollow.
pub(super) fn mark(
    area: &Area<'_>,
    at: (i32, i32),
    shape: MarkShape,
    colour: RGBColor,
    is_filled: bool,
) -> Drawn {
    let style = if is_filled { colour.filled() } else { colour.stroke_width(2) };
    let (x, y) = at;
    let corners = match shape {
        MarkShape::Circle => return area.draw(&Circle::new(at, 4, style)),
        MarkShape::Square => {
            [(x - 4, y - 4), (x + 4, y - 4), (x + 4, y + 4), (x - 4, y + 4)].to_vec()
        }
        MarkShape::Triangle => [(x, y - 6), (x + 5, y + 3), (x - 5, y + 3)].to_vec(),
        MarkShape::Diamond => [(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)].to_vec(),
        MarkShape::Down => [(x, y + 6), (x + 5, y - 3), (x - 5, y - 3)].to_vec(),
    };
    if is_filled {
        return area.draw(&Polygon::new(corners, style));
    }
    let outline: Vec<(i32, i32)> = corners.iter().chain(&corners[..1]).copied().collect();
    area.draw(&PathElement::new(outline, style))
}

/// A cross at a pixel: no answer.
pub(super) fn cross(area: &Area<'_>, at: (i32, i32), colour: RGBColor) -> Drawn {
    area.draw(&Cross::new(at, 4, colour.stroke_width(2)))
}

/// A line of a legend: the colour and mark of a method, and its name.
pub(super) fn legend_line(
    area: &Area<'_>,
    (left, y): (i32, i32),
    method: &str,
    colours: &Colours,
) -> Drawn {
    let colour = colours.colour(method);
    area.draw(&PathElement::new([(left, y), (left + 28, y)], colour.stroke_width(2)))?;
    mark(area, (left + 14, y), colours.shape(method), colour, true)?;
    legend_words(area, (left, y), &short(method))
}

/// The words of a line of a legend.
pub(super) fn legend_words(area: &Area<'_>, (left, y): (i32, i32), words: &str) -> Drawn {
    let style = text_style(16).pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new(words.to_string(), (left + 36, y), style))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("sat:cuts"), "sat:cuts");
        assert_eq!(short(&"é".repeat(27)), "é".repeat(25) + "…");
        assert_eq!(short(&"é".repeat(26)), "é".repeat(26));
    }
}
