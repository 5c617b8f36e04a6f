-- The gateway and the live hub hold configuration in memory; a commit tells them to read it again.
create function tell_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0]);
  return null;
end $$;

-- What the gateway must know of sites and how they speak.
create trigger told after insert or update or delete on site
  for each statement execute function tell_changed('directory');
create trigger told after insert or update or delete on agreement
  for each statement execute function tell_changed('directory');
create trigger told after insert or update or delete on agreement_code
  for each statement execute function tell_changed('directory');
create trigger told after insert or update or delete on component
  for each statement execute function tell_changed('directory');
create trigger told after insert or update or delete on device_factor
  for each statement execute function tell_changed('directory');

-- Who may watch what.
create trigger told after delete or update of revoked_at on session
  for each statement execute function tell_changed('access');
create trigger told after update of status, role_id on user_account
  for each statement execute function tell_changed('access');
create trigger told after update of sees_all_sites on role
  for each statement execute function tell_changed('access');
create trigger told after insert or update or delete on user_site
  for each statement execute function tell_changed('access');
create trigger told after insert or update or delete on group_site
  for each statement execute function tell_changed('access');
create trigger told after insert or update or delete on user_group_member
  for each statement execute function tell_changed('access');
