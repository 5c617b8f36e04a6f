-- What administrators set on the platform configuration page. Empty columns: as the server's configuration says.

create table platform_setting (
  only_row            boolean primary key default true check (only_row),
  time_zone           text,
  raw_packet_days     integer,
  realtime_months     integer,
  minute_months       integer,
  message_days        integer,
  map_provider        text check (map_provider in ('bundled', 'tianditu', 'tiles')),
  map_general_url     text,
  map_satellite_url   text,
  map_dark_url        text,
  map_hosts           text,
  map_max_zoom        integer,
  map_attribution     text,
  sms_provider        text check (sms_provider in ('outbox', 'webhook', 'aliyun')),
  sms_sign_name       text,
  sms_code_template   text,
  sms_notice_template text,
  email_provider      text check (email_provider in ('outbox', 'smtp')),
  smtp_host           text,
  smtp_port           integer,
  smtp_security       text check (smtp_security in ('none', 'starttls', 'tls')),
  smtp_user           text,
  mail_from           text,
  webhook_provider    text check (webhook_provider in ('outbox', 'webhook')),
  alarm_sound         text check (alarm_sound in ('off', 'chime', 'bell', 'siren'))
);
call keep_table('platform_setting', 'only_row');
insert into platform_setting default values;

-- Encrypted with a key from the data folder; the audit log tells that one changed, never what it is.
create table platform_secret (
  secret_name text primary key,
  secret      text not null
);
call keep_table('platform_secret', 'secret_name');

create trigger told after update on platform_setting
  for each statement execute function tell_changed('settings');
create trigger told after insert or update or delete on platform_secret
  for each statement execute function tell_changed('settings');
