-- Reports that are made by themselves when their period is over, and kept.

create table report_schedule (
  schedule_id   integer generated always as identity primary key,
  user_id       integer not null references user_account (user_id) on delete cascade,
  schedule_name text not null,
  kind          text not null check (kind in ('day', 'week', 'month', 'year')),
  layout        text not null check (layout in ('sheets', 'compare')),
  format        text not null check (format in ('xlsx', 'csv')),
  language      text not null check (language in ('zh', 'en')),
  -- None: all that the owner may see when it is made.
  site_ids      integer[] not null,
  -- Hours after the end of the period, so that late data are in it.
  due_hours     integer not null check (due_hours between 0 and 72),
  keep_count    integer not null check (keep_count between 1 and 400),
  enabled       boolean not null,
  -- Periods that ended before were over when nobody had asked.
  since         timestamptz not null,
  constraint report_schedule_name_key unique (user_id, schedule_name)
);
call keep_table('report_schedule', 'schedule_id');

-- How far each has come. Apart from it, as this is not the doing of any user.
create table report_due (
  schedule_id integer primary key references report_schedule (schedule_id) on delete cascade,
  -- The end of the last period that was handed to the runner.
  until       timestamptz not null
);

create table report_file (
  report_file_id integer generated always as identity primary key,
  schedule_id    integer not null references report_schedule (schedule_id) on delete cascade,
  period_from    timestamptz not null,
  made_at        timestamptz not null,
  file_name      text not null,
  -- Below the data folder; none where it could not be made.
  file_path      text,
  size           integer,
  fault          text,
  constraint report_file_period_key unique (schedule_id, period_from)
);
call keep_table('report_file', 'report_file_id');
