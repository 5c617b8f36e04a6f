-- What devices say about themselves: states, parameters and log lines (CN 2021, 2041, 2081, 3015, 3019, 3020).
-- A resent packet brings the same rows; the digest keeps them apart from another line of the same moment.
create table device_log (
  log_id      bigint generated always as identity,
  site_id     integer not null,
  ts          timestamptz not null,
  kind        text not null check (kind in ('log', 'state', 'parameter')),
  target      text not null,
  info        text not null,
  value       text not null,
  received_at timestamptz not null,
  digest      text not null generated always as (md5(value)) stored,
  primary key (site_id, ts, target, info, digest)
);
create index device_log_ts on device_log (ts);

-- Frames are asked for by device; a site's number is a third of its MN, and stays when the MN changes.
drop index raw_packet_mn;
create index raw_packet_site on raw_packet (site_id, received_at);

-- The gateway's own notes of who knocks are no one's deed; putting one out of sight is.
create trigger audit after update of dismissed on knocking_device for each row execute function audit_row('mn');
