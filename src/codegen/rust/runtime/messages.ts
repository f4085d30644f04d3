// The Rust source of the messages of generated programs.

export const MESSAGES_RS = String.raw`// The JSON-RPC messages of both directions.
use crate::failure::Failure;
use serde_json::{json, Value};

pub fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

pub fn notification(method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "method": method })
}

/// What a message is to somebody who waits for the answer to one request.
pub enum Received {
    Answer(Result<Value, Failure>),
    /// The server asks something; this is what to send back.
    Question(Value),
    Other,
}

pub fn receive(mut message: Value, id: u64) -> Received {
    let from = message["id"].take();
    if let Some(method) = message["method"].as_str() {
        return match from {
            Value::Null => Received::Other,
            id => Received::Question(reply(id, method)),
        };
    }
    if from != json!(id) {
        return Received::Other;
    }
    Received::Answer(match message.get_mut("error") {
        Some(error) => Err(to_failure(error)),
        None => Ok(message["result"].take()),
    })
}

/// Nothing was promised to the server, so everything but a sign of life is declined.
fn reply(id: Value, method: &str) -> Value {
    if method == "ping" {
        return json!({ "jsonrpc": "2.0", "id": id, "result": {} });
    }
    let error = json!({ "code": -32601, "message": format!("{method} is not supported") });
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}

fn to_failure(error: &Value) -> Failure {
    let message = error["message"]
        .as_str()
        .unwrap_or("the server gave no reason");
    Failure::new("tool_failed", message)
}
`;
