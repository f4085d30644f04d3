// The Rust source of how generated programs read their flags.

export const ARGUMENTS_RS = String.raw`// The flags of the tools: shown by clap, typed by the schema, sent as one JSON object.
use crate::failure::Failure;
use clap::builder::PossibleValuesParser;
use clap::{value_parser, Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value};
use std::io::Read;

pub struct Tool {
    pub name: &'static str,
    pub command: &'static str,
    pub about: &'static str,
    pub flags: &'static [Flag],
}

/// Not every server has tools with flags.
#[allow(dead_code)]
pub struct Flag {
    pub name: &'static str,
    pub long: &'static str,
    /// What switches it off; empty where nothing does.
    pub off: &'static str,
    pub kind: Kind,
    pub is_list: bool,
    pub is_required: bool,
    pub help: &'static str,
    pub choices: &'static [&'static str],
}

/// Not every server needs every kind.
#[allow(dead_code)]
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Text,
    Integer,
    Number,
    Boolean,
    /// Only JSON will do.
    Json,
    /// JSON, and what is no JSON is text.
    Any,
}

/// Our own flags stand behind those of the tool.
const OWN_ORDER: usize = 100_000;

const VALUES: &str = "A value that is - is read from stdin, one that is @FILE from the file.";

pub struct About {
    pub program: &'static str,
    pub version: &'static str,
    pub text: &'static str,
}

pub fn program(about: &About, tools: &[Tool]) -> Command {
    let program = Command::new(about.program)
        .version(about.version)
        .about(about.text)
        .after_help(VALUES)
        .subcommand_required(true)
        .arg_required_else_help(true);
    tools.iter().fold(with_own_flags(program), |program, tool| {
        program.subcommand(subcommand(tool))
    })
}

fn with_own_flags(program: Command) -> Command {
    let json = Arg::new("=json")
        .long("json")
        .help("Print the whole result as JSON, and errors as JSON too")
        .display_order(OWN_ORDER + 1);
    let raw = Arg::new("=raw")
        .long("raw")
        .help("Print the content as it came, without a final newline")
        .display_order(OWN_ORDER + 2);
    let timeout = Arg::new("=timeout")
        .long("timeout")
        .value_name("MS")
        .help("How long the server may take, in milliseconds [default: 30000]")
        .value_parser(value_parser!(u64))
        .display_order(OWN_ORDER + 3);
    program
        .arg(json.action(ArgAction::SetTrue).global(true))
        .arg(raw.action(ArgAction::SetTrue).global(true))
        .arg(timeout.global(true))
}

fn subcommand(tool: &Tool) -> Command {
    let first_line = tool.about.lines().next().unwrap_or_default();
    let args = Arg::new("=args")
        .long("args")
        .value_name("JSON")
        .help("Arguments as one JSON object")
        .display_order(OWN_ORDER);
    let command = Command::new(tool.command).after_help(VALUES);
    let command = command.about(first_line).arg(args);
    let command = match tool.about == first_line {
        true => command,
        false => command.long_about(tool.about),
    };
    let args = tool.flags.iter().enumerate();
    let command = command.args(args.map(|(at, flag)| to_arg(flag).display_order(at)));
    let switches = tool.flags.iter().filter(|flag| !flag.off.is_empty());
    command.args(switches.map(|flag| {
        let off = Arg::new(flag.off).long(flag.off).hide(true);
        off.action(ArgAction::SetTrue)
    }))
}

fn to_arg(flag: &Flag) -> Arg {
    let arg = Arg::new(flag.long).long(flag.long).help(flag.help);
    if flag.is_list {
        let list = arg.action(ArgAction::Append).value_name("VALUE");
        return list.allow_negative_numbers(true);
    }
    match flag.kind {
        Kind::Text if !flag.choices.is_empty() => {
            let choice = arg.value_name("CHOICE");
            choice.value_parser(PossibleValuesParser::new(flag.choices))
        }
        Kind::Text => arg.value_name("TEXT").allow_negative_numbers(true),
        Kind::Integer => arg.value_name("INTEGER").allow_negative_numbers(true),
        Kind::Number => arg.value_name("NUMBER").allow_negative_numbers(true),
        Kind::Boolean => {
            let switch = arg.value_name("BOOL").num_args(0..=1);
            switch.default_missing_value("true")
        }
        Kind::Json => arg.value_name("JSON"),
        Kind::Any => arg.value_name("VALUE").allow_negative_numbers(true),
    }
}

/// What the user typed as the tool wants it; flags win over --args.
pub fn to_json(tool: &Tool, matches: &ArgMatches) -> Result<Value, Failure> {
    let mut contents = Contents::default();
    let mut object = match matches.get_one::<String>("=args") {
        Some(text) => parse_object(&contents.behind(text)?)?,
        None => Map::new(),
    };
    for flag in tool.flags {
        if let Some(value) = flag_value(flag, matches, &mut contents)? {
            object.insert(flag.name.to_string(), value);
        }
    }
    let is_missing = |flag: &&Flag| flag.is_required && !object.contains_key(flag.name);
    match tool.flags.iter().find(is_missing) {
        Some(flag) => Err(Failure::new(
            "parse_error",
            format!("Missing required argument: {}", flag.name),
        )),
        None => Ok(Value::Object(object)),
    }
}

fn flag_value(
    flag: &Flag,
    matches: &ArgMatches,
    contents: &mut Contents,
) -> Result<Option<Value>, Failure> {
    if !flag.off.is_empty() && matches.get_flag(flag.off) {
        return Ok(Some(Value::Bool(false)));
    }
    let given = matches.get_many::<String>(flag.long).into_iter().flatten();
    let texts: Vec<String> = given
        .map(|text| contents.behind(text))
        .collect::<Result<_, _>>()?;
    if texts.is_empty() {
        return Ok(None);
    }
    if flag.is_list {
        return to_list(flag, &texts).map(Some);
    }
    let last = texts.last().map(|text| to_value(flag, text));
    last.transpose()
}

/// One JSON array, or a value each time the flag is there.
fn to_list(flag: &Flag, texts: &[String]) -> Result<Value, Failure> {
    if let [only] = texts {
        if let Ok(Value::Array(values)) = serde_json::from_str(only) {
            return Ok(Value::Array(values));
        }
    }
    let values = texts.iter().map(|text| to_value(flag, text));
    Ok(Value::Array(values.collect::<Result<_, _>>()?))
}

fn to_value(flag: &Flag, text: &str) -> Result<Value, Failure> {
    let is_known = flag.choices.is_empty() || flag.choices.contains(&text);
    match flag.kind {
        Kind::Text if is_known => Ok(text.into()),
        Kind::Text => {
            let choices = flag.choices.join(", ");
            Err(wrong(flag, text, &format!("one of {choices}")))
        }
        Kind::Integer => match text.parse::<i64>() {
            Ok(value) => Ok(value.into()),
            Err(_) => Err(wrong(flag, text, "an integer")),
        },
        Kind::Number => match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(to_number(value)),
            _ => Err(wrong(flag, text, "a number")),
        },
        Kind::Boolean => match text.parse::<bool>() {
            Ok(value) => Ok(value.into()),
            Err(_) => Err(wrong(flag, text, "true or false")),
        },
        Kind::Any => Ok(serde_json::from_str(text).unwrap_or_else(|_| text.into())),
        Kind::Json => match serde_json::from_str(text) {
            Ok(value) => Ok(value),
            Err(error) => Err(wrong(flag, text, &format!("JSON ({error})"))),
        },
    }
}

/// Whole numbers are sent without a fraction.
fn to_number(value: f64) -> Value {
    let is_whole = value.fract() == 0.0 && value.abs() < 9e15;
    match is_whole {
        true => (value as i64).into(),
        false => value.into(),
    }
}

fn wrong(flag: &Flag, text: &str, expected: &str) -> Failure {
    Failure::arguments(format!("--{} expects {expected}, got '{text}'", flag.long))
}

fn parse_object(text: &str) -> Result<Map<String, Value>, Failure> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Failure::arguments("--args: expected a JSON object")),
        Err(error) => Err(Failure::arguments(format!("--args: {error}"))),
    }
}

/// Reads what values stand for; one of them may have standard input.
#[derive(Default)]
struct Contents {
    is_stdin_read: bool,
}

impl Contents {
    /// A dash is stdin, an at sign and a name is a file, two at signs are one, all else is itself.
    fn behind(&mut self, text: &str) -> Result<String, Failure> {
        match text.strip_prefix('@') {
            None if text == "-" => self.stdin(),
            None | Some("") => Ok(text.to_string()),
            Some(rest) if rest.starts_with('@') => Ok(rest.to_string()),
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| Failure::arguments(format!("{path}: {error}"))),
        }
    }

    fn stdin(&mut self) -> Result<String, Failure> {
        if self.is_stdin_read {
            return Err(Failure::arguments("only one value can be - (stdin)"));
        }
        self.is_stdin_read = true;
        let mut input = String::new();
        match std::io::stdin().read_to_string(&mut input) {
            Ok(_) => Ok(input),
            Err(error) => Err(Failure::arguments(format!("stdin: {error}"))),
        }
    }
}
`;
