-- What late values show never to have been stays on record, and is in nobody's way.
drop index alarm_episode_key;
create unique index alarm_episode_key on alarm (site_id, kind, component_id, data_type, side, from_at)
  nulls not distinct where end_reason is distinct from 'corrected';
