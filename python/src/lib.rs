//! The bridge to Python: a command line of Satranj runs inside the interpreter, on another thread,
//! while other threads of Python go on and Ctrl-C is looked at.

use std::{
    ffi::OsString,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    time::Duration,
};

use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyBytes};
use satranj::{
    DecodeError, MapDocument,
    cli::{self, Invocation},
    methods::Registry,
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often Ctrl-C is looked at.
const TICK: Duration = Duration::from_millis(20);

/// The number of the signal that Ctrl-C is.
const INTERRUPT: usize = 2;

/// The exit code of a command and what it wrote to standard error.
type Ended = (i32, String);

/// A command line that runs on another thread.
#[pyclass]
struct Running {
    invocation: Invocation,
    ended: Mutex<mpsc::Receiver<i32>>,
    interrupted: bool,
}

impl Running {
    fn begin(invocation: Invocation) -> PyResult<Self> {
        let ended = cli::begin(&invocation, Registry::standard())?;
        Ok(Self { invocation, ended: Mutex::new(ended), interrupted: false })
    }

    /// The exit code, if the command ends within this time.
    fn ended(&self, time: Duration) -> PyResult<Option<i32>> {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        match ended.recv_timeout(time) {
            Ok(code) => Ok(Some(code)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(PyRuntimeError::new_err("the command ended without an answer"))
            }
        }
    }

    /// Looks at Ctrl-C and asks `look` with the progress; interrupts the command if either ends it.
    fn look(&mut self, py: Python<'_>, look: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let looked = py.check_signals().and_then(|()| {
            let [nodes, done, parts] = self.invocation.progress();
            look.map_or(Ok(false), |look| look.call1((nodes, done, parts))?.is_truthy())
        });
        if !matches!(looked, Ok(false)) {
            self.interrupted = true;
            self.invocation.interrupt(INTERRUPT);
        }
        looked.map(drop)
    }
}

#[pymethods]
impl Running {
    /// The next bytes of standard output, and the exit code and the messages once it has ended.
    #[pyo3(signature = (look=None))]
    fn read<'py>(
        &mut self,
        py: Python<'py>,
        look: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyBytes>, Option<Ended>)> {
        loop {
            let this = &*self;
            let (bytes, code) = py.detach(|| {
                let bytes = this.invocation.output().take_within(TICK);
                // All that was written before the end is read before the end is asked for.
                let code = if bytes.is_empty() { this.ended(Duration::ZERO) } else { Ok(None) };
                (bytes, code)
            });
            if let Some(code) = code? {
                let (rest, errors) = self.invocation.written();
                let errors = String::from_utf8_lossy(&errors).into_owned();
                return Ok((PyBytes::new(py, &rest), Some((code, errors))));
            }
            if !bytes.is_empty() {
                return Ok((PyBytes::new(py, &bytes), None));
            }
            if !self.interrupted {
                self.look(py, look)?;
            }
        }
    }

    /// Ends the command: no one reads what it prints any more.
    fn close(&mut self) {
        self.interrupted = true;
        self.invocation.interrupt(INTERRUPT);
        self.invocation.output().close();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.close();
    }
}

fn invocation(words: Vec<OsString>, input: &[u8]) -> Invocation {
    let words = std::iter::once(OsString::from("satranj")).chain(words);
    Invocation::new(words, input.to_vec())
}

/// Begins a command line, without the program's name, whose output is read while it runs.
#[pyfunction]
fn begin(words: Vec<OsString>, input: &[u8]) -> PyResult<Running> {
    Running::begin(invocation(words, input).piped())
}

/// Runs a command line, without the program's name, on this standard input; returns the exit code,
/// what it printed, and what it said on standard error. `look` is asked now and then, with nodes, finished parts
/// and all parts, whether the command is to end.
#[pyfunction]
#[pyo3(signature = (words, input, look=None))]
fn run<'py>(
    py: Python<'py>,
    words: Vec<OsString>,
    input: &[u8],
    look: Option<&Bound<'py, PyAny>>,
) -> PyResult<(i32, Bound<'py, PyBytes>, String)> {
    let mut running = Running::begin(invocation(words, input))?;
    let mut raised = None;
    let code = loop {
        let this = &running;
        if let Some(code) = py.detach(|| this.ended(TICK))? {
            break code;
        }
        if !running.interrupted {
            raised = running.look(py, look).err();
        }
    };
    if let Some(error) = raised {
        return Err(error);
    }
    let (printed, errors) = running.invocation.written();
    Ok((code, PyBytes::new(py, &printed), String::from_utf8_lossy(&errors).into_owned()))
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
    module.add_class::<Running>()?;
    module.add_function(wrap_pyfunction!(begin, module)?)?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(decode, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(starts_by, module)?)
}
