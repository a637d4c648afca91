//! What these tests share: running programs, asking methods, documents, signals, files.

pub mod checked;
pub mod dimacs;
pub mod drat;
pub mod graphs;
pub mod listed;
pub mod methods;
pub mod opb;
#[cfg(target_os = "linux")]
pub mod processes;
pub mod proof;
pub mod schema;
pub mod sealed;
pub mod signs;
pub mod tours;
pub mod wcnf;
pub mod whole_files;

use std::{
    ffi::OsString,
    io::{Read as _, Write as _},
    iter,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use satranj::{
    cli::{self, Invocation, starts_by},
    methods::Registry,
};
use serde_json::Value;

/// The program under test.
pub const SATRANJ: &str = env!("CARGO_BIN_EXE_satranj");

/// The limit after which a program counts as hung: it is killed and the test fails. Far beyond what
/// any takes, even on a slow, busy machine.
pub const PATIENCE: Duration = Duration::from_secs(900);

/// How late a program may end after a limit or a signal on a busy machine; `benches/lateness.rs`
/// measures how late it really is.
pub const LATE: Duration = Duration::from_secs(10);

/// The result of a program.
#[derive(Debug)]
pub struct Ran {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    /// From the start of the process to its end.
    pub elapsed: Duration,
    line: String,
}

/// A command line that can be completed, then run.
pub struct Line {
    command: Command,
    input: Vec<u8>,
    is_input_open: bool,
}

/// Arguments of a command line: a text split at blanks, or a list of words.
pub trait Words {
    fn words(&self) -> Vec<&str>;
}

impl Words for str {
    fn words(&self) -> Vec<&str> {
        self.split_whitespace().collect()
    }
}

impl Words for &str {
    fn words(&self) -> Vec<&str> {
        (**self).words()
    }
}

impl Words for String {
    fn words(&self) -> Vec<&str> {
        self.as_str().words()
    }
}

impl<S: AsRef<str>> Words for [S] {
    fn words(&self) -> Vec<&str> {
        self.iter().map(AsRef::as_ref).collect()
    }
}

impl<S: AsRef<str>, const N: usize> Words for [S; N] {
    fn words(&self) -> Vec<&str> {
        self.as_slice().words()
    }
}

impl<S: AsRef<str>> Words for Vec<S> {
    fn words(&self) -> Vec<&str> {
        self.as_slice().words()
    }
}

/// The built program, not started yet, for tests with their own pipes.
pub fn program(arguments: &(impl Words + ?Sized)) -> Command {
    let mut command = Command::new(SATRANJ);
    command.args(arguments.words()).env_remove("NO_COLOR").env("TERM", "xterm");
    command
}

/// `satranj` with these arguments.
pub fn satranj(arguments: &(impl Words + ?Sized)) -> Line {
    Line { command: program(arguments), input: Vec::new(), is_input_open: false }
}

/// The document of a successful call, with nothing on standard error.
pub fn document(arguments: &(impl Words + ?Sized)) -> Value {
    let ran = satranj(arguments).call().exits(0);
    assert_eq!(ran.stderr, "", "{}", ran.report());
    ran.json()
}

/// `satranj` with these arguments and no ignored signals, although the tests themselves may have
/// been started by `nohup`.
pub fn listening(arguments: &str) -> Line {
    Line::of("env").argument("--default-signal").argument(SATRANJ).arguments(arguments)
}

/// Calls `satranj` and checks that it answers.
pub fn answer(arguments: &str) -> Ran {
    satranj(arguments).call().exits(0)
}

/// The single line of an error message of `satranj`, without its name in front.
pub fn complaint(arguments: &str, code: i32) -> String {
    satranj(arguments).call().complains(code)
}

impl Line {
    /// Any program.
    pub fn of(program: impl AsRef<std::ffi::OsStr>) -> Self {
        Self { command: Command::new(program), input: Vec::new(), is_input_open: false }
    }

    /// More arguments, separated by blanks.
    pub fn arguments(mut self, arguments: &str) -> Self {
        self.command.args(arguments.split_whitespace());
        self
    }

    /// One more argument, unchanged.
    pub fn argument(mut self, argument: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    /// The folder to run in.
    pub fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// A variable of its environment.
    pub fn environment(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// What the program reads from standard input.
    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// Keeps its input open after what it was given, so that it waits for more.
    pub fn with_open_input(mut self) -> Self {
        self.is_input_open = true;
        self
    }

    /// Runs it to its end.
    pub fn run(self) -> Ran {
        self.start().finish()
    }

    /// Runs it to its end in this process, where a process of its own proves nothing: no signals, no
    /// folder of its own, no limits of the system. A memory limit is for a process, and this one holds
    /// what all tests hold: then it has its own.
    pub fn call(self) -> Ran {
        if self.command.get_args().any(|word| word.to_string_lossy().starts_with("--memory-limit"))
        {
            return self.run();
        }
        let line = format!("{:?}", self.command);
        let is_plain = self.command.get_program() == SATRANJ
            && self.command.get_current_dir().is_none()
            && !self.is_input_open;
        assert!(is_plain, "{line}: only a process can do that");
        let words = iter::once("satranj".as_ref()).chain(self.command.get_args());
        let words: Vec<OsString> = words.map(ToOwned::to_owned).collect();
        let invocation = Invocation::new(words.clone(), self.input);
        // What it measures runs in processes.
        starts_by(vec![SATRANJ.into()]);
        let started = Instant::now();
        // With the stack of a main thread.
        let called = thread::Builder::new().stack_size(8 << 20).spawn({
            let invocation = invocation.clone();
            move || invocation.within(|| cli::run(words, Registry::standard()))
        });
        let code = called.expect("a thread can be started").join();
        let code = Some(code.unwrap_or_else(|_| panic!("it panicked: {line}")));
        let (stdout, report) = invocation.written();
        let stderr = String::from_utf8_lossy(&report).into_owned();
        Ran { code, stdout, stderr, elapsed: started.elapsed(), line }
    }

    /// Starts it.
    pub fn start(mut self) -> Running {
        let line = format!("{:?}", self.command);
        let started = Instant::now();
        let mut child = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut input = child.stdin.take().expect("standard input is piped");
        let (bytes, is_open) = (self.input, self.is_input_open);
        let (end, until_end) = mpsc::channel::<()>();
        thread::spawn(move || {
            // A program that fails at once need not read it.
            let _ = input.write_all(&bytes);
            if is_open {
                let _ = input.flush();
                // Until nothing waits for the program any more.
                let _ = until_end.recv();
            }
        });
        Running { child, started, line, heard: None, _end: end }
    }
}

/// A program at work.
pub struct Running {
    child: Child,
    started: Instant,
    line: String,
    /// Its output so far, if something listens.
    heard: Option<signs::Heard>,
    /// Its input is closed when this is dropped.
    _end: mpsc::Sender<()>,
}

impl Running {
    /// Sends a signal by its name: `INT`, `TERM`.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("sh")
            .arg("-c")
            .arg(format!("kill -s {name} {}", self.child.id()))
            .status()
            .expect("sh runs");
        assert!(sent.success(), "{}: it has ended before SIG{name}", self.line);
    }

    /// Sends a signal and waits for the end, which must come soon.
    pub fn ended_by(self, signal: &str) -> Ran {
        let sent = Instant::now();
        self.signal(signal);
        let ran = self.finish();
        let late = sent.elapsed();
        assert!(late < LATE, "{late:?} after SIG{signal}: {}", ran.report());
        ran
    }

    /// The number of its process.
    pub fn number(&self) -> u32 {
        self.child.id()
    }

    /// Reads some bytes of what it prints, then closes the pipe.
    pub fn read_and_leave(&mut self, bytes: usize) {
        let mut output = self.child.stdout.take().expect("standard output is piped");
        output.read_exact(&mut vec![0; bytes]).expect("it prints something");
    }

    /// Waits for its end.
    pub fn finish(mut self) -> Ran {
        let pipe = self.child.stdout.take();
        let output = self.heard.take().or_else(|| pipe.map(signs::Heard::of));
        let errors = self.child.stderr.take().map(signs::Heard::of);
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(self.started.elapsed() <= PATIENCE, "{}: no end after {PATIENCE:?}", self.line);
            thread::sleep(Duration::from_millis(1));
        };
        let elapsed = self.started.elapsed();
        let stdout = output.map_or_else(Vec::new, signs::Heard::all);
        let stderr = errors.map_or_else(Vec::new, signs::Heard::all);
        let stderr = String::from_utf8_lossy(&stderr).into_owned();
        let line = std::mem::take(&mut self.line);
        let ran = Ran { code: status.code(), stdout, stderr, elapsed, line };
        assert!(!ran.stderr.contains("panicked"), "it panicked: {}", ran.report());
        ran
    }
}

impl Drop for Running {
    /// A failing test leaves no endless program behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Ran {
    /// Checks the exit code.
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}", self.report());
        self
    }

    /// Checks that it ended soon after a limit.
    pub fn ends_soon_after(self, limit: Duration) -> Self {
        assert!(self.elapsed < limit + LATE, "{limit:?}: {}", self.report());
        self
    }

    /// What it printed, as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("what it prints is UTF-8")
    }

    /// Its output as one JSON document on one line, checked against its published schema.
    pub fn json(&self) -> Value {
        assert_eq!(self.text().lines().count(), 1, "{}", self.report());
        let printed = serde_json::from_slice(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", self.report()));
        schema::check_printed(&self.line, &printed, false);
        printed
    }

    /// Its output as lines of JSON, each checked against the published schema.
    pub fn json_lines(&self) -> Vec<Value> {
        let parse = |line| {
            let printed = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{error}: {}", self.report()));
            schema::check_printed(&self.line, &printed, true);
            printed
        };
        self.text().lines().map(parse).collect()
    }

    /// Checks that it printed only one line on standard error, `satranj: …`, and returns the
    /// message.
    pub fn complains(self, code: i32) -> String {
        let ran = self.exits(code);
        assert!(ran.stdout.is_empty(), "{}", ran.report());
        ran.only_complaint()
    }

    /// The one line on standard error after `satranj: `.
    pub fn only_complaint(&self) -> String {
        let line = self.stderr.strip_suffix('\n').unwrap_or_default();
        let said = line.strip_prefix("satranj: ");
        let said = said.filter(|said| !said.is_empty() && !said.contains('\n'));
        said.unwrap_or_else(|| panic!("not one `satranj: …` line: {}", self.report())).into()
    }

    /// All that is known about it, for messages.
    pub fn report(&self) -> String {
        let Self { code, stdout, stderr, elapsed, line } = self;
        let shown: String = String::from_utf8_lossy(stdout).chars().take(2000).collect();
        format!("{line}\nexit {code:?} after {elapsed:?}\nstdout: {shown}\nstderr: {stderr}")
    }
}

/// A new folder, removed at the end of the test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

/// Writes a file into a folder and returns its path.
pub fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("the folder can be written to");
    path
}

/// Reads a file as text.
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The example `dimacs_solver`: an external SAT solver.
pub fn dimacs_solver() -> Line {
    Line::of(dimacs_solver_file())
}

/// The program `dimacs_solver`.
pub fn dimacs_solver_file() -> PathBuf {
    let path = Path::new(SATRANJ).with_file_name("examples").join("dimacs_solver");
    assert!(
        path.exists(),
        "{} is missing: `cargo build --examples` makes it, as `cargo test` does",
        path.display()
    );
    path
}

/// The squares of a path in a document.
pub fn path(solution: &Value) -> Vec<String> {
    let squares = solution["path"].as_array().unwrap_or_else(|| panic!("no path: {solution}"));
    squares.iter().map(|square| square.as_str().expect("a square is text").to_string()).collect()
}
