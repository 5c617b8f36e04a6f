-- Whoever is at work says so again within seconds; an older export brought those of another instance along.
delete from server_process;
delete from lease;

alter table server_process
  -- The folder whose lock it holds: its data folder, or one within that where servers share it. A process that gets the
  -- same lock takes its place.
  add column place    text not null default '',
  add column version  text not null default '',
  -- As of its last sign of life.
  add column stations integer not null default 0,
  add column viewers  integer not null default 0;
