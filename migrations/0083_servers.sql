-- Several servers work on one database. Each one says that it is there; whoever has not done so for 15 s is gone.
create table server_process (
  process_id    uuid primary key,
  host          text not null,
  -- Locked by one process at a time: a new one in the same folder takes the place of the one before it.
  data_dir      text not null,
  roles         text[] not null,
  -- Where it can be reached; null until its doors are open, and for good where it has none.
  address       text,
  gateway_port  integer,
  -- Of its secrets, keyed by the secret itself: equal in servers that share them, and worth nothing to others.
  secrets_check text not null,
  started_at    timestamptz not null default now(),
  seen_at       timestamptz not null default now()
);
-- For each row: a heartbeat that changes nothing about who is there is not told.
create trigger told after insert or delete or update of address on server_process
  for each row execute function tell_changed('servers');

-- What one server does for all of them, and until when that holds without a renewal, by the clock of the database.
create table lease (
  name   text primary key,
  holder uuid not null,
  until  timestamptz not null
);

alter table link_state
  -- The process that heard of the device last: its watchdog is the one that counts.
  add column heard_by uuid,
  -- The process that holds the device's line: what is to be sent to the device goes through it.
  add column line_at uuid;

-- Which server is sending a message, and until when that holds without a renewal.
alter table message
  add column taken_by uuid,
  add column lease_until timestamptz;

-- A server that only takes questions does not work on jobs; those that do hear of new ones.
create trigger told after insert on job for each statement execute function tell_changed('jobs');

-- Requests of an address or a site in a minute, counted by all servers together. Nothing is lost with it.
create unlogged table request_count (
  subject text primary key,
  count   integer not null,
  until   timestamptz not null
);
