// Reads a template from left to right, never twice, and counts its steps.
import { templateError } from './template-error.ts';

export class Scanner {
  readonly source: string;
  at = 0;
  /** Characters and tokens looked at so far. */
  steps = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** Takes what a sticky pattern matches here, with its groups. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    this.steps += 1 + (found?.[0].length ?? 0);
    if (!found) return undefined;
    this.at += found[0].length;
    return found;
  }

  /** Takes what must stand here. */
  expect(pattern: RegExp, what: string): RegExpExecArray {
    return this.take(pattern) ?? this.fail(`Expected ${what}`);
  }

  skipBlanks(): void {
    this.take(BLANKS);
  }

  fail(message: string, at: number = this.at): never {
    throw templateError({ source: this.source, at }, message);
  }
}

const BLANKS = /\s*/y;
