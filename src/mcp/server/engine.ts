// What all connections of one server share: the source, its capabilities, who hears of changes.
import type { Dialect } from '../../core/dialect.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ChangedSide, SourceInfo, ToolSource } from '../../core/tool-source.ts';
import { VERSION } from '../../core/version.ts';
import { serverMetaText } from '../wire/encode-result.ts';
import { InputRounds } from './input-rounds.ts';

export interface EngineOptions {
  readonly info?: SourceInfo;
  readonly dialect?: Dialect;
  readonly onProblem?: (message: string, cause?: unknown) => void;
}

export interface Engine extends Disposable {
  readonly source: ToolSource;
  readonly serverInfo: JsonObject;
  readonly serverMeta: string;
  readonly instructions: string | undefined;
  readonly capabilities: JsonObject;
  readonly dialect: Dialect | undefined;
  readonly rounds: InputRounds;
  /** Everyone who wants to hear of list changes. */
  readonly changes: Set<(what: ChangedSide) => void>;
  /** By its exchange, what ends an open subscriptions/listen stream with its result. */
  readonly listens: Map<unknown, () => void>;
  problem(message: string, cause?: unknown): void;
}

export function openEngine(source: ToolSource, options: EngineOptions = {}): Engine {
  const { instructions, ...info } = options.info ??
    source.info ?? { name: source.id, version: VERSION };
  const changes = new Set<(what: ChangedSide) => void>();
  const watch = source.onChange?.((what) => changes.forEach((listener) => listener(what)));
  const rounds = new InputRounds();
  const serverInfo = info as JsonObject;
  return {
    source,
    serverInfo,
    serverMeta: serverMetaText(serverInfo),
    instructions,
    capabilities: options.dialect?.capabilities ?? capabilitiesOf(source),
    dialect: options.dialect,
    rounds,
    changes,
    listens: new Map(),
    problem: (message, cause) => options.onProblem?.(message, cause),
    [Symbol.dispose]: () => {
      watch?.[Symbol.dispose]();
      rounds[Symbol.dispose]();
      changes.clear();
    },
  };
}

function capabilitiesOf(source: ToolSource): JsonObject {
  const listChanged = source.onChange !== undefined;
  return {
    logging: {},
    tools: { listChanged },
    ...(source.resources && {
      resources: { subscribe: source.resources.subscribe !== undefined, listChanged },
    }),
    ...(source.prompts && { prompts: { listChanged } }),
    ...(source.completions && { completions: {} }),
  };
}
