// The SDK on stdio.
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { sdkServer } from './sdk-server.mjs';

await sdkServer().connect(new StdioServerTransport());
