-- What a station is, which factors exist, and how its logger speaks (spec §3; answers.md, Measurements).

create table product_line (
  product_id   integer generated always as identity primary key,
  product_name text not null,
  remark       text not null default '',
  constraint product_name_key unique (product_name)
);
call keep_table('product_line', 'product_id');

create table project (
  project_id   integer generated always as identity primary key,
  project_name text not null,
  remark       text not null default '',
  constraint project_name_key unique (project_name)
);
call keep_table('project', 'project_id');

-- A factor. Its number is what measurements are stored under; its key is the product's own name for it,
-- the national codes are what devices send.
create table component (
  component_id   smallint generated always as identity primary key,
  component_key  text not null,
  component_name text not null,
  component_name_en text not null default '',
  formula        text not null default '',
  unit           text not null default '',
  decimals       smallint not null default 2 check (decimals between 0 and 6),
  category       text not null check (category in ('air', 'water', 'weather', 'noise', 'process', 'position', 'other')),
  code_2017      text,
  code_2005      text,
  range_min      double precision,
  range_max      double precision,
  -- How values of a period become one: directions are averaged as vectors, positions keep the last.
  averaging      text not null default 'mean' check (averaging in ('mean', 'circular', 'last')),
  sort           integer not null default 1000,
  constraint component_key_key unique (component_key),
  constraint component_range_order check (range_min <= range_max)
);
create unique index component_code_2017 on component (code_2017) where code_2017 is not null;
call keep_table('component', 'component_id');

-- A protocol setting: which edition, and what is tolerated of devices that follow it loosely.
create table agreement (
  agreement_id   integer generated always as identity primary key,
  agreement_name text not null,
  edition        text not null default '2017' check (edition in ('2005', '2017', '2025', 'water')),
  crc_mode       text not null default 'hj212' check (crc_mode in ('hj212', 'modbus', 'modbus_swapped', 'none')),
  accept_wrong_length boolean not null default true,
  -- How the device labels a period: by its start (the standard) or its end (air practice).
  label          text not null default 'start' check (label in ('start', 'end')),
  ack            text not null default 'flag' check (ack in ('flag', 'always', 'never')),
  check_password boolean not null default false,
  -- Numbers that mean "no value".
  sentinels      double precision[] not null default '{}',
  remark         text not null default '',
  constraint agreement_name_key unique (agreement_name)
);
call keep_table('agreement', 'agreement_id');

-- Wire codes that are not the national ones, with the conversion to the factor's unit: value × scale + shift.
create table agreement_code (
  agreement_id integer not null references agreement (agreement_id) on delete cascade,
  wire_code    text not null,
  component_id smallint not null references component (component_id) on delete cascade,
  scale        double precision not null default 1,
  shift        double precision not null default 0,
  primary key (agreement_id, wire_code)
);
create index agreement_code_component on agreement_code (component_id);

create table basin (
  basin_id   integer generated always as identity primary key,
  basin_name text not null,
  remark     text not null default '',
  constraint basin_name_key unique (basin_name)
);
call keep_table('basin', 'basin_id');

alter table site
  add column site_type      text not null default 'air' check (site_type in ('air', 'water', 'mobile')),
  add column sim_number     text not null default '',
  add column section_attribute text not null default '',
  add column river_system   text not null default '',
  add column basin_id       integer references basin (basin_id),
  add column latitude       double precision check (latitude between -74 and 74),
  add column longitude      double precision check (longitude between -180 and 180),
  add column province_code  text,
  add column city_code      text,
  add column area_code      text,
  add column block_code     text,
  add column address        text not null default '',
  -- Seconds between two real-time uploads; the watchdog's patience follows from it.
  add column interval_seconds integer not null default 60 check (interval_seconds between 1 and 86400),
  add column agreement_id   integer references agreement (agreement_id),
  add column product_id     integer references product_line (product_id),
  add column project_id     integer references project (project_id),
  add column water_pollution_level smallint check (water_pollution_level between 1 and 6),
  add column water_quality_type text check (water_quality_type in ('river', 'lake')),
  add column power_supply   text not null default 'mains' check (power_supply in ('mains', 'solar', 'battery')),
  add column virtual_data   boolean not null default false,
  add column device_number  bigint check (device_number between 1 and 9999999999),
  add column hmi_number     bigint check (hmi_number between 1 and 9999999999),
  add column secret         text not null default '',
  add column started_on     date,
  add column demo           boolean not null default false,
  add column created_at     timestamptz not null default now(),
  add constraint site_name_key unique (site_name);
create index site_region on site (province_code, city_code, area_code);
create index site_agreement on site (agreement_id);

-- Which factors a site reports, in which order, and the correction in force.
create table device_factor (
  site_id      integer not null references site (site_id) on delete cascade,
  component_id smallint not null references component (component_id) on delete cascade,
  sort         integer not null default 0,
  decimals     smallint check (decimals between 0 and 6),
  range_min    double precision,
  range_max    double precision,
  k            double precision not null default 1 check (k <> 0),
  b            double precision not null default 0,
  primary key (site_id, component_id)
);
create index device_factor_component on device_factor (component_id);

-- Wire codes that no factor is mapped to: kept and listed, never dropped.
create table unmapped_code (
  site_id   integer not null references site (site_id) on delete cascade,
  wire_code text not null,
  suffix    text not null,
  value     text not null,
  seen_at   timestamptz not null default now(),
  count     bigint not null default 1,
  primary key (site_id, wire_code, suffix)
);

-- "A device is knocking": an MN that is no site yet.
create table knocking_device (
  mn          text primary key,
  first_at    timestamptz not null,
  last_at     timestamptz not null,
  packets     bigint not null default 1,
  remote      text,
  st          text,
  cn          text,
  last_packet text
);

-- Where each site's link stands, written by the gateway and its watchdog on our own clock.
create table link_state (
  site_id      integer primary key references site (site_id) on delete cascade,
  online       boolean not null,
  changed_at   timestamptz not null,
  last_packet_at timestamptz,
  last_data_at timestamptz,
  remote       text
);
