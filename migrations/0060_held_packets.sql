-- Packets that were refused for their time alone: too far in the future, or before the site began. Their values are
-- kept aside until a person takes them in under a corrected time, or discards them. The row stays afterwards, so that
-- the same packet sent again is not taken in twice; it goes with the raw packets of its age.
create table held_packet (
  held_id       bigint generated always as identity primary key,
  site_id       integer not null references site on delete cascade,
  received_at   timestamptz not null,
  -- The period's start, or the instant, that the packet claims.
  ts            timestamptz not null,
  data_type     text not null check (data_type in ('realtime', 'minute', 'hour', 'day')),
  reason        text not null check (reason in ('future_time', 'too_old')),
  cn            text not null,
  remote        text not null,
  raw           bytea not null,
  digest        text not null generated always as (md5(raw)) stored,
  state         text not null default 'held' check (state in ('held', 'taken', 'discarded')),
  shift_seconds integer,
  decided_at    timestamptz,
  decided_by    text,
  constraint held_packet_once unique (site_id, digest),
  constraint held_packet_decided check ((state = 'held') = (decided_at is null))
);
create index held_packet_open on held_packet (site_id, reason) where state = 'held';
create index held_packet_received on held_packet (received_at);
