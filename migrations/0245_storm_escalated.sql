-- Of several stations, too, a message says that nobody has acknowledged them.
alter table alarm_template drop constraint alarm_template_event_check;
alter table alarm_template add constraint alarm_template_event_check check (
  event in ('raised', 'worsened', 'recovered', 'escalated', 'storm', 'storm_escalated', 'storm_recovered'));
