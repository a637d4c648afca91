//! Writes the plots of a report as files into a folder.

use std::{collections::HashSet, fs, path::Path};

use clap::ValueEnum;

use super::stored::Stored;
use crate::{
    cli::{
        CliError,
        files::{FileKind, Files},
        stderr::say,
        whole_file::WholeFile,
    },
    file_name::shown,
    reports::{self, Colours, PlotAudience, PlotError, Quantity, Study},
};

/// The format of a plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PlotFormat {
    /// Vector graphics, for a page or paper of any size
    Svg,
    /// Pixels, two for each unit of the drawing
    Png,
}

impl PlotFormat {
    fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }

    /// The kind of a file in a folder of plots.
    fn kind(self) -> &'static FileKind {
        match self {
            Self::Svg => &SVG,
            Self::Png => &PNG,
        }
    }

    fn written(self, svg: &str) -> Result<Vec<u8>, CliError> {
        match self {
            Self::Svg => Ok(svg.as_bytes().to_vec()),
            Self::Png => reports::png(svg).map_err(|error| failed(&error)),
        }
    }
}

const SVG: FileKind = FileKind {
    name: "a plot",
    is_one: |beginning| {
        beginning.starts_with(b"<svg") && contains(beginning, reports::MADE_BY.as_bytes())
    },
};

const PNG: FileKind = FileKind {
    name: "a plot",
    is_one: |beginning| {
        beginning.starts_with(b"\x89PNG") && contains(beginning, reports::MADE_BY_IN_PNG)
    },
};

/// Whether bytes contain others.
fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A plot with the name of its file; `None` if nothing was measured.
pub type NamedPlot = (String, Option<String>);

/// Draws the plots of the experiments or of the comparison, and for several instances a cactus plot
/// and a scatter plot of two methods.
///
/// # Errors
/// [`CliError`] if the document lacks one of the two methods.
pub fn drawn(
    stored: &Stored,
    study: &Study,
    scatter: &[String],
) -> Result<Vec<NamedPlot>, CliError> {
    let mut drawn = Vec::new();
    let colours: Colours = match stored {
        Stored::Results(document) => Colours::from(&**document),
        Stored::Comparison(document) => {
            document.runs.iter().map(|runs| runs.method.as_str()).collect()
        }
    };
    match stored {
        Stored::Results(document) => {
            for experiment in &document.experiments {
                for quantity in Quantity::of(experiment) {
                    let plot = reports::experiment_plot(
                        experiment,
                        *quantity,
                        &colours,
                        PlotAudience::File,
                    );
                    let name = file_name(&experiment.name) + quantity.suffix();
                    drawn.push((name, plot.map_err(|error| failed(&error))?));
                }
            }
        }
        Stored::Comparison(document) => {
            let (runs, limit) = (&document.runs, document.limit());
            let plot = reports::dots(runs, limit, "comparison", &colours, PlotAudience::File);
            drawn.push(("comparison".into(), plot.map_err(|error| failed(&error))?));
        }
    }
    // A single instance has neither plot; this needs no message.
    let cactus = reports::cactus(study, &colours, PlotAudience::File);
    let cactus = cactus.map_err(|error| failed(&error))?;
    drawn.extend(cactus.map(|plot| ("cactus".into(), Some(plot))));
    if let Some(pair) = pair(study, scatter)? {
        let plot = reports::scatter(study, pair, &colours, PlotAudience::File);
        let plot = plot.map_err(|error| failed(&error))?;
        drawn.extend(plot.map(|plot| ("scatter".into(), Some(plot))));
    }
    Ok(drawn)
}

/// The two methods of the scatter plot, if there are several instances: the requested ones, or
/// those that solved most.
fn pair<'s>(study: &'s Study, asked: &'s [String]) -> Result<Option<[&'s str; 2]>, CliError> {
    let methods = study.methods();
    if let [first, second] = asked {
        let unknown = asked.iter().find(|name| !methods.contains(&name.as_str()));
        return unknown.map_or(Ok(Some([first, second])), |unknown| {
            let known = methods.join(", ");
            usage!("--scatter {unknown}: not measured; expected one of {known}");
        });
    }
    Ok(reports::best_two(study).map(|places| places.map(|place| methods[place])))
}

/// Opens the files of the plots in a folder, which is created if missing, with their content.
///
/// # Errors
/// [`CliError`] if one cannot be written, or an existing file is something else.
pub fn opened(
    drawn: Vec<NamedPlot>,
    folder: &Path,
    formats: &[PlotFormat],
    files: &mut Files,
) -> Result<Vec<(WholeFile, Vec<u8>)>, CliError> {
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    let mut names = HashSet::new();
    let mut plots = Vec::new();
    for (name, plot) in drawn {
        // Different experiments of a foreign document may get the same file name.
        let mut numbered = (1u64..).map(|number| match number {
            1 => name.clone(),
            number => format!("{name}-{number}"),
        });
        let name = numbered.find(|name| names.insert(name.to_lowercase())).unwrap_or(name);
        for (place, format) in formats.iter().enumerate() {
            let path = folder.join(format!("{name}.{}", format.extension()));
            match &plot {
                _ if formats[..place].contains(format) => {}
                Some(plot) => {
                    plots.push((files.writes_beside(format.kind(), &path)?, format.written(plot)?));
                }
                None => say(format_args!("{}: not written, nothing was measured", shown(&path))),
            }
        }
    }
    Ok(plots)
}

/// The most bytes of an experiment's name in its file name: systems permit 255 in all.
const LONGEST_NAME: usize = 200;

/// The name of an experiment as a file name: a foreign document may contain any.
fn file_name(name: &str) -> String {
    let sound = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let mut file: String = name.chars().map(sound).collect();
    file.truncate(file.floor_char_boundary(LONGEST_NAME));
    if file.is_empty() { "experiment".into() } else { file }
}

/// Not reachable by input: values that cannot be drawn are left out before.
pub fn failed(error: &PlotError) -> CliError {
    CliError::Input(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_any_script_stay_in_names_of_files() {
        for (name, file) in [
            ("a_b-1", "a_b-1"),
            ("é", "é"),
            ("ü", "ü"),
            ("../x.svg", "---x-svg"),
            ("a\u{202e}b\n", "a-b-"),
            ("", "experiment"),
        ] {
            assert_eq!(file_name(name), file);
        }
        assert_eq!(file_name(&"棋".repeat(100)), "棋".repeat(66));
    }
}
