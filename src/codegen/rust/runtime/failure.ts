// The Rust source of how generated programs fail.

export const FAILURE_RS = String.raw`// What went wrong, in words for people and with a code for programs.
use serde_json::{json, Value};

pub struct Failure {
    pub code: &'static str,
    pub message: String,
}

impl Failure {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Failure { code, message }
    }

    pub fn arguments(reason: impl std::fmt::Display) -> Self {
        Failure::new("parse_error", format!("Cannot parse arguments: {reason}"))
    }

    pub fn connection(server: &str, reason: impl std::fmt::Display) -> Self {
        let message = format!("Cannot connect to {server}: {reason}");
        Failure::new("connection_refused", message)
    }

    pub fn to_json(&self, server: &str, tool: Option<&str>) -> Value {
        let mut error = json!({ "server": server });
        if let Some(tool) = tool {
            error["tool"] = json!(tool);
        }
        error["message"] = json!(self.message);
        error["code"] = json!(self.code);
        json!({ "error": error })
    }
}
`;
