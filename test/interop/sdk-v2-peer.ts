// The official SDK of the second generation as a peer: it speaks both eras, and chooses if it is let.
import {
  Client,
  LOG_LEVEL_META_KEY,
  StreamableHTTPClientTransport,
  type Transport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLIENT_INFO, ELICITED, firstText, ROOT, SAMPLED, type Peer, type Route } from './peer.ts';

function openTransport(route: Route): Transport {
  if (route.kind === 'stdio') {
    return new StdioClientTransport({ command: route.command, args: [...route.args] });
  }
  return new StreamableHTTPClientTransport(route.url);
}

function answerQuestions(client: Client): void {
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: ELICITED }));
  client.setRequestHandler('roots/list', () => ({ roots: [ROOT] }));
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    content: { type: 'text', text: SAMPLED },
    model: 'interop-model',
  }));
}

function listenTo(client: Client): { logs: string[]; changes: string[] } {
  const logs: string[] = [];
  const changes: string[] = [];
  client.setNotificationHandler('notifications/message', ({ params }) => {
    logs.push(String(params.data));
  });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    changes.push(params.uri);
  });
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes.push('tools');
  });
  return { logs, changes };
}

export interface SdkV2Wishes {
  readonly mode: VersionNegotiationMode;
  /** The only legacy revision the client admits to know. */
  readonly legacyRevision?: string;
}

export async function openSdkV2(route: Route, wishes: SdkV2Wishes): Promise<Peer> {
  const { mode, legacyRevision } = wishes;
  const client = new Client(CLIENT_INFO, {
    capabilities: { elicitation: {}, sampling: {}, roots: {} },
    versionNegotiation: { mode },
    ...(legacyRevision !== undefined && { supportedProtocolVersions: [legacyRevision] }),
  });
  answerQuestions(client);
  const { logs, changes } = listenTo(client);
  const transport = openTransport(route);
  await client.connect(transport);
  const isModern = client.getProtocolEra() === 'modern';
  const subscriptions: { close(): Promise<void> }[] = [];

  const call = async (
    params: Parameters<Client['callTool']>[0],
    options: Parameters<Client['callTool']>[1] = {},
  ) => {
    const result = await client.callTool(params, options);
    return { text: firstText(result.content), isError: result.isError === true };
  };
  return {
    revision: client.getNegotiatedProtocolVersion(),
    serverName: client.getServerVersion()?.name,
    logs,
    changes,
    call: async (name, args = {}, { onProgress, signal } = {}) =>
      call(
        { name, arguments: args },
        {
          ...(onProgress && { onprogress: ({ progress }) => onProgress(progress) }),
          ...(signal && { signal }),
        },
      ),
    callLogged: async (name) => {
      if (isModern) return call({ name, arguments: {}, _meta: { [LOG_LEVEL_META_KEY]: 'debug' } });
      await client.setLoggingLevel('debug');
      return call({ name, arguments: {} });
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
      if (!isModern) {
        await client.subscribeResource({ uri });
        return;
      }
      const filter = { resourceSubscriptions: [uri], toolsListChanged: true };
      subscriptions.push(await client.listen(filter));
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
      await Promise.all(subscriptions.map(async (each) => each.close()));
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
  };
}
