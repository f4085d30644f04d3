// Puts values into a URL so that they stay what they are: a segment, a query value, a host label.
import { PlugboardError } from '../../../../core/errors.ts';
import type { Piece, Place } from '../../template/render-template.ts';

type Phase = 'start' | 'scheme' | 'authority' | 'path' | 'query';

const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62})$/u;
const DOTS = /^(?:\.|%2e){1,2}$/iu;
/** Longer than `%2e%2e`: such a segment cannot be one of dots. */
const SEGMENT_CHARS = 7;

/**
 * The place for one URL. What the author or the environment says stands as written, and so does a
 * value at the very start, which is a base address; other values cannot change the shape of the URL.
 */
export class UrlPlace {
  #phase: Phase = 'start';
  /** The end of what was written, to see a `://` that comes in pieces. */
  #tail = '';
  /** The beginning of the current segment of the path. */
  #segment = '';
  #hasValueInSegment = false;
  #hasHost = false;

  readonly place: Place = (piece) => {
    const text = piece.origin === 'props' ? this.#spelled(piece) : piece.text;
    const isInPath = this.#phase === 'path';
    if (isInPath && piece.origin === 'props' && text !== '') this.#hasValueInSegment = true;
    this.#advance(text);
    return text;
  };

  /** To be called when the URL is complete. */
  end(): void {
    this.#endSegment();
    // Parsers would take the first segment of the path in its place.
    if (!this.#hasHost) throw refused('The host of a URL is empty');
  }

  #spelled({ text }: Piece): string {
    if (this.#phase === 'start') return text;
    if (this.#phase === 'path' || this.#phase === 'query') return encoded(text);
    if (LABEL.test(text)) return text;
    throw refused(`'${text}' cannot stand in the host of a URL; one label or a port can`);
  }

  #advance(text: string): void {
    let rest = text;
    if (this.#phase === 'start' && rest.trim() !== '') this.#phase = 'scheme';
    if (this.#phase === 'scheme') {
      const seen = this.#tail + rest;
      const mark = seen.indexOf('://');
      this.#tail = seen.slice(-2);
      if (mark < 0) return;
      this.#phase = 'authority';
      rest = seen.slice(mark + '://'.length);
    }
    if (this.#phase === 'authority') {
      const end = rest.search(/[/\\?#]/u);
      this.#hasHost ||= end > 0 || (end < 0 && rest !== '');
      if (end < 0) return;
      this.#phase = 'path';
      rest = rest.slice(end);
    }
    if (this.#phase === 'path') this.#advancePath(rest);
  }

  #advancePath(text: string): void {
    const end = text.search(/[?#]/u);
    const path = end < 0 ? text : text.slice(0, end);
    const [more = '', ...segments] = path.split(/[/\\]/u);
    this.#segment = (this.#segment + more).slice(0, SEGMENT_CHARS);
    for (const segment of segments) {
      this.#endSegment();
      this.#segment = segment.slice(0, SEGMENT_CHARS);
    }
    if (end < 0) return;
    this.#endSegment();
    this.#phase = 'query';
  }

  #endSegment(): void {
    const isClimbing = this.#hasValueInSegment && DOTS.test(this.#segment);
    if (isClimbing) throw refused(`'${this.#segment}' cannot stand alone in the path of a URL`);
    this.#hasValueInSegment = false;
    this.#segment = '';
  }
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    // Half a surrogate pair has no encoding.
    throw refused('A value for a URL is not well-formed text', cause);
  }
}

function refused(reason: string, cause?: unknown): PlugboardError {
  return new PlugboardError('invalid_arguments', { reason }, { cause });
}
