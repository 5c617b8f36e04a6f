-- Commands to devices: one record each, from the queue to its end (decision 50).

-- Many commands that are watched, paused and tried again together.
create table command_batch (
  batch_id    bigint generated always as identity primary key,
  kind        text not null,
  reason      text not null default '',
  -- How many of its devices may have a command under way at a time.
  concurrency integer not null default 50 check (concurrency between 1 and 500),
  paused      boolean not null default false,
  created_by  integer references user_account (user_id) on delete set null,
  created_by_name text not null default '',
  created_at  timestamptz not null
);
create index command_batch_at on command_batch (created_at desc);

create table command (
  command_id  bigint generated always as identity primary key,
  kind        text not null,
  site_id     integer not null constraint command_site_id_fkey references site (site_id) on delete cascade,
  mn          text not null,
  -- The factor that it is about, where it is about one.
  component_id smallint constraint command_component_id_fkey references component (component_id) on delete cascade,
  -- As asked for; secrets among them are encrypted.
  params      jsonb not null default '{}',
  -- The requests that carry it out, and those that settle it.
  plan        jsonb not null,
  batch_id    bigint constraint command_batch_id_fkey references command_batch (batch_id) on delete cascade,
  -- The one of the same batch that this one tries again; that one no longer counts.
  retry_of    bigint references command (command_id) on delete set null,
  superseded  boolean not null default false,
  priority    smallint not null default 0,
  reason      text not null default '',
  -- Null: the platform itself.
  created_by  integer references user_account (user_id) on delete set null,
  created_by_name text not null default '',
  created_at  timestamptz not null,
  approved_by integer references user_account (user_id) on delete set null,
  approved_by_name text not null default '',
  approved_at timestamptz,
  -- The end of its life in the queue.
  expires_at  timestamptz not null,

  -- Where it stands: `Run` of shared/domain/command-run.ts.
  state       text not null default 'queued' check (state in (
                'awaiting_approval', 'queued', 'sent', 'acknowledged', 'executing', 'verifying', 'unknown',
                'succeeded', 'mismatch', 'failed', 'refused', 'timed_out', 'cancelled', 'expired')),
  stage       text not null default 'run' check (stage in ('run', 'verify')),
  step        smallint not null default 0,
  sends       smallint not null default 0,
  answered    boolean not null default false,
  has_values  boolean not null default false,
  has_ended   boolean not null default false,
  gave        smallint not null default 0,
  pending     text check (pending in ('done', 'unknown', 'refused', 'failed')),
  phase       text check (phase in ('ack', 'exec')),
  qn_rtn      integer,
  exe_rtn     integer,
  error       text,
  late        boolean not null default false,
  confirmed   boolean,
  settled_by  text check (settled_by in ('answer', 'read_back', 'late_answer')),

  -- How often it was tried to settle it, and when next; null: when somebody asks, or never.
  verifications smallint not null default 0,
  verify_at   timestamptz,
  -- Who called it off or why it was not sent.
  cancel_reason text,
  sent_at     timestamptz,
  acked_at    timestamptz,
  finished_at timestamptz,
  -- What was read, or counted; and what the device held before and holds now, as far as it is known.
  result      jsonb,
  before_value jsonb,
  after_value jsonb,
  -- The server whose line it is on.
  taken_by    uuid
);
-- Devices have no queue of requests: one control at a time, whichever servers there are.
create unique index command_one_open on command (site_id)
  where state in ('sent', 'acknowledged', 'executing', 'verifying');
create index command_due on command (site_id, priority desc, command_id) 
  where state = 'queued' or (state = 'unknown' and verify_at is not null);
create index command_expiring on command (expires_at) where state in ('queued', 'awaiting_approval');
create index command_of_batch on command (batch_id, command_id) where batch_id is not null;
create index command_batch_open on command (batch_id)
  where state in ('sent', 'acknowledged', 'executing', 'verifying');
create index command_of_site on command (site_id, command_id desc);
create index command_at on command (created_at desc, command_id desc);
create index command_retry on command (retry_of) where retry_of is not null;
create index command_component on command (component_id) where component_id is not null;

-- One request on the wire, with its number. Its bytes are among the raw packets; here it is kept without passwords.
create table command_exchange (
  exchange_id bigint generated always as identity primary key,
  command_id  bigint not null references command (command_id) on delete cascade,
  site_id     integer not null,
  stage       text not null check (stage in ('run', 'verify')),
  step        smallint not null,
  qn          text not null,
  cn          text not null,
  request     text not null,
  sends       smallint not null default 1,
  sent_at     timestamptz not null,
  -- Numbers are unique across devices, servers and restarts.
  constraint command_exchange_qn_key unique (qn)
);
create index command_exchange_of on command_exchange (command_id, exchange_id);

-- What devices answered, each as it came.
create table command_reply (
  reply_id    bigint generated always as identity primary key,
  command_id  bigint not null references command (command_id) on delete cascade,
  exchange_id bigint not null references command_exchange (exchange_id) on delete cascade,
  site_id     integer not null,
  received_at timestamptz not null,
  cn          text not null,
  qn          text not null,
  raw         text not null,
  -- After its time, or once more.
  late        boolean not null default false,
  -- Under another number: taken for an answer because nothing else was asked.
  by_fallback boolean not null default false
);
create index command_reply_of on command_reply (command_id, reply_id);
create index command_reply_exchange on command_reply (exchange_id);
create index command_reply_qn on command_reply (site_id, qn);

-- What is known of a device's settings, item by item, with its age and where it comes from.
create table device_value (
  site_id      integer not null references site (site_id) on delete cascade,
  -- Null: the logger's own.
  component_id smallint references component (component_id) on delete cascade,
  -- What and which part of it: `kb.k`, `time.time`, `info.i12001`.
  item         text not null,
  value        jsonb not null,
  at           timestamptz not null,
  -- `read`: the device said it. `written`: the device said that it had been set, and did not say it again.
  source       text not null check (source in ('read', 'written')),
  command_id   bigint references command (command_id) on delete set null,
  constraint device_value_key unique nulls not distinct (site_id, component_id, item)
);
create index device_value_command on device_value (command_id) where command_id is not null;
create index device_value_component on device_value (component_id) where component_id is not null;

-- The last number given to a request, in milliseconds: a clock that never shows the same time twice.
create table command_clock (
  only_row boolean primary key default true check (only_row),
  last_ms  bigint not null default 0
);
insert into command_clock default values;

-- Which command a frame belongs to.
alter table raw_packet add column command_id bigint;

-- New ones, and those that a person lets go, are taken up at once.
create trigger told after insert on command for each statement execute function tell_changed('commands');

-- Refused commands leave a line too.
alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check
  check (action in ('insert', 'update', 'delete', 'sign_in', 'sign_in_refused', 'sign_out', 'refused'));
