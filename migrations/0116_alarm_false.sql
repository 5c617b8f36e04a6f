-- False alarms are few among many, and asked for by themselves.
create index alarm_false on alarm (from_at desc, alarm_id desc) where false_alarm;
