-- Written every few seconds: whether the database takes writes is known before anybody needs it to. Two servers on one
-- database share the row.
create table write_probe (
  probe_id   boolean primary key default true check (probe_id),
  written_at timestamptz not null default now()
) with (fillfactor = 10, autovacuum_vacuum_threshold = 1000);
insert into write_probe default values;

-- Which server works on a job, and until when that holds without a renewal.
alter table job
  add column taken_by uuid,
  add column lease_until timestamptz;
