import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { orderTypeActions, orderTypes } from '#shared/contract/work-orders/types.ts';
import { Fault } from '#shared/faults.ts';

const types = crud(orderTypes, {
  shows: {
    user_group_name: sql`(select g.user_group_name from user_group g where g.user_group_id = t.user_group_id)`,
    form_number: sql`(select max(f.number) from order_form f where f.order_type_id = t.order_type_id)`,
    open_orders: sql`(select count(*) from work_order o where o.order_type_id = t.order_type_id and o.closed_at is null)`,
    orders: sql`(select count(*) from work_order o where o.order_type_id = t.order_type_id)`,
  },
  sort: sql`order_type_id`,
  beforeSave: async (_ctx, fields) => ({
    ...fields,
    ...('fields' in fields && { fields: JSON.stringify(fields.fields) }),
    ...('checklist' in fields && { checklist: JSON.stringify(fields.checklist) }),
  }),
});

type Form = AnswerOf<typeof orderTypeActions.forms>['data_info'][number];

const actions = handlers(orderTypeActions, {
  forms: async ({ db }, { order_type_id }) => {
    const data_info = await db.rows<Form>(sql`
      select f.form_id, f.number, f.fields, f.checklist, f.needs_check, f.needs_signature, f.recheck_minutes, f.made_at,
             f.made_by, (select count(*) from work_order o where o.form_id = f.form_id) as orders
        from order_form f where f.order_type_id = ${order_type_id} order by f.number desc`);
    if (data_info.length === 0) throw new Fault('no_data');
    return { data_info };
  },
});

export const orderTypeRoutes = [...types, ...actions];
