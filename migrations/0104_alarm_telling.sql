-- Who is told of alarms, by which ways, in which words, and when.

-- A robot of a group chat.
create table alarm_robot (
  robot_id   integer generated always as identity primary key,
  robot_name text not null,
  kind       text not null check (kind in ('dingtalk', 'wecom', 'feishu')),
  -- Its address, which carries a key, and what its messages are signed with. Encrypted.
  secret     text not null default '',
  enabled    boolean not null default true,
  remark     text not null default '',
  constraint alarm_robot_name_key unique (robot_name)
);
call keep_table('alarm_robot', 'robot_id');

-- Which alarms are told to whom. Numbers of users, groups and robots that are gone tell nobody.
create table alarm_route (
  route_id       integer generated always as identity primary key,
  route_name     text not null,
  enabled        boolean not null default true,
  families       text[] not null default '{measurement,instrument}',
  levels         text[] not null default '{warning,alarm}',
  -- None: all of them.
  kinds          text[] not null default '{}',
  scope          text not null default 'network' check (scope in ('network', 'product', 'city', 'site')),
  product_id     integer constraint alarm_route_product_id_fkey references product_line (product_id) on delete cascade,
  city_code      text constraint alarm_route_city_code_fkey
                 references region (region_code) on update cascade on delete cascade,
  site_id        integer constraint alarm_route_site_id_fkey references site (site_id) on delete cascade,
  -- 0: at once. Otherwise a step of the ladder: after so long without acknowledgement.
  after_minutes  integer not null default 0 check (after_minutes between 0 and 10080),
  -- Null: once. Otherwise again and again, so many times at most, until it is acknowledged or over.
  repeat_minutes integer check (repeat_minutes between 5 and 10080),
  repeat_most    integer not null default 3 check (repeat_most between 1 and 50),
  -- All who may read alarms and see the site.
  everyone       boolean not null default false,
  user_ids       integer[] not null default '{}',
  user_group_ids integer[] not null default '{}',
  -- Of these groups whoever is on duty at the time.
  duty_group_ids integer[] not null default '{}',
  channels       text[] not null default '{in_app}',
  robot_ids      integer[] not null default '{}',
  remark         text not null default '',
  constraint alarm_route_name_key unique (route_name),
  constraint alarm_route_scope_fits check (
    (scope = 'product') = (product_id is not null) and (scope = 'site') = (site_id is not null)
    and (scope = 'city') = (city_code is not null))
);
-- A newcomer is told of alarms without setting anything up.
insert into alarm_route (route_name, levels, everyone) values ('默认通知 Default', '{alarm}', true);
call keep_table('alarm_route', 'route_id');

create table alarm_setting (
  only_row       boolean primary key default true check (only_row),
  -- Times of the day in which these levels wait.
  quiet_hours    jsonb not null default '[]',
  quiet_levels   text[] not null default '{warning}',
  -- So many stations of one city within so many minutes are one message.
  storm_count    integer not null default 5 check (storm_count between 2 and 1000),
  storm_minutes  integer not null default 2 check (storm_minutes between 1 and 60),
  -- How long a message waits for company.
  gather_seconds integer not null default 5 check (gather_seconds between 0 and 120),
  language       text not null default 'both' check (language in ('zh', 'en', 'both')),
  -- Where the platform is found; links in messages begin with it.
  link_base      text
);
insert into alarm_setting default values;
call keep_table('alarm_setting', 'only_row');

-- Texts that somebody changed; the others are those of the product.
create table alarm_template (
  template_id integer generated always as identity primary key,
  event       text not null check (event in ('raised', 'worsened', 'recovered', 'escalated', 'storm', 'storm_recovered')),
  language    text not null check (language in ('zh', 'en')),
  subject     text not null,
  body        text not null,
  constraint alarm_template_event_key unique (event, language)
);
call keep_table('alarm_template', 'template_id');

-- What is still to be told, and not before when. Worked and removed in the transaction that makes the messages.
create table alarm_due (
  due_id   bigint generated always as identity primary key,
  alarm_id bigint not null references alarm (alarm_id) on delete cascade,
  -- Null: to those who were told of the alarm before.
  route_id integer references alarm_route (route_id) on delete cascade,
  event    text not null check (event in ('raised', 'worsened', 'recovered', 'escalated', 'reminder')),
  due_at   timestamptz not null,
  times    integer not null default 0,
  -- It waits for the end of quiet hours.
  held     boolean not null default false,
  constraint alarm_due_once unique nulls not distinct (alarm_id, route_id, event)
);
create index alarm_due_at on alarm_due (due_at);
create index alarm_due_route on alarm_due (route_id);

-- Which message told whom of which alarm: `sms:12`, `robot:3`, `webhook`.
create table alarm_told (
  message_id bigint not null references message (message_id) on delete cascade,
  alarm_id   bigint not null references alarm (alarm_id) on delete cascade,
  target     text not null,
  event      text not null,
  level      text not null check (level in ('warning', 'alarm')),
  primary key (message_id, alarm_id)
);
create index alarm_told_of on alarm_told (alarm_id, target);

-- How many of one kind came or went lately.
create index alarm_opened on alarm (opened_at);
create index alarm_closed on alarm (closed_at) where closed_at is not null;

alter table message drop constraint message_channel_check;
alter table message add constraint message_channel_check
  check (channel in ('sms', 'email', 'webhook', 'in_app', 'robot'));
alter table message_lane drop constraint message_lane_channel_check;
alter table message_lane add constraint message_lane_channel_check
  check (channel in ('sms', 'email', 'webhook', 'robot'));
insert into message_lane (channel) values ('robot');
