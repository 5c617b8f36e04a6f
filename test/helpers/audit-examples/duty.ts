import { duty } from '#shared/contract/groups/duty.ts';
import { dutySwaps } from '#shared/contract/groups/duty-calendar.ts';
import { groupMembers, userGroups } from '#shared/contract/groups/groups.ts';
import { formatTime } from '#shared/domain/time.ts';
import { DAY_MS } from '#shared/domain/time-units.ts';
import type { Client, TestApp } from '#test/helpers/app.ts';
import { makeUser } from '#test/helpers/people.ts';

let count = 0;

/** One example of each write about the duty calendar, for the test of the audit log. */
export function dutyExamples(host: () => { app: TestApp; admin: Client }) {
  /** Tomorrow's shift of the administrator, who has one every day, and a user who could take it over. */
  const turn = async () => {
    const { app, admin } = host();
    const { user_id: to_user_id } = await makeUser(app.db, 0);
    const user_id = admin.user?.user_id ?? 0;
    const added = await admin.send(userGroups.add, { user_group_name: `值班例${++count}` });
    const user_group_id = Number(added.user_group_id);
    await admin.send(groupMembers.add, { user_group_id, user_ids: [user_id, to_user_id] });
    const duties = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      ...{ user_id, weekday, start_time: '08:00', end_time: '20:00' },
    }));
    await admin.send(duty.set, { user_group_id, version: 1, duties });
    const on_date = formatTime(new Date(app.clock.now.getTime() + DAY_MS), 'yyyy-MM-dd');
    return { user_group_id, on_date, start_time: '08:00', to_user_id };
  };
  return {
    'dutyCalendar.setDay': async () => {
      const { user_group_id, on_date, to_user_id } = await turn();
      const turns = [{ user_id: to_user_id, start_time: '09:00', end_time: '10:00' }];
      return { user_group_id, version: 2, on_date, is_own: true, turns };
    },
    'dutySwaps.ask': turn,
    'dutySwaps.answer': async () => ({
      ...(await host().admin.send(dutySwaps.ask, await turn())),
      answer: 'withdraw',
    }),
    'dutySwaps.set': async () => ({ ...(await turn()), user_id: host().admin.user?.user_id ?? 0 }),
    'dutySwaps.undo': async () =>
      host().admin.send(dutySwaps.set, { ...(await turn()), user_id: host().admin.user?.user_id ?? 0 }),
  };
}
