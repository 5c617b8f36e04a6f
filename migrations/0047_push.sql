-- What a site signs its batches with when it pushes them by HTTP, encrypted with the data folder's own key.
create table push_secret (
  site_id    integer primary key references site (site_id) on delete cascade,
  secret     text not null,
  created_at timestamptz not null default now()
);
call keep_table('push_secret', 'site_id');

-- Batches that were stored, with their answers: the same one again gets the same answer and is not stored twice.
create table push_batch (
  site_id     integer not null references site (site_id) on delete cascade,
  batch_id    text not null,
  body_hash   text not null,
  answer      jsonb not null,
  received_at timestamptz not null,
  primary key (site_id, batch_id)
);
create index push_batch_received_at on push_batch (received_at);
