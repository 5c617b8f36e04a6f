-- One rule for each factor (decision 37): outside its range a value is invalid, down to minus the detection limit it
-- counts as zero.
alter table component
  add column detection_limit double precision,
  add constraint component_detection_limit_check check (detection_limit >= 0);

-- What analysers must reach at least; in the factor's unit, where that is still the one it was delivered with.
update component c set detection_limit = v.detection_limit
  from (values ('so2', 'µg/m³', 5.2), ('no2', 'µg/m³', 3.8), ('o3', 'µg/m³', 3.9), ('co', 'mg/m³', 0.6),
               ('pm10', 'µg/m³', 2), ('pm25', 'µg/m³', 2)) as v (component_key, unit, detection_limit)
 where (c.component_key, c.unit) = (v.component_key, v.unit);

-- Hours that the rule judges otherwise are summed anew, and with them their days and months.
insert into dirty_bucket (level, site_id, bucket)
select 'hour', r.site_id, r.ts
  from rollup_hour r join factor_set s using (set_id)
 where exists (select from unnest(r.avg, s.fids) as u (value, fid)
                 join component c on c.component_id = u.fid
                 left join device_factor d on d.site_id = r.site_id and d.component_id = u.fid
                where u.value < coalesce(d.range_min, c.range_min, case c.category when 'air' then 0 end)
                   or u.value > coalesce(d.range_max, c.range_max))
on conflict do nothing;
