//! The frame of a page: its head, which forbids network access, and its tables.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use super::{
    Colours,
    colours::MarkShape,
    table::{ReportTable, RowLook, TableCell},
};
use crate::{documents::json, pictures::player::policy};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// A page; `contents`: its parts with their anchors.
pub(super) fn page(title: &str, contents: &[(&str, &str)], body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(SCRIPT));
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    label id="theme-choice" hidden {
                        "Theme "
                        select id="theme" autocomplete="off" {
                            option value="auto" { "like the system" }
                            option value="light" { "light" }
                            option value="dark" { "dark" }
                        }
                    }
                }
                @if contents.len() > 1 {
                    nav aria-label="On this page" {
                        ul {
                            @for (id, title) in contents { li { a href={ "#" (id) } { (title) } } }
                        }
                    }
                }
                main { (body) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

/// Data of the page, in which nothing ends the element or acts on a terminal.
pub(super) fn data(id: &str, data: &impl Serialize) -> Markup {
    let mut json = Vec::new();
    // Writing to memory cannot fail.
    let _ = json::write(data, &mut json);
    let json = String::from_utf8_lossy(&json).replace('<', "\\u003c");
    html! { script type="application/json" id=(id) { (PreEscaped(json)) } }
}

/// The text around the measurements in a page.
const MEASUREMENTS: (&str, &str) =
    ("<script type=\"application/json\" id=\"measurements\">", "</script>");

/// The measurements, which [`measurements_of`] reads from the page.
pub(super) fn measurements(document: &impl Serialize) -> Markup {
    data("measurements", document)
}

/// The document of measurements in the text of a page, with blanks for the text before it, so that
/// an error has the line and column of the page. `None`: the page has no measurements.
#[must_use]
pub fn measurements_of(page: &str) -> Option<String> {
    let (before, after) = page.split_once(MEASUREMENTS.0)?;
    let blank = |letter| if letter == '\n' { '\n' } else { ' ' };
    let place = before.chars().chain(MEASUREMENTS.0.chars()).map(blank);
    Some(place.collect::<String>() + after.split_once(MEASUREMENTS.1)?.0)
}

/// A plot, which scrolls if the page is too narrow for its letters.
pub(super) fn figure(plot: Option<String>) -> Option<Markup> {
    plot.map(|plot| html! { figure { (wide("Plot", &PreEscaped(plot))) } })
}

/// Content that scrolls if it is wider than the page, by keyboard too.
pub(super) fn wide(label: &str, table: &Markup) -> Markup {
    html! { div.wide tabindex="0" role="region" aria-label=(label) { (table) } }
}

/// A table with its notes; the script makes it sortable and filterable.
pub(super) fn table(table: &ReportTable, colours: &Colours) -> Markup {
    let rows = html! {
        table.sortable {
            thead {
                tr {
                    @for column in &table.columns {
                        th.words[!column.is_number] scope="col" { (column.name) }
                    }
                }
            }
            tbody {
                @for row in &table.rows {
                    tr.unanswered[row.look == RowLook::Unanswered].apart[row.look == RowLook::Apart] {
                        @for (cell, column) in row.cells.iter().zip(&table.columns) {
                            (table_cell(cell, column.is_number, colours))
                        }
                    }
                }
            }
        }
    };
    html! {
        (wide(table.title, &rows))
        @for note in &table.notes { p.small { (note) } }
    }
}

fn table_cell(cell: &TableCell, is_number: bool, colours: &Colours) -> Markup {
    match cell {
        TableCell::Method(method) => html! {
            td.words { (swatch(method, colours)) code { (method) } }
        },
        TableCell::Number(text, key) if is_number => html! { td data-key=(key) { (text) } },
        TableCell::Number(text, key) => html! { td.words data-key=(key) { (text) } },
        TableCell::Answer(text) => html! { td.words.answer { (text) } },
        TableCell::Command(text) => html! {
            td.words { details { summary { "command" } code.command { (text) } } }
        },
        TableCell::Words(text) if !is_number => html! { td.words { (text) } },
        TableCell::Nothing if !is_number => html! { td.words { "-" } },
        TableCell::Words(_) | TableCell::Nothing => html! { td { (cell.text()) } },
    }
}

/// The colour and mark of a method, as in the plots.
pub(super) fn swatch(method: &str, colours: &Colours) -> Markup {
    let colour = colours.hex(method);
    let mark = match colours.shape(method) {
        MarkShape::Circle => html! { circle cx="14" cy="7" r="4.5" {} },
        MarkShape::Triangle => html! { path d="M14 1L19 11L9 11Z" {} },
        MarkShape::Square => html! { path d="M10 3H18V11H10Z" {} },
        MarkShape::Diamond => html! { path d="M14 1L20 7L14 13L8 7Z" {} },
        MarkShape::Down => html! { path d="M14 13L19 3L9 3Z" {} },
    };
    html! {
        svg.swatch viewBox="0 0 28 14" aria-hidden="true" fill=(colour) stroke=(colour) {
            path d="M0 7H28" stroke-width="2" {}
            (mark)
        }
    }
}
