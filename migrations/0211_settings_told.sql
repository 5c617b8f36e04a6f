-- Stored values of these that cannot be used are a finding too, which goes when they are set anew.
create trigger told after update on alarm_setting
  for each statement execute function tell_changed('settings');
create trigger told after update on order_calendar
  for each statement execute function tell_changed('settings');
