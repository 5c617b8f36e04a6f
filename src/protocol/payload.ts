import { decodeText, encodeText } from './text.ts';

/** One `name=value` of a CP section. */
export interface Item {
  name: string;
  value: string;
}

/** Items that belong together: those of one factor, joined by commas. */
export type Group = Item[];

/**
 * Reads a CP section: items end at `;` (which also ends the group) or `,`; text between `//` and `//` may contain both.
 * Order and repetition are kept, because the surface-water profile repeats `PolId`. It reads bytes, which is several
 * times faster than characters of a string; all separators are one byte in UTF-8.
 */
export class ItemReader {
  readonly bytes: Uint8Array;
  /** Bounds of the current item, as byte positions. */
  nameStart = 0;
  nameEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  /** The last dash of the name, or -1. */
  dash = -1;
  /** The item is the first of its group. */
  opensGroup = true;
  /** Number of empty items, including one after a trailing separator. */
  emptyTokens = 0;
  /** Number of `//` without a closing `//`. */
  openTexts = 0;
  /** Something that was read had spaces around it. */
  hasSpaces = false;

  private at = 0;
  private readonly text: string;
  private groupEnded = true;

  constructor(text: string, bytes: Uint8Array = encodeText(text)) {
    this.text = text;
    this.bytes = bytes;
  }

  /** The text between two positions, without spaces around it. */
  slice(start: number, end: number): string {
    const { bytes, text } = this;
    const cut =
      bytes.length === text.length
        ? text.slice(start, end)
        : decodeText(bytes.subarray(start, end), 'utf-8').text;
    const inner = cut.trim();
    if (inner.length !== cut.length) this.hasSpaces = true;
    return inner;
  }

  get name(): string {
    return this.slice(this.nameStart, this.nameEnd);
  }

  get value(): string {
    return this.slice(this.valueStart, this.valueEnd);
  }

  /** Moves to the next item; false at the end. */
  next(): boolean {
    const { bytes } = this;
    let at = this.at;
    for (; at < bytes.length; at++) {
      const code = bytes[at];
      if (code !== SEMICOLON && code !== COMMA) break;
      if (code === SEMICOLON) this.groupEnded = true;
      this.emptyTokens += 1;
    }
    this.at = at;
    if (at >= bytes.length) return false;
    this.opensGroup = this.groupEnded;
    this.nameStart = at;
    this.readName(at);
    return true;
  }

  private readName(from: number): void {
    const { bytes } = this;
    let dash = -1;
    let at = from;
    for (; at < bytes.length; at++) {
      const code = bytes[at];
      if (code === EQUALS) {
        this.nameEnd = at;
        this.dash = dash;
        this.readValue(at + 1);
        return;
      }
      if (code === DASH) dash = at;
      else if (code === SEMICOLON || code === COMMA) break;
    }
    // A name without a value.
    this.nameEnd = at;
    this.dash = dash;
    this.valueStart = at;
    this.close(at);
  }

  private readValue(from: number): void {
    const { bytes } = this;
    this.valueStart = from;
    let at = from;
    if (bytes[at] === SLASH && bytes[at + 1] === SLASH) at = this.afterText(at + 2) ?? at;
    for (; at < bytes.length; at++) {
      const code = bytes[at];
      if (code === SEMICOLON || code === COMMA) break;
    }
    this.close(at);
  }

  /** Index after the closing `//`; undefined if unclosed. */
  private afterText(from: number): number | undefined {
    const { bytes } = this;
    for (let at = from; at + 1 < bytes.length; at++) {
      if (bytes[at] === SLASH && bytes[at + 1] === SLASH) return at + 2;
    }
    this.openTexts += 1;
    return undefined;
  }

  private close(at: number): void {
    this.valueEnd = at;
    const { bytes } = this;
    this.groupEnded = bytes[at] === SEMICOLON;
    if (at === bytes.length - 1) this.emptyTokens += 1;
    this.at = at < bytes.length ? at + 1 : at;
  }
}

const SEMICOLON = 0x3b;
const COMMA = 0x2c;
const EQUALS = 0x3d;
const DASH = 0x2d;
const SLASH = 0x2f;

/** The whole section as text by group, for commands, logs and the decode view. */
export function parseGroups(cp: string): Group[] {
  const reader = new ItemReader(cp);
  const groups: Group[] = [];
  while (reader.next()) {
    if (reader.opensGroup) groups.push([]);
    groups.at(-1)?.push({ name: reader.name, value: reader.value });
  }
  return groups;
}

export function formatGroups(groups: readonly Group[]): string {
  return groups.map((group) => group.map(({ name, value }) => `${name}=${value}`).join(',')).join(';');
}

/** The first value of a name in any group. Names of the standard are compared case-insensitively. */
export function findValue(groups: readonly Group[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const group of groups) {
    for (const item of group) if (item.name.toLowerCase() === wanted) return item.value;
  }
  return undefined;
}

/** The text of a log item, without its slashes. */
export function logText(value: string): string {
  return value.startsWith('//') && value.endsWith('//') && value.length >= 4 ? value.slice(2, -2) : value;
}
