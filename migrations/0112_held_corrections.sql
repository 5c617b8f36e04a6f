-- Each time that held packets were stored with a corrected time, so that it can be undone: their values are a trace of
-- the store (its number is the correction's, below zero; those above are imports). The row stays, and says who did both.
create table held_correction (
  correction_id integer generated always as identity primary key,
  site_id       integer not null references site on delete cascade,
  reason        text not null check (reason in ('future_time', 'too_old')),
  shift_seconds bigint not null,
  packets       integer not null,
  -- Of the corrected times.
  ts_from       timestamptz not null,
  ts_to         timestamptz not null,
  taken_at      timestamptz not null,
  taken_by      text not null,
  -- open: its values are being stored, or it broke off meanwhile and they are to be taken back.
  state         text not null default 'open' check (state in ('open', 'done', 'undone')),
  -- Whether the store still knows what was there before.
  traced        boolean not null default true,
  undone_at     timestamptz,
  undone_by     text,
  -- Values that were changed after the correction, and stayed when it was undone.
  kept          integer not null default 0,
  constraint held_correction_undone check ((state = 'undone') = (undone_at is not null))
);
create index held_correction_site on held_correction (site_id, state);

-- A clock may say 1970 or 9999: more seconds than an integer holds.
alter table held_packet
  alter column shift_seconds type bigint,
  add column correction_id integer references held_correction on delete set null;
create index held_packet_correction on held_packet (correction_id) where correction_id is not null;
