// The Rust source of the conversation of generated programs with their server.

export const SESSION_RS = String.raw`// One conversation with the server: greet it, call one tool, say goodbye.
use crate::failure::Failure;
use crate::transport::Transport;
use serde_json::{json, Value};
use std::time::Duration;

/// The server may choose an older one; the methods used here are the same in all of them.
const PROTOCOL_VERSION: &str = "2025-11-25";

pub struct Call<'a> {
    pub program: &'a str,
    pub server: &'a str,
    pub tool: &'a str,
    pub timeout_ms: u64,
}

/// The result of the tool, which may be an error the tool itself reports.
pub async fn call_tool(call: &Call<'_>, arguments: Value) -> Result<Value, Failure> {
    let mut transport = Transport::open(call.server).await?;
    let limit = Duration::from_millis(call.timeout_ms);
    let outcome = tokio::select! {
        result = tokio::time::timeout(limit, converse(&mut transport, call, arguments)) => {
            result.unwrap_or_else(|_| Err(too_late(call)))
        }
        _ = interrupted() => Err(Failure::new("cancelled", "Cancelled.")),
    };
    transport.close().await;
    outcome
}

async fn converse(
    transport: &mut Transport,
    call: &Call<'_>,
    arguments: Value,
) -> Result<Value, Failure> {
    let hello = json!({
        "protocolVersion": PROTOCOL_VERSION,
        "capabilities": {},
        "clientInfo": { "name": call.program, "version": env!("CARGO_PKG_VERSION") },
    });
    let welcome = transport.request("initialize", hello).await?;
    transport.agree(
        welcome["protocolVersion"]
            .as_str()
            .unwrap_or(PROTOCOL_VERSION),
    );
    transport.notify("notifications/initialized").await?;
    let params = json!({ "name": call.tool, "arguments": arguments });
    transport.request("tools/call", params).await
}

fn too_late(call: &Call<'_>) -> Failure {
    let seconds = call.timeout_ms as f64 / 1000.0;
    let what = format!("{}.{}", call.server, call.tool);
    Failure::new(
        "timeout",
        format!("Timeout after {seconds}s calling {what}"),
    )
}

#[cfg(unix)]
async fn interrupted() {
    use tokio::signal::unix::{signal, SignalKind};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn interrupted() {
    let _ = tokio::signal::ctrl_c().await;
}
`;
