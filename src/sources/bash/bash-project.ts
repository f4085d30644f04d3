// A mcp-bash project as the parts of this source share it: where its folders are and how it is set.
import type { Environment } from '../../platform/env.ts';
import type { BashSettings } from './settings.ts';

export interface ProjectFolders {
  readonly tools: string;
  readonly resources: string;
  readonly prompts: string;
  /** `server.d`. */
  readonly server: string;
  readonly registry: string;
  readonly providers: string;
  readonly ui: string;
}

export interface BashProject {
  /** Absolute, with links resolved. */
  readonly root: string;
  readonly folders: ProjectFolders;
  readonly settings: BashSettings;
  /** The environment the settings were read from, and from which scripts get their part. */
  readonly env: Environment;
}
