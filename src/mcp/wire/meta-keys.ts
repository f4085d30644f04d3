// The reserved `_meta` keys of the 2026 era.

const PREFIX = 'io.modelcontextprotocol/';

export const META = {
  protocolVersion: `${PREFIX}protocolVersion`,
  clientInfo: `${PREFIX}clientInfo`,
  clientCapabilities: `${PREFIX}clientCapabilities`,
  logLevel: `${PREFIX}logLevel`,
  subscriptionId: `${PREFIX}subscriptionId`,
  serverInfo: `${PREFIX}serverInfo`,
} as const;
