-- What the log is filtered by, each in its order; what is open is few among many that are over.
create index alarm_open on alarm (from_at desc, alarm_id desc) where ended_at is null;
create index alarm_of_kind on alarm (kind, from_at desc, alarm_id desc);
create index alarm_of_component on alarm (component_id, from_at desc, alarm_id desc) where component_id is not null;
create index alarm_step_overruled on alarm_step (alarm_id) where did = 'cause_overruled';
