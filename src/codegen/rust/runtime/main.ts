// The Rust source of the entry of a generated program.

export const MAIN_RS = String.raw`mod arguments;
mod catalog;
mod environment;
mod failure;
mod messages;
mod output;
mod session;
mod transport;

use arguments::Tool;
use catalog::{ABOUT, NOTE, SERVER, TOOLS};
use clap::ArgMatches;
use failure::Failure;
use output::Format;
use std::process::ExitCode;

const DEFAULT_TIMEOUT_MS: u64 = 30_000;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    // Keeps the note in the executable, where it is looked for.
    std::hint::black_box(NOTE);
    let matches = match arguments::program(&ABOUT, TOOLS).try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return explain(&error),
    };
    let Some((command, matches)) = matches.subcommand() else {
        return ExitCode::FAILURE;
    };
    let Some(tool) = TOOLS.iter().find(|tool| tool.command == command) else {
        return ExitCode::FAILURE;
    };
    let format = format_of(matches);
    match run(tool, matches).await {
        Ok(result) => show(&result, format),
        Err(failure) => report(&failure, Some(tool.name), format == Format::Json),
    }
}

async fn run(tool: &Tool, matches: &ArgMatches) -> Result<serde_json::Value, Failure> {
    let arguments = arguments::to_json(tool, matches)?;
    let timeout_ms = matches.get_one::<u64>("=timeout").copied();
    let call = session::Call {
        program: ABOUT.program,
        server: SERVER,
        tool: tool.name,
        timeout_ms: timeout_ms.unwrap_or(DEFAULT_TIMEOUT_MS),
    };
    session::call_tool(&call, arguments).await
}

fn format_of(matches: &ArgMatches) -> Format {
    if matches.get_flag("=json") {
        return Format::Json;
    }
    match matches.get_flag("=raw") {
        true => Format::Raw,
        false => Format::Text,
    }
}

fn show(result: &serde_json::Value, format: Format) -> ExitCode {
    let text = output::render(result, format);
    let is_error = result["isError"] == true;
    if is_error && format == Format::Text {
        output::print_error(&text);
    } else {
        output::print(&text);
    }
    match is_error {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

fn report(failure: &Failure, tool: Option<&str>, as_json: bool) -> ExitCode {
    if as_json {
        output::print(&format!("{:#}\n", failure.to_json(SERVER, tool)));
    } else {
        output::print_error(&format!("{}\n", failure.message));
    }
    ExitCode::FAILURE
}

/// Help is an answer; everything else clap has to say is an error, and errors exit with 1.
fn explain(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if std::env::args().any(|word| word == "--json") {
        let text = error.to_string();
        let reason = text.trim_start_matches("error: ").trim_end();
        return report(&Failure::arguments(reason), None, true);
    }
    let _ = error.print();
    ExitCode::FAILURE
}
`;
