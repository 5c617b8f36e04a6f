-- Messages to people outside the browser. The default SMS provider only writes here.
create table message (
  message_id bigint generated always as identity primary key,
  channel    text not null check (channel in ('sms', 'email', 'webhook', 'in_app')),
  recipient  text not null,
  body       text not null,
  state      text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  error      text,
  created_at timestamptz not null default now(),
  sent_at    timestamptz
);
create index message_created on message (created_at desc);

create table file (
  file_id     integer generated always as identity primary key,
  user_id     integer references user_account (user_id) on delete set null,
  file_name   text not null,
  size        bigint not null check (size >= 0),
  sha256      text not null,
  purpose     text not null default 'upload',
  created_at  timestamptz not null default now()
);
create index file_user on file (user_id, created_at desc);

create table job (
  job_id      integer generated always as identity primary key,
  user_id     integer not null references user_account (user_id) on delete cascade,
  kind        text not null,
  title       text not null,
  params      jsonb not null,
  state       text not null default 'queued'
              check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done        integer not null default 0,
  total       integer,
  fault       text,
  file_name   text,
  file_path   text,
  created_at  timestamptz not null default now(),
  finished_at timestamptz
);
create index job_user on job (user_id, created_at desc);
create index job_waiting on job (created_at) where state in ('queued', 'running');
