-- Who sees which sites by rule: all of a place or of a project, with those that are added later.
create table user_region (
  user_id     integer not null references user_account (user_id) on delete cascade,
  region_code text not null references region (region_code) on update cascade on delete cascade,
  primary key (user_id, region_code)
);
create index user_region_region on user_region (region_code);
call keep_links('user_region', 'user_id', 'region_code');

create table user_project (
  user_id    integer not null references user_account (user_id) on delete cascade,
  project_id integer not null references project (project_id) on delete cascade,
  primary key (user_id, project_id)
);
create index user_project_project on user_project (project_id);
call keep_links('user_project', 'user_id', 'project_id');

create table group_region (
  user_group_id integer not null references user_group (user_group_id) on delete cascade,
  region_code   text not null references region (region_code) on update cascade on delete cascade,
  primary key (user_group_id, region_code)
);
create index group_region_region on group_region (region_code);
call keep_links('group_region', 'user_group_id', 'region_code');

create table group_project (
  user_group_id integer not null references user_group (user_group_id) on delete cascade,
  project_id    integer not null references project (project_id) on delete cascade,
  primary key (user_group_id, project_id)
);
create index group_project_project on group_project (project_id);
call keep_links('group_project', 'user_group_id', 'project_id');

-- What a user holds, of their own or by a group.
create view held_region as
  select user_id, region_code from user_region
  union
  select m.user_id, g.region_code from group_region g join user_group_member m using (user_group_id);

create view held_project as
  select user_id, project_id from user_project
  union
  select m.user_id, g.project_id from group_project g join user_group_member m using (user_group_id);

-- A place is named by any of its three levels; each has an index, so that a rule finds its sites at once.
create index site_city on site (city_code);
create index site_area on site (area_code);

create or replace view visible_site as
  select user_id, site_id from user_site
  union
  select m.user_id, g.site_id from group_site g join user_group_member m using (user_group_id)
  union
  select h.user_id, s.site_id from held_region h
    join site s on s.province_code = h.region_code or s.city_code = h.region_code or s.area_code = h.region_code
  union
  select h.user_id, s.site_id from held_project h join site s using (project_id);

create trigger told after insert or update or delete on user_region
  for each statement execute function tell_changed('access');
create trigger told after insert or update or delete on user_project
  for each statement execute function tell_changed('access');
create trigger told after insert or update or delete on group_region
  for each statement execute function tell_changed('access');
create trigger told after insert or update or delete on group_project
  for each statement execute function tell_changed('access');
-- A site that comes, or moves to another place or project, comes into the sight of others.
create trigger told_access after insert or update of province_code, city_code, area_code, project_id on site
  for each statement execute function tell_changed('access');
