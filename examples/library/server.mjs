// A server of one's own tools in a few lines. Run it with `node server.mjs`, stop it with Ctrl-C.
import { defineTools, serveHttp } from 'plugboard';

const clock = defineTools({
  name: 'clock',
  tools: { now: { description: 'The time, in UTC.', call: () => new Date().toISOString() } },
});
const { url } = await serveHttp(clock, { port: Number(process.env.PORT ?? 1995) });
console.log(url);
