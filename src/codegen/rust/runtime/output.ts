// The Rust source of how generated programs show results.

export const OUTPUT_RS = String.raw`// Shows a result as people or programs want to read it.
use serde_json::Value;
use std::io::{IsTerminal, Write};

#[derive(Clone, Copy, PartialEq)]
pub enum Format {
    Text,
    Raw,
    Json,
}

pub fn render(result: &Value, format: Format) -> String {
    if format == Format::Json {
        return format!("{result:#}\n");
    }
    let no_blocks = Vec::new();
    let blocks = result["content"].as_array().unwrap_or(&no_blocks);
    if format == Format::Raw {
        let texts: Vec<String> = blocks.iter().map(raw_text).collect();
        return texts.join("\n");
    }
    let mut lines: Vec<String> = blocks.iter().map(block_text).collect();
    if blocks.is_empty() && !result["structuredContent"].is_null() {
        lines.push(format!("{:#}", result["structuredContent"]));
    }
    lines.iter().map(|line| end_line(line)).collect()
}

fn end_line(line: &str) -> String {
    match line.ends_with('\n') {
        true => line.to_string(),
        false => format!("{line}\n"),
    }
}

fn raw_text(block: &Value) -> String {
    match block["text"].as_str() {
        Some(text) => text.to_string(),
        None => block.to_string(),
    }
}

fn block_text(block: &Value) -> String {
    let kind = block["type"].as_str().unwrap_or_default();
    let data = block["data"].as_str();
    match (kind, block["text"].as_str(), data, block["uri"].as_str()) {
        ("text", Some(text), _, _) => text.to_string(),
        (_, _, Some(data), _) => {
            let mime_type = block["mimeType"].as_str().unwrap_or("unknown");
            format!("[{kind}: {mime_type}, {} bytes]", decoded_bytes(data))
        }
        ("resource_link", _, _, Some(uri)) => format!("[link: {uri}]"),
        ("resource", ..) => resource_text(&block["resource"]),
        _ => block.to_string(),
    }
}

fn resource_text(resource: &Value) -> String {
    let heading = format!(
        "[resource: {}]",
        resource["uri"].as_str().unwrap_or_default()
    );
    match (resource["text"].as_str(), resource["blob"].as_str()) {
        (Some(text), _) => format!("{heading}\n{text}"),
        (None, Some(blob)) => format!("{heading} {} bytes", decoded_bytes(blob)),
        (None, None) => heading,
    }
}

fn decoded_bytes(base64: &str) -> usize {
    base64.trim_end_matches('=').len() * 3 / 4
}

pub fn print(text: &str) {
    let stdout = std::io::stdout();
    let is_terminal = stdout.is_terminal();
    write(stdout.lock(), text, is_terminal);
}

pub fn print_error(text: &str) {
    let stderr = std::io::stderr();
    let is_terminal = stderr.is_terminal();
    write(stderr.lock(), text, is_terminal);
}

/// A reader that went away is no error.
fn write(mut stream: impl Write, text: &str, is_terminal: bool) {
    let _ = match is_terminal {
        true => stream.write_all(guarded(text).as_bytes()),
        false => stream.write_all(text.as_bytes()),
    };
    let _ = stream.flush();
}

/// No server steers a terminal: control characters are shown, not obeyed.
fn guarded(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for each in text.replace("\r\n", "\n").chars() {
        match each.is_control() && each != '\n' && each != '\t' {
            true => shown.push_str(&format!("\\u{:04x}", u32::from(each))),
            false => shown.push(each),
        }
    }
    shown
}
`;
