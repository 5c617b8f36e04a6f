-- A virtual station of each learner's own, and what they sent to it. It is no site: nothing of it is a measurement.
create table lab_station (
  user_id        integer primary key references user_account (user_id) on delete cascade,
  station_type   text not null default 'air' check (station_type in ('air', 'water')),
  password       text not null default '123456',
  check_password boolean not null default true,
  -- What commands have set: intervals, report time.
  device         jsonb not null default '{}'
);

create table lab_entry (
  entry_id bigint generated always as identity primary key,
  user_id  integer not null references user_account (user_id) on delete cascade,
  at       timestamptz not null,
  what     text not null check (what in ('packet', 'command')),
  name     text not null,
  accepted boolean not null,
  outcome  jsonb not null
);
create index lab_entry_user on lab_entry (user_id, entry_id desc);
