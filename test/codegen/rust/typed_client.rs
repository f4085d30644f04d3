// Uses the client emitted for the torture catalog the way a Rust developer would.
use emitted::torture::*;
use serde_json::{json, Value};
use std::future::Future;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

struct Recorder {
    answer: Value,
    sent: Mutex<Vec<(String, String, Value)>>,
}

#[derive(Debug)]
enum Failure {
    Json(serde_json::Error),
    Tool(ToolFailure),
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::Json(error)
    }
}

impl From<ToolFailure> for Failure {
    fn from(error: ToolFailure) -> Self {
        Failure::Tool(error)
    }
}

impl ToolCaller for Recorder {
    type Error = Failure;

    async fn call_tool(
        &self,
        server: &str,
        tool: &str,
        args: Value,
    ) -> Result<CallResult, Failure> {
        let row = (server.to_string(), tool.to_string(), args);
        self.sent.lock().unwrap().push(row);
        Ok(serde_json::from_value(self.answer.clone())?)
    }
}

fn client(answer: Value) -> TortureClient<Recorder> {
    let sent = Mutex::new(Vec::new());
    TortureClient::new(Recorder { answer, sent })
}

fn sent(client: &TortureClient<Recorder>) -> (String, String, Value) {
    client.caller().sent.lock().unwrap().pop().unwrap()
}

/// Nothing here ever waits.
fn now<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("it waits"),
    }
}

fn same_after<T: serde::Serialize + serde::de::DeserializeOwned>(value: Value) {
    let typed: T = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(serde_json::to_value(typed).unwrap(), value);
}

#[test]
fn outputs_are_typed() {
    let client = client(json!({ "content": [], "structuredContent": { "sum": 5 } }));
    let output = now(client.add(AddArgs { a: 2.0, b: 3.0 })).unwrap();
    assert_eq!(output.sum, Some(5.0).unwrap());
    let (server, tool, args) = sent(&client);
    assert_eq!((server.as_str(), tool.as_str()), ("torture", "add"));
    assert_eq!(args, json!({ "a": 2.0, "b": 3.0 }));
}

#[test]
fn outputs_without_structure_are_read_from_text() {
    let text = json!({ "content": [{ "type": "text", "text": "{\"sum\":7}" }] });
    let output = now(client(text).add(AddArgs { a: 3.0, b: 4.0 })).unwrap();
    assert_eq!(output.sum, 7.0);
}

#[test]
fn errors_of_a_tool_are_errors() {
    let answer = json!({ "content": [{ "type": "text", "text": "no" }], "isError": true });
    let failed = now(client(answer.clone()).fails(FailsArgs::default()));
    assert!(matches!(failed, Err(Failure::Tool(failure)) if failure.to_string() == "fails: no"));
    let failed = now(client(answer).add(AddArgs { a: 0.0, b: 0.0 }));
    assert!(matches!(failed, Err(Failure::Tool(_))));
}

#[test]
fn wrong_outputs_are_errors() {
    let answer = json!({ "content": [], "structuredContent": { "sum": "five" } });
    let failed = now(client(answer).add(AddArgs { a: 0.0, b: 0.0 }));
    assert!(matches!(failed, Err(Failure::Json(_))));
}

#[test]
fn what_is_absent_is_not_sent() {
    let client = client(json!({ "content": [] }));
    now(client.new_(NewArgs::default())).unwrap();
    assert_eq!(sent(&client).2, json!({}));
    let value = Some("x".to_string());
    now(client.a_b(ABArgs { value })).unwrap();
    let (_, tool, args) = sent(&client);
    assert_eq!((tool.as_str(), args), ("a/b", json!({ "value": "x" })));
}

#[test]
fn names_on_the_wire_stay_what_they_are() {
    same_after::<KeywordsArgs>(json!({ "type": "a", "self": "b", "Self": "c", "gen": "d" }));
    same_after::<OddPropertiesArgs>(json!({
        "__proto__": "a", "2fa": "b", "x-y": true, "x_y": false, "xY": true, "": "c", "new\nline": "d",
    }));
}

#[test]
fn alternatives_are_told_apart() {
    let shape = |shape: Value| json!({ "either": 1.5, "nullable": null, "shape": shape });
    same_after::<UnionsArgs>(shape(json!({ "kind": "circle", "radius": 1.0 })));
    same_after::<UnionsArgs>(shape(json!({ "kind": "square", "side": 2.0 })));
    let square: UnionsArgs =
        serde_json::from_value(shape(json!({ "kind": "square", "side": 2.0 }))).unwrap();
    assert!(matches!(square.shape, Some(UnionsArgsShape::Square(_))));
    for many in [
        json!(true),
        json!(3),
        json!("x"),
        json!([1]),
        json!({ "a": 1 }),
    ] {
        same_after::<UnionsArgs>(json!({ "either": "text", "nullable": "x", "many": many }));
    }
    let unknown = json!({ "either": "x", "nullable": null, "shape": { "kind": "line" } });
    assert!(serde_json::from_value::<UnionsArgs>(unknown).is_err());
}

#[test]
fn choices_keep_their_values() {
    for color in [
        "red",
        "green blue",
        "3d",
        "Self",
        "",
        "red-ish",
        "red_ish",
        "日本",
        "a\nb",
    ] {
        same_after::<EnumsArgs>(json!({ "color": color }));
    }
    assert!(serde_json::from_value::<EnumsArgs>(json!({ "color": "pink" })).is_err());
}

#[test]
fn recursion_has_no_end() {
    same_after::<RecursiveRefArgs>(json!({
        "tree": { "value": "a", "children": [{ "value": "b" }], "parent": { "value": "c" } },
    }));
    same_after::<RecursiveRootArgs>(json!({ "name": "a", "child": { "name": "b" } }));
}

#[test]
fn maps_and_tuples_hold_what_they_may() {
    same_after::<MapsArgs>(
        json!({ "open": { "known": "a", "other": 2 }, "numbers": { "x": 1.5 } }),
    );
    same_after::<TuplesArgs>(json!({ "point": [1.0, 2.0], "closed": ["a"], "matrix": [[[1.0]]] }));
    assert!(serde_json::from_value::<TuplesArgs>(json!({ "point": [1.0] })).is_err());
}
