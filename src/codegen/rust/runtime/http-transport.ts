// The Rust source of how generated programs reach a server at an address.

export const HTTP_TRANSPORT_RS = String.raw`// The way to a server at an address: Streamable HTTP with its session and its streamed answers.
mod sse;

use crate::catalog::CONNECTION;
use crate::environment::{expand, Template};
use crate::failure::Failure;
use crate::messages::{notification, receive, request, Received};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, CONTENT_TYPE};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::Value;
use sse::SseReader;
use std::error::Error;
use std::time::Duration;

pub struct Connection {
    pub url: Template,
    pub headers: &'static [(&'static str, Template)],
}

const CLOSE_LIMIT: Duration = Duration::from_millis(2000);
const MAX_REDIRECTS: usize = 5;
const ACCEPT: &str = "application/json, text/event-stream";

pub struct Transport {
    server: String,
    client: Client,
    url: String,
    headers: HeaderMap,
    session: Option<HeaderValue>,
    revision: Option<String>,
    next_id: u64,
}

impl Transport {
    pub async fn open(server: &str) -> Result<Self, Failure> {
        let mut headers = HeaderMap::new();
        for (name, value) in CONNECTION.headers {
            let value = HeaderValue::try_from(expand(value)?);
            match (HeaderName::try_from(*name), value) {
                (Ok(name), Ok(value)) => headers.insert(name, value),
                _ => return Err(Failure::connection(server, format!("bad header {name}"))),
            };
        }
        let client = Client::builder().redirect(at_home()).build();
        Ok(Transport {
            server: server.to_string(),
            client: client.map_err(|error| Failure::connection(server, reason(&error)))?,
            url: expand(CONNECTION.url)?,
            headers,
            session: None,
            revision: None,
            next_id: 1,
        })
    }

    /// From now on every request says which revision is spoken.
    pub fn agree(&mut self, revision: &str) {
        self.revision = Some(revision.to_string());
    }

    pub async fn request(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let id = self.next_id;
        self.next_id += 1;
        let response = self.post(&request(id, method, &params)).await?;
        if let Some(session) = response.headers().get("mcp-session-id") {
            self.session = Some(session.clone());
        }
        let content_type = response.headers().get(CONTENT_TYPE);
        let is_stream = content_type.is_some_and(|value| {
            let kind = value.to_str().unwrap_or_default();
            kind.to_ascii_lowercase().starts_with("text/event-stream")
        });
        if is_stream {
            return self.streamed_answer(response, id).await;
        }
        let body = response.bytes().await.map_err(|error| self.lost(&error))?;
        let message = serde_json::from_slice(&body).unwrap_or(Value::Null);
        match receive(message, id) {
            Received::Answer(answer) => answer,
            _ => Err(self.refused("it answered with something that is no MCP message")),
        }
    }

    pub async fn notify(&mut self, method: &str) -> Result<(), Failure> {
        self.post(&notification(method)).await?;
        Ok(())
    }

    /// The session is given back; a server that does not care is no error.
    pub async fn close(self) {
        if self.session.is_some() {
            let goodbye = self.with_headers(self.client.delete(&self.url));
            let _ = goodbye.timeout(CLOSE_LIMIT).send().await;
        }
    }

    /// Reads until the answer is there; a stream that breaks off is taken up where it broke.
    async fn streamed_answer(&self, response: Response, id: u64) -> Result<Value, Failure> {
        let mut response = response;
        loop {
            let mut reader = SseReader::default();
            while let Some(chunk) = response.chunk().await.map_err(|error| self.lost(&error))? {
                for data in reader.feed(&chunk) {
                    let message = serde_json::from_str(&data).unwrap_or(Value::Null);
                    match receive(message, id) {
                        Received::Answer(answer) => return answer,
                        Received::Question(reply) => drop(self.post(&reply).await?),
                        Received::Other => {}
                    }
                }
            }
            let Some(last_event) = reader.last_id() else {
                return Err(self.refused("the stream ended before the answer"));
            };
            tokio::time::sleep(reader.retry()).await;
            response = self.resume(last_event).await?;
        }
    }

    async fn resume(&self, last_event: &str) -> Result<Response, Failure> {
        let builder = self
            .client
            .get(&self.url)
            .header("last-event-id", last_event);
        self.send(builder.header("accept", "text/event-stream"))
            .await
    }

    async fn post(&self, message: &Value) -> Result<Response, Failure> {
        let builder = self.client.post(&self.url).header("accept", ACCEPT);
        let builder = builder.header(CONTENT_TYPE, "application/json");
        self.send(builder.body(message.to_string())).await
    }

    async fn send(&self, builder: RequestBuilder) -> Result<Response, Failure> {
        let sent = self.with_headers(builder).send().await;
        let response = sent.map_err(|error| self.lost(&error))?;
        match response.status() {
            status if status.is_success() => Ok(response),
            StatusCode::UNAUTHORIZED => Err(Failure::new(
                "auth_required",
                format!("Server '{}' requires authentication", self.server),
            )),
            status => Err(self.failed(status, response).await),
        }
    }

    fn with_headers(&self, builder: RequestBuilder) -> RequestBuilder {
        let mut headers = self.headers.clone();
        if let Some(session) = &self.session {
            headers.insert("mcp-session-id", session.clone());
        }
        let revision = self.revision.as_deref().map(HeaderValue::from_str);
        if let Some(Ok(revision)) = revision {
            headers.insert("mcp-protocol-version", revision);
        }
        builder.headers(headers)
    }

    /// Servers explain themselves in a JSON-RPC error, whatever the status.
    async fn failed(&self, status: StatusCode, response: Response) -> Failure {
        let body = response.text().await.unwrap_or_default();
        let message: Value = serde_json::from_str(&body).unwrap_or(Value::Null);
        match message["error"]["message"].as_str() {
            Some(said) => self.refused(&format!("HTTP {status}: {said}")),
            None => self.refused(&format!("HTTP {status}")),
        }
    }

    fn lost(&self, error: &reqwest::Error) -> Failure {
        self.refused(&reason(error))
    }

    fn refused(&self, reason: &str) -> Failure {
        Failure::connection(&self.server, reason)
    }
}

/// Headers may hold secrets, so redirects are followed on the server's own origin only.
fn at_home() -> Policy {
    Policy::custom(|attempt| {
        let from = attempt.previous();
        let is_home = from[0].origin() == attempt.url().origin();
        match is_home && from.len() <= MAX_REDIRECTS {
            true => attempt.follow(),
            false => attempt.stop(),
        }
    })
}

/// The innermost cause says most; addresses may hold secrets and stay out of it.
fn reason(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    match error.source() {
        Some(_) => cause.to_string(),
        None => "the request could not be sent".to_string(),
    }
}
`;
