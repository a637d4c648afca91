//! The bridge to Python: a command line of Satranj runs inside the interpreter, on a thread of its
//! own, while other threads of Python go on and Ctrl-C is looked at.

use std::{
    ffi::OsString,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use pyo3::{
    exceptions::{PyOSError, PyRuntimeError},
    prelude::*,
    types::PyBytes,
};
use satranj::{
    DecodeError, MapDocument,
    cli::{self, Invocation},
    methods::Registry,
};

/// How often Ctrl-C is looked at.
const TICK: Duration = Duration::from_millis(20);

/// The number of the signal that Ctrl-C is.
const INTERRUPT: usize = 2;

/// Runs a command line, without the program's name, on this standard input; returns the exit code,
/// what it printed, and what it said on standard error.
#[pyfunction]
fn run<'py>(
    py: Python<'py>,
    words: Vec<OsString>,
    input: &[u8],
) -> PyResult<(i32, Bound<'py, PyBytes>, String)> {
    let words = std::iter::once(OsString::from("satranj")).chain(words);
    let invocation = Invocation::new(words, input.to_vec());
    let of_thread = invocation.clone();
    let (sender, mut ended) = mpsc::sync_channel(1);
    let work = move || {
        let words = of_thread.words().to_vec();
        let code = of_thread.within(|| cli::run(words, Registry::standard()));
        // No one listens any more where the interpreter ends.
        let _ = sender.send(code);
    };
    let named = thread::Builder::new().name("satranj".into());
    named.spawn(work).map_err(|error| PyOSError::new_err(error.to_string()))?;
    let mut interrupted = None;
    let code = loop {
        // What waits without the interpreter's lock must have the receiver for itself.
        let receiver = &mut ended;
        match py.detach(move || receiver.recv_timeout(TICK)) {
            Ok(code) => break code,
            Err(RecvTimeoutError::Timeout) if interrupted.is_none() => {
                if let Err(error) = py.check_signals() {
                    invocation.interrupt(INTERRUPT);
                    interrupted = Some(error);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the command ended without an answer"));
            }
        }
    };
    if let Some(error) = interrupted {
        return Err(error);
    }
    let (printed, told) = invocation.written();
    Ok((code, PyBytes::new(py, &printed), String::from_utf8_lossy(&told).into_owned()))
}

/// Turns a solver's model of an exported formula into a solution document; returns the exit code
/// that `satranj decode` has, and the document or what is wrong.
#[pyfunction]
fn decode(py: Python<'_>, map: &str, output: &str) -> (i32, String) {
    py.detach(|| {
        let map: MapDocument = match serde_json::from_str(map) {
            Ok(map) => map,
            Err(error) => return (1, format!("the map: {error}")),
        };
        let decoded = match satranj::decode(&map, output) {
            Ok(decoded) => decoded,
            Err(error @ DecodeError::Wrong(_)) => return (4, error.to_string()),
            Err(error) => return (1, error.to_string()),
        };
        match serde_json::to_string(&decoded.document) {
            Ok(document) => (0, document),
            Err(error) => (1, error.to_string()),
        }
    })
}

/// Runs a command line, with the program's name first, on the streams of the process, whose signals
/// it catches; returns the exit code.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> i32 {
    py.detach(|| cli::run(words, Registry::standard()))
}

/// Says how `compare` and `bench` start the program once more.
#[pyfunction]
fn starts_by(words: Vec<OsString>) {
    cli::starts_by(words);
}

/// The extension module.
#[pymodule]
fn _satranj(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(decode, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(starts_by, module)?)
}
