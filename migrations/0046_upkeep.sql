-- Work that comes round by itself and keeps the platform in order: when it ran and what it took away.
create table upkeep_run (
  run_id      integer generated always as identity primary key,
  job         text not null,
  started_at  timestamptz not null,
  finished_at timestamptz,
  -- Null while it is under way.
  outcome     text check (outcome in ('done', 'failed', 'stopped')),
  -- One entry for each part of the work: what it removed, or why it failed.
  parts       jsonb not null default '[]',
  -- Whoever did not wait for the clock.
  asked_by    text
);
create index upkeep_run_job on upkeep_run (job, run_id);

-- That something runs short is told once, however often it is found, and by however many servers.
create table told_shortage (
  shortage text primary key,
  level    text not null check (level in ('warning', 'critical')),
  told_at  timestamptz not null
);

alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check
  check (kind in ('code', 'test', 'alarm', 'order', 'report', 'meeting', 'platform'));

-- Who has chosen could not choose this. It is nobody's edit, so nothing counts it as one.
alter table user_notice disable trigger user;
update user_notice set in_app = in_app || '{platform}';
alter table user_notice enable trigger user;
