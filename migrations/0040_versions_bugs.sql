-- What each version brought, and the faults that were found in them.

create table product_version (
  version_id      integer generated always as identity primary key,
  version_number  text not null,
  version_type    text not null default 'platform' check (version_type in ('platform', 'app', 'device')),
  sort_level      integer not null default 0,
  version_text    text not null,
  version_text_en text not null default '',
  created_at      timestamptz not null default now()
);
create unique index version_number_key on product_version (version_type, lower(version_number));

-- A release of the platform brings its own row in a migration; those who were there before are told what is new.
insert into product_version (version_number, sort_level, version_text, version_text_en) values (
  '0.1.0', 100,
  '首个版本：HJ 212 数据接入，实时与历史数据，空气指数与水质类别，数据报表，用户、站点与辅助配置。',
  'The first version: HJ 212 data, real-time and historical values, air indices and water classes, data reports, users, sites and auxiliary configuration.');
call keep_table('product_version', 'version_id');

-- The newest version that a user has been told about.
create table version_seen (
  user_id    integer primary key references user_account (user_id) on delete cascade,
  version_id integer not null references product_version (version_id) on delete cascade
);

create table bug (
  bug_id      integer generated always as identity primary key,
  level       text not null check (level in ('fatal', 'serious', 'normal', 'minor')),
  bug_type    text not null check (bug_type in ('function', 'data', 'interface', 'performance', 'security', 'other')),
  version_id  integer not null,
  content     text not null,
  reported_by integer,
  created_at  timestamptz not null default now(),
  repaired_at timestamptz,
  repaired_by integer,
  constraint bug_version_id_fkey foreign key (version_id) references product_version (version_id),
  constraint bug_reported_by_fkey foreign key (reported_by) references user_account (user_id) on delete set null,
  constraint bug_repaired_by_fkey foreign key (repaired_by) references user_account (user_id) on delete set null
);
create index bug_version on bug (version_id);
call keep_table('bug', 'bug_id');
