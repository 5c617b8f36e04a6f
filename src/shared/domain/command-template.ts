/**
 * The content (CP) of a request or a reply in wire syntax, with slots:
 *
 *   PolId={factor};InfoId=i13008;i13008-Info={k}
 *
 * An item whose slot has no value is left out. A piece in `<…>` is repeated for each entry of a list:
 * `PolId={factor}<;{other}-C={c}>`. Slots that an entry does not have are filled from the command.
 */
export type Slots = Readonly<Record<string, string | undefined>>;

/** Items in the form of the codec: groups joined by `;`, their items by `,`. */
export interface WireItem {
  name: string;
  value: string;
}
export type WireGroups = WireItem[][];

const SLOT = /\{(\w+)(?:#(\d+))?\}/g;
const PIECE = /<([^<>]*)>/g;

/** The slot names of a template; those of list entries separately. */
export function slotsOf(template: string): { whole: string[]; entry: string[] } {
  const named = (text: string) => [...new Set([...text.matchAll(SLOT)].map(([, name = '']) => name))];
  const pieces = [...template.matchAll(PIECE)].map(([, piece = '']) => piece);
  return { whole: named(template.replace(PIECE, '')), entry: named(pieces.join('')) };
}

/** What is wrong with a template; undefined if it is valid. */
export function templateProblem(
  template: string,
): 'template_brackets' | 'template_name' | 'template_marks' | undefined {
  if (/[&#\s]/.test(template.replace(SLOT, ''))) return 'template_marks';
  const rest = template.replace(PIECE, '$1').replace(SLOT, 'x');
  if (/[<>{}]/.test(rest)) return 'template_brackets';
  const isItem = (item: string) => item === '' || /^[^=]+=/.test(item);
  return rest.split(/[;,]/).every(isItem) ? undefined : 'template_name';
}

/** Fills in a template. Values are inserted after it is split into items, so that no value can end an item. */
export function fillWire(template: string, slots: Slots, list: readonly Slots[] = []): WireGroups {
  const whole = template.replace(PIECE, (_piece, text: string) =>
    list
      .map((entry, i) =>
        text.replace(SLOT, (slot, name: string) => (name in entry ? `{${name}#${i}}` : slot)),
      )
      .join(''),
  );
  return itemsOf(whole)
    .map((group) =>
      group.flatMap(({ name, value }) => {
        const filled = { name: filledIn(name, slots, list), value: filledIn(value, slots, list) };
        return filled.name === undefined || filled.value === undefined ? [] : [filled as WireItem];
      }),
    )
    .filter((group) => group.length > 0);
}

/** Undefined if one of its slots has no value. */
function filledIn(text: string, slots: Slots, list: readonly Slots[]): string | undefined {
  let isWhole = true;
  const filled = text.replace(SLOT, (_slot, name: string, place?: string) => {
    const value = place === undefined ? slots[name] : list[Number(place)]?.[name];
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? filled : undefined;
}

function itemsOf(template: string): WireGroups {
  return template.split(';').map((group) =>
    group
      .split(',')
      .filter((item) => item !== '')
      .map((item) => {
        const equals = item.indexOf('=');
        return equals < 0
          ? { name: item, value: '' }
          : { name: item.slice(0, equals), value: item.slice(equals + 1) };
      }),
  );
}

export interface Read {
  values: Record<string, string>;
  list: Record<string, string>[];
}

/**
 * Reads a reply by its template; undefined if nothing matches. `known` are slots with a given value: `{factor}-SN={sn}`
 * is the serial number of the requested factor.
 */
export function readTemplate(template: string, groups: WireGroups, known: Slots): Read | undefined {
  const items = groups.flat();
  const values: Record<string, string> = {};
  for (const wanted of itemsOf(template.replace(PIECE, '')).flat()) {
    const slot = onlySlot(wanted.value);
    const name = filledIn(wanted.name, known, [])?.toLowerCase();
    const found = items.find((item) => item.name.toLowerCase() === name);
    if (slot && found) values[slot] = found.value;
  }
  const pieces = [...template.matchAll(PIECE)].map(([, piece = '']) => piece);
  const list = pieces.flatMap((piece) => entriesOf(piece, items, known));
  return Object.keys(values).length + list.length > 0 ? { values, list } : undefined;
}

/** One entry per name that the first slot of a piece matches, in the order of the reply. */
function entriesOf(piece: string, items: readonly WireItem[], known: Slots): Record<string, string>[] {
  const entries = new Map<string, Record<string, string>>();
  for (const wanted of itemsOf(piece).flat()) {
    const slot = onlySlot(wanted.value);
    const pattern = namePattern(wanted.name, known);
    if (!slot || !pattern) continue;
    for (const { name, value } of items) {
      const key = pattern.expression.exec(name)?.[1];
      if (key === undefined) continue;
      const entry = entries.get(key) ?? { [pattern.slot]: key };
      entry[slot] = value;
      entries.set(key, entry);
    }
  }
  return [...entries.values()];
}

/**
 * The names that a name with one open slot matches. With several open slots it would be ambiguous, and matching could
 * take as long as a device likes.
 */
function namePattern(name: string, known: Slots): { slot: string; expression: RegExp } | undefined {
  const open: string[] = [];
  const source = name
    .split(/(\{\w+\})/)
    .map((part) => {
      const own = onlySlot(part);
      if (!own) return part.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&');
      if (known[own] !== undefined) return known[own].replace(/[.*+?^$()[\]\\|{}]/g, '\\$&');
      open.push(own);
      return '([^-=;,]+)';
    })
    .join('');
  const [slot] = open;
  return slot === undefined || open.length > 1
    ? undefined
    : { slot, expression: new RegExp(`^${source}$`, 'i') };
}

function onlySlot(text: string): string | undefined {
  return /^\{(\w+)\}$/.exec(text)?.[1];
}
