-- Apps that people install: a project, and the files of its versions.

create table app_project (
  app_project_id  integer generated always as identity primary key,
  project_name    text not null,
  project_name_en text not null default '',
  is_public       boolean not null default true,
  remark          text not null default '',
  constraint app_project_name_key unique (project_name)
);
call keep_table('app_project', 'app_project_id');

create table app_file (
  app_file_id    integer generated always as identity primary key,
  app_project_id integer not null,
  platform       text not null check (platform in ('android', 'ios', 'windows', 'linux', 'other')),
  version_number text not null,
  file_id        integer not null,
  notes          text not null default '',
  created_at     timestamptz not null default now(),
  constraint app_file_project_fkey foreign key (app_project_id) references app_project (app_project_id),
  constraint app_file_file_fkey foreign key (file_id) references file (file_id),
  constraint app_file_version_key unique (app_project_id, platform, version_number)
);
create index app_file_file on app_file (file_id);
call keep_table('app_file', 'app_file_id');
