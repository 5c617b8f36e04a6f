-- Devices whose gaps are looked for and filled by themselves.
create table auto_resupply (
  site_id       integer primary key
                constraint auto_resupply_site_id_fkey references site (site_id) on delete cascade,
  running       boolean not null,
  data_types    text[] not null constraint auto_resupply_types
                check (data_types <> '{}' and data_types <@ array['minute', 'hour', 'day']),
  window_days   smallint not null constraint auto_resupply_window check (window_days between 1 and 90),
  every_minutes smallint not null constraint auto_resupply_every check (every_minutes between 10 and 1440),
  -- Who started or stopped it last, and when.
  user_id       integer constraint auto_resupply_user_id_fkey references user_account (user_id) on delete set null,
  changed_at    timestamptz not null
);
create index auto_resupply_user on auto_resupply (user_id) where user_id is not null;
call keep_table('auto_resupply', 'site_id');

-- When each is looked at next, and what was seen last. Whoever moves `next_at` does the look.
create table auto_resupply_look (
  site_id    integer primary key
             constraint auto_resupply_look_site_id_fkey references auto_resupply (site_id) on delete cascade,
  next_at    timestamptz not null,
  looked_at  timestamptz,
  -- Periods that are not there.
  missing    integer not null default 0,
  -- By data type: the first period that is known. What lies before it is nobody's gap.
  known_since jsonb not null default '{}'
);
create index auto_resupply_look_next on auto_resupply_look (next_at);

-- A look that found something, or let something be asked. Counted in periods.
create table resupply_run (
  run_id   bigint generated always as identity primary key,
  site_id  integer not null constraint resupply_run_site_id_fkey references site (site_id) on delete cascade,
  at       timestamptz not null,
  -- New gaps, all that was missing, what was asked for, what came, and what was given up.
  found    integer not null default 0,
  missing  integer not null default 0,
  asked    integer not null default 0,
  filled   integer not null default 0,
  given_up integer not null default 0,
  commands integer not null default 0
);
create index resupply_run_site on resupply_run (site_id, run_id desc);
create index resupply_run_at on resupply_run (at desc, run_id desc);

-- A stretch of time without data, as much as one request asks for.
create table resupply_gap (
  gap_id     bigint generated always as identity primary key,
  site_id    integer not null constraint resupply_gap_site_id_fkey references site (site_id) on delete cascade,
  data_type  text not null check (data_type in ('minute', 'hour', 'day')),
  from_at    timestamptz not null,
  to_at      timestamptz not null,
  step_ms    integer not null check (step_ms > 0),
  -- What is still missing of it: from the first to the last such period, and how many they are.
  ask_from   timestamptz not null,
  ask_to     timestamptz not null,
  missing    integer not null,
  state      text not null default 'open' check (state in ('open', 'requested', 'filled', 'absent', 'gave_up')),
  why        text check (why in ('no_data', 'tries', 'not_supported', 'too_old')),
  tries      smallint not null default 0,
  absent_tries smallint not null default 0,
  found_at   timestamptz not null,
  next_at    timestamptz not null,
  ended_at   timestamptz,
  command_id bigint constraint resupply_gap_command_id_fkey references command (command_id) on delete set null,
  run_id     bigint constraint resupply_gap_run_id_fkey references resupply_run (run_id) on delete set null,
  -- That it was given up has been told.
  told       boolean not null default false,
  constraint resupply_gap_span check (from_at < to_at and ask_from >= from_at and ask_to <= to_at)
);
-- However many servers look, a gap is written down once.
create unique index resupply_gap_once on resupply_gap (site_id, data_type, from_at) where state <> 'filled';
create index resupply_gap_open on resupply_gap (site_id, next_at) where state = 'open';
create index resupply_gap_requested on resupply_gap (site_id) where state = 'requested';
create index resupply_gap_untold on resupply_gap (site_id) where state in ('absent', 'gave_up') and not told;
create index resupply_gap_found on resupply_gap (found_at desc, gap_id desc);
create index resupply_gap_command on resupply_gap (command_id) where command_id is not null;
create index resupply_gap_run on resupply_gap (run_id) where run_id is not null;

-- Pages that show them ask anew.
create trigger told after insert or update or delete on auto_resupply
  for each statement execute function tell_changed('commands');
create trigger told after insert or update on resupply_run
  for each statement execute function tell_changed('commands');
