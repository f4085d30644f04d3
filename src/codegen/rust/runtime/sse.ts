// The Rust source of how generated programs read streamed answers.

export const SSE_RS = String.raw`// Reads server-sent events, however the network cuts them.
use std::time::Duration;

#[derive(Default)]
pub struct SseReader {
    buffer: Vec<u8>,
    data: Vec<String>,
    id: Option<String>,
    last_id: Option<String>,
    retry_ms: Option<u64>,
}

impl SseReader {
    /// The data of the events that are complete now.
    pub fn feed(&mut self, chunk: &[u8]) -> Vec<String> {
        self.buffer.extend_from_slice(chunk);
        let mut events = Vec::new();
        while let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.buffer.drain(..=end).collect();
            let text = String::from_utf8_lossy(&line);
            if let Some(event) = self.take_line(text.trim_end_matches(['\r', '\n'])) {
                events.push(event);
            }
        }
        events
    }

    pub fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    /// How long to wait before the stream is taken up again.
    pub fn retry(&self) -> Duration {
        Duration::from_millis(self.retry_ms.unwrap_or(1000))
    }

    fn take_line(&mut self, line: &str) -> Option<String> {
        if line.is_empty() {
            return self.end_event();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => self.data.push(value.to_string()),
            "id" => self.id = Some(value.to_string()),
            "retry" => self.retry_ms = value.parse().ok(),
            _ => {}
        }
        None
    }

    fn end_event(&mut self) -> Option<String> {
        if let Some(id) = self.id.take() {
            self.last_id = Some(id);
        }
        let data = std::mem::take(&mut self.data).join("\n");
        (!data.is_empty()).then_some(data)
    }
}
`;
