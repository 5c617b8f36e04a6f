-- Work orders: what is to be done at a station, by whom, by when, and how the data prove it.

-- A kind of task: its form, its checklist, its time limits.
create table order_type (
  order_type_id      integer generated always as identity primary key,
  type_name          text not null,
  type_name_en       text not null default '',
  remark             text not null default '',
  enabled            boolean not null default true,
  fields             jsonb not null default '[]',
  checklist          jsonb not null default '[]',
  needs_check        boolean not null default true,
  needs_signature    boolean not null default false,
  -- Minutes of working time. Null: no limit.
  response_minutes   integer check (response_minutes between 1 and 525600),
  completion_minutes integer check (completion_minutes between 1 and 525600),
  -- How long data must pass the rule of the alarm before an order from an alarm may close.
  recheck_minutes    integer not null default 60 check (recheck_minutes between 0 and 10080),
  user_group_id      integer constraint order_type_group_fkey references user_group (user_group_id) on delete set null,
  constraint order_type_name_key unique (type_name)
);
call keep_table('order_type', 'order_type_id');

-- An order keeps the form that it was made with: each change of a form is a new row.
create table order_form (
  form_id         integer generated always as identity primary key,
  order_type_id   integer not null references order_type (order_type_id) on delete cascade,
  number          integer not null,
  fields          jsonb not null,
  checklist       jsonb not null,
  needs_check     boolean not null,
  needs_signature boolean not null,
  recheck_minutes integer not null,
  made_at         timestamptz not null default now(),
  made_by         text,
  constraint order_form_number_key unique (order_type_id, number)
);

create function keep_order_form() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and (new.fields, new.checklist, new.needs_check, new.needs_signature, new.recheck_minutes)
         is not distinct from (old.fields, old.checklist, old.needs_check, old.needs_signature, old.recheck_minutes)
  then return null; end if;
  insert into order_form (order_type_id, number, fields, checklist, needs_check, needs_signature, recheck_minutes, made_by)
  select new.order_type_id, coalesce(max(number), 0) + 1, new.fields, new.checklist, new.needs_check,
         new.needs_signature, new.recheck_minutes,
         nullif(current_setting('lanjing.actor', true), '')::jsonb->>'real_name'
    from order_form where order_type_id = new.order_type_id;
  return null;
end $$;
create trigger keep_form after insert or update on order_type
  for each row execute function keep_order_form();

create table work_order (
  order_id        bigint generated always as identity primary key,
  order_type_id   integer not null constraint work_order_type_fkey references order_type (order_type_id),
  form_id         integer not null constraint work_order_form_fkey references order_form (form_id),
  -- As the form says it, so that one statement decides where `do` leads.
  needs_check     boolean not null,
  -- Null: of no station.
  site_id         integer constraint work_order_site_id_fkey references site (site_id) on delete cascade,
  order_title     text not null,
  description     text not null default '',
  priority        text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  state           text not null default 'pending' check (state in
                  ('pending', 'accepted', 'in_progress', 'on_hold', 'awaiting_check', 'closed', 'cancelled')),
  source          text not null default 'person' check (source in ('person', 'alarm', 'quality', 'consumable', 'plan', 'request')),
  made_by         integer references user_account (user_id) on delete set null,
  made_by_name    text not null,
  user_group_id   integer references user_group (user_group_id) on delete set null,
  assignee_id     integer references user_account (user_id) on delete set null,
  created_at      timestamptz not null,
  response_due_at timestamptz,
  due_at          timestamptz,
  accepted_at     timestamptz,
  started_at      timestamptz,
  held_at         timestamptz,
  done_at         timestamptz,
  closed_at       timestamptz,
  answers         jsonb not null default '{}',
  checks          jsonb not null default '{}',
  -- How often a check sent it back, and how often it was opened again.
  returned        integer not null default 0,
  reopened        integer not null default 0,
  -- Why it was closed or cancelled by hand, and why although the data did not pass.
  close_reason    text not null default '',
  override_reason text not null default '',
  override_by     text,
  -- Exactly the orders that are over have an end.
  constraint work_order_closed_fits check ((state in ('closed', 'cancelled')) = (closed_at is not null))
);
call keep_table('work_order', 'order_id');
create index work_order_open on work_order (due_at) where closed_at is null;
create index work_order_site on work_order (site_id, created_at desc);
create index work_order_assignee on work_order (assignee_id, created_at desc);
create index work_order_group on work_order (user_group_id, created_at desc);
create index work_order_state on work_order (state, created_at desc);
create index work_order_created on work_order (created_at desc, order_id desc);
create index work_order_type on work_order (order_type_id);
create index work_order_form on work_order (form_id);
create index work_order_maker on work_order (made_by, created_at desc);

-- The alarms that an order is about. An alarm is in one order that is not over.
create table order_alarm (
  order_id bigint not null references work_order (order_id) on delete cascade,
  alarm_id bigint not null references alarm (alarm_id) on delete cascade,
  primary key (order_id, alarm_id)
);
create index order_alarm_of on order_alarm (alarm_id);

create table order_watcher (
  order_id bigint not null references work_order (order_id) on delete cascade,
  user_id  integer not null references user_account (user_id) on delete cascade,
  primary key (order_id, user_id)
);
create index order_watcher_user on order_watcher (user_id);

-- What was done with it, by whom. `act` is a step of the flow, or what else is told on its timeline.
create table order_step (
  step_id    bigint generated always as identity primary key,
  order_id   bigint not null references work_order (order_id) on delete cascade,
  at         timestamptz not null,
  act        text not null,
  from_state text,
  to_state   text,
  user_id    integer references user_account (user_id) on delete set null,
  -- Null: the platform.
  actor      text,
  note       text not null default '',
  details    jsonb not null default '{}'
);
create index order_step_of on order_step (order_id, step_id);
create index order_step_user on order_step (user_id);

create table order_comment (
  comment_id bigint generated always as identity primary key,
  order_id   bigint not null references work_order (order_id) on delete cascade,
  user_id    integer references user_account (user_id) on delete set null,
  actor      text not null,
  at         timestamptz not null,
  body       text not null,
  -- Users who were named and told.
  mentions   integer[] not null default '{}'
);
create index order_comment_of on order_comment (order_id, comment_id);
create index order_comment_user on order_comment (user_id);

-- Photos, signatures and attachments: of a comment, of a field of the form, or of the order itself.
create table order_file (
  order_id   bigint not null references work_order (order_id) on delete cascade,
  file_id    integer not null constraint order_file_file_fkey references file (file_id),
  comment_id bigint references order_comment (comment_id) on delete cascade,
  primary key (order_id, file_id)
);
create index order_file_file on order_file (file_id);
create index order_file_comment on order_file (comment_id);

-- Values of the station that were taken into the form. The browser never says what was measured.
create table order_reading (
  order_id  bigint not null references work_order (order_id) on delete cascade,
  field_key text not null,
  value     double precision,
  flag      text not null,
  ts        timestamptz not null,
  taken_at  timestamptz not null,
  taken_by  text not null,
  primary key (order_id, field_key)
);

-- Working hours, by which time limits are counted.
create table order_calendar (
  only_row boolean primary key default true check (only_row),
  -- Per weekday from Monday on, each a list of [from, to].
  hours    jsonb not null default
    '[[["00:00","24:00"]],[["00:00","24:00"]],[["00:00","24:00"]],[["00:00","24:00"]],[["00:00","24:00"]],[["00:00","24:00"]],[["00:00","24:00"]]]',
  -- Dates that differ: `{"2026-10-01": []}` is a holiday.
  days     jsonb not null default '{}'
);
insert into order_calendar default values;
call keep_table('order_calendar', 'only_row');

insert into order_type (type_name, type_name_en, remark, fields, checklist, response_minutes, completion_minutes) values
  ('故障维修', 'Repair', '处理报警和设备故障',
   '[{"key":"cause","label":"故障原因","label_en":"Cause","kind":"text","required":true},
     {"key":"action","label":"处理措施","label_en":"Action taken","kind":"text","required":true},
     {"key":"parts","label":"更换部件","label_en":"Parts replaced","kind":"text","required":false},
     {"key":"photos","label":"现场照片","label_en":"Photos","kind":"photo","required":false}]',
   '[]', 60, 1440),
  ('日常巡检', 'Inspection', '按计划检查站点',
   '[{"key":"photos","label":"现场照片","label_en":"Photos","kind":"photo","required":false},
     {"key":"remark","label":"情况说明","label_en":"Remarks","kind":"text","required":false}]',
   '[{"key":"surroundings","label":"站房及周边环境","label_en":"Station house and surroundings","kind":"pass_fail"},
     {"key":"power","label":"供电、防雷和空调","label_en":"Power, lightning protection and air conditioning","kind":"pass_fail"},
     {"key":"sampling","label":"采样管路","label_en":"Sampling line","kind":"pass_fail"},
     {"key":"instruments","label":"仪器状态和参数","label_en":"Instrument state and parameters","kind":"pass_fail"},
     {"key":"logger","label":"数据采集和传输","label_en":"Data logging and transmission","kind":"pass_fail"}]',
   480, 4320),
  ('仪器校准', 'Calibration', '零点、跨度校准和核查',
   '[{"key":"zero","label":"零点读数","label_en":"Zero reading","kind":"number","required":true},
     {"key":"span","label":"跨度读数","label_en":"Span reading","kind":"number","required":true},
     {"key":"gas","label":"标准物质编号","label_en":"Reference material number","kind":"text","required":true},
     {"key":"remark","label":"情况说明","label_en":"Remarks","kind":"text","required":false}]',
   '[]', 480, 2880);
