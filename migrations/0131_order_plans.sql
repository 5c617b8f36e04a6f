-- Preventive work: orders that are made by themselves, every so many days or hours of running.
create table order_plan (
  plan_id       integer generated always as identity primary key,
  plan_name     text not null,
  order_type_id integer not null constraint order_plan_type_fkey references order_type (order_type_id),
  description   text not null default '',
  priority      text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  enabled       boolean not null default true,
  basis         text not null check (basis in ('days', 'hours')),
  every_days    integer check (every_days between 1 and 3650),
  -- Hours with data: of one factor's instrument, or of the station.
  every_hours   integer check (every_hours between 1 and 100000),
  component_id  smallint constraint order_plan_component_fkey references component (component_id),
  -- By days: when the first one is due. By hours: from when on they are counted.
  first_at      timestamptz not null,
  assign        text not null default 'nobody' check (assign in ('nobody', 'person', 'group', 'duty', 'nearest')),
  assignee_id   integer constraint order_plan_assignee_fkey references user_account (user_id) on delete set null,
  user_group_id integer constraint order_plan_group_fkey references user_group (user_group_id) on delete set null,
  constraint order_plan_name_key unique (plan_name),
  constraint order_plan_every check ((case basis when 'days' then every_days else every_hours end) is not null)
);
call keep_table('order_plan', 'plan_id');
create index order_plan_type on order_plan (order_type_id);
create index order_plan_component on order_plan (component_id) where component_id is not null;
create index order_plan_assignee on order_plan (assignee_id) where assignee_id is not null;
create index order_plan_group on order_plan (user_group_id) where user_group_id is not null;

-- How far a plan is at each of its sites.
create table order_plan_site (
  plan_site_id integer generated always as identity primary key,
  plan_id      integer not null references order_plan (plan_id) on delete cascade,
  site_id      integer not null constraint order_plan_site_site_id_fkey references site (site_id) on delete cascade,
  -- When its last order was made. Whoever moves it makes the order.
  made_until   timestamptz,
  -- Hours with data since then, as counted last.
  hours_run    integer not null default 0,
  counted_at   timestamptz,
  constraint order_plan_site_key unique (plan_id, site_id)
);
create index order_plan_site_site on order_plan_site (site_id);

alter table work_order add column plan_id integer references order_plan (plan_id) on delete set null;
create index work_order_plan on work_order (plan_id, site_id) where plan_id is not null;

-- When the next order of a plan is due at a site. By hours it is the earliest: if the station runs all the time.
create view order_plan_next as
select s.plan_site_id, p.plan_id, s.site_id, s.made_until, greatest(p.first_at, s.made_until) as since, s.hours_run,
       s.counted_at, p.basis, p.enabled and t.enabled as enabled,
       case when p.basis = 'days' then
              case when s.made_until is null or s.made_until < p.first_at then p.first_at
                   else p.first_at + make_interval(hours => 24 * p.every_days *
                          (floor(extract(epoch from s.made_until - p.first_at) / (86400 * p.every_days)) + 1)::integer) end
            else coalesce(s.counted_at, p.first_at) + make_interval(hours => greatest(p.every_hours - s.hours_run, 0)) end
         as next_at,
       p.basis = 'hours' and s.hours_run >= p.every_hours as has_run,
       -- The one before it is not over.
       exists (select from work_order o where o.plan_id = p.plan_id and o.site_id = s.site_id and o.closed_at is null)
         as waits
  from order_plan p join order_type t using (order_type_id) join order_plan_site s using (plan_id);
