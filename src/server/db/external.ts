import pg from 'pg';
import { codeOf, StartError } from '#server/instance/start-error.ts';

const OLDEST = 15;

/** Checks the PostgreSQL named by DATABASE_URL before anything uses it. */
export async function checkExternal(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Errors while the connection is being closed do not matter.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; user: string; may_create: boolean | null }>(
      `select current_setting('server_version_num')::int / 10000 as version, current_user as user,
              has_schema_privilege(current_schema(), 'create') as may_create`,
    );
    const answer = rows[0];
    if (answer) judge(answer, url);
  } catch (error) {
    throw error instanceof StartError ? error : refusal(error, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function judge(answer: { version: number; user: string; may_create: boolean | null }, url: string): void {
  if (answer.version < OLDEST) {
    throw new StartError(
      `The database at ${place(url)} is PostgreSQL ${answer.version}; Lanjing needs ${OLDEST} or later.`,
    );
  }
  if (!answer.may_create) {
    throw new StartError(
      `The user ${answer.user} may not create tables in the database at ${place(url)}; make that user its owner.`,
    );
  }
}

function refusal(error: unknown, url: string): StartError {
  const code = codeOf(error) ?? '';
  const message = error instanceof Error ? error.message : String(error);
  if (code.startsWith('28')) {
    return new StartError(
      `The database at ${place(url)} refuses the user or password of DATABASE_URL (${message}).`,
    );
  }
  if (code === '3D000') {
    return new StartError(`The database at ${place(url)} does not exist; create it or correct DATABASE_URL.`);
  }
  return new StartError(
    `The database at ${place(url)} cannot be reached (${message || code}); check DATABASE_URL.`,
  );
}

/** The address without the password. */
function place(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
