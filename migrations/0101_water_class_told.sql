-- Which items make the class of water decides on alarms too.
create trigger told after update on water_class
  for each statement execute function tell_changed('alarm_rules');
