// The Rust source of how generated programs reach a server that is a program.

export const STDIO_TRANSPORT_RS = String.raw`// The way to a server that is a program: one JSON message per line, over its pipes.
use crate::catalog::CONNECTION;
use crate::environment::{expand, Template};
use crate::failure::Failure;
use crate::messages::{notification, receive, request, Received};
use serde_json::Value;
use std::collections::VecDeque;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;

pub struct Connection {
    pub command: Template,
    pub args: &'static [Template],
    pub env: &'static [(&'static str, Template)],
    pub cwd: Option<&'static str>,
}

const CLOSE_GRACE: Duration = Duration::from_millis(500);
const TAIL_LINES: usize = 20;
const TERM_GRACE: Duration = Duration::from_millis(2000);

pub struct Transport {
    server: String,
    child: Child,
    group: Option<u32>,
    input: Option<ChildStdin>,
    complaints: Option<JoinHandle<String>>,
    lines: Lines<BufReader<ChildStdout>>,
    next_id: u64,
}

impl Transport {
    pub async fn open(server: &str) -> Result<Self, Failure> {
        let mut command = Command::new(expand(CONNECTION.command)?);
        for arg in CONNECTION.args {
            command.arg(expand(arg)?);
        }
        for (name, value) in CONNECTION.env {
            command.env(name, expand(value)?);
        }
        if let Some(cwd) = CONNECTION.cwd.filter(|cwd| Path::new(cwd).is_dir()) {
            command.current_dir(cwd);
        }
        // A group of its own, so that what the server starts can be ended with it.
        #[cfg(unix)]
        command.process_group(0);
        command.stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| Failure::connection(server, error))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::connection(server, "it has no pipes"));
        };
        let complaints = child.stderr.take().map(|stderr| tokio::spawn(tail(stderr)));
        Ok(Transport {
            server: server.to_string(),
            group: child.id(),
            child,
            input: Some(input),
            complaints,
            lines: BufReader::new(output).lines(),
            next_id: 1,
        })
    }

    /// Pipes need not be told which revision is spoken.
    pub fn agree(&mut self, _revision: &str) {}

    pub async fn request(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&request(id, method, &params)).await?;
        while let Some(line) = self.next_line().await? {
            // Some servers print what is no message; it is not for us.
            let Ok(message) = serde_json::from_str::<Value>(&line) else {
                continue;
            };
            match receive(message, id) {
                Received::Answer(answer) => return answer,
                Received::Question(reply) => self.send(&reply).await?,
                Received::Other => {}
            }
        }
        Err(self.ended_early().await)
    }

    pub async fn notify(&mut self, method: &str) -> Result<(), Failure> {
        self.send(&notification(method)).await
    }

    /// Closes its input, then asks, then kills; nothing of its group is left.
    pub async fn close(mut self) {
        drop(self.input.take());
        if !self.ends_within(CLOSE_GRACE).await {
            signal_group(self.group, End::Asked);
            self.ends_within(TERM_GRACE).await;
        }
        signal_group(self.group, End::Forced);
        let _ = self.child.kill().await;
    }

    async fn send(&mut self, message: &Value) -> Result<(), Failure> {
        let Some(input) = &mut self.input else {
            return Err(self.lost("its input is closed"));
        };
        match input.write_all(format!("{message}\n").as_bytes()).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.ended_early().await),
        }
    }

    async fn next_line(&mut self) -> Result<Option<String>, Failure> {
        let line = self.lines.next_line().await;
        line.map_err(|error| self.lost(error))
    }

    /// What the server said last on stderr tells most about its end.
    async fn ended_early(&mut self) -> Failure {
        let complaints = match self.complaints.take() {
            Some(reading) => tokio::time::timeout(CLOSE_GRACE, reading).await,
            None => return self.lost("the server exited before it answered"),
        };
        match complaints {
            Ok(Ok(said)) if !said.is_empty() => self.lost(format!("the server exited\n{said}")),
            _ => self.lost("the server exited before it answered"),
        }
    }

    fn lost(&self, reason: impl std::fmt::Display) -> Failure {
        Failure::connection(&self.server, reason)
    }

    async fn ends_within(&mut self, limit: Duration) -> bool {
        tokio::time::timeout(limit, self.child.wait()).await.is_ok()
    }
}

/// The end of a stream, after all of it was read.
async fn tail(stderr: ChildStderr) -> String {
    let mut lines = BufReader::new(stderr).lines();
    let mut kept = VecDeque::new();
    while let Ok(Some(line)) = lines.next_line().await {
        kept.push_back(line);
        if kept.len() > TAIL_LINES {
            kept.pop_front();
        }
    }
    Vec::from(kept).join("\n")
}

enum End {
    Asked,
    Forced,
}

#[cfg(unix)]
fn signal_group(group: Option<u32>, end: End) {
    let signal = match end {
        End::Asked => libc::SIGTERM,
        End::Forced => libc::SIGKILL,
    };
    if let Some(leader) = group.and_then(|id| i32::try_from(id).ok()) {
        // A group that is gone is no error.
        unsafe { libc::kill(-leader, signal) };
    }
}

#[cfg(not(unix))]
fn signal_group(_group: Option<u32>, _end: End) {}
`;
