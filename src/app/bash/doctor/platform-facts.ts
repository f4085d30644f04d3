// What only some systems do: macOS locks up what was downloaded, a Unix shell on Windows bends paths.
import { findCommand } from '../../../platform/find-command.ts';
import { runChild } from '../../../platform/run-child.ts';
import type { DiagnoseOptions } from './diagnose-options.ts';
import { finding, type Finding } from './finding.ts';

export interface PlatformFacts {
  readonly macOS: {
    readonly detected: boolean;
    readonly quarantineCheckSupported: boolean;
    /** Null where nobody could look. */
    readonly frameworkQuarantined: boolean | null;
    readonly projectQuarantined: boolean | null;
  };
  readonly windows: { readonly msysDetected: boolean; readonly hint: string };
}

export interface PlatformPaths {
  readonly platform: NodeJS.Platform;
  readonly framework: string;
  readonly project: string | undefined;
}

const MSYS_HINT = 'Set MSYS2_ARG_CONV_EXCL=* so that paths in arguments stay as they are';

export async function inspectPlatform(
  { platform, framework, project }: PlatformPaths,
  options: DiagnoseOptions,
): Promise<PlatformFacts> {
  const { env, cwd } = options;
  const isMac = platform === 'darwin';
  const xattr = isMac ? await findCommand('xattr', { env, cwd }) : undefined;
  const look = async (path: string | undefined) =>
    xattr === undefined || path === undefined ? null : isQuarantined(xattr, path, options);
  const isMsys = platform === 'win32' && Boolean(env['MSYSTEM']);
  return {
    macOS: {
      detected: isMac,
      quarantineCheckSupported: xattr !== undefined,
      frameworkQuarantined: await look(framework),
      projectQuarantined: await look(project),
    },
    windows: { msysDetected: isMsys, hint: isMsys ? MSYS_HINT : '' },
  };
}

const ATTRIBUTE = 'com.apple.quarantine';
const XATTR_TIMEOUT_MS = 5_000;
const MAX_OUTPUT_BYTES = 10_000;

async function isQuarantined(
  xattr: string,
  path: string,
  { env, signal }: DiagnoseOptions,
): Promise<boolean> {
  const end = await runChild(xattr, {
    args: ['-p', ATTRIBUTE, path],
    env: { PATH: env['PATH'] ?? '' },
    maxOutputBytes: MAX_OUTPUT_BYTES,
    timeoutMs: XATTR_TIMEOUT_MS,
    signals: [signal],
    what: 'xattr',
    onStderr: () => {},
  });
  return end.exitCode === 0;
}

export function platformFindings(
  { macOS, windows }: PlatformFacts,
  { framework, project = '' }: PlatformPaths,
): readonly Finding[] {
  const all: (Finding | false)[] = [
    macOS.frameworkQuarantined === true &&
      finding('macos.framework_quarantined', 'error', {
        message: `macOS keeps ${framework} in quarantine`,
        suggestedCommand: `xattr -d ${ATTRIBUTE} '${framework}'`,
      }),
    macOS.projectQuarantined === true &&
      finding('macos.project_quarantined', 'error', {
        message: `macOS keeps ${project} in quarantine`,
        suggestedCommand: `xattr -r -d ${ATTRIBUTE} '${project}'`,
      }),
    macOS.detected &&
      !macOS.quarantineCheckSupported &&
      finding('macos.xattr_missing', 'warning', {
        message: 'xattr is not there, so nobody knows what macOS keeps in quarantine',
        suggestedCommand: 'xcode-select --install',
      }),
    windows.msysDetected &&
      finding('windows.msys_detected', 'warning', {
        message: 'A Unix shell on Windows rewrites arguments that look like paths',
        suggestedCommand: MSYS_HINT,
      }),
  ];
  return all.filter((one) => one !== false);
}
