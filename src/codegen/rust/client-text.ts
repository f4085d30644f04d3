// The typed client of a server in Rust: one method for each tool, over whatever carries the calls.
import { fitting } from './render-item.ts';
import { openSnakeScope } from './rust-names.ts';
import { renderRustDoc, RUST_WIDTH, toDocLines, toRustString } from './rust-text.ts';

export interface ToolMethod {
  readonly tool: string;
  readonly description: string;
  readonly argsType: string;
  /** Absent where the tool says nothing about its structured content. */
  readonly outputType?: string;
}

export const IMPORTS = `use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::future::Future;
`;

const SEAM = `/// Carries calls to the server: implement it over the MCP client of your choice.
pub trait ToolCaller: Sync {
    type Error: From<serde_json::Error> + From<ToolFailure>;

    fn call_tool(
        &self,
        server: &str,
        tool: &str,
        args: Value,
    ) -> impl Future<Output = Result<CallResult, Self::Error>> + Send;
}

/// What a tool gave back, in the shape of the MCP specification.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CallResult {
    #[serde(default)]
    pub content: Vec<Value>,
    #[serde(rename = "structuredContent")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structured_content: Option<Value>,
    #[serde(rename = "isError", default)]
    pub is_error: bool,
    #[serde(flatten)]
    pub others: BTreeMap<String, Value>,
}

impl CallResult {
    /// The text blocks, one after the other.
    pub fn text(&self) -> String {
        let blocks = self.content.iter();
        let texts: Vec<&str> = blocks.filter_map(|block| block["text"].as_str()).collect();
        texts.join("\\n")
    }

    /// The structured content, or the text read as JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        match &self.structured_content {
            Some(value) => T::deserialize(value),
            None => serde_json::from_str(&self.text()),
        }
    }
}

/// A tool that reported an error of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolFailure {
    pub tool: String,
    pub result: CallResult,
}

impl std::fmt::Display for ToolFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.tool, self.result.text())
    }
}

impl std::error::Error for ToolFailure {}

async fn call<C: ToolCaller, A: Serialize>(
    caller: &C,
    tool: &str,
    args: A,
) -> Result<CallResult, C::Error> {
    let args = serde_json::to_value(args)?;
    let result = caller.call_tool(SERVER, tool, args).await?;
    if result.is_error {
        let tool = tool.to_string();
        return Err(ToolFailure { tool, result }.into());
    }
    Ok(result)
}
`;

const STRUCTURED = `
async fn call_typed<C: ToolCaller, A: Serialize, T: DeserializeOwned>(
    caller: &C,
    tool: &str,
    args: A,
) -> Result<T, C::Error> {
    Ok(call(caller, tool, args).await?.json()?)
}
`;

/** Names that the client's own constructor and accessor have. */
const OWN_METHODS = ['new', 'caller'];

export interface ClientFacts {
  readonly server: string;
  readonly clientType: string;
}

export function renderRustClient(methods: readonly ToolMethod[], facts: ClientFacts): string {
  const hasTyped = methods.some(({ outputType }) => outputType !== undefined);
  const name = fitting('pub const SERVER: &str =', `${toRustString(facts.server)};`, '');
  const doc = '/// The name the server is called by.\n';
  const client = renderClient(methods, facts);
  return [doc + name, SEAM + (hasTyped ? STRUCTURED : ''), client].join('\n');
}

function renderClient(methods: readonly ToolMethod[], { server, clientType }: ClientFacts): string {
  const scope = openSnakeScope(OWN_METHODS);
  const rows = methods.map((method) => renderMethod(scope.take(method.tool), method));
  return `${renderRustDoc(toDocLines(`The tools of ${server}, one method each.`), '')}#[derive(Debug, Clone)]
pub struct ${clientType}<C> {
    caller: C,
}

impl<C: ToolCaller> ${clientType}<C> {
    pub fn new(caller: C) -> Self {
        Self { caller }
    }

    pub fn caller(&self) -> &C {
        &self.caller
    }
${rows.map((row) => `\n${row}`).join('')}}
`;
}

function renderMethod(name: string, method: ToolMethod): string {
  const { tool, description, argsType, outputType } = method;
  const result = `Result<${outputType ?? 'CallResult'}, C::Error>`;
  const row = `    pub async fn ${name}(&self, args: ${argsType}) -> ${result} {`;
  const head =
    row.length <= RUST_WIDTH
      ? row
      : `    pub async fn ${name}(\n        &self,\n        args: ${argsType},\n    ) -> ${result} {`;
  const carry = outputType === undefined ? 'call' : 'call_typed';
  const toolName = fitting('        let tool =', `${toRustString(tool)};`, '        ');
  const body = `${toolName}        ${carry}(&self.caller, tool, args).await\n    }\n`;
  return `${renderRustDoc(toDocLines(description), '    ')}${head}\n${body}`;
}
