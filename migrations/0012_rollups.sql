-- Hours, days and months: the value that holds of each factor, where it comes from, and what it rests on.

drop table rollup_hour, rollup_day, rollup_month;
drop procedure make_rollup_table;

--   origins  one letter per factor: m manual, r reviewed, d the device's own,
--            or computed from n minutes, t real-time values, h hours, y days
--   n        values that came        valid   those that count        expected   those there should be; null: all 1
--   flags    one word per factor, '' for N; null: all N
-- min, max, cou: null where no factor has one.
create table rollup_hour (
  ts       timestamptz not null,
  site_id  integer not null,
  set_id   integer not null,
  avg      real[] not null,
  min      real[],
  max      real[],
  cou      double precision[],
  n        smallint[],
  valid    smallint[],
  expected smallint[],
  origins  text not null,
  flags    text[],
  primary key (site_id, ts)
) partition by range (ts);
create table rollup_day (like rollup_hour including all) partition by range (ts);
-- So few rows that one table holds them for ever.
create table rollup_month (like rollup_hour including all);

-- The job takes the newest first, so that is the order of the keys.
alter table dirty_bucket drop constraint dirty_bucket_pkey, add primary key (bucket, level, site_id);
drop table rollup_work;
create table rollup_work (
  level   text not null,
  bucket  timestamptz not null,
  site_id integer not null,
  primary key (level, bucket, site_id)
);
