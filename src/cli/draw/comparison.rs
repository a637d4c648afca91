//! Pictures of a stored comparison: dots at its times, its table, its page.

use super::{DrawArguments, PictureFormat};
use crate::{
    cli::{CliError, report::stored_comparison},
    documents::{
        comparison::{ComparisonDocument, SCHEMA},
        named_schema, text,
    },
    json::JsonPart,
    reports::{self, Colours, PlotAudience, PlotError},
};

/// The comparison that a text holds, if that is what it says to be.
///
/// # Errors
/// [`CliError::Input`] with the place of what is wrong.
pub fn read(name: &str, text: &str) -> Result<Option<ComparisonDocument>, CliError> {
    let is_one = named_schema(&JsonPart::whole(text)).is_some_and(|schema| schema == SCHEMA);
    is_one.then(|| stored_comparison(name, text)).transpose()
}

/// The comparison in a format.
///
/// # Errors
/// [`CliError`] if an option says nothing of it, or there is nothing to draw.
pub fn drawn(
    comparison: &ComparisonDocument,
    name: &str,
    arguments: &DrawArguments,
    format: PictureFormat,
) -> Result<Vec<u8>, CliError> {
    let unread = [
        ("--case", arguments.case.is_some()),
        ("--solution", arguments.solution.is_some()),
        ("--show-attacks", arguments.show_attacks),
        ("--animate", arguments.animate),
    ];
    if let Some((option, _)) = unread.iter().find(|(_, is_given)| *is_given) {
        return Err(CliError::Usage(format!("{option}: {name} is a comparison, of all its cases")));
    }
    let title = comparison.title();
    let failed = |error: PlotError| CliError::Input(format!("{name}: {error}"));
    match format {
        PictureFormat::Text => {
            let table = text::comparison_table(&comparison.runs);
            Ok(arguments.told(&format!("{title}\n\n{table}")))
        }
        PictureFormat::Svg | PictureFormat::Png => {
            let colours: Colours =
                comparison.runs.iter().map(|runs| runs.method.as_str()).collect();
            let (runs, limit) = (&comparison.runs, comparison.limit());
            let plot = reports::dots(runs, limit, &title, &colours, PlotAudience::File);
            let nothing = || CliError::Input(format!("{name}: nothing was measured"));
            let plot = plot.map_err(failed)?.ok_or_else(nothing)?;
            if format == PictureFormat::Svg {
                return Ok(plot.into_bytes());
            }
            reports::png(&plot).map_err(failed)
        }
        PictureFormat::Html => {
            reports::comparison(comparison, name).map(String::into_bytes).map_err(failed)
        }
        PictureFormat::Csv => {
            let problem = "a comparison has no numbers of visits; `satranj report --export-csv` \
                           writes its runs";
            Err(CliError::Usage(format!("{name}: {problem}")))
        }
    }
}
