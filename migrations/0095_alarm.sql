-- An alarm is an episode: what was wrong at a site, from when to when, and what people did about it.
create table alarm (
  alarm_id     bigint generated always as identity primary key,
  -- Null: of the platform itself, such as its disk.
  site_id      integer constraint alarm_site_id_fkey references site (site_id) on delete cascade,
  family       text not null check (family in ('measurement', 'instrument')),
  kind         text not null,
  component_id smallint constraint alarm_component_id_fkey references component (component_id) on delete cascade,
  data_type    text check (data_type in ('realtime', 'minute', 'hour', 'day')),
  -- What tells episodes of one kind and factor apart: `high` and `low`, an instrument's code, a disk.
  side         text not null default '',
  level        text not null check (level in ('warning', 'alarm')),

  -- By the time of the values: the first that was wrong, the one that raised it, the first that was right again.
  from_at      timestamptz not null,
  raised_at    timestamptz not null,
  ended_at     timestamptz,
  -- By our own clock.
  opened_at    timestamptz not null,
  closed_at    timestamptz,
  -- `recovered`: by itself. `rule_ended`: nothing asks for it any more. `corrected`: late values say that it never was.
  end_reason   text check (end_reason in ('recovered', 'rule_ended', 'corrected', 'handled')),
  peak         double precision,
  last_value   double precision,
  values_count integer not null default 0,
  -- The limit that it is beyond, and what else explains it: codes, minutes, volts.
  limit_value  double precision,
  details      jsonb not null default '{}',
  rule_id      integer,
  rule_version integer,
  -- Only late values know of it: nobody was told when it happened.
  late         boolean not null default false,

  cause        text check (cause in ('regional', 'local', 'instrument')),
  -- What the cause was judged by.
  cause_figures jsonb,
  -- Null: by the platform. A person's word stays.
  cause_by     integer references user_account (user_id) on delete set null,

  acknowledged_at timestamptz,
  acknowledged_by integer references user_account (user_id) on delete set null,
  handled_at   timestamptz,
  handled_by   integer references user_account (user_id) on delete set null,
  handled_cause text not null default '',
  handled_note text not null default '',
  false_alarm  boolean,
  -- One message for many: the first alarm of a storm.
  storm_id     bigint,
  constraint alarm_end_known check ((ended_at is null) = (end_reason is null)),
  constraint alarm_order check (ended_at >= from_at and raised_at >= from_at)
);
create unique index alarm_open_key on alarm (site_id, kind, component_id, data_type, side) nulls not distinct
  where ended_at is null;
create unique index alarm_episode_key on alarm (site_id, kind, component_id, data_type, side, from_at)
  nulls not distinct;
create index alarm_from on alarm (from_at desc, alarm_id desc);
create index alarm_of_site on alarm (site_id, from_at desc);
create index alarm_of_rule on alarm (rule_id) where rule_id is not null;

-- Every step of an episode with whoever took it; no actor means the platform.
create table alarm_step (
  step_id  bigint generated always as identity primary key,
  alarm_id bigint not null references alarm (alarm_id) on delete cascade,
  at       timestamptz not null,
  did      text not null check (did in ('raised', 'worsened', 'recovered', 'rule_ended', 'corrected', 'acknowledged',
                                        'handled', 'reopened', 'cause_overruled', 'escalated', 'note')),
  level    text check (level in ('warning', 'alarm')),
  user_id  integer references user_account (user_id) on delete set null,
  actor    text,
  note     text not null default '',
  details  jsonb not null default '{}',
  -- Whether people are to be told of it. Null once that is done or was never wanted.
  tell     boolean
);
create index alarm_step_of on alarm_step (alarm_id, step_id);
create index alarm_step_untold on alarm_step (step_id) where tell;
create trigger told after insert on alarm_step for each statement execute function tell_changed('alarms');

create table alarm_file (
  alarm_id bigint not null references alarm (alarm_id) on delete cascade,
  file_id  integer not null constraint alarm_file_file_id_fkey references file (file_id) on delete cascade,
  primary key (alarm_id, file_id)
);

-- What the evaluation of a site's values remembers. Saved with the episodes that it opens and closes, so that whoever
-- takes the work over goes on from there.
create table alarm_state (
  site_id   integer not null references site (site_id) on delete cascade,
  data_type text not null check (data_type in ('realtime', 'minute', 'hour', 'day')),
  -- All values up to here are in it.
  upto      timestamptz not null,
  state     jsonb not null,
  primary key (site_id, data_type)
);

-- How each kind is found, for a site, a product line or the network. The most specific one holds.
create table alarm_kind (
  kind_id    integer generated always as identity primary key,
  kind       text not null,
  scope      text not null check (scope in ('network', 'product', 'site')),
  product_id integer constraint alarm_kind_product_id_fkey references product_line (product_id) on delete cascade,
  site_id    integer constraint alarm_kind_site_id_fkey references site (site_id) on delete cascade,
  enabled    boolean not null default true,
  level      text not null default 'warning' check (level in ('warning', 'alarm')),
  params     jsonb not null default '{}',
  remark     text not null default '',
  constraint alarm_kind_scope_fits check (
    (scope = 'product') = (product_id is not null) and (scope = 'site') = (site_id is not null)),
  constraint alarm_kind_place_key unique nulls not distinct (kind, scope, product_id, site_id)
);
call keep_table('alarm_kind', 'kind_id');

-- While one is open nothing is raised there. It always has an end.
create table maintenance_window (
  window_id  integer generated always as identity primary key,
  scope      text not null check (scope in ('network', 'product', 'city', 'site')),
  product_id integer constraint maintenance_window_product_id_fkey references product_line (product_id) on delete cascade,
  city_code  text,
  site_id    integer constraint maintenance_window_site_id_fkey references site (site_id) on delete cascade,
  starts_at  timestamptz not null,
  ends_at    timestamptz not null,
  reason     text not null default '',
  -- `calibration`: opened by a command to the device.
  origin     text not null default 'person' check (origin in ('person', 'calibration')),
  constraint maintenance_window_scope_fits check (
    (scope = 'product') = (product_id is not null) and (scope = 'site') = (site_id is not null)
    and (scope = 'city') = (city_code is not null)),
  constraint maintenance_window_order check (ends_at > starts_at)
);
create index maintenance_window_end on maintenance_window (ends_at);
call keep_table('maintenance_window', 'window_id');

-- Which windows hold a site, whatever they are for.
create view maintained_site as
  select s.site_id, w.window_id, w.starts_at, w.ends_at
    from maintenance_window w
    join site s on case w.scope when 'network' then true
                                when 'product' then s.product_id = w.product_id
                                when 'city' then s.city_code = w.city_code
                                else s.site_id = w.site_id end;

create trigger told after insert or update or delete on alarm_rule
  for each statement execute function tell_changed('alarm_rules');
create trigger told after insert or update or delete on alarm_kind
  for each statement execute function tell_changed('alarm_rules');
create trigger told after insert or update or delete on maintenance_window
  for each statement execute function tell_changed('alarm_rules');

-- What was stored, told to whoever judges values: written with the values, and gone once they were judged.
create table reading_news (
  news_id     bigint generated always as identity primary key,
  -- Side by side. Few enough for a row to stay in its page.
  site_ids    integer[] not null,
  data_types  text[] not null,
  tss         timestamptz[] not null,
  resupplied  boolean[] not null
);
