// Clients known to reject tool names outside [A-Za-z0-9_-]; they are shown a spelling they accept.

/** `clientInfo.name` as the client sends it, and where its rule was seen. */
export const STRICT_CLIENTS: Readonly<Record<string, string>> = {
  'claude-ai': 'Claude apps: the Messages API refuses names outside ^[a-zA-Z0-9_-]{1,128}$',
  'claude-code': 'anthropics/claude-code#2257',
  'local-agent-mode-claude-ai': 'Claude desktop agent mode: same API rule as claude-ai',
  codex: 'openai/codex#8174',
  'codex-mcp-client': 'openai/codex#8174',
  'github-copilot-developer': 'github/copilot-cli#1879',
  'copilot-cli': 'github/copilot-cli#1879',
  'Visual Studio Code': 'Copilot chat: same rule as github/copilot-cli#1879',
  wassette: 'microsoft/wassette#56',
};

export function isStrictClient(clientName: string | undefined): boolean {
  return clientName !== undefined && Object.hasOwn(STRICT_CLIENTS, clientName);
}
