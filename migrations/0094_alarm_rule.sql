-- Limits of a factor: for one site, for a product line, or for the whole network. The most specific one holds.
create table alarm_rule (
  rule_id      integer generated always as identity primary key,
  scope        text not null check (scope in ('network', 'product', 'site')),
  product_id   integer constraint alarm_rule_product_id_fkey references product_line (product_id) on delete cascade,
  site_id      integer constraint alarm_rule_site_id_fkey references site (site_id) on delete cascade,
  component_id smallint not null
               constraint alarm_rule_component_id_fkey references component (component_id) on delete cascade,
  data_type    text not null check (data_type in ('realtime', 'minute', 'hour', 'day')),
  -- 'own': the limits of this row. Otherwise those of the edition in force at the time of each value.
  limits       text not null default 'own' check (limits in ('own', 'grade_1', 'grade_2')),
  high_warning double precision,
  high_alarm   double precision,
  low_warning  double precision,
  low_alarm    double precision,
  raise_after  integer not null default 1 check (raise_after between 1 and 100),
  clear_after  integer not null default 1 check (clear_after between 1 and 100),
  deadband     double precision not null default 0 check (deadband >= 0),
  hours        jsonb not null default '[]',
  enabled      boolean not null default true,
  remark       text not null default '',
  constraint alarm_rule_scope_fits check (
    (scope = 'product') = (product_id is not null) and (scope = 'site') = (site_id is not null)),
  constraint alarm_rule_high_order check (high_alarm >= high_warning),
  constraint alarm_rule_low_order check (low_alarm <= low_warning),
  constraint alarm_rule_sides_apart check (
    coalesce(high_warning, high_alarm) > coalesce(low_warning, low_alarm)),
  constraint alarm_rule_has_limit check (
    limits <> 'own' or num_nonnulls(high_warning, high_alarm, low_warning, low_alarm) > 0),
  constraint alarm_rule_place_key unique nulls not distinct (scope, product_id, site_id, component_id, data_type)
);
call keep_table('alarm_rule', 'rule_id');

-- What a rule said and when: a change is a new version, and the old one stays readable.
create table alarm_rule_version (
  rule_id  integer not null,
  version  integer not null,
  rule     jsonb not null,
  made_at  timestamptz not null default now(),
  made_by  text,
  ended_at timestamptz,
  primary key (rule_id, version)
);

create function keep_alarm_rule_version() returns trigger language plpgsql as $$
begin
  update alarm_rule_version set ended_at = now()
   where rule_id = coalesce(new.rule_id, old.rule_id) and ended_at is null;
  if tg_op <> 'DELETE' then
    insert into alarm_rule_version (rule_id, version, rule, made_by)
    values (new.rule_id, new.version, to_jsonb(new) - 'updated_at',
            nullif(current_setting('lanjing.actor', true), '')::jsonb->>'real_name');
  end if;
  return null;
end $$;
create trigger keep_version after insert or update or delete on alarm_rule
  for each row execute function keep_alarm_rule_version();
