// Answers JSON lines on stdin by a table of methods, as servers without any library do.

export function answerLines(answers) {
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) continue;
      const result = answers[method]?.(params) ?? {};
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
    }
  });
}

/** The answer to `initialize` of a server that has tools. */
export function welcome(name) {
  return ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name, version: '1.0.0' },
  });
}
