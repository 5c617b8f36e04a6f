-- The time under which a held packet was taken in, so that a value leads back to it. Of those taken in before, it is
-- worked out as the server does it: the nearest whole period.
alter table held_packet add column taken_ts timestamptz;
update held_packet
   set taken_ts = case data_type
         when 'realtime' then at
         when 'minute' then to_timestamp(floor(extract(epoch from at) / 60 + 0.5) * 60)
         when 'hour' then to_timestamp(floor(extract(epoch from at) / 3600 + 0.5) * 3600)
         else date_trunc('day', at + interval '12 hours', 'Asia/Shanghai') end
  from (select held_id, ts + make_interval(secs => coalesce(shift_seconds, 0)) as at from held_packet) shifted
 where shifted.held_id = held_packet.held_id and state = 'taken';
alter table held_packet add constraint held_packet_taken check ((state = 'taken') = (taken_ts is not null));
create index held_packet_taken_ts on held_packet (site_id, taken_ts) where taken_ts is not null;
