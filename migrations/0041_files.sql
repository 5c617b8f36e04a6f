-- The files that people look after, beside those that belong to something else, and uploads that are under way.

-- Whatever was uploaded before now was a sheet to import.
alter table file disable trigger audit;
update file set purpose = 'attachment';
alter table file enable trigger audit;

alter table file
  alter column purpose drop default,
  add constraint file_purpose_check check (purpose in ('upload', 'attachment', 'app')),
  add column file_type text generated always as (coalesce(lower(substring(file_name from '\.([^.]+)$')), '')) stored;
create unique index file_name_key on file (lower(file_name)) where purpose = 'upload';
create index file_content on file (sha256);

-- A row is where to go on after a break, also of the server.
create table file_upload (
  upload_id   uuid primary key default gen_random_uuid(),
  user_id     integer not null references user_account (user_id) on delete cascade,
  purpose     text not null,
  file_name   text not null,
  size        bigint not null,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint file_upload_key unique (user_id, purpose, file_name, size)
);

-- A chunk is listed once its bytes were checked and are on the disk.
create table file_upload_chunk (
  upload_id   uuid not null references file_upload (upload_id) on delete cascade,
  chunk_index integer not null,
  sha256      text not null,
  primary key (upload_id, chunk_index)
);
