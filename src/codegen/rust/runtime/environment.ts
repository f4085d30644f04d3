// The Rust source of how generated programs complete their connection.

export const ENVIRONMENT_RS = String.raw`// Texts of a connection that are completed from the environment when the program runs.
use crate::failure::Failure;

/// Not every connection needs every part.
#[allow(dead_code)]
pub enum Part {
    Text(&'static str),
    Variable(&'static str, Option<Template>),
}

pub type Template = &'static [Part];

pub fn expand(template: Template) -> Result<String, Failure> {
    template.iter().map(expand_part).collect()
}

fn expand_part(part: &Part) -> Result<String, Failure> {
    match part {
        Part::Text(text) => Ok(text.to_string()),
        Part::Variable(name, fallback) => match (std::env::var(name), fallback) {
            (Ok(value), _) => Ok(value),
            (Err(_), Some(fallback)) => expand(fallback),
            (Err(_), None) => Err(Failure::new(
                "config_error",
                format!("Environment variable '{name}' is not set (referenced in this program)"),
            )),
        },
    }
}
`;
