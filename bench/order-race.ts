import { sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { orderActions } from '#shared/contract/work-orders/orders.ts';
import { openStage } from './stage.ts';

const TRIES = 200;

/**
 * `npm run bench -- order-race 1000`: in each round two hundred concurrent attempts at the same step; one may succeed.
 */
export async function benchOrderRace(): Promise<void> {
  const rounds = Number(process.argv[3] ?? 1000);
  const { db, webPort } = await openStage({ demo: true });
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    OperationPlatform: 'Web',
    IMEI: 'order-race',
  };
  const send = async (path: string, input: object) => {
    const body = JSON.stringify(input);
    const response = await fetch(`http://127.0.0.1:${webPort}${path}`, { method: 'POST', headers, body });
    return (await response.json()) as { code: number; data: Record<string, unknown> };
  };
  const { data } = await send(signIn.login.path, { account: 'admin', password: 'lanjing123' });
  headers.access_token = String(data.access_token);
  let broken = 0;
  for (let round = 0; round < rounds; round++) {
    const made = await send(orderActions.add.path, { order_type_id: 1, order_title: `race ${round}` });
    const order_id = Number(made.data.order_id);
    const tries = await Promise.all(
      Array.from({ length: TRIES }, () => send(orderActions.do.path, { order_id, act: 'accept' })),
    );
    const winners = tries.filter(({ code }) => code === 0).length;
    const steps = await db.one<{ count: number }>(
      sql`select count(*) as count from order_step where order_id = ${order_id} and act = 'accept'`,
    );
    if (winners === 1 && steps?.count === 1) continue;
    broken++;
    console.log(`round ${round}: ${winners} winners, ${steps?.count} steps`);
  }
  console.log(`${rounds} rounds of ${TRIES} tries at once: ${broken} without exactly one winner`);
  if (broken > 0) process.exitCode = 1;
}
