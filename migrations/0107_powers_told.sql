-- Which events a browser hears depends on its user's powers too: alarms are for those who may read them.
create trigger told after insert or update or delete on role_power
  for each statement execute function tell_changed('access');
