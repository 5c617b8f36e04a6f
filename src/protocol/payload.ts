/** One `name=value` of a CP section. `code` and `suffix` are the two sides of the name's last dash, where it has one. */
export interface Item {
  name: string;
  value: string;
}

/** Items that belong together: those of one factor, joined by commas. */
export type Group = Item[];

/**
 * Walks a CP section: items end at `;` (which also ends the group) or `,`; text between `//` and `//` may hold
 * either. Order and repetition are kept, because the surface-water profile repeats `PolId`.
 */
export class ItemReader {
  /** Bounds of the item last read, as positions in the text. */
  nameStart = 0;
  nameEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  /** The last dash of the name, or -1. */
  dash = -1;
  /** The item is the first of its group. */
  opensGroup = true;
  /** Separators with nothing between them, a trailing one included. */
  emptyTokens = 0;

  private at: number;
  private readonly text: string;
  private readonly end: number;
  private groupEnded = true;

  constructor(text: string, start = 0, end: number = text.length) {
    this.text = text;
    this.at = start;
    this.end = end;
  }

  /** Moves to the next item; false at the end. */
  next(): boolean {
    const { text, end } = this;
    let at = this.at;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code !== SEMICOLON && code !== COMMA) break;
      if (code === SEMICOLON) this.groupEnded = true;
      this.emptyTokens += 1;
      at += 1;
    }
    if (at >= end) {
      this.at = at;
      return false;
    }
    this.opensGroup = this.groupEnded;
    this.nameStart = at;
    this.readName(at);
    return true;
  }

  private readName(from: number): void {
    const { text, end } = this;
    let dash = -1;
    let at = from;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === EQUALS) {
        this.nameEnd = at;
        this.dash = dash;
        this.readValue(at + 1);
        return;
      }
      if (code === DASH) dash = at;
      else if (code === SEMICOLON || code === COMMA) break;
    }
    // A name with no value: all of it is the name.
    this.nameEnd = at;
    this.dash = dash;
    this.valueStart = at;
    this.close(at);
  }

  private readValue(from: number): void {
    const { text, end } = this;
    this.valueStart = from;
    let at = from;
    if (text.charCodeAt(at) === SLASH && text.charCodeAt(at + 1) === SLASH) {
      const close = text.indexOf('//', at + 2);
      if (close >= 0 && close < end) at = close + 2;
    }
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === SEMICOLON || code === COMMA) break;
      at += 1;
    }
    this.close(at);
  }

  private close(at: number): void {
    this.valueEnd = at;
    this.groupEnded = this.text.charCodeAt(at) === SEMICOLON;
    this.at = at < this.end ? at + 1 : at;
  }
}

const SEMICOLON = 0x3b;
const COMMA = 0x2c;
const EQUALS = 0x3d;
const DASH = 0x2d;
const SLASH = 0x2f;

/** The whole section as text, group by group: what commands, logs and the decode view read. */
export function parseGroups(cp: string): Group[] {
  const reader = new ItemReader(cp);
  const groups: Group[] = [];
  while (reader.next()) {
    if (reader.opensGroup) groups.push([]);
    const name = cp.slice(reader.nameStart, reader.nameEnd).trim();
    groups.at(-1)?.push({ name, value: cp.slice(reader.valueStart, reader.valueEnd).trim() });
  }
  return groups;
}

export function formatGroups(groups: readonly Group[]): string {
  return groups.map((group) => group.map(({ name, value }) => `${name}=${value}`).join(',')).join(';');
}

/** The first value under a name, whatever group it stands in. Names of the standard are compared without case. */
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
