-- Whether somebody watches live values at this server: events are sent only to servers with viewers. True by default,
-- because servers of an older version do not say it.
alter table server_process add column watched boolean not null default true;

create trigger told_watched after update on server_process
  for each row when (old.watched is distinct from new.watched) execute function tell_changed('servers');
