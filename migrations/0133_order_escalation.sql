-- Who was told that an order is late: each step of the ladder once for each time that a deadline passed.
create table order_told (
  told_id    bigint generated always as identity primary key,
  order_id   bigint not null references work_order (order_id) on delete cascade,
  -- The deadline that has passed.
  overdue_at timestamptz not null,
  -- The step of the alarm ladder. Null: whoever has the order, and those who watch it.
  route_id   integer references alarm_route (route_id) on delete cascade,
  told_at    timestamptz not null,
  constraint order_told_once unique nulls not distinct (order_id, overdue_at, route_id)
);
create index order_told_route on order_told (route_id) where route_id is not null;

-- Whoever shows orders asks anew, at whichever server.
create trigger told after insert or update or delete on work_order
  for each statement execute function tell_changed('orders');
create trigger told after insert on order_step for each statement execute function tell_changed('orders');
create trigger told after insert on order_comment for each statement execute function tell_changed('orders');
create trigger told after insert or update on order_request
  for each statement execute function tell_changed('orders');
