-- What has been taken back of each trace so far. Whoever undoes an import writes down this sum, not what was added to
-- it: an answer that a crash swallowed is in the next one, and nothing is counted twice.
create table trace_taken (
  trace_id integer primary key,
  rows     integer not null,
  removed  integer not null,
  restored integer not null,
  kept     integer not null
);

-- Imports whose undoing was broken off before.
insert into trace_taken (trace_id, rows, removed, restored, kept)
select import_id, taken_back, removed, restored, kept from history_import_progress
 where taken_back > 0 and undone_at is null;
