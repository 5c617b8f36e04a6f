import pg from 'pg';

interface Column {
  name: string;
  type: string;
  required: boolean;
  /** A query for an existing value of the referenced column. */
  refers: string | null;
  /** One of the allowed words, if a check constraint lists them. */
  word: string | null;
}

const COLUMNS = `
  select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull and not a.atthasdef as required,
         (select format('(select %I from %s limit 1)', r.attname, c.confrelid::regclass)
            from pg_constraint c
            join pg_attribute r on r.attrelid = c.confrelid
                               and r.attnum = c.confkey[array_position(c.conkey, a.attnum)]
           where c.conrelid = a.attrelid and c.contype = 'f' order by cardinality(c.conkey) desc limit 1) as refers,
         (select substring(pg_get_constraintdef(c.oid) from $$'(\\w+)'::text$$) from pg_constraint c
           where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as word
    from pg_attribute a
   where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     and a.attidentity = ''`;

/**
 * Inserts one row that satisfies the constraints into every empty table, so that new tables are covered automatically.
 * Returns the tables that could not be filled, with the reason.
 */
export async function fillTables(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; parted: boolean }>(
    `select relname as name, relkind = 'p' as parted from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  let waiting = tables;
  for (;;) {
    const failed: { table: (typeof tables)[number]; why: string }[] = [];
    for (const table of waiting) {
      const why = await fill(client, table.name, table.parted);
      if (why !== undefined) failed.push({ table, why });
    }
    // Referenced tables may have been filled meanwhile.
    if (failed.length === 0 || failed.length === waiting.length) {
      return failed.map(({ table, why }) => `${table.name}: ${why}`);
    }
    waiting = failed.map(({ table }) => table);
  }
}

async function fill(client: pg.Client, name: string, parted: boolean): Promise<string | undefined> {
  const table = pg.escapeIdentifier(name);
  if ((await client.query(`select from ${table} limit 1`)).rowCount) return undefined;
  if (parted) {
    await client.query('call make_partition($1, $2, $3, $4)', [
      name,
      `${name}_2026_11`,
      '2026-11-01T00:00:00Z',
      '2026-12-01T00:00:00Z',
    ]);
  }
  const fitting = FITTING[name];
  if (fitting) {
    // Referenced tables may still be empty.
    return client.query(fitting).then(() => undefined, String);
  }
  const { rows: columns } = await client.query<Column>(COLUMNS, [table]);
  const needed = columns.filter(({ required }) => required);
  // Columns can exclude each other: try all, the required ones, and these with one more.
  for (const some of [columns, needed, ...columns.map((one) => [...needed, one])])
    if ((await insert(client, table, some)) === undefined) return undefined;
  return insert(client, table, needed);
}

async function insert(
  client: pg.Client,
  table: string,
  columns: readonly Column[],
): Promise<string | undefined> {
  const values = columns.map(valueFor).join(', ');
  const names = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
  try {
    await client.query(
      columns.length === 0
        ? `insert into ${table} default values`
        : `insert into ${table} (${names}) values (${values})`,
    );
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** Tables whose columns depend on each other. */
const FITTING: Record<string, string> = {
  wall_layout: `insert into wall_layout (role_id, left_tiles, right_tiles, rotate_seconds)
                select min(role_id), '{orders}', '{online}', 20 from role`,
  alarm_rule: `insert into alarm_rule (scope, component_id, data_type, high_warning)
               select 'network', min(component_id), 'hour', 75 from component`,
  duty_swap: `
    insert into user_group (user_group_name) values ('swap');
    insert into user_account (account, real_name, mobile, role_id, password_hash)
    select 'swap' || n, 'x', '1590000000' || n, role_id, 'x' from generate_series(1, 2) n, (select min(role_id) as role_id from role) r;
    insert into user_group_member (user_group_id, user_id)
    select user_group_id, user_id from user_group, user_account where user_group_name = 'swap' and account like 'swap_';
    insert into duty_swap (user_group_id, user_id, to_user_id, on_date, start_time, end_time, state, asked_by, asked_at)
    select min(user_group_id), min(user_id), max(user_id), '2026-11-15', '08:00', '17:30', 'asked', 'x', '2026-11-15T00:00:00Z'
      from user_group_member join user_group using (user_group_id) where user_group_name = 'swap'`,
  auto_resupply: `insert into auto_resupply (site_id, running, data_types, window_days, every_minutes, changed_at)
                  select min(site_id), true, '{hour}', 30, 60, '2026-11-15T00:00:00Z' from site`,
  resupply_gap: `insert into resupply_gap (site_id, data_type, from_at, to_at, step_ms, ask_from, ask_to, missing, found_at,
                                           next_at)
                 select (select min(site_id) from site), 'hour', f, t, 3600000, f, t, 24, t, t
                   from (values ('2026-11-13T16:00:00Z'::timestamptz, '2026-11-14T16:00:00Z'::timestamptz)) as x (f, t)`,
  question: `insert into question (kind, question_title, answers, topics) values ('judge', 'x', '{true}', '{x}')`,
  assessment: `
    insert into paper (paper_name, how) values ('fill', 'hand');
    insert into assessment (assessment_name, paper_id, minutes) select 'fill', paper_id, 10 from paper where paper_name = 'fill'`,
  competence: `insert into competence (subject, role_id, assessment_id)
               select 'role', (select min(role_id) from role), min(assessment_id) from assessment`,
  meeting: `
    insert into department (department_name) values ('meeting');
    insert into meeting_room (room_name, department_id)
    select 'meeting', department_id from department where department_name = 'meeting';
    insert into meeting (room_id, theme, appointer_name, starts_at, ends_at, booked_at)
    select room_id, 'x', 'x', '2026-11-15T00:00:00Z', '2026-11-15T01:00:00Z', '2026-11-14T00:00:00Z' from meeting_room
     where room_name = 'meeting'`,
  maintenance_window: `insert into maintenance_window (scope, starts_at, ends_at)
                       values ('network', '2026-11-15T00:00:00Z', '2026-11-16T00:00:00Z')`,
};

/** Values for columns with a pattern check. */
const PATTERNS: Record<string, string> = { start_time: '08:00', end_time: '17:30' };

function valueFor({ name, type, refers, word }: Column): string {
  const pattern = PATTERNS[name];
  if (pattern !== undefined && type === 'text') return pg.escapeLiteral(pattern);
  if (refers !== null) return refers;
  if (word !== null) return pg.escapeLiteral(word);
  if (type.endsWith('[]')) return `array[${scalar(type.slice(0, -2))}]::${type}`;
  return scalar(type);
}

function scalar(type: string): string {
  if (/^(smallint|integer|bigint|real|double precision|numeric)/.test(type)) return '1';
  if (/^(timestamp|date)/.test(type)) return `'2026-11-15 01:02:03.456789+00'`;
  if (type === 'boolean') return 'true';
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type.startsWith('json')) return `'{"a": [1, null, "b"]}'`;
  if (type === 'bytea') return `'\\x00ff0a'`;
  return `'x'`;
}
