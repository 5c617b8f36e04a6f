-- What a rule is on: the value of a factor, the mean of ozone over 8 hours, or the class of the water, which is of no
-- single factor. For the class, limits are the numbers of classes: 3 raises what is worse than III.
alter table alarm_rule
  add column measure text not null default 'value'
    constraint alarm_rule_measure_check check (measure in ('value', 'o3_8h', 'water_class')),
  -- The warning limit as a share of the standard's limit.
  add column warning_share double precision
    constraint alarm_rule_warning_share_check check (warning_share > 0 and warning_share < 1),
  alter column component_id drop not null,
  drop constraint alarm_rule_limits_check,
  -- 'target': those of the class that the site is meant to have.
  add constraint alarm_rule_limits_check check (limits in ('own', 'grade_1', 'grade_2', 'target')),
  drop constraint alarm_rule_place_key;

update alarm_rule set high_warning = null, high_alarm = null, low_warning = null, low_alarm = null
 where limits <> 'own';
update alarm_rule_version set rule = rule || '{"measure": "value", "warning_share": null}';

alter table alarm_rule
  add constraint alarm_rule_place_key
    unique nulls not distinct (scope, product_id, site_id, component_id, data_type, measure),
  add constraint alarm_rule_measure_factor check ((measure = 'water_class') = (component_id is null)),
  add constraint alarm_rule_measure_data_type check (measure = 'value' or data_type in ('hour', 'day')),
  add constraint alarm_rule_limits_fit check (
    (limits = 'own' or num_nonnulls(high_warning, high_alarm, low_warning, low_alarm) = 0)
    and (warning_share is null or limits in ('grade_1', 'grade_2'))),
  add constraint alarm_rule_class_limits check (
    measure <> 'water_class'
    or coalesce(high_warning in (1, 2, 3, 4, 5), true) and coalesce(high_alarm in (1, 2, 3, 4, 5), true)
       and num_nonnulls(low_warning, low_alarm) = 0 and deadband = 0);
