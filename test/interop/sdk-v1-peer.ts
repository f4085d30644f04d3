// The official SDK of the first generation as a peer: the revisions that open with `initialize`.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  isInitializeRequest,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { CLIENT_INFO, ELICITED, firstText, ROOT, SAMPLED, type Peer, type Route } from './peer.ts';

function openTransport(route: Route): Transport {
  if (route.kind === 'stdio') {
    return new StdioClientTransport({ command: route.command, args: [...route.args] });
  }
  const transport =
    route.kind === 'sse'
      ? new SSEClientTransport(route.url)
      : new StreamableHTTPClientTransport(route.url);
  return transport;
}

/** The SDK always asks for its newest revision, so what it asks for is changed on the way out. */
function askFor(revision: string, transport: Transport): { negotiated: string | undefined } {
  const seen: { negotiated: string | undefined } = { negotiated: undefined };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (!isInitializeRequest(message)) return send(message, options);
    const params = { ...message.params, protocolVersion: revision };
    return send({ ...message, params }, options);
  };
  const setVersion = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version) => {
    seen.negotiated = version;
    setVersion?.(version);
  };
  return seen;
}

function answerQuestions(client: Client): void {
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: ELICITED }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [ROOT] }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: 'assistant',
    content: { type: 'text', text: SAMPLED },
    model: 'interop-model',
  }));
}

export async function openSdkV1(route: Route, revision: string): Promise<Peer> {
  const client = new Client(CLIENT_INFO, {
    capabilities: { elicitation: {}, sampling: {}, roots: {} },
  });
  const logs: string[] = [];
  const changes: string[] = [];
  answerQuestions(client);
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    logs.push(String(params.data));
  });
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    changes.push(params.uri);
  });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes.push('tools');
  });
  const transport = openTransport(route);
  const seen = askFor(revision, transport);
  await client.connect(transport);

  const call: Peer['call'] = async (name, args = {}, wishes = {}) => {
    const { onProgress, signal } = wishes;
    const result = await client.callTool({ name, arguments: args }, CallToolResultSchema, {
      ...(onProgress && { onprogress: ({ progress }) => onProgress(progress) }),
      ...(signal && { signal }),
    });
    const parsed = CallToolResultSchema.parse(result);
    return { text: firstText(parsed.content), isError: parsed.isError === true };
  };
  return {
    revision: seen.negotiated,
    serverName: client.getServerVersion()?.name,
    logs,
    changes,
    call,
    callLogged: async (name) => {
      await client.setLoggingLevel('debug');
      return call(name);
    },
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    resourceUris: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    templateUris: async () =>
      (await client.listResourceTemplates()).resourceTemplates.map((each) => each.uriTemplate),
    read: async (uri) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content && 'text' in content ? content.text : '';
    },
    watch: async (uri) => {
      await client.subscribeResource({ uri });
    },
    promptNames: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    prompt: async (name, args = {}) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return firstText(messages.map(({ content }) => content));
    },
    complete: async (name, argument, value) => {
      const ref = { type: 'ref/prompt' as const, name };
      const result = await client.complete({ ref, argument: { name: argument, value } });
      return result.completion.values;
    },
    [Symbol.asyncDispose]: async () => {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
  };
}
