//! Makes the JavaScript that loads a module of `wasm-bindgen`: `satranj-web-bindgen MODULE FOLDER NAME`.
//!
//! The generator's own program brings a web server and its cryptography, which nobody needs here.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let module = arguments.next().context("no module is named")?;
    let folder = arguments.next().context("no folder is named")?;
    let name = arguments.next().context("no name is given")?;
    Bindgen::new()
        .input_path(module)
        .out_name(&name)
        .web(true)?
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
}
