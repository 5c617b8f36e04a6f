-- Remote control of a device: opened by one person, for a stated time, and over by itself. The row of a time that is past
-- stays until the next one.
create table control_lease (
  site_id   integer primary key constraint control_lease_site_id_fkey references site (site_id) on delete cascade,
  user_id   integer not null constraint control_lease_user_id_fkey references user_account (user_id) on delete cascade,
  opened_at timestamptz not null,
  until_at  timestamptz not null,
  reason    text not null default '',
  constraint control_lease_span check (until_at >= opened_at)
);
create index control_lease_user on control_lease (user_id);
call keep_table('control_lease', 'site_id');
create trigger told after insert or update on control_lease
  for each statement execute function tell_changed('commands');

-- Kinds of commands that wait for a second person.
create table command_policy (
  kind           text primary key,
  needs_approval boolean not null
);
call keep_table('command_policy', 'kind');

-- What the platform asks by itself needs nobody to open remote control.
alter table command add column unattended boolean not null default false;
-- What is called off or let go is told as well as what is new.
create trigger told_let_go after update of state on command
  for each row when (old.state in ('awaiting_approval', 'queued') and new.state in ('queued', 'cancelled'))
  execute function tell_changed('commands');
create trigger told after update on command_batch for each statement execute function tell_changed('commands');
