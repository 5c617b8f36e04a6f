-- Who may see which site. Everything that returns rows of sites asks visible_site, through server/scope.ts.
create table site (
  site_id   integer generated always as identity primary key,
  mn        text not null,
  site_name text not null,
  constraint site_mn_key unique (mn)
);
call keep_table('site', 'site_id');

create table user_site (
  user_id integer not null references user_account (user_id) on delete cascade,
  site_id integer not null references site (site_id) on delete cascade,
  primary key (user_id, site_id)
);
create index user_site_site on user_site (site_id);
call keep_links('user_site', 'user_id', 'site_id');

create table group_site (
  user_group_id integer not null references user_group (user_group_id) on delete cascade,
  site_id       integer not null references site (site_id) on delete cascade,
  primary key (user_group_id, site_id)
);
create index group_site_site on group_site (site_id);
call keep_links('group_site', 'user_group_id', 'site_id');

create view visible_site as
  select user_id, site_id from user_site
  union
  select m.user_id, g.site_id from group_site g join user_group_member m using (user_group_id);
