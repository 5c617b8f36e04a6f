-- A person can correct how an alarm was handled. The first handling stays in its step, with who did it and when.
-- 1 as handled, one more with each correction.
alter table alarm add column handled_version integer not null default 1;

alter table alarm_step drop constraint alarm_step_did_check;
alter table alarm_step add constraint alarm_step_did_check check (
  did in ('raised', 'worsened', 'recovered', 'rule_ended', 'corrected', 'acknowledged', 'handled',
          'handling_corrected', 'reopened', 'cause_overruled', 'escalated', 'note'));
