// Fills what an accepted form leaves out with the defaults the server gave for it.
import type { InputRequest } from './call-context.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** The answer to a question; anything but an accepted form is returned as it is. */
export function withFormDefaults({ method, params }: InputRequest, answer: JsonObject): JsonObject {
  if (method !== 'elicitation/create' || answer['action'] !== 'accept') return answer;
  const schema = params?.['requestedSchema'];
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(properties)) return answer;
  const { content } = answer;
  return {
    ...answer,
    content: { ...defaultsOf(properties), ...(isJsonObject(content) && content) },
  };
}

function defaultsOf(properties: JsonObject): JsonObject {
  const defaults: JsonObject = {};
  for (const [name, field] of Object.entries(properties)) {
    if (isJsonObject(field) && field['default'] !== undefined) defaults[name] = field['default'];
  }
  return defaults;
}
