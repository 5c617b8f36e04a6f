-- Files of history: what people decided about each, and apart from it how far the work has come.

create table history_import (
  import_id     integer generated always as identity primary key,
  user_id       integer references user_account (user_id) on delete set null,
  file_id       integer not null,
  file_name     text not null,
  -- Which column is what; see importMapping in the contract.
  mapping       jsonb not null,
  leave_out_bad boolean not null default false,
  asked         text not null default 'check',
  created_at    timestamptz not null default now(),
  constraint history_import_file_fkey foreign key (file_id) references file,
  constraint history_import_asked_check check (asked in ('check', 'import', 'undo'))
);
call keep_table('history_import', 'import_id');

-- Changes with every batch, in the transaction that stores it; not the doing of any user.
create table history_import_progress (
  import_id   integer primary key references history_import on delete cascade,
  status      text not null default 'running',
  fault       text,
  job_id      integer,
  -- By this clock rows are judged: the same file then says the same when it is checked and when it is imported.
  judged_at   timestamptz not null,
  -- Of what is under way, from 0 to 1.
  share       real not null default 0,
  good        integer not null default 0,
  bad         integer not null default 0,
  blank       integer not null default 0,
  problems    integer not null default 0,
  replacing   integer not null default 0,
  site_ids    integer[] not null default '{}',
  first_at    timestamptz,
  last_at     timestamptz,
  -- The last line of the file that is stored or left out.
  at_row      integer not null default 0,
  written     integer not null default 0,
  left_out    integer not null default 0,
  taken_back  integer not null default 0,
  removed     integer not null default 0,
  restored    integer not null default 0,
  kept        integer not null default 0,
  -- Whether what was there before is still known.
  traced      boolean not null default false,
  finished_at timestamptz,
  undone_at   timestamptz,
  constraint history_import_progress_status_check check (status in ('running', 'done', 'stopped', 'failed'))
);
